"""Patterns: which clues must go together, so that what is left looks the same turned or mirrored."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

__all__ = ["SYMMETRIES", "orbits", "sums"]

Move = Callable[[int, int], tuple[int, int]]

SYMMETRIES: Mapping[str, tuple[Move, ...]] = {
    "none": (),
    "half-turn": (lambda row, column: (8 - row, 8 - column),),
    "quarter-turn": (lambda row, column: (column, 8 - row),),
    "left-right": (lambda row, column: (row, 8 - column),),
    "top-bottom": (lambda row, column: (8 - row, column),),
    "diagonal": (lambda row, column: (column, row),),
    "antidiagonal": (lambda row, column: (8 - column, 8 - row),),
    "both-mirrors": (lambda row, column: (row, 8 - column), lambda row, column: (8 - row, column)),
    "both-diagonals": (lambda row, column: (column, row), lambda row, column: (8 - column, 8 - row)),
    "all": (lambda row, column: (column, row), lambda row, column: (row, 8 - column)),
}


@cache
def orbits(symmetry: str) -> tuple[tuple[int, ...], ...]:
    """The sets of cells that the symmetry's moves carry into each other; every cell is in one.

    >>> len(orbits("none")), orbits("half-turn")[0], len(orbits("all"))
    (81, (0, 80), 15)
    """
    found: list[tuple[int, ...]] = []
    met: set[int] = set()
    for cell in range(81):
        if cell in met:
            continue
        orbit = [cell]
        for known in orbit:
            for move in SYMMETRIES[symmetry]:
                row, column = move(*divmod(known, 9))
                if 9 * row + column not in orbit:
                    orbit.append(9 * row + column)
        met.update(orbit)
        found.append(tuple(sorted(orbit)))
    return tuple(found)


def sums(symmetry: str) -> set[int]:
    """The numbers of clues that a grid of this symmetry can have: sums of the sizes of its orbits.

    >>> 30 in sums("half-turn"), 30 in sums("all"), 32 in sums("all")
    (True, False, True)
    """
    found = {0}
    for orbit in orbits(symmetry):
        found |= {number + len(orbit) for number in found}
    return found
