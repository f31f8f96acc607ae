"""dlxsudoku, `Sudoku.solve`: the solution, by singles and then dancing links. A grid that has several is refused
with an exception of its own, which is left to be seen as that."""

from __future__ import annotations

from dlxsudoku.exceptions import SudokuHasNoSolutionError
from dlxsudoku.sudoku import Sudoku

PACKAGE = "dlxsudoku"
VERSION_SEEN = "0.10.3"
LEVEL = "first"
NOTE = "By design: a grid with several solutions is no Sudoku to it, and it says so with an exception."


def solve(grid: str) -> str | None:
    try:
        puzzle = Sudoku(grid)
        puzzle.solve()
    except SudokuHasNoSolutionError:
        return None
    return str(puzzle.to_oneliner())
