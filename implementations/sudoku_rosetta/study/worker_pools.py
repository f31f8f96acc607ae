"""Who does the work: threads, processes, a Dask cluster, or any executor of `concurrent.futures`.

A pool lends its executor and, where that breaks (a worker process was killed), another one.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, Self

from ..runtime.executors import cores, executor
from ..solvers import Solver

__all__ = ["WorkerPool", "dask_pool", "local_pool", "pool_of"]


SECONDS_TO_ANSWER = 10


class WorkerPool:
    """`size` workers behind an executor."""

    def __init__(self, made: Callable[[], Executor], size: int, *, ours: bool = True) -> None:
        self._made = made
        self._ours = ours  # an executor of someone else's is left as it is at the end
        self.size = size
        self.executor = made()

    def renew(self) -> None:
        """Another executor in place of a broken one."""
        self._end(wait=False)
        self.executor = self._made()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._ours:
            self._end(wait=True)

    def _end(self, *, wait: bool) -> None:
        self.executor.shutdown(wait=wait, cancel_futures=True)


def local_pool(solver: Solver, size: int | None = None) -> WorkerPool:
    """Threads for a solver in C that lets others run; processes for one in Python."""
    size = size or cores()
    return WorkerPool(lambda: executor(size, threads=solver.runs_in_threads), size)


def pool_of(executor: Executor, size: int) -> WorkerPool:
    """Someone's own executor, which they close themselves."""
    return WorkerPool(lambda: executor, size, ours=False)


def dask_pool(address: str) -> WorkerPool:
    """The workers of a Dask cluster; needs the extra `cluster`."""
    import distributed

    connected: Any = distributed.Client
    client = connected(address, set_as_default=False, timeout=SECONDS_TO_ANSWER)
    threads = sum(worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values())
    return _DaskPool(client, max(threads, 1))


class _DaskPool(WorkerPool):
    """The scheduler itself gives a dead worker's tasks to others."""

    def __init__(self, client: Any, size: int) -> None:
        self._client = client
        super().__init__(lambda: client.get_executor(pure=False, retries=3), size)

    def _end(self, *, wait: bool) -> None:
        self.executor.shutdown(wait=wait)  # which cancels what has not begun

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self._client.close()
