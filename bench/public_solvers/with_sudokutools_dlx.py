"""sudokutools, `solve.dlx`: all solutions, by dancing links (Ali Assaf's)."""

from __future__ import annotations

from collections.abc import Iterator

from sudokutools.solve import dlx
from sudokutools.sudoku import Sudoku

PACKAGE = "sudokutools"
VERSION_SEEN = "0.4.0"
LEVEL = "all"


def solve(grid: str) -> Iterator[str]:
    for solution in dlx(Sudoku.decode(grid)):
        yield solution.encode()
