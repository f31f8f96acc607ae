"""Deliberately wrong solvers, each with one fault, and some correct ones, for test_wrong_solvers.py."""

from __future__ import annotations

import contextlib
import itertools
import os
import sys
import threading
import time
from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

from sudoku_rosetta import Grid, Report, Solver, solver_named
from sudoku_rosetta.external.errors import SolverError
from sudoku_rosetta.messages import Message
from sudoku_rosetta.solvers.protocol import Handler

PEERS = [
    [
        other
        for other in range(81)
        if other != cell
        and (
            other // 9 == cell // 9
            or other % 9 == cell % 9
            or (other // 27 == cell // 27 and other % 9 // 3 == cell % 9 // 3)
        )
    ]
    for cell in range(81)
]


def right_solutions(board: list[int], digits: range = range(1, 10)) -> Iterator[str]:
    """A plain backtracking search that works on the given list."""
    if 0 not in board:
        yield "".join(map(str, board))
        return
    cell = board.index(0)
    for digit in digits:
        if all(board[other] != digit for other in PEERS[cell]):
            board[cell] = digit
            yield from right_solutions(board, digits)
    board[cell] = 0


class Right(Solver):
    """Correct. The wrong solvers override `stream` or `search`."""

    id = "right"
    title = "right"
    style = "for tests"
    promises = frozenset({"lexicographic"})

    def stream(self, grid: Grid) -> Iterator[str]:
        return right_solutions(list(grid))

    def search(
        self, grid: Grid, on_solution: Handler | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        given = 0
        for line in itertools.islice(self.stream(grid), limit):
            given += 1
            if on_solution is not None:
                on_solution(line)  # type: ignore[arg-type]  # the line of a wrong solver may not be a grid
        return Report(given, limit is None or given < limit)


class Unchanged(Right):
    def stream(self, grid: Grid) -> Iterator[str]:
        yield str(grid)


class AlwaysNone(Right):
    def stream(self, grid: Grid) -> Iterator[str]:
        return iter(())


class FirstTwice(Right):
    def stream(self, grid: Grid) -> Iterator[str]:
        for number, line in enumerate(super().stream(grid)):
            yield line
            if number == 0:
                yield line


class MissesLast(Right):
    def stream(self, grid: Grid) -> Iterator[str]:
        for line, _ in itertools.pairwise(super().stream(grid)):
            yield line


class SwapsIndexes(Right):
    """Erratum S1: rows and columns are swapped."""

    def stream(self, grid: Grid) -> Iterator[str]:
        return right_solutions([grid[column, row] for row in range(9) for column in range(9)])


class ChangesAClue(Right):
    """Treats the first clue as an empty cell."""

    def stream(self, grid: Grid) -> Iterator[str]:
        digits = list(grid)
        clue = next((cell for cell in range(81) if digits[cell]), 0)
        forbidden, digits[clue] = digits[clue], 0
        return (line for line in right_solutions(digits) if line[clue] != str(forbidden))


class KeepsState(Right):
    """Keeps solutions of earlier calls, like a function `def solve(grid, solutions=[])`."""

    def __init__(self) -> None:
        self.kept: list[str] = []

    def stream(self, grid: Grid) -> Iterator[str]:
        yield from self.kept[-30:]
        for line in super().stream(grid):
            self.kept.append(line)
            yield line


class OneBoard(Right):
    """Uses one board for all searches: correct only if one search runs at a time."""

    board: list[int]

    def stream(self, grid: Grid) -> Iterator[str]:
        self.board = list(grid)
        return self.go()

    def go(self) -> Iterator[str]:
        if 0 not in self.board:
            yield "".join(map(str, self.board))
            return
        cell = self.board.index(0)
        for digit in range(1, 10):
            if all(self.board[other] != digit for other in PEERS[cell]):
                self.board[cell] = digit
                yield from self.go()
        self.board[cell] = 0


class MutatesItsInput(Right):
    def stream(self, grid: Grid) -> Iterator[str]:
        for line in right_solutions(list(grid)):
            object.__setattr__(grid, "_digits", bytes(map(int, line)))
            yield line


class Raises(Right):
    def stream(self, grid: Grid) -> Iterator[str]:
        raise ZeroDivisionError("division by zero")


class Exits(Right):
    def stream(self, grid: Grid) -> Iterator[str]:
        sys.exit(0)


class Hangs(Right):
    def stream(self, grid: Grid) -> Iterator[str]:
        while True:
            pass


class Sleeps(Right):
    """Hangs in a call that Python cannot interrupt."""

    def stream(self, grid: Grid) -> Iterator[str]:
        time.sleep(10_000)
        yield ""


class PrintsGarbage(Right):
    def stream(self, grid: Grid) -> Iterator[str]:
        return (f"Solution : {' '.join(line)}" for line in super().stream(grid))


class Floods(Right):
    def stream(self, grid: Grid) -> Iterator[str]:
        lines = list(itertools.islice(super().stream(grid), 30))
        while lines:
            yield from lines


class WrongOrder(Right):
    def stream(self, grid: Grid) -> Iterator[str]:
        return right_solutions(list(grid), range(9, 0, -1))


class LiesAboutItsCount(Right):
    def search(
        self, grid: Grid, on_solution: Handler | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        report = super().search(grid, on_solution, limit=limit)
        return Report(report.solutions + 1, report.complete)


class LiesAboutItsEnd(Right):
    def search(
        self, grid: Grid, on_solution: Handler | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        return Report(super().search(grid, on_solution, limit=limit).solutions, True)


class IgnoresTheLimit(Right):
    def search(
        self, grid: Grid, on_solution: Handler | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        return super().search(grid, on_solution)


class SwallowsErrors(Right):
    def search(
        self, grid: Grid, on_solution: Handler | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        def quiet(solution: Grid) -> None:
            with contextlib.suppress(Exception):
                if on_solution is not None:
                    on_solution(solution)

        return super().search(grid, quiet, limit=limit)


class DiesInAFork(Right):
    home = os.getpid()

    def stream(self, grid: Grid) -> Iterator[str]:
        return super().stream(grid) if os.getpid() == self.home else iter(())


class LeavesAThread(Right):
    def solutions(self, grid: Grid, *, limit: int | None = None) -> Iterator[Grid]:
        forever = threading.Event().wait
        threading.Thread(target=forever, daemon=True, name="sudoku-rosetta search").start()
        for line in self.stream(grid):
            yield Grid(line)


class DeafToAStop(Right):
    def count(self, grid: Grid, *, limit: int | None = None, stop: threading.Event | None = None) -> int:
        if stop is None:
            return super().count(grid, limit=limit)
        stop.wait()
        return 1


class Tree(Right):
    """Correct: promises the row-major tree, and calls c-style."""

    promises = frozenset({"lexicographic", "row-major"})
    reports = frozenset({"placements", "tests"})

    def search(
        self, grid: Grid, on_solution: Handler | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        report = solver_named("c-style").search(grid, on_solution, limit=limit, watch=watch)
        counts = {name: report.counts[name] for name in self.reports} if watch else {}
        return Report(report.solutions, report.complete, MappingProxyType(counts), report.tree)


class AnotherTree(Tree):
    """Reports another order of the same number of placements."""

    def search(self, *arguments: Any, **options: Any) -> Report:
        report = super().search(*arguments, **options)
        tree = report.tree and report.tree[::-1]
        return Report(report.solutions, report.complete, report.counts, tree)


class MiscountsPlacements(Tree):
    def search(self, *arguments: Any, **options: Any) -> Report:
        report = super().search(*arguments, **options)
        counts = {name: number + (name == "placements") for name, number in report.counts.items()}
        return Report(report.solutions, report.complete, MappingProxyType(counts), report.tree)


class MiscountsTests(Tree):
    def search(self, *arguments: Any, **options: Any) -> Report:
        report = super().search(*arguments, **options)
        counts = {name: number + (name == "tests") for name, number in report.counts.items()}
        return Report(report.solutions, report.complete, MappingProxyType(counts), report.tree)


# --- external solvers, judged on raw lines ------------------------------------------------------------


class Raw(Right):
    """Correct: gives no solution if the clues clash."""

    promises = frozenset()
    level: Any = "fast"

    def raw_search(self, grid_text: str, limit: int | None) -> list[str]:
        try:
            grid = Grid(grid_text)
        except ValueError:
            return []
        return list(itertools.islice(self.stream(grid), limit))


class RawRefuses(Raw):
    """Correct: exits with an error if the clues clash."""

    def raw_search(self, grid_text: str, limit: int | None) -> list[str]:
        try:
            Grid(grid_text)
        except ValueError as error:
            raise SolverError("crashed", Message.verbatim(str(error))) from None
        return super().raw_search(grid_text, limit)


class RawFirst(Raw):
    """Correct at level first: gives only one solution."""

    level = "first"
    can = frozenset({"first"})

    def stream(self, grid: Grid) -> Iterator[str]:
        return itertools.islice(super().stream(grid), 1)


class RawTakesAnyClues(Raw):
    def raw_search(self, grid_text: str, limit: int | None) -> list[str]:
        return list(itertools.islice(right_solutions([int(digit) for digit in grid_text]), limit or 50))


class RawGarbage(Raw, PrintsGarbage):
    pass


class RawFloods(Raw):
    """Prints more than the output limit."""

    def raw_search(self, grid_text: str, limit: int | None) -> list[str]:
        if limit is not None:
            return super().raw_search(grid_text, limit)
        raise SolverError("too much output", Message("as_written", en="more than 16 MB", fr="plus de 16 Mo"))


class RawHangs(Raw):
    def raw_search(self, grid_text: str, limit: int | None) -> list[str]:
        raise SolverError("timed out", Message("as_written", en="nothing after 10 s", fr="rien après 10 s"))
