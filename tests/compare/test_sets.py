"""The shipped sets are what they say, and are made as they say."""

from __future__ import annotations

import pytest
from compare import make_sets
from naming import naming
from sudoku_rosetta.compare import UnknownSet, set_named, set_of, shipped
from sudoku_rosetta.solvers import solver_named

MADE = ("easy", "medium", "hard", "minimal", "many")


@pytest.mark.parametrize("name", shipped())
def test_a_set_says_what_it_holds_and_where_it_comes_from(name: str) -> None:
    found = set_named(name)
    assert found.title
    assert found.provenance
    assert len(set(found.grids)) == len(found.grids) > 0
    assert (found.seed is not None) == (name in MADE)
    assert len(found.ids) == (0 if name in MADE else len(found.grids))


@pytest.mark.parametrize("name", ["documents", "enemies", "growth"])
def test_the_trees_are_as_large_as_the_set_says(name: str) -> None:
    found, tree = set_named(name), solver_named("c-style")
    assert len(found.placements) == len(found.grids)
    for grid, size in zip(found.grids, found.placements, strict=True):
        if size < 20_000:
            assert tree.search(grid, limit=found.limit or None, watch=True).counts["placements"] == size
    if name != "documents":
        assert found.placements == tuple(sorted(found.placements))


@pytest.mark.slow
def test_the_made_sets_are_made_so_today() -> None:
    assert make_sets.main(["--check", "2"]) == 0


@pytest.mark.parametrize(("name", "least", "most"), [("easy", 0, 0), ("medium", 1, 9), ("hard", 20, 10**9)])
def test_a_made_set_holds_what_its_title_says(name: str, least: int, most: int) -> None:
    rules, tree = solver_named("deduction-style"), solver_named("c-style")
    for grid in set_named(name).grids[:5]:
        report = rules.search(grid, limit=2, watch=True)
        assert report.solutions == 1
        assert least <= report.counts["guesses"] <= most
        if name != "hard":
            assert tree.search(grid, limit=2, watch=True).counts["placements"] <= 2_000


def test_no_clue_of_a_minimal_grid_can_go() -> None:
    rules = solver_named("deduction-style")
    for grid in set_named("minimal").grids[:2]:
        for cell in range(81):
            if grid[cell]:
                assert rules.count(grid.with_digit(cell, 0), limit=2) == 2


def test_a_set_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(UnknownSet, match=naming("medum", "medium", "documents", "easy")):
        set_named("medum")


def test_a_set_of_nothing_is_none() -> None:
    with pytest.raises(ValueError, match="grid"):
        set_of([])


def test_equal_digests_mean_equal_questions() -> None:
    easy = set_named("easy")
    assert easy.first(5).digest() == set_of(easy.grids[:5]).digest()
    assert easy.first(5).digest() != set_of(easy.grids[:5], limit=0).digest()
    assert easy.first(5).digest() != easy.first(4).digest()
