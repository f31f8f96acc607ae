"""What repeated times say of a ratio, and how far that can be trusted.

Times come in rounds, in each of which everybody ran the same puzzles close together: what slows a whole machine
down slows all alike and goes out of the ratios. Each round gives one figure, and it is one of sums, not of best
times: where neighbours push in, a short run finds a quiet moment and a long one never does. Rounds come in
generations, each from fresh processes: where its memory happens to lie makes a process faster or slower for its
life. The rounds of a generation are therefore not independent; the generations are, and the interval is Student's
over their means. It holds the truth in 95% of runs however the rounds of a generation depend on each other, but
does not cover noise that lasts longer than a generation; docs/comparing.md says what that costs.

More doubts are added, in squares: `SYSTEMATIC`, by which this kind of machine and the luck of processes may differ
in its quietest hour; `UNLIKE`, since neighbours who share a core's caches and its memory of branches do not slow a
C program as they slow an interpreter; and, where a solver ran a part of the puzzles only, that another part would
have given another ratio.

All ratios are differences of levels to one reference, so that those of a chain multiply to that of its ends.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev
from typing import Annotated

Round = Mapping[int, int]
"""The nanoseconds of each puzzle, once."""
Samples = Mapping[int, Sequence[Round]]
"""The rounds of each generation."""

SYSTEMATIC = 0.01
UNLIKE = 0.08
"""For programs that differ by a factor of two or more; in proportion below, as two that take the same time are
mostly two of a kind. In eleven runs in one evening, with neighbours and without, the ratios of C to Python had a
standard deviation of 5 to 7%."""
_STUDENT = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip


@dataclass(frozen=True)
class Ratio:
    """How many times as long the one takes as the other, and between which bounds that lies."""

    value: Annotated[float, "the estimate"]
    low: Annotated[float, "lower end of the 95% interval"]
    high: Annotated[float, "upper end of the 95% interval"]

    @classmethod
    def of_logs(cls, centre: float, half: float) -> Ratio:
        return cls(math.exp(centre), math.exp(centre - half), math.exp(centre + half))

    @property
    def half(self) -> float:
        """Half of the interval's width, as a logarithm: 0.02 is about 2%."""
        return math.log(self.high / self.low) / 2

    @property
    def verdict(self) -> str:
        """Whether the one is slower than the other, as far as the interval knows."""
        return "slower" if self.low > 1 else "faster" if self.high < 1 else "not told apart"

    def overlaps(self, other: Ratio) -> bool:
        return self.low <= other.high and other.low <= self.high

    def inverse(self) -> Ratio:
        return Ratio(1 / self.value, 1 / self.high, 1 / self.low)


def levels(times: Samples, reference: Samples, puzzles: Iterable[int]) -> dict[tuple[int, int], float]:
    """For each generation and round, the logarithm of the ratio to the reference."""
    chosen = list(puzzles)
    found = {}
    for generation in sorted(times.keys() & reference.keys()):
        pairs = zip(times[generation], reference[generation], strict=False)
        for number, (mine, other) in enumerate(pairs):
            found[generation, number] = math.log(_sum(mine, chosen) / _sum(other, chosen))
    return found


def _sum(times: Round, puzzles: Sequence[int]) -> int:
    return sum(times[puzzle] for puzzle in puzzles)


def ratio(one: Samples, other: Samples, reference: Samples, puzzles: Sequence[int], of: int) -> Ratio | None:
    """One's time to the other's on these puzzles, of so many; None where fewer than two generations have both."""
    if one is other:
        return Ratio(1.0, 1.0, 1.0)
    ones, others = levels(one, reference, puzzles), levels(other, reference, puzzles)
    means = generation_means({when: ones[when] - others[when] for when in ones if when in others})
    if len(means) < 2:
        return None
    centre = fmean(means)
    unlike = UNLIKE * min(abs(centre) / math.log(2), 1)
    part = sampling(typical(one), typical(other), puzzles, of)
    return Ratio.of_logs(centre, math.hypot(student(means), SYSTEMATIC, unlike, part))


def student(values: Sequence[float]) -> float:
    """Half the width of the 95% interval of the mean of independent values."""
    return _quantile(len(values) - 1) * stdev(values) / math.sqrt(len(values))


def generation_means(values: Mapping[tuple[int, int], float]) -> list[float]:
    """The mean over the rounds of each generation."""
    generations: dict[int, list[float]] = {}
    for (generation, _), value in values.items():
        generations.setdefault(generation, []).append(value)
    return [fmean(rounds) for rounds in generations.values()]


def sampling(one: Mapping[int, float], other: Mapping[int, float], puzzles: Sequence[int], of: int) -> float:
    """What a ratio of sums may be off because only a part of the puzzles was run; 0 for one that has it all.

    Of one puzzle alone nothing can be said: that is for the reader, who sees how many there were. Too narrow where
    a few of the puzzles take most of the time.
    """
    size = len(puzzles)
    if size >= of or size < 2:
        return 0.0
    total = sum(one[puzzle] for puzzle in puzzles)
    rate = total / sum(other[puzzle] for puzzle in puzzles)
    squares = sum((one[puzzle] - rate * other[puzzle]) ** 2 for puzzle in puzzles)
    return _quantile(size - 1) * math.sqrt((1 - size / of) * size / (size - 1) * squares) / total


def typical(times: Samples) -> dict[int, float]:
    """Each puzzle's median over all rounds."""
    gathered: dict[int, list[int]] = {}
    for rounds in times.values():
        for each in rounds:
            for puzzle, time in each.items():
                gathered.setdefault(puzzle, []).append(time)
    return {puzzle: median(times) for puzzle, times in gathered.items()}


def _quantile(freedom: int) -> float:
    """Student's 97.5% quantile; beyond the table its last entry, which is at most 4.2% too large."""
    return _STUDENT[min(freedom, len(_STUDENT)) - 1]
