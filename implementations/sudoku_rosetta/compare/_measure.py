"""Takes the measurements: calibration, one watched run for answers and counts, then rounds of timed runs.

A round starts a fresh process for each solver and ends it. In it every solver runs its share of the puzzles, the
fast ones many times; all runs are cut into slices of some hundredths of a second, which are run one at a time, in
random order over all solvers. `statistics` says why.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from operator import mul
from statistics import fmean, median

from ..external.spec import SolverSpec
from ..solvers.protocol import Declared
from ._shares import MAX_MIN_PUZZLES_NS, MIN_PUZZLES, loops, passes, shares, slices
from ._timing import LOADING_S, Failed, OverCap, TimedWorker
from .sets import PuzzleSet
from .statistics import Round

PLANNED_ROUNDS, MAX_ROUNDS = 10, 30
"""Shares are chosen so that the planned number of rounds fits the time; time that is left gives more rounds. Beyond
30, four times as many rounds are needed for half the interval."""
CONTROL = "(again)"
"""The reference runs a second time under this name, so that every run shows how much it differs from itself."""
_PROCESS_START_S = 0.2
"""Processor time, about, for a process to start and warm up."""
_MIN_LOADING_S = 5.0
"""To this, twice the budget is added: a hanging solver must not take much more than what is to be spent."""
_CALIBRATION, _COUNTING = 0.2, 0.12
"""Fractions of the budget."""
_WARM_UP_NS, _SHORT_NS = 50_000_000, 30_000_000
_MAX_UNFINISHED = 2


@dataclass
class SolverSamples:
    """One solver with everything measured of it so far."""

    spec: SolverSpec
    declared: Declared | None = None
    failed: str | None = None
    costs: dict[int, int] = field(default_factory=dict)
    unfinished: list[int] = field(default_factory=list)
    solutions: dict[int, int] = field(default_factory=dict)
    counts: dict[int, dict[str, int]] = field(default_factory=dict)
    trees: dict[int, str] = field(default_factory=dict)
    share: list[int] = field(default_factory=list)
    passes: int = 1
    rounds: list[Round] = field(default_factory=list)
    startups: list[tuple[int, int]] = field(default_factory=list)
    peaks: list[int] = field(default_factory=list)
    cpu_ns: int = 0
    wall_ns: int = 0
    """Of all timed runs together."""

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def is_measured(self) -> bool:
        return self.failed is None and bool(self.share)

    @property
    def first_only(self) -> bool:
        return self.declared is not None and self.declared.first_only


OnProgress = Callable[[Sequence[SolverSamples], str, float], object]
"""Called with all samples so far, the current activity, and the fraction of the time that is over."""


class Measurement:
    """One comparison being measured."""

    def __init__(
        self,
        specs: Sequence[SolverSpec],
        puzzles: PuzzleSet,
        *,
        budget: float,
        cap: float,
        seed: int,
        on_progress: OnProgress,
    ) -> None:
        self.solvers = [SolverSamples(spec) for spec in specs]
        self.puzzles = puzzles
        self.rounds = 0
        self._cap = cap
        self._rng = random.Random(seed)
        self._on_progress = on_progress
        self._began = time.monotonic()
        self._budget = budget
        self._wall_per_cpu: list[float] = []
        """For each process while it started: over 1 where the machine is busy."""

    def sample(self, name: str) -> SolverSamples:
        return next(solver for solver in self.solvers if solver.name == name)

    def _elapsed(self) -> float:
        return (time.monotonic() - self._began) / self._budget

    def _left(self) -> float:
        return self._budget * (1 - self._elapsed())

    def _report(self, activity: str) -> None:
        self._on_progress(self.solvers, activity, min(self._elapsed(), 1.0))

    def _start(self, spec: SolverSpec) -> TimedWorker:
        loading = min(LOADING_S, _MIN_LOADING_S + 2 * self._budget)
        return TimedWorker(spec, self.puzzles.grids, self.puzzles.limit, self._cap, loading)

    # --- before the timed rounds ----------------------------------------------------------------------

    def calibrate(self) -> None:
        """What each puzzle costs: each solver as far as it gets in its part of the time."""
        seconds = self._budget * _CALIBRATION / len(self.solvers)
        for solver in self.solvers:
            self._report(f"{solver.name}: a first run")
            try:
                self._first_runs(solver, seconds)
            except Failed as failed:
                solver.failed = str(failed)
            if not solver.costs and not solver.failed:
                solver.failed = f"no puzzle finished within {self._cap:g} s"

    def _first_runs(self, solver: SolverSamples, seconds: float) -> None:
        end = time.monotonic() + seconds
        process = self._start(solver.spec)
        solver.declared = process.declared
        self._wall_per_cpu.append(max(process.startup_wall / max(process.startup, 1), 1.0))
        try:
            for puzzle in range(len(self.puzzles.grids)):
                try:
                    solver.costs[puzzle] = self._cost(process, puzzle)
                except OverCap:
                    solver.unfinished.append(puzzle)
                    process.end()
                    process = self._start(solver.spec)
                if len(solver.unfinished) >= _MAX_UNFINISHED or (
                    self._has_enough_costs(solver) and time.monotonic() > end
                ):
                    break
        finally:
            process.end()

    @staticmethod
    def _has_enough_costs(solver: SolverSamples) -> bool:
        return len(solver.costs) >= MIN_PUZZLES or sum(solver.costs.values()) > MAX_MIN_PUZZLES_NS

    @staticmethod
    def _cost(process: TimedWorker, puzzle: int) -> int:
        """A short first run is repeated, by wall time: it includes warming up, and after a CPU limit was set Linux
        updates the CPU clock of a process only at each tick."""
        cost = process.first(puzzle)
        return cost if cost > _SHORT_NS else min(process.run([puzzle] * 3, [1] * 3)["wall"])

    def assign_shares(self, reference: str) -> None:
        """The puzzles of each solver; adds the control."""
        first = self.sample(reference)
        spec = replace(first.spec, name=CONTROL)
        self.solvers.append(SolverSamples(spec, first.declared, costs=first.costs))
        known = {solver.name: solver.costs for solver in self.solvers if not solver.failed}
        size = len(self.puzzles.grids)
        for name, share in shares(known, size, self._seconds_per_round(len(known))).items():
            solver = self.sample(name)
            solver.share, solver.passes = share, passes(solver.costs, share)

    def _seconds_per_round(self, solvers: int) -> float:
        """Of processor time, of which a busy machine gives less per second of wall time."""
        wall = 0.9 * self._left() - self._budget * _COUNTING
        seconds = wall / (median(self._wall_per_cpu) if self._wall_per_cpu else 1.0)
        return max(seconds / PLANNED_ROUNDS - solvers * _PROCESS_START_S, 0.3)

    def count(self) -> None:
        """Counts, trees and answers, outside the timed runs."""
        watched = [solver for solver in self.solvers if solver.is_measured and solver.name != CONTROL]
        for solver in watched:
            self._report(f"{solver.name}: what it counts")
            end = time.monotonic() + self._budget * _COUNTING / len(watched)
            try:
                with self._start(solver.spec) as process:
                    for puzzle in solver.share:
                        self._count_one(solver, process, puzzle)
                        if time.monotonic() > end:
                            break
            except Failed as failed:
                solver.failed = str(failed)
            except OverCap:
                solver.failed = "it ends when it is only timed, but not when its answer is looked at"

    @staticmethod
    def _count_one(solver: SolverSamples, process: TimedWorker, puzzle: int) -> None:
        seen = process.observe(puzzle)
        if seen["wrong"]:
            raise Failed(f"wrong answer: {seen['wrong']}")
        solver.solutions[puzzle] = seen["solutions"]
        if seen["counts"]:
            solver.counts[puzzle] = seen["counts"]
        if seen["tree"]:
            solver.trees[puzzle] = seen["tree"]

    def check_answers(self, reference: str) -> None:
        """Solvers whose answers differ from the reference's fail: their times cannot be compared."""
        first = self.sample(reference)
        for solver in self.solvers:
            one_at_most = first.first_only or solver.first_only
            for puzzle, number in solver.solutions.items():
                other = first.solutions.get(puzzle, number)
                if bool(number) != bool(other) if one_at_most else number != other:
                    solver.failed = (
                        f"{number} solution{'s' * (number != 1)} of puzzle {puzzle + 1}, "
                        f"where {reference} has {other}"
                    )
                    break

    # --- the timed rounds -----------------------------------------------------------------------------

    def run_rounds(self) -> None:
        """As many as the time allows, at least two; never fewer or more because of what they show."""
        longest = 0.0
        while self.rounds < 2 or (self.rounds < MAX_ROUNDS and self._left() > 1.1 * longest):
            began = time.monotonic()
            self._report(f"round {self.rounds + 1}")
            self._run_round()
            self.rounds += 1
            longest = max(longest, time.monotonic() - began)
        self._report("done")

    def _run_round(self) -> None:
        with ExitStack() as stack:
            processes: dict[str, TimedWorker] = {}
            for solver in self._shuffled():
                with self._failing(solver):
                    process = stack.enter_context(self._start(solver.spec))
                    processes[solver.name] = process
                    solver.startups.append((process.startup, process.startup_wall))
                    self._warm_up(solver, process)
            self._run_slices(processes)
            for solver in self._shuffled():
                with self._failing(solver):
                    solver.peaks.append(processes[solver.name].peak())

    def _shuffled(self) -> list[SolverSamples]:
        measured = [solver for solver in self.solvers if solver.is_measured]
        self._rng.shuffle(measured)
        return measured

    @staticmethod
    def _warm_up(solver: SolverSamples, process: TimedWorker) -> None:
        spent = 0
        for puzzle in solver.share:
            often = loops(solver.costs[puzzle])
            spent += often * process.run([puzzle], [often])["cpu"][0]
            if spent > _WARM_UP_NS:
                break

    def _run_slices(self, processes: dict[str, TimedWorker]) -> None:
        taken: dict[str, dict[int, list[int]]] = {name: {} for name in processes}
        for solver, puzzles in self._slices():
            if not solver.is_measured:
                continue
            often = [loops(solver.costs[puzzle]) for puzzle in puzzles]
            with self._failing(solver):
                times = processes[solver.name].run(puzzles, often)
                for puzzle, cpu in zip(puzzles, times["cpu"], strict=True):
                    taken[solver.name].setdefault(puzzle, []).append(cpu)
                solver.cpu_ns += sum(map(mul, times["cpu"], often))
                solver.wall_ns += sum(map(mul, times["wall"], often))
        for solver in self.solvers:
            if solver.is_measured:
                times_of = taken[solver.name]
                solver.rounds.append({puzzle: round(fmean(times)) for puzzle, times in times_of.items()})

    def _slices(self) -> list[tuple[SolverSamples, list[int]]]:
        """Of all solvers, in random order."""
        found = []
        for solver in self._shuffled():
            for _ in range(solver.passes):
                puzzles = list(solver.share)
                self._rng.shuffle(puzzles)
                found += [(solver, piece) for piece in slices(solver.costs, puzzles)]
        self._rng.shuffle(found)
        return found

    @contextmanager
    def _failing(self, solver: SolverSamples) -> Iterator[None]:
        """A failure in here excludes this solver and does not end the comparison."""
        try:
            yield
        except Failed as failed:
            solver.failed = str(failed)
        except OverCap:
            solver.failed = f"a puzzle that it had finished took far more than {self._cap:g} s"
