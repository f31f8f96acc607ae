"""How results look as text: rows for a terminal or a page, and the notes that keep them honest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from ._factors import Chain
from .difference import Change
from .growth import Curve, Growth
from .machine import Machine
from .results import Results, SolverResult
from .statistics import Ratio

SPEED = ("solver", "puzzles", "a second", "median", "90%", "99%", "times as long")
COST = ("solver", "placements", "tests", "guesses", "ns/placement", "memory", "start-up")
CHANGE = ("solver", "before", "now", "now to before", "verdict")
CHAIN = ("from", "to", "what changes", "times as long")
Row = Sequence[str]

_WHAT = {
    "language": "the language: one tree, one style",
    "writing": "the writing: one tree, one language",
    "algorithm": "the algorithm: another search, one language",
}


def duration(nanoseconds: float) -> str:
    """With three digits, in the unit that suits.

    >>> duration(1234), duration(25_000_000), duration(3.5e9), duration(999_999)
    ('1.23 us', '25.0 ms', '3.50 s', '1.00 ms')
    """
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "us")):
        if nanoseconds >= 0.9995 * size:
            return f"{three(nanoseconds / size)} {unit}"
    return f"{three(nanoseconds)} ns"


def three(value: float) -> str:
    """Three digits, no more.

    >>> three(0.1234), three(1.234), three(12.34), three(123.4), three(1234.5)
    ('0.123', '1.23', '12.3', '123', '1,234')
    """
    digits = 0 if value >= 99.95 else 1 if value >= 9.995 else 2 if value >= 0.9995 else 3
    return f"{value:,.{digits}f}"


def ratio(found: Ratio | None) -> str:
    """The estimate and its interval; "-" where there is none."""
    if found is None:
        return "-"
    if found.low == found.high:
        return three(found.value)
    return f"{three(found.value)} [{three(found.low)}, {three(found.high)}]"


def speed(results: Results) -> list[Row]:
    """One row a solver: how fast."""
    return [_speed(one, results) for one in results.solvers]


def _speed(one: SolverResult, results: Results) -> Row:
    if one.times is None:
        return [one.name, "-", "-", "-", "-", "-", "no figures"]
    times = one.times
    how_many = f"{one.puzzles} of {results.asked.size}" + (
        f", {one.unfinished} not done" if one.unfinished else ""
    )
    shown = "1 (reference)" if one.name == results.asked.reference else ratio(one.ratio)
    return [
        one.name,
        how_many,
        three(times.rate),
        *map(duration, (times.median, times.p90, times.p99)),
        shown,
    ]


def cost(results: Results) -> list[Row]:
    """One row a solver: what it counts, and what its process takes."""
    return [_cost(one) for one in results.solvers if one.times is not None]


def _cost(one: SolverResult) -> Row:
    counts = one.work.counts if one.work else {}
    counted = [f"{counts[name]:,.0f}" if name in counts else "-" for name in COST[1:4]]
    each = one.work.ns_per_placement if one.work else None
    process = one.process
    memory = f"{process.peak / 1e6:.1f} MB" if process and process.peak else "-"
    return [
        one.name, *counted, three(each) if each else "-", memory, duration(process.startup) if process else "-"
    ]  # fmt: skip


def chain(found: Chain) -> list[Row]:
    """The factors, then their product."""
    rows: list[Row] = [
        [factor.slower, factor.faster, _WHAT[factor.kind], ratio(factor.ratio)] for factor in found.factors
    ]
    if len(rows) > 1:
        ends = found.factors[0].slower, found.factors[-1].faster
        rows.append([*ends, "the whole: the product", ratio(found.whole)])
    return rows


def chain_title(found: Chain) -> str:
    tree = ", one tree seen" if found.one_tree else ""
    return f"on {found.puzzles} of {found.of} puzzles{tree}"


def heading(results: Results) -> str:
    asked = results.asked
    searched = (
        "all solutions" if asked.limit == 0 else f"up to {asked.limit} solution{'s' * (asked.limit > 1)}"
    )
    puzzles = "1 puzzle" if asked.size == 1 else f"{asked.size} puzzles"
    return f"{asked.set}: {puzzles}, {searched} of each. {asked.title}"


def notes(results: Results) -> Iterable[str]:
    """What a reader has to know about the figures."""
    took, asked = results.took, results.asked
    rounds = f"{took.rounds} rounds"
    if took.rounds != took.generations:  # an older file
        rounds += f" in {took.generations} generations"
    yield (
        f"Processor time, {rounds} of fresh processes, "
        f"{took.seconds:.0f} s, ended by {took.ended_by}; intervals of 95%."
    )
    if took.control is not None:
        yield f"Control: {asked.reference} against itself under another name: {ratio(took.control)}."
    for one in results.solvers:
        if one.failed:
            yield f"{one.name} has no figures: {one.failed}."
        elif one.unfinished:
            yield f"{one.name} did not finish {one.unfinished} puzzles within {asked.cap:g} s each."
        if one.work and one.work.limited:
            yield f"{one.name} gives the first solution only: it does less than the others."
        if one.kind == "program" and one.times:
            yield f"{one.name} is a program: a process for each puzzle, start-up included; it searches to the end."
    if any(0 < one.puzzles < asked.size for one in results.solvers):
        yield "A ratio is of the puzzles that both solvers ran; its interval does not cover the others."
    crowd = median(one.times.clock for one in results.solvers if one.times)
    if crowd > 1.3:
        yield f"The machine was busy with other things: the clock went {crowd:.1f} times as far as processor time."


def change(found: Change) -> Row:
    """How one solver moved."""
    verdict = found.verdict
    for name, (before, after) in found.counts.items():
        verdict += f"; {name} {before:,.1f}, now {after:,.1f}"
    return [found.solver, *map(ratio, (found.old, found.new, found.ratio)), verdict]


# --- growth -------------------------------------------------------------------------------------------


def growth_heads(found: Growth) -> Row:
    return ["puzzle", "placements", *(curve.solver for curve in found.curves)]


def growth(found: Growth) -> list[Row]:
    """One row a puzzle; what was not finished says so, what was not tried is empty."""
    rows: list[Row] = []
    for puzzle in found.puzzles:
        placements = "too many" if puzzle.placements is None else f"{puzzle.placements:,}"
        rows.append([puzzle.id, placements, *(_point(curve, puzzle.id, found.cap) for curve in found.curves)])
    return rows


def _point(curve: Curve, puzzle: str, cap: float) -> str:
    point = next((each for each in curve.points if each.puzzle == puzzle), None)
    if point is None:
        return ""
    return f"> {cap:g} s" if point.time is None else duration(point.time)


def growth_notes(found: Growth) -> Iterable[str]:
    yield (
        f"Processor time; placements of the tree in reading order, counted apart; > {found.cap:g} s: not finished; "
        "empty: not tried, after two in a row that were not."
    )
    for curve in found.curves:
        if curve.failed:
            yield f"{curve.solver} broke: {curve.failed}."


def growth_markdown(found: Growth) -> str:
    """The table for a page."""
    heads = growth_heads(found)
    lines = [*_table(heads, growth(found), "l" + "r" * (len(heads) - 1)), ""]
    lines += [f"- {note}" for note in growth_notes(found)]
    lines.append(f"- {found.date[:10]}, {_machine(found.machine)}.")
    return "\n".join(lines) + "\n"


# --- pages --------------------------------------------------------------------------------------------


def markdown(results: Results) -> str:
    """The tables for a page."""
    lines = [heading(results) + ".", "", *_table(SPEED, speed(results), "lrrrrrr"), ""]
    lines += [*_table(COST, cost(results), "lrrrrrr"), ""]
    for found in results.chains:
        lines += [f"Taken apart, {chain_title(found)}:", "", *_table(CHAIN, chain(found), "lllr"), ""]
    lines += [f"- {note}" for note in notes(results)]
    lines.append(f"- {results.date[:10]}, {_machine(results.machine)}.")
    return "\n".join(lines) + "\n"


def _machine(machine: Machine) -> str:
    return (
        f"{machine.cpu}, {machine.cores} cores, {machine.system}; {machine.python}; {machine.compiler or 'no C'}; "
        f"sudoku-rosetta {machine.version}, {machine.commit or 'released'}"
    )


def _table(heads: Row, rows: Sequence[Row], sides: str) -> list[str]:
    rule = ["---" if side == "l" else "--:" for side in sides]
    return [f"| {' | '.join(row)} |" for row in (heads, rule, *rows)]
