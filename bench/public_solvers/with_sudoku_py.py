"""sudoku-py, `Sudoku.solve(solutions=n)`: a list of at most n solutions, by a row-major search. The adapter calls
it with a growing n."""

from __future__ import annotations

from collections.abc import Iterator

from sudoku_py import Sudoku

PACKAGE = "sudoku-py"
VERSION_SEEN = "1.0.0"
LEVEL = "all"
NOTE = (
    "It checks empty cells only: it completes grids with conflicting clues, unless a cell has no candidate."
)
ROW_MAJOR = True


def solve(grid: str) -> Iterator[str]:
    given = 0
    most = 1
    while given < most:
        puzzle = Sudoku([[int(digit) for digit in grid[start : start + 9]] for start in range(0, 81, 9)])
        puzzle.solve(solutions=most)
        for board in puzzle.solutions[given:]:
            yield "".join(str(cell) for row in board for cell in row)
        if len(puzzle.solutions) < most:
            return
        given, most = most, most * 8
