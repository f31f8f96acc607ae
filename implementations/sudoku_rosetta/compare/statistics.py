"""Ratios of times with their 95% intervals: one method, for `compare` and for `bench/`.

1. Each round starts fresh processes and runs all solvers in random order; a slow moment of the machine cancels out.
2. A round gives one figure per pair: the log of the ratio of their total times on the same puzzles (totals, not
   best times: among busy neighbours a short run finds a quiet moment and a long one never does).
3. No process outlives its round, so these figures are independent, however the runs inside a round are correlated.
4. The interval is Student's for their mean: over independent rounds it contains the true mean in 95% of runs.
5. The number of rounds depends on the time available, never on the results: stopping early would lower the 95%.

Student's interval needs no choice and no simulation of its own, and holds from two rounds on; a bootstrap over nine
rounds contains the truth in about 93% of runs.

The interval does not cover:
- other puzzles: where a solver ran a part of the set, the ratio is of that part;
- another hour or another machine: noise that lasts longer than a round, such as neighbours that slow C more than an
  interpreter, moves all the rounds of a run;
- what every round shares: the cost of calling a solver, and the choice of puzzles.
docs/comparing.md says how large these are. Log ratios add up: the ratios of a chain multiply to that of its ends.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev
from typing import Annotated

Round = Mapping[int, int]
"""Nanoseconds by puzzle."""
_STUDENT = (
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
)  # fmt: skip


@dataclass(frozen=True)
class Ratio:
    """How many times as long the one takes as the other."""

    value: Annotated[float, "the estimate"]
    low: Annotated[float, "lower end of the 95% interval"]
    high: Annotated[float, "upper end of the 95% interval"]

    @classmethod
    def of_logs(cls, mean: float, half_width: float) -> Ratio:
        return cls(math.exp(mean), math.exp(mean - half_width), math.exp(mean + half_width))

    @property
    def half_width(self) -> float:
        """Half the width of the interval, as a logarithm: 0.02 is about 2%."""
        return math.log(self.high / self.low) / 2

    @property
    def verdict(self) -> str:
        """Whether the interval excludes 1, and on which side."""
        return "slower" if self.low > 1 else "faster" if self.high < 1 else "not told apart"

    def inverse(self) -> Ratio:
        return Ratio(1 / self.value, 1 / self.high, 1 / self.low)


def ratio(one: Sequence[Round], other: Sequence[Round], puzzles: Iterable[int]) -> Ratio | None:
    """One's time relative to the other's on these puzzles, over the rounds that both ran."""
    chosen = list(puzzles)
    totals = [[sum(times[puzzle] for puzzle in chosen) for times in rounds] for rounds in (one, other)]
    return interval([math.log(mine / theirs) for mine, theirs in zip(*totals, strict=False)])


def interval(log_ratios: Sequence[float]) -> Ratio | None:
    """The ratio with its interval, from one log ratio per round; None for fewer than two rounds."""
    if len(log_ratios) < 2:
        return None
    return Ratio.of_logs(fmean(log_ratios), student_half_width(log_ratios))


def student_half_width(values: Sequence[float]) -> float:
    """Half the width of the 95% interval for the mean of independent values."""
    return _quantile(len(values) - 1) * stdev(values) / math.sqrt(len(values))


def change(old: Ratio, new: Ratio) -> Ratio:
    """The new ratio relative to the old one, from two independent runs."""
    return Ratio.of_logs(math.log(new.value / old.value), math.hypot(old.half_width, new.half_width))


def medians(rounds: Iterable[Round]) -> dict[int, float]:
    """Each puzzle's median over the rounds."""
    times_of: dict[int, list[int]] = {}
    for times in rounds:
        for puzzle, time in times.items():
            times_of.setdefault(puzzle, []).append(time)
    return {puzzle: median(times) for puzzle, times in times_of.items()}


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that at least that percentage of the values does not exceed.

    >>> percentile([5, 1, 4, 2, 3], 50), percentile([1, 2, 3], 99)
    (3, 3)
    """
    ordered = sorted(values)
    return ordered[max(0, math.ceil(percent / 100 * len(ordered)) - 1)]


def _quantile(degrees_of_freedom: int) -> float:
    """Student's 97.5% quantile; beyond the table its last entry, which is at most 4.2% too large."""
    return _STUDENT[min(degrees_of_freedom, len(_STUDENT)) - 1]
