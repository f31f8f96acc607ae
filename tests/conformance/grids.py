"""How the conformance suite's grids are made: random full grids, clues taken away, and grids turned about.

For make_cases.py only. Its solver is its own, so that a case never comes from a solver that it will judge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
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
        choices = [(cell, digit) for digit in range(1, 10) if candidates[cell] >> digit & 1]
        if rng:
            rng.shuffle(choices)
        elif len(choices) > 2:  # a digit may have fewer places than any cell has candidates
            choices = min(choices, _fewest_places(candidates, digits), key=len)
        for cell, digit in choices:
            left = [other for other in empty if other != cell]
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


def _fewest_places(candidates: list[int], digits: list[int]) -> list[tuple[int, int]]:
    """The places, as cell and digit, of the digit that has the fewest in some unit where it is missing."""
    best = [(0, 0)] * 10
    for unit in UNITS:
        placed = {digits[cell] for cell in unit}
        cells = [cell for cell in unit if digits[cell] == 0]
        for digit in range(1, 10):
            if digit not in placed:
                places = [(cell, digit) for cell in cells if candidates[cell] >> digit & 1]
                best = min(best, places, key=len)
    return best


def full_grid(rng: Random) -> str:
    """A random right grid."""
    return solutions(EMPTY, 1, rng)[0]


def without(grid: str, cells: Iterable[int]) -> str:
    gone = set(cells)
    return "".join("0" if cell in gone else digit for cell, digit in enumerate(grid))


def with_digits(grid: str, digits: dict[int, int]) -> str:
    return "".join(str(digits.get(cell, digit)) for cell, digit in enumerate(grid))


def only(grid: str, cells: Iterable[int]) -> str:
    return without(grid, set(range(81)) - set(cells))


def thinned(grid: str, cells: Iterable[int], empty: int = 81) -> str:
    """The grid without those of the cells, tried in their order, that leave one solution; so many at most."""
    for cell in cells:
        if grid.count("0") >= empty:
            break
        fewer = without(grid, [cell])
        if len(solutions(fewer, 2)) == 1:
            grid = fewer
    return grid


def shuffled(rng: Random, things: Iterable[_T]) -> list[_T]:
    listed = list(things)
    rng.shuffle(listed)
    return listed


def clash(grid: str) -> bool:
    return any(grid[a] == grid[b] != "0" for a in range(81) for b in PEERS[a])


# --- turning grids about ------------------------------------------------------------------------------


def moved(grid: str, source: Callable[[int, int], tuple[int, int]]) -> str:
    """Each cell of the new grid, row and column from 0, takes the digit of the old grid's cell `source`."""
    cells = (source(row, column) for row in range(9) for column in range(9))
    return "".join(grid[9 * row + column] for row, column in cells)


def transposed(grid: str) -> str:
    return moved(grid, lambda row, column: (column, row))


def quarter_turned(grid: str) -> str:
    return moved(grid, lambda row, column: (8 - column, row))


def upside_down(grid: str) -> str:
    return moved(grid, lambda row, column: (8 - row, column))


def left_to_right(grid: str) -> str:
    return moved(grid, lambda row, column: (row, 8 - column))


def rows_in_order(grid: str, rows: Sequence[int]) -> str:
    return moved(grid, lambda row, column: (rows[row], column))


def columns_in_order(grid: str, columns: Sequence[int]) -> str:
    return moved(grid, lambda row, column: (row, columns[column]))


def renamed(grid: str, digits: str) -> str:
    """1 becomes the first of the digits, 2 the second, and so on."""
    return grid.translate(str.maketrans("123456789", digits))


def random_order(rng: Random) -> list[int]:
    """An order of nine rows or columns that keeps bands or stacks together."""
    return [3 * band + line for band in shuffled(rng, range(3)) for line in shuffled(rng, range(3))]


def lookalikes(grid: str, rng: Random) -> Iterator[str]:
    """Grids that are the same puzzle: rows, columns and digits in another order, sides exchanged."""
    while True:
        other = rows_in_order(columns_in_order(grid, random_order(rng)), random_order(rng))
        other = renamed(other, "".join(shuffled(rng, "123456789")))
        yield transposed(other) if rng.random() < 0.5 else other
