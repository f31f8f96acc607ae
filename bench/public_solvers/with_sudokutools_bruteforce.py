"""sudokutools, `solve.bruteforce`: all solutions, by candidates and backtracking."""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.solve import bruteforce
from sudokutools.sudoku import Sudoku

PACKAGE = "sudokutools"
VERSION_SEEN = "0.4.0"
LEVEL = "all"


def solve(grid: str) -> Iterator[str]:
    for solution in bruteforce(Sudoku.decode(grid)):
        yield solution.encode()
