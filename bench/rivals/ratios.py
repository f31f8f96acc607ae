"""What repeated measures of two contestants say of their ratio.

In each round everybody has a turn, in random order, so that a slow moment of the machine hits all alike. Who ran
the whole batch in every round is compared round by round, by the median. Who could only run a part of it, each time
another one, is compared by sums, and the interval then also holds what another part would have given. Intervals
are bootstrapped over the rounds.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

RESAMPLES = 1000
CONFIDENCE = 0.95


@dataclass(frozen=True)
class Turn:
    """So many puzzles, in so many seconds."""

    puzzles: int
    seconds: float

    @property
    def rate(self) -> float:
        return self.puzzles / max(self.seconds, 1e-9)


@dataclass(frozen=True)
class Ratio:
    """How many times as fast the one is, and between which bounds that lies."""

    value: float
    low: float
    high: float


def typical(turns: Sequence[Turn], whole: bool) -> float:
    """Puzzles a second."""
    if whole:
        return median(turn.rate for turn in turns)
    return sum(turn.puzzles for turn in turns) / max(sum(turn.seconds for turn in turns), 1e-9)


def ratio(ones: Sequence[Turn], others: Sequence[Turn], whole: bool) -> Ratio:
    """The one's rate by the other's; the rounds are those that both have."""
    rounds = list(zip(ones, others, strict=True))

    def of(some: Sequence[tuple[Turn, Turn]]) -> float:
        if whole:
            return median(one.rate / other.rate for one, other in some)
        return typical([one for one, _ in some], False) / typical([other for _, other in some], False)

    chance = random.Random(0)
    again = sorted(of(chance.choices(rounds, k=len(rounds))) for _ in range(RESAMPLES))
    outside = round((1 - CONFIDENCE) / 2 * RESAMPLES)
    return Ratio(of(rounds), again[outside], again[-1 - outside])
