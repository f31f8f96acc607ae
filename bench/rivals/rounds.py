"""A list and all contestants on it: how much each can do in a turn, which builds are worth it, then the rounds.

As in sudoku_rosetta.compare, each round is a fresh process in which everybody has a turn, in random order, and each
pair of contestants gives one ratio of rates; `compare.statistics` makes the interval. A contestant that is too slow
for the whole batch gets its first puzzles; the others run those too, so that every ratio is of the same puzzles.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from statistics import geometric_mean

from sudoku_rosetta.compare.statistics import Ratio, interval
from sudoku_rosetta.runtime.executors import executor

from .contestant import ALL, Absent, Answer, Batch, Contestant, outcome

FIRST_PUZZLES = 4
"""The first turn of a contestant whose speed is not known."""
MIN_PUZZLES = 20
"""A slow contestant gets at least these, if they take only a few turns' time."""
NEAR_BEST = 0.95
"""Builds of one solver that are this near to its best in the heats take part in the rounds."""
MAX_TURNS_PER_PUZZLE = 10
"""A contestant that takes longer than this many turns for one puzzle is not run on the list."""
MAX_TURNS = 100
"""A turn that takes this many times as long as planned is ended."""
MIN_TURN = 0.2
"""The least part of the turn's time that is used; a batch that takes less is run again."""
MIN_PART_S, MAX_PART_REPEATS = 1e-3, 20
"""The same for a part of the batch that only slower ones have as their turn. Not more often: repeating a few
puzzles trains the branch predictor and flatters the result."""
Say = Callable[[str], None]


@dataclass(frozen=True)
class Turn:
    """Puzzles done, and the seconds that they took."""

    puzzles: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.puzzles / max(self.seconds, 1e-9)


def rate(turns: Sequence[Turn]) -> float:
    """Puzzles a second: the mean of the logarithms, so that ratios of rates are those of the rounds."""
    return geometric_mean(turn.rate for turn in turns)


def ratio(ones: Sequence[Turn], others: Sequence[Turn]) -> Ratio | None:
    """How many times as fast the one is, by round; None for fewer than two rounds."""
    return interval([math.log(one.rate / other.rate) for one, other in zip(ones, others, strict=True)])


@dataclass
class Score:
    """One contestant on one list."""

    contestant: Contestant
    limit: int
    """1 for those that can give one solution only, where the others are asked for two."""
    puzzles: int
    """In its turn: the first ones of the batch."""
    of: int
    estimate: float = 0.0
    """Puzzles a second, in the heat."""
    parts: dict[int, list[Turn]] = field(default_factory=dict)
    """The turns by number of puzzles: its own, and the smaller ones that slower contestants have."""
    parallel: list[Turn] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        return self.puzzles == self.of

    @property
    def turns(self) -> list[Turn]:
        return self.parts[self.puzzles]

    @property
    def rate(self) -> float:
        return rate(self.turns)

    def faster_than(self, other: Score) -> Ratio | None:
        """How many times as fast it is, on the puzzles that both ran."""
        common = min(self.puzzles, other.puzzles)
        return ratio(self.parts[common], other.parts[common])

    def repeats(self, puzzles: int, plan: Plan) -> int:
        """How often a part is run in one turn."""
        if not self.whole:
            return 1
        seconds = MIN_TURN * plan.turn if puzzles == self.puzzles else MIN_PART_S
        repeats = max(1, math.ceil(seconds * self.estimate / puzzles))
        return repeats if puzzles == self.puzzles else min(repeats, MAX_PART_REPEATS)


@dataclass(frozen=True)
class Plan:
    """How much is done."""

    limit: int = 2
    rounds: int = 9
    turn: float = 0.1
    seed: int = 1
    cores: int = 1
    """More than one: a second table, by wall time, with all of them at work."""


@dataclass(frozen=True)
class List:
    """A batch and how it is asked. `expected`: each puzzle's number of solutions, up to the limit, if known."""

    batch: Batch
    plan: Plan
    expected: Sequence[int] | None

    def turn(self, score: Score, puzzles: int, seconds: float, repeats: int = 1) -> Turn:
        """The first puzzles of the batch; the answers are checked once the time is taken."""
        part = self.batch if puzzles == len(self.batch) else self.batch.part(0, puzzles)
        answers = [score.contestant.run(part, score.limit, seconds) for _ in range(repeats)]
        self.check(answers[-1], part, score.limit)
        return Turn(sum(answer.puzzles for answer in answers), sum(answer.seconds for answer in answers))

    def turn_of_all_cores(self, score: Score) -> Turn | None:
        """For each core as many puzzles as one had alone, as far as the batch goes."""
        part = self.batch.part(0, self.plan.cores * score.puzzles)
        answers = []
        for _ in range(score.repeats(score.puzzles, self.plan)):
            answer = score.contestant.parallel(part, score.limit, self.plan.cores)
            if answer is None:
                return None
            self.check(answer, part, score.limit)
            answers.append(answer)
        return Turn(sum(answer.puzzles for answer in answers), sum(answer.seconds for answer in answers))

    def check(self, answer: Answer, part: Batch, limit: int) -> None:
        if self.expected is not None:
            right = sum(min(number, limit or number) for number in self.expected[: answer.puzzles])
            if answer.found != right:
                raise Absent(
                    f"excluded: {answer.found:,} solutions of {answer.puzzles:,} puzzles that have {right:,}"
                )
        for solution, puzzle in zip(answer.solutions or (), part.puzzles, strict=False):
            if solution is not None and (why := outcome(solution, puzzle)):
                raise Absent(f"excluded: {why}, for {puzzle.decode()}")


@dataclass
class Played:
    """What a round gave of one contestant."""

    turns: dict[int, Turn] = field(default_factory=dict)
    parallel: Turn | None = None
    out: str | None = None


def play_round(asked: List, number: int, scores: Sequence[Score]) -> dict[str, Played]:
    """Everybody's turns in random order, after a first puzzle that is not timed."""
    plan, rng = asked.plan, random.Random(f"{asked.plan.seed} {number}")
    played = {score.contestant.id: Played() for score in scores}

    def each(work: Callable[[Score, int], None], turns: list[tuple[Score, int]]) -> None:
        for score, puzzles in rng.sample(turns, len(turns)):
            if played[score.contestant.id].out is None:
                try:
                    work(score, puzzles)
                except Absent as absent:
                    played[score.contestant.id].out = str(absent)

    def warm_up(score: Score, puzzles: int) -> None:
        score.contestant.run(asked.batch.part(0, puzzles), score.limit, plan.turn)

    def turn(score: Score, puzzles: int) -> None:
        repeats = score.repeats(puzzles, plan)
        found = asked.turn(score, puzzles, MAX_TURNS * plan.turn, repeats)
        if found.puzzles < puzzles * repeats:
            raise Absent(f"not run: {found.puzzles:,} of {puzzles:,} puzzles in {found.seconds:.1f} s")
        played[score.contestant.id].turns[puzzles] = found

    def turn_of_all_cores(score: Score, _: int) -> None:
        played[score.contestant.id].parallel = asked.turn_of_all_cores(score)

    each(warm_up, [(score, 1) for score in scores])
    each(turn, [(score, puzzles) for score in scores for puzzles in score.parts])
    if plan.cores > 1:
        each(turn_of_all_cores, [(score, score.puzzles) for score in scores])
    return played


def play_in_fresh_process(asked: List, number: int, scores: Sequence[Score]) -> dict[str, Played]:
    with executor(1, threads=False) as process:
        return process.submit(_play_and_close, asked, number, scores).result()


def _play_and_close(asked: List, number: int, scores: Sequence[Score]) -> dict[str, Played]:
    try:
        return play_round(asked, number, scores)
    finally:
        for score in scores:
            score.contestant.close()


class Contest:
    """One list, all contestants."""

    def __init__(
        self,
        batch: Batch,
        plan: Plan,
        expected: Sequence[int] | None,
        say: Say = print,
        play: Callable[[List, int, Sequence[Score]], dict[str, Played]] = play_in_fresh_process,
    ) -> None:
        self.list, self.plan, self.say, self.play = List(batch, plan, expected), plan, say, play
        self.out: dict[str, str] = {}
        """Who is not in the table, and why."""

    def run(self, contestants: Sequence[Contestant]) -> list[Score]:
        scores = best_builds([score for each in contestants if (score := self.heat(each))])
        sizes = {score.puzzles for score in scores}
        for score in scores:
            score.parts = {size: [] for size in sorted(sizes) if size <= score.puzzles}
        for number in range(self.plan.rounds):
            played = self.play(self.list, number, scores)
            for score in scores:
                self.record(score, played[score.contestant.id])
            scores = [score for score in scores if len(score.turns) == number + 1]
        return sorted(scores, key=lambda score: -score.rate)

    def record(self, score: Score, played: Played) -> None:
        """Who fails alone is out of the table; who fails on all cores has no figure for them."""
        if played.turns.keys() == score.parts.keys():
            for puzzles, turn in played.turns.items():
                score.parts[puzzles].append(turn)
        if played.parallel:
            score.parallel.append(played.parallel)
        if played.out:
            score.parallel.clear()
            self.exclude(score.contestant, played.out)

    def exclude(self, contestant: Contestant, why: str) -> None:
        if contestant.id not in self.out:
            self.out[contestant.id] = why
            self.say(f"{contestant.id}: {why}")

    def heat(self, contestant: Contestant) -> Score | None:
        """How many puzzles it can do in a turn; None where it cannot do a single one, or does it wrongly."""
        limit = self.plan.limit if self.plan.limit in contestant.limits else 1
        if limit not in contestant.limits or self.plan.limit == ALL != limit:
            self.out[contestant.id] = "cannot count all solutions"
            return None
        size, time = len(self.list.batch), self.plan.turn
        score = Score(contestant, limit, min(FIRST_PUZZLES, size), size)
        try:
            turn = self.list.turn(score, score.puzzles, time)
            while turn.puzzles == score.puzzles < size and (
                turn.seconds <= time / 4 or (score.puzzles < MIN_PUZZLES and turn.seconds <= time)
            ):
                score.puzzles = min(size, max(4 * score.puzzles, int(turn.rate * time / 4), MIN_PUZZLES))
                turn = self.list.turn(score, score.puzzles, MAX_TURNS_PER_PUZZLE * time)
        except Absent as absent:
            self.exclude(contestant, str(absent))
            return None
        if turn.seconds > MAX_TURNS_PER_PUZZLE * time * turn.puzzles:
            self.exclude(contestant, f"not run: {turn.seconds / turn.puzzles:.1f} s a puzzle")
            return None
        score.estimate = turn.rate
        score.puzzles = one_of_few(max(int(turn.rate * time), min(MIN_PUZZLES, turn.puzzles)), size)
        return score


def one_of_few(puzzles: int, size: int) -> int:
    """At most the size; below it 1, 2, 5, 10, 20..., so that slow contestants often share their part."""
    if puzzles >= size:
        return size
    power: int = 10 ** (len(str(max(puzzles, 1))) - 1)
    return max(power * first for first in (1, 2, 5) if power * first <= max(puzzles, 1))


def best_builds(scores: list[Score]) -> list[Score]:
    """Of each solver the best build in the heats, and those that are about as good."""
    best: dict[str, float] = {}
    for score in scores:
        name = score.contestant.name
        best[name] = max(best.get(name, 0.0), score.estimate)
    return [score for score in scores if score.estimate >= NEAR_BEST * best[score.contestant.name]]
