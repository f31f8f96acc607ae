"""The checks of what a solver answers: the first solution, all of them, their order, number and tree, the limit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from ..grid import Grid, GridError
from ..messages import Message
from ._solution_faults import unreadable, wrong_with
from .case import Case
from .solver_under_test import (
    MANY,
    Answer,
    Broken,
    Skip,
    SolverUnderTest,
    Wrong,
    is_late,
    max_lines,
    reference_of,
)


def check_answer(subject: SolverUnderTest, case: Case) -> None:
    """The first solution is a right one, or there is none and it says so."""
    subject.affords(case)
    line = first_line(subject, case.grid)
    if line is None:
        if case.expect != "none":
            code = "answer.missed_the_only_one" if case.expect == "unique" else "answer.missed_all"
            raise Wrong(Message(code, solution=_missed((), case)))
        return
    check_right(line, case)


def first_line(subject: SolverUnderTest, grid: str) -> str | None:
    """The first line that it gives, or None; where it is one of ours, asked through `solve`."""
    if subject.raw:
        lines = subject.ask(grid, limit=1).lines
        return lines[0] if lines else None
    solution = subject.bounded(lambda: subject.solver.solve(Grid(grid)))
    return None if solution is None else str(solution)


def check_right(line: str, case: Case) -> None:
    """Wrong where this line is no solution of the case, Broken where it is no grid at all."""
    if (why := unreadable(line)) is not None:
        raise Broken(why)
    if (why := wrong_with(line, case.grid)) is not None:
        raise Wrong(Message("answer.of_none", why=why) if case.expect == "none" else why)


def check_all(subject: SolverUnderTest, case: Case) -> None:
    """All the solutions, and nothing else: each right, none twice, none missed."""
    _many(subject, case)
    subject.affords(case)
    answer = subject.whole(case)
    for line in answer.lines:
        check_right(line, case)
    check_none_twice(answer.lines)
    given = len(answer.lines)
    if given == case.asked and not answer.cut:
        return
    gives, there_are = Message("counted.gives", number=given), _there_are(case)
    if given > case.asked or answer.cut:
        raise Wrong(Message("all.too_many", gives=gives, there_are=there_are))
    missed = _missed(answer.lines, case)
    raise Wrong(
        Message("all.missed", number=case.asked - given, gives=gives, there_are=there_are, solution=missed)
    )


def _there_are(case: Case) -> Message:
    if case.limit is not None:
        return Message("counted.more", limit=case.limit)
    return Message("counted.there_are", number=case.asked)


def check_none_twice(lines: Sequence[str]) -> None:
    """Wrong where a solution is given a second time."""
    place: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if line in place:
            first, second = _ordinal(place[line]), _ordinal(number)
            raise Wrong(Message("all.twice", first=first, second=second, line=line))
        place[line] = number


def _ordinal(number: int) -> Message:
    return Message("ordinal", number=number)


def check_order(subject: SolverUnderTest, case: Case) -> None:
    """The solutions come in lexicographic order; where only so many are asked for, the first ones of all."""
    if case.asked < 2:
        raise Skip(Message("order.too_few"))
    _many(subject, case)
    subject.affords(case)
    lines = subject.whole(case).lines
    for number, (before, after) in enumerate(pairwise(lines), 2):
        if after < before:
            first, second = _ordinal(number - 1), _ordinal(number)
            raise Wrong(Message("order.falling", first=first, second=second, line=after))
    _check_first_ones(lines, case)


def _check_first_ones(lines: Sequence[str], case: Case) -> None:
    """Where only so many are asked for: what it gives that is right begins with the first of all."""
    if case.limit is None:
        return
    mine = dict.fromkeys(line for line in lines if not unreadable(line) and not wrong_with(line, case.grid))
    for number, (line, right) in enumerate(zip(mine, case.solutions, strict=False), 1):
        if line != right:
            raise Wrong(Message("order.another_one", nth=_ordinal(number), solution=right))
    if case.digest and len(mine) == case.asked and not case.is_answered_by(mine):
        raise Wrong(Message("order.not_the_first_ones", number=case.asked))


def check_tree(subject: SolverUnderTest, case: Case) -> None:
    """The placements, one by one, and the counts, are those of the row-major tree."""
    _many(subject, case)
    subject.affords(case)
    right = reference_of(case)
    if right is None:
        raise Skip(Message("tree.too_large"))
    report = subject.whole(case).report
    if report is None:
        raise Wrong(Message("tree.cut"))
    if report.tree is None and not {"placements", "tests"} & report.counts.keys():
        raise Skip(Message("tree.not_reported"))
    expected = {"placements": right.placements}
    if case.limit is None:  # left half-way, some have asked for all the tests of a cell, some not
        expected["tests"] = right.tests
    for name, number in expected.items():
        reported = report.counts.get(name)
        if name in subject.solver.reports and reported != number:
            raise Wrong(Message("tree.another_number", expected=number, name=name, reported=str(reported)))
    if report.tree is not None and report.tree != right.tree:
        raise Wrong(Message("tree.another_order", number=right.placements))


def check_count(subject: SolverUnderTest, case: Case) -> None:
    """The number of solutions is right, however it is asked for."""
    subject.affords(case)
    counted = subject.count(case)
    if counted != case.asked:
        counts = Message("counted.counts", number=counted)
        raise Wrong(Message("count.wrong", counts=counts, there_are=_there_are(case)))
    if not subject.raw and "all" in subject.solver.can:
        _check_report(subject.whole(case))


def _check_report(answer: Answer) -> None:
    if answer.report is not None and answer.report.solutions != len(answer.lines):
        reported = Message("counted.reported", number=answer.report.solutions)
        gave = Message("counted.gave", number=len(answer.lines))
        raise Wrong(Message("count.wrong_report", reported=reported, gave=gave))


def check_limit(subject: SolverUnderTest, case: Case) -> None:
    """Asked for 1, n - 1, n and n + 1 solutions, it gives so many, and n for the last."""
    subject.affords(case, times=4)
    number = case.asked
    for limit in sorted({1, number - 1, number, number + 1}):
        right = min(limit, number)
        answer = subject.ask(case.grid, limit=limit, at_most=max_lines(case))
        for line in answer.lines:
            check_right(line, case)
        _check_limited(len(answer.lines), limit, right)
        if subject.raw:
            continue
        if limit < number:
            counted = subject.bounded(
                lambda most=limit: subject.solver.count(Grid(case.grid), limit=most)  # type: ignore[misc]
            )
            _check_limited(counted, limit, right)
        report = answer.report
        if report is not None and limit != number and report.complete != (limit > number):
            complete = str(report.complete)
            raise Wrong(Message("limit.wrong_report", number=limit, expected=right, complete=complete))


def _check_limited(given: int, limit: int, right: int) -> None:
    if given != right:
        most = Message("counted.solutions", number=limit)
        gives = Message("counted.gives", number=given)
        raise Wrong(Message("limit.wrong", limit=most, gives=gives, expected=right))


def check_refusing(subject: SolverUnderTest, case: Case) -> None:
    """A grid whose clues clash gets no solution: an error or nothing, but no answer."""
    if not subject.raw:
        _check_that_grid_refuses(case)
        return
    try:
        lines = subject.ask(case.grid, limit=1).lines
    except Exception as error:
        if getattr(error, "while_loading", False):
            raise
        if getattr(error, "kind", None) in ("crashed", "raised"):
            return  # an exit code that is not 0, an exception: that is a refusal
        if is_late(error):
            raise Broken(Message("refusing.endless")) from error
        raise
    if lines:
        raise Wrong(Message("refusing.solved", line=lines[0]))


def _check_that_grid_refuses(case: Case) -> None:
    try:
        Grid(case.grid)
    except GridError:
        return
    raise Wrong(Message("refusing.taken_by_grid"))


def _many(subject: SolverUnderTest, case: Case) -> None:
    if case.asked >= MANY and not subject.reaches("count"):
        raise Skip(Message("skipped.many", number=case.asked))


def _missed(lines: Sequence[str], case: Case) -> str:
    """The smallest solution that is not among these lines; "?" where it cannot be known."""
    right = case.solutions
    if not right:
        walked = reference_of(case)
        right = () if walked is None else walked.solutions
    given = set(lines)
    return next((line for line in right if line not in given), "?")


APPLIES: Mapping[str, Callable[[SolverUnderTest, Case], bool]] = {
    "answer": lambda subject, case: case.expect != "invalid",
    "all": lambda subject, case: case.expect != "invalid",
    "order": lambda subject, case: case.asked > 1,
    "tree": lambda subject, case: case.expect != "invalid",
    # where the solutions are given, that there is one only is seen as well
    "count": lambda subject, case: (
        case.expect in ("multiple", "none") or (case.expect == "unique" and not subject.gives_all)
    ),
    "limit": lambda subject, case: case.limit is None and 2 <= case.asked <= 100,
    "refusing": lambda subject, case: case.expect == "invalid",
}
"""Which cases a check is about."""
