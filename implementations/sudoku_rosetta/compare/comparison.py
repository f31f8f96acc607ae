"""`compare()`: from solvers and puzzles to results. The measuring is `measure`'s; here it is summed up."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from statistics import fmean, median

from .entrants import Entrant, distinct, everyone, named, usual_reference
from .factors import chains
from .machine import Machine, this_machine
from .measure import CONTROL, Measuring, Standing, Tell
from .plan import percentile
from .ratios import Ratio, ratio, typical
from .results import FORMAT, Asked, Measured, Pair, Process, Results, Times, Took, Work
from .sets import PuzzleSet, set_named, set_of

BUDGET, CAP = 45.0, 5.0
SET = "medium"


class NothingToCompare(RuntimeError):
    """No solver is left, or the reference is not among those that are; the message says why."""


def compare(
    solvers: Iterable[str | Entrant] | None = None,
    puzzles: str | PuzzleSet | Iterable[object] = SET,
    *,
    reference: str | None = None,
    budget: float = BUDGET,
    cap: float = CAP,
    seed: int | None = None,
    tell: Tell = lambda standings, doing, over: None,
) -> Results:
    """Compare solvers on puzzles, in about `budget` seconds.

    Solvers are registered names, places of functions ("mine.py:solve") or entrants; without any, all that are
    registered and can run here. Puzzles are the name of a shipped set, a set, or grids. A puzzle may take `cap`
    seconds of processor time. `tell` hears how far it is.
    """
    entrants = distinct(
        everyone()
        if solvers is None
        else [named(each) if isinstance(each, str) else each for each in solvers]
    )
    if not entrants:
        raise NothingToCompare("no solver to compare")
    puzzle_set = _puzzle_set(puzzles)
    seed = time.time_ns() % 2**31 if seed is None else seed
    machine, began, clock = this_machine(), datetime.now(UTC), time.monotonic()
    measuring = Measuring(entrants, puzzle_set, budget=budget, cap=cap, seed=seed, tell=tell)
    measuring.calibrate()
    reference = _reference(measuring, reference)
    measuring.allot(reference)
    measuring.look()
    measuring.agree(reference)
    _must_run(measuring.standings, reference)
    measuring.go(reference)
    _must_run(measuring.standings, reference)
    asked = Asked(
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
    return _summed_up(measuring, asked, machine, began, time.monotonic() - clock)


def _puzzle_set(puzzles: str | PuzzleSet | Iterable[object]) -> PuzzleSet:
    if isinstance(puzzles, PuzzleSet):
        return puzzles
    return set_named(puzzles) if isinstance(puzzles, str) else set_of(puzzles)


def _reference(measuring: Measuring, wanted: str | None) -> str:
    running = [standing for standing in measuring.standings if not standing.failed]
    if not running:
        first = measuring.standings[0]
        raise NothingToCompare(f"no solver finished: {first.name}: {first.failed}")
    if wanted is None:
        facts = {standing.name: standing.facts for standing in running if standing.facts}
        return usual_reference([standing.entrant for standing in running], facts)
    names = [standing.name for standing in measuring.standings]
    if wanted not in names:
        raise NothingToCompare(
            f"the reference {wanted} is not among those that are compared: {', '.join(names)}"
        )
    _must_run(measuring.standings, wanted)
    return wanted


def _must_run(standings: Sequence[Standing], reference: str) -> None:
    first = next(standing for standing in standings if standing.name == reference)
    if first.failed:
        raise NothingToCompare(f"the reference, {reference}, cannot be measured: {first.failed}")


# --- summing up ---------------------------------------------------------------------------------------


def _summed_up(
    measuring: Measuring, asked: Asked, machine: Machine, began: datetime, seconds: float
) -> Results:
    standings = {standing.name: standing for standing in measuring.standings}
    control = standings.pop(CONTROL)
    first = standings[asked.reference]
    generations = first.samples.values()
    took = Took(
        seconds=round(seconds, 1),
        generations=len(generations),
        rounds=sum(map(len, generations)),
        ended_by="tight intervals" if measuring.stopped_by == "tight intervals" else "time",
        control=_between(control, first, first, asked.size),
    )
    measured = [_measured(standing, first, asked.size) for standing in standings.values()]
    measured.sort(key=lambda one: (one.failed is not None, one.ratio.value if one.ratio else 0.0))
    ours = [name for name, standing in standings.items() if standing.entrant.kind == "registered"]
    return Results(
        format=FORMAT,
        date=began.isoformat(timespec="seconds"),
        machine=machine,
        asked=asked,
        took=took,
        solvers=tuple(measured),
        pairs=tuple(_pairs([standings[one.name] for one in measured], first, asked.size)),
        chains=tuple(chains(standings, asked.reference, asked.size, ours)),
    )


def _between(one: Standing, other: Standing, reference: Standing, size: int) -> Ratio | None:
    common = sorted(set(one.share) & set(other.share) & set(reference.share))
    if not common or not one.runs or not other.runs:
        return None
    return ratio(one.samples, other.samples, reference.samples, common, size)


def _pairs(standings: Sequence[Standing], reference: Standing, size: int) -> Iterable[Pair]:
    for number, other in enumerate(standings):
        for one in standings[number + 1 :]:
            found = _between(one, other, reference, size)
            if found is not None:
                names = (one.name, other.name) if found.value >= 1 else (other.name, one.name)
                yield Pair(*names, found if found.value >= 1 else found.inverse())


def _measured(standing: Standing, reference: Standing, size: int) -> Measured:
    facts, running = standing.facts, standing.runs
    per_puzzle = typical(standing.samples) if running else {}
    return Measured(
        name=standing.name,
        title=facts.title if facts else "",
        kind=standing.entrant.kind,
        language=facts.language if facts else "",
        style=facts.style if facts else "",
        document=facts.document if facts else None,
        one_tree=facts is not None and facts.one_tree,
        failed=standing.failed,
        puzzles=len(standing.share) if running else 0,
        unfinished=len(standing.unfinished),
        times=_times(standing, list(per_puzzle.values())) if running else None,
        ratio=_between(standing, reference, reference, size) if running else None,
        work=_work(standing, per_puzzle) if running else None,
        process=_process(standing) if running else None,
        per_puzzle=tuple(round(per_puzzle[puzzle]) for puzzle in sorted(per_puzzle)),
    )


def _times(standing: Standing, values: Sequence[float]) -> Times:
    mean = fmean(values)
    return Times(
        rate=1e9 / mean,
        mean=mean,
        median=median(values),
        p90=percentile(values, 90),
        p99=percentile(values, 99),
        clock=standing.clock[1] / standing.clock[0],
    )


def _work(standing: Standing, per_puzzle: dict[int, float]) -> Work | None:
    counted = sorted(standing.counts)
    if not counted:
        return None
    names = sorted(standing.counts[counted[0]])
    counts = {name: fmean(standing.counts[puzzle][name] for puzzle in counted) for name in names}
    placements = counts.get("placements", 0.0)
    time_of_these = fmean(per_puzzle[puzzle] for puzzle in counted)
    per_placement = time_of_these / placements if placements else None
    return Work(len(counted), counts, per_placement, standing.first_only)


def _process(standing: Standing) -> Process:
    peak = max(standing.peaks, default=0)
    startup, by_clock = (round(median(each)) for each in zip(*standing.startups, strict=True))
    return Process(peak or None, startup, by_clock)
