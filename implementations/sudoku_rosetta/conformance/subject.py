"""A solver under judgement: how it is asked, within what time and what budget, and what it said.

Whatever it does, asking it ends: in time, or with one of the exceptions below. A solver with a `raw_search` (a
program, a pupil's function) is judged on the very lines that it gives.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from ..grid import Grid
from ..solvers import Report, Solver
from ..solvers.apart import Stopped
from .case import Case
from .outcome import Reason
from .reference import TooLong, Walk, walk
from .words import both

T = TypeVar("T")
Level = Literal["first", "all", "count", "fast"]
LEVELS: tuple[Level, ...] = ("first", "all", "count", "fast")

BUDGETS: Mapping[str, int] = {"C": 20_000_000}
"""How many placements a solver of that language is asked for at most, where nothing else is said."""
BUDGET = 50_000
BUDGET_OF_OTHER_TREES = 1_000_000_000
"""The same where another tree is searched: what is beyond it is hard for rules too. The level fast has none."""
REFERENCE_BUDGET = 1_000_000
"""The same for the walker of `reference`, some two seconds."""
MANY = 1_000
"""From so many solutions on, a case belongs to the level "count"."""


class Wrong(Exception):
    """The answer is wrong: `reason` says how, `grid` for which grid where it is not the case's own."""

    def __init__(self, reason: Reason, grid: str | None = None) -> None:
        super().__init__(reason.en)
        self.reason = reason
        self.grid = grid


class Skip(Exception):
    """The check says nothing of this solver, and why."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.en)
        self.reason = reason


class Broken(Exception):
    """There is no answer to judge: it hung, or what it gave cannot be read."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.en)
        self.reason = reason


class TimedOut(Broken):
    """It was given up after so many seconds."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            both(
                "no answer after {seconds} s: given up",
                "pas de réponse après {seconds} s : abandonné",
                seconds=f"{seconds:g}",
            )
        )


class _EnoughLines(Exception):
    """Leaves a search that gives far more solutions than there are."""


@dataclass(frozen=True)
class Answer:
    """The lines that it gave, and its own report where it makes one."""

    lines: tuple[str, ...]
    report: Report | None = None
    cut: bool = False
    """It gave so many lines that it was not heard to the end."""


@dataclass
class Subject:
    """A solver, and the terms on which it is asked."""

    solver: Solver
    level: Level | None = None
    """None: all that it says it can do."""
    budget_placements: int | None = None
    seconds: float = 60.0
    patience: int = 3
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
        raise Skip(
            both(
                "over the budget: a row-major search of it takes {needed} placements, of {budget}",
                "hors budget : une recherche ligne par ligne y demande {needed} placements, sur {budget}",
                needed=_figure(needed, times) if needed else _more_than(walked),
                budget=_number(budget),
            )
        )

    def ask(
        self, grid: str, *, limit: int | None = None, watch: bool = False, at_most: int | None = None
    ) -> Answer:
        """Its answer to the grid; at most so many lines of it, then it is cut."""
        if self.raw:
            solver: Any = self.solver  # duck-typed: anything with a raw_search
            lines = self.bounded(lambda: list(solver.raw_search(grid, limit)))
            return Answer(tuple(lines[:at_most]), None, at_most is not None and len(lines) > at_most)

        return self.hear(grid, lambda: None, limit=limit, watch=watch, at_most=at_most)

    def hear(
        self,
        grid: str,
        at_the_first: Callable[[], object],
        *,
        limit: int | None = None,
        watch: bool = False,
        at_most: int | None = None,
    ) -> Answer:
        """The same of one of our solvers; before its first solution is written down, something else is done."""
        lines: list[str] = []

        def found(solution: object) -> None:
            if not lines:
                at_the_first()
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
                self._whole[case.id] = self.ask(case.grid, limit=case.limit, watch=watch, at_most=room(case))
            except Exception as error:
                self._whole[case.id] = error
            while len(self._whole) > 4:
                self._whole.popitem(last=False)
        answer = self._whole[case.id]
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def bounded(self, work: Callable[[], T]) -> T:
        """The work's result, or TimedOut, or what it raised."""
        if len(self.unloadable) == 2:
            raise self.unloadable[-1]
        if self.timeouts >= self.patience:
            raise Skip(
                both(
                    "not asked any more: {times} times it did not answer in time",
                    "on ne lui demande plus rien : {times} fois il n'a pas répondu à temps",
                    times=self.timeouts,
                )
            )
        try:
            return within(self.seconds, work)
        except Exception as error:
            self.timeouts += is_late(error)
            if getattr(error, "while_loading", False):
                self.unloadable.append(error)
            raise


def is_late(error: BaseException) -> bool:
    """Whether it says that no answer came in time."""
    return isinstance(error, TimedOut) or getattr(error, "kind", None) == "timed out"


def room(case: Case) -> int:
    """So many lines of an answer are heard: enough to tell what is wrong with it."""
    return 2 * case.asked + 100


def _figure(needed: int, times: int) -> Reason:
    return (
        both("{times} x {needed}", "{times} x {needed}", times=times, needed=_number(needed))
        if times > 1
        else _number(needed)
    )


def _more_than(walked: int) -> Reason:
    """It was not counted any further."""
    return both("more than {walked}", "plus de {walked}", walked=_number(walked))


def _number(number: int) -> Reason:
    return Reason(f"{number:,}", f"{number:,}".replace(",", "\N{NARROW NO-BREAK SPACE}"))


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


def within(seconds: float, work: Callable[[], T]) -> T:
    """The work's result if it comes in time. One that does not is stopped at its next step in Python; one that
    makes none is left behind, in a thread that does not keep the process alive. In a web page there are no threads:
    there the work takes the time that it takes, and who has asked ends it from outside.

    >>> within(5, lambda: 6 * 7)
    42
    """
    if sys.platform == "emscripten":
        try:
            return work()
        except SystemExit as ended:
            raise _its_own_end(ended) from ended
    results: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True, name="conformance")
    thread.start()
    try:
        thread.join(seconds)
    except BaseException:
        _stop(thread)
        raise
    if thread.is_alive():
        _stop(thread)
        if not results:
            raise TimedOut(seconds)
    if raised:
        if isinstance(raised[0], Stopped | SystemExit):
            raise _its_own_end(raised[0]) from raised[0]
        raise raised[0]
    return results[0]


def _its_own_end(error: BaseException) -> RuntimeError:
    """An exit of the solver's own is not ours."""
    return RuntimeError(f"it ended with {type(error).__name__}")


def _stop(thread: threading.Thread) -> None:
    for _ in range(10):  # the solver may catch one of them
        if not thread.is_alive() or thread.ident is None:
            return
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(Stopped))
        thread.join(0.1)
