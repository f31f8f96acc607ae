"""The fast core with each instruction set: conformance, lexicographic order and counts."""

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

each_instruction_set = pytest.mark.parametrize("instruction_set", fast_c.instruction_sets())


@pytest.mark.slow
@each_instruction_set
def test_an_instruction_set_passes_the_whole_conformance_suite(
    instruction_set: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stopping, "STOP_TIMEOUT_S", HANG_GUARD_S)  # the machine may be busy
    results = run_suite([fast_c.FastC(instruction_set)], level="fast", seconds=HANG_GUARD_S)
    failures = [
        f"{each.check} {each.case}: {each.reason and each.reason.en}"
        for each in results.outcomes
        if each.verdict in ("failed", "errored")
    ]
    assert failures == []
    assert results.tally()["passed"] > 600


@each_instruction_set
def test_solutions_of_the_empty_grid_are_in_lexicographic_order(instruction_set: str) -> None:
    fast = list(islice(fast_c.FastC(instruction_set).solutions(Grid("." * 81)), 5000))
    original = list(islice(solver_named("original-c").solutions(Grid("." * 81)), 5000))
    assert fast == original


@each_instruction_set
def test_grids_with_few_clues_are_solved_quickly(instruction_set: str) -> None:
    """With few clues, the rules find nothing, and a bad choice of guesses makes the search very long."""
    rng = random.Random(17)
    core = fast_c.FastC(instruction_set)
    full = [int(digit) for digit in str(core.solve(Grid("." * 81)))]
    for clues in range(24):
        kept = set(rng.sample(range(81), clues))
        grid = Grid([digit if cell in kept else 0 for cell, digit in enumerate(full)])
        solution = core.solve(grid)
        assert solution is not None
        assert solution.solves(grid)
        assert core.count(grid, limit=2) == 2
        assert next(core.solutions(grid)) == solution


@each_instruction_set
def test_all_instruction_sets_count_the_same_number_of_solutions(instruction_set: str) -> None:
    document = "100007090030020008009600500005300900010080002600004000300000010040000007007000000"
    assert fast_c.FastC(instruction_set).count(Grid(document)) == 90
    rng = random.Random(25)
    full = str(fast_c.FastC().solve(Grid(document)))
    for clues in (22, 25, 28):
        kept = set(rng.sample(range(81), clues))
        grid = Grid("".join(digit if cell in kept else "." for cell, digit in enumerate(full)))
        number = fast_c.FastC("portable").count(grid)
        assert number > 2
        assert fast_c.FastC(instruction_set).count(grid) == number
        assert fast_c.FastC(instruction_set).count(grid, limit=number - 1) == number - 1


def test_is_unique_and_is_minimal_agree_with_counts() -> None:
    core, rng = fast_c.FastC(), random.Random(5)
    several = Grid("0" * 81)
    grid = core.solve(several)
    assert grid is not None
    for cell in rng.sample(range(81), 81):  # remove every clue that is not needed
        without = grid.with_digit(cell, 0)
        assert core.is_unique(without) == (core.count(without, limit=2) == 1)
        grid = without if core.is_unique(without) else grid
    assert core.is_minimal(grid)
    needed = next(cell for cell in range(81) if grid[cell])
    solution = core.solve(grid)
    assert solution is not None
    empty = next(cell for cell in range(81) if not grid[cell])
    assert not core.is_minimal(grid.with_digit(empty, solution[empty])), "one clue too many"
    assert not core.is_minimal(grid.with_digit(needed, 0)), "several solutions"


def test_the_last_instruction_set_is_portable() -> None:
    assert fast_c.instruction_sets()[-1] == "portable"
    assert fast_c.FastC().instruction_set is None
