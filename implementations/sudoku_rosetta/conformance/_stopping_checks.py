"""Checks that a search can be stopped, by closing its iterator or by setting its stop event."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from typing import cast

from ..grid import Grid
from ..messages import Message
from ..runtime.stoppable_thread import Stopped
from .solver_under_test import Skip, SolverUnderTest, WrongAnswer

EMPTY_GRID = "0" * 81
"""It has too many solutions to count."""
STOP_DELAY_S = 0.2
"""The stop event is set this long after the search began."""
STOP_TIMEOUT_S = 5.0
"""In CPU time, which does not depend on the load of the machine; for the end of threads, in wall-clock time."""


def check_closing(subject: SolverUnderTest) -> None:
    """Closing an iterator after its first solution stops the search and leaves no thread behind."""
    _skip_external(subject)
    before = set(threading.enumerate())

    def first_and_close() -> float:
        found = cast("Generator[Grid]", subject.solver.solutions(Grid(EMPTY_GRID)))
        next(found, None)
        began = time.process_time()
        found.close()
        return time.process_time() - began

    taken = subject.run_limited(first_and_close)
    if taken > STOP_TIMEOUT_S:
        raise WrongAnswer(Message("stopping.closed_late", seconds=taken))
    end = time.monotonic() + STOP_TIMEOUT_S
    while left := _threads_left(before):
        if time.monotonic() > end:
            raise WrongAnswer(Message("stopping.threads_left", number=left))
        time.sleep(0.01)


def _threads_left(before: set[threading.Thread]) -> int:
    return sum(thread.name.startswith("sudoku-rosetta") for thread in set(threading.enumerate()) - before)


def check_stop(subject: SolverUnderTest) -> None:
    """A long search ends as soon as its stop event is set."""
    _skip_external(subject)
    stop = threading.Event()
    stopped_at: list[tuple[float, float]] = []

    def request_stop() -> None:
        stopped_at.append((time.monotonic(), time.process_time()))
        stop.set()

    def count() -> tuple[int | None, float]:
        timer = threading.Timer(STOP_DELAY_S, request_stop)
        timer.start()
        try:
            return _count(subject, stop), time.monotonic()
        finally:
            timer.cancel()

    counted, ended_at = subject.run_limited(count)
    if not stopped_at or (counted is not None and ended_at < stopped_at[0][0]):
        return  # it ended before the stop; other checks judge the answer
    if counted is not None:
        raise WrongAnswer(Message("stopping.ignored", counted=counted))
    taken = time.process_time() - stopped_at[0][1]
    if taken > STOP_TIMEOUT_S:
        raise WrongAnswer(Message("stopping.stopped_late", seconds=taken))


def _count(subject: SolverUnderTest, stop: threading.Event) -> int | None:
    try:
        return subject.solver.count(Grid(EMPTY_GRID), stop=stop)
    except Stopped:
        return None


def _skip_external(subject: SolverUnderTest) -> None:
    if subject.raw:
        raise Skip(Message("stopping.external_solver"))
