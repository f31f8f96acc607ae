"""The prediction: A(d) is checked by a solver, E(k) by measured means, the bounds by exact values."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from naming import naming
from scipy import stats
from sudoku_rosetta.generate import DOCUMENT_GRID, SplitMix64, full_grid
from sudoku_rosetta.grid import Grid
from sudoku_rosetta.solvers import solver_named
from sudoku_rosetta.study import DamagedError, Plan, StoreError, run, summaries
from sudoku_rosetta.study import near as near_module
from sudoku_rosetta.study.near import NOT_BUILT, count_differing
from sudoku_rosetta.study.predict import Prediction
from sudoku_rosetta.study.survey import spreads, survey
from waiting import HANG_GUARD_S, until

pytestmark = pytest.mark.skipif(NOT_BUILT is not None, reason="needs the C core")

DOCUMENT = Grid(DOCUMENT_GRID)
KNOWN = [1, 0, 0, 0, 6, 0, 35, 4, 22, 65, 224, 240, 866]


def by_digits(full: Grid, moved: int) -> Counter[int]:
    """The number of grids that differ in d cells, counted by a solver; correct for d < 2 * (moved + 1).

    A digit that moves leaves at least two cells, so in such a grid at most `moved` digits move."""
    found = {full}
    for digits in combinations(range(1, 10), moved):
        clues = Grid([0 if digit in digits else digit for digit in full])
        solver_named(None).search(clues, found.add)
    return Counter(sum(a != b for a, b in zip(full, other, strict=True)) for other in found)


@pytest.mark.slow
@pytest.mark.parametrize("number", [None, 0, 1])
def test_small_distances_match_a_solver(number: int | None) -> None:
    full = DOCUMENT if number is None else Grid(full_grid(SplitMix64(1, number)))
    counted = by_digits(full, 3)
    assert count_differing(full, 7) == [counted[d] for d in range(8)]


@pytest.mark.slow
def test_larger_distances_match_a_solver() -> None:
    """From all 231,000 grids that keep at least five digits in place."""
    counted = by_digits(DOCUMENT, 4)
    assert count_differing(DOCUMENT, 9) == [counted[d] for d in range(10)]


def test_the_counts_of_the_document_grid_are_known() -> None:
    assert count_differing(DOCUMENT, 12) == KNOWN


@pytest.mark.parametrize("transposed", [False, True])
def test_a_transformed_grid_has_the_same_counts(transposed: bool) -> None:
    """The search of a transformed grid starts from other cells."""
    rows = [list(row) for row in DOCUMENT.rows]
    turned = (
        [list(column) for column in zip(*rows, strict=True)]
        if transposed
        else [row[::-1] for row in rows[::-1]]
    )
    assert count_differing(Grid(turned), 14) == count_differing(DOCUMENT, 14)


def test_a_larger_distance_repeats_the_counts_of_smaller_ones() -> None:
    assert count_differing(DOCUMENT, 15)[:13] == KNOWN
    assert [count_differing(DOCUMENT, d) for d in (0, 3, 4)] == [KNOWN[:1], KNOWN[:4], KNOWN[:5]]


def test_the_counts_do_not_depend_on_the_number_of_workers() -> None:
    assert count_differing(DOCUMENT, 13, workers=1) == count_differing(DOCUMENT, 13, workers=4)


# --- resuming -------------------------------------------------------------------------------------------


def test_stored_tasks_are_not_counted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class StopRunError(Exception):
        pass

    def on_progress(done: int, total: int) -> None:
        assert total == 729
        if done == 500:
            raise StopRunError

    with pytest.raises(StopRunError):
        count_differing(DOCUMENT, 12, folder=tmp_path, on_progress=on_progress)
    with (tmp_path / "near.jsonl").open("ab") as file:
        file.write(b'{"task": 600, "fou')  # an incomplete line, as after a kill
    resumed: list[int] = []
    assert (
        count_differing(DOCUMENT, 12, folder=tmp_path, on_progress=lambda done, total: resumed.append(done))
        == KNOWN
    )
    assert resumed[0] == 500
    again: list[int] = []
    assert (
        count_differing(DOCUMENT, 12, folder=tmp_path, on_progress=lambda done, total: again.append(done))
        == KNOWN
    )
    assert again == [729]


def test_a_changed_line_and_another_distance_are_errors(tmp_path: Path) -> None:
    count_differing(DOCUMENT, 6, folder=tmp_path)
    path = tmp_path / "near.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    record = json.loads(lines[5])
    record["found"][6] += 1
    lines[5] = json.dumps(record) + "\n"
    path.write_text("".join(lines))
    with pytest.raises(DamagedError, match=naming("near.jsonl", "line 6")):
        count_differing(DOCUMENT, 6, folder=tmp_path)
    with pytest.raises(StoreError, match=naming("near.jsonl")) as refused:
        count_differing(DOCUMENT, 7, folder=tmp_path)
    assert not isinstance(refused.value, DamagedError)


def test_a_running_task_can_be_stopped() -> None:
    """The task would take hours."""
    ffi, lib = near_module.ffi, near_module.lib  # type: ignore[attr-defined]
    stop = ffi.new("int *", 0)
    found = ffi.new("uint64_t[]", 82)
    ended: list[int] = []
    line = str(DOCUMENT).encode()
    worker = threading.Thread(
        target=lambda: ended.append(lib.near_count(line, 60, 1, found, stop)), daemon=True
    )
    start = time.process_time()
    worker.start()
    until(lambda: time.process_time() - start > 0.3, "the task computing")
    assert ended == []
    stop[0] = 1
    worker.join(HANG_GUARD_S)
    assert ended == [1]


# --- the prediction -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def counted() -> list[int]:
    return count_differing(DOCUMENT, 18)


def test_the_formula_matches_values_computed_by_hand() -> None:
    prediction = Prediction(count_differing(DOCUMENT, 6))
    assert prediction.partial_sum(77) == 1 + Fraction(6, 1663740)
    assert prediction.partial_sum(78) == 1
    assert prediction.partial_sum(75) == 1 + (6 * Fraction(2926) + 35) / 324540216
    assert prediction.remainder_bound(75) == 0


@pytest.mark.parametrize("clues", [17, 30, 50, 70, 81])
def test_the_factor_of_each_distance_is_hypergeometric(clues: int) -> None:
    """It is the probability that none of the d differing cells is among the clues."""
    none_kept = stats.hypergeom.pmf(0, 81, np.arange(len(KNOWN)), clues)
    assert float(Prediction(KNOWN).partial_sum(clues)) == pytest.approx(float(none_kept @ KNOWN), rel=1e-9)


@pytest.mark.slow
def test_measured_means_match_the_prediction(counted: list[int], tmp_path: Path) -> None:
    run(Plan(2, (44, 46, 48, 50), 400, seed=1), tmp_path)
    prediction = Prediction(counted)
    for each in summaries(tmp_path):
        # wider than the 95% interval, so that the test does not fail at random
        reach = 2 * (each.interval.high - each.interval.low)
        assert each.mean - reach < prediction.partial_sum(each.clues) < each.mean + reach


@pytest.mark.slow
def test_the_bound_holds_and_becomes_narrower(counted: list[int]) -> None:
    """The known part of the remainder of a smaller distance is within its bound."""
    large = Prediction(counted)
    measured = {27: 1100.0, 30: 100.0}  # larger than the measured means of this grid
    for distance in (8, 12, 15):
        small = Prediction(counted[: distance + 1], measured)
        for k in range(27, 82):
            remainder = large.partial_sum(k) - small.partial_sum(k)
            assert (
                0
                <= remainder
                <= small.remainder_bound(k)
                <= Prediction(counted[: distance + 1]).remainder_bound(k)
            )
            assert small.remainder_bound(k) >= Prediction(counted, measured).remainder_bound(k)


def test_the_thresholds_of_the_document_grid(counted: list[int]) -> None:
    prediction = Prediction(counted, {30: 97.0})
    assert prediction.falls_below(2) == (43, 43)
    assert prediction.falls_below(1.5) == (46, 46)
    assert prediction.falls_below(1.1) == (55, 55)
    assert prediction.falls_below(1) is None
    assert prediction.max_ambiguous_clues() == 77
    assert Prediction([1, 0, 0]).max_ambiguous_clues() is None


@pytest.mark.slow
def test_a_survey_uses_the_grids_of_generate() -> None:
    found = list(survey(6, 8, seed=1, workers=2))
    assert [each.grid for each in found] == [Grid(full_grid(SplitMix64(1, number))) for number in range(6)]
    assert all(list(each.differing) == count_differing(each.grid, 8) for each in found)
    four = next(each for each in spreads(found) if each.distance == 4)
    times = [each.differing[4] for each in found]
    assert (four.mean, four.least, four.most) == (sum(times) / 6, min(times), max(times))
    assert found[0].expected(77) == 1 + found[0].differing[4] / 1663740
