"""Turns a search that hands its items to a callback into an iterator over them."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

from .stopping_threads import SearchThread, Stopped

T = TypeVar("T")


def iterate(search: Callable[[Callable[[T], object]], object]) -> Iterator[T]:
    """The items that `search` passes to its callback, one by one: between two of them the search waits in its
    callback until the next item is asked for.

    >>> def program(show):
    ...     show("first"); show("second")
    >>> next(iterate(program))
    'first'
    """
    asked, answered = threading.Semaphore(0), threading.Semaphore(0)
    waiting: list[T] = []
    closed = False

    def show(item: T) -> None:
        waiting.append(item)
        answered.release()
        asked.acquire()
        if closed:
            raise Stopped

    def work() -> None:
        try:
            search(show)
        finally:
            answered.release()

    thread = SearchThread(work)
    process = os.getpid()
    thread.start()
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
        closed = True
        if os.getpid() == process:
            asked.release()
            thread.stop()
    thread.check()
