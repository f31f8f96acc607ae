"""Checks of answers: first solution, all solutions, order, search tree, limit, count, and clashing clues."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from ..grid import Grid, GridError
from ..messages import Message
from ._solution_faults import format_fault, solution_fault
from .case import Case
from .solver_under_test import (
    COUNT_LEVEL_SOLUTIONS,
    Answer,
    NoAnswer,
    Skip,
    SolverUnderTest,
    WrongAnswer,
    is_timeout,
    max_lines_for,
    reference_search,
)

CLASH_TIMEOUT_S = 1.0
MAX_CLASH_HANGS = 2
"""After this many grids with clashing clues without an answer in time, no other is asked."""


def check_answer(subject: SolverUnderTest, case: Case) -> None:
    """The first solution is correct, or there is none and the solver gives none."""
    subject.check_budget(case)
    line = first_line(subject, case.grid)
    if line is not None and case.expect == "none" and subject.means_none(line):
        return
    if line is None:
        if "0" not in case.grid and _is_left_as_it_is(subject):
            return
        if case.expect != "none":
            code = "answer.missed_the_only_one" if case.expect == "unique" else "answer.missed_all"
            raise WrongAnswer(Message(code, solution=_missing_solution((), case)))
        return
    check_solution(line, case)


def first_line(subject: SolverUnderTest, grid: str) -> str | None:
    """The first solution, or None. Registered solvers are called through `solve`."""
    if subject.raw:
        lines = subject.answer_to(grid, limit=1).lines
        return lines[0] if lines else None
    solution = subject.run_limited(lambda: subject.solver.solve(Grid(grid)))
    return None if solution is None else str(solution)


def _is_left_as_it_is(subject: SolverUnderTest) -> bool:
    """Whether a solver that fills its argument left it unchanged. On a full grid, it has nothing to say."""
    return subject.in_place and getattr(subject.solver, "changed_argument", None) is False


def check_solution(line: str, case: Case) -> None:
    """Raise WrongAnswer if the line is not a solution of the case, NoAnswer if it is not 81 digits."""
    if (why := format_fault(line)) is not None:
        raise NoAnswer(why)
    if (why := solution_fault(line, case.grid)) is not None:
        raise WrongAnswer(Message("answer.of_none", why=why) if case.expect == "none" else why)


def check_all(subject: SolverUnderTest, case: Case) -> None:
    """All solutions: each one correct, none twice, none missing."""
    _skip_large(subject, case)
    subject.check_budget(case)
    answer = subject.full_answer(case)
    if case.expect == "none" and all(map(subject.means_none, answer.lines)):
        return
    if not answer.lines and "0" not in case.grid and _is_left_as_it_is(subject):
        return
    for line in answer.lines:
        check_solution(line, case)
    check_no_duplicates(answer.lines)
    given = len(answer.lines)
    if given == case.expected_count and not answer.truncated:
        return
    gives, there_are = Message("counted.gives", number=given), _there_are(case)
    if given > case.expected_count or answer.truncated:
        raise WrongAnswer(Message("all.too_many", gives=gives, there_are=there_are))
    missed = _missing_solution(answer.lines, case)
    raise WrongAnswer(
        Message(
            "all.missed",
            number=case.expected_count - given,
            gives=gives,
            there_are=there_are,
            solution=missed,
        )
    )


def _there_are(case: Case) -> Message:
    if case.limit is not None:
        return Message("counted.more", limit=case.limit)
    return Message("counted.there_are", number=case.expected_count)


def check_no_duplicates(lines: Sequence[str]) -> None:
    """Raise WrongAnswer if a solution is given twice."""
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if line in seen:
            first, second = _ordinal(seen[line]), _ordinal(number)
            raise WrongAnswer(Message("all.twice", first=first, second=second, line=line))
        seen[line] = number


def _ordinal(number: int) -> Message:
    return Message("ordinal", number=number)


def check_order(subject: SolverUnderTest, case: Case) -> None:
    """The solutions are in lexicographic order. With a limit, they are the first ones in that order."""
    if case.expected_count < 2:
        raise Skip(Message("order.too_few"))
    _skip_large(subject, case)
    subject.check_budget(case)
    lines = subject.full_answer(case).lines
    for number, (before, after) in enumerate(pairwise(lines), 2):
        if after < before:
            first, second = _ordinal(number - 1), _ordinal(number)
            raise WrongAnswer(Message("order.not_increasing", first=first, second=second, line=after))
    _check_smallest_first(lines, case)


def _check_smallest_first(lines: Sequence[str], case: Case) -> None:
    """With a limit, the correct solutions are the first ones in lexicographic order."""
    if case.limit is None:
        return
    correct = dict.fromkeys(
        line for line in lines if not format_fault(line) and not solution_fault(line, case.grid)
    )
    for number, (line, expected) in enumerate(zip(correct, case.solutions, strict=False), 1):
        if line != expected:
            raise WrongAnswer(Message("order.another_one", nth=_ordinal(number), solution=expected))
    if case.digest and len(correct) == case.expected_count and not case.accepts(correct):
        raise WrongAnswer(Message("order.not_the_first_ones", number=case.expected_count))


def check_tree(subject: SolverUnderTest, case: Case) -> None:
    """The placements, in order, and the counts are those of the row-major tree."""
    _skip_large(subject, case)
    subject.check_budget(case)
    reference = reference_search(case)
    if reference is None:
        raise Skip(Message("tree.too_large"))
    report = subject.full_answer(case).report
    if report is None:
        raise WrongAnswer(Message("tree.too_many_solutions"))
    if report.tree is None and not {"placements", "tests"} & report.counts.keys():
        raise Skip(Message("tree.not_reported"))
    expected = {"placements": reference.placements}
    if case.limit is None:  # at the limit, solvers stop after different numbers of tests in the last cell
        expected["tests"] = reference.tests
    for name, number in expected.items():
        reported = report.counts.get(name)
        if name in subject.solver.reports and reported != number:
            raise WrongAnswer(
                Message("tree.another_number", expected=number, name=name, reported=str(reported))
            )
    if report.tree is not None and report.tree != reference.tree:
        raise WrongAnswer(Message("tree.another_order", number=reference.placements))


def check_count(subject: SolverUnderTest, case: Case) -> None:
    """The number of solutions is correct, in `count` and in the report."""
    subject.check_budget(case)
    counted = subject.count(case)
    if counted != case.expected_count:
        counts = Message("counted.counts", number=counted)
        raise WrongAnswer(Message("count.wrong", counts=counts, there_are=_there_are(case)))
    if not subject.raw and "all" in subject.solver.can:
        _check_report(subject.full_answer(case))


def _check_report(answer: Answer) -> None:
    if answer.report is not None and answer.report.solutions != len(answer.lines):
        reported = Message("counted.reported", number=answer.report.solutions)
        gave = Message("counted.gave", number=len(answer.lines))
        raise WrongAnswer(Message("count.wrong_report", reported=reported, gave=gave))


def check_limit(subject: SolverUnderTest, case: Case) -> None:
    """Of n solutions, limits of 1, n - 1, n and n + 1 give 1, n - 1, n and n."""
    subject.check_budget(case, times=4)
    number = case.expected_count
    for limit in sorted({1, number - 1, number, number + 1}):
        expected = min(limit, number)
        answer = subject.answer_to(case.grid, limit=limit, max_lines=max_lines_for(case))
        for line in answer.lines:
            check_solution(line, case)
        _check_number(len(answer.lines), limit, expected)
        if subject.raw:
            continue
        if limit < number:
            counted = subject.run_limited(
                lambda most=limit: subject.solver.count(Grid(case.grid), limit=most)  # type: ignore[misc]
            )
            _check_number(counted, limit, expected)
        report = answer.report
        if report is not None and limit != number and report.complete != (limit > number):
            complete = str(report.complete)
            raise WrongAnswer(
                Message("limit.wrong_report", number=limit, expected=expected, complete=complete)
            )


def _check_number(given: int, limit: int, expected: int) -> None:
    if given != expected:
        limited = Message("counted.solutions", number=limit)
        gives = Message("counted.gives", number=given)
        raise WrongAnswer(Message("limit.wrong", limit=limited, gives=gives, expected=expected))


def check_refusing(subject: SolverUnderTest, case: Case) -> None:
    """A grid with clashing clues gets no solution: an error or an empty answer passes.

    At level first the time limit is short, and an endless search is no error: it only counts as a lack of care.
    """
    if not subject.raw:
        _check_grid_rejects(case)
        return
    if subject.clash_hangs >= MAX_CLASH_HANGS:
        raise Skip(Message("refusing.given_up", times=subject.clash_hangs), given_up=True)
    only_care = subject.highest_level == "first"
    try:
        max_seconds = _clash_timeout_s(subject) if only_care else math.inf
        lines = subject.answer_to(case.grid, limit=1, max_seconds=max_seconds).lines
    except Exception as error:
        if getattr(error, "while_loading", False):
            raise
        if getattr(error, "kind", None) in ("crashed", "raised"):
            return  # a non-zero exit code or an exception is a rejection
        if is_timeout(error):
            subject.clash_hangs += 1
            if only_care:
                raise Skip(Message("refusing.endless"), given_up=True) from error
            raise NoAnswer(Message("refusing.endless")) from error
        raise
    if not lines or subject.means_none(lines[0]):
        return
    if lines[0] == case.grid and subject.in_place:
        raise Skip(Message("refusing.left_as_it_is"))
    raise WrongAnswer(Message("refusing.solved", line=lines[0]))


def _clash_timeout_s(subject: SolverUnderTest) -> float:
    """The time limit for clashing clues at level first, with time for the start of a process."""
    cost: float = getattr(subject.solver, "cost_per_grid", None) or 0.0
    return max(CLASH_TIMEOUT_S, 4 * cost)


def _check_grid_rejects(case: Case) -> None:
    try:
        Grid(case.grid)
    except GridError:
        return
    raise WrongAnswer(Message("refusing.accepted_by_grid"))


def _skip_large(subject: SolverUnderTest, case: Case) -> None:
    if case.expected_count >= COUNT_LEVEL_SOLUTIONS and not subject.includes("count"):
        raise Skip(Message("skipped.many", number=case.expected_count))


def _missing_solution(lines: Sequence[str], case: Case) -> str:
    """The first solution of the case that is not among the lines; "?" if it is not known."""
    known = case.solutions
    if not known:
        reference = reference_search(case)
        known = () if reference is None else reference.solutions
    given = set(lines)
    return next((line for line in known if line not in given), "?")


APPLIES: Mapping[str, Callable[[SolverUnderTest, Case], bool]] = {
    "answer": lambda subject, case: case.expect != "invalid",
    "all": lambda subject, case: case.expect != "invalid",
    "order": lambda subject, case: case.expected_count > 1,
    "tree": lambda subject, case: case.expect != "invalid",
    # check_all already counts the solutions of a unique case
    "count": lambda subject, case: (
        case.expect in ("multiple", "none") or (case.expect == "unique" and not subject.gives_all)
    ),
    "limit": lambda subject, case: case.limit is None and 2 <= case.expected_count <= 100,
    "refusing": lambda subject, case: case.expect == "invalid",
}
"""The cases on which a check runs."""
