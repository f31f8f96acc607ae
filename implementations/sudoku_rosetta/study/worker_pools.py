"""Worker pools: threads, processes, a Dask cluster, or any executor of `concurrent.futures`.

A pool replaces its executor if it breaks (a worker process was killed).
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any, Self

from ..runtime.executors import cores, executor
from ..solvers import Solver

__all__ = ["WorkerPool", "dask_pool", "local_pool", "pool_from_executor"]

CONNECT_TIMEOUT_S = 10


class WorkerPool:
    """`size` workers behind an executor; `owned` executors are shut down at the end."""

    def __init__(self, make_executor: Callable[[], Executor], size: int, *, owned: bool = True) -> None:
        self._make_executor = make_executor
        self._owned = owned
        self.size = size
        self.executor = make_executor()

    def renew(self) -> None:
        """Replace a broken executor."""
        self._shut_down(wait=False)
        self.executor = self._make_executor()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._owned:
            self._shut_down(wait=True)

    def _shut_down(self, *, wait: bool) -> None:
        self.executor.shutdown(wait=wait, cancel_futures=True)


def local_pool(solver: Solver, size: int | None = None) -> WorkerPool:
    """Threads if the solver can search in parallel threads, else processes."""
    size = size or cores()
    return WorkerPool(lambda: executor(size, threads=solver.runs_in_threads), size)


def pool_from_executor(executor: Executor, size: int) -> WorkerPool:
    """Use the caller's executor, which the caller shuts down."""
    return WorkerPool(lambda: executor, size, owned=False)


def dask_pool(address: str) -> WorkerPool:
    """The workers of a Dask cluster; needs the extra `cluster`."""
    import distributed

    make_client: Any = distributed.Client
    client = make_client(address, set_as_default=False, timeout=CONNECT_TIMEOUT_S)
    threads = sum(worker["nthreads"] for worker in client.scheduler_info(n_workers=-1)["workers"].values())
    return _DaskPool(client, max(threads, 1))


class _DaskPool(WorkerPool):
    """Dask's scheduler reassigns the tasks of a dead worker."""

    def __init__(self, client: Any, size: int) -> None:
        self._client = client
        super().__init__(lambda: client.get_executor(pure=False, retries=3), size)

    def _shut_down(self, *, wait: bool) -> None:
        self.executor.shutdown(wait=wait)  # cancels the tasks that have not started

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        self._client.close()
