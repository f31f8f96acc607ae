"""py-sudoku, `Sudoku.solve`: one solution; UnsolvableSudoku if there is none."""

from __future__ import annotations

from sudoku import Sudoku
from sudoku.sudoku import UnsolvableSudoku

PACKAGE = "py-sudoku"
VERSION_SEEN = "2.0.0"
LEVEL = "first"


def solve(grid: str) -> str | None:
    board = [[int(digit) for digit in grid[start : start + 9]] for start in range(0, 81, 9)]
    try:
        solved = Sudoku(3, 3, board=board).solve(assert_solvable=True)
    except UnsolvableSudoku:
        return None
    return "".join(str(cell) for row in solved.board for cell in row)
