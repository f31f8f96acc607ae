"""Executors for parallel work: threads or processes, as many as there are cores, and how to end them at once."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .stopping_threads import StopFlag

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["cores", "executor", "stoppable_threads", "terminate"]


def cores() -> int:
    """Number of CPU cores available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def executor(size: int, *, threads: bool) -> Executor:
    """Threads, for work in C that releases the GIL; else processes."""
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
    from multiprocessing import get_context

    if threads:
        return ThreadPoolExecutor(size)
    # spawned, since a process with threads must not be forked
    return ProcessPoolExecutor(size, get_context("spawn"), _set_up_worker)


@contextmanager
def stoppable_threads(size: int) -> Iterator[tuple[Executor, StopFlag]]:
    """Threads for calls of C that poll the flag. However the block ends, the flag is set and the threads return."""
    from concurrent.futures import ThreadPoolExecutor

    stop = StopFlag()
    with ThreadPoolExecutor(size) as pool:
        try:
            yield pool, stop
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def terminate(pool: Executor) -> None:
    """End it without waiting for pending results: worker processes are terminated."""
    workers = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
    pool.shutdown(wait=True)


def _set_up_worker() -> None:
    """Ctrl-C is handled by the parent process, which ends the workers; killed, it cannot."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True, name="parent").start()


def _exit_with_parent() -> None:
    """PR_SET_PDEATHSIG would do it on Linux, but too early: when the thread ends that started this process."""
    from multiprocessing import parent_process

    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)
