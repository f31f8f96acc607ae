"""`sudoku-rosetta tour`: the first minute. One grid, every writing: same answer, one tree, other times.

Every figure is computed here and now. The runs that are timed count nothing; what is counted comes from
another run, in a process apart, so that the whole takes seconds.
"""

from __future__ import annotations

import math
import shutil
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from .. import __version__
from ..grid import Grid
from ..runtime.worker import RequestFailed, Worker, WorkerEnded
from ..solvers import Report, Solver, solver_named
from .exits import NOT_SO, Failure
from .progress import Progress

if TYPE_CHECKING:
    from rich.console import Console

RUNS, ENOUGH = 5, 0.5
"""A writing is run so often, or until it has had so many seconds; once at least."""
TREE = ("calls", "tests", "placements")


@dataclass(frozen=True)
class Measured:
    """What one solver did with the grid."""

    solver: Solver
    answers: tuple[Grid, ...]
    seconds: float
    runs: int
    report: Report


@click.command(short_help="Compare all writings on one grid. Start here.")
def command() -> int:
    """Solve the grid of document c by every writing and by the document's own C, and
    compare answers, search trees (calls, tests, placements) and times. Takes a few seconds.

    \b
    Examples:
      sudoku-rosetta tour
      sudoku-rosetta tour > tour.txt

    Exit codes: 0 all agree; 1 some disagree; 130 interrupted.
    """
    from ..solvers.registry import OURS

    grid = grid_of_document_c()
    here = [solver for solver in OURS if solver.missing() is None]
    with counted_apart(grid, here) as counted, Progress("writings tried") as progress:
        page = Page(progress)
        page.begin()
        results: list[Measured] = []
        for one in measured(grid, here, counted):
            if not results:
                page.drawing(grid, one)
            results.append(one)
            page.row(one)
            progress.done += 1
        for solver in OURS:
            if reason := solver.missing():
                page.missing(solver, str(reason))
    agreed = page.verdicts(disagreements(grid, results), results)
    page.times(results)
    page.next_steps()
    return 0 if agreed else NOT_SO


def grid_of_document_c() -> Grid:
    """The document's grid, as its own program writes it down."""
    from ..solvers.documents import fresh

    document: Any = fresh("c_style")
    document.conditionsinitiales()
    return Grid(document.a)


# --- what is measured ---------------------------------------------------------------------------------


def measured(grid: Grid, solvers: Sequence[Solver], reports: Iterator[Report]) -> Iterator[Measured]:
    """Each solver's whole search, in turn: timed here, counted apart."""
    for solver in solvers:
        answers, seconds, runs = _timed(grid, solver)
        try:
            report = next(reports)
        except (WorkerEnded, RequestFailed) as error:
            raise Failure(f"{solver.id}: its counting run broke down: {error}") from None
        yield Measured(solver, answers, seconds, runs, report)


def _timed(grid: Grid, solver: Solver) -> tuple[tuple[Grid, ...], float, int]:
    answers: list[Grid] = []
    times: list[float] = []
    while not times or (len(times) < RUNS and sum(times) < ENOUGH):
        answers.clear()
        began = time.perf_counter()
        solver.search(grid, answers.append)
        times.append(time.perf_counter() - began)
    return tuple(answers), min(times), len(times)


@contextmanager
def counted_apart(grid: Grid, solvers: Sequence[Solver]) -> Iterator[Iterator[Report]]:
    """Each solver's report, in turn, from another process."""
    with Worker(f"{__name__}:Counting") as worker:
        reports = worker.stream("reports", grid=str(grid), names=[solver.id for solver in solvers])
        yield (Report(**report) for report in reports)


class Counting:
    """The service of that process."""

    def reports(self, grid: str, names: Sequence[str]) -> Iterator[dict[str, object]]:
        for name in names:
            report = solver_named(name).search(Grid(grid), watch=True)
            yield {
                "solutions": report.solutions,
                "complete": report.complete,
                "counts": dict(report.counts),
                "tree": report.tree,
            }


def disagreements(grid: Grid, results: Sequence[Measured]) -> list[str]:
    """What is not as it must be; nothing, if all is well."""
    first, *others = results
    found = [
        f"{one.solver.id} gives an answer that does not solve the grid"
        for one in results
        if not all(answer.solves(grid) for answer in one.answers)
    ]
    found += [
        f"{one.solver.id} and {first.solver.id} do not give the same answers"
        for one in others
        if sorted(one.answers) != sorted(first.answers)
    ]
    reference, *rest = _row_major(results) or [first]
    return found + [
        f"{one.solver.id} and {reference.solver.id} do not search the same tree"
        for one in rest
        if _tree(one, reference) != _tree(reference, one)
    ]


def _row_major(results: Iterable[Measured]) -> list[Measured]:
    return [one for one in results if "row-major" in one.solver.promises]


def _tree(one: Measured, other: Measured) -> list[object]:
    """The digest of its placements, and the counts of the tree that both report."""
    both = [count for count in TREE if count in one.report.counts and count in other.report.counts]
    return [one.report.tree, *(one.report.counts[count] for count in both)]


# --- how it looks -------------------------------------------------------------------------------------


class Page:
    """The page, part by part; the same in a terminal and in a pipe, but for colour."""

    def __init__(self, progress: Progress) -> None:
        from rich.console import Console

        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 80
        self._console: Console = Console(width=max(width, 80), highlight=False, emoji=False)
        self._progress = progress
        self._block = "█" if self._console.encoding.startswith("utf") else "#"

    def _print(self, text: str = "") -> None:
        """A line with rich's marks; through the progress, which must make room for it."""
        with self._console.capture() as captured:
            self._console.print(text, soft_wrap=True)
        self._progress.write(captured.get().removesuffix("\n"))

    def _head(self, text: str) -> None:
        self._print(f"\n[bold]{text}[/]\n")

    def begin(self) -> None:
        self._print(f"[bold]sudoku-rosetta {__version__}: one puzzle, four writings, one tree[/]\n")

    def drawing(self, grid: Grid, result: Measured) -> None:
        """The grid beside its solution, the clues in bold there too."""
        solutions = len(result.answers)
        title = "its only solution" if solutions == 1 else f"the first of its {solutions} solutions"
        self._print(
            f"  {f'the grid of document c, {grid.clues} clues':<40}{title if solutions else 'no solution'}"
        )
        solved = result.answers[0] if solutions else grid
        for clues, answer in zip(grid.pretty().splitlines(), solved.pretty().splitlines(), strict=True):
            marked = "".join(
                f"[bold]{b}[/]" if a in "123456789" else f"[cyan]{b}[/]" if b.isdigit() else b
                for a, b in zip(clues, answer, strict=True)
            )
            left = "".join(f"[bold]{sign}[/]" if sign in "123456789" else sign for sign in clues)
            self._print(f"  {left}{' ' * (40 - len(clues))}{marked}")
        self._head("Every writing searches it to the end")
        self._print(f"  [bold]{'':<18}{'solutions':>9}{'calls':>11}{'tests':>11}{'placements':>12}[/]")

    def row(self, result: Measured) -> None:
        counts = dict(result.report.counts)
        cells = "".join(
            f"{_number(counts.pop(name, None)):>{width}}"
            for name, width in zip(TREE, (11, 11, 12), strict=True)
        )
        self._print(f"  {result.solver.id:<18}{len(result.answers):>9,}{cells}")
        if "row-major" not in result.solver.promises and counts:
            self._print(f"    [dim]by rules: {_listed(f'{n:,} {name}' for name, n in counts.items())}[/]")

    def missing(self, solver: Solver, reason: str) -> None:
        text = fill(reason, 78, initial_indent=" " * 20, subsequent_indent=" " * 20).strip()
        self._print(f"  {solver.id:<18}{_escaped(text)}")

    def verdicts(self, wrong: list[str], results: Sequence[Measured]) -> bool:
        """Say what agrees, or what does not."""
        self._print()
        for line in wrong:
            self._print(f"  [bold red]THEY DISAGREE: {line}.[/]")
        if wrong:
            return False
        self._print(f"  [green]The same answer from all {len(results)}.[/]")
        one_tree = _row_major(results)
        if len(one_tree) > 1:
            report = one_tree[0].report
            shared = [name for name in TREE if all(name in one.report.counts for one in one_tree)]
            names = _listed(one.solver.id for one in one_tree)
            same = _listed(f"{report.counts[name]:,} {name}" for name in shared)
            text = f"One tree: {names} make the same {same} in the same order (digest {report.tree})."
            self._print(fill(text, 78, initial_indent="  ", subsequent_indent="  "))
        return True

    def times(self, results: Sequence[Measured]) -> None:
        """The bars, on a scale where each power of ten is as wide."""
        ordered = sorted(results, key=lambda one: one.seconds)
        fastest = ordered[0]
        lowest = math.floor(math.log10(fastest.seconds))
        decade = 36 // max(math.ceil(math.log10(ordered[-1].seconds)) - lowest, 1)
        self._head("The time of each, nothing counted")
        for one in ordered:
            bar = self._block * max(round((math.log10(one.seconds) - lowest) * decade), 1)
            ratio = one.seconds / fastest.seconds
            shown = f"{ratio:,.0f}" if ratio >= 10 or one is fastest else f"{ratio:.1f}"
            self._print(f"  {one.solver.id:<18}{_duration(one.seconds):>8} {shown:>7} x  [cyan]{bar}[/]")
        runs = max(one.runs for one in results)
        self._print(
            f"\n  [dim]Best of {runs} runs at most; a bar {decade} signs longer is 10 times the time.[/]"
        )

    def next_steps(self) -> None:
        self._head("What to try next")
        program, python = _commands()
        steps = {
            f"{program} errata --id S1": "a document's mistake",
            f"{program} check --help": "legal, unique, minimal?",
            f"{program} solve --help": "grids by the million",
            f"{python} -m sudoku_rosetta.documents.c_style": "document c's program",
        }
        width = max(map(len, steps))
        for step, why in steps.items():
            self._print(f"  {_escaped(step.ljust(width))}  [dim]{why}[/]")


def _commands() -> tuple[str, str]:
    """How to call us and this Python from here: the environment of `make tour` is not on the path."""
    python = Path(sys.executable)
    beside = python.with_name("sudoku-rosetta")
    command = python.name if shutil.which(python.name) == str(python) else _short(python)
    if shutil.which("sudoku-rosetta"):
        return "sudoku-rosetta", command
    return _short(beside) if beside.exists() else f"{command} -m sudoku_rosetta", command


def _short(path: Path) -> str:
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def _escaped(text: str) -> str:
    from rich.markup import escape

    return escape(text)


def _number(count: int | None) -> str:
    return "-" if count is None else f"{count:,}"


def _listed(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _duration(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.3g} ms"
