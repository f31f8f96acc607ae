"""aima3, the code of the textbook by Russell and Norvig: `csp.Sudoku` with `backtracking_search`, with the
options of its docstring (minimum remaining values, forward checking): one solution. It is not the program of
Norvig's essay on Sudoku, which is in no package."""

from __future__ import annotations

from aima3.csp import Sudoku, backtracking_search, forward_checking, mrv

PACKAGE = "aima3"
VERSION_SEEN = "1.0.11"
LEVEL = "first"


def solve(grid: str) -> str | None:
    found = backtracking_search(Sudoku(grid), select_unassigned_variable=mrv, inference=forward_checking)
    return None if found is None else "".join(found[cell] for row in Sudoku.rows for cell in row)
