"""The solver that the suite judges: calls to it are limited in time and in size, and its answers are cached.

Every call returns or raises one of the exceptions below. An external solver has a method `raw_search`: it is judged
by the lines that it prints or returns.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from ..grid import Grid
from ..messages import Message
from ..runtime import stoppable_thread
from ..runtime.limits import at_most
from ..runtime.stoppable_thread import run_within
from ..solvers import Report, Solver
from ..solvers.protocol import Level
from ._reference_search import RowMajorSearch, TooManyPlacements, search_row_major
from .case import Case

T = TypeVar("T")
LEVELS: tuple[Level, ...] = ("first", "all", "count", "fast")

BUDGET_BY_LANGUAGE: Mapping[str, int] = {"C": 20_000_000}
"""Maximum number of placements in a case, by the language of the solver."""
DEFAULT_BUDGET = 50_000
OTHER_TREES_BUDGET = 1_000_000_000
"""For solvers that do not promise the row-major tree. Level fast has no budget."""
REFERENCE_BUDGET = 1_000_000
"""For `_reference_search`: about two seconds."""
COUNT_LEVEL_SOLUTIONS = 1_000
"""A case with at least this many solutions belongs to level count."""


class WrongAnswer(Exception):
    """The answer is wrong. `grid` is set if it is not the grid of the case."""

    def __init__(self, reason: Message, grid: str | None = None) -> None:
        super().__init__(reason.en)
        self.reason = reason
        self.grid = grid


class Skip(Exception):
    """The check is not run. `given_up`: the reason is that the solver had timed out before."""

    def __init__(self, reason: Message, *, given_up: bool = False) -> None:
        super().__init__(reason.en)
        self.reason = reason
        self.given_up = given_up


class NoAnswer(Exception):
    """There is no answer to judge: the solver timed out, crashed, or its output cannot be read."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.en)
        self.reason = reason


class TimedOut(NoAnswer):
    """The solver did not answer within the time limit."""

    def __init__(self, seconds: float) -> None:
        super().__init__(Message("solver_error.no_answer", seconds=float(seconds)))


class _TooManyLines(Exception):
    """Stops a search that gives far too many solutions."""


@dataclass(frozen=True)
class Answer:
    """The solutions that the solver gave, and its report if there is one."""

    lines: tuple[str, ...]
    report: Report | None = None
    truncated: bool = False
    """There were more lines than the maximum: the rest was not read."""


@dataclass
class SolverUnderTest:
    """A solver with its limits."""

    solver: Solver
    level: Level | None = None
    """None: everything that the solver declares."""
    budget_placements: int | None = None
    seconds: float | None = 60.0
    """Per answer. None: the solver has limits of its own."""
    max_timeouts: int = 3
    """After this many timeouts, all remaining checks are skipped."""
    timeouts: int = 0
    timed_out_cases: set[str] = field(default_factory=set)
    """Ids of the cases that timed out: their other checks are skipped."""
    clash_hangs: int = 0
    """How many grids with clashing clues it did not answer in time."""
    load_errors: list[Exception] = field(default_factory=list, repr=False)
    """Errors while loading the solver. Loading is tried twice."""
    _full_answers: OrderedDict[str, Answer | BaseException] = field(default_factory=OrderedDict, repr=False)

    @property
    def name(self) -> str:
        return self.solver.id

    @property
    def raw(self) -> bool:
        """Whether it is an external solver, judged by the text of its answer."""
        return callable(getattr(self.solver, "raw_search", None))

    @property
    def in_place(self) -> bool:
        """Whether it is the way of the solver to fill its argument."""
        return bool(getattr(self.solver, "in_place", False))

    def means_none(self, line: str) -> bool:
        """Whether the line is an answer that there is no solution: a grid with empty cells, of some solvers."""
        return "0" in line and bool(getattr(self.solver, "blank_means_none", False))

    @property
    def highest_level(self) -> Level:
        """The level at which it is judged."""
        return self.level or getattr(self.solver, "level", None) or "fast"

    @property
    def budget(self) -> int | None:
        """The maximum number of placements of a row-major search in a case; None: no maximum."""
        if self.budget_placements is not None:
            return self.budget_placements
        declared: int | None = getattr(self.solver, "budget_placements", None)
        if declared is not None:
            return declared
        if "row-major" in self.solver.promises or (self.raw and self.highest_level != "fast"):
            return BUDGET_BY_LANGUAGE.get(self.solver.language, DEFAULT_BUDGET)
        return None if self.highest_level == "fast" and (self.raw or self.level) else OTHER_TREES_BUDGET

    def includes(self, level: Level) -> bool:
        return LEVELS.index(self.highest_level) >= LEVELS.index(level)

    @property
    def gives_all(self) -> bool:
        """Whether it is judged on all solutions of a grid."""
        return self.includes("all") and "all" in self.solver.can

    @property
    def gives_only_counts(self) -> bool:
        """Whether it gives the number of solutions but no solution."""
        return "first" not in self.solver.can

    def count(self, case: Case) -> int:
        """The number of solutions of the case, according to the solver."""
        solver: Any = self.solver  # duck-typed: an external solver may have a raw_count
        if not self.raw:
            return self.run_limited(lambda: int(solver.count(Grid(case.grid), limit=case.limit)))
        if callable(getattr(solver, "raw_count", None)):
            return self.run_limited(lambda: int(solver.raw_count(case.grid, case.limit)))
        return len(self.full_answer(case).lines)

    def check_budget(self, case: Case, times: int = 1) -> None:
        """Raise Skip if this many searches of the case exceed the budget."""
        budget = self.budget
        if budget is None:
            return
        max_counted = min(budget, REFERENCE_BUDGET)
        needed = count_placements(case, max_counted)
        if needed is not None and needed * times <= budget:
            return
        raise Skip(Message("budget.over", needed=_needed(needed, times, max_counted), budget=budget))

    def answer_to(
        self,
        grid: str,
        *,
        limit: int | None = None,
        watch: bool = False,
        max_lines: int | None = None,
        max_seconds: float = math.inf,
    ) -> Answer:
        """The answer of the solver to the grid, truncated to `max_lines` lines. `max_seconds` may shorten the time
        limit of an external solver."""
        if self.raw:
            solver: Any = self.solver  # duck-typed: it has a raw_search
            with at_most(max_seconds):
                lines = self.run_limited(lambda: list(solver.raw_search(grid, limit)), max_seconds)
            return Answer(tuple(lines[:max_lines]), None, max_lines is not None and len(lines) > max_lines)

        return self.search(grid, lambda: None, limit=limit, watch=watch, max_lines=max_lines)

    def search(
        self,
        grid: str,
        on_first: Callable[[], object],
        *,
        limit: int | None = None,
        watch: bool = False,
        max_lines: int | None = None,
    ) -> Answer:
        """Like `answer_to`, for a registered solver. `on_first` is called during the search, at the first
        solution."""
        lines: list[str] = []

        def found(solution: object) -> None:
            if not lines:
                on_first()
            if max_lines is not None and len(lines) == max_lines:
                raise _TooManyLines
            lines.append(str(solution))

        try:
            report = self.run_limited(lambda: self.solver.search(Grid(grid), found, limit=limit, watch=watch))
        except _TooManyLines:
            return Answer(tuple(lines), None, True)
        return Answer(tuple(lines), report)

    def full_answer(self, case: Case) -> Answer:
        """All solutions of the case, or those up to its limit. Answers and exceptions are cached."""
        if case.id not in self._full_answers:
            watch = bool(self.solver.reports or "row-major" in self.solver.promises)
            try:
                self._full_answers[case.id] = self.answer_to(
                    case.grid, limit=case.limit, watch=watch, max_lines=max_lines_for(case)
                )
            except Exception as error:
                self._full_answers[case.id] = error
            while len(self._full_answers) > 4:
                self._full_answers.popitem(last=False)
        answer = self._full_answers[case.id]
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _with_timeout(self, work: Callable[[], T], max_seconds: float) -> T:
        if self.seconds is None:
            return work()
        seconds = min(self.seconds, max_seconds)
        try:
            return run_within(seconds, work)
        except stoppable_thread.TimedOut:
            raise TimedOut(seconds) from None

    def run_limited(self, work: Callable[[], T], max_seconds: float = math.inf) -> T:
        """Call `work` under the time limit; raise TimedOut if it takes longer."""
        if len(self.load_errors) == 2:
            raise self.load_errors[-1]
        if self.timeouts >= self.max_timeouts:
            raise Skip(Message("skipped.late", times=self.timeouts), given_up=True)
        try:
            return self._with_timeout(work, max_seconds)
        except Exception as error:
            self.timeouts += is_timeout(error)
            if getattr(error, "while_loading", False):
                self.load_errors.append(error)
            raise


def is_timeout(error: BaseException) -> bool:
    """Whether the error is a timeout."""
    return isinstance(error, TimedOut) or getattr(error, "kind", None) == "timed out"


def max_lines_for(case: Case) -> int:
    """The number of lines read from an answer: enough to report what is wrong with it."""
    return 2 * case.expected_count + 100


def _needed(needed: int | None, times: int, max_counted: int) -> Message:
    """The number of placements as a message; a lower bound if they were not all counted."""
    if not needed:
        return Message("budget.more_than", number=max_counted)
    if times > 1:
        return Message("budget.times", times=times, number=needed)
    return Message("budget.placements", number=needed)


def count_placements(case: Case, max_placements: int) -> int | None:
    """Placements of a row-major search of the case; None if there are more than `max_placements`."""
    if case.placements is not None and case.limit is None:
        return case.placements
    known = reference_search(case, max_placements)
    return None if known is None else known.placements


def reference_search(case: Case, max_placements: int = REFERENCE_BUDGET) -> RowMajorSearch | None:
    """The row-major search of the case up to its limit; None if it takes more than `max_placements`."""
    if case.placements is not None and case.limit is None and case.placements > max_placements:
        return None
    if _searches_too_long.get((case.grid, case.limit), -1) >= max_placements:
        return None
    try:
        return search_row_major(case.grid, case.limit, max_placements)
    except TooManyPlacements:
        _searches_too_long[case.grid, case.limit] = max_placements
        return None


_searches_too_long: dict[tuple[str, int | None], int] = {}
