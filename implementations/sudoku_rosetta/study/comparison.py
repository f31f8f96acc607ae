"""Are two studies alike? For each number of clues, the test of Brunner and Munzel.

Let P be the probability that a grid of the first study has more solutions than one of the second, half of it where
they have equally many. The test asks whether P is 1/2; it supposes independent grids, and nothing about how
the counts are distributed, nor that both vary alike; with a hundred grids or more its normal approximation holds.
(E. Brunner and U. Munzel, "The nonparametric Behrens-Fisher problem", 2000.)

Where many numbers of clues are compared, some p would be small by chance: they are adjusted by Holm's method. And
not to find a difference is not to find none: "equivalent" is said where P's 90% interval lies within 0.45 to 0.55
(two one-sided tests), "different" where the adjusted p is below 0.05, "different, within the margin" where both
hold, and "undecided" where neither does. Counts above 65,535 that agree in their 12 highest bits are taken for
equal; and where a study was counted up to a limit, the other's counts are cut at the same.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ._store import Store
from ._summary import Interval, Tally, tallies

__all__ = ["MARGIN", "Comparison", "compared"]

MARGIN = 0.05
LEVEL = 0.05
Z90 = 1.6448536269514722
Verdict = Literal["different", "equivalent", "different, within the margin", "undecided"]


@dataclass(frozen=True)
class Comparison:
    """Of one number of clues that both studies have."""

    clues: int
    grids: tuple[int, int]
    means: tuple[float, float]
    p_more: float
    """P of the header."""
    interval: Interval
    """Its 90% interval."""
    p: float
    adjusted: float
    limit: int | None = None
    """Counts are cut there, the smaller of the two studies' limits."""

    @property
    def verdict(self) -> Verdict:
        within = self.interval.low > 0.5 - MARGIN and self.interval.high < 0.5 + MARGIN
        if self.adjusted < LEVEL:
            return "different, within the margin" if within else "different"
        return "equivalent" if within else "undecided"


def compared(first: Store, second: Store) -> list[Comparison]:
    """In the order of their clues; none where the studies share no number of clues."""
    limit = min((each.plan.limit for each in (first, second) if each.plan.limit), default=None)
    ours = {tally.clues: tally for tally in tallies(first, limit)}
    theirs = {tally.clues: tally for tally in tallies(second, limit)}
    shared = [
        clues
        for clues in sorted(ours.keys() & theirs.keys())
        if min(ours[clues].accepted, theirs[clues].accepted) > 1
    ]
    return _adjusted([_compared(ours[clues], theirs[clues]) for clues in shared])


def _compared(ours: Tally, theirs: Tally) -> Comparison:
    n, m = ours.accepted, theirs.accepted
    below_theirs = _placements(ours.classes, theirs.classes)
    below_ours = _placements(theirs.classes, ours.classes)
    p_more = sum(times * below_theirs[count] for count, times in ours.classes.items()) / (n * m)
    spread = _variance(ours.classes, below_theirs) / (n * m * m) + _variance(theirs.classes, below_ours) / (
        n * n * m
    )
    error = math.sqrt(spread)
    # where all counts of each side are equal, nothing varies
    p = math.erfc(abs(p_more - 0.5) / error / math.sqrt(2)) if error else float(p_more == 0.5)
    interval = Interval(p_more - Z90 * error, p_more + Z90 * error)
    means = (ours.sums[0] / n, theirs.sums[0] / m)
    return Comparison(ours.clues, (n, m), means, p_more, interval, p, p, ours.limit)


def _placements(counts: Iterable[int], others: Counter[int]) -> dict[int, float]:
    """For each count: how many of the others are smaller, and half of those that are equal."""
    found: dict[int, float] = {}
    smaller, ordered = 0, sorted(others)
    next_one = 0
    for count in sorted(counts):
        while next_one < len(ordered) and ordered[next_one] < count:
            smaller += others[ordered[next_one]]
            next_one += 1
        found[count] = smaller + others.get(count, 0) / 2
    return found


def _variance(counts: Counter[int], placement: dict[int, float]) -> float:
    n = sum(counts.values())
    mean = sum(times * placement[count] for count, times in counts.items()) / n
    return sum(times * (placement[count] - mean) ** 2 for count, times in counts.items()) / (n - 1)


def _adjusted(found: Sequence[Comparison]) -> list[Comparison]:
    """Holm: the smallest p times their number, the next times one less, ..., never less than the one before."""
    adjusted: dict[int, float] = {}
    largest = 0.0
    for rank, each in enumerate(sorted(found, key=lambda comparison: comparison.p)):
        largest = max(largest, min(1.0, each.p * (len(found) - rank)))
        adjusted[each.clues] = largest
    return [replace(each, adjusted=adjusted[each.clues]) for each in found]
