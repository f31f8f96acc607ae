"""The shares of the puzzles, and how often they run."""

from __future__ import annotations

from sudoku_rosetta.compare._shares import (
    MIN_ROUND_NS,
    MIN_TIMING_NS,
    SLICE_NS,
    lengths,
    loops,
    passes,
    shares,
    slices,
)


def test_a_slow_solver_gets_a_prefix_of_the_set_and_a_fast_one_all_of_it() -> None:
    costs = {
        "fast": dict.fromkeys(range(100), 20_000),
        "slow": dict.fromkeys(range(40), 30_000_000),
        "slower": dict.fromkeys(range(3), 400_000_000),
    }
    found = shares(costs, 100, 2.0)
    assert found["fast"] == list(range(100))
    assert found["slow"] == list(range(30))
    assert found["slower"] == [0, 1]


def test_every_solver_has_at_least_one_puzzle() -> None:
    assert shares({"slow": {2: 9_000_000_000}}, 10, 0.1) == {"slow": [2]}


def test_a_share_has_three_puzzles_if_they_take_less_than_a_second() -> None:
    assert shares({"slow": dict.fromkeys(range(9), 300_000_000)}, 10, 0.1) == {"slow": [0, 1, 2]}
    assert shares({"slow": dict.fromkeys(range(9), 600_000_000)}, 10, 0.1) == {"slow": [0]}


def test_a_puzzle_that_timed_out_is_in_no_share() -> None:
    costs = {puzzle: 1_000_000 for puzzle in range(10) if puzzle != 1}
    assert shares({"one": costs}, 10, 5.0)["one"] == sorted(costs)


def test_a_share_has_one_of_the_allowed_lengths() -> None:
    for seconds in (0.03, 0.16, 0.5, 5.0):
        found = shares({"one": dict.fromkeys(range(37), 10_000_000)}, 37, seconds)
        assert len(found["one"]) in lengths(37)


def test_a_fast_solver_repeats_its_share_and_a_slow_one_does_not() -> None:
    fast = dict.fromkeys(range(10), 2_000)
    timed = sum(2_000 * loops(2_000) for _ in fast)
    assert 0.9 * MIN_ROUND_NS < passes(fast, list(fast)) * timed < 1.1 * MIN_ROUND_NS
    assert loops(2_000) * 2_000 >= MIN_TIMING_NS
    assert passes({0: 10**9}, [0]) == loops(10**9) == 1


def test_slices_are_short_and_have_every_puzzle() -> None:
    costs = {puzzle: 4_000_000 * (puzzle % 5 + 1) for puzzle in range(30)} | {30: 10 * SLICE_NS}
    order = [30, *range(30)]
    found = list(slices(costs, order))
    assert [puzzle for piece in found for puzzle in piece] == order
    assert all(sum(costs[puzzle] for puzzle in piece) <= SLICE_NS or len(piece) == 1 for piece in found)
