"""The method of document c (its last paragraph): place a few random digits that do not conflict, then add one digit
at a time until the grid has exactly one solution.

The document does not say what to do with a digit that leaves no solution; here it is removed again. The search
stops at the second solution, because the first grids have billions of solutions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .rng import Rng

__all__ = ["DEFAULT_FEW", "CountBatch", "add_until_unique"]

CountBatch = Callable[[bytes], Sequence[int]]
"""Returns the number of solutions of each grid of a batch; 2 means at least 2."""

DEFAULT_FEW = 12
"""The number of digits placed before the first search."""


def add_until_unique(few: int, rng: Rng, count_batch: CountBatch) -> bytes | None:
    """81 characters, 0 for an empty cell, with one solution; None if the first `few` digits leave no solution."""
    cells = bytes(81 * b"0")
    for _ in range(few):
        cells = _with_one_more(cells, rng)
    solutions = count_batch(cells)[0]
    if not solutions:
        return None
    while solutions != 1:
        more = _with_one_more(cells, rng)
        found = count_batch(more)[0]
        if found:
            cells, solutions = more, found
    return cells


def _with_one_more(cells: bytes, rng: Rng) -> bytes:
    """Place a random digit that does not conflict in a random empty cell, by rejection sampling."""
    while True:
        cell, digit = rng.below(81), 49 + rng.below(9)
        if cells[cell] == 48 and not _conflicts(cells, cell, digit):
            return cells[:cell] + bytes([digit]) + cells[cell + 1 :]


def _conflicts(cells: bytes, cell: int, digit: int) -> bool:
    row, column = divmod(cell, 9)
    corner = 27 * (row // 3) + 3 * (column // 3)
    box = (cells[corner + down : corner + down + 3] for down in (0, 9, 18))
    return (
        digit in cells[9 * row : 9 * row + 9]
        or digit in cells[column::9]
        or any(digit in part for part in box)
    )
