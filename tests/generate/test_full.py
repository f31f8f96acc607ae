"""Full grids are drawn uniformly: the weights sum to the number of all grids, and samples agree."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from sudoku_rosetta.generate import SplitMix64, full_grid
from sudoku_rosetta.generate._full import (
    Triples,
    _band_completions,
    _draw_stack,
    _number,
    partitions,
    weights,
)
from sudoku_rosetta.generate.batches import IN_C, full_grids
from sudoku_rosetta.grid import Grid

ALL_GRIDS = 6_670_903_752_021_072_936_960
"""Felgenhauer and Jarvis, 2005."""


def test_the_partitions() -> None:
    assert len(set(partitions())) == 280
    assert partitions()[0] == ((0, 1, 2), (3, 4, 5), (6, 7, 8))
    assert len(_band_completions()) == 56


def relabelling_table() -> np.ndarray:
    """[a, b]: the number of partition b after the digits of partition a are relabelled 0 to 8 in order."""
    table = np.empty((280, 280), np.int32)
    for number, box in enumerate(partitions()):
        labels = {digit: name for name, digit in enumerate(d for triple in box for d in triple)}
        table[number] = [_number([[labels[d] for d in triple] for triple in other]) for other in partitions()]
    return table


def band_completions(left: Triples) -> tuple[np.ndarray, np.ndarray]:
    """The numbers of the partitions of the second and third boxes in the 56 bands that start with this box."""
    digits = [digit for triple in left for digit in triple]
    numbers = [
        [_number([[digits[d] for d in triple] for triple in box]) for box in pair]
        for pair in _band_completions()
    ]
    middle, right = np.array(numbers).T
    return middle, right


@pytest.mark.slow
def test_the_weights_sum_to_the_number_of_full_grids() -> None:
    """1680 labellings of the first box, 36 row orders of the boxes below it, and the choices of steps 1 to 3."""
    table = np.array(weights().table, np.int64).reshape(280, 280)
    renamed = relabelling_table()
    total = 0
    bands = [band_completions(left) for left in partitions()]
    classes = _classes(renamed)
    for (second, third), times in classes.items():
        others = np.ones((56, 56, 56), np.int64)
        for stack in (0, 1):
            a, b, c = (bands[n][stack] for n in (0, second, third))
            others *= table[
                renamed[a[:, None, None], b[None, :, None]], renamed[a[:, None, None], c[None, None, :]]
            ]
        total += times * int(table[second, third]) * int(others.sum())
    assert sum(classes.values()) == 280 * 280
    assert 1680 * 36 * total == ALL_GRIDS


def _classes(renamed: np.ndarray) -> dict[tuple[int, int], int]:
    """One pair of partitions of each class under the relabellings that keep the first partition, with its size."""
    keeping = (
        (1, 0, 2, 3, 4, 5, 6, 7, 8),
        (1, 2, 0, 3, 4, 5, 6, 7, 8),
        (3, 4, 5, 0, 1, 2, 6, 7, 8),
        (3, 4, 5, 6, 7, 8, 0, 1, 2),
    )
    moves = [
        [_number([[labels[d] for d in triple] for triple in box]) for box in partitions()]
        for labels in keeping
    ]
    assert all(move[0] == 0 for move in moves)
    seen: set[tuple[int, int]] = set()
    found = {}
    for pair in ((a, b) for a in range(280) for b in range(280)):
        if pair in seen:
            continue
        orbit = [pair]
        seen.add(pair)
        for a, b in orbit:
            for move in moves:
                if (other := (move[a], move[b])) not in seen:
                    seen.add(other)
                    orbit.append(other)
        found[pair] = len(orbit)
    return found


@pytest.mark.slow
def test_the_columns_of_a_stack_are_uniform() -> None:
    second, third = divmod(weights().table.index(min(weights().table)), 280)
    boxes = [partitions()[0], partitions()[second], partitions()[third]]
    number = min(weights().table)
    rng = SplitMix64(4)
    seen = Counter(tuple(_draw_stack(boxes, rng)) for _ in range(10 * number))
    assert len(seen) == number
    chi_square = sum((times - 10) ** 2 / 10 for times in seen.values())
    assert abs(chi_square - number) < 4 * (2 * number) ** 0.5


def weight_of_a_stack(rows: list[str]) -> int:
    """N of the three boxes of a stack, given as nine rows of three digits."""
    boxes = [
        tuple(tuple(sorted(int(digit) - 1 for digit in row)) for row in rows[first : first + 3])
        for first in (0, 3, 6)
    ]
    return weights().of(boxes)


@pytest.mark.slow
@pytest.mark.skipif(not IN_C, reason="6,000 grids take a minute without the C core")
def test_all_stacks_and_bands_have_the_same_distribution_of_weights() -> None:
    """The algorithm draws the first stack and the others in different steps, and rows before columns. In a uniform
    grid the three stacks, and the three stacks of the transposed grid, have the same distribution of weights."""
    seen: list[Counter[int]] = [Counter() for _ in range(6)]
    text = full_grids(9, range(6_000)).decode()
    for start in range(0, len(text), 81):
        grid = text[start : start + 81]
        rows = [grid[first : first + 9] for first in range(0, 81, 9)]
        columns = [grid[first::9] for first in range(9)]
        for stack in range(3):
            seen[stack][weight_of_a_stack([row[3 * stack : 3 * stack + 3] for row in rows])] += 1
            seen[3 + stack][weight_of_a_stack([row[3 * stack : 3 * stack + 3] for row in columns])] += 1
    together = sum(seen, Counter())
    often = [weight for weight, times in together.items() if times > 120]
    assert len(often) >= 5
    for counter in seen:
        chi_square = sum((counter[w] - together[w] / 6) ** 2 / (together[w] / 6) for w in often)
        assert chi_square < len(often) + 4 * (2 * len(often)) ** 0.5


@pytest.mark.slow
def test_each_number_gives_a_different_full_grid() -> None:
    made = [full_grid(SplitMix64(1, number)) for number in range(20)]
    assert all(Grid(grid).is_full for grid in made)
    assert len(set(made)) == 20
    assert b"".join(made) == full_grids(1, range(20))
