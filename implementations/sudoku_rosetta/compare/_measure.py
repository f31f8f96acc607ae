"""Measure the solvers: calibration, an untimed run for answers and counts, then rounds of timed runs.

A round starts a new process for each solver. Every solver runs its share of the puzzles; fast solvers repeat it.
The runs are split into slices of a few hundredths of a second. The slices of all solvers run one at a time, in
random order. `statistics` explains why.
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
from ._timing import LOADING_S, CapExceeded, SolverFailed, TimedWorker
from .sets import PuzzleSet
from .statistics import Round

PLANNED_ROUNDS, MAX_ROUNDS = 10, 30
"""Shares are chosen so that the planned rounds fit the budget; the remaining time is used for more rounds. More
than the maximum would gain little: half the interval needs four times as many rounds."""
CONTROL = "(again)"
"""Name of a second copy of the reference. Its ratio to the reference shows the noise of the comparison."""
_PROCESS_START_S = 0.2
"""Approximate CPU time for a process to start and warm up."""
_MIN_LOADING_S = 5.0
"""The timeout for loading a solver is this plus twice the budget, and at most LOADING_S."""
_CALIBRATION_FRACTION, _COUNTING_FRACTION = 0.2, 0.12
"""Fractions of the budget."""
_WARM_UP_NS = 50_000_000
_MAX_REPEATED_NS = 30_000_000
"""The calibration repeats shorter runs."""
_MAX_UNFINISHED = 2
"""The calibration of a solver ends when this many puzzles have exceeded the cap."""


@dataclass
class SolverSamples:
    """One solver and its measurements so far."""

    spec: SolverSpec
    declared: Declared | None = None
    failed: str | None = None
    costs: dict[int, int] = field(default_factory=dict)  # approximate time of each puzzle, in nanoseconds
    unfinished: list[int] = field(default_factory=list)  # puzzles that exceeded the cap
    solutions: dict[int, int] = field(default_factory=dict)
    counts: dict[int, dict[str, int]] = field(default_factory=dict)
    trees: dict[int, str] = field(default_factory=dict)
    share: list[int] = field(default_factory=list)  # the puzzles to run in each round
    passes: int = 1
    rounds: list[Round] = field(default_factory=list)
    startups: list[tuple[int, int]] = field(default_factory=list)  # CPU time, wall time
    peaks: list[int] = field(default_factory=list)
    cpu_ns: int = 0  # total of all timed runs
    wall_ns: int = 0

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
"""Called with the samples of all solvers, the current activity, and the elapsed fraction of the budget."""


class Measurement:
    """The measurement of one comparison."""

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
        """Wall time divided by CPU time of each process at startup: above 1 on a busy machine."""

    def samples_of(self, name: str) -> SolverSamples:
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
        """Estimate the time of each puzzle; slow solvers run only the first puzzles in their part of the budget."""
        seconds = self._budget * _CALIBRATION_FRACTION / len(self.solvers)
        for solver in self.solvers:
            self._report(f"{solver.name}: calibration")
            try:
                self._first_runs(solver, seconds)
            except SolverFailed as failed:
                solver.failed = str(failed)
            if not solver.costs and not solver.failed:
                solver.failed = f"no puzzle finished within {self._cap:g} s: use a larger cap"

    def _first_runs(self, solver: SolverSamples, seconds: float) -> None:
        end = time.monotonic() + seconds
        process = self._start(solver.spec)
        solver.declared = process.declared
        self._wall_per_cpu.append(max(process.startup_wall / max(process.startup, 1), 1.0))
        try:
            for puzzle in range(len(self.puzzles.grids)):
                try:
                    solver.costs[puzzle] = self._cost(process, puzzle)
                except CapExceeded:
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
        """Approximate time of a puzzle. A short run is repeated, because the first run includes warming up. It is
        measured in wall time, because Linux updates the CPU clock only at each tick after a CPU limit was set."""
        cost = process.time_once(puzzle)
        if cost > _MAX_REPEATED_NS:
            return cost
        return min(process.time_loops([puzzle] * 3, [1] * 3)["wall"])

    def assign_shares(self, reference: str) -> None:
        """Choose the puzzles of each solver. Also add the control, a second copy of the reference."""
        original = self.samples_of(reference)
        spec = replace(original.spec, name=CONTROL)
        self.solvers.append(SolverSamples(spec, original.declared, costs=original.costs))
        known = {solver.name: solver.costs for solver in self.solvers if not solver.failed}
        size = len(self.puzzles.grids)
        for name, share in shares(known, size, self._seconds_per_round(len(known))).items():
            solver = self.samples_of(name)
            solver.share, solver.passes = share, passes(solver.costs, share)

    def _seconds_per_round(self, solvers: int) -> float:
        """CPU time available to a round: less than wall time if the machine is busy."""
        wall = 0.9 * self._left() - self._budget * _COUNTING_FRACTION
        seconds = wall / (median(self._wall_per_cpu) if self._wall_per_cpu else 1.0)
        return max(seconds / PLANNED_ROUNDS - solvers * _PROCESS_START_S, 0.3)

    def count_work(self) -> None:
        """Record counts, digests of search trees, and answers, in untimed runs."""
        measured = [solver for solver in self.solvers if solver.is_measured and solver.name != CONTROL]
        for solver in measured:
            self._report(f"{solver.name}: counting")
            end = time.monotonic() + self._budget * _COUNTING_FRACTION / len(measured)
            try:
                with self._start(solver.spec) as process:
                    for puzzle in solver.share:
                        self._count_one(solver, process, puzzle)
                        if time.monotonic() > end:
                            break
            except SolverFailed as failed:
                solver.failed = str(failed)
            except CapExceeded:
                solver.failed = (
                    "the run that counts and checks its answers exceeded the time limit: use a larger cap"
                )

    @staticmethod
    def _count_one(solver: SolverSamples, process: TimedWorker, puzzle: int) -> None:
        observed = process.observe(puzzle)
        if observed["wrong"]:
            raise SolverFailed(f"wrong answer: {observed['wrong']}")
        solver.solutions[puzzle] = observed["solutions"]
        if observed["counts"]:
            solver.counts[puzzle] = observed["counts"]
        if observed["tree"]:
            solver.trees[puzzle] = observed["tree"]

    def check_answers(self, reference: str) -> None:
        """Exclude the solvers that find a different number of solutions than the reference."""
        baseline = self.samples_of(reference)
        for solver in self.solvers:
            first_only = baseline.first_only or solver.first_only
            for puzzle, number in solver.solutions.items():
                expected = baseline.solutions.get(puzzle, number)
                if bool(number) != bool(expected) if first_only else number != expected:
                    solver.failed = (
                        f"finds {number} solution{'s' * (number != 1)} of puzzle {puzzle + 1}; "
                        f"{reference} finds {expected}"
                    )
                    break

    # --- the timed rounds -----------------------------------------------------------------------------

    def run_rounds(self) -> None:
        """Run at least two rounds, until the budget is spent. Their number must not depend on the results."""
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
                with self._excluding(solver):
                    process = stack.enter_context(self._start(solver.spec))
                    processes[solver.name] = process
                    solver.startups.append((process.startup, process.startup_wall))
                    self._warm_up(solver, process)
            self._run_slices(processes)
            for solver in self._shuffled():
                with self._excluding(solver):
                    solver.peaks.append(processes[solver.name].peak())

    def _shuffled(self) -> list[SolverSamples]:
        measured = [solver for solver in self.solvers if solver.is_measured]
        self._rng.shuffle(measured)
        return measured

    @staticmethod
    def _warm_up(solver: SolverSamples, process: TimedWorker) -> None:
        spent = 0
        for puzzle in solver.share:
            repeats = loops(solver.costs[puzzle])
            spent += repeats * process.time_loops([puzzle], [repeats])["cpu"][0]
            if spent > _WARM_UP_NS:
                break

    def _run_slices(self, processes: dict[str, TimedWorker]) -> None:
        samples: dict[str, dict[int, list[int]]] = {name: {} for name in processes}
        for solver, puzzles in self._shuffled_slices():
            if not solver.is_measured:
                continue
            repeats = [loops(solver.costs[puzzle]) for puzzle in puzzles]
            with self._excluding(solver):
                times = processes[solver.name].time_loops(puzzles, repeats)
                for puzzle, cpu in zip(puzzles, times["cpu"], strict=True):
                    samples[solver.name].setdefault(puzzle, []).append(cpu)
                solver.cpu_ns += sum(map(mul, times["cpu"], repeats))
                solver.wall_ns += sum(map(mul, times["wall"], repeats))
        # the time of a puzzle in this round is the mean over its passes
        for solver in self.solvers:
            if solver.is_measured:
                times_of = samples[solver.name]
                solver.rounds.append({puzzle: round(fmean(times)) for puzzle, times in times_of.items()})

    def _shuffled_slices(self) -> list[tuple[SolverSamples, list[int]]]:
        """The slices of all solvers in random order."""
        found = []
        for solver in self._shuffled():
            for _ in range(solver.passes):
                puzzles = list(solver.share)
                self._rng.shuffle(puzzles)
                found += [(solver, piece) for piece in slices(solver.costs, puzzles)]
        self._rng.shuffle(found)
        return found

    @contextmanager
    def _excluding(self, solver: SolverSamples) -> Iterator[None]:
        """A failure in this context excludes the solver; the comparison continues."""
        try:
            yield
        except SolverFailed as failed:
            solver.failed = str(failed)
        except CapExceeded:
            solver.failed = (
                f"a puzzle that finished in the calibration later took much longer than {self._cap:g} s"
            )
