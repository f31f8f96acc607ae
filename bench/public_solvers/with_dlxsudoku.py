"""dlxsudoku, `Sudoku.solve`: one solution, by singles and dancing links. It raises an exception for a grid with
several solutions; the adapter does not catch it."""

from __future__ import annotations

from dlxsudoku.exceptions import SudokuHasNoSolutionError
from dlxsudoku.sudoku import Sudoku

PACKAGE = "dlxsudoku"
VERSION_SEEN = "0.10.3"
LEVEL = "first"
NOTE = "By design it raises an exception for a grid with several solutions."


def solve(grid: str) -> str | None:
    try:
        puzzle = Sudoku(grid)
        puzzle.solve()
    except SudokuHasNoSolutionError:
        return None
    return str(puzzle.to_oneliner())
