"""The difficulty of a puzzle: the rules that the documents' programs need and the size of their search trees.

The rules are those of document deduction: naked singles, hidden singles, and guesses if both fail. The other three
documents search the same row-major tree, so their programs place the same number of digits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from ..grid import Grid
from ..solvers import solver_named, solvers

__all__ = ["RULES", "DifficultyFilter", "Rating", "Span", "rating_of"]

Rules = Literal["candidates", "places", "guesses"]
RULES: tuple[Rules, ...] = ("candidates", "places", "guesses")
MAX_CLUES_WITH_GUESSES = 77
"""With at most three empty cells, one of them is the only empty cell of a unit, so it is a naked single."""
ROW_MAJOR = ("c-style", "scilab-style", "pseudocode-style")


@dataclass(frozen=True)
class Rating:
    """What each document's program needs for a complete search of the puzzle."""

    rules: Rules
    """The hardest rule needed: naked singles ("candidates"), hidden singles ("places"), or guesses."""
    guesses: int
    placements: Mapping[str, int]
    """The number of digits that each program places: the size of its search tree."""


@dataclass(frozen=True)
class Span:
    """A range of numbers, both ends included; None for no bound."""

    least: int | None = None
    most: int | None = None

    def __contains__(self, number: int) -> bool:
        return (self.least is None or self.least <= number) and (self.most is None or number <= self.most)


@dataclass(frozen=True)
class DifficultyFilter:
    """The requested difficulty; a puzzle must meet all conditions."""

    rules: Rules | None = None
    guesses: Span | None = None
    tree: Span | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is no condition, so that puzzles need not be rated."""
        return (self.rules, self.guesses, self.tree) == (None, None, None)

    def contradiction(self, clues: int | None = None) -> str | None:
        """Why no puzzle (with this number of clues) can meet the conditions; None if one may."""
        guesses, tree = self.guesses or Span(), self.tree or Span()
        if self.rules not in (None, *RULES):
            return f"unknown rules {self.rules!r}; known: {', '.join(RULES)}"
        for span in (guesses, tree):
            if span.least is not None and span.most is not None and span.least > span.most:
                return f"the range {span.least} to {span.most} is empty"
        if self.rules in ("candidates", "places") and 0 not in guesses:
            return f"a puzzle that the rules {self.rules!r} solve takes 0 guesses; the range of guesses excludes 0"
        if guesses.most == 0 and self.rules == "guesses":
            return "the rules 'guesses' need at least 1 guess"
        if clues is None:
            return None
        if clues > MAX_CLUES_WITH_GUESSES and (self.rules in ("places", "guesses") or 0 not in guesses):
            return f"every puzzle with {clues} clues is solved by naked singles, without guesses"
        if tree.most is not None and tree.most < 81 - clues:
            return (
                f"a puzzle with {clues} clues has {81 - clues} empty cells; its tree has at least that size"
            )
        return None

    def accepts(self, grid: Grid) -> bool:
        """Check the rules first: they are fast, while the search tree may take seconds."""
        if self.rules or self.guesses:
            rules, guesses, _ = _rate_by_rules(grid)
            if self.rules not in (None, rules) or (self.guesses is not None and guesses not in self.guesses):
                return False
        return self.tree is None or _row_major_placements(grid) in self.tree


def rating_of(grid: Grid) -> Rating:
    """Rate a puzzle with one solution.

    >>> easy = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
    >>> rating_of(Grid(easy)).rules
    'candidates'
    """
    rules, guesses, placements = _rate_by_rules(grid)
    shared = _row_major_placements(grid)
    sizes = {**dict.fromkeys(ROW_MAJOR, shared), "deduction-style": placements}
    return Rating(rules, guesses, MappingProxyType(sizes))


def _rate_by_rules(grid: Grid) -> tuple[Rules, int, int]:
    counts = solver_named("deduction-style").search(grid, watch=True).counts
    if counts["guesses"]:
        rules: Rules = "guesses"
    else:
        rules = "places" if counts["hidden singles"] else "candidates"
    return rules, counts["guesses"], counts["placements"]


def _row_major_placements(grid: Grid) -> int:
    """Counted by the fastest solver of that tree: the original C if it is built."""
    built = {solver.id for solver in solvers() if solver.missing() is None}
    name = "original-c" if "original-c" in built else "c-style"
    return solver_named(name).search(grid, watch=True).counts["placements"]
