"""The prediction: A(d) against other ways to count, E(k) against what is measured, the bounds against the truth."""

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
from sudoku_rosetta.generate import OF_DOCUMENT, Draws, full_grid
from sudoku_rosetta.grid import Grid
from sudoku_rosetta.solvers import solver_named
from sudoku_rosetta.study import DamagedError, Plan, StoreError, run, summaries
from sudoku_rosetta.study import near as near_module
from sudoku_rosetta.study.near import NOT_BUILT, differing
from sudoku_rosetta.study.predict import Prediction
from sudoku_rosetta.study.survey import spreads, surveyed
from waiting import HANG_GUARD_S, until

pytestmark = pytest.mark.skipif(NOT_BUILT is not None, reason="needs the C core")

DOCUMENT = Grid(OF_DOCUMENT)
KNOWN = [1, 0, 0, 0, 6, 0, 35, 4, 22, 65, 224, 240, 866]


def by_digits(full: Grid, moved: int) -> Counter[int]:
    """How many grids differ in d cells, by a solver: a digit that moves leaves at least two cells, so that grids
    which differ in less than 2 * (moved + 1) cells keep all but `moved` digits in their places."""
    found = {full}
    for digits in combinations(range(1, 10), moved):
        clues = Grid([0 if digit in digits else digit for digit in full])
        solver_named(None).search(clues, found.add)
    return Counter(sum(a != b for a, b in zip(full, other, strict=True)) for other in found)


@pytest.mark.slow
@pytest.mark.parametrize("number", [None, 0, 1])
def test_small_distances_by_a_solver(number: int | None) -> None:
    full = DOCUMENT if number is None else Grid(full_grid(Draws(1, number)))
    counted = by_digits(full, 3)
    assert differing(full, 7) == [counted[d] for d in range(8)]


@pytest.mark.slow
def test_larger_distances_by_a_solver() -> None:
    """All 231,000 grids that keep any five digits in their places."""
    counted = by_digits(DOCUMENT, 4)
    assert differing(DOCUMENT, 9) == [counted[d] for d in range(10)]


def test_the_documents_grid() -> None:
    assert differing(DOCUMENT, 12) == KNOWN


@pytest.mark.parametrize("transposed", [False, True])
def test_another_reading_order_counts_the_same(transposed: bool) -> None:
    """The roots are others then, and all that follows from them."""
    rows = [list(row) for row in DOCUMENT.rows]
    turned = (
        [list(column) for column in zip(*rows, strict=True)]
        if transposed
        else [row[::-1] for row in rows[::-1]]
    )
    assert differing(Grid(turned), 14) == differing(DOCUMENT, 14)


def test_a_distance_contains_the_smaller_ones() -> None:
    assert differing(DOCUMENT, 15)[:13] == KNOWN
    assert [differing(DOCUMENT, d) for d in (0, 3, 4)] == [KNOWN[:1], KNOWN[:4], KNOWN[:5]]


def test_the_number_of_workers_is_nothing_to_it() -> None:
    assert differing(DOCUMENT, 13, workers=1) == differing(DOCUMENT, 13, workers=4)


# --- kept -----------------------------------------------------------------------------------------------


def test_what_is_kept_is_not_counted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class EnoughError(Exception):
        pass

    def on_progress(done: int, total: int) -> None:
        assert total == 729
        if done == 500:
            raise EnoughError

    with pytest.raises(EnoughError):
        differing(DOCUMENT, 12, folder=tmp_path, on_progress=on_progress)
    with (tmp_path / "near.jsonl").open("ab") as file:
        file.write(b'{"task": 600, "fou')  # as a kill leaves it
    begun = []
    assert (
        differing(DOCUMENT, 12, folder=tmp_path, on_progress=lambda done, total: begun.append(done)) == KNOWN
    )
    assert begun[0] == 500
    again: list[int] = []
    assert (
        differing(DOCUMENT, 12, folder=tmp_path, on_progress=lambda done, total: again.append(done)) == KNOWN
    )
    assert again == [729]


def test_what_was_changed_is_named(tmp_path: Path) -> None:
    differing(DOCUMENT, 6, folder=tmp_path)
    path = tmp_path / "near.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    told = json.loads(lines[5])
    told["found"][6] += 1
    lines[5] = json.dumps(told) + "\n"
    path.write_text("".join(lines))
    with pytest.raises(DamagedError, match=naming("near.jsonl", "line 6")):
        differing(DOCUMENT, 6, folder=tmp_path)
    with pytest.raises(StoreError, match=naming("near.jsonl")) as refused:
        differing(DOCUMENT, 7, folder=tmp_path)
    assert not isinstance(refused.value, DamagedError)


def test_stopping_leaves_a_task_in_its_middle() -> None:
    """One that would take hours."""
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


# --- what follows ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def counted() -> list[int]:
    return differing(DOCUMENT, 18)


def test_the_formula_near_its_end() -> None:
    """Worked out by hand, where few grids are near enough to count."""
    prediction = Prediction(differing(DOCUMENT, 6))
    assert prediction.known_part(77) == 1 + Fraction(6, 1663740)
    assert prediction.known_part(78) == 1
    assert prediction.known_part(75) == 1 + (6 * Fraction(2926) + 35) / 324540216
    assert prediction.rest(75) == 0


@pytest.mark.parametrize("clues", [17, 30, 50, 70, 81])
def test_each_difference_counts_by_the_chance_that_none_of_its_cells_is_kept(clues: int) -> None:
    """Hypergeometric: of 81 cells, d differ, and so many are kept."""
    none_kept = stats.hypergeom.pmf(0, 81, np.arange(len(KNOWN)), clues)
    assert float(Prediction(KNOWN).known_part(clues)) == pytest.approx(float(none_kept @ KNOWN), rel=1e-9)


@pytest.mark.slow
def test_measured_means_lie_where_they_are_predicted(counted: list[int], tmp_path: Path) -> None:
    run(Plan(2, (44, 46, 48, 50), 400, seed=1), tmp_path)
    prediction = Prediction(counted)
    for each in summaries(tmp_path):
        reach = 2 * (each.interval.high - each.interval.low)  # 0.05 would fail too often: 400 grids are few
        assert each.mean - reach < prediction.known_part(each.clues) < each.mean + reach


@pytest.mark.slow
def test_the_bound_holds_and_narrows(counted: list[int]) -> None:
    """What a smaller distance leaves out, as far as the larger one knows it, is within its bound."""
    large = Prediction(counted)
    measured = {27: 1100.0, 30: 100.0}  # above what any study of this grid gives
    for distance in (8, 12, 15):
        small = Prediction(counted[: distance + 1], measured)
        for k in range(27, 82):
            left_out = large.known_part(k) - small.known_part(k)
            assert 0 <= left_out <= small.rest(k) <= Prediction(counted[: distance + 1]).rest(k)
            assert small.rest(k) >= Prediction(counted, measured).rest(k)


def test_where_the_mean_falls_and_the_last_doubt(counted: list[int]) -> None:
    prediction = Prediction(counted, {30: 97.0})
    assert prediction.falls_below(2) == (43, 43)
    assert prediction.falls_below(1.5) == (46, 46)
    assert prediction.falls_below(1.1) == (55, 55)
    assert prediction.falls_below(1) is None
    assert prediction.last_doubtful() == 77
    assert Prediction([1, 0, 0]).last_doubtful() is None


@pytest.mark.slow
def test_a_survey_is_of_the_grids_that_are_generated() -> None:
    found = list(surveyed(6, 8, seed=1, workers=2))
    assert [each.grid for each in found] == [Grid(full_grid(Draws(1, number))) for number in range(6)]
    assert all(list(each.differing) == differing(each.grid, 8) for each in found)
    four = next(each for each in spreads(found) if each.distance == 4)
    times = [each.differing[4] for each in found]
    assert (four.mean, four.least, four.most) == (sum(times) / 6, min(times), max(times))
    assert found[0].expected(77) == 1 + found[0].differing[4] / 1663740
