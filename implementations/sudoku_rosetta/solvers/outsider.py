"""A solver from outside, behind our face: what it can do is what it is asked to show, its level, and every line
that it gives reaches the checks as it is, legal grid or not, through `raw_search`."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator
from types import MappingProxyType
from typing import Literal

from ..grid import Grid, GridError
from .broke import SolverBroke
from .protocol import Ability, Found, Report, Solver, checked_limit

Level = Literal["first", "all", "count", "fast"]
CAN: MappingProxyType[Level, frozenset[Ability]] = MappingProxyType(
    {
        "first": frozenset({"first"}),
        "all": frozenset({"first", "all", "count"}),
        "count": frozenset({"count"}),
        "fast": frozenset({"first", "all", "count"}),
    }
)


class Outsider(Solver):
    """Whoever adds a kind of these writes `answers`."""

    # What the class says of our own solvers, each of these says of itself.
    id: str
    title: str
    style: str = "anyone's"
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
        """Its solutions, as texts of 81 digits and no more than `limit` of them; or one number, how many there
        are. Raises SolverBroke."""

    def raw_search(self, grid_text: str, limit: int | None = None) -> list[str]:
        """Its solutions as it gave them: 81 digits each, of which nothing is known."""
        lines = []
        for answer in self.answers(grid_text, checked_limit(limit)):
            if isinstance(answer, int):
                raise only_a_number(answer)
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
        if self.level == "first":
            limit = 1
        solutions = 0
        for answer in self.answers(str(grid), checked_limit(limit)):
            if isinstance(answer, int):
                if found is not None:
                    raise only_a_number(answer)
                solutions = answer if limit is None else min(answer, limit)
            else:
                solutions += 1
                solution = _legal(answer)
                if found is not None:
                    found(solution)
        return Report(solutions, limit is None or solutions < limit)


def only_a_number(number: int) -> SolverBroke:
    return SolverBroke(
        "unreadable",
        f"it answered with a number, {str(number)[:20]}; solutions are expected, 81 digits each",
        f"il a répondu par un nombre, {str(number)[:20]}; des solutions de 81 chiffres sont attendues",
    )


def _legal(line: str) -> Grid:
    try:
        return Grid(line)
    except GridError as error:
        raise SolverBroke(
            "unreadable",
            f"its answer is no legal grid: {error}",
            f"sa réponse n'est pas une grille permise: {error}",
            line,
        ) from None


def readable_name(text: str) -> str:
    """A name for reports and test names out of what was typed: one word, no sign that a shell or a page minds.

    >>> readable_name("node examples/mine.js")
    'node-mine.js'
    """
    words = (word.rstrip("/").rpartition("/")[2] for word in text.split())
    return re.sub(r"[^\w.:+-]+", "-", "-".join(words)).strip("-")[:60] or "program"
