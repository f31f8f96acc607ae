"""The named checks: what each promises, from which level on, and of whom it is asked.

What is expected is derived from what a solver declares: `can`, `promises`, `reports`; never from its name.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..messages import Message
from ..solvers.protocol import Level
from . import _answer_checks, _isolation_checks, _stopping_checks
from .case import Case
from .solver_under_test import SolverUnderTest

OnCase = Callable[[SolverUnderTest, Case], None]
OnPair = Callable[[SolverUnderTest, Case, Case], None]
OnSolver = Callable[[SolverUnderTest], None]


@dataclass(frozen=True)
class Check:
    """One promise. It holds where the function returns; Wrong, Skip and Broken say otherwise, and why."""

    name: str
    level: Level = "first"
    ability: str | None = None
    """What the solver must say that it `can`."""
    declared: str | None = None
    """What it must say that it `promises`."""
    on_case: OnCase | None = None
    on_pair: OnPair | None = None
    """Asked of a few witnesses, each with another case."""
    on_solver: OnSolver | None = None

    @property
    def promise(self) -> Message:
        """What it promises, in a sentence."""
        return Message(f"promise.{self.name}")

    def applies(self, subject: SolverUnderTest, case: Case) -> bool:
        """Whether it is about this case at all."""
        return self.on_case is not None and _answer_checks.APPLIES[self.name](subject, case)

    def not_asked(self, subject: SolverUnderTest) -> Message | None:
        """Why it is not asked of this solver, if it is not."""
        missing = subject.solver.missing()
        if missing is not None:
            return missing if isinstance(missing, Message) else Message.verbatim(missing)
        if not subject.reaches(self.level):
            return Message("skipped.level", level=subject.top)
        if self.ability is not None and self.ability not in subject.solver.can:
            return Message("skipped.ability", ability=self.ability)
        if self.declared is not None and self.declared not in subject.solver.promises:
            return Message("skipped.promise", promise=self.declared)
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
    Check("order", level="all", ability="all", declared="lexicographic", on_case=_answer_checks.check_order),
    Check("tree", level="all", ability="all", declared="row-major", on_case=_answer_checks.check_tree),
    Check("limit", level="all", ability="all", on_case=_answer_checks.check_limit),
    Check("count", level="count", ability="count", on_case=_answer_checks.check_count),
    Check("refusing", level="all", ability="first", on_case=_answer_checks.check_refusing),
)
