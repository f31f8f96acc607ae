"""Full grids are drawn uniformly: the weights add up to the number of all grids, and what comes out shows it."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from sudoku_rosetta.generate import Draws, full_grid
from sudoku_rosetta.generate._full import Triples, _columns, _neighbours, _number_of, partitions, weights
from sudoku_rosetta.generate.batches import IN_C, fulls
from sudoku_rosetta.grid import Grid

ALL_GRIDS = 6_670_903_752_021_072_936_960
"""Felgenhauer and Jarvis, 2005."""


def test_the_partitions() -> None:
    assert len(set(partitions())) == 280
    assert partitions()[0] == ((0, 1, 2), (3, 4, 5), (6, 7, 8))
    assert len(_neighbours()) == 56


def renaming_table() -> np.ndarray:
    """[a, b]: the number of partition b once a's digits are renamed 0 to 8 in their order."""
    table = np.empty((280, 280), np.int32)
    for number, square in enumerate(partitions()):
        names = {digit: name for name, digit in enumerate(d for triple in square for d in triple)}
        table[number] = [
            _number_of()[frozenset(frozenset(names[d] for d in triple) for triple in other)]
            for other in partitions()
        ]
    return table


def bands_from(left: Triples) -> tuple[np.ndarray, np.ndarray]:
    """The numbers of the second and third squares' partitions in the 56 bands that begin with this square."""
    digits = [digit for triple in left for digit in triple]
    numbers = [
        [
            _number_of()[frozenset(frozenset(digits[d] for d in triple) for triple in square)]
            for square in pair
        ]
        for pair in _neighbours()
    ]
    middle, right = np.array(numbers).T
    return middle, right


@pytest.mark.slow
def test_the_weights_add_up_to_the_number_of_all_grids() -> None:
    """1680 names for the first square's rows, 36 orders of those of the squares below, and what the steps draw."""
    table = np.array(weights().table, np.int64).reshape(280, 280)
    renamed = renaming_table()
    total = 0
    bands = [bands_from(left) for left in partitions()]
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
    """Pairs of partitions, one of each kind that a renaming which keeps the first partition tells apart."""
    keeping = (
        (1, 0, 2, 3, 4, 5, 6, 7, 8),
        (1, 2, 0, 3, 4, 5, 6, 7, 8),
        (3, 4, 5, 0, 1, 2, 6, 7, 8),
        (3, 4, 5, 6, 7, 8, 0, 1, 2),
    )
    moves = [
        [
            _number_of()[frozenset(frozenset(names[d] for d in triple) for triple in square)]
            for square in partitions()
        ]
        for names in keeping
    ]
    assert all(move[0] == 0 for move in moves)
    met: set[tuple[int, int]] = set()
    found = {}
    for pair in ((a, b) for a in range(280) for b in range(280)):
        if pair in met:
            continue
        orbit = [pair]
        met.add(pair)
        for a, b in orbit:
            for move in moves:
                if (other := (move[a], move[b])) not in met:
                    met.add(other)
                    orbit.append(other)
        found[pair] = len(orbit)
    return found


@pytest.mark.slow
def test_the_columns_of_a_stack_come_out_uniformly() -> None:
    second, third = divmod(weights().table.index(min(weights().table)), 280)
    squares = [partitions()[0], partitions()[second], partitions()[third]]
    number = min(weights().table)
    draws = Draws(4)
    met = Counter(tuple(_columns(squares, draws)) for _ in range(10 * number))
    assert len(met) == number
    squares_sum = sum((times - 10) ** 2 / 10 for times in met.values())
    assert abs(squares_sum - number) < 4 * (2 * number) ** 0.5


def weight_of_a_stack(rows: list[str]) -> int:
    """N of three squares of a grid, from the rows' triples."""
    squares = [
        tuple(tuple(sorted(int(digit) - 1 for digit in row)) for row in rows[first : first + 3])
        for first in (0, 3, 6)
    ]
    return weights().of(squares)


@pytest.mark.slow
@pytest.mark.skipif(not IN_C, reason="without the C core, the 6,000 grids take a minute")
def test_what_was_drawn_first_looks_as_what_was_drawn_last() -> None:
    """A uniform draw knows no first stack and no rows: of each of the three stacks, and of each of the three bands
    with rows and columns exchanged, the weights must be distributed alike, though they are drawn by different
    steps."""
    met: list[Counter[int]] = [Counter() for _ in range(6)]
    text = fulls(9, range(6_000)).decode()
    for start in range(0, len(text), 81):
        grid = text[start : start + 81]
        rows = [grid[first : first + 9] for first in range(0, 81, 9)]
        columns = [grid[first::9] for first in range(9)]
        for stack in range(3):
            met[stack][weight_of_a_stack([row[3 * stack : 3 * stack + 3] for row in rows])] += 1
            met[3 + stack][weight_of_a_stack([row[3 * stack : 3 * stack + 3] for row in columns])] += 1
    together = sum(met, Counter())
    often = [weight for weight, times in together.items() if times > 120]
    assert len(often) >= 5
    for counter in met:
        squares = sum((counter[w] - together[w] / 6) ** 2 / (together[w] / 6) for w in often)
        assert squares < len(often) + 4 * (2 * len(often)) ** 0.5


@pytest.mark.slow
def test_every_one_is_full_and_has_a_key_of_its_own() -> None:
    made = [full_grid(Draws(1, number)) for number in range(20)]
    assert all(Grid(grid).is_full for grid in made)
    assert len(set(made)) == 20
    assert b"".join(made) == fulls(1, range(20))
