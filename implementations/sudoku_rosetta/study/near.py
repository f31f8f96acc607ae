"""A(d): how many full grids differ from a given one in exactly d cells, for every d up to a distance.

csrc/near counts them, task by task; here the tasks are shared out, and where a folder is named their counts are
kept in near.jsonl as they come, each line vouched for by a digest, so that hours of work survive any end.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import IO, Any, Self

from ..grid import Grid
from ..solvers.apart import Stopped
from ..solvers.cores import cores
from .store import DamagedError, StoreError, locked

try:
    from ._near import ffi, lib

    TASKS: int = lib.NEAR_TASKS
    NOT_BUILT: str | None = None
except ImportError as error:
    TASKS = 0
    NOT_BUILT = f"the C core is not built: install sudoku-rosetta again where there is a C compiler ({error})"

__all__ = ["NearMissing", "Stop", "differing"]

NAME, LOCK = "near.jsonl", "near.lock"


class NearMissing(RuntimeError):
    """The C core that counts is not built."""


class Stop:
    """Once `set`, all counting that shares it ends, in C too."""

    def __init__(self) -> None:
        if NOT_BUILT is not None:
            raise NearMissing(NOT_BUILT)
        self.cell: Any = ffi.new("int *", 0)

    def set(self) -> None:
        self.cell[0] = 1


def differing(
    grid: Grid,
    distance: int,
    *,
    folder: str | os.PathLike[str] | None = None,
    workers: int | None = None,
    told: Callable[[int, int], object] = lambda done, total: None,
    stop: Stop | None = None,
) -> list[int]:
    """A(0), A(1), ... A(distance) of a full grid; `told` of the tasks done, of all; Stopped once `stop` is set.

    >>> full = "123756489756489123984123765435867291267591834891234657349678512578912346612345978"
    >>> differing(Grid(full), 8)
    [1, 0, 0, 0, 6, 0, 35, 4, 22]
    """
    stop = stop or Stop()
    if not grid.is_full:
        raise ValueError(f"a full grid is needed: {81 - grid.clues} cells are empty")
    if not 0 <= distance <= 81:
        raise ValueError("two grids differ in 0 to 81 cells")
    total = [1] + [0] * distance
    with _Kept.begun(folder, grid, distance) as kept:
        for found in kept.known.values():
            total = [a + b for a, b in zip(total, found, strict=True)]
        told(len(kept.known), TASKS)
        for task, found in _counted(grid, distance, kept.missing(), workers or cores(), stop):
            kept.add(task, found)
            total = [a + b for a, b in zip(total, found, strict=True)]
            told(len(kept.known), TASKS)
    return total


def _counted(
    grid: Grid, distance: int, tasks: list[int], workers: int, stop: Stop
) -> Iterator[tuple[int, list[int]]]:
    """The tasks as they are done; all of them stop when whoever asks goes away."""
    line = str(grid).encode()

    def count(task: int) -> list[int]:
        found = ffi.new("uint64_t[]", distance + 1)
        if lib.near_count(line, distance, task, found, stop.cell):
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


class _Kept:
    """The counts of the tasks that are done, in a file if there is a folder."""

    def __init__(
        self, header: str, file: IO[bytes] | None, lock: IO[bytes] | None, known: dict[int, list[int]]
    ) -> None:
        self.known = known
        self._header = header
        self._file = file
        self._lock = lock

    @classmethod
    def begun(cls, folder: str | os.PathLike[str] | None, grid: Grid, distance: int) -> Self:
        header = json.dumps({"version": 1, "grid": str(grid), "distance": distance}, sort_keys=True)
        if folder is None:
            return cls(header, None, None, {})
        path = Path(folder) / NAME
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = locked(path.with_name(LOCK))
        try:
            known, good = _read(path, header, distance) if path.exists() else ({}, 0)
            file = path.open("r+b" if path.exists() else "w+b")
            file.truncate(good)
            file.seek(good)
            if not good:
                file.write(header.encode() + b"\n")
        except BaseException:
            lock.close()
            raise
        return cls(header, file, lock, known)

    def missing(self) -> list[int]:
        """The roots of the upper cells first: they have the most to do."""
        return [task for task in range(TASKS) if task not in self.known]

    def add(self, task: int, found: list[int]) -> None:
        self.known[task] = found
        if self._file is not None:
            told = {"task": task, "found": found, "digest": _vouched(self._header, task, found)}
            self._file.write(json.dumps(told).encode() + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        for file in (self._file, self._lock):
            if file is not None:
                file.close()


def _read(path: Path, header: str, distance: int) -> tuple[dict[int, list[int]], int]:
    """What is known, and how many bytes of the file say it: a line that a kill has cut is not among them."""
    known: dict[int, list[int]] = {}
    good = 0
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break
            if number == 1:
                if line.decode("ascii", "replace").strip() != header:
                    raise StoreError(f"{path} is of another grid or distance: name another folder")
            else:
                task, found = _checked(path, number, line, header, distance)
                known[task] = found
            good += len(line)
    return known, good


def _checked(path: Path, number: int, line: bytes, header: str, distance: int) -> tuple[int, list[int]]:
    try:
        told: Any = json.loads(line)
        task, found = told["task"], told["found"]
        if told["digest"] == _vouched(header, task, found) and len(found) == distance + 1:
            return task, found
    except (ValueError, KeyError, TypeError):
        pass
    raise DamagedError(f"{path} is damaged: line {number} is not what was written")


def _vouched(header: str, task: int, found: list[int]) -> str:
    return hashlib.blake2b(f"{header} {task} {found}".encode(), digest_size=12).hexdigest()
