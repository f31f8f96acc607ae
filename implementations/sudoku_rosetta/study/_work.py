"""What a worker does: make a chunk's grids and count their solutions, giving back what would take it too long.

Within a few seconds a chunk is back, so that whoever ends the run does not wait for it: its grids that were not
counted by then are given back, each a piece of work for any worker. One that takes a few seconds by itself is
split: its cell with the fewest candidates is filled in each way, and each of these grids is a piece again.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..grid import Grid
from ..runtime.stopping_threads import Stopped
from ..solvers import Solver, solver_named
from ..solvers.protocol import split_batch
from ._plan import Task

__all__ = ["REFUSED", "Counted", "Piece", "count_chunk", "count_piece", "split_grid"]

REFUSED = -1
"""In place of a count: method 1 did not reach the number of clues, and `stat` leaves such a grid out."""
GRID_TIMEOUT_S = 3.0
"""Seconds for one grid, and then it is split; and for all grids of a chunk that are looked at one by one."""
AT_ONCE = 100_000
"""Counted within a batch; a grid with more solutions is looked at by itself."""


@dataclass(frozen=True)
class Counted:
    """A chunk's counts in the order of its grids, and those not counted in its time, by their place in it."""

    counts: list[int]
    heavy: dict[int, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class Piece:
    """A grid to be counted by itself; limit as in the plan."""

    grid: bytes
    solver: str
    limit: int | None


def count_chunk(task: Task, grid_timeout: float = GRID_TIMEOUT_S, solver: Solver | None = None) -> Counted:
    """The counts of a chunk, by this solver or the one that the task names."""
    grids = split_batch(task.made())
    wanted = [n for n, grid in enumerate(grids) if task.method == 2 or 81 - grid.count(48) == task.clues]
    counted = Counted([REFUSED] * len(grids))
    solver = solver or task.judge()
    some = _in_a_batch([grids[n] for n in wanted], solver, task.limit)
    end = time.monotonic() + grid_timeout
    for number, known in zip(wanted, some, strict=True):
        count = known if known is not None else _counted_by(end, grids[number], solver, task.limit)
        if count is None:
            counted.heavy[number] = grids[number]
        else:
            counted.counts[number] = count
    return counted


def count_piece(
    piece: Piece, grid_timeout: float = GRID_TIMEOUT_S, solver: Solver | None = None
) -> int | None:
    """The count, or None where it takes too long."""
    return _count(piece.grid, solver or solver_named(piece.solver), piece.limit, grid_timeout)


def _in_a_batch(grids: Sequence[bytes], solver: Solver, limit: int | None) -> list[int | None]:
    """The counts that come quickly, by a solver that takes many grids at once; None for all others."""
    if not solver.takes_batches:
        return [None] * len(grids)
    most = AT_ONCE if limit is None else min(limit, AT_ONCE)
    counts = solver.count_batch(b"".join(grids), limit=most)
    return [count if count < most or count == limit else None for count in counts]


def _counted_by(end: float, grid: bytes, solver: Solver, limit: int | None) -> int | None:
    left = end - time.monotonic()
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
    """The grids that differ in one cell only, filled in each way that does not clash: their counts add up.

    >>> len(split_grid(b"0" * 81)), split_grid(b"123456780" + b"0" * 17 + b"9" + b"0" * 54)
    (9, [])
    """
    cell, candidates = min(_open(grid), key=lambda open_cell: len(open_cell[1]))
    return [grid[:cell] + bytes([digit]) + grid[cell + 1 :] for digit in candidates]


def _open(grid: bytes) -> list[tuple[int, list[int]]]:
    found = []
    for cell in range(81):
        if grid[cell] == 48:
            row, column = divmod(cell, 9)
            corner = 27 * (row // 3) + 3 * (column // 3)
            seen = {*grid[9 * row : 9 * row + 9], *grid[column::9]}
            seen.update(*(grid[corner + down : corner + down + 3] for down in (0, 9, 18)))
            found.append((cell, [digit for digit in range(49, 58) if digit not in seen]))
    return found
