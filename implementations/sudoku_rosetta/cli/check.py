"""`sudoku-rosetta check`: is a grid legal, is its solution unique, is it minimal?"""

from __future__ import annotations

from dataclasses import dataclass

from ..grid import Grid
from ..solvers import Solver
from . import help_pages, options
from .exits import BAD_INPUT, NEGATIVE_ANSWER, Interrupted
from .inputs import InputGrid, InputGrids, reads_terminal
from .outputs import json_line, source_fields
from .progress import Progress

SOLUTIONS = ("no solution", "one solution", "several solutions")


@dataclass(frozen=True)
class Verdict:
    """The properties of a legal grid."""

    solutions: int  # 0, 1, or 2 for two or more
    redundant: tuple[int, ...]  # cells of the clues that can each be removed alone


@help_pages.command(short_help="Check that grids are legal, unique and minimal.")
@options.grids
@options.column
@options.strict
@options.solver
@options.text_or_json
def command(grids: tuple[str, ...], column: str | None, strict: bool, solver: str | None, style: str) -> int:
    """Check that Sudoku grids are legal, have a unique solution and are minimal.

    Each of GRIDS is a file, or a grid of 81 characters with 0 or . for an empty cell.
    Without GRIDS, read grids from standard input. See "solve --help" for the formats.

    \b
    A grid is
      legal    if no row, column or box contains a digit twice
      unique   if it has exactly one solution
      minimal  if it is unique, and removing any one clue makes it not unique

    If a grid is not minimal, its redundant clues are listed. Each of them can be
    removed alone; removing two of them may give a grid with several solutions.

    \b
    Examples:
      sudoku-rosetta check puzzles.sdm
      sudoku-rosetta check grids.txt --format json
      sudoku-rosetta check grids.txt --solver mine.py:solve

    \b
    Exit codes:
      0    every grid is legal and unique
      1    every grid is legal, but some grid is not unique
      2    some grid is illegal or unreadable, or usage error
      130  interrupted
    """
    chosen = options.counting_solver(solver)
    legal = unique = True
    with Progress(interactive=reads_terminal(grids)) as progress:
        source = InputGrids(grids, progress.write_stderr, clashes=True, column=column, strict=strict)
        try:
            for item in source:
                verdict = None if item.grid is None else judge(item.grid, chosen)
                progress.write((_json if style == "json" else _text)(item, verdict, chosen))
                progress.done += 1
                legal &= verdict is not None
                unique &= verdict is not None and verdict.solutions == 1
        except KeyboardInterrupt:
            raise Interrupted(f": {progress.done} grid{'s' * (progress.done != 1)} done.") from None
    return BAD_INPUT if source.invalid or not legal else 0 if unique else NEGATIVE_ANSWER


def judge(grid: Grid, solver: Solver) -> Verdict:
    """The number of solutions and, if it is 1, the redundant clues."""
    solutions = solver.count(grid, limit=2)
    if solutions != 1:
        return Verdict(solutions, ())
    clues = (cell for cell in range(81) if grid[cell])
    return Verdict(1, tuple(cell for cell in clues if solver.count(grid.with_digit(cell, 0), limit=2) == 1))


def _text(item: InputGrid, verdict: Verdict | None, solver: Solver) -> str:
    if item.grid is None or verdict is None:
        return f"{item.location}: not legal: {item.clash}"
    found = f"{item.location}: legal, {item.grid.clues} clues, {SOLUTIONS[verdict.solutions]}"
    if verdict.solutions != 1:
        return found
    if not verdict.redundant:
        return f"{found}, minimal"
    clues = "".join(
        f"\n  row {row}, column {column}: {digit}"
        for row, column, digit in _rows_columns_digits(item.grid, verdict)
    )
    number = len(verdict.redundant)
    which = f"any one of {number} clues" if number > 1 else "one clue"
    return f"{found}, not minimal: {which} can be removed:{clues}"


def _json(item: InputGrid, verdict: Verdict | None, solver: Solver) -> str:
    answer: dict[str, object] = {"legal": verdict is not None}
    if item.grid is None or verdict is None:
        return json_line(source_fields(item) | answer | {"clash": str(item.clash)})
    answer |= {
        "clues": item.grid.clues,
        "solver": solver.id,
        "solutions": SOLUTIONS[verdict.solutions].split()[0],
    }
    answer |= {"unique": verdict.solutions == 1}
    if verdict.solutions == 1:
        named = [
            dict(zip(("row", "column", "digit"), clue, strict=True))
            for clue in _rows_columns_digits(item.grid, verdict)
        ]
        answer |= {"minimal": not verdict.redundant, "spare": named}
    return json_line(source_fields(item) | answer)


def _rows_columns_digits(grid: Grid, verdict: Verdict) -> list[tuple[int, int, int]]:
    return [(cell // 9 + 1, cell % 9 + 1, grid[cell]) for cell in verdict.redundant]
