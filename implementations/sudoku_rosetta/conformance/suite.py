"""The suite: every check that a solver's declarations call for, on every case; one outcome each.

    results = run_suite(solvers())
    print(results.summary())

It never raises for a solver's fault, and each search ends within its time.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from ..external.errors import SolverError
from ..messages import Message
from ..solvers import Solver, SolverMissing
from ..solvers.protocol import Level
from ._isolation_checks import witnesses
from ._stopping_checks import EMPTY
from .case import Case
from .case import cases as all_cases
from .checks import CHECKS, Check, OnCase
from .outcome import Outcome, Verdict
from .results import Results
from .solver_under_test import Broken, Skip, SolverUnderTest, Wrong, is_late

NO_CASE = "-"
"""The case of an outcome that is about the solver as a whole."""


@dataclass(frozen=True)
class Cell:
    """One question: this check, of this solver, on this case (and beside that other one)."""

    subject: SolverUnderTest
    check: Check
    case: Case | None = None
    other: Case | None = None
    not_asked: Message | None = None

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
    """Judge the solvers one after the other; `on_outcome` hears each outcome as it comes."""
    solvers = list(solvers)
    cases = all_cases() if cases is None else cases
    checks = CHECKS if checks is None else checks
    outcomes: list[Outcome] = []
    for solver in solvers:
        subject = SolverUnderTest(solver, level, budget_placements, seconds)
        for cell in plan(subject, cases, checks):
            outcomes.append(judge(cell))
            if on_outcome is not None:
                on_outcome(outcomes[-1])
    return Results.of(outcomes, solvers, cases, checks, level, budget_placements)


def plan(subject: SolverUnderTest, cases: Sequence[Case], checks: Sequence[Check] = CHECKS) -> Iterator[Cell]:
    """What is asked of a solver, in order: first what a search leaves behind, then case by case; in the end the
    clues that clash, on which many a program searches for ever, after which it is asked no more."""
    asked: list[Check] = []
    for check in checks:
        reason = check.not_asked(subject)
        if reason is None:
            asked.append(check)
        else:
            yield Cell(subject, check, not_asked=reason)
    chosen = witnesses(subject, cases) if any(check.on_pair for check in asked) else []
    for check in asked:
        if check.on_pair is not None:
            for number, case in enumerate(chosen):
                yield Cell(subject, check, case, chosen[number - 1])
        elif check.on_solver is not None:
            yield Cell(subject, check)
    for case in sorted(cases, key=lambda case: case.expect == "invalid"):
        for check in asked:
            if check.applies(subject, case):
                yield Cell(subject, check, case)


def judge(cell: Cell) -> Outcome:
    """Ask, and say how it went."""
    began = time.perf_counter()
    verdict: Verdict = "passed"
    reason: Message | None = None
    grid = cell.case.grid if cell.case else EMPTY if cell.check.on_solver else ""
    given_up = False
    try:
        _ask(cell)
    except Skip as skip:
        verdict, reason, given_up = "skipped", skip.reason, skip.given_up
    except SolverMissing as missing:
        verdict, reason = "skipped", Message.verbatim(str(missing))
    except Wrong as wrong:
        verdict, reason, grid = "failed", wrong.reason, wrong.grid or grid
    except Broken as broken:
        verdict, reason = "errored", broken.reason
    except Exception as error:
        verdict, reason = "errored", what_broke(error)
    case = cell.case.id if cell.case else NO_CASE
    seconds = round(time.perf_counter() - began, 6)
    counts = _counts(cell) if verdict == "passed" else {}
    return Outcome(cell.subject.name, cell.check.name, case, verdict, reason, grid, seconds, counts, given_up)


def _ask(cell: Cell) -> None:
    check, subject, case = cell.check, cell.subject, cell.case
    if cell.not_asked is not None:
        raise Skip(cell.not_asked)
    if check.on_solver is not None:
        check.on_solver(subject)
    elif case is not None and check.on_case is not None:
        _ask_of_a_case(check.on_case, subject, case)
    elif case is not None and check.on_pair is not None:
        check.on_pair(subject, case, cell.other or case)


def _ask_of_a_case(on_case: OnCase, subject: SolverUnderTest, case: Case) -> None:
    if case.id in subject.late:
        raise Skip(Message("skipped.late_case"), given_up=True)
    try:
        on_case(subject, case)
    except Exception as error:
        if is_late(error):
            subject.late.add(case.id)
        raise


def _counts(cell: Cell) -> dict[str, int]:
    if cell.check.name not in ("all", "tree") or cell.case is None:
        return {}
    answer = cell.subject.whole(cell.case)
    return {"solutions": len(answer.lines), **(answer.report.counts if answer.report else {})}


def what_broke(error: BaseException) -> Message:
    """What is reported of an exception."""
    if isinstance(error, SolverError):
        opening = Message(f"solver_error.kind.{error.kind.replace(' ', '_')}")
        said = _on_one_line(error.message)
    else:
        opening = Message("solver_error.kind.raised")
        said = Message.verbatim(f"{type(error).__name__}: {_one_line(str(error))}".rstrip(": "))
    detail = _one_line(str(getattr(error, "detail", "") or ""))
    if detail and not any(detail in text for text in _texts(said)):
        return Message("solver_error.said_in_detail", opening=opening, said=said, detail=detail)
    return Message("solver_error.said", opening=opening, said=said)


def _on_one_line(message: Message) -> Message:
    arguments = dict(message.arguments)
    for name, value in arguments.items():
        if isinstance(value, Message):
            arguments[name] = _on_one_line(value)
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
    """The end of it, as that is where a traceback says what went wrong."""
    line = " ".join(text.split())
    return line if len(line) <= 400 else f"...{line[-400:]}"
