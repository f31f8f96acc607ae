"""What is to be made, and the making: grid number i of a seed is the same whoever makes it, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from threading import Event
from typing import Literal, get_args

from ..grid import Grid, GridError
from ..runtime.stopping_threads import Stopped
from ..solvers import Solver, solver_named
from ..solvers.protocol import split_batch
from ._symmetry import SYMMETRIES, orbits, sums
from .batches import by_document, by_scilab, fulls, shrunk
from .difficulty import Wanted
from .draws import Draws
from .until_unique import START, Judge, added_until_unique

__all__ = ["WAYS", "Puzzle", "Recipe", "RecipeError", "Way"]

Way = Literal["minimal", "until-unique", "mr", "removal", "full"]
WAYS: tuple[Way, ...] = get_args(Way)
RATED: tuple[Way, ...] = ("minimal", "until-unique")
"""These make grids with one solution, which have a difficulty."""
FEW_AT_MOST = 40
"""With more random digits there is hardly ever a solution."""
FEWEST = 17
"""No puzzle with fewer clues has one solution (McGuire, Tugemann, Civario, 2012)."""
MOST_OF_MINIMAL = 40
"""No minimal puzzle with more clues is known."""
TRIES = 100_000
"""Attempts at one grid before it is given up."""


class RecipeError(ValueError):
    """Asks for what cannot be, or what is not found; its text is one line."""


@dataclass(frozen=True)
class Puzzle:
    """A grid that was made; its solution where the way of making it knows it."""

    number: int
    line: str
    answer: str | None

    @property
    def grid(self) -> Grid:
        return Grid(self.line)

    def solution(self) -> Grid:
        """The only solution, or, of a grid by "removal" or "mr", the first; searched where `answer` is None.
        RecipeError where there is none, as may be by "mr"."""
        if self.answer is not None:
            return Grid(self.answer)
        found = solver_named(None).solve(self.grid)
        if found is None:
            raise RecipeError(f"grid {self.number} has no solution: MR(n) does not see to it")
        return found


@dataclass(frozen=True)
class Recipe:
    """How a grid is made. `clues`: their exact number. `start`: the full grid. `few`: the number of digits before
    the first search, for "until-unique"."""

    way: Way = "minimal"
    clues: int | None = None
    symmetry: str = "none"
    start: bytes | None = None
    few: int | None = None
    scilab: bool = False
    wanted: Wanted = field(default=Wanted())

    def check(self) -> None:
        """Raise RecipeError where it asks for what cannot be."""
        if self.way not in WAYS:
            raise RecipeError(f"no way of making is called {self.way!r}; there are: {', '.join(WAYS)}")
        if self.symmetry not in SYMMETRIES:
            raise RecipeError(f"no symmetry is called {self.symmetry!r}; there are: {', '.join(SYMMETRIES)}")
        if self.clues is not None and not 0 <= self.clues <= 81:
            raise RecipeError(f"a grid has 0 to 81 clues, not {self.clues}")
        if self.way in ("mr", "removal") and self.clues is None:
            raise RecipeError(f"the way {self.way!r} must be told how many clues")
        if self.clues is not None and self.clues < FEWEST and self.way == "minimal":
            raise RecipeError(f"no puzzle with {self.clues} clues has one solution: it takes {FEWEST}")
        if self.clues is not None and self.way in ("full", "until-unique"):
            raise RecipeError(f"the way {self.way!r} itself decides how many clues there are")
        if self.few is not None and self.way != "until-unique":
            raise RecipeError(
                f"the way {self.way!r} does not begin with a few digits: only 'until-unique' does"
            )
        if self.few is not None and not 0 <= self.few <= FEW_AT_MOST:
            raise RecipeError(f"a few digits are 0 to {FEW_AT_MOST}, not {self.few}")
        if self.start is not None:
            _check_full(self.start)
        self._check_what_goes_together()

    def _check_what_goes_together(self) -> None:
        if self.symmetry != "none" and self.way != "minimal":
            raise RecipeError(f"the way {self.way!r} knows no symmetry")
        if not self.wanted.is_empty and self.way not in RATED:
            raise RecipeError(f"the way {self.way!r} makes no puzzles to rate; these do: {', '.join(RATED)}")
        if reason := self.wanted.contradiction(self.clues):
            raise RecipeError(reason)
        largest = self.wanted.tree.most if self.wanted.tree else None
        if (
            self.way == "minimal"
            and self.clues is None
            and largest is not None
            and largest <= 80 - MOST_OF_MINIMAL
        ):
            raise RecipeError(
                f"no minimal puzzle with more than {MOST_OF_MINIMAL} clues is known: "
                f"its tree has {81 - MOST_OF_MINIMAL} placements or more"
            )
        if self.clues is not None and self.clues not in sums(self.symmetry):
            raise RecipeError(f"the symmetry {self.symmetry!r} allows no grid with {self.clues} clues")
        if self.start is not None and self.way not in ("minimal", "removal"):
            raise RecipeError(f"the way {self.way!r} starts from no full grid")
        if self.scilab and not self.sequential:
            raise RecipeError("Scilab's generator is for 'mr', and for 'removal' from the document's grid")

    @property
    def sequential(self) -> bool:
        """Whether it can be made with Scilab's generator, whose numbers go on from grid to grid."""
        return self.way == "mr" or (self.way == "removal" and self.start is not None)

    def made(self, seed: int, numbers: range, solver: Solver, stop: Event | None = None) -> list[Puzzle]:
        """The grids of these numbers; Stopped once another thread sets `stop`."""
        judge = _judge(solver, stop or Event())
        if self.way == "minimal":
            return self._minimal(seed, numbers, judge)
        if self.way == "until-unique":
            return [self._until_unique(seed, number, judge) for number in numbers]
        if self.way == "full":
            return _numbered(numbers, fulls(seed, numbers), known=True)
        assert self.clues is not None
        uniform = self.way == "removal" and self.start is None
        return _numbered(numbers, by_document(self.start, self.clues, seed, numbers, uniform=uniform))

    def in_sequence(self, state: int, numbers: range) -> tuple[list[Puzzle], int]:
        """The same number of grids from Scilab's numbers, and the state that these are left in."""
        assert self.clues is not None
        made, after = by_scilab(self.start, self.clues, state, len(numbers))
        return _numbered(numbers, made), after

    def _until_unique(self, seed: int, number: int, judge: Judge) -> Puzzle:
        """Unsolvable start: continue the same random stream. Unsuitable puzzle: start a new attempt."""
        attempt = 0
        draws = Draws(seed, number, attempt)
        for _ in range(TRIES):
            cells = added_until_unique(START if self.few is None else self.few, draws, judge)
            if cells is None:
                continue
            if self._will_do(line := cells.decode()):
                return Puzzle(number, line, None)
            attempt += 1
            draws = Draws(seed, number, attempt)
        raise self._given_up(number)

    def _minimal(self, seed: int, numbers: Sequence[int], judge: Judge) -> list[Puzzle]:
        """All of them together, so that the judge gets large batches."""
        found: dict[int, Puzzle] = {}
        groups, least = orbits(self.symmetry), self.clues or 0
        for attempt in range(TRIES):
            missing = [number for number in numbers if number not in found]
            if not missing:
                return [found[number] for number in numbers]
            starts, lines = shrunk(seed, missing, attempt, groups, least, self.start, judge)
            for number, start, line in zip(missing, lines_in(starts), lines_in(lines), strict=True):
                if self._will_do(line):
                    found[number] = Puzzle(number, line, start)
        raise self._given_up(next(number for number in numbers if number not in found))

    def _will_do(self, line: str) -> bool:
        if self.clues is not None and 81 - line.count("0") != self.clues:
            return False
        return self.wanted.is_empty or self.wanted.met_by(Grid(line))

    def _given_up(self, number: int) -> RecipeError:
        return RecipeError(f"grid {number}: {TRIES:,} attempts, and none is what was asked for")


def _judge(solver: Solver, stop: Event) -> Judge:
    """Batches for a solver that takes them; else grid by grid, so that a stop is seen between two searches."""

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
        raise RecipeError(
            "the full grid to start from: 81 digits from 1 to 9 are needed, and nothing between"
        )


def lines_in(grids: bytes) -> list[str]:
    text = grids.decode("ascii")
    return [text[start : start + 81] for start in range(0, len(text), 81)]


def _numbered(numbers: range, grids: bytes, *, known: bool = False) -> list[Puzzle]:
    lines = lines_in(grids)
    return [
        Puzzle(number, line, line if known else None) for number, line in zip(numbers, lines, strict=True)
    ]
