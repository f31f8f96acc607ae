"""The built-in sets match their descriptions, and can be generated again."""

from __future__ import annotations

import pytest
from compare import make_sets
from naming import naming
from sudoku_rosetta.compare import UnknownSet, load_set, set_from_grids, set_names
from sudoku_rosetta.solvers import solver_named

GENERATED = ("easy", "medium", "hard", "minimal", "many")


@pytest.mark.parametrize("name", set_names())
def test_a_set_has_a_title_and_a_provenance(name: str) -> None:
    found = load_set(name)
    assert found.title
    assert found.provenance
    assert len(set(found.grids)) == len(found.grids) > 0
    assert (found.seed is not None) == (name in GENERATED)
    assert len(found.ids) == (0 if name in GENERATED else len(found.grids))


@pytest.mark.parametrize("name", ["documents", "enemies", "growth"])
def test_the_placements_of_a_set_are_right(name: str) -> None:
    found, tree = load_set(name), solver_named("c-style")
    assert len(found.placements) == len(found.grids)
    for grid, size in zip(found.grids, found.placements, strict=True):
        if size < 20_000:
            assert tree.search(grid, limit=found.limit or None, watch=True).counts["placements"] == size
    if name != "documents":
        assert found.placements == tuple(sorted(found.placements))


@pytest.mark.slow
def test_the_generated_sets_can_be_generated_again() -> None:
    assert make_sets.main(["--check", "2"]) == 0


@pytest.mark.parametrize(("name", "least", "most"), [("easy", 0, 0), ("medium", 1, 9), ("hard", 20, 10**9)])
def test_a_generated_set_matches_its_title(name: str, least: int, most: int) -> None:
    rules, tree = solver_named("deduction-style"), solver_named("c-style")
    for grid in load_set(name).grids[:5]:
        report = rules.search(grid, limit=2, watch=True)
        assert report.solutions == 1
        assert least <= report.counts["guesses"] <= most
        if name != "hard":
            assert tree.search(grid, limit=2, watch=True).counts["placements"] <= 2_000


def test_no_clue_of_a_minimal_grid_is_redundant() -> None:
    rules = solver_named("deduction-style")
    for grid in load_set("minimal").grids[:2]:
        for cell in range(81):
            if grid[cell]:
                assert rules.count(grid.with_digit(cell, 0), limit=2) == 2


def test_an_unknown_set_is_reported_with_the_known_ones() -> None:
    with pytest.raises(UnknownSet, match=naming("medum", "medium", "documents", "easy")):
        load_set("medum")


def test_an_empty_set_is_an_error() -> None:
    with pytest.raises(ValueError, match="grid"):
        set_from_grids([])


def test_the_digest_depends_on_grids_and_limit() -> None:
    easy = load_set("easy")
    assert easy.first(5).digest() == set_from_grids(easy.grids[:5]).digest()
    assert easy.first(5).digest() != set_from_grids(easy.grids[:5], limit=0).digest()
    assert easy.first(5).digest() != easy.first(4).digest()
