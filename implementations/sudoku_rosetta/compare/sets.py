"""Sets of puzzles: those that are shipped (sets/*.toml, made by tests/compare/make_sets.py), and any grids.

A set has an order, and a solver that is too slow for all of it gets its beginning; made sets are in random
order, so that a beginning is a fair sample.
"""

from __future__ import annotations

import functools
import hashlib
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass, replace
from importlib.resources import files

from ..grid import Grid
from ..messages.suggestions import did_you_mean


class UnknownSet(LookupError):
    """No set has that name; the message says which there are."""


@dataclass(frozen=True)
class PuzzleSet:
    """Puzzles, where they come from, and the largest number of solutions asked of each, 0 for all."""

    name: str
    title: str
    limit: int
    provenance: str
    grids: tuple[Grid, ...]
    seed: int | None = None
    ids: tuple[str, ...] = ()
    """The grids' own names, where they have any."""
    placements: tuple[int, ...] = ()
    """Of the tree in reading order, for each grid, where they were counted once and for all."""

    def digest(self) -> str:
        """Two sets with one digest ask the same questions."""
        text = "\n".join([str(self.limit), *map(str, self.grids)])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def first(self, size: int) -> PuzzleSet:
        """The beginning of the set."""
        begun = {name: getattr(self, name)[:size] for name in ("grids", "ids", "placements")}
        return replace(self, **begun)


@functools.cache
def shipped() -> tuple[str, ...]:
    """The names of the shipped sets."""
    folder = files(__package__) / "sets"
    return tuple(
        sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    )


@functools.cache
def set_named(name: str) -> PuzzleSet:
    """A shipped set.

    >>> documents = set_named("documents")
    >>> len(documents.grids), documents.limit, documents.ids[0]
    (4, 0, 'document-c-grid')
    """
    if name not in shipped():
        there = ", ".join(shipped())
        raise UnknownSet(f"no set is called {name!r}; there are: {there}{did_you_mean(name, shipped())}")
    table = tomllib.loads((files(__package__) / "sets" / f"{name}.toml").read_text(encoding="utf-8"))
    named = table.get("grid", [])
    lines = table.get("grids", [grid["grid"] for grid in named])
    return PuzzleSet(
        name,
        table["title"],
        table["limit"],
        table["provenance"],
        tuple(map(Grid, lines)),
        table.get("seed"),
        tuple(grid["id"] for grid in named),
        tuple(grid["placements"] for grid in named),
    )


def set_of(grids: Iterable[object], name: str = "given", *, limit: int = 2) -> PuzzleSet:
    """A set of anyone's grids, in the order in which they come."""
    found = tuple(map(Grid, grids))
    if not found:
        raise ValueError("a set of puzzles has one grid at least")
    return PuzzleSet(name, f"{len(found):,} grids", limit, name, found)
