"""Turns a function that calls a callback with each item into an iterator over the items."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

from .stoppable_thread import StoppableThread, Stopped

T = TypeVar("T")


def iterate(search: Callable[[Callable[[T], object]], object]) -> Iterator[T]:
    """Yield each item that `search` passes to its callback. The callback waits until the next item is requested.

    >>> def program(callback):
    ...     callback("first"); callback("second")
    >>> next(iterate(program))
    'first'
    """
    requested, produced = threading.Semaphore(0), threading.Semaphore(0)
    pending: list[T] = []
    closed = False

    def callback(item: T) -> None:
        pending.append(item)
        produced.release()
        requested.acquire()
        if closed:
            raise Stopped

    def work() -> None:
        try:
            search(callback)
        finally:
            produced.release()

    thread = StoppableThread(work)
    process = os.getpid()
    thread.start()
    try:
        while True:
            if os.getpid() != process:
                raise RuntimeError(
                    "this iterator belongs to the parent process; start a new search in the forked process"
                )
            produced.acquire()
            if not pending:
                break
            yield pending.pop()
            requested.release()
    finally:
        closed = True
        if os.getpid() == process:
            requested.release()
            thread.stop()
    thread.check()
