"""How cost grows: puzzles from easy to the worst that the tree in reading order knows, as a curve in placements.

The placements are those of that tree; every solver then runs
the puzzles from the lightest on, each once or, where that is short, some times, and each with a cap. After two
in a row that it did not finish, a solver is not asked further: the rest is shown as unknown.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Annotated, Literal

from ..external.spec import SolverSpec, everyone
from ..solvers.protocol import Declared
from . import _schema
from ._measure import OnProgress
from ._timing import Failed, OverCap, TimedWorker
from .comparison import NothingToCompare, specs_of, usual_reference
from .machine import Machine, this_machine
from .sets import PuzzleSet, set_named

FORMAT: Literal["sudoku-rosetta growth 1"] = "sudoku-rosetta growth 1"
CAP = 2.0
_MAX_UNFINISHED = 2
_SHORT_NS, _LONG_NS = 5_000_000, 300_000_000
"""Below, a puzzle is run many times in one timing; above, once."""
_MAX_LOOPS = 4**9
_COUNTING_CAP_S = 5.0
"""The cap when trees are counted; a watched run may take five times that."""


@dataclass(frozen=True)
class Puzzle:
    """One of the puzzles, and the size of its tree."""

    id: Annotated[str, "its name in the set"]
    grid: Annotated[str, "81 digits, 0 for an empty cell"]
    placements: Annotated[
        int | None, "of the tree in reading order; null where even they could not be counted"
    ]


@dataclass(frozen=True)
class Point:
    """One solver on one puzzle."""

    puzzle: Annotated[str, "the puzzle's name"]
    time: Annotated[
        int | None, "nanoseconds of processor time; null where it was not finished within the cap"
    ]


@dataclass(frozen=True)
class Curve:
    """One solver; puzzles that it was not asked are not among its points."""

    solver: Annotated[str, "its name"]
    language: Annotated[str, "what it is written in"]
    one_tree: Annotated[bool, "whether it declares the tree in reading order"]
    failed: Annotated[str | None, "why there are no more points"]
    points: Annotated[tuple[Point, ...], "from the lightest puzzle on"]


@dataclass(frozen=True)
class Growth:
    """How cost grows for each."""

    format: Annotated[Literal["sudoku-rosetta growth 1"], "the version of this description"]
    date: Annotated[str, "when it began, ISO 8601, UTC"]
    machine: Annotated[Machine, "where"]
    set: Annotated[str, "the set of puzzles"]
    cap: Annotated[float, "the seconds of processor time that a puzzle might take"]
    puzzles: Annotated[tuple[Puzzle, ...], "lightest first; those whose tree was not counted last"]
    curves: Annotated[tuple[Curve, ...], "one a solver"]

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1)


def from_json(text: str) -> Growth:
    """A growth out of a file; `SchemaError` says where it differs."""
    try:
        return _schema.read(Growth, json.loads(text))
    except json.JSONDecodeError as error:
        raise _schema.SchemaError(f"not JSON: {error}") from None


def grow(
    solvers: Iterable[str | SolverSpec] | None = None,
    puzzles: PuzzleSet | None = None,
    *,
    cap: float = CAP,
    on_progress: OnProgress = lambda solvers, activity, elapsed: None,
    keep: Callable[[Growth], object] = lambda so_far: None,
) -> Growth:
    """Each solver on each puzzle of the set `growth`, or of another, as far as it comes.

    `on_progress` is called as it goes; `keep` gets the curves so far after each solver, so that an interrupt
    loses little.
    """
    with ExitStack() as stack:
        return _grow(specs_of(solvers, stack), puzzles, cap, on_progress, keep)


def _grow(
    specs: list[SolverSpec],
    puzzles: PuzzleSet | None,
    cap: float,
    on_progress: OnProgress,
    keep: Callable[[Growth], object],
) -> Growth:
    machine, began = this_machine(), datetime.now(UTC)
    chosen = puzzles or set_named("growth")
    sized = _sized(chosen, specs, on_progress)
    found = Growth(FORMAT, began.isoformat(timespec="seconds"), machine, chosen.name, cap, tuple(sized), ())
    for number, spec in enumerate(specs):
        on_progress([], f"{spec.name} on {len(sized)} puzzles", number / len(specs))
        found = replace(found, curves=(*found.curves, _curve(spec, sized, chosen, cap)))
        keep(found)
    return found


def _sized(puzzles: PuzzleSet, specs: Sequence[SolverSpec], on_progress: OnProgress) -> list[Puzzle]:
    """The puzzles by the size of their trees: as the set says, or counted now, outside all timing."""
    ids = puzzles.ids or [f"{puzzles.name}-{number}" for number in range(1, len(puzzles.grids) + 1)]
    sizes = puzzles.placements or _counted(puzzles, _counter([*specs, *everyone()]), on_progress)
    found = [Puzzle(*each) for each in zip(ids, map(str, puzzles.grids), sizes, strict=True)]
    return sorted(found, key=lambda each: (each.placements is None, each.placements or 0))


def _counted(puzzles: PuzzleSet, counter: SolverSpec, on_progress: OnProgress) -> list[int | None]:
    """None where a tree is too large, or its counting failed; then another process continues."""
    sizes: list[int | None] = []
    while len(sizes) < len(puzzles.grids):
        with _counting(counter, puzzles) as process:
            try:
                for number in range(len(sizes), len(puzzles.grids)):
                    on_progress([], f"{counter.name} counts the placements of puzzle {number + 1}", 0.0)
                    sizes.append(process.observe(number)["counts"].get("placements"))
            except (OverCap, Failed):
                sizes.append(None)
    return sizes


def _counting(counter: SolverSpec, puzzles: PuzzleSet) -> TimedWorker:
    try:
        return _begun(counter, puzzles, _COUNTING_CAP_S)
    except Failed as failed:
        raise NothingToCompare(f"{counter.name}, which is to count the placements, broke: {failed}") from None


def _counter(specs: Sequence[SolverSpec]) -> SolverSpec:
    """A solver that declares the one tree and counts its placements, a compiled one if there is any."""
    from ..solvers import solvers

    declared = {solver.id: solver.declared() for solver in solvers()}
    there = [spec for spec in specs if spec.name in declared and spec.kind == "registered"]
    able = [
        each for each in there if declared[each.name].one_tree and "placements" in declared[each.name].reports
    ]
    if not able:
        raise NothingToCompare("no solver here can count the placements of the tree in reading order")
    name = usual_reference(able, declared)
    return next(each for each in able if each.name == name)


def _begun(spec: SolverSpec, puzzles: PuzzleSet, cap: float) -> TimedWorker:
    return TimedWorker(spec, puzzles.grids, puzzles.limit, cap)


def _curve(spec: SolverSpec, sized: Sequence[Puzzle], puzzles: PuzzleSet, cap: float) -> Curve:
    declared: Declared | None = None
    reason: str | None = None
    points: list[Point] = []
    number_of = {str(grid): number for number, grid in enumerate(puzzles.grids)}
    try:
        while len(points) < len(sized) and not _gave_up(points):
            with _begun(spec, puzzles, cap) as process:
                declared = process.declared
                for puzzle in sized[len(points) :]:
                    points.append(_point(process, puzzle, number_of[puzzle.grid]))
                    if points[-1].time is None:  # and with that its process has ended
                        break
    except Failed as failed:
        reason = str(failed)
    language, one_tree = (declared.language, declared.one_tree) if declared else ("", False)
    return Curve(spec.name, language, one_tree, reason, tuple(points))


def _gave_up(points: Sequence[Point]) -> bool:
    return len(points) >= _MAX_UNFINISHED and all(point.time is None for point in points[-_MAX_UNFINISHED:])


def _point(process: TimedWorker, puzzle: Puzzle, number: int) -> Point:
    try:
        return Point(puzzle.id, _time(process, number))
    except OverCap:
        return Point(puzzle.id, None)


def _time(process: TimedWorker, puzzle: int) -> int:
    """The best of three for a short puzzle, since one run on a busy machine says little.

    Each timing repeats the puzzle until it is long enough for the CPU clock, which after a CPU limit was set may
    still be updated only at each tick.
    """
    rough = max(process.first(puzzle), 1)
    if rough > _LONG_NS:
        return rough
    loops = 1
    while (
        best := min(process.run([puzzle] * 3, [loops] * 3)["cpu"])
    ) * loops < _SHORT_NS and loops < _MAX_LOOPS:
        loops *= 4
    return best
