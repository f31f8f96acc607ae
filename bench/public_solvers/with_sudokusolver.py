"""SudokuSolver, `solver.solveBoard`: one solution by a row-major search, in place, or an exception."""

from __future__ import annotations

from SudokuSolver.solver import solveBoard

PACKAGE = "SudokuSolver"
VERSION_SEEN = "1.0.0"
LEVEL = "first"
NOTE = (
    "Not tested at this level: it completes grids with conflicting clues, for example "
    "113756089756089123984123765435867291267591834891234657349678512578912346612345978."
)
ROW_MAJOR = True


def solve(grid: str) -> str | None:
    board = [[int(digit) for digit in grid[start : start + 9]] for start in range(0, 81, 9)]
    try:
        solveBoard(board)
    except Exception as error:  # it raises the base class
        if str(error) == "CAN NOT SOLVE THE BOARD":
            return None
        raise
    return "".join(str(cell) for row in board for cell in row)
