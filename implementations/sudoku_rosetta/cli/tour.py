"""`sudoku-rosetta tour`: run every solver on one grid and compare solutions, search trees and times.

Times are measured without counting. Meanwhile a subprocess repeats each search with counting.
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

from .. import __version__
from ..grid import Grid
from ..runtime.worker import RequestFailed, Worker, WorkerExited
from ..solvers import Report, Solver, solver_named
from . import help_pages
from .exits import NEGATIVE_ANSWER, Failure
from .progress import Progress

if TYPE_CHECKING:
    from rich.console import Console

MAX_RUNS, MAX_TIMED_S = 5, 0.5
"""A solver is run until it reaches one of these limits, at least once."""
TREE = ("calls", "tests", "placements")


@dataclass(frozen=True)
class Measured:
    """The result of one solver."""

    solver: Solver
    answers: tuple[Grid, ...]
    seconds: float
    runs: int
    report: Report


@help_pages.command(short_help="Compare all solvers on one grid. Start here.")
def command() -> int:
    """Solve one grid with every solver, and compare the results.

    The grid is the one printed in document c. The output shows the solution, the
    size of each search (calls, tests and placements), whether the solvers agree,
    and the time of each solver. This takes a few seconds.

    \b
    Examples:
      sudoku-rosetta tour
      sudoku-rosetta tour > tour.txt

    \b
    Exit codes:
      0    all solvers agree
      1    some solvers disagree
      130  interrupted
    """
    from ..solvers.registry import BUILT_IN

    grid = grid_of_document_c()
    available = [solver for solver in BUILT_IN if solver.missing() is None]
    with counts_from_subprocess(grid, available) as counted, Progress("solvers done") as progress:
        page = Page(progress)
        page.begin()
        results: list[Measured] = []
        for one in measured(grid, available, counted):
            if not results:
                page.drawing(grid, one)
            results.append(one)
            page.row(one)
            progress.done += 1
        for solver in BUILT_IN:
            if reason := solver.missing():
                page.missing(solver, str(reason))
    agreed = page.verdicts(disagreements(grid, results), results)
    page.times(results)
    page.next_steps()
    return 0 if agreed else NEGATIVE_ANSWER


def grid_of_document_c() -> Grid:
    """The grid in the program of document c."""
    from ..solvers.documents import fresh_module

    document: Any = fresh_module("c_style")
    document.conditionsinitiales()
    return Grid(document.a)


# --- measurement ---------------------------------------------------------------------------------


def measured(grid: Grid, solvers: Sequence[Solver], reports: Iterator[Report]) -> Iterator[Measured]:
    """Run the complete search of each solver in turn and measure its time; the counts come from `reports`."""
    for solver in solvers:
        answers, seconds, runs = _timed(grid, solver)
        try:
            report = next(reports)
        except (WorkerExited, RequestFailed) as error:
            raise Failure(f"{solver.id}: the counting run failed: {error}") from None
        yield Measured(solver, answers, seconds, runs, report)


def _timed(grid: Grid, solver: Solver) -> tuple[tuple[Grid, ...], float, int]:
    answers: list[Grid] = []
    times: list[float] = []
    while not times or (len(times) < MAX_RUNS and sum(times) < MAX_TIMED_S):
        answers.clear()
        began = time.perf_counter()
        solver.search(grid, answers.append)
        times.append(time.perf_counter() - began)
    return tuple(answers), min(times), len(times)


@contextmanager
def counts_from_subprocess(grid: Grid, solvers: Sequence[Solver]) -> Iterator[Iterator[Report]]:
    """The reports of the solvers, in turn, from a subprocess."""
    with Worker(f"{__name__}:CountingService") as worker:
        reports = worker.stream("reports", grid=str(grid), names=[solver.id for solver in solvers])
        yield (Report(**report) for report in reports)


class CountingService:
    """Runs in the subprocess, which repeats each search with counting."""

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
    """The disagreements between the results, as sentences."""
    first, *others = results
    found = [
        f"{one.solver.id} gives a wrong solution"
        for one in results
        if not all(answer.solves(grid) for answer in one.answers)
    ]
    found += [
        f"{one.solver.id} and {first.solver.id} give different solutions"
        for one in others
        if sorted(one.answers) != sorted(first.answers)
    ]
    reference, *rest = _row_major(results) or [first]
    return found + [
        f"{one.solver.id} and {reference.solver.id} search different trees"
        for one in rest
        if _tree(one, reference) != _tree(reference, one)
    ]


def _row_major(results: Iterable[Measured]) -> list[Measured]:
    return [one for one in results if "row-major" in one.solver.promises]


def _tree(one: Measured, other: Measured) -> list[object]:
    """The digest of its placements, and the counts that both solvers report."""
    both = [count for count in TREE if count in one.report.counts and count in other.report.counts]
    return [one.report.tree, *(one.report.counts[count] for count in both)]


# --- output -------------------------------------------------------------------------------------


class Page:
    """Prints the output, part by part: the same in a terminal and in a pipe, except for colours."""

    def __init__(self, progress: Progress) -> None:
        from rich.console import Console

        width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 80
        self._console: Console = Console(width=max(width, 80), highlight=False, emoji=False)
        self._progress = progress
        self._block = "█" if self._console.encoding.startswith("utf") else "#"

    def _print(self, text: str = "") -> None:
        """Print a line of rich markup through `progress`, which hides its own line first."""
        with self._console.capture() as captured:
            self._console.print(text, soft_wrap=True)
        self._progress.write(captured.get().removesuffix("\n"))

    def _heading(self, text: str) -> None:
        self._print(f"\n[bold]{text}[/]\n")

    def begin(self) -> None:
        self._print(f"[bold]sudoku-rosetta {__version__}: one grid, every solver[/]\n")

    def drawing(self, grid: Grid, result: Measured) -> None:
        """Print the grid beside its solution, with the clues in bold in both."""
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
        self._heading("Each solver searches for all solutions")
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
        """Print what agrees, or the disagreements."""
        self._print()
        for line in wrong:
            self._print(f"  [bold red]DISAGREEMENT: {line}.[/]")
        if wrong:
            return False
        self._print(f"  [green]All {len(results)} solvers give the same solution.[/]")
        row_major = _row_major(results)
        if len(row_major) > 1:
            report = row_major[0].report
            shared = [name for name in TREE if all(name in one.report.counts for one in row_major)]
            names = _listed(one.solver.id for one in row_major)
            same = _listed(f"{report.counts[name]:,} {name}" for name in shared)
            text = f"Same search tree: {names} make the same {same} in the same order (digest {report.tree})."
            self._print(fill(text, 78, initial_indent="  ", subsequent_indent="  "))
        return True

    def times(self, results: Sequence[Measured]) -> None:
        """Print the times as bars on a logarithmic scale."""
        ordered = sorted(results, key=lambda one: one.seconds)
        fastest = ordered[0]
        lowest = math.floor(math.log10(fastest.seconds))
        decade = 36 // max(math.ceil(math.log10(ordered[-1].seconds)) - lowest, 1)
        self._heading("Times (without counting)")
        for one in ordered:
            bar = self._block * max(round((math.log10(one.seconds) - lowest) * decade), 1)
            ratio = one.seconds / fastest.seconds
            shown = f"{ratio:,.0f}" if ratio >= 10 or one is fastest else f"{ratio:.1f}"
            self._print(f"  {one.solver.id:<18}{_duration(one.seconds):>8} {shown:>7} x  [cyan]{bar}[/]")
        runs = max(one.runs for one in results)
        self._print(
            f"\n  [dim]Best of up to {runs} runs. Logarithmic scale: {decade} characters are a factor of 10.[/]"
        )

    def next_steps(self) -> None:
        self._heading("What to try next")
        program, python = _commands()
        steps = {
            f"{program} errata --id S1": "an error in a document",
            f"{program} check --help": "check a grid",
            f"{program} solve --help": "solve your own grids",
            f"{python} -m sudoku_rosetta.documents.c_style": "document c's program",
        }
        width = max(map(len, steps))
        for step, why in steps.items():
            self._print(f"  {_escaped(step.ljust(width))}  [dim]{why}[/]")


def _commands() -> tuple[str, str]:
    """The commands that run this program and this Python, with their paths if they are not on PATH."""
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
