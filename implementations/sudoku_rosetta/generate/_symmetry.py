"""Symmetries of the pattern of clues: which cells must keep or lose their clues together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

__all__ = ["SYMMETRIES", "clue_counts", "orbits"]

Transformation = Callable[[int, int], tuple[int, int]]

SYMMETRIES: Mapping[str, tuple[Transformation, ...]] = {
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
    """The orbits of the 81 cells under the symmetry's transformations.

    >>> len(orbits("none")), orbits("half-turn")[0], len(orbits("all"))
    (81, (0, 80), 15)
    """
    found: list[tuple[int, ...]] = []
    seen: set[int] = set()
    for cell in range(81):
        if cell in seen:
            continue
        orbit = [cell]
        for known in orbit:
            for transform in SYMMETRIES[symmetry]:
                row, column = transform(*divmod(known, 9))
                if 9 * row + column not in orbit:
                    orbit.append(9 * row + column)
        seen.update(orbit)
        found.append(tuple(sorted(orbit)))
    return tuple(found)


def clue_counts(symmetry: str) -> set[int]:
    """The numbers of clues that a grid with this symmetry can have: the sums of sizes of its orbits.

    >>> 30 in clue_counts("half-turn"), 30 in clue_counts("all"), 32 in clue_counts("all")
    (True, False, True)
    """
    found = {0}
    for orbit in orbits(symmetry):
        found |= {number + len(orbit) for number in found}
    return found
