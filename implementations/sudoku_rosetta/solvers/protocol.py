"""What every solver is: what it can do, what it promises, what it counts, and one method, `search`.

Whoever adds a solver writes `search`; the other methods follow from it. How a solver is found by its name
is the registry's business, and how it meets a document that of its adapter.
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
from ..runtime.stopping_threads import StopFlag, run_until

if TYPE_CHECKING:
    from ..messages import Message

Ability = Literal["first", "all", "count"]
Promise = Literal["lexicographic", "row-major"]
Level = Literal["first", "all", "count", "fast"]
"""What an external solver is asked for: the first solution, all, their number; fast: also on hard grids."""
Found = Callable[[Grid], object]
Buffer = bytes | bytearray | memoryview
CELLS = 81


class SolverMissing(RuntimeError):
    """The solver is known, but it cannot run here; the message says why and what to do."""


class Enough(Exception):  # not an error: how a search is left once the limit is reached
    """Leaves a program that has no way to be told to stop."""


@dataclass(frozen=True)
class Report:
    """What a search found and what it took; `counts` and `tree` only where they were asked for."""

    solutions: int
    complete: bool
    """False where the limit ended the search."""
    counts: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    """How many calls, tests, placements...: the names are those of the solver's `reports`."""
    tree: str | None = None
    """A digest of the placements, cell and digit, in their order: two equal digests, one tree."""


@dataclass(frozen=True)
class Declared:
    """What a solver declares of itself. What is expected of it and how it is compared follow from this alone."""

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
    """Why it cannot run here."""

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Declared:
        lists = {key: tuple(fields[key]) for key in ("can", "promises", "reports")}
        return cls(**{**fields, **lists})

    @property
    def one_tree(self) -> bool:
        """Whether it searches the tree of the documents' programs, cell by cell in reading order."""
        return "row-major" in self.promises

    @property
    def first_only(self) -> bool:
        """Whether it gives the first solution only: less work than other solvers do."""
        return self.can == ("first",)


class Solver(ABC):
    """A way to solve: one of the documents, or anything else that is given this face."""

    id: str
    title: str
    style: str
    document: str | None = None
    language: str = "Python"
    can: frozenset[Ability] = frozenset({"first", "all", "count"})
    promises: frozenset[Promise] = frozenset()
    reports: frozenset[str] = frozenset()
    level: Level | None = None
    """Up to which level it is judged; None: all that it can."""
    takes_batches: bool = False
    """Whether it has `solve_batch` and `leading_grids`, which `bulk` calls with many grids at once."""
    runs_in_threads: bool = False
    """Whether searches in several threads run in parallel: C that releases the GIL, or a process of its own. Else
    parallel work takes processes."""

    def missing(self) -> Message | str | None:
        """Why it cannot run here, and how to get it; None where it can. A Message is in every language."""
        return None

    def declared(self) -> Declared:
        """All that it declares, as plain data."""
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
        self, grid: Grid, found: Found | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        """Search the grid to its end, or to `limit` solutions, giving each solution to `found`.

        An exception that `found` raises ends the search and comes out. `watch` asks for counts and tree,
        which cost time.
        """

    def solve(self, grid: Grid) -> Grid | None:
        """The first solution, or None."""
        solutions: list[Grid] = []
        self.search(grid, solutions.append, limit=1)
        return solutions[0] if solutions else None

    def solve_any(self, source: object) -> Grid | None:
        """The same for anything that `Grid` takes."""
        return self.solve(Grid(source))

    def solutions(self, grid: Grid, *, limit: int | None = None) -> Iterator[Grid]:
        """The solutions one by one, each searched for when it is asked for."""
        checked_limit(limit)
        return iterate(lambda found: self.search(grid, found, limit=limit))

    def count(self, grid: Grid, *, limit: int | None = None, stop: threading.Event | None = None) -> int:
        """How many solutions there are, `limit` at most; `stop`, set by another thread, ends it at once."""
        if stop is None:
            return self.search(grid, limit=limit).solutions
        return run_until(stop, lambda: self.search(grid, limit=limit)).solutions

    def count_batch(
        self, grids: Buffer, *, size: int = CELLS, limit: int | None = None, stop: StopFlag | None = None
    ) -> Sequence[int]:
        """How many solutions each grid has, `limit` at most. Grids are records of `size` bytes, which begin with
        81 cells."""
        return [self.count(Grid(grid), limit=limit) for grid in split_batch(grids, size)]

    def solve_batch(
        self, grids: Buffer, counts: Buffer, solutions: Buffer | None = None, *, stop: StopFlag | None = None
    ) -> None:
        """Solve as many grids as `counts` has bytes, and write there 0, 1, or 2 for several solutions; where clues
        clash, 0. `solutions` receives the first solutions, or zeros.

        Grids and solutions are records of equal size: 81 cells, and maybe an end of line. The grids are known to
        be cells (see `leading_grids`). Raises Stopped once `stop` is set.
        """
        raise NotImplementedError(f"{self.id} takes no batches")

    def leading_grids(self, records: Buffer, size: int) -> int:
        """How many records, from the first one on, are 81 cells and, by their size, nothing, \\n or \\r\\n."""
        raise NotImplementedError(f"{self.id} takes no batches")

    def demand(self) -> None:
        """Raise SolverMissing where it cannot run."""
        reason = self.missing()
        if reason is not None:
            raise SolverMissing(f"{self.id}: {reason}")

    def __repr__(self) -> str:
        return f"<solver {self.id}>"


def split_batch(grids: Buffer, size: int = CELLS) -> list[bytes]:
    """The 81 cells of each record."""
    return [bytes(grids[start : start + CELLS]) for start in range(0, len(grids), size)]


def checked_limit(limit: int | None) -> int | None:
    """The limit itself, if it is one."""
    if limit is not None and limit < 1:
        raise ValueError(f"a limit is at least 1, or None for no limit: {limit}")
    return limit
