"""Workers that ask a solver beside one another: threads where it lets them, processes where not; and their end."""

from __future__ import annotations

import signal
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

from .batches import takes_many
from .protocol import Solver

__all__ = ["pool_for", "send_home"]


def pool_for(solver: Solver, size: int) -> Executor:
    """Threads for a solver in C that lets others run; processes for one in Python."""
    if takes_many(solver):
        return ThreadPoolExecutor(size)
    # not forked: the process that asks has threads
    return ProcessPoolExecutor(size, get_context("spawn"), _heed_no_interrupt)


def send_home(pool: Executor) -> None:
    """End it without waiting for what nobody will read: a process is stopped in the midst of its work."""
    workers = list((pool._processes or {}).values()) if isinstance(pool, ProcessPoolExecutor) else []
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
    pool.shutdown(wait=True)


def _heed_no_interrupt() -> None:
    """Ctrl-C is for the process that leads; it ends the others in its own time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
