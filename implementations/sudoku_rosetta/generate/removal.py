"""Document 002's second way: a full grid from which cells are emptied, drawn one by one among the full ones."""

from __future__ import annotations

from .draws import Chance

__all__ = ["OF_DOCUMENT", "emptied"]

OF_DOCUMENT = b"123756489756489123984123765435867291267591834891234657349678512578912346612345978"
"""The full grid that `statSudoku` starts from."""

BY_COLUMNS = tuple(9 * row + column for column in range(9) for row in range(9))
"""The order in which Scilab's `find` tells of cells."""


def emptied(full: bytes, clues: int, draws: Chance) -> bytes:
    """The grid with only so many of its digits left: 81 characters, 0 for an empty cell."""
    cells = bytearray(full)
    there = [cell for cell in BY_COLUMNS if cells[cell] != 48]
    for _ in range(len(there) - clues):
        cells[there.pop(draws.below(len(there)))] = 48
    return bytes(cells)
