"""What a worker does: make the grids of a chunk and count their solutions.

A worker returns within a few seconds, so that a run can be stopped without delay. Grids that are not counted by
then are returned uncounted; each becomes a subproblem, which any worker can count. A subproblem that exceeds the
time limit is split: the empty cell with the fewest candidates is filled with each of them, and each resulting grid
is a new subproblem.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..grid import Grid
from ..runtime.stoppable_thread import Stopped
from ..solvers import Solver, solver_named
from ..solvers.protocol import split_batch
from ._plan import Task

__all__ = ["REFUSED", "ChunkCounts", "Subproblem", "count_chunk", "count_subproblem", "split_grid"]

REFUSED = -1
"""Stored as the count of a grid with too few clues (method 1); the document's `stat` ignores such grids too."""
GRID_TIMEOUT_S = 3.0
"""Time limit for one subproblem, and for all grids of a chunk that are counted one by one."""
MAX_COUNT_IN_BATCH = 100_000
"""A batch stops counting at this number; grids with more solutions are counted one by one."""


@dataclass(frozen=True)
class ChunkCounts:
    """The counts of a chunk in the order of its grids; `slow` has the uncounted grids, by their index."""

    counts: list[int]
    slow: dict[int, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Subproblem:
    """A single grid to count, with the limit of the plan."""

    grid: bytes
    solver: str
    limit: int | None


def count_chunk(
    task: Task, grid_timeout: float = GRID_TIMEOUT_S, solver: Solver | None = None
) -> ChunkCounts:
    """Make and count the grids of a task with this solver, or with the one that the task names."""
    grids = split_batch(task.make_grids())
    accepted = [n for n, grid in enumerate(grids) if task.method == 2 or 81 - grid.count(48) == task.clues]
    result = ChunkCounts([REFUSED] * len(grids))
    solver = solver or solver_named(task.solver)
    batch_counts = _count_batch([grids[n] for n in accepted], solver, task.limit)
    deadline = time.monotonic() + grid_timeout
    for number, known in zip(accepted, batch_counts, strict=True):
        count = known if known is not None else _count_until(deadline, grids[number], solver, task.limit)
        if count is None:
            result.slow[number] = grids[number]
        else:
            result.counts[number] = count
    return result


def count_subproblem(
    subproblem: Subproblem, grid_timeout: float = GRID_TIMEOUT_S, solver: Solver | None = None
) -> int | None:
    """The count; None after the time limit."""
    solver = solver or solver_named(subproblem.solver)
    return _count(subproblem.grid, solver, subproblem.limit, grid_timeout)


def _count_batch(grids: Sequence[bytes], solver: Solver, limit: int | None) -> list[int | None]:
    """Count with one call of the solver; None for grids with too many solutions, or if it takes no batches."""
    if not solver.takes_batches:
        return [None] * len(grids)
    most = MAX_COUNT_IN_BATCH if limit is None else min(limit, MAX_COUNT_IN_BATCH)
    counts = solver.count_batch(b"".join(grids), limit=most)
    return [count if count < most or count == limit else None for count in counts]


def _count_until(deadline: float, grid: bytes, solver: Solver, limit: int | None) -> int | None:
    left = deadline - time.monotonic()
    return _count(grid, solver, limit, left) if left > 0 else None


def _count(grid: bytes, solver: Solver, limit: int | None, grid_timeout: float) -> int | None:
    stop = threading.Event()
    timer = threading.Timer(grid_timeout, stop.set)
    timer.daemon = True
    timer.start()
    try:
        return solver.count(Grid(grid), limit=limit, stop=stop)
    except Stopped:
        return None
    finally:
        timer.cancel()


def split_grid(grid: bytes) -> list[bytes]:
    """Fill one empty cell with each of its candidates; the counts of the results add up to the grid's count.

    >>> len(split_grid(b"0" * 81)), split_grid(b"123456780" + b"0" * 17 + b"9" + b"0" * 54)
    (9, [])
    """
    cell, candidates = min(_empty_cells(grid), key=lambda item: len(item[1]))
    return [grid[:cell] + bytes([digit]) + grid[cell + 1 :] for digit in candidates]


def _empty_cells(grid: bytes) -> list[tuple[int, list[int]]]:
    """The empty cells, each with its candidates."""
    found = []
    for cell in range(81):
        if grid[cell] == 48:
            row, column = divmod(cell, 9)
            corner = 27 * (row // 3) + 3 * (column // 3)
            seen = {*grid[9 * row : 9 * row + 9], *grid[column::9]}
            seen.update(*(grid[corner + down : corner + down + 3] for down in (0, 9, 18)))
            found.append((cell, [digit for digit in range(49, 58) if digit not in seen]))
    return found
