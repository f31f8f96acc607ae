"""The two methods of document scilab to make a grid, with the same draws as its programs.

`matrix_random` is MR(n): it places n digits one by one in an empty grid, where they do not conflict. It keeps two
errors of the document: after 100 tries in one cell the digit is refused even if the last try fits (erratum S4), and
every later digit is refused too (S3). So a grid may have fewer clues than requested, and it may have no solution.
`remove_digits` starts from a full grid and empties cells, each drawn from the cells that are still full.
"""

from __future__ import annotations

from .rng import Rng

__all__ = ["DOCUMENT_GRID", "matrix_random", "remove_digits"]

MAX_TRIES = 100
DOCUMENT_GRID = b"123756489756489123984123765435867291267591834891234657349678512578912346612345978"
"""The full grid that `statSudoku` starts from."""

BY_COLUMNS = tuple(9 * row + column for column in range(9) for row in range(9))
"""All cells in column-major order, the order of the results of Scilab's `find`."""


def matrix_random(n: int, rng: Rng) -> bytes:
    """A grid by MR(n): 81 characters, 0 for an empty cell."""
    cells = bytearray(b"0" * 81)
    taken = [0] * 27  # the digits of each row, column and box, as bits
    count = 0
    for _ in range(n):
        y, l, c = rng.below(9), rng.below(9), rng.below(9)  # noqa: E741 - the document's names
        while cells[9 * l + c] != 48:
            l, c = rng.below(9), rng.below(9)  # noqa: E741
        units = (l, 9 + c, 18 + l // 3 * 3 + c // 3)
        forbidden = taken[units[0]] | taken[units[1]] | taken[units[2]]
        while forbidden >> y & 1 and count < MAX_TRIES:
            y = rng.below(9)
            count += 1
        if count < MAX_TRIES:
            count = 0
            cells[9 * l + c] = 49 + y
            for unit in units:
                taken[unit] |= 1 << y
    return bytes(cells)


def remove_digits(full: bytes, clues: int, rng: Rng) -> bytes:
    """The full grid with only `clues` of its digits left: 81 characters, 0 for an empty cell."""
    cells = bytearray(full)
    filled = [cell for cell in BY_COLUMNS if cells[cell] != 48]
    for _ in range(len(filled) - clues):
        cells[filled.pop(rng.below(len(filled)))] = 48
    return bytes(cells)
