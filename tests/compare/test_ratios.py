"""What the statistics promise: each formula as scipy computes it, and the intervals by simulation.

A simulated run has the shape of a default one, five generations of three rounds, and goes through `ratio` itself.
Seeds are fixed, for numpy's legacy generator, whose numbers no version of numpy changes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise, product
from pathlib import Path
from statistics import fmean
from zlib import crc32

import numpy as np
import numpy.typing as npt
import pytest
from demand import skip_or_fail
from scipy import stats
from sudoku_rosetta.compare import ratios
from sudoku_rosetta.compare.entrants import Entrant
from sudoku_rosetta.compare.measure import GENERATIONS, ROUNDS, Measuring
from sudoku_rosetta.compare.plan import percentile
from sudoku_rosetta.compare.ratios import SYSTEMATIC, UNLIKE, Ratio, Round, ratio, sampling, student, typical
from sudoku_rosetta.compare.sets import PuzzleSet

RUNS = 1_000
Times = dict[int, list[Round]]
Pair = tuple[Times, Times]
Floats = npt.NDArray[np.float64]


# --- as scipy computes it -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(0.8, 0.9, "faster"), (1.1, 1.2, "slower"), (0.9, 1.1, "not told apart")]
)
def test_a_verdict_follows_from_the_interval(low: float, high: float, verdict: str) -> None:
    assert Ratio(math.sqrt(low * high), low, high).verdict == verdict


@pytest.mark.parametrize("freedom", range(1, 31))
def test_the_quantiles_are_students(freedom: int) -> None:
    assert ratios._quantile(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), abs=5e-4)


@pytest.mark.parametrize("freedom", [31, 40, 99, 10**6])
def test_beyond_the_table_intervals_are_too_wide_by_4_2_percent_at_most(freedom: int) -> None:
    assert 1 <= ratios._quantile(freedom) / stats.t.ppf(0.975, freedom) < 1.042


@pytest.mark.parametrize("size", [2, 5, 15, 31])
def test_the_interval_of_a_mean_is_students(size: int) -> None:
    values = np.random.RandomState(size).normal(0.7, 0.02, size)
    interval = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    assert student(list(values)) == pytest.approx((interval.high - interval.low) / 2, rel=3e-4)


def test_a_percentile_is_the_inverse_of_the_empirical_distribution() -> None:
    for size in (1, 2, 9, 100):
        values = list(np.random.RandomState(size).lognormal(0, 1, size))
        for percent in (50, 90, 99):
            assert percentile(values, percent) == np.percentile(values, percent, method="inverted_cdf")


def sums(mine: Floats, other: Floats, axis: int = -1) -> Floats:
    return np.asarray(np.log(mine.sum(axis) / other.sum(axis)))


@pytest.mark.parametrize(("part", "of"), [(5, 100), (40, 100), (90, 100)])
def test_a_part_of_the_puzzles_has_the_error_of_a_ratio_estimator(part: int, of: int) -> None:
    """Cochran, Sampling Techniques, section 6.4; and the bootstrap of the ratio, where there are enough."""
    random = np.random.RandomState(part)
    other = random.uniform(500, 5000, part)
    mine = other * random.uniform(1, 9, part)
    found = sampling(dict(enumerate(mine)), dict(enumerate(other)), range(part), of)
    residuals = mine - mine.sum() / other.sum() * other
    error = math.sqrt((1 - part / of) / part * np.sum(residuals**2) / (part - 1)) / mine.mean()
    assert found == pytest.approx(stats.t.ppf(0.975, part - 1) * error, rel=0.03)
    if part >= 40:
        again = stats.bootstrap((mine, other), sums, paired=True, n_resamples=2000, rng=1)
        assert error == pytest.approx(math.sqrt(1 - part / of) * again.standard_error, rel=0.1)


Draw = Callable[[np.random.RandomState], tuple[Floats, Floats]]


def long_tailed(random: np.random.RandomState) -> tuple[Floats, Floats]:
    other = random.lognormal(8, 1, 100)
    return other * random.lognormal(1, 0.3, 100), other


def even(random: np.random.RandomState) -> tuple[Floats, Floats]:
    other = random.uniform(500, 5000, 100)
    return other * random.uniform(1, 9, 100), other


@pytest.mark.parametrize(
    ("draw", "part", "least", "most"), [(even, 50, 0.93, 0.97), (long_tailed, 20, 0.85, 0.91)]
)
def test_a_part_of_the_puzzles_holds_the_whole_as_often_as_is_said(
    draw: Draw, part: int, least: float, most: float
) -> None:
    random, held = np.random.RandomState(3), 0
    for _ in range(RUNS):
        mine, other = draw(random)
        bound = sampling(dict(enumerate(mine)), dict(enumerate(other)), range(part), 100)
        held += bool(abs(sums(mine[:part], other[:part]) - sums(mine, other)) <= bound)
    assert least <= held / RUNS <= most


def test_there_is_no_doubt_of_sampling_where_puzzles_are_alike_or_all_were_run() -> None:
    puzzles = list(range(10))
    reference = dict.fromkeys(puzzles, 1000.0)
    unlike = {puzzle: 1000.0 * (1 + 10 * (puzzle % 2)) for puzzle in puzzles}
    assert sampling(dict.fromkeys(puzzles, 7000.0), reference, puzzles, 100) == 0
    assert sampling(unlike, reference, puzzles, len(puzzles)) == 0


def test_a_typical_time_is_the_median_over_all_rounds() -> None:
    assert typical({0: [{5: 10}, {5: 900}], 1: [{5: 12}]}) == {5: 12}


# --- by simulation --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Noise:
    """Of the logarithm of a round's ratio; all are standard deviations but `rho` and `lasting`."""

    rounds: float
    processes: float = 0.0
    """Between generations: what stays for the life of a process."""
    rho: float = 0.0
    """The correlation of a round with the next, AR(1)."""
    lasting: bool = False
    """Whether that goes on from one generation to the next."""


def logarithms(noise: Noise, runs: int, generations: int) -> Floats:
    """Of each run, generation and round."""
    random = np.random.RandomState(crc32(repr((noise, generations)).encode()))
    rounds = random.standard_normal((runs, generations, ROUNDS))
    for generation, number in product(range(generations), range(ROUNDS)):
        if number or (generation and noise.lasting):
            before = rounds[:, generation, number - 1] if number else rounds[:, generation - 1, -1]
            rounds[:, generation, number] *= math.sqrt(1 - noise.rho**2)
            rounds[:, generation, number] += noise.rho * before
    processes = random.standard_normal((runs, generations, 1))
    return np.asarray(noise.processes * processes + noise.rounds * rounds)


def simulated(
    noise: Noise, true: float | Floats = 1.0, *, runs: int = RUNS, generations: int = GENERATIONS
) -> Iterator[Pair]:
    """The times of two solvers, of which one takes `true` times as long; the machine drifts under both."""
    noises = logarithms(noise, runs, generations)
    speeds = 1e9 * np.exp(np.random.RandomState(2).normal(0, 0.05, noises.shape).cumsum(axis=2))
    for mine, other in zip((true * speeds * np.exp(noises)).tolist(), speeds.tolist(), strict=True):
        yield times(mine), times(other)


def times(run: Iterable[Iterable[float]]) -> Times:
    return {number: [{0: round(each)} for each in rounds] for number, rounds in enumerate(run)}


def measured(one: Times, other: Times) -> Ratio:
    found = ratio(one, other, other, [0], 1)
    assert found is not None
    return found


def coverage(found: Iterable[Ratio], true: float) -> float:
    return fmean(each.low <= true <= each.high for each in found)


@pytest.fixture
def noise_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the doubts of fixed size, which would hide what the others are worth."""
    monkeypatch.setattr(ratios, "SYSTEMATIC", 0.0)
    monkeypatch.setattr(ratios, "UNLIKE", 0.0)


NOISES = {
    "independent": Noise(0.02),
    "independent, and processes differ": Noise(0.02, 0.02),
    "autocorrelated": Noise(0.02, rho=0.5),
    "autocorrelated, and processes differ": Noise(0.02, 0.01, rho=0.5),
    "strongly autocorrelated": Noise(0.02, rho=0.9),
    "a little autocorrelated beyond a generation": Noise(0.02, 0.02, rho=0.3, lasting=True),
}


@pytest.mark.usefixtures("noise_alone")
@pytest.mark.parametrize("noise", NOISES.values(), ids=NOISES.keys())
def test_the_interval_holds_the_truth_in_95_of_100_runs(noise: Noise) -> None:
    assert 0.93 <= coverage((measured(*run) for run in simulated(noise, 40.0)), 40.0) <= 0.97


NONE = PuzzleSet("none", "", 2, "", ())


class Simulated(Measuring):
    """The measuring with its rule when to stop; the generations were drawn before, and so many fit the budget."""

    def __init__(self, run: Pair) -> None:
        entrants = [Entrant(name, "program", ("true",)) for name in ("other", "one")]
        super().__init__(entrants, NONE, budget=1, cap=1, seed=1, tell=lambda *_: None)
        self.run = run
        for standing in self.standings:
            standing.share = [0]

    def _generation(self, generation: int) -> None:
        for standing, drawn in zip(self.standings, reversed(self.run), strict=True):
            standing.samples[generation] = list(drawn[generation])

    def _left(self) -> float:
        return math.inf if len(self.standings[0].samples) < len(self.run[0]) else 0.0

    def measured(self) -> tuple[Ratio, int]:
        self.go("other")
        other, one = (standing.samples for standing in self.standings)
        return measured(one, other), len(one)


@pytest.mark.usefixtures("noise_alone")
@pytest.mark.parametrize("noise", [Noise(0.02), Noise(0.02, 0.02), Noise(0.02, 0.01, rho=0.5)], ids=str)
def test_it_does_so_too_where_the_run_ends_as_soon_as_the_rounds_agree(noise: Noise) -> None:
    """There is time for twelve generations; noises are such that runs end at different generations."""
    found = [Simulated(run).measured() for run in simulated(noise, generations=12)]
    assert 0.93 <= coverage((interval for interval, _ in found), 1.0) <= 0.97
    ends = [generations for _, generations in found]
    assert min(ends) == GENERATIONS
    assert GENERATIONS + 1 < fmean(ends) < 11


# --- what is said of it in docs/comparing.md ------------------------------------------------------------


@pytest.fixture(scope="module")
def page() -> str:
    path = Path(__file__).parents[2] / "docs" / "comparing.md"
    if not path.is_file():
        skip_or_fail("docs", "docs/ is not beside these tests")
    return path.read_text(encoding="utf-8")


def test_a_difference_of_5_percent_is_seen_as_often_as_the_page_says(page: str) -> None:
    rows = re.findall(r"^\| ([\d.]+)% \| ([\d.]+)% \| ([\d.]+)% \|$", page, re.MULTILINE)
    assert len(rows) >= 3
    for row in rows:
        rounds, processes, said = (float(percent) / 100 for percent in row)
        verdicts = [measured(*run).verdict for run in simulated(Noise(rounds, processes), 1.05)]
        assert verdicts.count("slower") / RUNS == pytest.approx(said, abs=0.03), row


def test_the_same_solver_is_told_apart_from_itself_in_fewer_than_5_percent_of_runs() -> None:
    for noise in (Noise(0.003, 0.003), Noise(0.05, 0.05)):
        apart = [measured(*run).verdict != "not told apart" for run in simulated(noise)]
        assert fmean(apart) < 0.05


@pytest.mark.usefixtures("noise_alone")
def test_noise_that_outlasts_a_generation_costs_what_the_page_says(page: str) -> None:
    (said,) = re.findall(r"holds the truth in (\d+)% of runs only", page)
    noise = Noise(0.02, rho=0.5, lasting=True)
    held = coverage((measured(*run) for run in simulated(noise)), 1.0)
    assert held == pytest.approx(int(said) / 100, abs=0.02)


# --- what is added to it --------------------------------------------------------------------------------


def test_no_interval_is_tighter_than_what_the_machine_may_differ_by() -> None:
    def always(each: int) -> Times:
        return {generation: [{0: each}] for generation in range(20)}

    same, double = (measured(always(each), always(1000)) for each in (1000, 2000))
    assert same.half == pytest.approx(SYSTEMATIC)
    assert double.value == pytest.approx(2)
    assert double.half == pytest.approx(math.hypot(SYSTEMATIC, UNLIKE))


def test_two_runs_overlap_where_neighbours_slow_one_kind_more_than_another() -> None:
    """As was seen of C and Python: from hour to hour their ratio has a standard deviation of 6%."""
    hours = np.exp(np.random.RandomState(5).normal(0, 0.06, (RUNS, 1, 1)))
    found = [measured(*run) for run in simulated(Noise(0.03), 20.0 * hours)]
    assert fmean(one.overlaps(other) for one, other in pairwise(found)) >= 0.93


def test_the_ratios_of_a_chain_multiply_to_that_of_its_ends_exactly() -> None:
    drawn = np.array([1e6, 4e6, 9e7])[:, None, None] * np.exp(logarithms(Noise(0.05), 3, GENERATIONS))
    reference, second, third = map(times, drawn.tolist())
    steps = [ratio(third, second, reference, [0], 1), ratio(second, reference, reference, [0], 1)]
    whole = ratio(third, reference, reference, [0], 1)
    assert whole is not None
    assert math.prod(step.value for step in steps if step) == pytest.approx(whole.value, rel=1e-12)


def test_one_generation_gives_no_interval() -> None:
    one: Times = {0: [{0: 1000}, {0: 1001}]}
    assert ratio({0: [{0: 2000}, {0: 2001}]}, one, one, [0], 1) is None
