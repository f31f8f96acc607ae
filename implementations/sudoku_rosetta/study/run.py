"""Run a study: send tasks to workers and store their counts as they arrive, in any order.

A slow grid, which may have millions of solutions, is returned uncounted and becomes a subproblem, which may be
split further. Chunks and subproblems are sent in equal shares, so that neither waits for the other.
"""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass, field
from typing import Any

from ..solvers import Solver, solver_named
from ._plan import Plan, Task, tasks_of
from ._store import Store, StoreError
from ._work import GRID_TIMEOUT_S, ChunkCounts, Subproblem, count_chunk, count_subproblem, split_grid
from .worker_pools import WorkerPool, local_pool

__all__ = ["OnProgress", "run"]

OnProgress = Callable[[int], object]
"""Called first with the number of grids stored by earlier runs, then after each commit with the number added."""
COMMIT_INTERVAL_S = 0.5
MAX_OPEN_CHUNKS = 1000
"""If more chunks wait for their slow grids, only subproblems are sent, so that memory stays bounded."""
MAX_WAITING_PARTS = 20_000
"""If more subproblems wait, only subproblems are sent."""
MAX_ATTEMPTS = 4
"""How often a job may lose its worker before the run fails."""


def run(
    plan: Plan | None,
    folder: str | os.PathLike[str],
    *,
    pool: WorkerPool | None = None,
    on_progress: OnProgress = lambda grids: None,
    grid_timeout: float = GRID_TIMEOUT_S,
    solver: Solver | None = None,
) -> None:
    """Run the study in the folder to its end; without a plan, resume the existing study.

    `solver` is the solver that the plan names, if it is not a registered one.
    """
    with Store.open_for_writing(folder, plan.resolved(solver) if plan else None) as store:
        if store.is_finished:
            return
        on_progress(store.grids_done())
        with pool or local_pool(solver or solver_named(store.plan.solver)) as workers:
            _Coordinator(store, workers, on_progress, grid_timeout, solver).run()
        store.finish()


@dataclass(eq=False)
class _OpenChunk:
    """A chunk that waits for its slow grids."""

    task: Task
    result: ChunkCounts
    open_parts: Counter[int] = field(default_factory=Counter)  # number of uncounted parts of each slow grid

    def reached_limit(self, index: int) -> bool:
        return self.task.limit is not None and self.result.counts[index] >= self.task.limit


@dataclass(frozen=True)
class _Part:
    """A subproblem of the slow grid with this index in its chunk."""

    chunk: _OpenChunk
    index: int
    subproblem: Subproblem


class _Coordinator:
    def __init__(
        self,
        store: Store,
        pool: WorkerPool,
        on_progress: OnProgress,
        grid_timeout: float,
        solver: Solver | None,
    ) -> None:
        self._store = store
        self._pool = pool
        self._on_progress = on_progress
        self._grid_timeout = grid_timeout
        self._solver = solver
        self._tasks = self._missing_tasks()
        self._parts: deque[_Part] = deque()
        self._running: dict[Future[Any], Task | _Part] = {}
        self._retries: deque[Task | _Part] = deque()
        self._attempts: Counter[Task | _Part] = Counter()
        self._open_chunks = 0
        self._uncommitted: list[tuple[int, int, list[int]]] = []
        self._last_commit = time.monotonic()

    def run(self) -> None:
        try:
            self._submit_jobs()
            while self._running:
                done, _ = wait(self._running, timeout=COMMIT_INTERVAL_S, return_when=FIRST_COMPLETED)
                for future in done:
                    self._process(future)
                self._commit_if_due()
                self._submit_jobs()
        finally:
            for future in self._running:
                future.cancel()
            self._commit()

    def _missing_tasks(self) -> Iterator[Task]:
        present = {clues: self._store.present_chunks(clues) for clues in self._store.plan.clues}
        return (task for task in tasks_of(self._store.plan) if not present[task.clues][task.chunk])

    # --- jobs to the workers ------------------------------------------------------------------------------

    def _submit_jobs(self) -> None:
        """Keep two jobs per worker submitted, so that no worker is idle."""
        while len(self._running) < 2 * self._pool.size + 1:
            job = self._next_job()
            if job is None:
                return
            try:
                self._running[self._submit(job)] = job
            except BrokenExecutor as error:  # a worker died after the last results were processed
                self._retry(job, error)

    def _submit(self, job: Task | _Part) -> Future[Any]:
        submit: Any = self._pool.executor.submit
        if isinstance(job, Task):
            future: Future[Any] = submit(count_chunk, job, self._grid_timeout, self._solver)
        else:
            future = submit(count_subproblem, job.subproblem, self._grid_timeout, self._solver)
        return future

    def _next_job(self) -> Task | _Part | None:
        if self._retries:
            return self._retries.popleft()
        only_parts = self._open_chunks >= MAX_OPEN_CHUNKS or len(self._parts) >= MAX_WAITING_PARTS
        running_parts = sum(isinstance(job, _Part) for job in self._running.values())
        if self._parts and (2 * running_parts <= len(self._running) or only_parts):
            return self._parts.pop()
        task = next(self._tasks, None) if not only_parts else None
        if task is None and self._parts:
            return self._parts.pop()
        return task

    # --- results from the workers -------------------------------------------------------------------------

    def _process(self, future: Future[Any]) -> None:
        job = self._running.pop(future, None)
        if job is None:  # already submitted again, after the executor broke
            return
        try:
            result = future.result()
        except Exception as error:
            if not _worker_died(error):
                raise
            self._retry(job, error)
            return
        if isinstance(job, Task):
            self._process_chunk(job, result)
        else:
            self._process_part(job, result)

    def _retry(self, job: Task | _Part, error: Exception) -> None:
        jobs = [job]
        if isinstance(error, BrokenExecutor):  # all its jobs are lost
            jobs += self._running.values()
            self._running.clear()
            self._pool.renew()
        for each in jobs:
            self._attempts[each] += 1
            if self._attempts[each] == MAX_ATTEMPTS:
                raise _too_many_attempts(each, error) from error
        self._retries.extend(jobs)

    def _process_chunk(self, task: Task, result: ChunkCounts) -> None:
        if not result.slow:
            self._chunk_done(task, result)
            return
        chunk = _OpenChunk(task, result)
        self._open_chunks += 1
        for index, grid in result.slow.items():
            result.counts[index] = 0
            chunk.open_parts[index] = 1
            self._parts.append(_Part(chunk, index, Subproblem(grid, task.solver, task.limit)))

    def _process_part(self, part: _Part, count: int | None) -> None:
        if part.index not in part.chunk.open_parts:  # its grid has reached the limit in the meantime
            return
        if count is None:
            self._split(part)
            return
        part.chunk.result.counts[part.index] += count
        if part.chunk.reached_limit(part.index):
            self._limit_reached(part.chunk, part.index)
        else:
            self._part_done(part)

    def _split(self, part: _Part) -> None:
        """Replace a part by smaller parts; there are none if some empty cell has no candidate."""
        smaller = split_grid(part.subproblem.grid)
        part.chunk.open_parts[part.index] += len(smaller)
        for grid in smaller:
            subproblem = Subproblem(grid, part.subproblem.solver, part.subproblem.limit)
            self._parts.append(_Part(part.chunk, part.index, subproblem))
        self._part_done(part)

    def _part_done(self, part: _Part) -> None:
        chunk, index = part.chunk, part.index
        chunk.open_parts[index] -= 1
        if not chunk.open_parts[index]:
            self._grid_done(chunk, index)

    def _limit_reached(self, chunk: _OpenChunk, index: int) -> None:
        """Drop the waiting parts of the grid; the results of its running parts will be ignored."""
        assert chunk.task.limit is not None
        chunk.result.counts[index] = chunk.task.limit
        self._parts = deque(part for part in self._parts if part.chunk is not chunk or part.index != index)
        self._grid_done(chunk, index)

    def _grid_done(self, chunk: _OpenChunk, index: int) -> None:
        del chunk.open_parts[index]
        if not chunk.open_parts:
            self._open_chunks -= 1
            self._chunk_done(chunk.task, chunk.result)

    # --- storage ------------------------------------------------------------------------------------------

    def _chunk_done(self, task: Task, result: ChunkCounts) -> None:
        self._uncommitted.append((task.clues, task.chunk, result.counts))

    def _commit_if_due(self) -> None:
        if time.monotonic() - self._last_commit > COMMIT_INTERVAL_S:
            self._commit()

    def _commit(self) -> None:
        if self._uncommitted:
            self._store.add(self._uncommitted)
            committed, self._uncommitted = self._uncommitted, []
            self._on_progress(sum(len(counts) for _, _, counts in committed))
        self._last_commit = time.monotonic()


def _worker_died(error: Exception) -> bool:
    """Whether a process of the pool died, or Dask gave up a task after several workers died."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ in ("KilledWorker", "CancelledError")


def _too_many_attempts(job: Task | _Part, error: Exception) -> StoreError:
    task = job if isinstance(job, Task) else job.chunk.task
    reason = " ".join(str(error).split()) or type(error).__name__
    return StoreError(
        f"{task.clues} clues, chunk {task.chunk}: {MAX_ATTEMPTS} workers died during this task ({reason}); "
        "the stored results are safe, run again to resume"
    )
