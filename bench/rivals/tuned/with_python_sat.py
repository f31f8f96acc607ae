"""python-sat (Glucose 4.2.1 inside), tuned for speed: one solver has the clauses of the rules for all grids. The
clues are assumptions. Each model found is excluded by a clause that is active for its grid only."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, count

from pysat.solvers import Solver

PACKAGE = "python-sat"
VERSION_SEEN = "1.9.dev17"
LEVEL = "fast"

_ROWS = [range(9 * row, 9 * row + 9) for row in range(9)]
_COLUMNS = [range(column, 81, 9) for column in range(9)]
_BOXES = [[corner + 9 * row + column for row in range(3) for column in range(3)] for corner in (0, 3, 6)]
_UNITS = [
    *_ROWS,
    *_COLUMNS,
    *([cell + 27 * band for cell in box] for band in range(3) for box in _BOXES),
]


def _is(cell: int, digit: int) -> int:
    return 9 * cell + digit


def _rules() -> Iterator[list[int]]:
    for cell in range(81):
        yield from _just_one([_is(cell, digit) for digit in range(1, 10)])
    for unit in _UNITS:
        for digit in range(1, 10):
            yield from _just_one([_is(cell, digit) for cell in unit])


def _just_one(literals: list[int]) -> Iterator[list[int]]:
    yield literals
    for one, other in combinations(literals, 2):
        yield [-one, -other]


_solver = Solver(name="glucose42", bootstrap_with=_rules())
_unused = count(730)


def solve(grid: str) -> Iterator[str]:
    active = next(_unused)  # true for this grid only
    clues = [_is(cell, int(digit)) for cell, digit in enumerate(grid) if digit != "0"]
    try:
        while _solver.solve(assumptions=[active, *clues]):
            placed = [literal for literal in _solver.get_model()[:729] if literal > 0]
            yield "".join(str((literal - 1) % 9 + 1) for literal in placed)
            _solver.add_clause([-active, *(-literal for literal in placed)])
    finally:
        _solver.add_clause([-active])  # disables the clauses that excluded models
