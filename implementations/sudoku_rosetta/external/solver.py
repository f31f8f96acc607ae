"""An external solver behind our face. Every line that it gives reaches the checks as it is, legal grid or not,
through `raw_search`; what it can do follows from the level at which it is asked."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator
from types import MappingProxyType

from ..grid import Grid, GridError
from ..messages import Message
from ..solvers.protocol import Ability, Found, Level, Report, Solver, checked_limit
from .errors import SolverError, not_a_grid

CAN: MappingProxyType[Level, frozenset[Ability]] = MappingProxyType(
    {
        "first": frozenset({"first"}),
        "all": frozenset({"first", "all", "count"}),
        "count": frozenset({"count"}),
        "fast": frozenset({"first", "all", "count"}),
    }
)


class ExternalSolver(Solver):
    """A subclass implements `answers`."""

    # Class attributes of our own solvers, attributes of each instance here.
    id: str
    title: str
    style: str = "anyone's"
    runs_in_threads = True
    language: str
    can: frozenset[Ability]
    level: Level

    def __init__(self, name: str, title: str, language: str, level: Level) -> None:
        if level not in CAN:
            raise ValueError(f"no level is called {level!r}; there are: {', '.join(CAN)}")
        self.id = name
        self.title = title
        self.language = language
        self.level = level
        self.can = CAN[level]

    @abstractmethod
    def answers(self, grid_text: str, limit: int | None) -> Iterator[str | int]:
        """Its solutions as texts of 81 digits, at most `limit`; or their number. Raises SolverError."""

    def close(self) -> None:
        """End its processes, if it has any."""

    def raw_search(self, grid_text: str, limit: int | None = None) -> list[str]:
        """Its solutions as it gave them: 81 digits each, unchecked."""
        lines = []
        for answer in self.answers(grid_text, checked_limit(limit)):
            if isinstance(answer, int):
                raise _only_a_number(answer)
            lines.append(answer)
        return lines

    def raw_count(self, grid_text: str, limit: int | None = None) -> int:
        """How many solutions it says there are, whether it counted or gave them."""
        given = 0
        for answer in self.answers(grid_text, checked_limit(limit)):
            if isinstance(answer, int):
                return answer
            given += 1
        return given

    def search(
        self, grid: Grid, found: Found | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        self.demand()
        try:
            return self._search(grid, found, 1 if self.level == "first" else limit)
        except SolverError as error:
            error.solver = self.id
            raise

    def _search(self, grid: Grid, found: Found | None, limit: int | None) -> Report:
        solutions = 0
        for answer in self.answers(str(grid), checked_limit(limit)):
            if isinstance(answer, int):
                if found is not None:
                    raise _only_a_number(answer)
                solutions = answer if limit is None else min(answer, limit)
            else:
                solutions += 1
                solution = _legal(answer)
                if found is not None:
                    found(solution)
        return Report(solutions, limit is None or solutions < limit)


def _only_a_number(number: int) -> SolverError:
    return SolverError("unreadable", Message("program.only_a_number", number=str(number)[:20]))


def _legal(line: str) -> Grid:
    try:
        return Grid(line)
    except GridError as error:
        raise SolverError("unreadable", Message("program.not_legal", why=not_a_grid(error)), line) from None
