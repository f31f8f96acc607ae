"""A search in a thread apart: so that one that hands out its solutions by calling can be asked for them one
by one, and so that it can be left from outside at any moment.

The documents' programs show a solution and go on; nothing in them waits. Here the call that shows it is where
the thread waits until the next solution is asked for. To leave a search that is under way, an exception is
raised in its thread: Python code sees it at its next step, and C when it next takes breath.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class Stopped(BaseException):
    """Raised in a search that is left; it never comes out of here, but for `until`, as the answer to a stop."""


class _Worker(Generic[T]):
    """A thread that computes something and keeps the result, or what was raised."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._work = work
        self._thread = threading.Thread(target=self._run, daemon=True, name="sudoku-rosetta search")
        self._guard = threading.Lock()
        self._ended = False
        self.result: T | None = None
        self.raised: BaseException | None = None
        self.done = threading.Event()

    def start(self) -> None:
        self._thread.start()

    def _run(self) -> None:
        try:
            try:
                self.result = self._work()
            finally:
                with self._guard:
                    self._ended = True
        except BaseException as error:
            self.raised = error
        finally:
            self.done.set()

    def stop(self) -> None:
        """Raise Stopped in the thread, unless its work has ended, and wait for it."""
        with self._guard:
            if not self._ended and self._thread.ident is not None:
                ctypes.pythonapi.PyThreadState_SetAsyncExc(
                    ctypes.c_ulong(self._thread.ident), ctypes.py_object(Stopped)
                )
        self._thread.join()


def until(stop: threading.Event, work: Callable[[], T]) -> T:
    """The result of the work, or Stopped as soon as `stop` is set."""
    worker = _Worker(work)
    worker.start()
    try:
        while not worker.done.wait(0.005):
            if stop.is_set():
                worker.stop()
    except BaseException:
        worker.stop()
        raise
    if worker.raised is not None:
        raise worker.raised
    return worker.result  # type: ignore[return-value]


def one_by_one(search: Callable[[Callable[[T], object]], object]) -> Iterator[T]:
    """What `search` gives to the function that it is called with, one by one.

    >>> def program(show):
    ...     show("first"); show("second")
    >>> next(one_by_one(program))
    'first'
    """
    asked, answered = threading.Semaphore(0), threading.Semaphore(0)
    waiting: list[T] = []
    left = False

    def show(item: T) -> None:
        waiting.append(item)
        answered.release()
        asked.acquire()
        if left:
            raise Stopped

    def work() -> None:
        try:
            search(show)
        finally:
            answered.release()

    worker = _Worker(work)
    process = os.getpid()
    worker.start()
    try:
        while True:
            if os.getpid() != process:
                raise RuntimeError(
                    "these solutions are searched by the process that began; ask anew in this one"
                )
            answered.acquire()
            if not waiting:
                break
            yield waiting.pop()
            asked.release()
    finally:
        left = True
        if os.getpid() == process:
            asked.release()
            worker.stop()
    if worker.raised is not None:
        raise worker.raised
