"""Ratios of times with 95% confidence intervals: one method, used by `compare` and by `bench/`.

1. Each round starts new processes and runs all solvers in random order. A slow moment of the machine slows all
   solvers alike, so it cancels out of the ratio.
2. Each round gives one log ratio per pair of solvers: the logarithm of the ratio of their total times on the same
   puzzles. Totals, not best times: on a busy machine only short runs can be undisturbed, so best
   times would favour fast solvers.
3. Processes end with their round. So the log ratios are independent, even if runs within a round are correlated.
4. The interval is Student's t interval for the mean of the log ratios. Its coverage is 95%.
5. The number of rounds depends on the time budget, never on the results. Stopping at a narrow interval would lower
   the coverage.

Student's interval has no parameters and is exact from two rounds on. A bootstrap over nine rounds has a coverage of
about 93%.

The interval does not cover:
- other puzzles: if a solver ran a part of the set, the ratio holds for that part;
- another time or another machine: noise that lasts longer than a round shifts all rounds of a run;
- costs that every round has, such as the call of the solver.
docs/comparing.md says how large these effects are. Log ratios add up, so the product of the ratios along a chain of
solvers is the ratio of its two ends.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev
from typing import Annotated

Round = Mapping[int, int]
"""The time of each puzzle, in nanoseconds, by the number of the puzzle in its set."""
_STUDENT_QUANTILES = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip
"""The 97.5% quantiles of Student's t distribution for 1, 2, 3... degrees of freedom."""


@dataclass(frozen=True)
class Ratio:
    """The time of one solver divided by the time of another."""

    value: Annotated[float, "the estimate"]
    low: Annotated[float, "lower end of the 95% interval"]
    high: Annotated[float, "upper end of the 95% interval"]

    @classmethod
    def from_logs(cls, mean: float, half_width: float) -> Ratio:
        return cls(math.exp(mean), math.exp(mean - half_width), math.exp(mean + half_width))

    @property
    def log_half_width(self) -> float:
        """Half the width of the interval of the log ratio: 0.02 is about 2%."""
        return math.log(self.high / self.low) / 2

    @property
    def verdict(self) -> str:
        """ "slower" or "faster" if the interval excludes 1."""
        return "slower" if self.low > 1 else "faster" if self.high < 1 else "not significant"

    def inverse(self) -> Ratio:
        return Ratio(1 / self.value, 1 / self.high, 1 / self.low)


def ratio(one: Sequence[Round], other: Sequence[Round], puzzles: Iterable[int]) -> Ratio | None:
    """The time of one solver divided by the time of the other, on these puzzles."""
    puzzles = list(puzzles)
    totals = [[sum(times[puzzle] for puzzle in puzzles) for times in rounds] for rounds in (one, other)]
    # one log ratio per round that both solvers ran
    return interval([math.log(mine / theirs) for mine, theirs in zip(*totals, strict=False)])


def interval(log_ratios: Sequence[float]) -> Ratio | None:
    """The geometric mean of the ratios and its interval; None for fewer than two rounds."""
    if len(log_ratios) < 2:
        return None
    return Ratio.from_logs(fmean(log_ratios), student_half_width(log_ratios))


def student_half_width(values: Sequence[float]) -> float:
    """Half the width of the 95% confidence interval of the mean."""
    return _student_quantile(len(values) - 1) * stdev(values) / math.sqrt(len(values))


def change(old: Ratio, new: Ratio) -> Ratio:
    """The new ratio divided by the old ratio, of two independent runs."""
    return Ratio.from_logs(
        math.log(new.value / old.value), math.hypot(old.log_half_width, new.log_half_width)
    )


def medians(rounds: Iterable[Round]) -> dict[int, float]:
    """The median time of each puzzle over the rounds."""
    times_of: dict[int, list[int]] = {}
    for times in rounds:
        for puzzle, time in times.items():
            times_of.setdefault(puzzle, []).append(time)
    return {puzzle: median(times) for puzzle, times in times_of.items()}


def percentile(values: Sequence[float], percent: float) -> float:
    """The nearest-rank percentile: the smallest value such that `percent` of the values are not greater.

    >>> percentile([5, 1, 4, 2, 3], 50), percentile([1, 2, 3], 99)
    (3, 3)
    """
    ordered = sorted(values)
    return ordered[max(0, math.ceil(percent / 100 * len(ordered)) - 1)]


def _student_quantile(degrees_of_freedom: int) -> float:
    """Student's 97.5% quantile. Beyond the table: its last entry, which is at most 4.2% too large."""
    return _STUDENT_QUANTILES[min(degrees_of_freedom, len(_STUDENT_QUANTILES)) - 1]
