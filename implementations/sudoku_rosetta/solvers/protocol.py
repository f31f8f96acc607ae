"""The Solver interface: a solver's declared abilities, and its methods.

A new solver implements `search`; the other methods are based on it. `registry` finds solvers by name.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from ..grid import Grid
from ..runtime.callback_iterator import iterate
from ..runtime.stoppable_thread import StopFlag, run_until

if TYPE_CHECKING:
    from ..messages import Message

Ability = Literal["first", "all", "count"]
Promise = Literal["lexicographic", "row-major"]
Level = Literal["first", "all", "count", "fast"]
"""What an external solver must return: the first solution, all solutions, or their number. "fast" is like "all",
but includes hard grids."""
Handler = Callable[[Grid], object]
"""A function that is called with each solution."""
Buffer = bytes | bytearray | memoryview
CELLS = 81


class SolverMissing(RuntimeError):
    """The solver is known, but cannot run on this machine. The message gives the reason and a remedy."""


class LimitReached(Exception):
    """Raised in the callback of a search to stop it at its limit. It is not an error."""


@dataclass(frozen=True)
class Report:
    """The result of a search. `counts` and `tree` are only set if the search was called with `watch=True`."""

    solutions: int
    """Number of solutions found."""
    complete: bool
    """False if the search stopped at its limit."""
    counts: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """Counters such as calls, tests and placements. Their names are those in the solver's `reports`."""
    tree: str | None = None
    """A digest of the sequence of placements. Searches of the same tree have equal digests."""


@dataclass(frozen=True)
class Declared:
    """The properties that a solver declares. The conformance checks and comparisons depend only on them."""

    id: str
    title: str = ""
    style: str = ""
    language: str = ""
    document: str | None = None
    can: tuple[str, ...] = ()
    promises: tuple[str, ...] = ()
    reports: tuple[str, ...] = ()
    level: Level | None = None
    missing: str | None = None
    """Why the solver cannot run on this machine."""

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Declared:
        lists = {key: tuple(fields[key]) for key in ("can", "promises", "reports")}
        return cls(**{**fields, **lists})

    @property
    def row_major(self) -> bool:
        """Whether it searches the same tree as the documents' programs, cell by cell in row-major order."""
        return "row-major" in self.promises

    @property
    def first_only(self) -> bool:
        """Whether it stops at the first solution, which is less work than a complete search."""
        return self.can == ("first",)


class Solver(ABC):
    """Base class of all solvers. A subclass implements `search`."""

    id: str
    """The name of the solver, for example "c-style"."""
    title: str
    """A short description."""
    style: str
    """The programming style, for example "Scilab" or "rules"."""
    document: str | None = None
    """The id of the document that it implements, if any."""
    language: str = "Python"
    """The programming language."""
    can: frozenset[Ability] = frozenset({"first", "all", "count"})
    """What it can compute: the first solution, all solutions, their number."""
    promises: frozenset[Promise] = frozenset()
    """Guarantees: solutions in lexicographic order; the row-major search tree."""
    reports: frozenset[str] = frozenset()
    """The names of the counters in `Report.counts`."""
    level: Level | None = None
    """The highest level of conformance checks to run; None for all that it can do."""
    takes_batches: bool = False
    """Whether it implements `solve_batch` and `leading_grids`, which `bulk` uses."""
    runs_in_threads: bool = False
    """Whether searches in several threads run in parallel, because they release the GIL or run in other processes.
    If not, parallel work uses processes."""

    def missing(self) -> Message | str | None:
        """Return why the solver cannot run on this machine and how to install it, or None if it can run."""
        return None

    def declared(self) -> Declared:
        """Return the declared properties as plain data."""
        texts: dict[str, Any] = {
            key: getattr(self, key) for key in ("id", "title", "style", "language", "document", "level")
        }
        lists: dict[str, Any] = {
            key: tuple(sorted(getattr(self, key))) for key in ("can", "promises", "reports")
        }
        reason = self.missing()
        return Declared(**texts, **lists, missing=None if reason is None else str(reason))

    @abstractmethod
    def search(
        self, grid: Grid, on_solution: Handler | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        """Search for all solutions, or for the first `limit`, and call `on_solution` with each of them.

        An exception raised by `on_solution` stops the search and is propagated. With `watch`, the report includes
        the counts and the digest of the tree, and the search is slower.
        """

    def solve(self, grid: Grid) -> Grid | None:
        """Return the first solution, or None if there is none."""
        solutions: list[Grid] = []
        self.search(grid, solutions.append, limit=1)
        return solutions[0] if solutions else None

    def solve_any(self, source: object) -> Grid | None:
        """Like `solve`, for anything that `Grid` accepts."""
        return self.solve(Grid(source))

    def solutions(self, grid: Grid, *, limit: int | None = None) -> Iterator[Grid]:
        """Return an iterator over the solutions. Each one is searched for when it is requested."""
        checked_limit(limit)
        return iterate(lambda on_solution: self.search(grid, on_solution, limit=limit))

    def count(self, grid: Grid, *, limit: int | None = None, stop: threading.Event | None = None) -> int:
        """Count the solutions, up to `limit`. Raise Stopped if another thread sets `stop`."""
        if stop is None:
            return self.search(grid, limit=limit).solutions
        return run_until(stop, lambda: self.search(grid, limit=limit)).solutions

    def count_batch(
        self, grids: Buffer, *, size: int = CELLS, limit: int | None = None, stop: StopFlag | None = None
    ) -> Sequence[int]:
        """Count the solutions of each grid, up to `limit`.

        `grids` consists of records of `size` bytes. Each record begins with 81 cells.
        """
        return [self.count(Grid(grid), limit=limit) for grid in split_batch(grids, size)]

    def solve_batch(
        self, grids: Buffer, counts: Buffer, solutions: Buffer | None = None, *, stop: StopFlag | None = None
    ) -> None:
        """Solve one grid for each byte of `counts`.

        Each byte is set to the number of solutions: 0 (also if clues clash), 1, or 2 for several. `solutions`
        receives the first solution of each grid, or zeros. The grids must be valid (see `leading_grids`).

        The records of `grids` and `solutions` have equal size: 81 cells, and possibly a line end. Raise Stopped if
        `stop` is set.
        """
        raise NotImplementedError(f"{self.id} does not support batches")

    def leading_grids(self, records: Buffer, size: int) -> int:
        """Count the valid records before the first invalid one.

        A valid record is 81 cells, followed by nothing, \\n or \\r\\n, depending on `size`.
        """
        raise NotImplementedError(f"{self.id} does not support batches")

    def check_available(self) -> None:
        """Raise SolverMissing if the solver cannot run on this machine."""
        reason = self.missing()
        if reason is not None:
            raise SolverMissing(f"{self.id}: {reason}")

    def __repr__(self) -> str:
        return f"<solver {self.id}>"


def split_batch(grids: Buffer, size: int = CELLS) -> list[bytes]:
    """Return the 81 cells of each record."""
    return [bytes(grids[start : start + CELLS]) for start in range(0, len(grids), size)]


def checked_limit(limit: int | None) -> int | None:
    """Return the limit, or raise ValueError if it is less than 1."""
    if limit is not None and limit < 1:
        raise ValueError(f"limit must be at least 1, or None for no limit: {limit}")
    return limit
