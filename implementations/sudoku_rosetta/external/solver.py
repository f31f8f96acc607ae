"""ExternalSolver: the base class of functions and programs that are run as a Solver.

Its abilities follow from its level. `raw_search` returns its answers unchecked, so that a conformance check can
judge answers that are not legal grids.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from types import MappingProxyType

from ..grid import Grid, GridError
from ..messages import Message
from ..solvers.protocol import Ability, Handler, Level, Report, Solver, checked_limit
from .errors import SolverError, grid_error_message

ABILITIES_OF_LEVEL: MappingProxyType[Level, frozenset[Ability]] = MappingProxyType(
    {
        "first": frozenset({"first"}),
        "all": frozenset({"first", "all", "count"}),
        "count": frozenset({"count"}),
        "fast": frozenset({"first", "all", "count"}),
    }
)


class ExternalSolver(Solver):
    """A subclass implements `answers`."""

    # Class attributes in Solver, instance attributes here.
    id: str
    title: str
    style: str = "external"
    runs_in_threads = True
    language: str
    can: frozenset[Ability]
    level: Level

    def __init__(self, name: str, title: str, language: str, level: Level) -> None:
        if level not in ABILITIES_OF_LEVEL:
            raise ValueError(f"unknown level {level!r}; choose one of: {', '.join(ABILITIES_OF_LEVEL)}")
        self.id = name
        self.title = title
        self.language = language
        self.level = level
        self.can = ABILITIES_OF_LEVEL[level]

    @property
    def blank_means_none(self) -> bool:
        """Whether a grid with empty cells is the answer that there is no solution."""
        return False

    @property
    def in_place(self) -> bool:
        """Whether it is the way of the solver to fill its argument."""
        return False

    @property
    def changed_argument(self) -> bool | None:
        """Whether the last call changed its argument; None if it has none."""
        return None

    @property
    def cost_per_grid(self) -> float:
        """The seconds that a grid costs because a process is started for it; 0 if one process is used for all."""
        return 0.0

    @abstractmethod
    def answers(self, grid_text: str, limit: int | None) -> Iterator[str | int]:
        """Yield at most `limit` solutions as strings of 81 digits, or their number. Raise SolverError."""

    def prepare(self) -> None:
        """Read, load or compile the solver. Raise SolverError or SolverMissing if this fails."""

    def close(self) -> None:
        """End the solver's processes, if it has any."""

    def raw_search(self, grid_text: str, limit: int | None = None) -> list[str]:
        """Return the solutions without checking them: they are strings of 81 digits, but may be wrong."""
        lines = []
        for answer in self.answers(grid_text, checked_limit(limit)):
            if isinstance(answer, int):
                raise _only_a_number_error(answer)
            lines.append(answer)
        return lines

    def raw_count(self, grid_text: str, limit: int | None = None) -> int:
        """Return the number that the solver answers, or the number of its solutions."""
        number = 0
        for answer in self.answers(grid_text, checked_limit(limit)):
            if isinstance(answer, int):
                return answer
            number += not self._means_none(answer)
        return number

    def _means_none(self, answer: str) -> bool:
        """Whether the answer is a grid with empty cells that means that there is no solution."""
        return self.blank_means_none and "0" in answer

    def search(
        self, grid: Grid, on_solution: Handler | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        self.check_available()
        try:
            return self._search(grid, on_solution, 1 if self.level == "first" else limit)
        except SolverError as error:
            error.solver = self.id
            raise

    def _search(self, grid: Grid, on_solution: Handler | None, limit: int | None) -> Report:
        solutions = 0
        for answer in self.answers(str(grid), checked_limit(limit)):
            if isinstance(answer, int):
                if on_solution is not None:
                    raise _only_a_number_error(answer)
                solutions = answer if limit is None else min(answer, limit)
            elif not self._means_none(answer):
                solutions += 1
                solution = _legal_grid(answer)
                if on_solution is not None:
                    on_solution(solution)
        return Report(solutions, limit is None or solutions < limit)


def _only_a_number_error(number: int) -> SolverError:
    return SolverError("unreadable", Message("program.only_a_number", number=str(number)[:20]))


def _legal_grid(line: str) -> Grid:
    try:
        return Grid(line)
    except GridError as error:
        raise SolverError(
            "unreadable", Message("program.not_legal", why=grid_error_message(error)), line
        ) from None
