"""The checks that nothing goes from one search to another: whatever came before, beside or inside, an answer is the
same. Each runs on a few witnesses among the cases: small, but not so small that nothing could be left behind.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import threading
import warnings
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from ..grid import Grid
from ..messages import Message
from .case import Case
from .solver_under_test import Broken, Skip, SolverUnderTest, TimedOut, Wrong, max_lines, placements_of

ENOUGH_TO_LEAVE_TRACES = 60
"""Placements from which on a case is a good witness."""
WITNESSES = 2
FORK_TIMEOUT_S = 60.0
FULL_AND_WRONG = "1" * 81
"""It clashes everywhere and has no empty cell: nobody searches it for long."""

Found: TypeAlias = tuple[str, ...] | int
"""Solutions, or only how many there are."""


class Interrupted(Exception):
    """What our consumer raises."""


def witnesses(subject: SolverUnderTest, cases: Sequence[Case]) -> list[Case]:
    """A few cases, each with the next one as the other grid: of one solution, of several, of none."""
    most = min(subject.budget or 20_000, 20_000) // 6
    sizes = {case.id: placements_of(case, most) for case in cases if _is_searched(case)}
    fit = sorted(
        (size < ENOUGH_TO_LEAVE_TRACES, size if size >= ENOUGH_TO_LEAVE_TRACES else -size, case.id, case)
        for case in cases
        if (size := sizes.get(case.id)) is not None and size <= most
    )
    chosen: list[Case] = []
    for expect in ("unique", "multiple", "none"):
        if expect == "multiple" and not (subject.gives_all or subject.only_counts):
            continue
        some = [case for *_, case in fit if case.expect == expect]
        chosen += some[: WITNESSES if expect != "none" else 1]
    return chosen


def _is_searched(case: Case) -> bool:
    return case.expect != "invalid" and case.limit is None and (case.count or 0) <= 100


def _answer(subject: SolverUnderTest, case: Case) -> Found:
    """What is compared: all the solutions, in the order that is promised; below the level all, the first."""
    if subject.only_counts:
        return subject.count(case)
    if not subject.gives_all:
        return subject.ask(case.grid, limit=1).lines
    lines = subject.ask(case.grid, at_most=max_lines(case)).lines
    return lines if "lexicographic" in subject.solver.promises else tuple(sorted(lines))


def _compare(before: Found, after: Found, when: Message) -> None:
    if before == after:
        return
    first, then = (found if isinstance(found, int) else len(found) for found in (before, after))
    if first != then or isinstance(before, int) or isinstance(after, int):
        gives, solutions = Message("counted.gives", number=first), Message("counted.solutions", number=then)
        raise Wrong(Message("isolation.another_number", gives=gives, when=when, then=solutions))
    one, other = next(pair for pair in zip(before, after, strict=True) if pair[0] != pair[1])
    raise Wrong(Message("isolation.another_answer", first=one, when=when, then=other))


def check_input(subject: SolverUnderTest, case: Case, other: Case) -> None:
    """The grid that it was given is afterwards as it was."""
    if subject.raw:
        _check_argument(subject, case)
        return
    grid = Grid(case.grid)
    subject.bounded(lambda: subject.solver.solve(grid))
    if str(grid) != case.grid:
        raise Wrong(Message("isolation.input_changed", after=str(grid)))


def _check_argument(subject: SolverUnderTest, case: Case) -> None:
    subject.ask(case.grid, limit=1)
    changed = getattr(subject.solver, "changed_argument", None)
    if changed is None:
        raise Skip(Message("isolation.argument_is_text"))
    if changed and not getattr(subject.solver, "in_place", False):
        raise Wrong(Message("isolation.argument_changed"))


def check_again(subject: SolverUnderTest, case: Case, other: Case) -> None:
    """The same grid a second time gets the same answer."""
    first = _answer(subject, case)
    _compare(first, _answer(subject, case), Message("isolation.when.again"))


def check_between(subject: SolverUnderTest, case: Case, other: Case) -> None:
    """The same grid gets the same answer once another grid was solved in between."""
    first = _answer(subject, case)
    _answer(subject, other)
    _compare(first, _answer(subject, case), Message("isolation.when.between", grid=other.grid))


def check_nested(subject: SolverUnderTest, case: Case, other: Case) -> None:
    """A search asked for while another one shows a solution disturbs neither."""
    if subject.raw:
        raise Skip(Message("isolation.not_ours"))
    first, inside = _answer(subject, case), _answer(subject, other)
    inner: list[str] = []
    answer = subject.search(
        case.grid, lambda: inner.extend(_nested_lines(subject, other)), at_most=max_lines(case)
    )
    when = Message("isolation.when.nested")
    _compare(first, _as_promised(subject, answer.lines), when)
    if answer.lines:
        _compare(inside, _as_promised(subject, inner), when)


def _nested_lines(subject: SolverUnderTest, case: Case) -> tuple[str, ...]:
    """Asked in the thread where we are: in the midst of another search."""
    lines: list[str] = []

    def found(solution: Grid) -> None:
        if len(lines) == max_lines(case):
            raise Interrupted
        lines.append(str(solution))

    with contextlib.suppress(Interrupted):
        subject.solver.search(Grid(case.grid), found)
    return tuple(lines)


def check_after_error(subject: SolverUnderTest, case: Case, other: Case) -> None:
    """Right after an error (a consumer that raises; for a program, a grid that makes no sense) the answer is the
    same."""
    first = _answer(subject, case)
    when = Message("isolation.when.after_error")
    if subject.raw:
        try:
            subject.bounded(lambda: _ask_nonsense(subject))
        except Skip:
            raise
        except Exception:  # whatever it says of it is another check's matter
            pass
        _compare(first, _answer(subject, case), when)
        return
    if case.expect == "none":
        raise Skip(Message("isolation.nothing_to_raise_at"))

    shown: list[Grid] = []

    def found(solution: Grid) -> None:
        shown.append(solution)
        raise Interrupted

    came_out = False
    try:
        subject.bounded(lambda: subject.solver.search(Grid(case.grid), found, limit=2))
    except Interrupted:
        came_out = True
    if shown and not came_out:
        raise Wrong(Message("isolation.error_swallowed"))
    _compare(first, _answer(subject, case), when)


def _ask_nonsense(subject: SolverUnderTest) -> None:
    solver: Any = subject.solver
    (solver.raw_count if subject.only_counts else solver.raw_search)(FULL_AND_WRONG, 1)


def check_threads(subject: SolverUnderTest, case: Case, other: Case) -> None:
    """Two searches at once, from two threads, get the answers that they get alone."""
    alone = [_answer(subject, each) for each in (case, other)]
    meeting = threading.Barrier(2)
    under_way = threading.Event()  # the first search shows a solution, or is over
    together: dict[int, Found | BaseException] = {}

    def ask(number: int, each: Case) -> None:
        try:
            together[number] = _meeting_answer(subject, each, meeting, under_way)
        except BaseException as error:
            together[number] = error

    threads = [threading.Thread(target=ask, args=(0, case)), threading.Thread(target=ask, args=(1, other))]
    threads[0].start()
    under_way.wait()
    threads[1].start()
    for thread in threads:
        thread.join()
    when = Message("isolation.when.threads")
    for number, before in enumerate(alone):
        after = together[number]
        if isinstance(after, BaseException):
            raise after
        _compare(before, after, when)


def _meeting_answer(
    subject: SolverUnderTest, case: Case, meeting: threading.Barrier, under_way: threading.Event
) -> Found:
    """The answer; where we see its first solution, the other search is waited for, so that both are under way."""
    if subject.raw:
        under_way.set()
        return _answer(subject, case)

    def meet() -> None:
        under_way.set()
        # one that searches a grid at a time does not come: that is its right
        with contextlib.suppress(threading.BrokenBarrierError):
            meeting.wait(0.5)

    limit = None if subject.gives_all else 1
    try:
        answer = subject.search(case.grid, meet, limit=limit, at_most=max_lines(case))
    finally:
        under_way.set()
        meeting.abort()  # one without a solution keeps nobody waiting
    return _as_promised(subject, answer.lines)


def check_forked(subject: SolverUnderTest, case: Case, other: Case) -> None:
    """In a forked process the answer is the same."""
    if subject.raw:
        raise Skip(Message("isolation.own_process"))
    if not hasattr(os, "fork"):
        raise Skip(Message("isolation.no_fork"))
    first = _answer(subject, case)
    after = in_a_fork(lambda: _answer(subject, case), subject.seconds or FORK_TIMEOUT_S)
    _compare(first, after, Message("isolation.when.forked"))


def in_a_fork(work: Callable[[], Found], seconds: float) -> Found:
    """What the work finds in a process forked off this one, which is gone afterwards."""
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of Python 3.12 on: a fork beside threads
        child = os.fork()
    if child == 0:  # nothing of our caller's may run here: no clean-up, no report of its tests
        try:
            os.close(reading)
            try:
                answer: dict[str, Any] = {"found": work()}
            except BaseException as error:
                answer = {"broke": _said_by(error).to_json()}
            _write(writing, json.dumps(answer).encode())
        finally:
            os._exit(0)
    os.close(writing)
    try:
        text = _read(reading, seconds + 5)
    finally:
        os.close(reading)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    if text is None:
        raise TimedOut(seconds)
    if not text:
        raise Broken(Message("isolation.silent_in_a_fork"))
    answer = json.loads(text)
    if "broke" in answer:
        raise Broken(Message("isolation.broke_in_a_fork", said=Message.from_json(answer["broke"])))
    found = answer["found"]
    return found if isinstance(found, int) else tuple(found)


def _said_by(error: BaseException) -> Message:
    if isinstance(error, Broken | Skip | Wrong):
        return error.reason
    return Message.verbatim(f"{type(error).__name__}: {error}")


def _write(pipe: int, data: bytes) -> None:
    while data:
        data = data[os.write(pipe, data) :]


def _read(pipe: int, seconds: float) -> bytes | None:
    parts: list[bytes] = []
    while select.select([pipe], [], [], seconds)[0]:
        part = os.read(pipe, 1 << 16)
        if not part:
            return b"".join(parts)
        parts.append(part)
    return None


def _as_promised(subject: SolverUnderTest, lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(lines) if "lexicographic" in subject.solver.promises else tuple(sorted(lines))
