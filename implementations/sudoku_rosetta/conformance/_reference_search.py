"""An independent depth-first search in row-major order, the reference for solvers that promise the row-major tree.

It fills the empty cells in reading order, tries the digits in increasing order, and backtracks. It shares no code
with the solvers: it is iterative, and keeps the used digits of each unit in a bit mask.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_OFFSET, _PRIME, _64_BITS = 0xCBF29CE484222325, 0x100000001B3, 0xFFFFFFFFFFFFFFFF


class TooManyPlacements(RuntimeError):
    """The search takes more placements than allowed."""


@dataclass(frozen=True)
class RowMajorSearch:
    """The result of a row-major search."""

    solutions: tuple[str, ...]
    placements: int
    tests: int
    """Nine for each empty cell that is entered, as in a search that tests every digit."""
    tree: str
    """FNV-1a hash of the placements in order: cell (from 0), then digit."""
    complete: bool


@lru_cache(maxsize=64)
def search_row_major(
    grid: str, limit: int | None = None, max_placements: int | None = None
) -> RowMajorSearch:
    """Search 81 digits without clashes. Raise TooManyPlacements if it takes more than `max_placements`.

    >>> search_row_major("0" * 81, limit=1).solutions[0][:27]
    '123456789456789123789123456'
    """
    units, empty = _used_digits(grid)
    digits, solutions = list(grid), list[str]()
    last, tried = len(empty), [0] * (len(empty) + 1)
    depth = placements = tests = 0
    tree = _OFFSET
    while depth >= 0:
        if depth == last:
            solutions.append("".join(digits))
            if len(solutions) == limit:
                break
            depth -= 1
            continue
        cell = empty[depth]
        row, column, box = _UNITS[cell]
        digit = tried[depth]
        if digit:
            bit = 1 << digit
            units[row] ^= bit
            units[column] ^= bit
            units[box] ^= bit
        else:
            tests += 9
        used = units[row] | units[column] | units[box]
        digit += 1
        while digit < 10 and used >> digit & 1:
            digit += 1
        if digit == 10:
            digits[cell] = "0"
            tried[depth] = 0
            depth -= 1
            continue
        bit = 1 << digit
        units[row] |= bit
        units[column] |= bit
        units[box] |= bit
        digits[cell] = str(digit)
        tried[depth] = digit
        placements += 1
        tree = (((tree ^ cell) * _PRIME & _64_BITS) ^ digit) * _PRIME & _64_BITS
        if max_placements is not None and placements > max_placements:
            raise TooManyPlacements(f"more than {max_placements} placements")
        depth += 1
    return RowMajorSearch(tuple(solutions), placements, tests, f"{tree:016x}", depth < 0)


_UNITS = [(cell // 9, 9 + cell % 9, 18 + cell // 27 * 3 + cell % 9 // 3) for cell in range(81)]


def _used_digits(grid: Sequence[str]) -> tuple[list[int], list[int]]:
    """A bit mask of the digits in each unit, and the empty cells in reading order."""
    units, empty = [0] * 27, []
    for cell, digit in enumerate(grid):
        if digit == "0":
            empty.append(cell)
            continue
        for unit in _UNITS[cell]:
            units[unit] |= 1 << int(digit)
    return units, empty
