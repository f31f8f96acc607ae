"""Executors for parallel work in threads or processes, and a way to terminate them without waiting."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from .stoppable_thread import StopFlag

if TYPE_CHECKING:
    from concurrent.futures import Executor

__all__ = ["cores", "executor", "stoppable_threads", "terminate"]


def cores() -> int:
    """Number of CPU cores available to this process."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def executor(size: int, *, threads: bool) -> Executor:
    """Return a pool of threads (for C code that releases the GIL) or of processes."""
    from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
    from multiprocessing import get_context

    if threads:
        return ThreadPoolExecutor(size)
    # spawn, because forking a process that has threads is unsafe
    return ProcessPoolExecutor(size, get_context("spawn"), _set_up_worker)


@contextmanager
def stoppable_threads(size: int) -> Iterator[tuple[Executor, StopFlag]]:
    """A thread pool for C calls that poll the flag. At the end of the block the flag is set and the threads end."""
    from concurrent.futures import ThreadPoolExecutor

    stop = StopFlag()
    with ThreadPoolExecutor(size) as pool:
        try:
            yield pool, stop
        finally:
            stop.set()
            pool.shutdown(cancel_futures=True)


def terminate(pool: Executor) -> None:
    """Shut the pool down without waiting for pending results. Worker processes are terminated."""
    workers = list((getattr(pool, "_processes", None) or {}).values())
    manager = getattr(pool, "_executor_manager_thread", None)
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
    pool.shutdown(wait=True)
    if (
        manager is not None
    ):  # shutdown(wait=False) forgets this thread; at exit, Python would wake it while it ends
        manager.join()


def _set_up_worker() -> None:
    """Ignore Ctrl-C, because the parent process ends its workers. Exit if the parent is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True, name="parent").start()


def _exit_with_parent() -> None:
    """Wait for the parent process to end, then exit.

    PR_SET_PDEATHSIG does not work here: its signal is sent when the thread that started this process ends.
    """
    from multiprocessing import parent_process

    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)
