"""The checks that a search can be left: an iterator that is closed, an event that another thread sets."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator
from typing import cast

from ..grid import Grid
from ..messages import Message
from ..runtime.stopping_threads import Stopped
from .solver_under_test import Skip, SolverUnderTest, Wrong

EMPTY = "0" * 81
"""Nobody counts its solutions to the end."""
STOPPED_AFTER = 0.2
"""Seconds of searching, before a search is told to stop."""
AT_ONCE = 5.0
"""Seconds of processor time: a busy machine does not make it more."""


def check_closing(subject: SolverUnderTest) -> None:
    """An iterator that is closed after its first solution ends at once and leaves no thread behind."""
    _ours(subject)
    before = set(threading.enumerate())

    def first_and_close() -> float:
        found = cast("Generator[Grid]", subject.solver.solutions(Grid(EMPTY)))
        next(found, None)
        began = time.process_time()
        found.close()
        return time.process_time() - began

    taken = subject.bounded(first_and_close)
    if taken > AT_ONCE:
        raise Wrong(Message("stopping.closed_late", seconds=taken))
    end = time.monotonic() + AT_ONCE
    while left := _searching(before):
        if time.monotonic() > end:
            raise Wrong(Message("stopping.threads_left", number=left))
        time.sleep(0.01)


def _searching(before: set[threading.Thread]) -> int:
    return sum(thread.name.startswith("sudoku-rosetta") for thread in set(threading.enumerate()) - before)


def check_stop(subject: SolverUnderTest) -> None:
    """A search of hours ends as soon as the event that it was given is set."""
    _ours(subject)
    stop = threading.Event()
    set_at: list[tuple[float, float]] = []

    def set_it() -> None:
        set_at.append((time.monotonic(), time.process_time()))
        stop.set()

    def count() -> tuple[int | None, float]:
        timer = threading.Timer(STOPPED_AFTER, set_it)
        timer.start()
        try:
            return _counted(subject, stop), time.monotonic()
        finally:
            timer.cancel()

    counted, ended_at = subject.bounded(count)
    if not set_at or (counted is not None and ended_at < set_at[0][0]):
        return  # it was done, rightly or not, before it could be stopped: other checks say which
    if counted is not None:
        raise Wrong(Message("stopping.ignored", counted=counted))
    taken = time.process_time() - set_at[0][1]
    if taken > AT_ONCE:
        raise Wrong(Message("stopping.stopped_late", seconds=taken))


def _counted(subject: SolverUnderTest, stop: threading.Event) -> int | None:
    try:
        return subject.solver.count(Grid(EMPTY), stop=stop)
    except Stopped:
        return None


def _ours(subject: SolverUnderTest) -> None:
    if subject.raw:
        raise Skip(Message("stopping.from_outside"))
