"""How cost grows: puzzles from easy to the worst that the tree in reading order knows, as a curve in placements.

The placements are those of that tree; every solver then runs
the puzzles from the lightest on, each once or, where that is short, some times, and each with a cap. After two
in a row that it did not finish a solver is let off: what is beyond is not known, and shown so.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Annotated, Literal

from . import typed
from .comparison import NothingToCompare
from .crew import Broke, Member, OverCap
from .entrants import Entrant, Facts, distinct, everyone, named, usual_reference
from .machine import Machine, this_machine
from .measure import Tell
from .sets import PuzzleSet, set_named

FORMAT: Literal["sudoku-rosetta growth 1"] = "sudoku-rosetta growth 1"
CAP = 2.0
_MISSES = 2
_SHORT, _LONG = 5_000_000, 300_000_000
"""Nanoseconds: below, a puzzle is run many times at once; above, once."""
_OFTEN = 4**9
_COUNTING = 5.0
"""The cap with which trees are counted; a run that is watched may take five times that."""


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
    """One solver; puzzles that it was let off are not among its points."""

    solver: Annotated[str, "its name"]
    language: Annotated[str, "what it is written in"]
    one_tree: Annotated[bool, "whether it declares the tree in reading order"]
    failed: Annotated[str | None, "why there is nothing more"]
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
    """A growth out of a file; `typed.NotSo` says what is not as it should be."""
    try:
        return typed.read(Growth, json.loads(text))
    except json.JSONDecodeError as error:
        raise typed.NotSo(f"not JSON: {error}") from None


def grow(
    solvers: Iterable[str | Entrant] | None = None,
    puzzles: PuzzleSet | None = None,
    *,
    cap: float = CAP,
    tell: Tell = lambda standings, doing, over: None,
    keep: Callable[[Growth], object] = lambda so_far: None,
) -> Growth:
    """Each solver on each puzzle of the set `growth`, or of another, as far as it comes.

    `tell` hears how far it is; `keep` gets what there is after each solver, so that an interrupt does not cost it.
    """
    entrants = distinct(
        everyone()
        if solvers is None
        else [named(each) if isinstance(each, str) else each for each in solvers]
    )
    machine, began = this_machine(), datetime.now(UTC)
    chosen = puzzles or set_named("growth")
    sized = _sized(chosen, entrants, tell)
    found = Growth(FORMAT, began.isoformat(timespec="seconds"), machine, chosen.name, cap, tuple(sized), ())
    for number, entrant in enumerate(entrants):
        tell([], f"{entrant.name} on {len(sized)} puzzles", number / len(entrants))
        found = replace(found, curves=(*found.curves, _curve(entrant, sized, chosen, cap)))
        keep(found)
    return found


def _sized(puzzles: PuzzleSet, entrants: Sequence[Entrant], tell: Tell) -> list[Puzzle]:
    """The puzzles by the size of their trees: as the set says, or counted now, outside all timing."""
    ids = puzzles.ids or [f"{puzzles.name}-{number}" for number in range(1, len(puzzles.grids) + 1)]
    sizes = puzzles.placements or _counted(puzzles, _counter([*entrants, *everyone()]), tell)
    found = [Puzzle(*each) for each in zip(ids, map(str, puzzles.grids), sizes, strict=True)]
    return sorted(found, key=lambda each: (each.placements is None, each.placements or 0))


def _counted(puzzles: PuzzleSet, counter: Entrant, tell: Tell) -> list[int | None]:
    """None where a tree is too large, or its counting broke; then another process goes on."""
    sizes: list[int | None] = []
    while len(sizes) < len(puzzles.grids):
        with _counting(counter, puzzles) as member:
            try:
                for number in range(len(sizes), len(puzzles.grids)):
                    tell([], f"{counter.name} counts the placements of puzzle {number + 1}", 0.0)
                    sizes.append(member.look(number)["counts"].get("placements"))
            except (OverCap, Broke):
                sizes.append(None)
    return sizes


def _counting(counter: Entrant, puzzles: PuzzleSet) -> Member:
    try:
        return _begun(counter, puzzles, _COUNTING)
    except Broke as broke:
        raise NothingToCompare(f"{counter.name}, which is to count the placements, broke: {broke}") from None


def _counter(entrants: Sequence[Entrant]) -> Entrant:
    """A solver that declares the one tree and counts its placements, a compiled one if there is any."""
    from ..solvers import solvers

    facts = {solver.id: Facts.of(solver) for solver in solvers()}
    there = [entrant for entrant in entrants if entrant.name in facts and entrant.kind == "registered"]
    able = [each for each in there if facts[each.name].one_tree and "placements" in facts[each.name].reports]
    if not able:
        raise NothingToCompare("no solver here can count the placements of the tree in reading order")
    name = usual_reference(able, facts)
    return next(each for each in able if each.name == name)


def _begun(entrant: Entrant, puzzles: PuzzleSet, cap: float) -> Member:
    return Member(entrant, puzzles.grids, puzzles.limit, cap)


def _curve(entrant: Entrant, sized: Sequence[Puzzle], puzzles: PuzzleSet, cap: float) -> Curve:
    facts: Facts | None = None
    failed: str | None = None
    points: list[Point] = []
    number_of = {str(grid): number for number, grid in enumerate(puzzles.grids)}
    try:
        while len(points) < len(sized) and not _let_off(points):
            with _begun(entrant, puzzles, cap) as member:
                facts = member.facts
                for puzzle in sized[len(points) :]:
                    points.append(_point(member, puzzle, number_of[puzzle.grid]))
                    if points[-1].time is None:  # and with that its process has ended
                        break
    except Broke as broke:
        failed = str(broke)
    language, one_tree = (facts.language, facts.one_tree) if facts else ("", False)
    return Curve(entrant.name, language, one_tree, failed, tuple(points))


def _let_off(points: Sequence[Point]) -> bool:
    return len(points) >= _MISSES and all(point.time is None for point in points[-_MISSES:])


def _point(member: Member, puzzle: Puzzle, number: int) -> Point:
    try:
        return Point(puzzle.id, _time(member, number))
    except OverCap:
        return Point(puzzle.id, None)


def _time(member: Member, puzzle: int) -> int:
    """The best of three, where that takes no time: one run among neighbours tells little.

    So many runs at once as the processor's clock needs to tell: soon after a cap it still goes by the tick.
    """
    rough = max(member.first(puzzle), 1)
    if rough > _LONG:
        return rough
    often = 1
    while (best := min(member.run([puzzle] * 3, [often] * 3)["cpu"])) * often < _SHORT and often < _OFTEN:
        often *= 4
    return best
