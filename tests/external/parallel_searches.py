"""Calls a solver from several threads at the same time."""

import threading
from collections.abc import Sequence

from sudoku_rosetta.external.solver import ExternalSolver


def search_in_threads(solver: ExternalSolver, grids: Sequence[str]) -> dict[str, list[str]]:
    """Search for the solutions of each grid in its own thread. Return them by grid."""
    solutions: dict[str, list[str]] = {}
    threads = [
        threading.Thread(target=lambda grid=grid: solutions.update({grid: solver.raw_search(grid)}))
        for grid in grids
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return solutions
