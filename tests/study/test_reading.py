"""Statistics of a study, compared to plain Python and scipy, and simulated; exports and figures."""

from __future__ import annotations

import csv
import io
import math
import random
import statistics
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

import numpy as np
import numpy.typing as npt
import pytest
from scipy import stats
from sudoku_rosetta.study import Plan, Store, run, summaries
from sudoku_rosetta.study._summary import hall_interval, wilson_interval
from sudoku_rosetta.study._work import REFUSED
from sudoku_rosetta.study.comparison import compare_studies
from sudoku_rosetta.study.exports import summary_csv, write_counts
from sudoku_rosetta.study.figures import draw_figures, text_bars

SkipOrFail = Callable[[str, str], NoReturn]


def stored(folder: Path, method: int, counts: dict[int, list[int]], limit: int | None = None) -> Path:
    """Store a finished study with these counts."""
    grids = len(next(iter(counts.values())))
    plan = Plan(method, tuple(counts), grids, chunk=7, limit=limit).resolved()  # type: ignore[arg-type]
    with Store.open_for_writing(folder, plan) as store:
        for clues, all_counts in counts.items():
            chunks = [all_counts[first : first + 7] for first in range(0, grids, 7)]
            store.add((clues, number, chunk) for number, chunk in enumerate(chunks))
        store.finish()
    return folder


def test_the_summary_of_known_counts(tmp_path: Path) -> None:
    counts = [0, 0, 1, 1, 1, 2, 70_000, 70_001, 70_002, 70_010, REFUSED]
    (found,) = summaries(stored(tmp_path, 1, {30: counts}))
    accepted = [count for count in counts if count != REFUSED]
    assert (found.grids, found.accepted, found.largest) == (11, 10, 70_010)
    assert found.mean == statistics.mean(accepted)
    assert found.median == statistics.median(accepted) == 1.5
    assert (found.none, found.one, found.several) == (0.2, 0.3, 0.5)
    assert found.largest_share == 70_010 / sum(accepted)


@pytest.mark.parametrize("size", [1, 2, 9, 10])
def test_the_median_is_exact_among_large_counts(tmp_path: Path, size: int) -> None:
    counts = [10**9 + 17 * n for n in range(size)]
    random.Random(1).shuffle(counts)
    (found,) = summaries(stored(tmp_path, 1, {20: counts}))
    assert found.median == statistics.median(counts)


@pytest.mark.slow
def test_halls_interval_has_better_coverage_than_the_usual_one_for_long_tails() -> None:
    """2,000 samples of 200 from a log-normal distribution; the nominal coverage is 95%."""
    rng = random.Random(2)
    mean = math.exp(0.5)
    hall_covers = usual_covers = 0
    for _ in range(2000):
        sample = [rng.lognormvariate(0, 1) for _ in range(200)]
        whole = [round(value * 1000) for value in sample]
        interval = hall_interval(200, sum(whole), sum(v**2 for v in whole), sum(v**3 for v in whole))
        hall_covers += interval.low <= 1000 * mean <= interval.high
        error = statistics.stdev(sample) / math.sqrt(200)
        usual_covers += abs(statistics.mean(sample) - mean) <= 1.96 * error
    assert usual_covers < hall_covers
    assert 0.925 < hall_covers / 2000 < 0.975


@pytest.mark.parametrize(
    "sample",
    [
        np.random.RandomState(1).poisson(3, 500),
        np.random.RandomState(2).lognormal(2, 1.5, 300).astype(int),
        1_000 - np.random.RandomState(3).lognormal(3, 1, 300).astype(int),
        np.arange(1, 8),
    ],
    ids=["counts", "long tail", "tail to the left", "no tail"],
)
def test_halls_transformation_of_the_interval_ends_gives_normal_quantiles(
    sample: npt.NDArray[np.int64],
) -> None:
    n, mean, deviation = len(sample), float(np.mean(sample)), float(np.std(sample))
    skewness = float(stats.skew(sample))

    def transformed(end: float) -> float:
        x = (mean - end) / deviation
        return math.sqrt(n) * float(x + skewness * x**2 / 3 + skewness**2 * x**3 / 27 + skewness / (6 * n))

    counts = [int(count) for count in sample]
    interval = hall_interval(
        n, sum(counts), sum(count**2 for count in counts), sum(count**3 for count in counts)
    )
    assert transformed(interval.low) == pytest.approx(stats.norm.ppf(0.975), rel=1e-9)
    assert transformed(interval.high) == pytest.approx(stats.norm.ppf(0.025), rel=1e-9)


@pytest.mark.parametrize("total", [1, 2, 10, 997, 1_000_000])
def test_wilsons_interval_matches_scipy(total: int) -> None:
    for part in {0, 1, total // 3, total // 2, total - 1, total}:
        found, expected = (
            wilson_interval(part, total),
            stats.binomtest(part, total).proportion_ci(0.95, "wilson"),
        )
        assert found.low == pytest.approx(expected.low, abs=1e-12)
        assert found.high == pytest.approx(expected.high, abs=1e-12)


def test_the_interval_of_no_grids_is_nan() -> None:
    assert math.isnan(wilson_interval(0, 0).low)


def test_an_unfinished_study_has_summaries_of_its_stored_chunks(tmp_path: Path) -> None:
    plan = Plan(2, (40, 41), 20, chunk=10).resolved()
    with Store.open_for_writing(tmp_path, plan) as store:
        store.add([(40, 1, list(range(10)))])
    first, second = summaries(tmp_path)
    assert (first.accepted, second.accepted) == (10, 0)
    assert math.isnan(second.mean)


@pytest.mark.parametrize(
    ("counts", "capped"), [([1, 1, 7], False), ([1, 7, 7], True), ([1, 1, 7, 7], True), ([], False)]
)
def test_a_median_that_reached_the_limit_is_marked(tmp_path: Path, counts: list[int], capped: bool) -> None:
    (found,) = summaries(stored(tmp_path, 2, {30: counts or [REFUSED]}, limit=7))
    assert found.median_capped is capped


def test_with_a_limit_of_one_the_shares_of_one_and_several_are_unknown(tmp_path: Path) -> None:
    (found,) = summaries(stored(tmp_path, 2, {30: [0, 1, 1, 1]}, limit=1))
    assert (found.none, found.capped, found.limit) == (0.25, 3, 1)
    assert all(map(math.isnan, (found.one, found.several, found.one_interval.low)))


# --- two studies ----------------------------------------------------------------------------------------


def verdicts(tmp_path: Path, ours: Sequence[int], theirs: Sequence[int]) -> str:
    first = stored(tmp_path / "first", 1, {30: list(ours)})
    second = stored(tmp_path / "second", 2, {30: list(theirs)})
    with Store.open(first) as one, Store.open(second) as other:
        (found,) = compare_studies(one, other)
    return found.verdict


def test_the_verdicts_on_different_equivalent_and_small_studies(tmp_path: Path) -> None:
    rng = random.Random(5)
    long = [int(rng.lognormvariate(2, 1)) for _ in range(4000)]
    again = [int(rng.lognormvariate(2, 1)) for _ in range(4000)]
    more = [int(rng.lognormvariate(2.5, 1)) for _ in range(4000)]
    assert verdicts(tmp_path / "same", long, again) == "equivalent"
    assert verdicts(tmp_path / "more", long, more) == "different"
    assert verdicts(tmp_path / "few", long[:30], again[:30]) == "undecided"
    assert verdicts(tmp_path / "constant", [1] * 10, [1] * 10) == "equivalent"


def test_both_studies_are_cut_at_the_smaller_limit(tmp_path: Path) -> None:
    """Without the cut, the second study would have more solutions."""
    first = stored(tmp_path / "first", 2, {30: [5, 6, 7] * 10}, limit=7)
    second = stored(tmp_path / "second", 2, {30: [5, 6, 70_000] * 10})
    with Store.open(first) as one, Store.open(second) as other:
        (found,) = compare_studies(one, other)
        (turned,) = compare_studies(other, one)
    assert found.limit == turned.limit == 7
    assert found.means == (6, 6)
    assert found.p_more == 0.5


PAIN = ([1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 2, 4, 1, 1], [3, 3, 4, 3, 1, 2, 3, 1, 1, 5, 4])
"""The pain scores in the paper of Brunner and Munzel."""


def pairs_of_samples() -> list[tuple[list[int], list[int]]]:
    rng = np.random.RandomState(7)
    return [
        PAIN,
        *((rng.geometric(0.2, 60).tolist(), rng.geometric(p, 90).tolist()) for p in (0.2, 0.25, 0.5)),
    ]


@pytest.mark.parametrize(("ours", "theirs"), pairs_of_samples())
def test_the_comparison_matches_scipys_brunnermunzel(
    tmp_path: Path, ours: list[int], theirs: list[int]
) -> None:
    first = stored(tmp_path / "first", 1, {30: ours})
    second = stored(tmp_path / "second", 1, {30: theirs})
    with Store.open(first) as one, Store.open(second) as other:
        (found,) = compare_studies(one, other)
    expected = stats.brunnermunzel(ours, theirs, distribution="normal")
    more = stats.mannwhitneyu(ours, theirs).statistic / (len(ours) * len(theirs))
    assert found.p_more == pytest.approx(more, rel=1e-12)
    assert found.p == pytest.approx(expected.pvalue, rel=1e-9)
    half = (found.interval.high - found.interval.low) / 2
    assert half == pytest.approx(stats.norm.ppf(0.95) * (0.5 - more) / expected.statistic, rel=1e-9)


def test_p_values_are_adjusted_by_holms_method(tmp_path: Path) -> None:
    rng = np.random.RandomState(4)
    ours, theirs = (
        {clues: rng.poisson(20 + shift * (clues % 4), 50).tolist() for clues in range(30, 50)}
        for shift in (0.0, 0.8)
    )
    with (
        Store.open(stored(tmp_path / "a", 1, ours)) as one,
        Store.open(stored(tmp_path / "b", 1, theirs)) as other,
    ):
        found = sorted(compare_studies(one, other), key=lambda each: each.p)
    p = np.array([each.p for each in found])
    expected = np.minimum(np.maximum.accumulate(p * np.arange(len(p), 0, -1)), 1)
    assert [each.adjusted for each in found] == pytest.approx(expected.tolist(), rel=1e-12)
    assert expected[0] < 0.05
    assert expected[-1] > 0.05


# --- exports and figures --------------------------------------------------------------------------------


def test_the_summary_as_csv(tmp_path: Path) -> None:
    found = summaries(stored(tmp_path, 2, {40: [1, 2, 3], 41: [1, 1, 1]}))
    first, second = csv.DictReader(io.StringIO(summary_csv(found)))
    assert (first["clues"], first["accepted"], float(first["mean"])) == ("40", "3", 2.0)
    assert float(second["one"]) == 1.0


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".arrow"])
def test_every_count_is_exported(tmp_path: Path, suffix: str, skip_or_fail: SkipOrFail) -> None:
    counts = {40: [*range(1, 9), REFUSED], 41: [5] * 9}
    path = tmp_path / f"counts{suffix}"
    with Store.open(stored(tmp_path / "study", 1, counts)) as store:
        try:
            write_counts(path, store)
        except ImportError:
            skip_or_fail("tables", "pyarrow is not installed")
    expected = [
        (clues, n, None if count == REFUSED else count)
        for clues in counts
        for n, count in enumerate(counts[clues])
    ]
    assert rows_of(path) == expected


def rows_of(path: Path) -> list[tuple[int, int, int | None]]:
    if path.suffix == ".csv":
        with path.open() as file:
            rows = list(csv.DictReader(file))
        return [(int(r["clues"]), int(r["grid"]), int(r["count"]) if r["count"] else None) for r in rows]
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pq.read_table(path) if path.suffix == ".parquet" else pa.ipc.open_file(str(path)).read_all()
    return [(row["clues"], row["grid"], row["count"]) for row in table.to_pylist()]


@pytest.mark.slow
def test_the_three_figures_are_reproducible(tmp_path: Path, skip_or_fail: SkipOrFail) -> None:
    plans = {method: Plan(method, (38, 40), 20, seed=1) for method in (1, 2)}
    for method, plan in plans.items():
        run(plan, tmp_path / str(method))
    studies = {method: summaries(tmp_path / str(method)) for method in plans}
    try:
        written = draw_figures(studies, tmp_path / "figures")
    except ImportError:
        skip_or_fail("figures", "matplotlib is not installed")
    assert [path.name for path in written] == ["figure1.svg", "figure2.svg", "figure3.svg"]
    again = draw_figures(studies, tmp_path / "again")
    assert [path.read_bytes() for path in written] == [path.read_bytes() for path in again]
    assert "Figure 3" in written[2].read_text()
    (png,) = draw_figures({2: studies[2]}, tmp_path / "png", kind="png", language="fr", log=True)
    assert png.read_bytes().startswith(b"\x89PNG")


def test_means_as_text_bars(tmp_path: Path) -> None:
    found = summaries(stored(tmp_path, 2, {40: [10] * 3, 41: [1] * 3, 42: [0] * 3}))
    assert text_bars(found, 10) == [" 40  ██████████ 10", " 41  █ 1"]
