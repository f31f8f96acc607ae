"""What the counts of each number of clues come to, read chunk by chunk in memory that does not grow.

The mean's interval is Hall's: counts of solutions have a long tail to the right, for which the usual interval
(mean plus or minus two standard errors) lies too low; Hall's corrects it by the sample's skewness (P. Hall, "On the
removal of skewness by transformation", 1992). It supposes independent grids with a finite third moment, which
numbers of solutions have, and a sample that has met the tail: `largest_share` says how much of the sum is owed to
one grid; where that is large, the mean and any interval from the sample are not to be trusted. Shares have
Wilson's interval.

Sums are exact whole numbers, so that the figures do not depend on the order of anything.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from ._store import Store
from ._work import REFUSED

__all__ = ["Interval", "Summary", "Tally", "summaries", "tallies"]

Z = 1.959963984540054
"""The 97.5% quantile of the standard normal distribution."""
EXACT = 1 << 16
"""Counts below are told apart; larger ones share a class with those that agree in their 12 highest bits."""


@dataclass(frozen=True)
class Interval:
    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass
class Tally:
    """The counts of one number of clues, as far as they are kept, each cut at the limit."""

    clues: int
    limit: int | None = None
    grids: int = 0
    refused: int = 0
    sums: list[int] = field(default_factory=lambda: [0, 0, 0])
    largest: int = 0
    capped: int = 0
    classes: Counter[int] = field(default_factory=Counter)

    @property
    def accepted(self) -> int:
        return self.grids - self.refused

    def add(self, counts: list[int]) -> None:
        for count, times in Counter(counts).items():
            self.grids += times
            if count == REFUSED:
                self.refused += times
                continue
            if self.limit is not None:
                count = min(count, self.limit)
            for power in range(3):
                self.sums[power] += times * count ** (power + 1)
            self.classes[class_of(count)] += times
            self.largest = max(self.largest, count)
            self.capped += times * (count == self.limit)


def class_of(count: int) -> int:
    """The count itself if it is small, or else with all but its 12 highest bits at 0.

    >>> class_of(65535), class_of(65536 + 31), class_of(65536 + 32)
    (65535, 65536, 65568)
    """
    if count < EXACT:
        return count
    shift = count.bit_length() - 12
    return count >> shift << shift


@dataclass(frozen=True)
class Summary:
    """What a table shows of one number of clues; means are of the accepted grids.

    Where `capped` grids reached the limit, their counts are taken for the limit itself; with a limit of 1 nobody
    knows which grids have one solution and which have several: these shares are then nan."""

    clues: int
    grids: int
    accepted: int
    mean: float
    interval: Interval
    median: float
    none: float
    one: float
    several: float
    one_interval: Interval
    largest: int
    largest_share: float
    capped: int
    limit: int | None = None

    @property
    def median_capped(self) -> bool:
        """Whether the middle counts reached the limit."""
        return 2 * self.capped >= max(self.accepted, 1)


def tallies(store: Store, limit: int | None = None) -> Iterator[Tally]:
    """One for each number of clues of the plan; a limit below the plan's cuts the counts there."""
    for clues in store.plan.clues:
        tally = Tally(clues, limit or store.plan.limit)
        for counts in store.counts(clues):
            tally.add(counts)
        yield tally


def summaries(folder: str | os.PathLike[str] | Store) -> list[Summary]:
    """The study in the folder, finished or not."""
    if isinstance(folder, Store):
        return [summary_of(tally, folder) for tally in tallies(folder)]
    with Store.opened(folder) as store:
        return [summary_of(tally, store) for tally in tallies(store)]


def summary_of(tally: Tally, store: Store) -> Summary:
    n = tally.accepted
    none, one = tally.classes[0], tally.classes[1]
    share, told_apart = _Share(n), _Share(n if tally.limit != 1 else 0)
    return Summary(
        clues=tally.clues,
        grids=tally.grids,
        accepted=n,
        mean=tally.sums[0] / n if n else math.nan,
        interval=hall(n, *tally.sums),
        median=_median(tally, store),
        none=share.of(none),
        one=told_apart.of(one),
        several=told_apart.of(n - none - one),
        one_interval=wilson(one, told_apart.total),
        largest=tally.largest,
        largest_share=tally.largest / tally.sums[0] if tally.sums[0] else 0.0,
        capped=tally.capped,
        limit=tally.limit,
    )


@dataclass(frozen=True)
class _Share:
    total: int

    def of(self, part: int) -> float:
        return part / self.total if self.total else math.nan


def hall(n: int, first: int, second: int, third: int) -> Interval:
    """The mean's 95% interval from the sums of the first three powers.

    >>> hall(4, 4, 4, 4)
    Interval(low=1.0, high=1.0)
    """
    if n < 2:
        return Interval(math.nan, math.nan)
    # exact to here: n^2 and n^3 times the central moments
    square = n * second - first * first
    cube = n * n * third - 3 * n * first * second + 2 * first**3
    mean = first / n
    if square == 0:
        return Interval(mean, mean)
    deviation = math.sqrt(square) / n
    skewness = cube / (square * math.sqrt(square))

    def untransformed(x: float) -> float:
        if abs(skewness) < 1e-9:
            return x
        inner = 1 + skewness * (x - skewness / (6 * n))
        return 3 / skewness * (math.copysign(abs(inner) ** (1 / 3), inner) - 1)

    step = Z / math.sqrt(n)
    low = mean - deviation * untransformed(step)
    return Interval(max(0.0, low), mean - deviation * untransformed(-step))  # no count is negative


def wilson(part: int, total: int) -> Interval:
    """The 95% interval of a share."""
    if not total:
        return Interval(math.nan, math.nan)
    share, z2 = part / total, Z * Z / total
    middle = (share + z2 / 2) / (1 + z2)
    reach = Z / (1 + z2) * math.sqrt(share * (1 - share) / total + z2 / (4 * total))
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


def _median(tally: Tally, store: Store) -> float:
    """Exact: where a class of large counts holds it, the class is read again."""
    n = tally.accepted
    if not n:
        return math.nan
    low, high = (_ranked(tally, store, rank) for rank in ((n - 1) // 2, n // 2))
    return (low + high) / 2


def _ranked(tally: Tally, store: Store, rank: int) -> int:
    """The count that has so many before it."""
    before = 0
    for each in sorted(tally.classes):
        if before + tally.classes[each] > rank:
            if each < EXACT:
                return each
            members = sorted(
                count for counts in store.counts(tally.clues) for count in counts if class_of(count) == each
            )
            return members[rank - before]
        before += tally.classes[each]
    raise AssertionError("a rank is below the number of counts")
