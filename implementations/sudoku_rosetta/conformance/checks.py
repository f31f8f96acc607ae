"""The list of checks, each with its level and the abilities and promises that it requires.

Checks depend on the declarations of a solver (`can`, `promises`, `reports`), never on its name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..messages import Message
from ..solvers.protocol import Level
from . import _answer_checks, _isolation_checks, _stopping_checks
from .case import Case
from .solver_under_test import SolverUnderTest

CaseCheck = Callable[[SolverUnderTest, Case], None]
PairCheck = Callable[[SolverUnderTest, Case, Case], None]
SolverCheck = Callable[[SolverUnderTest], None]


@dataclass(frozen=True)
class Check:
    """A check passes if its function returns. Otherwise the function raises WrongAnswer, NoAnswer or Skip."""

    name: str
    level: Level = "first"
    ability: str | None = None
    """It must be in the solver's `can`."""
    solver_promise: str | None = None
    """It must be in the solver's `promises`."""
    on_case: CaseCheck | None = None
    on_pair: PairCheck | None = None
    """Runs on a few cases, each with a second case."""
    on_solver: SolverCheck | None = None

    @property
    def promise(self) -> Message:
        """What the check requires, in one sentence."""
        return Message(f"promise.{self.name}")

    def applies(self, subject: SolverUnderTest, case: Case) -> bool:
        """Whether it runs on this case."""
        return self.on_case is not None and _answer_checks.APPLIES[self.name](subject, case)

    def skip_reason(self, subject: SolverUnderTest) -> Message | None:
        """Why it does not run on this solver; None if it does."""
        missing = subject.solver.missing()
        if missing is not None:
            return missing if isinstance(missing, Message) else Message.verbatim(missing)
        if not subject.includes(self.level):
            return Message("skipped.level", level=subject.highest_level)
        if self.ability is not None and self.ability not in subject.solver.can:
            return Message("skipped.ability", ability=self.ability)
        if self.solver_promise is not None and self.solver_promise not in subject.solver.promises:
            return Message("skipped.promise", promise=self.solver_promise)
        return None


CHECKS: tuple[Check, ...] = (
    Check("again", on_pair=_isolation_checks.check_again),
    Check("between", on_pair=_isolation_checks.check_between),
    Check("input", ability="first", on_pair=_isolation_checks.check_input),
    Check("after-error", on_pair=_isolation_checks.check_after_error),
    Check("nested", level="all", ability="all", on_pair=_isolation_checks.check_nested),
    Check("threads", ability="first", on_pair=_isolation_checks.check_threads),
    Check("forked", ability="first", on_pair=_isolation_checks.check_forked),
    Check("closing", level="all", ability="all", on_solver=_stopping_checks.check_closing),
    Check("stop", level="all", ability="count", on_solver=_stopping_checks.check_stop),
    Check("answer", ability="first", on_case=_answer_checks.check_answer),
    Check("all", level="all", ability="all", on_case=_answer_checks.check_all),
    Check(
        "order",
        level="all",
        ability="all",
        solver_promise="lexicographic",
        on_case=_answer_checks.check_order,
    ),
    Check(
        "tree",
        level="all",
        ability="all",
        solver_promise="row-major",
        on_case=_answer_checks.check_tree,
    ),
    Check("limit", level="all", ability="all", on_case=_answer_checks.check_limit),
    Check("count", level="count", ability="count", on_case=_answer_checks.check_count),
    Check("refusing", ability="first", on_case=_answer_checks.check_refusing),
)
