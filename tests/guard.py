"""A guard against tests without end. It is so generous that it says nothing of speed: what it stops, hangs."""

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
HANGS = 600.0
"""Seconds after which something hangs, even on a machine that is ten times slower and busy."""


def ended(work: Callable[[], T]) -> T:
    """The work's result, or what it raised; a failure where it hangs.

    >>> ended(lambda: 6 * 7)
    42
    """
    results: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True, name="guarded")
    thread.start()
    thread.join(HANGS)
    assert not thread.is_alive(), f"it hangs: no end after {HANGS:g} s"
    if raised:
        raise raised[0]
    return results[0]
