"""What a recipe gives: a grid and its words. What a right solver answers is worked out by make_cases.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from conformance.grids import ALL, PEERS, UNITS
from sudoku_rosetta import Grid, solver_named

SEEDED = "made for this suite by tests/conformance/make_cases.py, from a fixed seed"
BY_HAND = "made for this suite by hand"


@dataclass(frozen=True)
class Made:
    """A case without its answer."""

    id: str
    grid: str
    tags: str
    why: str
    why_fr: str
    source: str = SEEDED
    limit: int | None = None


Recipe = Iterator[Made]


def placements(grid: str) -> int:
    """How many digits the document's C places to search the grid to its end."""
    return solver_named("original-c").search(Grid(grid), watch=True).counts["placements"]


def rules(grid: str) -> dict[str, int]:
    """What the rules of document "deduction" take to search the grid to its end."""
    return dict(solver_named("deduction-style").search(Grid(grid), watch=True).counts)


def candidates(grid: str, cell: int) -> list[int]:
    taken = {grid[other] for other in PEERS[cell]}
    return [digit for digit in range(1, 10) if str(digit) not in taken]


def stuck_cells(grid: str) -> list[int]:
    """The empty cells where no digit may go."""
    return [cell for cell in range(81) if grid[cell] == "0" and not candidates(grid, cell)]


def stuck_units(grid: str) -> set[str]:
    """Which kinds of unit have a digit with no place left in them."""
    allowed = [ALL & sum(1 << digit for digit in candidates(grid, cell)) for cell in range(81)]
    stuck = set()
    for number, unit in enumerate(UNITS):
        for digit in range(1, 10):
            places = [cell for cell in unit if grid[cell] == "0" and allowed[cell] >> digit & 1]
            if not places and str(digit) not in {grid[cell] for cell in unit}:
                stuck.add(("row", "column", "square")[number // 9])
    return stuck
