"""The row-major tree, walked here once more, by a program of its own: what a promise of that tree is held against.

It takes the first empty cell in reading order, tries the digits that fit there, rising, and steps back. It has no
line in common with any solver: the digits that are taken are sets of bits, and nothing calls itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

_OFFSET, _PRIME, _64_BITS = 0xCBF29CE484222325, 0x100000001B3, 0xFFFFFFFFFFFFFFFF


class TooLong(RuntimeError):
    """The tree has more placements than was allowed."""


@dataclass(frozen=True)
class Walk:
    """What a row-major search meets, to its end or to its limit."""

    solutions: tuple[str, ...]
    placements: int
    tests: int
    """Nine for each empty cell that is entered: what a search that asks of every digit makes."""
    tree: str
    """FNV-1a of the placements, cell (from 0) then digit, in their order."""
    complete: bool


@lru_cache(maxsize=64)
def walk(grid: str, limit: int | None = None, at_most: int | None = None) -> Walk:
    """The walk on 81 digits that do not clash; TooLong once there are more than `at_most` placements.

    >>> walk("0" * 81, limit=1).solutions[0][:27]
    '123456789456789123789123456'
    """
    units, empty = _taken(grid)
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
        row, column, square = _units_of(cell)
        digit = tried[depth]
        if digit:
            bit = 1 << digit
            units[row] ^= bit
            units[column] ^= bit
            units[square] ^= bit
        else:
            tests += 9
        taken = units[row] | units[column] | units[square]
        digit += 1
        while digit < 10 and taken >> digit & 1:
            digit += 1
        if digit == 10:
            digits[cell] = "0"
            tried[depth] = 0
            depth -= 1
            continue
        bit = 1 << digit
        units[row] |= bit
        units[column] |= bit
        units[square] |= bit
        digits[cell] = str(digit)
        tried[depth] = digit
        placements += 1
        tree = (((tree ^ cell) * _PRIME & _64_BITS) ^ digit) * _PRIME & _64_BITS
        if at_most is not None and placements > at_most:
            raise TooLong(f"more than {at_most} placements")
        depth += 1
    return Walk(tuple(solutions), placements, tests, f"{tree:016x}", depth < 0)


def _units_of(cell: int) -> tuple[int, int, int]:
    return _UNITS[cell]


_UNITS = [(cell // 9, 9 + cell % 9, 18 + cell // 27 * 3 + cell % 9 // 3) for cell in range(81)]


def _taken(grid: Sequence[str]) -> tuple[list[int], list[int]]:
    """The digits that each unit holds, as bits, and the empty cells in reading order."""
    units, empty = [0] * 27, []
    for cell, digit in enumerate(grid):
        if digit == "0":
            empty.append(cell)
            continue
        for unit in _UNITS[cell]:
            units[unit] |= 1 << int(digit)
    return units, empty
