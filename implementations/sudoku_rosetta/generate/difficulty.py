"""How hard a puzzle is, by what the documents' own programs need for it: which rules, how large a tree.

The rules are those of document "deduction": a cell with a single candidate, a digit with a single place; where both
fail it guesses. The tree is the row-major one that the three other writings share: one number does for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from ..grid import Grid
from ..solvers import solver_named

__all__ = ["RULES", "Rating", "Span", "Wanted", "rating_of"]

Rules = Literal["candidates", "places", "guesses"]
RULES: tuple[Rules, ...] = ("candidates", "places", "guesses")
MOST_CLUES_TO_GUESS = 77
"""With three empty cells or fewer one of them is the only one of its row, column or box: a single candidate."""
ROW_MAJOR = ("c-style", "scilab-style", "pseudocode-style")


@dataclass(frozen=True)
class Rating:
    """What the puzzle asks of each writing, carried on to the end of its search."""

    rules: Rules
    """Single candidates are enough; single places are needed too; guesses are needed."""
    guesses: int
    placements: Mapping[str, int]
    """For each writing, how many digits it places: the size of its tree."""


@dataclass(frozen=True)
class Span:
    """From so many to so many, both included; None for no bound."""

    least: int | None = None
    most: int | None = None

    def __contains__(self, number: int) -> bool:
        return (self.least is None or self.least <= number) and (self.most is None or number <= self.most)


@dataclass(frozen=True)
class Wanted:
    """The difficulty that is asked for: all of it must hold."""

    rules: Rules | None = None
    guesses: Span | None = None
    tree: Span | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing is asked for, so that no puzzle need be rated."""
        return (self.rules, self.guesses, self.tree) == (None, None, None)

    def contradiction(self, clues: int | None = None) -> str | None:
        """Why no puzzle, or none with this number of clues, is so; None where there may be one."""
        guesses, tree = self.guesses or Span(), self.tree or Span()
        if self.rules not in (None, *RULES):
            return f"no rules are called {self.rules!r}; there are: {', '.join(RULES)}"
        for span in (guesses, tree):
            if span.least is not None and span.most is not None and span.least > span.most:
                return f"no number is from {span.least} to {span.most}"
        if self.rules in ("candidates", "places") and 0 not in guesses:
            return f"a puzzle that the rules {self.rules!r} solve takes 0 guesses: other numbers of them exclude it"
        if guesses.most == 0 and self.rules == "guesses":
            return "the rules 'guesses' need at least 1 guess"
        if clues is None:
            return None
        if clues > MOST_CLUES_TO_GUESS and (self.rules in ("places", "guesses") or 0 not in guesses):
            return f"with {clues} clues single candidates are enough, without guesses"
        if tree.most is not None and tree.most < 81 - clues:
            return f"a puzzle with {clues} clues has {81 - clues} cells to fill: no tree is smaller"
        return None

    def met_by(self, grid: Grid) -> bool:
        """The rules first, which say no at once where the tree may take seconds."""
        by_rules = _by_rules(grid) if self.rules or self.guesses else None
        if by_rules is not None:
            rules, guesses, _ = by_rules
            if self.rules not in (None, rules) or (self.guesses is not None and guesses not in self.guesses):
                return False
        return self.tree is None or _row_major(grid) in self.tree


def rating_of(grid: Grid) -> Rating:
    """Rate a puzzle with one solution.

    >>> easy = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
    >>> rating_of(Grid(easy)).rules
    'candidates'
    """
    rules, guesses, placements = _by_rules(grid)
    shared = _row_major(grid)
    sizes = {**dict.fromkeys(ROW_MAJOR, shared), "deduction-style": placements}
    return Rating(rules, guesses, MappingProxyType(sizes))


def _by_rules(grid: Grid) -> tuple[Rules, int, int]:
    counts = solver_named("deduction-style").search(grid, watch=True).counts
    if counts["guesses"]:
        rules: Rules = "guesses"
    else:
        rules = "places" if counts["single places"] else "candidates"
    return rules, counts["guesses"], counts["placements"]


def _row_major(grid: Grid) -> int:
    """One of those who search that tree counts for all: the C where it is built."""
    return solver_named(_quickest_row_major()).search(grid, watch=True).counts["placements"]


def _quickest_row_major() -> str:
    from ..solvers import solvers

    there = {solver.id for solver in solvers() if solver.missing() is None}
    return "original-c" if "original-c" in there else "c-style"
