"""How the time of each solver grows with the size of the search tree.

The size of a puzzle is the number of placements of the row-major search. Each solver runs the puzzles from the
smallest to the largest, each with a CPU time limit (`cap`); short runs are repeated. After two timeouts in a row
the solver is stopped, and its times on the larger puzzles are unknown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Annotated, Literal

from ..external.spec import SolverSpec, available_specs
from ..solvers.protocol import Declared
from . import _schema
from ._measure import OnProgress
from ._timing import CapExceeded, SolverFailed, TimedWorker
from .comparison import NothingToCompare, default_reference, resolve_specs
from .machine import Machine, this_machine
from .sets import PuzzleSet, load_set

FORMAT: Literal["sudoku-rosetta growth 2"] = "sudoku-rosetta growth 2"
CAP = 2.0
_MAX_UNFINISHED = 2
_MIN_TIMING_NS, _MAX_REPEATED_NS = 5_000_000, 300_000_000
"""A puzzle is repeated until its timing reaches the minimum; a puzzle that exceeds the maximum runs once."""
_MAX_LOOPS = 4**9
_COUNTING_CAP_S = 5.0
"""CPU time limit for counting placements; a counting run may take five times as long."""


@dataclass(frozen=True)
class Puzzle:
    """A puzzle and the size of its search tree."""

    id: Annotated[str, "its id in the set"]
    grid: Annotated[str, "81 digits, 0 for an empty cell"]
    placements: Annotated[int | None, "placements of the row-major search; null if too many to count"]


@dataclass(frozen=True)
class Point:
    """The time of one solver on one puzzle."""

    puzzle: Annotated[str, "id of the puzzle"]
    time: Annotated[int | None, "CPU time in nanoseconds; null after a timeout"]


@dataclass(frozen=True)
class Curve:
    """The times of one solver, for the puzzles that it ran."""

    solver: Annotated[str, "name of the solver"]
    language: Annotated[str, "programming language"]
    row_major: Annotated[bool, "whether it declares that it searches the row-major tree"]
    failed: Annotated[str | None, "the error that ended its runs; null if none"]
    points: Annotated[tuple[Point, ...], "the times, smallest puzzle first"]


@dataclass(frozen=True)
class Growth:
    """The growth curves of several solvers."""

    format: Annotated[Literal["sudoku-rosetta growth 2"], "name and version of this format"]
    date: Annotated[str, "start of the measurement, ISO 8601, UTC"]
    machine: Annotated[Machine, "the machine that it ran on"]
    set: Annotated[str, "name of the set of puzzles"]
    cap: Annotated[float, "CPU time limit for one puzzle, in seconds"]
    puzzles: Annotated[tuple[Puzzle, ...], "the puzzles, smallest first; those of unknown size last"]
    curves: Annotated[tuple[Curve, ...], "one curve per solver"]

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1)


def from_json(text: str) -> Growth:
    """Parse the text of a growth file; SchemaError says where it is invalid."""
    try:
        return _schema.read(Growth, json.loads(text))
    except json.JSONDecodeError as error:
        raise _schema.SchemaError(f"not JSON: {error}") from None


def measure_growth(
    solvers: Iterable[str | SolverSpec] | None = None,
    puzzles: PuzzleSet | None = None,
    *,
    cap: float = CAP,
    on_progress: OnProgress = lambda solvers, activity, elapsed: None,
    save: Callable[[Growth], object] = lambda partial: None,
) -> Growth:
    """Time each solver on the puzzles of the set `growth`, or of another set.

    `save` receives the partial result after each solver, so that an interrupt loses no finished curve.
    `on_progress` is called between solvers.
    """
    with ExitStack() as stack:
        return _measure_growth(resolve_specs(solvers, stack), puzzles, cap, on_progress, save)


def _measure_growth(
    specs: list[SolverSpec],
    puzzles: PuzzleSet | None,
    cap: float,
    on_progress: OnProgress,
    save: Callable[[Growth], object],
) -> Growth:
    machine, began = this_machine(), datetime.now(UTC)
    chosen = puzzles or load_set("growth")
    sized = _sorted_puzzles(chosen, specs, on_progress)
    found = Growth(FORMAT, began.isoformat(timespec="seconds"), machine, chosen.name, cap, tuple(sized), ())
    for number, spec in enumerate(specs):
        on_progress([], f"{spec.name}: {len(sized)} puzzles", number / len(specs))
        found = replace(found, curves=(*found.curves, _curve(spec, sized, chosen, cap)))
        save(found)
    return found


def _sorted_puzzles(puzzles: PuzzleSet, specs: Sequence[SolverSpec], on_progress: OnProgress) -> list[Puzzle]:
    """The puzzles, sorted by size. The sizes are those of the set, or are counted now, in untimed runs."""
    ids = puzzles.ids or [f"{puzzles.name}-{number}" for number in range(1, len(puzzles.grids) + 1)]
    sizes = puzzles.placements or _count_placements(
        puzzles, _counter([*specs, *available_specs()]), on_progress
    )
    found = [Puzzle(*each) for each in zip(ids, map(str, puzzles.grids), sizes, strict=True)]
    return sorted(found, key=lambda each: (each.placements is None, each.placements or 0))


def _count_placements(puzzles: PuzzleSet, counter: SolverSpec, on_progress: OnProgress) -> list[int | None]:
    """The size of each puzzle; None if it takes too long or fails. A new process continues after a failure."""
    sizes: list[int | None] = []
    while len(sizes) < len(puzzles.grids):
        with _start_counting(counter, puzzles) as process:
            try:
                for number in range(len(sizes), len(puzzles.grids)):
                    on_progress([], f"{counter.name}: counting placements of puzzle {number + 1}", 0.0)
                    sizes.append(process.observe(number)["counts"].get("placements"))
            except (CapExceeded, SolverFailed):
                sizes.append(None)
    return sizes


def _start_counting(counter: SolverSpec, puzzles: PuzzleSet) -> TimedWorker:
    try:
        return _start(counter, puzzles, _COUNTING_CAP_S)
    except SolverFailed as failed:
        raise NothingToCompare(f"{counter.name} failed to count the placements: {failed}") from None


def _counter(specs: Sequence[SolverSpec]) -> SolverSpec:
    """A registered solver that searches the row-major tree and reports its placements, compiled if possible."""
    from ..solvers import solvers

    declared = {solver.id: solver.declared() for solver in solvers()}
    registered = [spec for spec in specs if spec.name in declared and spec.kind == "registered"]
    counters = [
        spec
        for spec in registered
        if declared[spec.name].row_major and "placements" in declared[spec.name].reports
    ]
    if not counters:
        raise NothingToCompare("no solver here can count the placements of the row-major search")
    name = default_reference(counters, declared)
    return next(each for each in counters if each.name == name)


def _start(spec: SolverSpec, puzzles: PuzzleSet, cap: float) -> TimedWorker:
    return TimedWorker(spec, puzzles.grids, puzzles.limit, cap)


def _curve(spec: SolverSpec, sized: Sequence[Puzzle], puzzles: PuzzleSet, cap: float) -> Curve:
    declared: Declared | None = None
    reason: str | None = None
    points: list[Point] = []
    number_of = {str(grid): number for number, grid in enumerate(puzzles.grids)}
    try:
        while len(points) < len(sized) and not _timed_out(points):
            with _start(spec, puzzles, cap) as process:
                declared = process.declared
                for puzzle in sized[len(points) :]:
                    points.append(_point(process, puzzle, number_of[puzzle.grid]))
                    if points[-1].time is None:  # the timeout has ended the process
                        break
    except SolverFailed as failed:
        reason = str(failed)
    language, row_major = (declared.language, declared.row_major) if declared else ("", False)
    return Curve(spec.name, language, row_major, reason, tuple(points))


def _timed_out(points: Sequence[Point]) -> bool:
    return len(points) >= _MAX_UNFINISHED and all(point.time is None for point in points[-_MAX_UNFINISHED:])


def _point(process: TimedWorker, puzzle: Puzzle, number: int) -> Point:
    try:
        return Point(puzzle.id, _time(process, number))
    except CapExceeded:
        return Point(puzzle.id, None)


def _time(process: TimedWorker, puzzle: int) -> int:
    """CPU time of one puzzle: a single run of a long puzzle, the best of three timings of a short one.

    A timing repeats a short puzzle, because Linux may update the CPU clock only at each tick after a CPU time limit
    was set.
    """
    rough = max(process.time_once(puzzle), 1)
    if rough > _MAX_REPEATED_NS:
        return rough
    loops = 1
    while (
        best := min(process.time_loops([puzzle] * 3, [loops] * 3)["cpu"])
    ) * loops < _MIN_TIMING_NS and loops < _MAX_LOOPS:
        loops *= 4
    return best
