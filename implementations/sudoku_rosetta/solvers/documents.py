"""The four documents behind the solvers' face, without a word of ours inside them.

Each search takes a fresh copy of the document's module, so that its globals are its own: a second call, a call
inside a call and one from another thread meet nothing of the first. In that copy, the words by which the
document shows a solution are ours; and where a search is watched, so are the tables that it writes into
and the names of the functions that are counted.
"""

from __future__ import annotations

import functools
from abc import abstractmethod
from collections.abc import Callable, Iterable
from importlib.resources import files
from types import CodeType, MappingProxyType, ModuleType
from typing import Any, ClassVar

from ..grid import Grid
from .protocol import Enough, Found, Report, Solver, checked_limit

Show = Callable[[Iterable[int]], None]


class Watch:
    """Counts what it is asked to, and keeps a digest of the placements."""

    def __init__(self, names: Iterable[str]) -> None:
        self.counts = dict.fromkeys(sorted(names), 0)
        self._tree = 0xCBF29CE484222325

    def each(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, each call of it counted."""
        counts = self.counts

        @functools.wraps(function)
        def counted(*arguments: object) -> Any:
            counts[name] += 1
            return function(*arguments)

        return counted

    def each_found(self, name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The function, each answer that is not None counted."""
        counts = self.counts

        @functools.wraps(function)
        def counted(*arguments: object) -> Any:
            answer = function(*arguments)
            counts[name] += answer is not None
            return answer

        return counted

    def written(self, cell: int, digit: int) -> None:
        """The cell, from 0, has received the digit; the digest is FNV-1a, as in csrc/original/binding.csrc.c."""
        if digit == 0:
            return
        self.counts["placements"] += 1
        for byte in (cell, digit):
            self._tree = (self._tree ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF

    def tree(self) -> str:
        return f"{self._tree:016x}"


class DocumentSolver(Solver):
    """A document's module; the adapter of each says how it is started and where it shows a solution."""

    module: ClassVar[str]
    promises = frozenset({"lexicographic"})

    def search(
        self, grid: Grid, found: Found | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        checked_limit(limit)
        solutions = 0

        def show(digits: Iterable[int]) -> None:
            nonlocal solutions
            solutions += 1
            if found is not None:
                found(self.solution(digits))
            if solutions == limit:
                raise Enough

        watching = Watch(self.reports) if watch else None
        complete = True
        try:
            self.run(fresh(self.module), grid, show, watching)
        except Enough:
            complete = False
        if watching is None:
            return Report(solutions, complete)
        tree = watching.tree() if "row-major" in self.promises else None
        return Report(solutions, complete, MappingProxyType(watching.counts), tree)

    def solution(self, digits: Iterable[int]) -> Grid:
        """What the document shows; a grid that is no solution does not pass for one."""
        return Grid(digits)

    @abstractmethod
    def run(self, document: Any, grid: Grid, show: Show, watch: Watch | None) -> None:
        """Run the document's program on the grid, to the end of its tree."""


class CStyle(DocumentSolver):
    id = "c-style"
    title = "Document c in Python: global tables, a recursive tree"
    style = "C"
    document = "c"
    module = "c_style"
    promises = frozenset({"lexicographic", "row-major"})
    reports = frozenset({"calls", "tests", "placements"})

    def run(self, document: Any, grid: Grid, show: Show, watch: Watch | None) -> None:
        document.a = _Given(grid)
        document.dessin = lambda: show(digit for row in document.chiffre[:9] for digit in row[:9])
        document.conditionsinitiales()
        if watch is not None:
            document.possible = watch.each("tests", document.possible)
            document.arbre = watch.each("calls", document.arbre)
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
        document.disp = lambda _, solution: show(solution.T)  # a matrix is walked column by column
        if watch is not None:
            document.MoveIsPossible = watch.each("tests", document.MoveIsPossible)
            document.Sudoku = watch.each("calls", document.Sudoku)
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
        """Carried on to the end: it stops at its first solution, when Avancer_Case says 82, the end of the
        grid; there it is made to step back to the last empty cell, as after any other failure."""
        advance = document.Avancer_Case
        step_back = document.Reculer_Case

        def advance_or_turn(k: int) -> int:
            x: int = advance(k)
            if x == 82:
                show(document.matsudoku)
                x = step_back(82) or 82
            return x

        document.Avancer_Case = advance_or_turn
        document.AfficherGrille = lambda: None
        document.disp = lambda _: None
        if watch is not None:
            document.Possible_Case = watch.each("tests", document.Possible_Case)
            document.Reculer_Case = watch.each("retreats", step_back)
        document.Programme_Principal(_matrix(document, watch)(list(grid)))


class DeductionStyle(DocumentSolver):
    id = "deduction-style"
    title = "Document deduction in Python: rules first, then exploration"
    style = "rules"
    document = "deduction"
    module = "deduction_style"
    reports = frozenset({"calls", "guesses", "placements", "single candidates", "single places"})

    def run(self, document: Any, grid: Grid, show: Show, watch: Watch | None) -> None:
        """Carried on to the end: a success is made a thing that equals nothing, itself included, so that step 7.2
        never takes it for one and the exploration goes on."""
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
            document.algorithme = watch.each("calls", document.algorithme)
            document.retenir = watch.each("guesses", document.retenir)
            document.placer = watch.each("placements", document.placer)
            for rule, name in (
                ("case_a_un_seul_chiffre", "single candidates"),
                ("chiffre_a_une_seule_case", "single places"),
            ):
                setattr(document, rule, watch.each_found(name, getattr(document, rule)))
        document.algorithme()


def fresh(name: str) -> ModuleType:
    """A copy of a document's module, with globals of its own."""
    full_name, code = _compiled(name)
    module = ModuleType(full_name)
    module.__package__ = full_name.rpartition(".")[0]
    exec(code, module.__dict__)
    return module


@functools.cache
def _compiled(name: str) -> tuple[str, CodeType]:
    package = f"{__package__.rpartition('.')[0]}.documents"
    source = files(package).joinpath(f"{name}.py")
    # Not by the module's loader: pytest has one of its own for every package that brings it a plugin, as ours does.
    code = compile(source.read_bytes(), str(source), "exec", dont_inherit=True)
    full_name = f"{package}.{name}"
    return full_name, code


class _Given(list[int]):
    """The clues, written in stone: conditionsinitiales() writes the document's own grid over them in vain."""

    def __setitem__(self, cell: Any, digit: Any) -> None:
        pass


class _WatchedRow(list[int]):
    """A row of `chiffre` that tells what is written into it."""

    def __init__(self, row: list[int], first_cell: int, watch: Watch) -> None:
        super().__init__(row)
        self._first_cell = first_cell
        self._watch = watch

    def __setitem__(self, column: Any, digit: Any) -> None:
        super().__setitem__(column, digit)
        self._watch.written(self._first_cell + column, digit)


def _matrix(document: Any, watch: Watch | None) -> Any:
    """The document's Matrix, or one that tells what is written into it."""
    if watch is None:
        return document.Matrix
    written = watch.written

    class WatchedMatrix(document.Matrix):  # type: ignore[misc]
        __slots__ = ()

        def __setitem__(self, index: tuple[int, int], digit: int) -> None:
            super().__setitem__(index, digit)
            i, j = index
            written((i - 1) * self.columns + j - 1, digit)

    return WatchedMatrix


DOCUMENTS = (CStyle(), ScilabStyle(), PseudocodeStyle(), DeductionStyle())
