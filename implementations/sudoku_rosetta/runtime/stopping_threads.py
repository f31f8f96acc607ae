"""Work in a thread that can be stopped: when an event is set, after a time limit, or when its caller needs no more.

To stop it, an exception is raised in the thread: Python code sees it at its next bytecode, and C code when it next
returns to Python. Work in C that never does passes `ask`, which sets the flag that the C code polls.
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
"""The work may catch the exception, so it is raised again some times, with this long in between."""


class Stopped(BaseException):
    """Raised inside work that is stopped, and by `run_until` to its caller."""


class StopFlag:
    """Four bytes of memory that C code polls during its work: not zero once `set`."""

    def __init__(self) -> None:
        self.memory = bytearray(4)

    @property
    def is_set(self) -> bool:
        return self.memory[0] != 0

    def set(self) -> None:
        self.memory[0] = 1


class TimedOut(Exception):
    """The work was stopped at its time limit."""


class SearchThread(Generic[T]):
    """A thread that computes one result."""

    def __init__(self, work: Callable[[], T], ask: Callable[[], object] | None = None) -> None:
        self._work = work
        self._ask = ask
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
        """Stop the work, asking some times; leave the thread behind if it does not react, as a daemon."""
        for _ in range(STOP_ATTEMPTS):
            self.request_stop()
            self._thread.join(STOP_TIMEOUT_S)
            if not self._thread.is_alive():
                return

    def request_stop(self) -> None:
        """Stop the work, unless it has ended, without waiting."""
        if self._ask is not None:
            self._ask()
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
        """Raise what the work raised."""
        if self._raised is not None:
            raise self._raised

    def result(self) -> T:
        """What the work returned; raises what it raised."""
        self.check()
        return self._results[0]


def run_until(stop: threading.Event, work: Callable[[], T], ask: Callable[[], object] | None = None) -> T:
    """The result of the work, or Stopped as soon as `stop` is set; an interrupt stops it too."""
    thread = SearchThread(work, ask)
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
    """The result of the work, or TimedOut. Work that ignores the stop is left behind in a daemon thread. A web page
    has no threads: there the work takes the time that it takes, and the page stops it from outside.

    >>> run_within(5, lambda: 6 * 7)
    42
    """
    if sys.platform == "emscripten":
        try:
            return work()
        except SystemExit as error:
            raise _not_our_exit(error) from error
    thread = SearchThread(work)
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
        raise _not_our_exit(error) from error


def _not_our_exit(error: BaseException) -> RuntimeError:
    return RuntimeError(f"it ended with {type(error).__name__}")
