"""A solver under judgement: how it is asked, within what time and what budget, and what it said.

Whatever it does, asking it ends: in time, or with one of the exceptions below. A solver with a `raw_search` (a
program, a pupil's function) is judged on the very lines that it gives.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..grid import Grid
from ..messages import Message
from ..runtime import stopping_threads
from ..runtime.stopping_threads import run_within
from ..solvers import Report, Solver
from ..solvers.protocol import Level
from ._reference_walk import TooLong, Walk, walk
from .case import Case

T = TypeVar("T")
LEVELS: tuple[Level, ...] = ("first", "all", "count", "fast")

BUDGETS: Mapping[str, int] = {"C": 20_000_000}
"""How many placements a solver of that language is asked for at most, where nothing else is said."""
BUDGET = 50_000
BUDGET_OF_OTHER_TREES = 1_000_000_000
"""The same where another tree is searched: what is beyond it is hard for rules too. The level fast has none."""
REFERENCE_BUDGET = 1_000_000
"""The same for `_reference_walk`, some two seconds."""
MANY = 1_000
"""From so many solutions on, a case belongs to the level "count"."""


class Wrong(Exception):
    """The answer is wrong: `reason` says how, `grid` for which grid where it is not the case's own."""

    def __init__(self, reason: Message, grid: str | None = None) -> None:
        super().__init__(reason.en)
        self.reason = reason
        self.grid = grid


class Skip(Exception):
    """The check says nothing of this solver, and why; `given_up` where it was too slow before to be asked now."""

    def __init__(self, reason: Message, *, given_up: bool = False) -> None:
        super().__init__(reason.en)
        self.reason = reason
        self.given_up = given_up


class Broken(Exception):
    """There is no answer to judge: it hung, or what it gave cannot be read."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.en)
        self.reason = reason


class TimedOut(Broken):
    """It was given up after so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(Message("solver_error.no_answer", seconds=float(seconds)))


class _EnoughLines(Exception):
    """Leaves a search that gives far more solutions than there are."""


@dataclass(frozen=True)
class Answer:
    """The lines that it gave, and its own report where it makes one."""

    lines: tuple[str, ...]
    report: Report | None = None
    cut: bool = False
    """It gave so many lines that it was not read to the end."""


@dataclass
class SolverUnderTest:
    """A solver, and the terms on which it is asked."""

    solver: Solver
    level: Level | None = None
    """None: all that it says it can do."""
    budget_placements: int | None = None
    seconds: float | None = 60.0
    """For one answer; None: its own limits end it."""
    max_timeouts: int = 3
    """After so many answers that did not come in time, it is asked no more."""
    timeouts: int = 0
    late: set[str] = field(default_factory=set)
    """The ids of the cases for which no answer came in time: nothing more is asked of them."""
    unloadable: list[Exception] = field(default_factory=list, repr=False)
    """Why it could not be loaded; twice, as a machine may be busy, and it is asked no more."""
    _whole: OrderedDict[str, Answer | BaseException] = field(default_factory=OrderedDict, repr=False)

    @property
    def name(self) -> str:
        return self.solver.id

    @property
    def raw(self) -> bool:
        """Whether it is judged on raw lines: someone's function or program."""
        return callable(getattr(self.solver, "raw_search", None))

    @property
    def top(self) -> Level:
        """The highest level at which it is judged."""
        return self.level or getattr(self.solver, "level", None) or "fast"

    @property
    def budget(self) -> int | None:
        """How many placements a case may take a row-major search; None for any number."""
        if self.budget_placements is not None:
            return self.budget_placements
        declared: int | None = getattr(self.solver, "budget_placements", None)
        if declared is not None:
            return declared
        if "row-major" in self.solver.promises or (self.raw and self.top != "fast"):
            return BUDGETS.get(self.solver.language, BUDGET)
        return None if self.top == "fast" and (self.raw or self.level) else BUDGET_OF_OTHER_TREES

    def reaches(self, level: Level) -> bool:
        return LEVELS.index(self.top) >= LEVELS.index(level)

    @property
    def gives_all(self) -> bool:
        """Whether it is to be asked for all the solutions of a grid."""
        return self.reaches("all") and "all" in self.solver.can

    @property
    def only_counts(self) -> bool:
        """Whether a number is all that it gives."""
        return "first" not in self.solver.can

    def count(self, case: Case) -> int:
        """How many solutions it says that the case has."""
        solver: Any = self.solver  # one that is judged on raw lines has a raw_count
        if not self.raw:
            return self.bounded(lambda: int(solver.count(Grid(case.grid), limit=case.limit)))
        if callable(getattr(solver, "raw_count", None)):
            return self.bounded(lambda: int(solver.raw_count(case.grid, case.limit)))
        return len(self.whole(case).lines)

    def affords(self, case: Case, times: int = 1) -> None:
        """Skip where so many searches of the case exceed the budget."""
        budget = self.budget
        if budget is None:
            return
        walked = min(budget, REFERENCE_BUDGET)
        needed = placements_of(case, walked)
        if needed is not None and needed * times <= budget:
            return
        raise Skip(Message("budget.over", needed=_needed(needed, times, walked), budget=budget))

    def ask(
        self, grid: str, *, limit: int | None = None, watch: bool = False, at_most: int | None = None
    ) -> Answer:
        """Its answer to the grid; at most so many lines of it, then it is cut."""
        if self.raw:
            solver: Any = self.solver  # duck-typed: anything with a raw_search
            lines = self.bounded(lambda: list(solver.raw_search(grid, limit)))
            return Answer(tuple(lines[:at_most]), None, at_most is not None and len(lines) > at_most)

        return self.search(grid, lambda: None, limit=limit, watch=watch, at_most=at_most)

    def search(
        self,
        grid: str,
        on_first: Callable[[], object],
        *,
        limit: int | None = None,
        watch: bool = False,
        at_most: int | None = None,
    ) -> Answer:
        """The same of a solver that is not judged on raw lines; `on_first` is called in the middle of its search,
        at the first solution."""
        lines: list[str] = []

        def found(solution: object) -> None:
            if not lines:
                on_first()
            if at_most is not None and len(lines) == at_most:
                raise _EnoughLines
            lines.append(str(solution))

        try:
            report = self.bounded(lambda: self.solver.search(Grid(grid), found, limit=limit, watch=watch))
        except _EnoughLines:
            return Answer(tuple(lines), None, True)
        return Answer(tuple(lines), report)

    def whole(self, case: Case) -> Answer:
        """Its answer to the whole case, kept for a while: what was raised too."""
        if case.id not in self._whole:
            watch = bool(self.solver.reports or "row-major" in self.solver.promises)
            try:
                self._whole[case.id] = self.ask(
                    case.grid, limit=case.limit, watch=watch, at_most=max_lines(case)
                )
            except Exception as error:
                self._whole[case.id] = error
            while len(self._whole) > 4:
                self._whole.popitem(last=False)
        answer = self._whole[case.id]
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _answer(self, work: Callable[[], T]) -> T:
        if self.seconds is None:
            return work()
        try:
            return run_within(self.seconds, work)
        except stopping_threads.TimedOut:
            raise TimedOut(self.seconds) from None

    def bounded(self, work: Callable[[], T]) -> T:
        """The work's result, or TimedOut, or what it raised."""
        if len(self.unloadable) == 2:
            raise self.unloadable[-1]
        if self.timeouts >= self.max_timeouts:
            raise Skip(Message("skipped.late", times=self.timeouts), given_up=True)
        try:
            return self._answer(work)
        except Exception as error:
            self.timeouts += is_late(error)
            if getattr(error, "while_loading", False):
                self.unloadable.append(error)
            raise


def is_late(error: BaseException) -> bool:
    """Whether it says that no answer came in time."""
    return isinstance(error, TimedOut) or getattr(error, "kind", None) == "timed out"


def max_lines(case: Case) -> int:
    """How many lines of an answer are read: enough to say what is wrong with it."""
    return 2 * case.asked + 100


def _needed(needed: int | None, times: int, walked: int) -> Message:
    """So many placements, so many times; where they were not counted to the end, how many there are at least."""
    if not needed:
        return Message("budget.more_than", number=walked)
    if times > 1:
        return Message("budget.times", times=times, number=needed)
    return Message("budget.placements", number=needed)


def placements_of(case: Case, at_most: int) -> int | None:
    """How many placements a row-major search of the case makes; None for more than `at_most`."""
    if case.placements is not None and case.limit is None:
        return case.placements
    known = reference_of(case, at_most)
    return None if known is None else known.placements


def reference_of(case: Case, at_most: int = REFERENCE_BUDGET) -> Walk | None:
    """The row-major walk of the case, to its limit; None where it takes more than `at_most` placements."""
    if case.placements is not None and case.limit is None and case.placements > at_most:
        return None
    if _too_long.get((case.grid, case.limit), -1) >= at_most:
        return None
    try:
        return walk(case.grid, case.limit, at_most)
    except TooLong:
        _too_long[case.grid, case.limit] = at_most
        return None


_too_long: dict[tuple[str, int | None], int] = {}
