"""Random full grids, clues taken away from them, and a small solver for it: what make_sets.py makes its grids of.

The solver owes nothing to the package, so that no set depends on a solver that it times.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

_T = TypeVar("_T")

EMPTY = "0" * 81
ROWS = [list(range(9 * n, 9 * n + 9)) for n in range(9)]
COLUMNS = [list(range(n, 81, 9)) for n in range(9)]
SQUARES = [
    [27 * (n // 3) + 3 * (n % 3) + 9 * row + column for row in range(3) for column in range(3)]
    for n in range(9)
]
UNITS = ROWS + COLUMNS + SQUARES
PEERS = [{other for unit in UNITS if cell in unit for other in unit} - {cell} for cell in range(81)]
ALL = 0b1111111110


def solutions(grid: str, at_most: int, rng: Random | None = None) -> list[str]:
    """Solutions, no more than so many, in no order that matters; with rng, digits are tried at random."""
    found: list[str] = []
    candidates = [ALL] * 81
    digits = [int(digit) for digit in grid]
    for cell, digit in enumerate(digits):
        for other in PEERS[cell]:
            candidates[other] &= ~(1 << digit)

    def go(empty: list[int]) -> None:
        if not empty:
            found.append("".join(map(str, digits)))
            return
        cell = min(empty, key=lambda cell: candidates[cell].bit_count())
        choices = [digit for digit in range(1, 10) if candidates[cell] >> digit & 1]
        if rng:
            rng.shuffle(choices)
        left = [other for other in empty if other != cell]
        for digit in choices:
            touched = [other for other in left if other in PEERS[cell] and candidates[other] >> digit & 1]
            for other in touched:
                candidates[other] &= ~(1 << digit)
            digits[cell] = digit
            go(left)
            for other in touched:
                candidates[other] |= 1 << digit
            digits[cell] = 0
            if len(found) >= at_most:
                break

    go([cell for cell in range(81) if digits[cell] == 0])
    return found


def full_grid(rng: Random) -> str:
    """A random right grid."""
    return solutions(EMPTY, 1, rng)[0]


def without(grid: str, cells: Iterable[int]) -> str:
    gone = set(cells)
    return "".join("0" if cell in gone else digit for cell, digit in enumerate(grid))


def with_digits(grid: str, digits: dict[int, int]) -> str:
    return "".join(str(digits.get(cell, digit)) for cell, digit in enumerate(grid))


def thinned(grid: str, cells: Iterable[int]) -> str:
    """The grid without the clues that it does not need for one solution, tried in the order of these cells."""
    for cell in cells:
        fewer = without(grid, [cell])
        if len(solutions(fewer, 2)) == 1:
            grid = fewer
    return grid


def shuffled(rng: Random, things: Iterable[_T]) -> list[_T]:
    listed = list(things)
    rng.shuffle(listed)
    return listed
