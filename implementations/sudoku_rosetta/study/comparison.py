"""Compare two studies by the Brunner-Munzel test, for each number of clues.

Let P be the probability that a grid of the first study has more solutions than a grid of the second, with ties
counted as half. The null hypothesis is P = 1/2. The test assumes independent grids, but no distribution of the
counts and no equal variances. It uses the normal approximation, which is accurate for a hundred grids or more.
(E. Brunner and U. Munzel, "The nonparametric Behrens-Fisher problem", 2000.)

The p-values are adjusted by Holm's method for the numbers of clues compared. A large p-value does not show that the
studies are equivalent, so equivalence is tested too (two one-sided tests):

- "different": the adjusted p-value is below 0.05.
- "equivalent": the 90% interval of P lies within 0.45 to 0.55.
- "different, within the margin": both.
- "undecided": neither.

Counts above 65,535 with the same 12 highest bits are treated as equal. If a study was counted up to a limit, the
counts of the other are cut at the same limit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ._store import Store
from ._summary import Interval, Tally, tallies

__all__ = ["MARGIN", "Comparison", "compare_studies"]

MARGIN = 0.05
SIGNIFICANCE = 0.05
Z90 = 1.6448536269514722
Verdict = Literal["different", "equivalent", "different, within the margin", "undecided"]


@dataclass(frozen=True)
class Comparison:
    """The result for one number of clues."""

    clues: int
    grids: tuple[int, int]
    means: tuple[float, float]
    p_more: float
    """The estimate of P."""
    interval: Interval
    """The 90% interval of P."""
    p: float
    adjusted: float
    limit: int | None = None
    """Counts are cut at the smaller of the two studies' limits."""

    @property
    def verdict(self) -> Verdict:
        within = self.interval.low > 0.5 - MARGIN and self.interval.high < 0.5 + MARGIN
        if self.adjusted < SIGNIFICANCE:
            return "different, within the margin" if within else "different"
        return "equivalent" if within else "undecided"


def compare_studies(first: Store, second: Store) -> list[Comparison]:
    """One comparison for each number of clues that both studies have, in increasing order."""
    limit = min((each.plan.limit for each in (first, second) if each.plan.limit), default=None)
    ours = {tally.clues: tally for tally in tallies(first, limit)}
    theirs = {tally.clues: tally for tally in tallies(second, limit)}
    shared = [
        clues
        for clues in sorted(ours.keys() & theirs.keys())
        if min(ours[clues].accepted, theirs[clues].accepted) > 1
    ]
    return _holm_adjusted([_compare(ours[clues], theirs[clues]) for clues in shared])


def _compare(ours: Tally, theirs: Tally) -> Comparison:
    n, m = ours.accepted, theirs.accepted
    below_theirs = _placements(ours.bins, theirs.bins)
    below_ours = _placements(theirs.bins, ours.bins)
    p_more = sum(times * below_theirs[count] for count, times in ours.bins.items()) / (n * m)
    spread = _variance(ours.bins, below_theirs) / (n * m * m) + _variance(theirs.bins, below_ours) / (
        n * n * m
    )
    error = math.sqrt(spread)
    # the error is 0 if, for example, all counts of each study are equal
    p = math.erfc(abs(p_more - 0.5) / error / math.sqrt(2)) if error else float(p_more == 0.5)
    interval = Interval(p_more - Z90 * error, p_more + Z90 * error)
    means = (ours.sums[0] / n, theirs.sums[0] / m)
    return Comparison(ours.clues, (n, m), means, p_more, interval, p, p, ours.limit)


def _placements(counts: Iterable[int], others: Counter[int]) -> dict[int, float]:
    """For each count: the number of smaller counts in `others`, plus half the number of equal ones."""
    found: dict[int, float] = {}
    smaller, ordered = 0, sorted(others)
    index = 0
    for count in sorted(counts):
        while index < len(ordered) and ordered[index] < count:
            smaller += others[ordered[index]]
            index += 1
        found[count] = smaller + others.get(count, 0) / 2
    return found


def _variance(counts: Counter[int], placement: dict[int, float]) -> float:
    n = sum(counts.values())
    mean = sum(times * placement[count] for count, times in counts.items()) / n
    return sum(times * (placement[count] - mean) ** 2 for count, times in counts.items()) / (n - 1)


def _holm_adjusted(found: Sequence[Comparison]) -> list[Comparison]:
    """Holm's method: multiply the i-th smallest of n p-values by n - i + 1, and keep the sequence increasing."""
    adjusted: dict[int, float] = {}
    largest = 0.0
    for rank, each in enumerate(sorted(found, key=lambda comparison: comparison.p)):
        largest = max(largest, min(1.0, each.p * (len(found) - rank)))
        adjusted[each.clues] = largest
    return [replace(each, adjusted=adjusted[each.clues]) for each in found]
