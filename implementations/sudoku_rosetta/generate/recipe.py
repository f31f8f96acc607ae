"""A recipe describes how to make grids; grid number i of a seed is always the same.

The methods of making a grid are called ways, as in the option `--way`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Literal, get_args

from ..grid import Grid, GridError
from ..runtime.stoppable_thread import Stopped
from ..solvers import Solver, solver_named
from ..solvers.protocol import split_batch
from ._symmetry import SYMMETRIES, clue_counts, orbits
from .batches import document_grids, full_grids, remove_clues, scilab_rng_grids
from .difficulty import DifficultyFilter
from .rng import SplitMix64
from .until_unique import DEFAULT_FEW, CountBatch, add_until_unique

__all__ = ["WAYS", "Puzzle", "Recipe", "RecipeError", "Way"]

Way = Literal["minimal", "until-unique", "mr", "removal", "full"]
WAYS: tuple[Way, ...] = get_args(Way)
RATED: tuple[Way, ...] = ("minimal", "until-unique")
"""The ways that make grids with one solution, which have a difficulty."""
MAX_FEW = 40
"""With more random digits there is almost never a solution."""
MIN_CLUES = 17
"""No puzzle with fewer clues has a unique solution (McGuire, Tugemann, Civario, 2012)."""
MAX_MINIMAL_CLUES = 40
"""No minimal puzzle with more clues is known."""
MAX_ATTEMPTS = 100_000
"""Attempts at one grid before it is abandoned."""


class RecipeError(ValueError):
    """The recipe is impossible, or no such grid was found; the message is one line."""


@dataclass(frozen=True)
class Puzzle:
    """A generated grid, and its solution if the way provides it."""

    number: int
    line: str
    answer: str | None

    @property
    def grid(self) -> Grid:
        return Grid(self.line)

    def solution(self) -> Grid:
        """The solution, searched if `answer` is None; the first one if there are several ("removal", "mr").

        Raises RecipeError if there is none, which is possible with "mr".
        """
        if self.answer is not None:
            return Grid(self.answer)
        found = solver_named(None).solve(self.grid)
        if found is None:
            raise RecipeError(f"grid {self.number} has no solution: MR(n) does not ensure one")
        return found


@dataclass(frozen=True)
class Recipe:
    """How to make a grid.

    `clues`: the exact number of clues. `start`: the full grid to start from. `few`: for "until-unique", the number
    of digits placed before the first search. `scilab`: use Scilab's random number generator.
    """

    way: Way = "minimal"
    clues: int | None = None
    symmetry: str = "none"
    start: bytes | None = None
    few: int | None = None
    scilab: bool = False
    difficulty: DifficultyFilter = field(default=DifficultyFilter())

    def check(self) -> None:
        """Raise RecipeError if the recipe is impossible."""
        if self.way not in WAYS:
            raise RecipeError(f"unknown way {self.way!r}; known: {', '.join(WAYS)}")
        if self.symmetry not in SYMMETRIES:
            raise RecipeError(f"unknown symmetry {self.symmetry!r}; known: {', '.join(SYMMETRIES)}")
        if self.clues is not None and not 0 <= self.clues <= 81:
            raise RecipeError(f"a grid has 0 to 81 clues, not {self.clues}")
        if self.way in ("mr", "removal") and self.clues is None:
            raise RecipeError(f"the way {self.way!r} needs a number of clues")
        if self.clues is not None and self.clues < MIN_CLUES and self.way == "minimal":
            raise RecipeError(
                f"no puzzle with {self.clues} clues has a unique solution: at least {MIN_CLUES} are needed"
            )
        if self.clues is not None and self.way in ("full", "until-unique"):
            raise RecipeError(f"the way {self.way!r} does not take a number of clues")
        if self.few is not None and self.way != "until-unique":
            raise RecipeError(f"the number of first digits is for the way 'until-unique', not {self.way!r}")
        if self.few is not None and not 0 <= self.few <= MAX_FEW:
            raise RecipeError(f"the number of first digits is 0 to {MAX_FEW}, not {self.few}")
        if self.start is not None:
            _check_full(self.start)
        self._check_combinations()

    def _check_combinations(self) -> None:
        if self.symmetry != "none" and self.way != "minimal":
            raise RecipeError(f"the way {self.way!r} does not support symmetry")
        if not self.difficulty.is_empty and self.way not in RATED:
            raise RecipeError(
                f"grids of the way {self.way!r} have no difficulty; those of {', '.join(RATED)} have"
            )
        if reason := self.difficulty.contradiction(self.clues):
            raise RecipeError(reason)
        largest = self.difficulty.tree.most if self.difficulty.tree else None
        if (
            self.way == "minimal"
            and self.clues is None
            and largest is not None
            and largest <= 80 - MAX_MINIMAL_CLUES
        ):
            raise RecipeError(
                f"no minimal puzzle with more than {MAX_MINIMAL_CLUES} clues is known: "
                f"a tree has at least {81 - MAX_MINIMAL_CLUES} placements"
            )
        if self.clues is not None and self.clues not in clue_counts(self.symmetry):
            raise RecipeError(f"no grid with the symmetry {self.symmetry!r} has {self.clues} clues")
        if self.start is not None and self.way not in ("minimal", "removal"):
            raise RecipeError(f"the way {self.way!r} does not start from a full grid")
        if self.scilab and not self.can_use_scilab_rng:
            raise RecipeError("Scilab's generator is for 'mr', and for 'removal' from a given full grid")

    @property
    def can_use_scilab_rng(self) -> bool:
        """Whether Scilab's generator can make it; its sequence continues from grid to grid."""
        return self.way == "mr" or (self.way == "removal" and self.start is not None)

    def make(self, seed: int, numbers: range, solver: Solver, stop: Event | None = None) -> list[Puzzle]:
        """The grids with these numbers. Raises Stopped if another thread sets `stop`."""
        count_batch = _batch_counter(solver, stop or Event())
        if self.way == "minimal":
            return self._minimal(seed, numbers, count_batch)
        if self.way == "until-unique":
            return [self._until_unique(seed, number, count_batch) for number in numbers]
        if self.way == "full":
            return _numbered(numbers, full_grids(seed, numbers), solved=True)
        assert self.clues is not None
        uniform = self.way == "removal" and self.start is None
        return _numbered(numbers, document_grids(self.start, self.clues, seed, numbers, uniform=uniform))

    def make_with_scilab_rng(self, state: int, numbers: range) -> tuple[list[Puzzle], int]:
        """The grids with these numbers, from this state of Scilab's generator; and its state after them."""
        assert self.clues is not None
        grids, after = scilab_rng_grids(self.start, self.clues, state, len(numbers))
        return _numbered(numbers, grids), after

    def _until_unique(self, seed: int, number: int, count_batch: CountBatch) -> Puzzle:
        """After an unsolvable start, continue the random stream; after an unsuitable puzzle, begin a new one."""
        attempt = 0
        rng = SplitMix64(seed, number, attempt)
        for _ in range(MAX_ATTEMPTS):
            cells = add_until_unique(DEFAULT_FEW if self.few is None else self.few, rng, count_batch)
            if cells is None:
                continue
            if self._accepts(line := cells.decode()):
                return Puzzle(number, line, None)
            attempt += 1
            rng = SplitMix64(seed, number, attempt)
        raise _not_found(number)

    def _minimal(self, seed: int, numbers: Sequence[int], count_batch: CountBatch) -> list[Puzzle]:
        """Make all grids together, so that the solver gets large batches."""
        found: dict[int, Puzzle] = {}
        groups, min_clues = orbits(self.symmetry), self.clues or 0
        for attempt in range(MAX_ATTEMPTS):
            missing = [number for number in numbers if number not in found]
            if not missing:
                return [found[number] for number in numbers]
            starts, lines = remove_clues(seed, missing, attempt, groups, min_clues, self.start, count_batch)
            for number, start, line in zip(missing, split_lines(starts), split_lines(lines), strict=True):
                if self._accepts(line):
                    found[number] = Puzzle(number, line, start)
        raise _not_found(next(number for number in numbers if number not in found))

    def _accepts(self, line: str) -> bool:
        if self.clues is not None and 81 - line.count("0") != self.clues:
            return False
        return self.difficulty.is_empty or self.difficulty.accepts(Grid(line))


def _not_found(number: int) -> RecipeError:
    return RecipeError(f"grid {number}: no suitable grid found in {MAX_ATTEMPTS:,} attempts")


def _batch_counter(solver: Solver, stop: Event) -> CountBatch:
    """Count a batch in one call if the solver takes batches; else grid by grid, and check `stop` in between."""

    def count(batch: bytes) -> Sequence[int]:
        if stop.is_set():
            raise Stopped
        return solver.count_batch(batch, limit=2)

    if solver.takes_batches:
        return count
    return lambda grids: [count(grid)[0] for grid in split_batch(grids)]


def _check_full(start: bytes) -> None:
    try:
        full = Grid(start)
    except GridError as error:
        raise RecipeError(f"the full grid to start from: {error}") from None
    if not full.is_full or len(start) != 81:
        raise RecipeError("the full grid to start from must be exactly 81 digits from 1 to 9")


def split_lines(grids: bytes) -> list[str]:
    text = grids.decode("ascii")
    return [text[start : start + 81] for start in range(0, len(text), 81)]


def _numbered(numbers: range, grids: bytes, *, solved: bool = False) -> list[Puzzle]:
    lines = split_lines(grids)
    return [
        Puzzle(number, line, line if solved else None) for number, line in zip(numbers, lines, strict=True)
    ]
