"""How many solutions many grids have, by the quickest means that a solver offers; in the thread that asks.

For whoever makes his own batches and has workers of his own; `many` is for everybody else. Grids stand one after
another in one bytes object, 81 characters each, 0 for an empty cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from ..grid import Grid
from .fast_c import FastC, counted_on, ffi, lanes
from .protocol import Solver

__all__ = ["count_each", "grids_in", "takes_many"]


def takes_many(solver: Solver) -> TypeGuard[FastC]:
    """Whether it takes a batch at once and lets other threads run meanwhile; where not, it takes processes."""
    return isinstance(solver, FastC)


def count_each(grids: bytes, solver: Solver, *, limit: int | None = None) -> Sequence[int]:
    """For each of the grids its number of solutions, counted no further than the limit."""
    if takes_many(solver):
        return _by_the_core(grids, solver, limit)
    return [solver.count(Grid(grid), limit=limit) for grid in grids_in(grids)]


def _by_the_core(grids: bytes, core: FastC, limit: int | None) -> Sequence[int]:
    """Which ones have several is known first, many at once; how many, only of those."""
    core.demand()
    number = len(grids) // 81
    counts, buffer = bytearray(number), ffi.from_buffer("unsigned char[]", grids)
    lanes(core, buffer, number, 81, ffi.NULL, 0, ffi.from_buffer("unsigned char[]", counts), ffi.NULL)
    if limit == 2:
        return counts
    return [
        counted_on(known, buffer + 81 * at, limit, core.path, ffi.NULL) for at, known in enumerate(counts)
    ]


def grids_in(grids: bytes) -> list[bytes]:
    """The grids one by one."""
    return [grids[start : start + 81] for start in range(0, len(grids), 81)]
