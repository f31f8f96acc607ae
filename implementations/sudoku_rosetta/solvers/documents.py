"""Adapters that run the four documents' programs as solvers, without any change to their modules.

Each search executes a fresh copy of the document's module, so that it has its own global variables: repeated calls,
nested calls and calls from several threads are independent. In the copy, the adapter replaces the function that
displays a solution. If the search is watched, it also replaces the tables, to record placements, and some
functions, to count their calls.
"""

from __future__ import annotations

import functools
from abc import abstractmethod
from collections.abc import Callable, Iterable
from importlib.resources import files
from types import CodeType, MappingProxyType, ModuleType
from typing import Any, ClassVar

from ..grid import Grid
from .protocol import Handler, LimitReached, Report, Solver, checked_limit

Show = Callable[[Iterable[int]], None]


class Watch:
    """Counts calls and placements, and computes a digest of the placements."""

    def __init__(self, names: Iterable[str]) -> None:
        self.counts = dict.fromkeys(sorted(names), 0)
        self._tree = 0xCBF29CE484222325

    def count_calls(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap the function to count its calls."""
        counts = self.counts

        @functools.wraps(function)
        def counted(*arguments: object) -> Any:
            counts[name] += 1
            return function(*arguments)

        return counted

    def count_results(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Wrap the function to count the results that are not None."""
        counts = self.counts

        @functools.wraps(function)
        def counted(*arguments: object) -> Any:
            result = function(*arguments)
            counts[name] += result is not None
            return result

        return counted

    def record_write(self, cell: int, digit: int) -> None:
        """Record that a digit was written to a cell (0 to 80). The digest is FNV-1a, as in csrc/original."""
        if digit == 0:
            return
        self.counts["placements"] += 1
        for byte in (cell, digit):
            self._tree = (self._tree ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF

    def tree(self) -> str:
        """Return the digest of the placements."""
        return f"{self._tree:016x}"


class DocumentSolver(Solver):
    """Base class of the adapters. A subclass starts its document's program and receives the solutions."""

    module: ClassVar[str]
    promises = frozenset({"lexicographic"})

    def search(
        self, grid: Grid, on_solution: Handler | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        checked_limit(limit)
        solutions = 0

        def show(digits: Iterable[int]) -> None:
            nonlocal solutions
            solutions += 1
            if on_solution is not None:
                on_solution(self.solution(digits))
            if solutions == limit:
                raise LimitReached

        counter = Watch(self.reports) if watch else None
        complete = True
        try:
            self.run(fresh_module(self.module), grid, show, counter)
        except LimitReached:
            complete = False
        if counter is None:
            return Report(solutions, complete)
        tree = counter.tree() if "row-major" in self.promises else None
        return Report(solutions, complete, MappingProxyType(counter.counts), tree)

    def solution(self, digits: Iterable[int]) -> Grid:
        """Check the digits that the document displays, and return them as a Grid."""
        return Grid(digits)

    @abstractmethod
    def run(self, document: Any, grid: Grid, show: Show, watch: Watch | None) -> None:
        """Run the document's program on the grid, and call `show` with the digits of each solution."""


class CStyle(DocumentSolver):
    id = "c-style"
    title = "Document c in Python: global tables, a recursive tree"
    style = "C"
    document = "c"
    module = "c_style"
    promises = frozenset({"lexicographic", "row-major"})
    reports = frozenset({"calls", "tests", "placements"})

    def run(self, document: Any, grid: Grid, show: Show, watch: Watch | None) -> None:
        document.a = _FixedClues(grid)
        document.dessin = lambda: show(digit for row in document.chiffre[:9] for digit in row[:9])
        document.conditionsinitiales()
        if watch is not None:
            document.possible = watch.count_calls("tests", document.possible)
            document.arbre = watch.count_calls("calls", document.arbre)
            document.chiffre = [
                _WatchedRow(row, 9 * number, watch) for number, row in enumerate(document.chiffre)
            ]
        document.arbre(0)


class ScilabStyle(DocumentSolver):
    id = "scilab-style"
    title = "Document scilab in Python: recursion on copies of a matrix"
    style = "Scilab"
    document = "scilab"
    module = "scilab_style"
    promises = frozenset({"lexicographic", "row-major"})
    reports = frozenset({"calls", "tests", "placements"})

    def run(self, document: Any, grid: Grid, show: Show, watch: Watch | None) -> None:
        matrix = _matrix(document, watch)(grid.rows)
        document.disp = lambda _, solution: show(solution.T)  # a matrix is iterated column by column
        if watch is not None:
            document.MoveIsPossible = watch.count_calls("tests", document.MoveIsPossible)
            document.Sudoku = watch.count_calls("calls", document.Sudoku)
        document.Sudoku(matrix)


class PseudocodeStyle(DocumentSolver):
    id = "pseudocode-style"
    title = "Document pseudocode in Python: no recursion, forward and back"
    style = "pseudocode"
    document = "pseudocode"
    module = "pseudocode_style"
    promises = frozenset({"lexicographic", "row-major"})
    reports = frozenset({"tests", "placements", "retreats"})

    def run(self, document: Any, grid: Grid, show: Show, watch: Watch | None) -> None:
        """Find all solutions, although the document stops at the first one, when Avancer_Case returns 82.

        Its replacement does not return 82. It backtracks to the last empty cell, as after a contradiction.
        """
        advance = document.Avancer_Case
        step_back = document.Reculer_Case

        def advance_or_backtrack(k: int) -> int:
            x: int = advance(k)
            if x == 82:
                show(document.matsudoku)
                x = step_back(82) or 82
            return x

        document.Avancer_Case = advance_or_backtrack
        document.AfficherGrille = lambda: None
        document.disp = lambda _: None
        if watch is not None:
            document.Possible_Case = watch.count_calls("tests", document.Possible_Case)
            document.Reculer_Case = watch.count_calls("retreats", step_back)
        document.Programme_Principal(_matrix(document, watch)(list(grid)))


class DeductionStyle(DocumentSolver):
    id = "deduction-style"
    title = "Document deduction in Python: rules first, then exploration"
    style = "rules"
    document = "deduction"
    module = "deduction_style"
    reports = frozenset({"calls", "guesses", "placements", "naked singles", "hidden singles"})

    def run(self, document: Any, grid: Grid, show: Show, watch: Watch | None) -> None:
        """Find all solutions, although the document stops at the first one.

        Step 7.2 stops if a result is equal to REUSSITE. With NaN, which is not equal to itself, it never stops.
        """
        first_empty = document.premiere_case_vide

        def first_empty_or_show() -> int | None:
            case: int | None = first_empty()
            if case is None:
                show(document.grille)
            return case

        document.premiere_case_vide = first_empty_or_show
        document.REUSSITE = float("nan")
        document.commencer(list(grid))
        if watch is not None:
            document.algorithme = watch.count_calls("calls", document.algorithme)
            document.retenir = watch.count_calls("guesses", document.retenir)
            document.placer = watch.count_calls("placements", document.placer)
            for rule, name in (
                ("case_a_un_seul_chiffre", "naked singles"),
                ("chiffre_a_une_seule_case", "hidden singles"),
            ):
                setattr(document, rule, watch.count_results(name, getattr(document, rule)))
        document.algorithme()


def fresh_module(name: str) -> ModuleType:
    """Execute a new copy of a document's module, with its own global variables."""
    full_name, code = _compiled(name)
    module = ModuleType(full_name)
    module.__package__ = full_name.rpartition(".")[0]
    exec(code, module.__dict__)
    return module


@functools.cache
def _compiled(name: str) -> tuple[str, CodeType]:
    package = f"{__package__.rpartition('.')[0]}.documents"
    source = files(package).joinpath(f"{name}.py")
    # The module's loader is not used: pytest replaces it for packages that have a pytest plugin.
    code = compile(source.read_bytes(), str(source), "exec", dont_inherit=True)
    full_name = f"{package}.{name}"
    return full_name, code


class _FixedClues(list[int]):
    """A list of clues that ignores writes, so that conditionsinitiales() does not replace them."""

    def __setitem__(self, cell: Any, digit: Any) -> None:
        pass


class _WatchedRow(list[int]):
    """A row of `chiffre` that records what is written to it."""

    def __init__(self, row: list[int], first_cell: int, watch: Watch) -> None:
        super().__init__(row)
        self._first_cell = first_cell
        self._watch = watch

    def __setitem__(self, column: Any, digit: Any) -> None:
        super().__setitem__(column, digit)
        self._watch.record_write(self._first_cell + column, digit)


def _matrix(document: Any, watch: Watch | None) -> Any:
    """The document's Matrix class, or a subclass that records what is written to it."""
    if watch is None:
        return document.Matrix
    record_write = watch.record_write

    class WatchedMatrix(document.Matrix):  # type: ignore[misc]
        __slots__ = ()

        def __setitem__(self, index: tuple[int, int], digit: int) -> None:
            super().__setitem__(index, digit)
            i, j = index
            record_write((i - 1) * self.columns + j - 1, digit)

    return WatchedMatrix


DOCUMENTS = (CStyle(), ScilabStyle(), PseudocodeStyle(), DeductionStyle())
