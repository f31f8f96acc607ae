"""Runs all applicable checks of each solver on each case; each check run gives one outcome.

    results = run_suite(solvers())
    print(results.summary())

An exception of a solver is an outcome, not an exception of `run_suite`. Each search has a time limit.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..external.errors import SolverError
from ..external.reading import Unread
from ..messages import Message
from ..solvers import Solver, SolverMissing
from ..solvers.protocol import Level
from ._isolation_checks import isolation_cases
from ._stopping_checks import EMPTY_GRID
from .case import Case
from .case import cases as all_cases
from .checks import CHECKS, CaseCheck, Check
from .outcome import Expects, Outcome, Verdict
from .results import Results
from .solver_under_test import NoAnswer, Skip, SolverUnderTest, WrongAnswer, is_timeout

NO_CASE = "-"
"""The case id in outcomes of checks that run without a case."""


@dataclass(frozen=True)
class CheckRun:
    """One check of one solver: on a case, on a pair of cases, or on the solver as a whole."""

    subject: SolverUnderTest
    check: Check
    case: Case | None = None
    other: Case | None = None
    skip_reason: Message | None = None

    @property
    def id(self) -> str:
        return f"{self.subject.name}/{self.check.name}/{self.case.id if self.case else NO_CASE}"


def run_suite(
    solvers: Iterable[Solver],
    *,
    cases: Sequence[Case] | None = None,
    checks: Sequence[Check] | None = None,
    level: Level | None = None,
    budget_placements: int | None = None,
    seconds: float = 60.0,
    on_outcome: Callable[[Outcome], object] | None = None,
) -> Results:
    """Judge the solvers one after the other. `on_outcome` is called after each check run."""
    solvers = list(solvers)
    cases = all_cases() if cases is None else cases
    checks = CHECKS if checks is None else checks
    outcomes: list[Outcome] = []
    for solver in solvers:
        subject = SolverUnderTest(solver, level, budget_placements, seconds)
        for run in plan(subject, cases, checks):
            outcomes.append(judge(run))
            if on_outcome is not None:
                on_outcome(outcomes[-1])
    return Results.of(outcomes, solvers, cases, checks, level, budget_placements)


def plan(
    subject: SolverUnderTest, cases: Sequence[Case], checks: Sequence[Check] = CHECKS
) -> Iterator[CheckRun]:
    """The check runs of a solver: first isolation and stopping, then all cases.

    The easiest cases are first: after a few timeouts all other runs are skipped. Cases without a solution and cases
    with clashing clues are last: many programs never end on them.
    """
    applicable: list[Check] = []
    for check in checks:
        reason = check.skip_reason(subject)
        if reason is None:
            applicable.append(check)
        else:
            yield CheckRun(subject, check, skip_reason=reason)
    chosen = isolation_cases(subject, cases) if any(check.on_pair for check in applicable) else []
    for check in applicable:
        if check.on_pair is not None:
            for number, case in enumerate(chosen):
                yield CheckRun(subject, check, case, chosen[number - 1])
        elif check.on_solver is not None:
            yield CheckRun(subject, check)
    for case in sorted(cases, key=_difficulty):
        for check in applicable:
            if check.applies(subject, case):
                yield CheckRun(subject, check, case)


def _difficulty(case: Case) -> tuple[int, float, int]:
    """What a search of the case costs: cases whose number of placements is not known have many."""
    phase = {"none": 1, "invalid": 2}.get(case.expect, 0)
    placements = math.inf if case.placements is None and phase < 2 else case.placements or 0
    return phase, placements, case.grid.count("0")


def expects(case: Case | None) -> Expects:
    """What the case expects of a solver."""
    if case is None:
        return ""
    if case.expect in ("none", "invalid"):
        return "none" if case.expect == "none" else "clash"
    return "solutions" if "0" in case.grid else "full"


def judge(run: CheckRun) -> Outcome:
    """Run one check and return its outcome."""
    began = time.perf_counter()
    verdict: Verdict = "passed"
    reason: Message | None = None
    grid = run.case.grid if run.case else EMPTY_GRID if run.check.on_solver else ""
    given_up = False
    try:
        _execute(run)
    except Skip as skip:
        verdict, reason, given_up = "skipped", skip.reason, skip.given_up
    except Unread as unread:
        verdict, reason = "unread", unread.message
    except SolverMissing as missing:
        verdict, reason = "skipped", Message.verbatim(str(missing))
    except WrongAnswer as wrong:
        verdict, reason, grid = "failed", wrong.reason, wrong.grid or grid
    except NoAnswer as broken:
        verdict, reason = "errored", broken.reason
    except Exception as error:
        verdict, reason = "errored", error_message(error)
    case = run.case.id if run.case else NO_CASE
    seconds = round(time.perf_counter() - began, 6)
    counts = _counts(run) if verdict == "passed" else {}
    name, check = run.subject.name, run.check.name
    return Outcome(name, check, case, verdict, reason, grid, seconds, counts, given_up, expects(run.case))


def _execute(run: CheckRun) -> None:
    check, subject, case = run.check, run.subject, run.case
    if run.skip_reason is not None:
        raise Skip(run.skip_reason)
    if check.on_solver is not None:
        check.on_solver(subject)
    elif case is not None and check.on_case is not None:
        _execute_on_case(check.on_case, subject, case)
    elif case is not None and check.on_pair is not None:
        check.on_pair(subject, case, run.other or case)


def _execute_on_case(on_case: CaseCheck, subject: SolverUnderTest, case: Case) -> None:
    if case.id in subject.timed_out_cases:
        raise Skip(Message("skipped.late_case"), given_up=True)
    try:
        on_case(subject, case)
    except Exception as error:
        if is_timeout(error):
            subject.timed_out_cases.add(case.id)
        raise


def _counts(run: CheckRun) -> dict[str, int]:
    if run.check.name not in ("all", "tree") or run.case is None:
        return {}
    answer = run.subject.full_answer(run.case)
    return {"solutions": len(answer.lines), **(answer.report.counts if answer.report else {})}


def error_message(error: BaseException) -> Message:
    """The message for an exception of the solver."""
    if isinstance(error, SolverError):
        kind = Message(f"solver_error.kind.{error.kind.replace(' ', '_')}")
        text = _one_line_message(error.message)
    else:
        kind = Message("solver_error.kind.raised")
        text = Message.verbatim(f"{type(error).__name__}: {_one_line(str(error))}".rstrip(": "))
    detail = _one_line(str(getattr(error, "detail", "") or ""))
    if detail and not any(detail in each for each in _texts(text)):
        return Message("solver_error.said_in_detail", opening=kind, said=text, detail=detail)
    return Message("solver_error.said", opening=kind, said=text)


def _one_line_message(message: Message) -> Message:
    arguments = dict(message.arguments)
    for name, value in arguments.items():
        if isinstance(value, Message):
            arguments[name] = _one_line_message(value)
        elif isinstance(value, str):
            arguments[name] = _one_line(value)
    return Message(message.code, **arguments)


def _texts(message: Message) -> Iterator[str]:
    for value in message.arguments.values():
        if isinstance(value, Message):
            yield from _texts(value)
        elif isinstance(value, str):
            yield value


def _one_line(text: str) -> str:
    """The end of the text on one line: a traceback has its error at the end."""
    line = " ".join(text.split())
    return line if len(line) <= 400 else f"...{line[-400:]}"
