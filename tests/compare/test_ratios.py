"""What the statistics promise, on noise that is made here: drift, neighbours, processes that differ, spikes."""

from __future__ import annotations

import math
from random import Random

import pytest
from sudoku_rosetta.compare.ratios import SYSTEMATIC, UNLIKE, Ratio, Round, ratio, sampling, typical

PUZZLES = list(range(10))
COSTS = [100_000 * (puzzle + 1) for puzzle in PUZZLES]
GENERATIONS, ROUNDS = 5, 3
Times = dict[int, list[Round]]


class Machine:
    """A noisy one: it drifts, neighbours come and go, each process has luck of its own, now and then a spike."""

    def __init__(self, seed: int, neighbours: float) -> None:
        self.rng = Random(seed)
        self.neighbours = neighbours
        self.speed = 1.0

    def measure(self, factors: list[float]) -> list[Times]:
        """Everybody's samples; a factor is how slow somebody is."""
        found: list[Times] = [{} for _ in factors]
        for generation in range(GENERATIONS):
            luck = [self.rng.gauss(0, 0.005) for _ in factors]
            for _ in range(ROUNDS):
                self.speed *= math.exp(self.rng.gauss(0, 0.05))
                for who, factor in enumerate(factors):
                    here = math.exp(luck[who] + self.rng.gauss(0, self.neighbours))
                    each = {puzzle: self.time(COSTS[puzzle] * factor * here) for puzzle in PUZZLES}
                    found[who].setdefault(generation, []).append(each)
        return found

    def time(self, cost: float) -> int:
        spike = 1.5 if self.rng.random() < 0.005 else 1.0
        return round(cost * self.speed * spike * math.exp(self.rng.gauss(0, 0.01)))


def measured(seed: int, factor: float, neighbours: float) -> Ratio:
    reference, other = Machine(seed, neighbours).measure([1.0, factor])
    found = ratio(other, reference, reference, PUZZLES, len(PUZZLES))
    assert found is not None
    return found


@pytest.mark.parametrize("neighbours", [0.003, 0.02, 0.1])
def test_the_same_solver_under_two_names_is_not_told_apart(neighbours: float) -> None:
    verdicts = [measured(seed, 1.0, neighbours).verdict for seed in range(300)]
    assert verdicts.count("not told apart") >= 0.95 * len(verdicts)


def test_a_solver_that_is_5_percent_slower_is_seen_as_slower() -> None:
    verdicts = [measured(seed, 1.05, 0.008).verdict for seed in range(300)]
    assert verdicts.count("slower") >= 0.97 * len(verdicts)
    verdicts = [measured(seed, 1 / 1.05, 0.008).verdict for seed in range(300)]
    assert verdicts.count("faster") >= 0.97 * len(verdicts)


@pytest.mark.parametrize("neighbours", [0.003, 0.02, 0.1])
def test_the_interval_holds_the_truth_as_often_as_it_says(neighbours: float) -> None:
    found = [measured(seed, 40.0, neighbours) for seed in range(300)]
    assert sum(each.low <= 40 <= each.high for each in found) >= 0.95 * len(found)


def test_two_runs_overlap_even_where_the_second_hour_is_noisier() -> None:
    for seed in range(200):
        assert measured(seed, 3.0, 0.005).overlaps(measured(seed + 1000, 3.0, 0.05))


def test_two_runs_overlap_where_neighbours_slow_one_kind_more_than_another() -> None:
    hours, overlapping = Random(5), 0
    for seed in range(200):
        one, other = (measured(at, 20 * math.exp(hours.gauss(0, 0.06)), 0.03) for at in (seed, seed + 1000))
        overlapping += one.overlaps(other)
    assert overlapping >= 0.95 * 200


def test_the_ratios_of_a_chain_multiply_to_that_of_its_ends_exactly() -> None:
    reference, second, third = Machine(7, 0.05).measure([1.0, 4.0, 90.0])
    size = len(PUZZLES)
    steps = [
        ratio(third, second, reference, PUZZLES, size),
        ratio(second, reference, reference, PUZZLES, size),
    ]
    whole = ratio(third, reference, reference, PUZZLES, size)
    assert whole is not None
    assert math.prod(step.value for step in steps if step) == pytest.approx(whole.value, rel=1e-12)


def test_no_interval_is_tighter_than_what_the_machine_may_differ_by() -> None:
    def times(each: int) -> Times:
        return {generation: [{0: each}] for generation in range(20)}

    same, double = (ratio(times(each), times(1000), times(1000), [0], 1) for each in (1000, 2000))
    assert same is not None
    assert same.half == pytest.approx(SYSTEMATIC)
    assert double is not None
    assert double.value == pytest.approx(2)
    assert double.half == pytest.approx(math.hypot(SYSTEMATIC, UNLIKE))


def test_one_round_gives_no_interval() -> None:
    times: Times = {0: [{0: 1000}, {0: 1000}]}
    assert ratio({0: [{0: 2000}]}, times, times, [0], 1) is None


def test_a_part_of_the_puzzles_widens_the_interval_where_the_puzzles_differ() -> None:
    reference = dict.fromkeys(PUZZLES, 1000.0)
    alike = dict.fromkeys(PUZZLES, 7000.0)
    unlike = {puzzle: 1000.0 * (1 + 10 * (puzzle % 2)) for puzzle in PUZZLES}
    assert sampling(alike, reference, PUZZLES, 100) == 0
    assert sampling(unlike, reference, PUZZLES, len(PUZZLES)) == 0
    assert sampling(unlike, reference, PUZZLES, 100) > 0.3
    assert sampling(unlike, reference, PUZZLES[:4], 100) > sampling(unlike, reference, PUZZLES, 100)


def test_a_sample_of_puzzles_comes_with_bounds_that_hold_the_whole() -> None:
    rng, size, part, held = Random(3), 100, 20, 0
    for _ in range(200):
        reference = {puzzle: rng.uniform(500, 5000) for puzzle in range(size)}
        other = {puzzle: time * rng.uniform(1, 9) for puzzle, time in reference.items()}
        true = sum(other.values()) / sum(reference.values())
        seen = list(range(part))
        rate = sum(other[puzzle] for puzzle in seen) / sum(reference[puzzle] for puzzle in seen)
        held += abs(math.log(rate / true)) <= sampling(other, reference, seen, size)
    assert held >= 0.92 * 200


def test_a_typical_time_is_the_median_over_all_rounds() -> None:
    assert typical({0: [{5: 10}, {5: 900}], 1: [{5: 12}]}) == {5: 12}
