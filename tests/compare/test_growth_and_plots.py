"""The curve in placements ends where a solver does; and the pictures say what the results say."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from sudoku_rosetta.compare import Growth, NothingToCompare, Results, grow, set_named, set_of
from sudoku_rosetta.compare._schema import schema
from sudoku_rosetta.compare.growth import _counted, _time, from_json
from sudoku_rosetta.compare.plot import NoPlot, plot, plot_growth
from sudoku_rosetta.compare.report import growth, growth_heads
from sudoku_rosetta.external.spec import parse

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def grown() -> Growth:
    """From a hundred placements to far beyond what Python does in the cap, whatever the machine."""
    whole = set_named("growth")
    chosen = [0, 3, 6, 18]
    lists: dict[str, Any] = {
        name: tuple(getattr(whole, name)[each] for each in chosen) for name in ("grids", "ids", "placements")
    }
    some = replace(whole, **lists)
    return grow(["c-style", "deduction-style"], some, cap=0.3)


class ByTheTick:
    """A process of 4 us a run, whose clock shows only what is beyond a tick of 4 ms."""

    def first(self, _: int) -> int:
        return 0

    def run(self, puzzles: list[int], loops: list[int]) -> dict[str, list[int]]:
        cpu = [often * 4_000 // 4_000_000 * 4_000_000 // often for often in loops]
        return {"cpu": cpu, "wall": [60_000_000] * len(puzzles)}


def test_a_clock_that_goes_by_the_tick_is_not_believed_too_soon() -> None:
    assert _time(ByTheTick(), 0) == pytest.approx(4_000, rel=0.3)  # type: ignore[arg-type]


@pytest.mark.slow
def test_placements_are_counted_where_the_set_does_not_say_them(grown: Growth) -> None:
    grids = [puzzle.grid for puzzle in grown.puzzles[:2]]
    found = grow(["deduction-style"], set_of(grids, "mine"), cap=1)
    assert [puzzle.placements for puzzle in found.puzzles] == [
        puzzle.placements for puzzle in grown.puzzles[:2]
    ]
    assert [puzzle.id for puzzle in found.puzzles] == ["mine-1", "mine-2"]


def test_a_solver_goes_from_the_lightest_puzzle_to_the_cap(grown: Growth) -> None:
    sizes = [puzzle.placements or 0 for puzzle in grown.puzzles]
    assert sizes == sorted(sizes)
    for curve in grown.curves:
        assert curve.failed is None
        assert [point.puzzle for point in curve.points] == [puzzle.id for puzzle in grown.puzzles]
        assert curve.points[0].time is not None
    tree = next(curve for curve in grown.curves if curve.solver == "c-style")
    assert tree.points[-1].time is None  # it would take minutes


def test_a_solver_that_breaks_does_not_cost_the_others(solver_file: Path, tmp_path: Path) -> None:
    kept: list[Growth] = []
    solvers = ["deduction-style", f"{solver_file}:raises", f"{solver_file}:dies", "c-style"]
    found = grow(solvers, set_named("growth").first(1), cap=1, keep=kept.append)
    failed = {curve.solver: str(curve.failed) for curve in found.curves if curve.failed}
    assert list(failed) == ["mine.py:raises", "mine.py:dies"]
    assert "ValueError: no idea" in failed["mine.py:raises"]
    assert "exit code 3" in failed["mine.py:dies"]
    assert [len(curve.points) for curve in found.curves] == [1, 0, 0, 1]
    assert [len(growth.curves) for growth in kept] == [1, 2, 3, 4]
    assert kept[-1] == found == from_json(found.to_json())
    plot_growth(found, tmp_path / "a.svg")


def test_placements_whose_counting_breaks_are_not_known(solver_file: Path) -> None:
    puzzles = set_named("easy").first(2)
    assert _counted(puzzles, parse(f"{solver_file}:dies"), lambda *_: None) == [None, None]
    with pytest.raises(NothingToCompare, match=r"raises\b.*no idea"):
        _counted(puzzles, parse(f"{solver_file}:raises"), lambda *_: None)


def test_what_was_not_finished_is_shown_so(grown: Growth) -> None:
    heads, rows = growth_heads(grown), growth(grown)
    assert heads == ["puzzle", "placements", "c-style", "deduction-style"]
    assert "> 0.3 s" in [row[2] for row in rows]


def test_a_growth_is_read_as_it_was_written(grown: Growth) -> None:
    assert from_json(grown.to_json()) == grown
    jsonschema.validate(json.loads(grown.to_json()), schema(Growth))


def test_the_picture_has_every_solver_its_ratio_and_every_factor(results: Results, tmp_path: Path) -> None:
    plot(results, tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text()
    for one in results.solvers:
        assert one.name in text
    for chain in results.chains:
        for factor in chain.factors:
            assert factor.kind in text
    assert len(re.findall(r"×[\d.,]+ \[[\d.,]+, [\d.,]+\]", text)) == len(results.solvers) - 1


def test_the_same_results_give_the_same_picture(results: Results, grown: Growth, tmp_path: Path) -> None:
    for draw, what in ((plot, results), (plot_growth, grown)):
        draw(what, tmp_path / "a.svg")  # type: ignore[arg-type]
        draw(what, tmp_path / "b.svg")  # type: ignore[arg-type]
        assert (tmp_path / "a.svg").read_text() == (tmp_path / "b.svg").read_text()


def test_the_growth_picture_says_the_cap_and_the_solvers(grown: Growth, tmp_path: Path) -> None:
    plot_growth(grown, tmp_path / "a.svg")
    text = (tmp_path / "a.svg").read_text()
    for word in (
        "c-style",
        "deduction-style",
        "not finished in 0.3 s",
        "placements of the tree in reading order",
    ):
        assert word in text


def test_another_kind_of_picture_is_refused(results: Results, tmp_path: Path) -> None:
    with pytest.raises(NoPlot, match=r"a\.gif.*\.svg.*\.png.*\.pdf"):
        plot(results, tmp_path / "a.gif")


def test_without_matplotlib_the_extra_is_parse(
    results: Results, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(NoPlot, match=r"pip install 'sudoku-rosetta\[plots\]'"):
        plot(results, tmp_path / "a.svg")
