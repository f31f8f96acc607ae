"""Runs work in a thread that can be stopped by an event, by a timeout or by its caller.

The thread is stopped by raising an exception in it. The exception occurs at the next bytecode, so C code is only
stopped when it returns to Python. Long-running C code therefore polls a `StopFlag`, which `set_flag` sets.
"""

from __future__ import annotations

import ctypes
import sys
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
POLL_S = 0.005
STOP_ATTEMPTS, STOP_TIMEOUT_S = 10, 0.1
"""The work may catch the exception, so it is raised several times. After each, wait for the end of the thread."""


class Stopped(BaseException):
    """Raised inside work that is stopped, and by `run_until` in its caller."""


class StopFlag:
    """A 4-byte integer in memory that C code polls. It is nonzero after `set` was called."""

    def __init__(self) -> None:
        self.memory = bytearray(4)

    @property
    def is_set(self) -> bool:
        return self.memory[0] != 0

    def set(self) -> None:
        self.memory[0] = 1


class TimedOut(Exception):
    """The work was stopped at its timeout."""


class StoppableThread(Generic[T]):
    """A thread that computes one result."""

    def __init__(self, work: Callable[[], T], set_flag: Callable[[], object] | None = None) -> None:
        """`set_flag` stops work in C; without it, the work is stopped by an exception."""
        self._work = work
        self._set_flag = set_flag
        self._thread = threading.Thread(target=self._run, daemon=True, name="sudoku-rosetta search")
        self._lock = threading.Lock()
        self._ended = False
        self._results: list[T] = []
        self._raised: BaseException | None = None
        self.done = threading.Event()

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        try:
            try:
                self._results.append(self._work())
            finally:
                with self._lock:
                    self._ended = True
        except BaseException as error:
            self._raised = error
        finally:
            self.done.set()

    def stop(self) -> None:
        """Stop the work, unless it has ended, and wait for the thread."""
        self.abandon()
        self._thread.join()

    def abandon(self) -> None:
        """Try several times to stop the work. If it does not stop, leave it running in its daemon thread."""
        for _ in range(STOP_ATTEMPTS):
            self.request_stop()
            self._thread.join(STOP_TIMEOUT_S)
            if not self._thread.is_alive():
                return

    def request_stop(self) -> None:
        """Stop the work, unless it has ended, without waiting."""
        if self._set_flag is not None:
            self._set_flag()
            return
        with self._lock:
            if not self._ended and self._thread.ident is not None:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._thread.ident), ctypes.py_object(Stopped)
                )

    @property
    def has_result(self) -> bool:
        return bool(self._results)

    def check(self) -> None:
        """Raise the exception that the work raised, if any."""
        if self._raised is not None:
            raise self._raised

    def result(self) -> T:
        """Return the result of the work, or raise its exception."""
        self.check()
        return self._results[0]


def run_until(
    stop: threading.Event, work: Callable[[], T], set_flag: Callable[[], object] | None = None
) -> T:
    """Return the result of the work. Raise Stopped as soon as `stop` is set. Ctrl-C stops the work too."""
    thread = StoppableThread(work, set_flag)
    thread.start()
    try:
        while not thread.done.wait(POLL_S):
            if stop.is_set():
                thread.stop()
    except BaseException:
        thread.stop()
        raise
    return thread.result()


def run_within(seconds: float, work: Callable[[], T]) -> T:
    """Return the result of the work, or raise TimedOut. Work that does not stop is left in a daemon thread.

    Pyodide has no threads. There the work runs without a timeout, and the web page terminates its web worker.

    >>> run_within(5, lambda: 6 * 7)
    42
    """
    if sys.platform == "emscripten":
        try:
            return work()
        except SystemExit as error:
            raise _exit_error(error) from error
    thread = StoppableThread(work)
    thread.start()
    try:
        in_time = thread.done.wait(seconds)
    except BaseException:
        thread.abandon()
        raise
    if not in_time:
        thread.abandon()
        if not thread.has_result:
            raise TimedOut
    try:
        return thread.result()
    except (Stopped, SystemExit) as error:
        raise _exit_error(error) from error


def _exit_error(error: BaseException) -> RuntimeError:
    return RuntimeError(f"it ended with {type(error).__name__}")
