"""Document scilab's two ways of making a grid, draw for draw as its programs go.

`matrix_random` is MR(n): n digits put one by one on an empty grid where they do not clash, what is odd in it
included: after 100 tries in one cell the digit is refused even if the last try fits (erratum S4), and so is every
later one (S3). So a grid may have fewer clues than asked for; and nothing sees to it that it has a solution.
`emptied` is its removal: a full grid from which cells are emptied, drawn one by one among the full ones.
"""

from __future__ import annotations

from .draws import Chance

__all__ = ["OF_DOCUMENT", "emptied", "matrix_random"]

TRIES = 100
OF_DOCUMENT = b"123756489756489123984123765435867291267591834891234657349678512578912346612345978"
"""The full grid that `statSudoku` starts from."""

BY_COLUMNS = tuple(9 * row + column for column in range(9) for row in range(9))
"""The order in which Scilab's `find` tells of cells."""


def matrix_random(n: int, draws: Chance) -> bytes:
    """81 characters, 0 for an empty cell."""
    cells = bytearray(b"0" * 81)
    taken = [0] * 27  # of each row, column and square: the digits that it has, a bit each
    count = 0
    for _ in range(n):
        y, l, c = draws.below(9), draws.below(9), draws.below(9)  # noqa: E741 - the document's names
        while cells[9 * l + c] != 48:
            l, c = draws.below(9), draws.below(9)  # noqa: E741
        units = (l, 9 + c, 18 + l // 3 * 3 + c // 3)
        forbidden = taken[units[0]] | taken[units[1]] | taken[units[2]]
        while forbidden >> y & 1 and count < TRIES:
            y = draws.below(9)
            count += 1
        if count < TRIES:
            count = 0
            cells[9 * l + c] = 49 + y
            for unit in units:
                taken[unit] |= 1 << y
    return bytes(cells)


def emptied(full: bytes, clues: int, draws: Chance) -> bytes:
    """The grid with only so many of its digits left: 81 characters, 0 for an empty cell."""
    cells = bytearray(full)
    there = [cell for cell in BY_COLUMNS if cells[cell] != 48]
    for _ in range(len(there) - clues):
        cells[there.pop(draws.below(len(there)))] = 48
    return bytes(cells)
