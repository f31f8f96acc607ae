"""Results as text: rows of tables for a terminal or a Markdown page, and notes on how to read them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from statistics import median

from ._factors import Chain
from .difference import Change
from .growth import Curve, Growth
from .machine import Machine
from .results import Results, SolverResult
from .statistics import Ratio

SPEED_HEADS = ("solver", "puzzles", "puzzles/s", "median", "90%", "99%", "time ratio")
COST_HEADS = ("solver", "placements", "tests", "guesses", "ns/placement", "memory", "startup")
CHANGE_HEADS = ("solver", "old ratio", "new ratio", "new/old", "verdict")
CHAIN_HEADS = ("from", "to", "what changes", "time ratio")
Row = Sequence[str]

_FACTOR_TITLES = {
    "language": "language (same tree, same style)",
    "implementation": "implementation (same tree, same language)",
    "algorithm": "algorithm (another search, same language)",
}


def duration(nanoseconds: float) -> str:
    """A duration with three digits and a unit.

    >>> duration(1234), duration(25_000_000), duration(3.5e9), duration(999_999)
    ('1.23 us', '25.0 ms', '3.50 s', '1.00 ms')
    """
    for size, unit in ((1e9, "s"), (1e6, "ms"), (1e3, "us")):
        if nanoseconds >= 0.9995 * size:
            return f"{three_digits(nanoseconds / size)} {unit}"
    return f"{three_digits(nanoseconds)} ns"


def three_digits(value: float) -> str:
    """A number with three significant digits.

    >>> three_digits(0.1234), three_digits(1.234), three_digits(12.34), three_digits(123.4), three_digits(1234.5)
    ('0.123', '1.23', '12.3', '123', '1,234')
    """
    digits = 0 if value >= 99.95 else 1 if value >= 9.995 else 2 if value >= 0.9995 else 3
    return f"{value:,.{digits}f}"


def ratio_text(found: Ratio | None) -> str:
    """The estimate and its interval; "-" if there is none."""
    if found is None:
        return "-"
    if found.low == found.high:
        return three_digits(found.value)
    return f"{three_digits(found.value)} [{three_digits(found.low)}, {three_digits(found.high)}]"


def speed_rows(results: Results) -> list[Row]:
    """One row per solver: its speed."""
    return [_speed_row(one, results) for one in results.solvers]


def _speed_row(one: SolverResult, results: Results) -> Row:
    if one.times is None:
        return [one.name, "-", "-", "-", "-", "-", "not measured"]
    times = one.times
    puzzles = f"{one.puzzles} of {results.settings.size}"
    puzzles += f", timeouts: {one.unfinished}" if one.unfinished else ""
    shown = "1 (reference)" if one.name == results.settings.reference else ratio_text(one.ratio)
    return [
        one.name,
        puzzles,
        three_digits(times.rate),
        *map(duration, (times.median, times.p90, times.p99)),
        shown,
    ]


def cost_rows(results: Results) -> list[Row]:
    """One row per solver: its counts, memory and startup."""
    return [_cost_row(one) for one in results.solvers if one.times is not None]


def _cost_row(one: SolverResult) -> Row:
    counts = one.work.counts if one.work else {}
    counted = [f"{counts[name]:,.0f}" if name in counts else "-" for name in COST_HEADS[1:4]]
    each = one.work.ns_per_placement if one.work else None
    process = one.process
    memory = f"{process.peak / 1e6:.1f} MB" if process and process.peak else "-"
    return [
        one.name, *counted, three_digits(each) if each else "-", memory, duration(process.startup) if process else
        "-" ]  # fmt: skip


def chain_rows(found: Chain) -> list[Row]:
    """One row per factor, then their product."""
    rows: list[Row] = [
        [factor.slower, factor.faster, _FACTOR_TITLES[factor.kind], ratio_text(factor.ratio)]
        for factor in found.factors
    ]
    if len(rows) > 1:
        ends = found.factors[0].slower, found.factors[-1].faster
        rows.append([*ends, "product of the factors", ratio_text(found.ratio)])
    return rows


def chain_title(found: Chain) -> str:
    tree = "; the row-major trees are equal" if found.same_tree else ""
    return f"on {found.puzzles} of {found.set_size} puzzles{tree}"


def heading(results: Results) -> str:
    settings = results.settings
    limit = settings.limit
    solutions = "all solutions" if limit == 0 else f"up to {limit} solution{'s' * (limit > 1)}"
    puzzles = "1 puzzle" if settings.size == 1 else f"{settings.size} puzzles"
    return f"{settings.set}: {puzzles}, {solutions} of each. {settings.title}"


def notes(results: Results) -> Iterable[str]:
    """How to read the tables."""
    run, settings = results.run, results.settings
    rounds = f"{run.rounds} rounds"
    if run.rounds != run.generations:  # an older file
        rounds += f" in {run.generations} generations"
    yield (
        f"CPU time; {rounds} of new processes in {run.seconds:.0f} s, ended by {run.ended_by}; "
        "95% confidence intervals."
    )
    if run.control is not None:
        yield f"Control: {settings.reference} compared to a copy of itself: {ratio_text(run.control)}."
    for one in results.solvers:
        if one.failed:
            yield f"{one.name} was not measured: {one.failed}."
        elif one.unfinished:
            yield f"{one.name} exceeded {settings.cap:g} s per puzzle (puzzles: {one.unfinished})."
        if one.work and one.work.first_only:
            yield f"{one.name} finds the first solution only, which is less work."
        if one.kind == "program" and one.times:
            yield (
                f"{one.name} is a program: its time includes starting a process for each puzzle, "
                "and searching for all solutions."
            )
    if any(0 < one.puzzles < settings.size for one in results.solvers):
        yield "A ratio holds for the puzzles that both solvers ran; its interval does not cover the other puzzles."
    wall_per_cpu = median(one.times.wall_per_cpu for one in results.solvers if one.times)
    if wall_per_cpu > 1.3:
        yield f"The machine was busy: wall time was {wall_per_cpu:.1f} times the CPU time."


def change_row(found: Change) -> Row:
    """The change of one solver."""
    verdict = found.verdict
    for name, (before, after) in found.counts.items():
        verdict += f"; {name}: {before:,.1f} before, {after:,.1f} now"
    return [found.solver, *map(ratio_text, (found.old, found.new, found.ratio)), verdict]


# --- growth -------------------------------------------------------------------------------------------


def growth_heads(found: Growth) -> Row:
    return ["puzzle", "placements", *(curve.solver for curve in found.curves)]


def growth_rows(found: Growth) -> list[Row]:
    """One row per puzzle. A timeout is shown as "> 2 s"; a puzzle that was not run is empty."""
    rows: list[Row] = []
    for puzzle in found.puzzles:
        placements = "unknown" if puzzle.placements is None else f"{puzzle.placements:,}"
        rows.append([puzzle.id, placements, *(_point(curve, puzzle.id, found.cap) for curve in found.curves)])
    return rows


def _point(curve: Curve, puzzle: str, cap: float) -> str:
    point = next((each for each in curve.points if each.puzzle == puzzle), None)
    if point is None:
        return ""
    return f"> {cap:g} s" if point.time is None else duration(point.time)


def growth_notes(found: Growth) -> Iterable[str]:
    yield (
        f"CPU time; placements of the row-major search, counted in separate runs; > {found.cap:g} s: timeout; "
        "empty: not run, after two timeouts in a row."
    )
    for curve in found.curves:
        if curve.failed:
            yield f"{curve.solver} failed: {curve.failed}."


def growth_markdown(found: Growth) -> str:
    """The table and its notes as Markdown."""
    heads = growth_heads(found)
    lines = [*_table(heads, growth_rows(found), "l" + "r" * (len(heads) - 1)), ""]
    lines += [f"- {note}" for note in growth_notes(found)]
    lines.append(f"- {found.date[:10]}, {_machine(found.machine)}.")
    return "\n".join(lines) + "\n"


# --- pages --------------------------------------------------------------------------------------------


def markdown(results: Results) -> str:
    """The tables and their notes as Markdown."""
    lines = [heading(results) + ".", "", *_table(SPEED_HEADS, speed_rows(results), "lrrrrrr"), ""]
    lines += [*_table(COST_HEADS, cost_rows(results), "lrrrrrr"), ""]
    for found in results.chains:
        lines += [f"Factors {chain_title(found)}:", "", *_table(CHAIN_HEADS, chain_rows(found), "lllr"), ""]
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
