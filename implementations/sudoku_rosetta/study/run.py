"""A study from its plan to its end: tasks go out, counts come back in any order, and are kept as they come.

Heavy grids, of which one may have millions of solutions, come back from their chunk uncounted: they are split, and
their pieces go out beside the other chunks, half and half, so that neither waits for the other.
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
from ._plan import Plan, Task, Tasks
from ._store import Store, StoreError
from ._work import GRID_TIMEOUT_S, Counted, Piece, count_chunk, count_piece, split_grid
from .worker_pools import WorkerPool, local_pool

__all__ = ["OnProgress", "run"]

OnProgress = Callable[[int], object]
"""Called first with the number of grids that were there before, then with how many more are kept."""
SECONDS_PER_COMMIT = 0.5
OPEN_CHUNKS = 1000
"""So many chunks may wait for their heavy grids; then only those are worked at, so that memory stays flat."""
OPEN_PARTS = 20_000
"""So many pieces may wait; then, too, only those are worked at."""
ATTEMPTS = 4
"""So often a task may take its worker down before the study is given up."""


def run(
    plan: Plan | None,
    folder: str | os.PathLike[str],
    *,
    pool: WorkerPool | None = None,
    on_progress: OnProgress = lambda grids: None,
    grid_timeout: float = GRID_TIMEOUT_S,
    solver: Solver | None = None,
) -> None:
    """Bring the study in the folder to its end, or, without a plan, go on with the one that is there. `solver` is
    what the plan's `solver` names where that is not a registered one."""
    with Store.begun(folder, plan.ready(solver) if plan else None) as store:
        if store.is_finished:
            return
        on_progress(store.grids_done())
        with pool or local_pool(solver or solver_named(store.plan.solver)) as workers:
            _Leader(store, workers, on_progress, grid_timeout, solver).lead()
        store.finish()


@dataclass(eq=False)
class _Open:
    """A chunk that waits for its heavy grids."""

    task: Task
    counted: Counted
    pieces: Counter[int] = field(default_factory=Counter)  # of each heavy grid: how many are not counted yet

    def has_enough(self, place: int) -> bool:
        """Whether the grid there has as many solutions as the limit lets us count."""
        return self.task.limit is not None and self.counted.counts[place] >= self.task.limit


@dataclass(frozen=True)
class _Part:
    """A piece of the heavy grid number `place` of a chunk."""

    chunk: _Open
    place: int
    piece: Piece


class _Leader:
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
        self._tasks = self._missing()
        self._parts: deque[_Part] = deque()
        self._out: dict[Future[Any], Task | _Part] = {}
        self._again: deque[Task | _Part] = deque()
        self._attempts: Counter[Task | _Part] = Counter()
        self._open = 0
        self._kept: list[tuple[int, int, list[int]]] = []
        self._last_commit = time.monotonic()

    def lead(self) -> None:
        try:
            self._send()
            while self._out:
                done, _ = wait(self._out, timeout=SECONDS_PER_COMMIT, return_when=FIRST_COMPLETED)
                for future in done:
                    self._take(future)
                self._commit_if_due()
                self._send()
        finally:
            for future in self._out:
                future.cancel()
            self._commit()

    def _missing(self) -> Iterator[Task]:
        there = {clues: self._store.there(clues) for clues in self._store.plan.clues}
        return (task for task in Tasks(self._store.plan) if not there[task.clues][task.chunk])

    # --- out --------------------------------------------------------------------------------------------

    def _send(self) -> None:
        """Twice as many as there are workers, so that none waits for us."""
        while len(self._out) < 2 * self._pool.size + 1:
            job = self._next()
            if job is None:
                return
            try:
                self._out[self._submitted(job)] = job
            except BrokenExecutor as error:  # a worker died after the last answers were taken
                self._send_again(job, error)

    def _submitted(self, job: Task | _Part) -> Future[Any]:
        submit: Any = self._pool.executor.submit
        if isinstance(job, Task):
            future: Future[Any] = submit(count_chunk, job, self._grid_timeout, self._solver)
        else:
            future = submit(count_piece, job.piece, self._grid_timeout, self._solver)
        return future

    def _next(self) -> Task | _Part | None:
        if self._again:
            return self._again.popleft()
        crowded = self._open >= OPEN_CHUNKS or len(self._parts) >= OPEN_PARTS
        pieces_out = sum(isinstance(job, _Part) for job in self._out.values())
        if self._parts and (2 * pieces_out <= len(self._out) or crowded):
            return self._parts.pop()
        task = next(self._tasks, None) if not crowded else None
        if task is None and self._parts:
            return self._parts.pop()
        return task

    # --- back -------------------------------------------------------------------------------------------

    def _take(self, future: Future[Any]) -> None:
        job = self._out.pop(future, None)
        if job is None:  # it was sent again together with others
            return
        try:
            answer = future.result()
        except Exception as error:
            if not _took_its_worker_down(error):
                raise
            self._send_again(job, error)
            return
        if isinstance(job, Task):
            self._take_chunk(job, answer)
        else:
            self._take_piece(job, answer)

    def _send_again(self, job: Task | _Part, error: Exception) -> None:
        jobs = [job]
        if isinstance(error, BrokenExecutor):  # all that it had is lost
            jobs += self._out.values()
            self._out.clear()
            self._pool.renew()
        for each in jobs:
            self._attempts[each] += 1
            if self._attempts[each] == ATTEMPTS:
                raise _given_up(each, error) from error
        self._again.extend(jobs)

    def _take_chunk(self, task: Task, counted: Counted) -> None:
        if not counted.heavy:
            self._keep(task, counted)
            return
        chunk = _Open(task, counted)
        self._open += 1
        for place, grid in counted.heavy.items():
            counted.counts[place] = 0
            chunk.pieces[place] = 1
            self._parts.append(_Part(chunk, place, Piece(grid, task.solver, task.limit)))

    def _take_piece(self, part: _Part, count: int | None) -> None:
        if part.place not in part.chunk.pieces:  # its grid had enough without it
            return
        if count is None:
            self._part(part)
            return
        part.chunk.counted.counts[part.place] += count
        if part.chunk.has_enough(part.place):
            self._enough(part.chunk, part.place)
        else:
            self._piece_done(part)

    def _part(self, part: _Part) -> None:
        """Into smaller pieces; one that turns out to have none is done."""
        smaller = split_grid(part.piece.grid)
        part.chunk.pieces[part.place] += len(smaller)
        for grid in smaller:
            self._parts.append(
                _Part(part.chunk, part.place, Piece(grid, part.piece.solver, part.piece.limit))
            )
        self._piece_done(part)

    def _piece_done(self, part: _Part) -> None:
        chunk, place = part.chunk, part.place
        chunk.pieces[place] -= 1
        if not chunk.pieces[place]:
            self._grid_done(chunk, place)

    def _enough(self, chunk: _Open, place: int) -> None:
        """Count no further: the pieces that wait are dropped, and those that are out will come too late."""
        assert chunk.task.limit is not None
        chunk.counted.counts[place] = chunk.task.limit
        self._parts = deque(part for part in self._parts if part.chunk is not chunk or part.place != place)
        self._grid_done(chunk, place)

    def _grid_done(self, chunk: _Open, place: int) -> None:
        del chunk.pieces[place]
        if not chunk.pieces:
            self._open -= 1
            self._keep(chunk.task, chunk.counted)

    # --- kept -------------------------------------------------------------------------------------------

    def _keep(self, task: Task, counted: Counted) -> None:
        self._kept.append((task.clues, task.chunk, counted.counts))

    def _commit_if_due(self) -> None:
        if time.monotonic() - self._last_commit > SECONDS_PER_COMMIT:
            self._commit()

    def _commit(self) -> None:
        if self._kept:
            self._store.add(self._kept)
            kept, self._kept = self._kept, []
            self._on_progress(sum(len(counts) for _, _, counts in kept))
        self._last_commit = time.monotonic()


def _took_its_worker_down(error: Exception) -> bool:
    """A pool whose process died, or Dask's word for a task whose workers died one after another."""
    return isinstance(error, BrokenExecutor) or type(error).__name__ in ("KilledWorker", "CancelledError")


def _given_up(job: Task | _Part, error: Exception) -> StoreError:
    task = job if isinstance(job, Task) else job.chunk.task
    reason = " ".join(str(error).split()) or type(error).__name__
    return StoreError(
        f"{task.clues} clues, chunk {task.chunk}: a worker died {ATTEMPTS} times that had it ({reason}); "
        "what was kept is safe, run again to go on"
    )
