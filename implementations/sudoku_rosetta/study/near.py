"""Compute A(d), the number of full grids that differ from a given one in exactly d cells, up to a maximum distance.

csrc/near runs one task; this module runs the tasks in parallel. With a folder, the counts of each finished task
are stored in near.jsonl, so that an interrupted run can be resumed.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

from ..grid import Grid
from ..messages import Message
from ..runtime.executors import cores
from ..runtime.journal import Journal, JournalBusy, JournalDamaged, JournalMismatch
from ..runtime.stoppable_thread import StopFlag, Stopped
from ._store import DamagedError, StoreBusyError, StoreError

try:
    from ._near import ffi, lib

    TASKS: int = lib.NEAR_TASKS
    NOT_BUILT: Message | None = None
except ImportError as error:
    TASKS = 0
    from ..solvers.not_built import not_built

    NOT_BUILT = not_built(error)

__all__ = ["CoreNotBuilt", "count_differing"]

NAME = "near.jsonl"


class CoreNotBuilt(RuntimeError):
    """The C core is not built."""


def count_differing(
    grid: Grid,
    distance: int,
    *,
    folder: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    on_progress: Callable[[int, int], object] = lambda done, total: None,
    stop: StopFlag | None = None,
) -> list[int]:
    """A(0), A(1), ... A(distance) of a full grid. Raises Stopped if `stop` is set.

    `on_progress` is called with the number of finished tasks and the number of all tasks.

    >>> full = "123756489756489123984123765435867291267591834891234657349678512578912346612345978"
    >>> count_differing(Grid(full), 8)
    [1, 0, 0, 0, 6, 0, 35, 4, 22]
    """
    if NOT_BUILT is not None:
        raise CoreNotBuilt(str(NOT_BUILT))
    stop = stop or StopFlag()
    if not grid.is_full:
        raise ValueError(f"a full grid is needed: {81 - grid.clues} cells are empty")
    if not 0 <= distance <= 81:
        raise ValueError(f"a distance is from 0 to 81, not {distance}")
    with contextlib.ExitStack() as stack:
        journal = None if folder is None else stack.enter_context(_open_journal(folder, grid, distance))
        counts: dict[int, list[int]] = (
            {record["task"]: record["found"] for record in journal.records} if journal else {}
        )
        on_progress(len(counts), TASKS)
        missing = [task for task in range(TASKS) if task not in counts]
        for task, found in _run_tasks(grid, distance, missing, workers or cores(), stop):
            counts[task] = found
            if journal:
                journal.add({"task": task, "found": found})
            on_progress(len(counts), TASKS)
    itself = [1] + [0] * distance
    return [sum(column) for column in zip(itself, *counts.values(), strict=True)]


def _run_tasks(
    grid: Grid, distance: int, tasks: list[int], workers: int, stop: StopFlag
) -> Iterator[tuple[int, list[int]]]:
    """Yield each task with its counts when it is finished; closing the generator stops all tasks."""
    line = str(grid).encode()
    flag = ffi.from_buffer("int[]", stop.memory)

    def count(task: int) -> list[int]:
        found = ffi.new("uint64_t[]", distance + 1)
        if lib.near_count(line, distance, task, found, flag):
            raise Stopped
        return list(found)

    with ThreadPoolExecutor(workers) as threads:
        waiting: dict[Future[list[int]], int] = {threads.submit(count, task): task for task in tasks}
        try:
            while waiting:
                done, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in done:
                    yield waiting.pop(future), future.result()
        except BaseException:
            stop.set()
            for future in waiting:
                future.cancel()
            raise


def _open_journal(folder: str | os.PathLike[str], grid: Grid, distance: int) -> Journal:
    path = Path(folder) / NAME
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        return Journal(path, header={"version": 1, "grid": str(grid), "distance": distance}, durable=True)
    except JournalBusy:
        raise StoreBusyError(f"{path.parent}: another run is writing there") from None
    except JournalMismatch:
        raise StoreError(f"{path} is for another grid or distance: choose another folder") from None
    except JournalDamaged as error:
        raise DamagedError(f"{error}; move it away to start again") from None
