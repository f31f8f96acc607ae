"""Random full grids and minimal puzzles for make_sets.py.

The small solver here is independent of the package, so that no set depends on a solver that is timed with it.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TypeVar

_T = TypeVar("_T")

EMPTY = "0" * 81
ROWS = [list(range(9 * n, 9 * n + 9)) for n in range(9)]
COLUMNS = [list(range(n, 81, 9)) for n in range(9)]
BOXES = [
    [27 * (n // 3) + 3 * (n % 3) + 9 * row + column for row in range(3) for column in range(3)]
    for n in range(9)
]
UNITS = ROWS + COLUMNS + BOXES
PEERS = [{other for unit in UNITS if cell in unit for other in unit} - {cell} for cell in range(81)]
ALL = 0b1111111110


def solutions(grid: str, at_most: int, rng: Random | None = None) -> list[str]:
    """At most `at_most` solutions, in any order. With `rng`, digits are tried in random order."""
    found: list[str] = []
    candidates = [ALL] * 81
    digits = [int(digit) for digit in grid]
    for cell, digit in enumerate(digits):
        for other in PEERS[cell]:
            candidates[other] &= ~(1 << digit)

    def search(empty: list[int]) -> None:
        if not empty:
            found.append("".join(map(str, digits)))
            return
        cell = min(empty, key=lambda cell: candidates[cell].bit_count())
        choices = [digit for digit in range(1, 10) if candidates[cell] >> digit & 1]
        if rng:
            rng.shuffle(choices)
        rest = [other for other in empty if other != cell]
        for digit in choices:
            changed = [other for other in rest if other in PEERS[cell] and candidates[other] >> digit & 1]
            for other in changed:
                candidates[other] &= ~(1 << digit)
            digits[cell] = digit
            search(rest)
            for other in changed:
                candidates[other] |= 1 << digit
            digits[cell] = 0
            if len(found) >= at_most:
                break

    search([cell for cell in range(81) if digits[cell] == 0])
    return found


def full_grid(rng: Random) -> str:
    """A random full grid."""
    return solutions(EMPTY, 1, rng)[0]


def without(grid: str, cells: Iterable[int]) -> str:
    removed = set(cells)
    return "".join("0" if cell in removed else digit for cell, digit in enumerate(grid))


def with_digits(grid: str, digits: dict[int, int]) -> str:
    return "".join(str(digits.get(cell, digit)) for cell, digit in enumerate(grid))


def minimized(grid: str, cells: Iterable[int]) -> str:
    """Remove each clue that is not needed for a unique solution, in the order of the cells."""
    for cell in cells:
        fewer = without(grid, [cell])
        if len(solutions(fewer, 2)) == 1:
            grid = fewer
    return grid


def shuffled(rng: Random, things: Iterable[_T]) -> list[_T]:
    listed = list(things)
    rng.shuffle(listed)
    return listed
