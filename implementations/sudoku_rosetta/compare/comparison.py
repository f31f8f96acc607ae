"""`compare()`: measure solvers on puzzles (`_measure`) and summarize the measurements as `Results`."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from statistics import fmean, median

from ..external.spec import SolverSpec, available_specs, parse, with_unique_names
from ..solvers.protocol import Declared
from ._factors import chains
from ._measure import CONTROL, MAX_ROUNDS, Measurement, OnProgress, SolverSamples
from ._prepared import prepared
from .machine import Machine, this_machine
from .results import FORMAT, Kind, Pair, Process, Results, RunInfo, Settings, SolverResult, Times, Work
from .sets import PuzzleSet, load_set, set_from_grids
from .statistics import Ratio, medians, percentile, ratio

BUDGET, CAP = 45.0, 5.0
SET = "medium"


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
    """Compare the speed of solvers on puzzles, in about `budget` seconds.

    `solvers` are specs, or texts such as "c-style", "mine.py:solve", "cmd:./a.out"; None means all registered
    solvers that can run here. `puzzles` is the name of a built-in set, a PuzzleSet, or grids. `cap` is the CPU time
    limit for one puzzle, in seconds. `on_progress` is called between timed runs.
    """
    with ExitStack() as stack:
        specs = resolve_specs(solvers, stack)
        if not specs:
            raise NothingToCompare("no solver to compare")
        return _compare(specs, puzzles, reference, budget, cap, seed, on_progress)


def resolve_specs(solvers: Iterable[str | SolverSpec] | None, stack: ExitStack) -> list[SolverSpec]:
    """The specs of these solvers, or of all registered ones. Closing the stack deletes compiled programs."""
    if solvers is None:
        return available_specs()
    specs = [parse(each) if isinstance(each, str) else each for each in solvers]
    return with_unique_names(prepared(each, stack) for each in specs)


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
    measurement.count_work()
    measurement.check_answers(reference)
    _check_measured(measurement, reference)
    measurement.run_rounds()
    _check_measured(measurement, reference)
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
    return _summarize(measurement, settings, machine, began, time.monotonic() - clock)


def _puzzle_set(puzzles: str | PuzzleSet | Iterable[object]) -> PuzzleSet:
    if isinstance(puzzles, PuzzleSet):
        return puzzles
    return load_set(puzzles) if isinstance(puzzles, str) else set_from_grids(puzzles)


def _reference(measurement: Measurement, wanted: str | None) -> str:
    running = [solver for solver in measurement.solvers if not solver.failed]
    if not running:
        first = measurement.solvers[0]
        raise NothingToCompare(f"no solver can be measured: {first.name}: {first.failed}")
    if wanted is None:
        declared = {solver.name: solver.declared for solver in running if solver.declared}
        return default_reference([solver.spec for solver in running], declared)
    names = [solver.name for solver in measurement.solvers]
    if wanted not in names:
        raise NothingToCompare(
            f"the reference {wanted} is not one of the compared solvers: {', '.join(names)}"
        )
    _check_measured(measurement, wanted)
    return wanted


def _check_measured(measurement: Measurement, reference: str) -> None:
    reason = measurement.samples_of(reference).failed
    if reason:
        raise NothingToCompare(f"the reference, {reference}, cannot be measured: {reason}")


def default_reference(specs: Sequence[SolverSpec], declared: Mapping[str, Declared]) -> str:
    """The default baseline: the compiled program of a document if there is one, else the first solver."""
    known = [spec.name for spec in specs if spec.name in declared]
    compiled_trees = [
        name
        for name in known
        if declared[name].row_major and declared[name].language != "Python" and declared[name].document
    ]
    return (compiled_trees or known)[0]


# --- summary ------------------------------------------------------------------------------------------


def _summarize(
    measurement: Measurement, settings: Settings, machine: Machine, began: datetime, seconds: float
) -> Results:
    solvers = {solver.name: solver for solver in measurement.solvers}
    control = solvers.pop(CONTROL)
    reference = solvers[settings.reference]
    run = RunInfo(
        seconds=round(seconds, 1),
        generations=measurement.rounds,
        rounds=measurement.rounds,
        ended_by="rounds" if measurement.rounds == MAX_ROUNDS else "time",
        control=_ratio_between(control, reference, reference),
    )
    found = [_result(solver, reference) for solver in solvers.values()]
    found.sort(key=lambda one: (one.failed is not None, one.ratio.value if one.ratio else 0.0))
    registered = [name for name, solver in solvers.items() if solver.spec.kind == "registered"]
    return Results(
        format=FORMAT,
        date=began.isoformat(timespec="seconds"),
        machine=machine,
        settings=settings,
        run=run,
        solvers=tuple(found),
        pairs=tuple(_pairs([solvers[one.name] for one in found], reference)),
        chains=tuple(chains(solvers, settings.reference, settings.size, registered)),
    )


def _ratio_between(one: SolverSamples, other: SolverSamples, reference: SolverSamples) -> Ratio | None:
    common = sorted(set(one.share) & set(other.share) & set(reference.share))
    if not common or not one.is_measured or not other.is_measured:
        return None
    return ratio(one.rounds, other.rounds, common)


def _pairs(solvers: Sequence[SolverSamples], reference: SolverSamples) -> Iterable[Pair]:
    for number, other in enumerate(solvers):
        for one in solvers[number + 1 :]:
            found = _ratio_between(one, other, reference)
            if found is not None:
                names = (one.name, other.name) if found.value >= 1 else (other.name, one.name)
                yield Pair(*names, found if found.value >= 1 else found.inverse())


def _kind(spec: SolverSpec) -> Kind:
    if spec.kind in ("registered", "program"):
        return "registered" if spec.kind == "registered" else "program"
    return "driver" if spec.compiled else "python"


def _result(solver: SolverSamples, reference: SolverSamples) -> SolverResult:
    declared, measured = solver.declared, solver.is_measured
    per_puzzle = medians(solver.rounds) if measured else {}
    return SolverResult(
        name=solver.name,
        title=declared.title if declared else "",
        kind=_kind(solver.spec),
        language=declared.language if declared else "",
        style=declared.style if declared else "",
        document=declared.document if declared else None,
        row_major=declared is not None and declared.row_major,
        failed=solver.failed,
        puzzles=len(solver.share) if measured else 0,
        unfinished=len(solver.unfinished),
        times=_times_of(solver, list(per_puzzle.values())) if measured else None,
        ratio=_ratio_between(solver, reference, reference) if measured else None,
        work=_work(solver, per_puzzle) if measured else None,
        process=_process(solver) if measured else None,
        per_puzzle=tuple(round(per_puzzle[puzzle]) for puzzle in sorted(per_puzzle)),
    )


def _times_of(solver: SolverSamples, values: Sequence[float]) -> Times:
    mean = fmean(values)
    return Times(
        rate=1e9 / mean,
        mean=mean,
        median=median(values),
        p90=percentile(values, 90),
        p99=percentile(values, 99),
        wall_per_cpu=solver.wall_ns / solver.cpu_ns,
    )


def _work(solver: SolverSamples, per_puzzle: dict[int, float]) -> Work | None:
    counted = sorted(solver.counts)
    if not counted:
        return None
    names = sorted(solver.counts[counted[0]])
    counts = {name: fmean(solver.counts[puzzle][name] for puzzle in counted) for name in names}
    placements = counts.get("placements", 0.0)
    mean_time = fmean(per_puzzle[puzzle] for puzzle in counted)
    per_placement = mean_time / placements if placements else None
    return Work(len(counted), counts, per_placement, solver.first_only)


def _process(solver: SolverSamples) -> Process:
    peak = max(solver.peaks, default=0)
    startup, startup_wall = (round(median(each)) for each in zip(*solver.startups, strict=True))
    return Process(peak or None, startup, startup_wall)
