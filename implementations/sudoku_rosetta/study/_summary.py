"""Summary statistics for each number of clues, computed chunk by chunk in constant memory.

The interval of the mean is Hall's. Counts of solutions have a long right tail, for which the usual interval (mean
plus or minus two standard errors) lies too low; Hall's interval corrects for the skewness of the sample (P. Hall,
"On the removal of skewness by transformation", 1992). It assumes independent grids and a sample that includes the
tail. `largest_share` is the share of one grid in the sum of all counts: if it is large, neither the mean nor its
interval is reliable. Shares of grids have Wilson's interval.

Sums are exact integers, so the results do not depend on the order of the chunks.
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
EXACT_BELOW = 1 << 16
"""Each count below has its own bin; larger counts share a bin if their 12 highest bits are equal."""


@dataclass(frozen=True)
class Interval:
    low: float
    high: float

    def __contains__(self, value: float) -> bool:
        return self.low <= value <= self.high


@dataclass
class Tally:
    """Sums and a histogram of the stored counts of one number of clues; counts are cut at the limit."""

    clues: int
    limit: int | None = None
    grids: int = 0
    refused: int = 0
    sums: list[int] = field(default_factory=lambda: [0, 0, 0])
    largest: int = 0
    capped: int = 0
    bins: Counter[int] = field(default_factory=Counter)

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
            self.bins[bin_of(count)] += times
            self.largest = max(self.largest, count)
            self.capped += times * (count == self.limit)


def bin_of(count: int) -> int:
    """The bin of a count: the count itself if it is small, else the count with all but its 12 highest bits cleared.

    >>> bin_of(65535), bin_of(65536 + 31), bin_of(65536 + 32)
    (65535, 65536, 65568)
    """
    if count < EXACT_BELOW:
        return count
    shift = count.bit_length() - 12
    return count >> shift << shift


@dataclass(frozen=True)
class Summary:
    """The statistics of one number of clues; the mean is over the accepted grids.

    The counts of the `capped` grids reached the limit; the limit is used as their count. With a limit of 1, grids
    with one solution and with several cannot be distinguished: the shares `one` and `several` are nan.
    """

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
        """Whether the median reached the limit."""
        return 2 * self.capped >= max(self.accepted, 1)


def tallies(store: Store, limit: int | None = None) -> Iterator[Tally]:
    """One tally for each number of clues of the plan; counts are cut at `limit`, by default the plan's."""
    for clues in store.plan.clues:
        tally = Tally(clues, limit or store.plan.limit)
        for counts in store.counts(clues):
            tally.add(counts)
        yield tally


def summaries(folder: str | os.PathLike[str] | Store) -> list[Summary]:
    """Summarise the study in the folder, finished or not."""
    if isinstance(folder, Store):
        return [_summarise(tally, folder) for tally in tallies(folder)]
    with Store.open(folder) as store:
        return [_summarise(tally, store) for tally in tallies(store)]


def _summarise(tally: Tally, store: Store) -> Summary:
    n = tally.accepted
    none, one = tally.bins[0], tally.bins[1]
    share, distinguishable = _Share(n), _Share(n if tally.limit != 1 else 0)
    return Summary(
        clues=tally.clues,
        grids=tally.grids,
        accepted=n,
        mean=tally.sums[0] / n if n else math.nan,
        interval=hall_interval(n, *tally.sums),
        median=_median(tally, store),
        none=share.of(none),
        one=distinguishable.of(one),
        several=distinguishable.of(n - none - one),
        one_interval=wilson_interval(one, distinguishable.total),
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


def hall_interval(n: int, first: int, second: int, third: int) -> Interval:
    """The 95% interval of the mean, from the sums of the counts, of their squares and of their cubes.

    >>> hall_interval(4, 4, 4, 4)
    Interval(low=1.0, high=1.0)
    """
    if n < 2:
        return Interval(math.nan, math.nan)
    # n^2 times the variance and n^3 times the third central moment, as exact integers
    moment2 = n * second - first * first
    moment3 = n * n * third - 3 * n * first * second + 2 * first**3
    mean = first / n
    if moment2 == 0:
        return Interval(mean, mean)
    deviation = math.sqrt(moment2) / n
    skewness = moment3 / (moment2 * math.sqrt(moment2))

    def untransformed(x: float) -> float:
        if abs(skewness) < 1e-9:
            return x
        inner = 1 + skewness * (x - skewness / (6 * n))
        return 3 / skewness * (math.copysign(abs(inner) ** (1 / 3), inner) - 1)

    step = Z / math.sqrt(n)
    low = mean - deviation * untransformed(step)
    return Interval(max(0.0, low), mean - deviation * untransformed(-step))  # no count is negative


def wilson_interval(part: int, total: int) -> Interval:
    """The 95% interval of a share part / total."""
    if not total:
        return Interval(math.nan, math.nan)
    share, z2 = part / total, Z * Z / total
    middle = (share + z2 / 2) / (1 + z2)
    reach = Z / (1 + z2) * math.sqrt(share * (1 - share) / total + z2 / (4 * total))
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


def _median(tally: Tally, store: Store) -> float:
    """The exact median; if it is in a bin of large counts, the counts of that bin are read again from the store."""
    n = tally.accepted
    if not n:
        return math.nan
    low, high = (_ranked(tally, store, rank) for rank in ((n - 1) // 2, n // 2))
    return (low + high) / 2


def _ranked(tally: Tally, store: Store, rank: int) -> int:
    """The count at this rank in sorted order."""
    before = 0
    for bin_ in sorted(tally.bins):
        if before + tally.bins[bin_] > rank:
            if bin_ < EXACT_BELOW:
                return bin_
            members = sorted(
                count for counts in store.counts(tally.clues) for count in counts if bin_of(count) == bin_
            )
            return members[rank - before]
        before += tally.bins[bin_]
    raise AssertionError("the rank is not less than the number of counts")
