"""Questions to one solver from several threads."""

import threading
from collections.abc import Sequence

from sudoku_rosetta.external.solver import ExternalSolver


def asked_at_once(solver: ExternalSolver, grids: Sequence[str]) -> dict[str, list[str]]:
    """The answer to each grid, each asked from a thread of its own."""
    answers: dict[str, list[str]] = {}
    threads = [
        threading.Thread(target=lambda grid=grid: answers.update({grid: solver.raw_search(grid)}))
        for grid in grids
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers
