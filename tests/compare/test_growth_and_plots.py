"""Growth curves, and plots of results."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from sudoku_rosetta.compare import Growth, NothingToCompare, Results, load_set, measure_growth, set_from_grids
from sudoku_rosetta.compare._schema import schema
from sudoku_rosetta.compare.growth import _count_placements, _time, from_json
from sudoku_rosetta.compare.plot import PlotError, plot, plot_growth
from sudoku_rosetta.compare.report import growth_heads, growth_rows
from sudoku_rosetta.external.spec import parse

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def grown() -> Growth:
    """Puzzles from a few hundred placements to more than Python can search within the cap on any machine."""
    growth_set = load_set("growth")
    chosen = [0, 3, 6, 18]
    lists: dict[str, Any] = {
        name: tuple(getattr(growth_set, name)[each] for each in chosen)
        for name in ("grids", "ids", "placements")
    }
    return measure_growth(["c-style", "deduction-style"], replace(growth_set, **lists), cap=0.3)


class CoarseClock:
    """A worker with runs of 4 us, whose CPU clock has a resolution of 4 ms."""

    def time_once(self, _: int) -> int:
        return 0

    def time_loops(self, puzzles: list[int], loops: list[int]) -> dict[str, list[int]]:
        cpu = [repeats * 4_000 // 4_000_000 * 4_000_000 // repeats for repeats in loops]
        return {"cpu": cpu, "wall": [60_000_000] * len(puzzles)}


def test_a_run_is_repeated_until_a_coarse_clock_can_time_it() -> None:
    assert _time(CoarseClock(), 0) == pytest.approx(4_000, rel=0.3)  # type: ignore[arg-type]


@pytest.mark.slow
def test_placements_are_counted_if_the_set_has_none(grown: Growth) -> None:
    grids = [puzzle.grid for puzzle in grown.puzzles[:2]]
    found = measure_growth(["deduction-style"], set_from_grids(grids, "mine"), cap=1)
    assert [puzzle.placements for puzzle in found.puzzles] == [
        puzzle.placements for puzzle in grown.puzzles[:2]
    ]
    assert [puzzle.id for puzzle in found.puzzles] == ["mine-1", "mine-2"]


def test_a_solver_runs_the_puzzles_from_the_smallest_until_timeouts(grown: Growth) -> None:
    sizes = [puzzle.placements or 0 for puzzle in grown.puzzles]
    assert sizes == sorted(sizes)
    for curve in grown.curves:
        assert curve.failed is None
        assert [point.puzzle for point in curve.points] == [puzzle.id for puzzle in grown.puzzles]
        assert curve.points[0].time is not None
    tree = next(curve for curve in grown.curves if curve.solver == "c-style")
    assert tree.points[-1].time is None  # it would take minutes


def test_a_solver_that_fails_does_not_affect_the_others(solver_file: Path, tmp_path: Path) -> None:
    saved: list[Growth] = []
    solvers = ["deduction-style", f"{solver_file}:raises", f"{solver_file}:dies", "c-style"]
    found = measure_growth(solvers, load_set("growth").first(1), cap=1, save=saved.append)
    failed = {curve.solver: str(curve.failed) for curve in found.curves if curve.failed}
    assert list(failed) == ["mine.py:raises", "mine.py:dies"]
    assert "ValueError: no idea" in failed["mine.py:raises"]
    assert "exit code 3" in failed["mine.py:dies"]
    assert [len(curve.points) for curve in found.curves] == [1, 0, 0, 1]
    assert [len(growth.curves) for growth in saved] == [1, 2, 3, 4]
    assert saved[-1] == found == from_json(found.to_json())
    plot_growth(found, tmp_path / "a.svg")


def test_placements_are_unknown_if_counting_fails(solver_file: Path) -> None:
    puzzles = load_set("easy").first(2)
    assert _count_placements(puzzles, parse(f"{solver_file}:dies"), lambda *_: None) == [None, None]
    with pytest.raises(NothingToCompare, match=r"raises\b.*no idea"):
        _count_placements(puzzles, parse(f"{solver_file}:raises"), lambda *_: None)


def test_a_timeout_is_shown(grown: Growth) -> None:
    heads, rows = growth_heads(grown), growth_rows(grown)
    assert heads == ["puzzle", "placements", "c-style", "deduction-style"]
    assert "> 0.3 s" in [row[2] for row in rows]


def test_a_growth_file_is_read_as_it_was_written(grown: Growth) -> None:
    assert from_json(grown.to_json()) == grown
    jsonschema.validate(json.loads(grown.to_json()), schema(Growth))


def test_the_plot_has_every_solver_every_ratio_and_every_factor(results: Results, tmp_path: Path) -> None:
    plot(results, tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text()
    for one in results.solvers:
        assert one.name in text
    for chain in results.chains:
        for factor in chain.factors:
            assert factor.kind in text
    assert len(re.findall(r"×[\d.,]+ \[[\d.,]+, [\d.,]+\]", text)) == len(results.solvers) - 1


def test_equal_results_give_equal_plots(results: Results, grown: Growth, tmp_path: Path) -> None:
    for draw, what in ((plot, results), (plot_growth, grown)):
        draw(what, tmp_path / "a.svg")  # type: ignore[arg-type]
        draw(what, tmp_path / "b.svg")  # type: ignore[arg-type]
        assert (tmp_path / "a.svg").read_text() == (tmp_path / "b.svg").read_text()


def test_the_growth_plot_names_the_cap_and_the_solvers(grown: Growth, tmp_path: Path) -> None:
    plot_growth(grown, tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text()
    for label in ("c-style", "deduction-style", "timeout after 0.3 s", "placements of the row-major search"):
        assert label in text


def test_another_file_type_is_refused(results: Results, tmp_path: Path) -> None:
    with pytest.raises(PlotError, match=r"a\.gif.*\.svg.*\.png.*\.pdf"):
        plot(results, tmp_path / "a.gif")


def test_without_matplotlib_the_message_names_the_extra(
    results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(PlotError, match=r"pip install 'sudoku-rosetta\[plots\]'"):
        plot(results, tmp_path / "a.svg")
