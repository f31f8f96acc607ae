"""What is to be made, and the making: grid number i of a seed is the same whoever makes it, and when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, get_args

from ..grid import Grid, GridError
from ..solvers import Solver, solver_named
from ..solvers.batches import count_each
from .batches import by_document, by_scilab, fulls, shrunk
from .difficulty import Wanted
from .draws import Draws
from .symmetry import SYMMETRIES, orbits
from .until_unique import START, added_until_unique

__all__ = ["WAYS", "Puzzle", "Recipe", "RecipeError", "Way"]

Way = Literal["minimal", "until-unique", "mr", "removal", "full"]
WAYS: tuple[Way, ...] = get_args(Way)
FEW_AT_MOST = 40
"""With more digits at random than that, next to never is a solution left."""
FEWEST = 17
"""No puzzle with fewer clues has one solution (McGuire, Tugemann, Civario, 2012)."""
TRIES = 100_000
"""So many attempts at one grid, and then whoever asks is told that it may be too much to ask."""


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

    @property
    def solution(self) -> Grid:
        """The only solution, or, of a grid by "removal" or "mr", the first."""
        if self.answer is not None:
            return Grid(self.answer)
        found = solver_named(None).solve(self.grid)
        if found is None:
            raise RecipeError(f"grid {self.number} has no solution: MR(n) does not see to it")
        return found


@dataclass(frozen=True)
class Recipe:
    """How a grid is made. `clues`: so many exactly. `start`: the full grid. `few`: for "until-unique", how many
    digits are there before the first search."""

    way: Way = "minimal"
    clues: int | None = None
    symmetry: str = "none"
    start: bytes | None = None
    few: int = START
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
        if not 0 <= self.few <= FEW_AT_MOST:
            raise RecipeError(f"a few digits are 0 to {FEW_AT_MOST}, not {self.few}")
        if self.start is not None:
            _check_full(self.start)
        self._check_what_goes_together()

    def _check_what_goes_together(self) -> None:
        if self.symmetry != "none" and self.way != "minimal":
            raise RecipeError(f"the way {self.way!r} knows no symmetry")
        if not self.wanted.anything and self.way not in ("minimal", "until-unique"):
            raise RecipeError(
                f"the way {self.way!r} makes grids with several solutions: they have no difficulty"
            )
        if self.start is not None and self.way not in ("minimal", "removal"):
            raise RecipeError(f"the way {self.way!r} starts from no full grid")
        if self.scilab and not self.sequential:
            raise RecipeError("Scilab's generator is for 'mr', and for 'removal' from the document's grid")

    @property
    def sequential(self) -> bool:
        """Whether it can be made with Scilab's generator, whose numbers go on from grid to grid."""
        return self.way == "mr" or (self.way == "removal" and self.start is not None)

    def made(self, seed: int, numbers: range, solver: Solver) -> list[Puzzle]:
        """The grids of these numbers."""
        if self.way == "minimal":
            return self._minimal(seed, numbers, solver)
        if self.way == "until-unique":
            return [self._until_unique(seed, number, solver) for number in numbers]
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

    def _until_unique(self, seed: int, number: int, solver: Solver) -> Puzzle:
        """Where the few digits leave no solution the same draws go on; where the puzzle will not do, others do."""
        attempt = 0
        draws = Draws(seed, number, attempt)
        for _ in range(TRIES):
            cells = added_until_unique(self.few, draws, solver)
            if cells is None:
                continue
            if self._will_do(line := cells.decode()):
                return Puzzle(number, line, None)
            attempt += 1
            draws = Draws(seed, number, attempt)
        raise self._given_up(number)

    def _minimal(self, seed: int, numbers: Sequence[int], solver: Solver) -> list[Puzzle]:
        """All of them at once, so that whoever judges gets many grids to judge at once."""
        found: dict[int, Puzzle] = {}
        judge = partial(count_each, solver=solver, limit=2)
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
        return self.wanted.anything or self.wanted.met_by(Grid(line))

    def _given_up(self, number: int) -> RecipeError:
        return RecipeError(f"grid {number}: {TRIES:,} attempts, and none is what was asked for")


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
