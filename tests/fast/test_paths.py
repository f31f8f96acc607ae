"""Every path of the fast core before the whole conformance suite, and lexicographic order on all of them."""

from __future__ import annotations

import random
from itertools import islice

import pytest
from demand import skip_or_fail
from sudoku_rosetta import Grid, solver_named
from sudoku_rosetta.conformance import _stopping_checks as stopping
from sudoku_rosetta.conformance.suite import run_suite
from sudoku_rosetta.solvers import fast_c
from waiting import HANG_GUARD_S

if fast_c.lib is None:
    skip_or_fail("core", "the fast core is not built")

each_path = pytest.mark.parametrize("path", fast_c.paths())


@pytest.mark.slow
@each_path
def test_a_path_passes_the_whole_conformance_suite(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stopping, "AT_ONCE", HANG_GUARD_S)  # a busy machine is no failure
    results = run_suite([fast_c.FastC(path)], level="fast", seconds=HANG_GUARD_S)
    told = [
        f"{each.check} {each.case}: {each.reason and each.reason.en}"
        for each in results.outcomes
        if each.verdict in ("failed", "errored")
    ]
    assert told == []
    assert results.tally()["passed"] > 600


@each_path
def test_the_empty_grid_is_listed_in_order(path: str) -> None:
    mine = list(islice(fast_c.FastC(path).solutions(Grid("." * 81)), 5000))
    theirs = list(islice(solver_named("original-c").solutions(Grid("." * 81)), 5000))
    assert mine == theirs


@each_path
def test_sparse_grids_are_no_trap(path: str) -> None:
    """With few clues the rules say nothing, and a search that only trusts them gets lost."""
    chance = random.Random(17)
    core = fast_c.FastC(path)
    full = [int(digit) for digit in str(core.solve(Grid("." * 81)))]
    for clues in range(24):
        kept = set(chance.sample(range(81), clues))
        grid = Grid([digit if cell in kept else 0 for cell, digit in enumerate(full)])
        solution = core.solve(grid)
        assert solution is not None
        assert solution.solves(grid)
        assert core.count(grid, limit=2) == 2
        assert next(core.solutions(grid)) == solution


@each_path
def test_a_path_counts_what_the_others_count(path: str) -> None:
    document = "100007090030020008009600500005300900010080002600004000300000010040000007007000000"
    assert fast_c.FastC(path).count(Grid(document)) == 90
    chance = random.Random(25)
    full = str(fast_c.FastC().solve(Grid(document)))
    for clues in (22, 25, 28):
        kept = set(chance.sample(range(81), clues))
        grid = Grid("".join(digit if cell in kept else "." for cell, digit in enumerate(full)))
        number = fast_c.FastC("portable").count(grid)
        assert number > 2
        assert fast_c.FastC(path).count(grid) == number
        assert fast_c.FastC(path).count(grid, limit=number - 1) == number - 1


def test_unique_and_minimal_are_what_their_words_say() -> None:
    core, chance = fast_c.FastC(), random.Random(5)
    several = Grid("0" * 81)
    grid = core.solve(several)
    assert grid is not None
    for cell in chance.sample(range(81), 81):  # until no clue can go
        without = grid.with_digit(cell, 0)
        assert core.is_unique(without) == (core.count(without, limit=2) == 1)
        grid = without if core.is_unique(without) else grid
    assert core.is_minimal(grid)
    needed = next(cell for cell in range(81) if grid[cell])
    solution = core.solve(grid)
    assert solution is not None
    empty = next(cell for cell in range(81) if not grid[cell])
    assert not core.is_minimal(grid.with_digit(empty, solution[empty])), "a clue more than are needed"
    assert not core.is_minimal(grid.with_digit(needed, 0)), "several solutions"


def test_there_is_a_portable_path() -> None:
    assert fast_c.paths()[-1] == "portable"
    assert fast_c.FastC().path_name is None
