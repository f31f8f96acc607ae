"""Measure all solvers on one list: calibration, selection of the fastest builds, then the rounds.

As in sudoku_rosetta.compare, each round is a new process in which every solver has a turn, in random order. A
round gives one ratio of rates per pair of solvers; `compare.statistics` computes the interval. A solver that is
too slow for the whole batch runs its first puzzles. The other solvers also run this part, so that ratios compare
equal puzzles.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import geometric_mean

from sudoku_rosetta.compare.statistics import Ratio, interval
from sudoku_rosetta.runtime.executors import executor

from .bench_solver import ALL, Answer, Batch, BenchSolver, Excluded, solution_error

FIRST_PUZZLES = 4
"""Number of puzzles in the first turn of the calibration."""
MIN_PUZZLES = 20
"""A slow solver runs at least this many puzzles, if they take only a few turns."""
NEAR_BEST = 0.95
"""Builds with at least this fraction of the speed of the fastest build are measured."""
MAX_TURNS_PER_PUZZLE = 10
"""A solver that needs more than this many turns for one puzzle is excluded."""
MAX_TURN_FACTOR = 100
"""A turn ends after this many times the planned duration."""
MIN_TURN_FRACTION = 0.2
"""Minimum fraction of the planned duration; a shorter batch is repeated."""
MIN_PART_S, MAX_PART_REPEATS = 1e-3, 20
"""Minimum duration and maximum repeats of the first puzzles of the batch, which fast solvers run for their ratio to
slow ones. More repeats of a few puzzles would train the branch predictor, so that the solver appears faster."""
Log = Callable[[str], None]


@dataclass(frozen=True)
class Turn:
    """Number of puzzles and the seconds that they took."""

    puzzles: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.puzzles / max(self.seconds, 1e-9)


def rate(turns: Sequence[Turn]) -> float:
    """Puzzles per second: the geometric mean, so that a ratio of rates equals the mean ratio of the rounds."""
    return geometric_mean(turn.rate for turn in turns)


def ratio(ones: Sequence[Turn], others: Sequence[Turn]) -> Ratio | None:
    """The rate of one divided by the rate of the other; None for fewer than two rounds."""
    return interval([math.log(one.rate / other.rate) for one, other in zip(ones, others, strict=True)])


@dataclass
class Score:
    """The measurements of one solver on one list."""

    solver: BenchSolver
    limit: int
    """The number of solutions to search for: 1 for solvers that cannot search for two."""
    puzzles: int
    """Number of puzzles in a turn: the first ones of the batch."""
    batch_size: int
    estimate: float = 0.0
    """Puzzles per second in the calibration."""
    parts: dict[int, list[Turn]] = field(default_factory=dict)
    """The turns by number of puzzles: that of this solver, and the smaller numbers of slower solvers."""
    parallel: list[Turn] = field(default_factory=list)

    @property
    def is_whole_batch(self) -> bool:
        return self.puzzles == self.batch_size

    @property
    def turns(self) -> list[Turn]:
        return self.parts[self.puzzles]

    @property
    def rate(self) -> float:
        return rate(self.turns)

    def speed_ratio(self, other: Score) -> Ratio | None:
        """Its rate divided by the other's, on the puzzles that both ran."""
        common = min(self.puzzles, other.puzzles)
        return ratio(self.parts[common], other.parts[common])

    def repeats(self, puzzles: int, plan: Plan) -> int:
        """How often a turn repeats its puzzles."""
        if not self.is_whole_batch:
            return 1
        seconds = MIN_TURN_FRACTION * plan.turn if puzzles == self.puzzles else MIN_PART_S
        repeats = max(1, math.ceil(seconds * self.estimate / puzzles))
        return repeats if puzzles == self.puzzles else min(repeats, MAX_PART_REPEATS)


@dataclass(frozen=True)
class Plan:
    """The settings of a benchmark."""

    limit: int = 2
    rounds: int = 9
    turn: float = 0.1
    seed: int = 1
    cores: int = 1
    """If more than one, the solvers are also measured in parallel, by wall time."""


@dataclass(frozen=True)
class Task:
    """A batch, the settings, and the expected number of solutions of each puzzle, if known."""

    batch: Batch
    plan: Plan
    expected: Sequence[int] | None

    def turn(self, score: Score, puzzles: int, seconds: float, repeats: int = 1) -> Turn:
        """Solve the first puzzles of the batch. The answers are checked after the timed run."""
        part = self.batch if puzzles == len(self.batch) else self.batch.part(0, puzzles)
        answers = [score.solver.run(part, score.limit, seconds) for _ in range(repeats)]
        self.check(answers[-1], part, score.limit)
        return Turn(sum(answer.puzzles for answer in answers), sum(answer.seconds for answer in answers))

    def turn_of_all_cores(self, score: Score) -> Turn | None:
        """Solve in parallel, on each core as many puzzles as in a turn, if the batch has enough."""
        part = self.batch.part(0, self.plan.cores * score.puzzles)
        answers = []
        for _ in range(score.repeats(score.puzzles, self.plan)):
            answer = score.solver.parallel(part, score.limit, self.plan.cores)
            if answer is None:
                return None
            self.check(answer, part, score.limit)
            answers.append(answer)
        return Turn(sum(answer.puzzles for answer in answers), sum(answer.seconds for answer in answers))

    def check(self, answer: Answer, part: Batch, limit: int) -> None:
        if self.expected is not None:
            expected = sum(min(number, limit or number) for number in self.expected[: answer.puzzles])
            if answer.found != expected:
                puzzles = f"{answer.puzzles:,} puzzles, which have {expected:,}"
                raise Excluded(f"excluded: found {answer.found:,} solutions of {puzzles}")
        for solution, puzzle in zip(answer.solutions or (), part.puzzles, strict=False):
            if solution is not None and (why := solution_error(solution, puzzle)):
                raise Excluded(f"excluded: {why}, for {puzzle.decode()}")


@dataclass
class RoundResult:
    """The turns of one solver in one round."""

    turns: dict[int, Turn] = field(default_factory=dict)
    parallel: Turn | None = None
    excluded: str | None = None
    """The reason, if it failed."""


def run_round(task: Task, number: int, scores: Sequence[Score]) -> dict[str, RoundResult]:
    """The turns of all solvers in random order, after one puzzle each to warm up."""
    plan, rng = task.plan, random.Random(f"{task.plan.seed} {number}")
    results = {score.solver.id: RoundResult() for score in scores}

    def run_shuffled(work: Callable[[Score, int], None], turns: list[tuple[Score, int]]) -> None:
        for score, puzzles in rng.sample(turns, len(turns)):
            if results[score.solver.id].excluded is None:
                try:
                    work(score, puzzles)
                except Excluded as reason:
                    results[score.solver.id].excluded = str(reason)

    def warm_up(score: Score, puzzles: int) -> None:
        score.solver.run(task.batch.part(0, puzzles), score.limit, plan.turn)

    def turn(score: Score, puzzles: int) -> None:
        repeats = score.repeats(puzzles, plan)
        found = task.turn(score, puzzles, MAX_TURN_FACTOR * plan.turn, repeats)
        if found.puzzles < puzzles * repeats:
            raise Excluded(f"not run: {found.puzzles:,} of {puzzles:,} puzzles in {found.seconds:.1f} s")
        results[score.solver.id].turns[puzzles] = found

    def turn_of_all_cores(score: Score, _: int) -> None:
        results[score.solver.id].parallel = task.turn_of_all_cores(score)

    run_shuffled(warm_up, [(score, 1) for score in scores])
    run_shuffled(turn, [(score, puzzles) for score in scores for puzzles in score.parts])
    if plan.cores > 1:
        run_shuffled(turn_of_all_cores, [(score, score.puzzles) for score in scores])
    return results


def run_round_in_new_process(task: Task, number: int, scores: Sequence[Score]) -> dict[str, RoundResult]:
    with executor(1, threads=False) as process:
        return process.submit(_run_round_and_close, task, number, scores).result()


def _run_round_and_close(task: Task, number: int, scores: Sequence[Score]) -> dict[str, RoundResult]:
    try:
        return run_round(task, number, scores)
    finally:
        for score in scores:
            score.solver.close()


class Benchmark:
    """The measurement of all solvers on one list."""

    def __init__(
        self,
        batch: Batch,
        plan: Plan,
        expected: Sequence[int] | None,
        log: Log = print,
        runner: Callable[[Task, int, Sequence[Score]], dict[str, RoundResult]] = run_round_in_new_process,
    ) -> None:
        self.task, self.plan, self.log, self.runner = Task(batch, plan, expected), plan, log, runner
        self.excluded: dict[str, str] = {}
        """The excluded solvers, with the reasons."""

    def run(self, solvers: Sequence[BenchSolver]) -> list[Score]:
        scores = best_builds([score for each in solvers if (score := self.calibrate(each))])
        sizes = {score.puzzles for score in scores}
        for score in scores:
            score.parts = {size: [] for size in sorted(sizes) if size <= score.puzzles}
        for number in range(self.plan.rounds):
            results = self.runner(self.task, number, scores)
            for score in scores:
                self.record(score, results[score.solver.id])
            scores = [score for score in scores if len(score.turns) == number + 1]
        return sorted(scores, key=lambda score: -score.rate)

    def record(self, score: Score, result: RoundResult) -> None:
        """Add the turns of a round. A solver that fails only in parallel loses only its parallel turns."""
        if result.turns.keys() == score.parts.keys():
            for puzzles, turn in result.turns.items():
                score.parts[puzzles].append(turn)
        if result.parallel:
            score.parallel.append(result.parallel)
        if result.excluded:
            score.parallel.clear()
            self.exclude(score.solver, result.excluded)

    def exclude(self, solver: BenchSolver, why: str) -> None:
        if solver.id not in self.excluded:
            self.excluded[solver.id] = why
            self.log(f"{solver.id}: {why}")

    def calibrate(self, solver: BenchSolver) -> Score | None:
        """Estimate the rate and choose the number of puzzles; None if the solver is excluded."""
        limit = self.plan.limit if self.plan.limit in solver.limits else 1
        if limit not in solver.limits or self.plan.limit == ALL != limit:
            self.excluded[solver.id] = "cannot count all solutions"
            return None
        size, time = len(self.task.batch), self.plan.turn
        score = Score(solver, limit, min(FIRST_PUZZLES, size), size)
        try:
            turn = self.task.turn(score, score.puzzles, time)
            while turn.puzzles == score.puzzles < size and (
                turn.seconds <= time / 4 or (score.puzzles < MIN_PUZZLES and turn.seconds <= time)
            ):
                score.puzzles = min(size, max(4 * score.puzzles, int(turn.rate * time / 4), MIN_PUZZLES))
                turn = self.task.turn(score, score.puzzles, MAX_TURNS_PER_PUZZLE * time)
        except Excluded as reason:
            self.exclude(solver, str(reason))
            return None
        if turn.seconds > MAX_TURNS_PER_PUZZLE * time * turn.puzzles:
            self.exclude(solver, f"not run: {turn.seconds / turn.puzzles:.1f} s per puzzle")
            return None
        score.estimate = turn.rate
        score.puzzles = round_down(max(int(turn.rate * time), min(MIN_PUZZLES, turn.puzzles)), size)
        return score


def round_down(puzzles: int, size: int) -> int:
    """Round down to 1, 2, 5, 10, 20... or the size, so that slow solvers often have the same number of puzzles."""
    if puzzles >= size:
        return size
    power: int = 10 ** (len(str(max(puzzles, 1))) - 1)
    return max(power * first for first in (1, 2, 5) if power * first <= max(puzzles, 1))


def best_builds(scores: list[Score]) -> list[Score]:
    """The fastest build of each solver, and builds that are nearly as fast, by the calibration."""
    best: dict[str, float] = {}
    for score in scores:
        name = score.solver.name
        best[name] = max(best.get(name, 0.0), score.estimate)
    return [score for score in scores if score.estimate >= NEAR_BEST * best[score.solver.name]]
