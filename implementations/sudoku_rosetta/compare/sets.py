"""Sets of puzzles: the built-in sets (sets/*.toml, written by tests/compare/make_sets.py), and sets of any grids.

A solver that is too slow for a whole set runs its first puzzles. The generated sets are in random order, so the
first puzzles are a random sample.
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
    """No built-in set has this name; the message lists the names."""


@dataclass(frozen=True)
class PuzzleSet:
    """Puzzles, their source, and the largest number of solutions to search for in each (`limit`; 0: all)."""

    name: str
    title: str
    limit: int
    provenance: str
    grids: tuple[Grid, ...]
    seed: int | None = None
    ids: tuple[str, ...] = ()
    """The names of the grids, if they have names."""
    placements: tuple[int, ...] = ()
    """Placements of the row-major search of each grid, if the set's file has them."""

    def digest(self) -> str:
        """A hash of the grids and the limit: times on sets with equal digests are comparable."""
        text = "\n".join([str(self.limit), *map(str, self.grids)])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def first(self, size: int) -> PuzzleSet:
        """The set of the first `size` puzzles."""
        lists = {name: getattr(self, name)[:size] for name in ("grids", "ids", "placements")}
        return replace(self, **lists)


@functools.cache
def set_names() -> tuple[str, ...]:
    """The names of the built-in sets."""
    folder = files(__package__) / "sets"
    return tuple(
        sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
    )


@functools.cache
def load_set(name: str) -> PuzzleSet:
    """A built-in set, by its name.

    >>> documents = load_set("documents")
    >>> len(documents.grids), documents.limit, documents.ids[0]
    (4, 0, 'document-c-grid')
    """
    if name not in set_names():
        names = ", ".join(set_names())
        raise UnknownSet(f"no set is named {name!r}; the sets are: {names}{did_you_mean(name, set_names())}")
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


def set_from_grids(grids: Iterable[object], name: str = "given", *, limit: int = 2) -> PuzzleSet:
    """A set of any grids, in their order."""
    found = tuple(map(Grid, grids))
    if not found:
        raise ValueError("a set of puzzles needs at least one grid")
    return PuzzleSet(name, f"{len(found):,} grids", limit, name, found)
