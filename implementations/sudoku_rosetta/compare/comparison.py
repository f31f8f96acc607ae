"""`compare()`: from solvers and puzzles to results. `_measure` takes the measurements; here they are summed up."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from statistics import fmean, median
from typing import Literal

from ..external.spec import SolverSpec, compiled, distinct, everyone, parse
from ..solvers.protocol import Declared
from ._factors import chains
from ._measure import CONTROL, MAX_ROUNDS, Measurement, OnProgress, SolverSamples
from .machine import Machine, this_machine
from .results import FORMAT, Pair, Process, Results, RunInfo, Settings, SolverResult, Times, Work
from .sets import PuzzleSet, set_named, set_of
from .statistics import Ratio, medians, percentile, ratio

BUDGET, CAP = 45.0, 5.0
SET = "medium"
_KINDS: Mapping[str, Literal["registered", "python", "program"]] = {
    "registered": "registered",
    "function": "python",
    "program": "program",
}
"""How a result names the kind of its solver."""


class NothingToCompare(RuntimeError):
    """No solver can be measured, or the reference cannot; the message says why."""


def compare(
    solvers: Iterable[str | SolverSpec] | None = None,
    puzzles: str | PuzzleSet | Iterable[object] = SET,
    *,
    reference: str | None = None,
    budget: float = BUDGET,
    cap: float = CAP,
    seed: int | None = None,
    on_progress: OnProgress = lambda solvers, activity, elapsed: None,
) -> Results:
    """Compare solvers on puzzles, in about `budget` seconds.

    Solvers are specs or their texts ("c-style", "mine.py:solve", "cmd:./a.out"); without any, all that are
    registered and can run here. Puzzles are the name of a shipped set, a set, or grids. A puzzle may take `cap`
    seconds of processor time. `on_progress` is called between the timed runs.
    """
    with ExitStack() as stack:
        specs = specs_of(solvers, stack)
        if not specs:
            raise NothingToCompare("no solver to compare")
        return _compare(specs, puzzles, reference, budget, cap, seed, on_progress)


def specs_of(solvers: Iterable[str | SolverSpec] | None, stack: ExitStack) -> list[SolverSpec]:
    """The solvers that are named, or all; source files are compiled until the stack is left."""
    if solvers is None:
        return everyone()
    specs = [parse(each) if isinstance(each, str) else each for each in solvers]
    return distinct(compiled(each, stack) for each in specs)


def _compare(
    specs: list[SolverSpec],
    puzzles: str | PuzzleSet | Iterable[object],
    reference: str | None,
    budget: float,
    cap: float,
    seed: int | None,
    on_progress: OnProgress,
) -> Results:
    puzzle_set = _puzzle_set(puzzles)
    seed = time.time_ns() % 2**31 if seed is None else seed
    machine, began, clock = this_machine(), datetime.now(UTC), time.monotonic()
    measurement = Measurement(specs, puzzle_set, budget=budget, cap=cap, seed=seed, on_progress=on_progress)
    measurement.calibrate()
    reference = _reference(measurement, reference)
    measurement.assign_shares(reference)
    measurement.count()
    measurement.check_answers(reference)
    _must_run(measurement, reference)
    measurement.run_rounds()
    _must_run(measurement, reference)
    settings = Settings(
        set=puzzle_set.name,
        title=puzzle_set.title,
        provenance=puzzle_set.provenance,
        set_seed=puzzle_set.seed,
        size=len(puzzle_set.grids),
        digest=puzzle_set.digest(),
        limit=puzzle_set.limit,
        budget=budget,
        cap=cap,
        seed=seed,
        reference=reference,
    )
    return _summed_up(measurement, settings, machine, began, time.monotonic() - clock)


def _puzzle_set(puzzles: str | PuzzleSet | Iterable[object]) -> PuzzleSet:
    if isinstance(puzzles, PuzzleSet):
        return puzzles
    return set_named(puzzles) if isinstance(puzzles, str) else set_of(puzzles)


def _reference(measurement: Measurement, wanted: str | None) -> str:
    running = [solver for solver in measurement.solvers if not solver.failed]
    if not running:
        first = measurement.solvers[0]
        raise NothingToCompare(f"no solver finished: {first.name}: {first.failed}")
    if wanted is None:
        declared = {solver.name: solver.declared for solver in running if solver.declared}
        return usual_reference([solver.spec for solver in running], declared)
    names = [solver.name for solver in measurement.solvers]
    if wanted not in names:
        raise NothingToCompare(
            f"the reference {wanted} is not among those that are compared: {', '.join(names)}"
        )
    _must_run(measurement, wanted)
    return wanted


def _must_run(measurement: Measurement, reference: str) -> None:
    first = measurement.sample(reference)
    if first.failed:
        raise NothingToCompare(f"the reference, {reference}, cannot be measured: {first.failed}")


def usual_reference(specs: Sequence[SolverSpec], declared: Mapping[str, Declared]) -> str:
    """The baseline if none is named: the compiled program of the one tree, or else the first solver."""
    known = [spec.name for spec in specs if spec.name in declared]
    compiled_trees = [
        name
        for name in known
        if declared[name].one_tree and declared[name].language != "Python" and declared[name].document
    ]
    return (compiled_trees or known)[0]


# --- summing up ---------------------------------------------------------------------------------------


def _summed_up(
    measurement: Measurement, settings: Settings, machine: Machine, began: datetime, seconds: float
) -> Results:
    solvers = {solver.name: solver for solver in measurement.solvers}
    control = solvers.pop(CONTROL)
    first = solvers[settings.reference]
    run = RunInfo(
        seconds=round(seconds, 1),
        generations=measurement.rounds,
        rounds=measurement.rounds,
        ended_by="rounds" if measurement.rounds == MAX_ROUNDS else "time",
        control=_between(control, first, first),
    )
    found = [_result(solver, first) for solver in solvers.values()]
    found.sort(key=lambda one: (one.failed is not None, one.ratio.value if one.ratio else 0.0))
    registered = [name for name, solver in solvers.items() if solver.spec.kind == "registered"]
    return Results(
        format=FORMAT,
        date=began.isoformat(timespec="seconds"),
        machine=machine,
        asked=settings,
        took=run,
        solvers=tuple(found),
        pairs=tuple(_pairs([solvers[one.name] for one in found], first)),
        chains=tuple(chains(solvers, settings.reference, settings.size, registered)),
    )


def _between(one: SolverSamples, other: SolverSamples, reference: SolverSamples) -> Ratio | None:
    common = sorted(set(one.share) & set(other.share) & set(reference.share))
    if not common or not one.is_measured or not other.is_measured:
        return None
    return ratio(one.rounds, other.rounds, common)


def _pairs(solvers: Sequence[SolverSamples], reference: SolverSamples) -> Iterable[Pair]:
    for number, other in enumerate(solvers):
        for one in solvers[number + 1 :]:
            found = _between(one, other, reference)
            if found is not None:
                names = (one.name, other.name) if found.value >= 1 else (other.name, one.name)
                yield Pair(*names, found if found.value >= 1 else found.inverse())


def _result(solver: SolverSamples, reference: SolverSamples) -> SolverResult:
    declared, measured = solver.declared, solver.is_measured
    per_puzzle = medians(solver.rounds) if measured else {}
    return SolverResult(
        name=solver.name,
        title=declared.title if declared else "",
        kind=_KINDS[solver.spec.kind],
        language=declared.language if declared else "",
        style=declared.style if declared else "",
        document=declared.document if declared else None,
        one_tree=declared is not None and declared.one_tree,
        failed=solver.failed,
        puzzles=len(solver.share) if measured else 0,
        unfinished=len(solver.unfinished),
        times=_times(solver, list(per_puzzle.values())) if measured else None,
        ratio=_between(solver, reference, reference) if measured else None,
        work=_work(solver, per_puzzle) if measured else None,
        process=_process(solver) if measured else None,
        per_puzzle=tuple(round(per_puzzle[puzzle]) for puzzle in sorted(per_puzzle)),
    )


def _times(solver: SolverSamples, values: Sequence[float]) -> Times:
    mean = fmean(values)
    return Times(
        rate=1e9 / mean,
        mean=mean,
        median=median(values),
        p90=percentile(values, 90),
        p99=percentile(values, 99),
        clock=solver.wall_ns / solver.cpu_ns,
    )


def _work(solver: SolverSamples, per_puzzle: dict[int, float]) -> Work | None:
    counted = sorted(solver.counts)
    if not counted:
        return None
    names = sorted(solver.counts[counted[0]])
    counts = {name: fmean(solver.counts[puzzle][name] for puzzle in counted) for name in names}
    placements = counts.get("placements", 0.0)
    time_of_these = fmean(per_puzzle[puzzle] for puzzle in counted)
    per_placement = time_of_these / placements if placements else None
    return Work(len(counted), counts, per_placement, solver.first_only)


def _process(solver: SolverSamples) -> Process:
    peak = max(solver.peaks, default=0)
    startup, by_clock = (round(median(each)) for each in zip(*solver.startups, strict=True))
    return Process(peak or None, startup, by_clock)
