"""The statistics: formulas are compared to scipy, intervals are checked by simulation.

Simulated rounds are passed to `ratio`, and also to `Measurement` if their number matters. The seeds are fixed. The
random generator is numpy's RandomState, which gives the same numbers in all versions of numpy.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from zlib import crc32

import numpy as np
import numpy.typing as npt
import pytest
from demand import skip_or_fail
from scipy import stats
from sudoku_rosetta.compare import statistics
from sudoku_rosetta.compare._measure import MAX_ROUNDS, PLANNED_ROUNDS, Measurement
from sudoku_rosetta.compare.sets import PuzzleSet
from sudoku_rosetta.compare.statistics import (
    Ratio,
    Round,
    change,
    interval,
    medians,
    percentile,
    ratio,
    student_half_width,
)
from sudoku_rosetta.external.spec import SolverSpec

RUNS = 1_000
WITHIN_SAMPLING_ERROR = (0.93, 0.97)
"""Range for a coverage of 95% in 1,000 runs: nearly three standard errors."""
Times = list[Round]
Floats = npt.NDArray[np.float64]


# --- compared to scipy ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(0.8, 0.9, "faster"), (1.1, 1.2, "slower"), (0.9, 1.1, "not significant")]
)
def test_a_verdict_follows_from_the_interval(low: float, high: float, verdict: str) -> None:
    assert Ratio(math.sqrt(low * high), low, high).verdict == verdict


@pytest.mark.parametrize("freedom", range(1, 31))
def test_the_quantiles_are_those_of_student_s_t(freedom: int) -> None:
    assert statistics._student_quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), abs=5e-4)


@pytest.mark.parametrize("freedom", [31, 40, 99, 10**6])
def test_beyond_the_table_intervals_are_at_most_4_2_percent_too_wide(freedom: int) -> None:
    assert 1 <= statistics._student_quantile(freedom) / stats.t.ppf(0.975, freedom) < 1.042


@pytest.mark.parametrize("size", [2, 5, 15, 31])
def test_the_interval_of_a_mean_is_students(size: int) -> None:
    values = list(np.random.RandomState(size).normal(0.7, 0.02, size))
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert student_half_width(values) == pytest.approx((expected.high - expected.low) / 2, rel=3e-4)
    found = interval(values)
    assert found is not None
    assert [found.low, found.high] == pytest.approx(np.exp([expected.low, expected.high]), rel=1e-4)
    assert found.log_half_width == pytest.approx(student_half_width(values))


def test_a_percentile_is_the_inverse_of_the_empirical_distribution() -> None:
    for size in (1, 2, 9, 100):
        values = list(np.random.RandomState(size).lognormal(0, 1, size))
        for percent in (50, 90, 99):
            assert percentile(values, percent) == np.percentile(values, percent, method="inverted_cdf")


def test_medians_are_over_all_rounds() -> None:
    assert medians([{5: 10}, {5: 900}, {5: 12}]) == {5: 12}


# --- ratios ---------------------------------------------------------------------------------------------


def test_a_ratio_uses_the_totals_of_the_given_puzzles_only() -> None:
    one: Times = [{0: 10, 1: 30, 2: 999}] * 2
    other: Times = [{0: 10, 1: 10}] * 2
    for puzzles, expected in (([0, 1], 2), ([1], 3)):
        assert measured(one, other, puzzles).value == pytest.approx(expected)


def test_one_round_gives_no_interval() -> None:
    assert ratio([{0: 2000}], [{0: 1000}], [0]) is None


def test_a_slow_round_does_not_widen_the_interval() -> None:
    speeds = np.random.RandomState(1).lognormal(0, 1, 10)
    one, other = ([{0: round(1e9 * factor * speed)} for speed in speeds] for factor in (3, 1))
    found = ratio(one, other, [0])
    assert found is not None
    assert found.log_half_width < 1e-6


def test_the_ratios_of_a_chain_multiply_to_the_ratio_of_its_ends() -> None:
    sampled = np.array([1e6, 4e6, 9e7])[:, None] * np.random.RandomState(2).lognormal(0, 0.05, (3, 10))
    first, second, third = map(times, sampled.tolist())
    steps = [ratio(third, second, [0]), ratio(second, first, [0])]
    product = ratio(third, first, [0])
    assert product is not None
    assert math.prod(step.value for step in steps if step) == pytest.approx(product.value, rel=1e-12)


# --- by simulation --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Noise:
    """Standard deviations and correlations of the log ratio."""

    processes: float
    """Standard deviation between processes, constant during a round."""
    slices: float
    """Standard deviation of the mean of a round, if its slices were independent."""
    rho: float = 0.0
    """Correlation of successive slices, AR(1)."""
    between_rounds: float = 0.0
    """Correlation of successive rounds, AR(1). The interval does not cover it."""


SLICES = 20


def autoregressive(normals: Floats, rho: float) -> Floats:
    """An AR(1) process along the last axis, with standard deviation 1."""
    found = normals.copy()
    for number in range(1, found.shape[-1]):
        found[..., number] = rho * found[..., number - 1] + math.sqrt(1 - rho**2) * normals[..., number]
    return found


def logarithms(noise: Noise, runs: int, rounds: int) -> Floats:
    """One log ratio per run and round."""
    rng = np.random.RandomState(crc32(repr((noise, rounds)).encode()))
    slices = autoregressive(rng.standard_normal((runs, rounds, SLICES)), noise.rho).mean(axis=2)
    processes = autoregressive(rng.standard_normal((runs, rounds)), noise.between_rounds)
    return np.asarray(noise.processes * processes + noise.slices * math.sqrt(SLICES) * slices)


def times(run: Iterable[float]) -> Times:
    return [{0: round(each)} for each in run]


def simulated(
    noise: Noise, true: float = 1.0, *, runs: int = RUNS, rounds: int = PLANNED_ROUNDS
) -> Iterator[tuple[Times, Times]]:
    """The times of two solvers with the true ratio `true`. The speed of the machine drifts."""
    noises = logarithms(noise, runs, rounds)
    speeds = 1e9 * np.exp(np.random.RandomState(2).normal(0, 0.05, noises.shape).cumsum(axis=1))
    for mine, other in zip((true * speeds * np.exp(noises)).tolist(), speeds.tolist(), strict=True):
        yield times(mine), times(other)


def measured(one: Times, other: Times, puzzles: Sequence[int] = (0,)) -> Ratio:
    found = ratio(one, other, puzzles)
    assert found is not None
    return found


def coverage(found: Iterable[Ratio], true: float) -> float:
    return fmean(each.low <= true <= each.high for each in found)


NOISES = {
    "independent slices": Noise(0, 0.02),
    "processes differ": Noise(0.02, 0),
    "both": Noise(0.01, 0.01),
    "slices are correlated": Noise(0, 0.02, rho=0.5),
    "slices are strongly correlated, and processes differ": Noise(0.01, 0.02, rho=0.95),
}


@pytest.mark.parametrize("rounds", [2, 5, PLANNED_ROUNDS, MAX_ROUNDS])
@pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES.keys())
def test_the_coverage_of_the_interval_is_95_percent(noise: Noise, rounds: int) -> None:
    """For any correlation within a round and any number of rounds."""
    low, high = WITHIN_SAMPLING_ERROR
    assert low <= coverage((measured(*run) for run in simulated(noise, 40.0, rounds=rounds)), 40.0) <= high


@pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES.keys())
def test_a_solver_does_not_differ_from_itself_in_95_percent_of_runs(noise: Noise) -> None:
    low, high = WITHIN_SAMPLING_ERROR
    assert low <= fmean(measured(*run).verdict == "not significant" for run in simulated(noise)) <= high


def test_the_coverage_of_the_change_between_two_runs_is_at_least_95_percent() -> None:
    """Slightly more, because both half-widths have their own Student's quantile."""
    noise = Noise(0.02, 0.01)
    before = [measured(*run) for run in simulated(noise, 40.0)]
    after = [measured(*run) for run in simulated(noise, 42.0, rounds=PLANNED_ROUNDS + 1)]
    found = [change(old, new) for old, new in zip(before, after, strict=True)]
    assert 0.94 <= coverage(found, 1.05) <= 0.98


# --- the number of rounds -------------------------------------------------------------------------------


class SimulatedMeasurement(Measurement):
    """A measurement with given times and given durations of its rounds."""

    def __init__(self, run: tuple[Times, Times], seconds: Sequence[float]) -> None:
        specs = [SolverSpec(name, "program", ("true",)) for name in ("one", "other")]
        empty = PuzzleSet("empty", "", 2, "", ())
        super().__init__(specs, empty, budget=1, cap=1, seed=1, on_progress=lambda *_: None)
        self.times, self.seconds = run, seconds

    def _run_round(self) -> None:
        for solver, rounds in zip(self.solvers, self.times, strict=True):
            solver.rounds.append(rounds[self.rounds])

    def _left(self) -> float:
        return self._budget - sum(self.seconds[: self.rounds])

    def measured(self) -> Ratio:
        self.run_rounds()
        one, other = (solver.rounds for solver in self.solvers)
        return measured(one, other)


def test_a_number_of_rounds_that_depends_on_the_time_does_not_lower_the_coverage() -> None:
    """Rounds take from 2% to 20% of the budget, so that runs have different numbers of rounds."""
    rng, found, numbers = np.random.RandomState(3), [], []
    for run in simulated(Noise(0.01, 0.01), rounds=MAX_ROUNDS):
        seconds = rng.uniform(0.02, rng.uniform(0.02, 0.2), MAX_ROUNDS).tolist()
        measurement = SimulatedMeasurement(run, seconds)
        found.append(measurement.measured())
        numbers.append(measurement.rounds)
    assert 0.93 <= coverage(found, 1.0) <= 0.97
    assert min(numbers) < PLANNED_ROUNDS < max(numbers)


def test_the_number_of_rounds_does_not_depend_on_the_results() -> None:
    """Equal times and very noisy times give the same number of rounds."""
    noisy = next(simulated(Noise(1.0, 1.0), runs=1, rounds=MAX_ROUNDS))
    equal: tuple[Times, Times] = ([{0: 1000}] * MAX_ROUNDS, [{0: 1000}] * MAX_ROUNDS)
    for seconds, expected in ((0.11, 10), (0.01, MAX_ROUNDS), (3.0, 2)):
        for run in (noisy, equal):
            measurement = SimulatedMeasurement(run, [seconds] * MAX_ROUNDS)
            measurement.measured()
            assert measurement.rounds == expected


# --- the figures of docs/comparing.md -------------------------------------------------------------------


@pytest.fixture(scope="module")
def page() -> str:
    path = Path(__file__).parents[2] / "docs" / "comparing.md"
    if not path.is_file():
        skip_or_fail("docs", "docs/ is not beside these tests")
    return path.read_text(encoding="utf-8")


def test_the_power_for_a_difference_of_5_percent_is_that_of_the_page(page: str) -> None:
    rows = re.findall(r"^\| (\d+) \| ([\d.]+)% \| ±([\d.]+)% \| (\d+)% \|$", page, re.MULTILINE)
    assert len(rows) >= 4
    for row in rows:
        noise = Noise(float(row[1]) / 100, 0)
        found = [measured(*run) for run in simulated(noise, 1.05, rounds=int(row[0]))]
        power = fmean(each.verdict == "slower" for each in found)
        assert power == pytest.approx(float(row[3]) / 100, abs=0.02), row
        assert np.median([each.log_half_width for each in found]) == pytest.approx(
            float(row[2]) / 100, rel=0.08
        )


def test_the_coverage_with_correlated_rounds_is_that_of_the_page(page: str) -> None:
    (percent,) = re.findall(r"contains the true ratio in only (\d+)% of runs", page)
    noise = Noise(0.02, 0, between_rounds=0.5)
    assert coverage((measured(*run) for run in simulated(noise)), 1.0) == pytest.approx(
        int(percent) / 100, abs=0.02
    )
