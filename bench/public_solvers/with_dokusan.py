"""dokusan, `solvers.backtrack`: one solution, by naked and hidden singles and backtracking: of these packages the
most similar to the program of Norvig's essay."""

from __future__ import annotations

from dokusan import exceptions, solvers
from dokusan.boards import BoxSize, Sudoku

PACKAGE = "dokusan"
VERSION_SEEN = "0.1.0"
LEVEL = "first"
NOTE = (
    "Not tested at this level: it completes grids with conflicting clues, for example "
    "113756089756089123984123765435867291267591834891234657349678512578912346612345978."
)


def solve(grid: str) -> str | None:
    puzzle = Sudoku.from_string(grid, box_size=BoxSize(3, 3))
    try:
        return str(solvers.backtrack(puzzle))
    except (exceptions.InvalidSudoku, exceptions.NoCandidates):
        return None
