"""fast-sudoku-solver, `SudokuSolver.solve`: one solution or None, by constraint propagation on numpy arrays, then
backtracking."""

from __future__ import annotations

from fast_sudoku_solver.sudoku_solver import SudokuSolver

PACKAGE = "fast-sudoku-solver"
VERSION_SEEN = "1.0.1"
LEVEL = "first"
NOTE = (
    "It calls numpy.reshape(newshape=...), which the numpy that pip installs with it today no longer has: "
    "nothing can be solved. With numpy 2.0.2 it runs, and solves some grids, but "
    "answers None to others that have one solution, and raises ValueError for most that have none."
)


def solve(grid: str) -> str | None:
    found: str | None = SudokuSolver.solve(grid)
    return found
