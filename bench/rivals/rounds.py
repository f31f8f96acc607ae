"""A list and all contestants on it: who can do how much in a turn, which builds are worth it, then the rounds."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .contestant import ALL, Absent, Answer, Batch, Contestant, outcome
from .ratios import Turn, typical

SAMPLE = 4
"""So few puzzles at first, of who knows whom."""
NEAR = 0.95
"""Builds of one solver that are this near to its best in the heats go through to the rounds."""
TOO_SLOW = 10
"""Who takes so many turns' time for one puzzle is not run on the list."""
SHORTEST = 0.2
"""A turn is never shorter than this part of the time that a turn should take: the batch is run again instead."""
Say = Callable[[str], None]


@dataclass
class Score:
    """What one contestant did on one list."""

    contestant: Contestant
    limit: int
    """1 for those that can give one solution only, where the others are asked for two."""
    puzzles: int
    """So many in a turn."""
    repeats: int
    of: int
    turns: list[Turn] = field(default_factory=list)
    parallel: list[Turn] = field(default_factory=list)

    @property
    def whole(self) -> bool:
        return self.puzzles == self.of

    @property
    def rate(self) -> float:
        return typical(self.turns, self.whole)


@dataclass(frozen=True)
class Plan:
    """How much is done."""

    limit: int = 2
    rounds: int = 9
    turn: float = 0.1
    seed: int = 1
    cores: int = 1
    """More than one: a second table, by the clock, with all of them at work."""


class Contest:
    """One list. `expected`: of each puzzle how many solutions it has (up to the limit), where that is known."""

    def __init__(self, batch: Batch, plan: Plan, expected: Sequence[int] | None, say: Say = print) -> None:
        self.batch, self.plan, self.expected, self.say = batch, plan, expected, say
        self.chance = random.Random(plan.seed)
        self.out: dict[str, str] = {}
        """Who is not in the table, and why."""

    def run(self, contestants: Sequence[Contestant]) -> list[Score]:
        scores = self.through([score for each in contestants if (score := self.heat(each))])
        for _ in range(self.plan.rounds):
            for score in self.chance.sample(scores, len(scores)):
                self.guarded(score, self.turn)
            scores = [score for score in scores if score.contestant.id not in self.out]
        if self.plan.cores > 1:
            self.on_all_cores(scores)
        return sorted(scores, key=lambda score: -score.rate)

    def heat(self, contestant: Contestant) -> Score | None:
        """How many puzzles it can do in a turn; None where it cannot do a single one, or does it wrongly."""
        limit = self.plan.limit if self.plan.limit in contestant.limits else 1
        if limit not in contestant.limits or self.plan.limit == ALL != limit:
            self.out[contestant.id] = "cannot count all solutions"
            return None
        score = Score(contestant, limit, min(SAMPLE, len(self.batch)), 1, len(self.batch))
        while self.guarded(score, self.turn) and score.turns:
            spent = score.turns[-1].seconds
            if spent > TOO_SLOW * self.plan.turn * score.turns[-1].puzzles:
                self.out[contestant.id] = f"not run: {spent / score.turns[-1].puzzles:.1f} s a puzzle"
            if score.turns[-1].puzzles < score.puzzles or spent > self.plan.turn / 4 or score.whole:
                break
            score.puzzles = min(
                len(self.batch), max(4 * score.puzzles, self.within(score, self.plan.turn / 4))
            )
        if not score.turns or contestant.id in self.out:
            return None
        score.puzzles = max(1, min(len(self.batch), self.within(score, self.plan.turn)))
        if score.whole:
            per_batch = len(self.batch) / score.turns[-1].rate
            score.repeats = max(1, round(SHORTEST * self.plan.turn / max(per_batch, 1e-9)))
        return score

    @staticmethod
    def within(score: Score, seconds: float) -> int:
        return int(score.turns[-1].rate * seconds)

    def through(self, scores: list[Score]) -> list[Score]:
        """Of each solver its best build, and those that are about as good."""
        best: dict[str, float] = {}
        for score in scores:
            name = score.contestant.name
            best[name] = max(best.get(name, 0.0), score.turns[-1].rate)
        chosen = [score for score in scores if score.turns[-1].rate >= NEAR * best[score.contestant.name]]
        for score in chosen:
            score.turns.clear()
        return chosen

    def guarded(self, score: Score, work: Callable[[Score], None]) -> bool:
        """The work; False, and told, where it fails."""
        try:
            work(score)
        except Absent as absent:
            self.out[score.contestant.id] = str(absent)
            self.say(f"{score.contestant.id}: {absent}")
            return False
        return True

    def turn(self, score: Score) -> None:
        """So many puzzles, from somewhere in the batch on; the answers are looked at once the time is taken."""
        start = self.chance.randrange(len(self.batch) - score.puzzles + 1)
        part = self.batch if score.whole else self.batch.part(start, score.puzzles)
        seconds, answer = 0.0, None
        for _ in range(score.repeats):
            answer = score.contestant.run(part, score.limit, self.plan.turn)
            seconds += answer.seconds
        assert answer is not None
        self.check(answer, part, start, score.limit)
        score.turns.append(Turn(answer.puzzles * score.repeats, seconds))

    def check(self, answer: Answer, part: Batch, start: int, limit: int) -> None:
        if self.expected is not None:
            numbers = self.expected[start : start + answer.puzzles]
            right = sum(min(number, limit or number) for number in numbers)
            if answer.found != right:
                raise Absent(
                    f"excluded: {answer.found:,} solutions of {answer.puzzles:,} puzzles that have {right:,}"
                )
        for solution, puzzle in zip(answer.solutions or (), part.puzzles, strict=False):
            if solution is not None and (why := outcome(solution, puzzle)):
                raise Absent(f"excluded: {why}, for {puzzle.decode()}")

    def on_all_cores(self, scores: list[Score]) -> None:
        """By the clock, which a neighbour can only lengthen: the report takes the best of the rounds."""
        for _ in range(self.plan.rounds):
            for score in self.chance.sample(scores, len(scores)):
                if score.contestant.id not in self.out:
                    self.guarded(score, self.turn_of_all)

    def turn_of_all(self, score: Score) -> None:
        """For each core as many puzzles as one had alone, as far as there are so many."""
        part = self.batch.part(0, self.plan.cores * score.puzzles)
        puzzles, seconds = 0, 0.0
        for _ in range(score.repeats):
            answer = score.contestant.parallel(part, score.limit, self.plan.cores)
            if answer is None:
                return
            self.check(answer, part, 0, score.limit)
            puzzles, seconds = puzzles + answer.puzzles, seconds + answer.seconds
        score.parallel.append(Turn(puzzles, seconds))
