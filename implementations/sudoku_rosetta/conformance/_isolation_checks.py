"""Checks that searches are isolated: no state is left over from an earlier, parallel or nested search.

Each check runs on a few small cases with enough placements to leave state behind.
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
from .solver_under_test import (
    NoAnswer,
    Skip,
    SolverUnderTest,
    TimedOut,
    WrongAnswer,
    count_placements,
    max_lines_for,
)

MIN_CASE_PLACEMENTS = 60
"""Cases with fewer placements are chosen only if there are no others."""
CASES_PER_KIND = 2
FORK_TIMEOUT_S = 60.0
INVALID_FULL_GRID = "1" * 81
"""All clues clash and no cell is empty: solvers end quickly on it."""

SolutionsOrCount: TypeAlias = tuple[str, ...] | int


class CallbackError(Exception):
    """Raised by the callback that receives the solutions."""


def isolation_cases(subject: SolverUnderTest, cases: Sequence[Case]) -> list[Case]:
    """A few cases with one solution, several and none. `suite.plan` pairs each of them with another one."""
    max_placements = min(subject.budget or 20_000, 20_000) // 6
    sizes = {case.id: count_placements(case, max_placements) for case in cases if _is_searched(case)}
    fit = sorted(
        (size < MIN_CASE_PLACEMENTS, size if size >= MIN_CASE_PLACEMENTS else -size, case.id, case)
        for case in cases
        if (size := sizes.get(case.id)) is not None and size <= max_placements
    )
    chosen: list[Case] = []
    for expect in ("unique", "multiple", "none"):
        if expect == "multiple" and not (subject.gives_all or subject.gives_only_counts):
            continue
        some = [case for *_, case in fit if case.expect == expect]
        chosen += some[: CASES_PER_KIND if expect != "none" else 1]
    return chosen


def _is_searched(case: Case) -> bool:
    return case.expect != "invalid" and case.limit is None and (case.count or 0) <= 100


def _answer(subject: SolverUnderTest, case: Case) -> SolutionsOrCount:
    """The answer to compare: all solutions in the promised order; below level all, the first one."""
    if subject.gives_only_counts:
        return subject.count(case)
    if not subject.gives_all:
        return subject.answer_to(case.grid, limit=1).lines
    lines = subject.answer_to(case.grid, max_lines=max_lines_for(case)).lines
    return _in_promised_order(subject, lines)


def _compare(before: SolutionsOrCount, after: SolutionsOrCount, when: Message) -> None:
    if before == after:
        return
    first, then = (found if isinstance(found, int) else len(found) for found in (before, after))
    if first != then or isinstance(before, int) or isinstance(after, int):
        gives, solutions = Message("counted.gives", number=first), Message("counted.solutions", number=then)
        raise WrongAnswer(Message("isolation.another_number", gives=gives, when=when, then=solutions))
    one, other = next(pair for pair in zip(before, after, strict=True) if pair[0] != pair[1])
    raise WrongAnswer(Message("isolation.another_answer", first=one, when=when, then=other))


def check_input(subject: SolverUnderTest, case: Case, other: Case) -> None:
    """The grid passed to the solver is not modified."""
    if subject.raw:
        _check_argument(subject, case)
        return
    grid = Grid(case.grid)
    subject.run_limited(lambda: subject.solver.solve(grid))
    if str(grid) != case.grid:
        raise WrongAnswer(Message("isolation.input_changed", after=str(grid)))


def _check_argument(subject: SolverUnderTest, case: Case) -> None:
    subject.answer_to(case.grid, limit=1)
    changed = getattr(subject.solver, "changed_argument", None)
    if changed is None:
        raise Skip(Message("isolation.argument_is_text"))
    if changed and not getattr(subject.solver, "in_place", False):
        raise WrongAnswer(Message("isolation.argument_changed"))


def check_again(subject: SolverUnderTest, case: Case, other: Case) -> None:
    """The same grid gets the same answer twice."""
    first = _answer(subject, case)
    _compare(first, _answer(subject, case), Message("isolation.when.again"))


def check_between(subject: SolverUnderTest, case: Case, other: Case) -> None:
    """The same grid gets the same answer after another grid was solved."""
    first = _answer(subject, case)
    _answer(subject, other)
    _compare(first, _answer(subject, case), Message("isolation.when.between", grid=other.grid))


def check_nested(subject: SolverUnderTest, case: Case, other: Case) -> None:
    """A search started in the callback of another one does not change either answer."""
    if subject.raw:
        raise Skip(Message("isolation.external_solver"))
    first, inside = _answer(subject, case), _answer(subject, other)
    inner: list[str] = []
    answer = subject.search(
        case.grid, lambda: inner.extend(_nested_lines(subject, other)), max_lines=max_lines_for(case)
    )
    when = Message("isolation.when.nested")
    _compare(first, _in_promised_order(subject, answer.lines), when)
    if answer.lines:
        _compare(inside, _in_promised_order(subject, inner), when)


def _nested_lines(subject: SolverUnderTest, case: Case) -> tuple[str, ...]:
    """Search in the current thread, inside another search."""
    lines: list[str] = []

    def found(solution: Grid) -> None:
        if len(lines) == max_lines_for(case):
            raise CallbackError
        lines.append(str(solution))

    with contextlib.suppress(CallbackError):
        subject.solver.search(Grid(case.grid), found)
    return tuple(lines)


def check_after_error(subject: SolverUnderTest, case: Case, other: Case) -> None:
    """The answer after an error is the same. The callback raises the error; an external solver gets an invalid
    grid instead."""
    first = _answer(subject, case)
    when = Message("isolation.when.after_error")
    if subject.raw:
        try:
            subject.run_limited(lambda: _pass_invalid_grid(subject))
        except Skip:
            raise
        except Exception:  # another check judges the answer to an invalid grid
            pass
        _compare(first, _answer(subject, case), when)
        return
    if case.expect == "none":
        raise Skip(Message("isolation.no_solution_to_raise_at"))

    shown: list[Grid] = []

    def found(solution: Grid) -> None:
        shown.append(solution)
        raise CallbackError

    raised = False
    try:
        subject.run_limited(lambda: subject.solver.search(Grid(case.grid), found, limit=2))
    except CallbackError:
        raised = True
    if shown and not raised:
        raise WrongAnswer(Message("isolation.exception_suppressed"))
    _compare(first, _answer(subject, case), when)


def _pass_invalid_grid(subject: SolverUnderTest) -> None:
    solver: Any = subject.solver
    (solver.raw_count if subject.gives_only_counts else solver.raw_search)(INVALID_FULL_GRID, 1)


def check_threads(subject: SolverUnderTest, case: Case, other: Case) -> None:
    """Two searches in parallel threads give the same answers as one after the other."""
    sequential = [_answer(subject, each) for each in (case, other)]
    barrier = threading.Barrier(2)
    first_is_running = threading.Event()  # it has found a solution, or has ended
    parallel: dict[int, SolutionsOrCount | BaseException] = {}

    def run(number: int, each: Case) -> None:
        try:
            parallel[number] = _parallel_answer(subject, each, barrier, first_is_running)
        except BaseException as error:
            parallel[number] = error

    threads = [threading.Thread(target=run, args=(0, case)), threading.Thread(target=run, args=(1, other))]
    threads[0].start()
    first_is_running.wait()
    threads[1].start()
    for thread in threads:
        thread.join()
    when = Message("isolation.when.threads")
    for number, before in enumerate(sequential):
        after = parallel[number]
        if isinstance(after, BaseException):
            raise after
        _compare(before, after, when)


def _parallel_answer(
    subject: SolverUnderTest, case: Case, barrier: threading.Barrier, running: threading.Event
) -> SolutionsOrCount:
    """The answer. At its first solution, a registered solver waits for the other search, so that they overlap."""
    if subject.raw:
        running.set()
        return _answer(subject, case)

    def wait_for_other() -> None:
        running.set()
        # the wait times out if the solver runs searches one after the other
        with contextlib.suppress(threading.BrokenBarrierError):
            barrier.wait(0.5)

    limit = None if subject.gives_all else 1
    try:
        answer = subject.search(case.grid, wait_for_other, limit=limit, max_lines=max_lines_for(case))
    finally:
        running.set()
        barrier.abort()  # if this search has no solution, the other one must not wait for it
    return _in_promised_order(subject, answer.lines)


def check_forked(subject: SolverUnderTest, case: Case, other: Case) -> None:
    """In a forked process the answer is the same."""
    if subject.raw:
        raise Skip(Message("isolation.own_process"))
    if not hasattr(os, "fork"):
        raise Skip(Message("isolation.no_fork"))
    first = _answer(subject, case)
    after = run_in_fork(lambda: _answer(subject, case), subject.seconds or FORK_TIMEOUT_S)
    _compare(first, after, Message("isolation.when.forked"))


def run_in_fork(work: Callable[[], SolutionsOrCount], seconds: float) -> SolutionsOrCount:
    """Call `work` in a forked child process and return its result."""
    read_end, write_end = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12: fork in a multi-threaded process
        child = os.fork()
    if child == 0:  # the clean-up code of the caller must not run here: os._exit skips it
        try:
            os.close(read_end)
            try:
                result: dict[str, Any] = {"answer": work()}
            except BaseException as error:
                result = {"error": _reason_of(error).to_json()}
            _write(write_end, json.dumps(result).encode())
        finally:
            os._exit(0)
    os.close(write_end)
    try:
        text = _read(read_end, seconds + 5)
    finally:
        os.close(read_end)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    if text is None:
        raise TimedOut(seconds)
    if not text:
        raise NoAnswer(Message("isolation.no_answer_in_fork"))
    result = json.loads(text)
    if "error" in result:
        raise NoAnswer(Message("isolation.error_in_fork", said=Message.from_json(result["error"])))
    answer = result["answer"]
    return answer if isinstance(answer, int) else tuple(answer)


def _reason_of(error: BaseException) -> Message:
    if isinstance(error, NoAnswer | Skip | WrongAnswer):
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


def _in_promised_order(subject: SolverUnderTest, lines: Sequence[str]) -> tuple[str, ...]:
    return tuple(lines) if "lexicographic" in subject.solver.promises else tuple(sorted(lines))
