"""Solve Sudoku grids with the programs of four French documents, and with a fast solver in C.

>>> import sudoku_rosetta as rosetta
>>> grid = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
>>> print(rosetta.solve(grid, solver="deduction-style"))
162857493534129678789643521475312986913586742628794135356478219241935867897261354

Without the clue of cell 78, the grid has 90 solutions, as its document states:

>>> rosetta.count(rosetta.Grid(grid).with_digit(78, 0))
90
"""

from __future__ import annotations

from collections.abc import Iterator

from .bulk import count_many, solve_many
from .grid import ClashError, Grid, GridError
from .solvers import (
    Report,
    Solver,
    SolverMissing,
    UnknownSolver,
    solver_named,
    solvers,
)

__all__ = [
    "ClashError",
    "Grid",
    "GridError",
    "Report",
    "Solver",
    "SolverMissing",
    "UnknownSolver",
    "count",
    "count_many",
    "solutions",
    "solve",
    "solve_many",
    "solver_named",
    "solvers",
]
__version__ = "0.1.0"


def solve(grid: object, *, solver: str | Solver | None = None) -> Grid | None:
    """Return the first solution of the grid, or None if it has none.

    `grid` may be anything that `Grid` accepts, such as a string of 81 characters or a list of lists. `solver` is a
    `Solver` or its name (default: the fastest one available).

    >>> solve("." * 80 + "1").is_full
    True
    """
    return solver_named(solver).solve_any(grid)


def solutions(
    grid: object, *, limit: int | None = None, solver: str | Solver | None = None
) -> Iterator[Grid]:
    """Return an iterator over the solutions of the grid, at most `limit`. Each one is searched for when requested.

    >>> first, second = solutions("." * 81, limit=2)
    >>> print(second.line()[-18:])
    648971532972538641
    """
    return solver_named(solver).solutions(Grid(grid), limit=limit)


def count(grid: object, *, limit: int | None = None, solver: str | Solver | None = None) -> int:
    """Count the solutions of the grid. With a limit, stop counting there.

    >>> count("." * 81, limit=100)
    100
    """
    return solver_named(solver).count(Grid(grid), limit=limit)
