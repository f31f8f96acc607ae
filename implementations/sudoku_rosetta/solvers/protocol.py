"""What every solver is: what it can do, what it promises, what it counts, and one method, `search`.

Whoever adds a solver writes `search`; the other methods follow from it. How a solver is found by its name
is the registry's business, and how it meets a document that of its adapter.
"""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from ..grid import Grid
from . import apart

Ability = Literal["first", "all", "count"]
Promise = Literal["lexicographic", "row-major"]
Found = Callable[[Grid], object]


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

    def missing(self) -> str | None:
        """Why it cannot run here, and how to get it; None where it can."""
        return None

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
        return apart.one_by_one(lambda found: self.search(grid, found, limit=limit))

    def count(self, grid: Grid, *, limit: int | None = None, stop: threading.Event | None = None) -> int:
        """How many solutions there are, `limit` at most; `stop`, set by another thread, ends it at once."""
        if stop is None:
            return self.search(grid, limit=limit).solutions
        return apart.until(stop, lambda: self.search(grid, limit=limit)).solutions

    def demand(self) -> None:
        """Raise SolverMissing where it cannot run."""
        reason = self.missing()
        if reason is not None:
            raise SolverMissing(f"{self.id}: {reason}")

    def __repr__(self) -> str:
        return f"<solver {self.id}>"


def checked_limit(limit: int | None) -> int | None:
    """The limit itself, if it is one."""
    if limit is not None and limit < 1:
        raise ValueError(f"a limit is at least 1, or None for no limit: {limit}")
    return limit
