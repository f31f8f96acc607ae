"""Document c's way (its last paragraph): a few digits that do not clash, then one more at a time, until just one
solution is left.

The document does not say what becomes of a digit that leaves no solution at all; here it is taken back. Nor are all
solutions listed, of which there are billions at first: a second one is enough to go on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .draws import Chance

__all__ = ["START", "Judge", "added_until_unique"]

Judge = Callable[[bytes], Sequence[int]]
"""The number of solutions of each grid of a batch, 2 for several."""

START = 12
"""The default number of digits before the first search."""


def added_until_unique(start: int, draws: Chance, judge: Judge) -> bytes | None:
    """81 characters, 0 for an empty cell, with one solution; None where the few digits themselves left none."""
    cells = bytes(81 * b"0")
    for _ in range(start):
        cells = _with_one_more(cells, draws)
    solutions = judge(cells)[0]
    if not solutions:
        return None
    while solutions != 1:
        more = _with_one_more(cells, draws)
        found = judge(more)[0]
        if found:
            cells, solutions = more, found
    return cells


def _with_one_more(cells: bytes, draws: Chance) -> bytes:
    """A digit that does not clash in an empty cell: any such cell and digit, by trying."""
    while True:
        cell, digit = draws.below(81), 49 + draws.below(9)
        if cells[cell] == 48 and not _clashes(cells, cell, digit):
            return cells[:cell] + bytes([digit]) + cells[cell + 1 :]


def _clashes(cells: bytes, cell: int, digit: int) -> bool:
    row, column = divmod(cell, 9)
    corner = 27 * (row // 3) + 3 * (column // 3)
    square = (cells[corner + down : corner + down + 3] for down in (0, 9, 18))
    return (
        digit in cells[9 * row : 9 * row + 9]
        or digit in cells[column::9]
        or any(digit in part for part in square)
    )
