"""fast-sudoku-solver, `SudokuSolver.solve`: one solution or None, by constraint propagation on numpy arrays and
backtracking."""

from __future__ import annotations

from fast_sudoku_solver.sudoku_solver import SudokuSolver

PACKAGE = "fast-sudoku-solver"
VERSION_SEEN = "1.0.1"
LEVEL = "first"
NOTE = (
    "It calls numpy.reshape(newshape=...), which current versions of numpy do not have, so it solves nothing. "
    "With numpy 2.0.2 it solves some grids, returns None for others that have one solution, "
    "and raises ValueError for most grids without a solution."
)


def solve(grid: str) -> str | None:
    found: str | None = SudokuSolver.solve(grid)
    return found
