"""python-sat, `Solver.enum_models` (Cadical 1.5.3 inside): a generator of all models of clauses for Sudoku."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pysat.solvers import Solver

PACKAGE = "python-sat"
VERSION_SEEN = "1.9.dev17"
LEVEL = "fast"


def _clauses() -> list[list[int]]:
    """Variable 81 d + cell + 1 means: the cell has the digit d + 1. Each cell has one digit, each unit each digit
    once."""
    clauses = []
    for groups in (_cells_digits(), _units_cells()):
        for group in groups:
            clauses.append(group)
            clauses += [[-one, -other] for one, other in combinations(group, 2)]
    return clauses


def _cells_digits() -> list[list[int]]:
    return [[81 * digit + cell + 1 for digit in range(9)] for cell in range(81)]


def _units_cells() -> list[list[int]]:
    def unit(cell: int, kind: int) -> int:
        row, column = divmod(cell, 9)
        return (row, column, row // 3 * 3 + column // 3)[kind]

    return [
        [81 * digit + cell + 1 for cell in range(81) if unit(cell, kind) == number]
        for kind in range(3)
        for number in range(9)
        for digit in range(9)
    ]


CLAUSES = _clauses()


def solve(grid: str) -> Iterator[str]:
    clues = [[81 * (int(digit) - 1) + cell + 1] for cell, digit in enumerate(grid) if digit != "0"]
    with Solver(name="cadical153", bootstrap_with=CLAUSES + clues) as solver:
        for model in solver.enum_models():
            placed = {(variable - 1) % 81: (variable - 1) // 81 + 1 for variable in model if variable > 0}
            yield "".join(str(placed[cell]) for cell in range(81))
