"""What the statistics promise: each formula as scipy computes it, and the intervals by simulation.

Simulated rounds go through `ratio` itself, and where the number of rounds matters, through `Measurement` too. Seeds
are fixed, for numpy's legacy generator, whose numbers no version of numpy changes.
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
"""Of 95% over 1,000 runs: nearly three standard errors."""
Times = list[Round]
Floats = npt.NDArray[np.float64]


# --- as scipy computes it -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(0.8, 0.9, "faster"), (1.1, 1.2, "slower"), (0.9, 1.1, "not told apart")]
)
def test_a_verdict_follows_from_the_interval(low: float, high: float, verdict: str) -> None:
    assert Ratio(math.sqrt(low * high), low, high).verdict == verdict


@pytest.mark.parametrize("freedom", range(1, 31))
def test_the_quantiles_are_students(freedom: int) -> None:
    assert statistics._quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), abs=5e-4)


@pytest.mark.parametrize("freedom", [31, 40, 99, 10**6])
def test_beyond_the_table_intervals_are_too_wide_by_4_2_percent_at_most(freedom: int) -> None:
    assert 1 <= statistics._quantile(freedom) / stats.t.ppf(0.975, freedom) < 1.042


@pytest.mark.parametrize("size", [2, 5, 15, 31])
def test_the_interval_of_a_mean_is_students(size: int) -> None:
    values = list(np.random.RandomState(size).normal(0.7, 0.02, size))
    expected = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert student_half_width(values) == pytest.approx((expected.high - expected.low) / 2, rel=3e-4)
    found = interval(values)
    assert found is not None
    assert [found.low, found.high] == pytest.approx(np.exp([expected.low, expected.high]), rel=1e-4)
    assert found.half_width == pytest.approx(student_half_width(values))


def test_a_percentile_is_the_inverse_of_the_empirical_distribution() -> None:
    for size in (1, 2, 9, 100):
        values = list(np.random.RandomState(size).lognormal(0, 1, size))
        for percent in (50, 90, 99):
            assert percentile(values, percent) == np.percentile(values, percent, method="inverted_cdf")


def test_medians_are_taken_over_all_rounds() -> None:
    assert medians([{5: 10}, {5: 900}, {5: 12}]) == {5: 12}


# --- what a ratio is ------------------------------------------------------------------------------------


def test_a_ratio_is_of_totals_on_the_given_puzzles_only() -> None:
    one: Times = [{0: 10, 1: 30, 2: 999}] * 2
    other: Times = [{0: 10, 1: 10}] * 2
    for puzzles, expected in (([0, 1], 2), ([1], 3)):
        assert measured(one, other, puzzles).value == pytest.approx(expected)


def test_one_round_gives_no_interval() -> None:
    assert ratio([{0: 2000}], [{0: 1000}], [0]) is None


def test_what_slows_a_whole_round_does_not_widen_the_interval() -> None:
    speeds = np.random.RandomState(1).lognormal(0, 1, 10)
    one, other = ([{0: round(1e9 * factor * speed)} for speed in speeds] for factor in (3, 1))
    found = ratio(one, other, [0])
    assert found is not None
    assert found.half_width < 1e-6


def test_the_ratios_of_a_chain_multiply_to_that_of_its_ends_exactly() -> None:
    drawn = np.array([1e6, 4e6, 9e7])[:, None] * np.random.RandomState(2).lognormal(0, 0.05, (3, 10))
    first, second, third = map(times, drawn.tolist())
    steps = [ratio(third, second, [0]), ratio(second, first, [0])]
    whole = ratio(third, first, [0])
    assert whole is not None
    assert math.prod(step.value for step in steps if step) == pytest.approx(whole.value, rel=1e-12)


# --- by simulation --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Noise:
    """Of the logarithm of a ratio, as standard deviations."""

    processes: float
    """Between rounds: what stays for the life of a process."""
    slices: float
    """Of the mean over a round's slices if they were independent of each other."""
    rho: float = 0.0
    """The correlation of a slice with the next, AR(1)."""
    between_rounds: float = 0.0
    """The correlation of a round with the next, AR(1): not covered."""


SLICES = 20


def autoregressive(normals: Floats, rho: float) -> Floats:
    """Along the last axis, with standard deviation 1."""
    found = normals.copy()
    for number in range(1, found.shape[-1]):
        found[..., number] = rho * found[..., number - 1] + math.sqrt(1 - rho**2) * normals[..., number]
    return found


def logarithms(noise: Noise, runs: int, rounds: int) -> Floats:
    """One figure for each run and round."""
    random = np.random.RandomState(crc32(repr((noise, rounds)).encode()))
    slices = autoregressive(random.standard_normal((runs, rounds, SLICES)), noise.rho).mean(axis=2)
    processes = autoregressive(random.standard_normal((runs, rounds)), noise.between_rounds)
    return np.asarray(noise.processes * processes + noise.slices * math.sqrt(SLICES) * slices)


def times(run: Iterable[float]) -> Times:
    return [{0: round(each)} for each in run]


def simulated(
    noise: Noise, true: float = 1.0, *, runs: int = RUNS, rounds: int = PLANNED_ROUNDS
) -> Iterator[tuple[Times, Times]]:
    """The times of two solvers, of which one takes `true` times as long; the machine drifts under both."""
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
def test_the_interval_contains_the_truth_in_95_percent_of_runs(noise: Noise, rounds: int) -> None:
    """However the runs inside a round depend on each other, and whatever the number of rounds."""
    low, high = WITHIN_SAMPLING_ERROR
    assert low <= coverage((measured(*run) for run in simulated(noise, 40.0, rounds=rounds)), 40.0) <= high


@pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES.keys())
def test_the_same_solver_under_two_names_is_not_told_apart_in_95_percent_of_runs(noise: Noise) -> None:
    low, high = WITHIN_SAMPLING_ERROR
    assert low <= fmean(measured(*run).verdict == "not told apart" for run in simulated(noise)) <= high


def test_the_change_between_two_runs_contains_the_truth_in_at_least_95_percent() -> None:
    """Slightly more: each half-width has its own Student's quantile."""
    noise = Noise(0.02, 0.01)
    before = [measured(*run) for run in simulated(noise, 40.0)]
    after = [measured(*run) for run in simulated(noise, 42.0, rounds=PLANNED_ROUNDS + 1)]
    found = [change(old, new) for old, new in zip(before, after, strict=True)]
    assert 0.94 <= coverage(found, 1.05) <= 0.98


# --- when a run ends ------------------------------------------------------------------------------------


class Simulated(Measurement):
    """Takes drawn times, round by round; a clock of its own says how long each round took."""

    def __init__(self, run: tuple[Times, Times], seconds: Sequence[float]) -> None:
        specs = [SolverSpec(name, "program", ("true",)) for name in ("one", "other")]
        none = PuzzleSet("none", "", 2, "", ())
        super().__init__(specs, none, budget=1, cap=1, seed=1, on_progress=lambda *_: None)
        self.drawn, self.seconds = run, seconds

    def _run_round(self) -> None:
        for solver, drawn in zip(self.solvers, self.drawn, strict=True):
            solver.rounds.append(drawn[self.rounds])

    def _left(self) -> float:
        return self._budget - sum(self.seconds[: self.rounds])

    def measured(self) -> Ratio:
        self.run_rounds()
        one, other = (solver.rounds for solver in self.solvers)
        return measured(one, other)


def test_when_a_run_ends_does_not_lower_the_coverage() -> None:
    """Rounds take from a fiftieth to a fifth of the time, so that runs end after different numbers of rounds."""
    random, found, ends = np.random.RandomState(3), [], []
    for run in simulated(Noise(0.01, 0.01), rounds=MAX_ROUNDS):
        measurement = Simulated(run, random.uniform(0.02, random.uniform(0.02, 0.2), MAX_ROUNDS).tolist())
        found.append(measurement.measured())
        ends.append(measurement.rounds)
    assert 0.93 <= coverage(found, 1.0) <= 0.97
    assert min(ends) < PLANNED_ROUNDS < max(ends)


def test_the_number_of_rounds_does_not_depend_on_the_results() -> None:
    """Times that agree to the nanosecond and times that disagree wildly: the same number of rounds."""
    wild = next(simulated(Noise(1.0, 1.0), runs=1, rounds=MAX_ROUNDS))
    equal: tuple[Times, Times] = ([{0: 1000}] * MAX_ROUNDS, [{0: 1000}] * MAX_ROUNDS)
    for seconds, expected in ((0.11, 10), (0.01, MAX_ROUNDS), (3.0, 2)):
        for run in (wild, equal):
            measurement = Simulated(run, [seconds] * MAX_ROUNDS)
            measurement.measured()
            assert measurement.rounds == expected


# --- what docs/comparing.md says ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def page() -> str:
    path = Path(__file__).parents[2] / "docs" / "comparing.md"
    if not path.is_file():
        skip_or_fail("docs", "docs/ is not beside these tests")
    return path.read_text(encoding="utf-8")


def test_a_difference_of_5_percent_is_seen_as_often_as_the_page_says(page: str) -> None:
    rows = re.findall(r"^\| (\d+) \| ([\d.]+)% \| ±([\d.]+)% \| (\d+)% \|$", page, re.MULTILINE)
    assert len(rows) >= 4
    for row in rows:
        noise = Noise(float(row[1]) / 100, 0)
        found = [measured(*run) for run in simulated(noise, 1.05, rounds=int(row[0]))]
        seen = fmean(each.verdict == "slower" for each in found)
        assert seen == pytest.approx(float(row[3]) / 100, abs=0.02), row
        assert np.median([each.half_width for each in found]) == pytest.approx(float(row[2]) / 100, rel=0.08)


def test_noise_that_outlasts_a_round_costs_what_the_page_says(page: str) -> None:
    (said,) = re.findall(r"contains the\s+truth in (\d+)% of runs only", page)
    noise = Noise(0.02, 0, between_rounds=0.5)
    assert coverage((measured(*run) for run in simulated(noise)), 1.0) == pytest.approx(
        int(said) / 100, abs=0.02
    )
