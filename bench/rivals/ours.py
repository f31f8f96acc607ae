"""Our side: the fast core's C called as the rivals' is, one puzzle at a time, and from Python; the document's C."""

from __future__ import annotations

import ctypes
import functools
import importlib
import time
from typing import Any

from sudoku_rosetta import Grid
from sudoku_rosetta.solvers.original_c import OriginalC

from .contestant import ALL, STRIDE, Absent, Answer, Batch, Contestant
from .libraries import each
from .processes import on_cores

HAS_ALL = frozenset({1, 2, ALL})


class Fast(Contestant):
    """What the three ways to ask the fast core share: the installed extension, and the path that it is to take."""

    kind = "ours"

    def __init__(self, path: str | None = None) -> None:
        fast, self._many = _module("solvers.fast_c"), _module("bulk.many")
        core = fast.FastC(path)
        if reason := core.missing():
            raise Absent(reason)
        self._ffi, self._lib = fast.ffi, fast.lib
        self._path, self._path_name = core.path, path
        self.build = path or fast.paths()[0]

    def __reduce__(self) -> tuple[type[Fast], tuple[object, ...]]:
        return type(self), (self._path_name,)


class FastMany(Fast):
    """`fast_solve_many`, which never leaves out whether a solution is the only one. Like the others, it is asked
    for the counts alone."""

    name, limits = "fast-c", HAS_ALL
    how = (
        "fast_solve_many of the installed extension, the batch in one call; count_many where all are counted"
    )

    def run(self, batch: Batch, limit: int, seconds: float) -> Answer:
        _ = batch.joined
        began = time.process_time()
        found = self._found(batch, limit)
        return Answer(len(batch), found, time.process_time() - began)

    def parallel(self, batch: Batch, limit: int, cores: int) -> Answer:
        share = -(-len(batch) // cores)
        parts = [batch.part(start, share) for start in range(0, len(batch), share)]
        for part in parts:
            _ = part.joined  # made before the clock runs
        found, seconds = on_cores([functools.partial(self._found, part, limit) for part in parts])
        return Answer(len(batch), found, seconds)

    def counts(self, batch: Batch, limit: int) -> list[int]:
        """Of each puzzle: what the others' sums are held against."""
        if limit == ALL:
            return list(self._many.count_many(batch.joined, path=self._path_name))
        return [min(number, limit) for number in self._counts(batch)]

    def _found(self, batch: Batch, limit: int) -> int:
        if limit == ALL:
            return int(sum(self._many.count_many(batch.joined, threads=1, path=self._path_name)))
        return _summed(self._counts(batch), limit)

    def _counts(self, batch: Batch) -> bytes:
        counts, null = bytearray(len(batch)), self._ffi.NULL
        puzzles = self._ffi.from_buffer("unsigned char[]", batch.joined)
        room = self._ffi.from_buffer("unsigned char[]", counts)
        self._lib.fast_solve_many(puzzles, len(batch), 81, null, 0, room, null, self._path, null)
        return bytes(counts)


class FastPython(Fast):
    """`solve_many` from Python, with the solutions as well: what a user of the package has of it."""

    name = "fast-c-python"
    how = "sudoku_rosetta.bulk.many.solve_many(bytes, threads=1): solutions and counts"

    def run(self, batch: Batch, limit: int, seconds: float) -> Answer:
        _ = batch.joined
        began = time.process_time()
        found = self._found(batch, limit, 1)
        return Answer(len(batch), found, time.process_time() - began)

    def parallel(self, batch: Batch, limit: int, cores: int) -> Answer:
        began = time.perf_counter()
        found = self._found(batch, limit, cores)
        return Answer(len(batch), found, time.perf_counter() - began)

    def _found(self, batch: Batch, limit: int, threads: int) -> int:
        return _summed(
            self._many.solve_many(batch.joined, threads=threads, path=self._path_name).counts, limit
        )


class FastOne(Fast):
    """`fast_solve_one`, puzzle after puzzle: how long one that is asked alone has to wait."""

    name = "fast-c-one"
    how = "fast_solve_one of the installed extension, one call a puzzle, from our loop in C"

    def __init__(self, path: str | None = None) -> None:
        super().__init__(path)
        function = self._ffi.addressof(self._lib, "fast_solve_one")
        self._address = int(self._ffi.cast("uintptr_t", function))
        self._loop = each().each_like_ours
        self._loop.restype = ctypes.c_uint64

    def run(self, batch: Batch, limit: int, seconds: float) -> Answer:
        puzzles, n, stride = batch.apart, ctypes.c_size_t(len(batch)), ctypes.c_size_t(STRIDE)
        began = time.process_time()
        found = self._loop(ctypes.c_void_p(self._address), puzzles, n, stride, limit, None, self._path)
        return Answer(len(batch), int(found), time.process_time() - began)


class Original(Contestant):
    """The document's own C, one grid after another, until the time is spent."""

    name, kind, limits = "original-c", "ours", HAS_ALL

    def __init__(self) -> None:
        self._solver = OriginalC()
        if reason := self._solver.missing():
            raise Absent(reason)
        self.build = ""
        self.how = "the document's C (csrc/original), one search a grid"

    def __reduce__(self) -> tuple[type[Original], tuple[object, ...]]:
        return Original, ()

    def run(self, batch: Batch, limit: int, seconds: float) -> Answer:
        grids = [Grid(puzzle.decode()) for puzzle in batch.puzzles]
        began, done, found = time.process_time(), 0, 0
        for grid in grids:
            found += self._solver.count(grid, limit=limit or None)
            done += 1
            if time.process_time() - began > seconds:
                break
        return Answer(done, found, time.process_time() - began)


def _summed(counts: bytes, limit: int) -> int:
    """The sum of counts that are 0, 1, or 2 for several."""
    ones = counts.count(1)
    return ones + limit * (len(counts) - ones - counts.count(0))


def _module(name: str) -> Any:
    """A module that this checkout may not have yet."""
    try:
        return importlib.import_module(f"sudoku_rosetta.{name}")
    except ImportError:
        raise Absent("the fast core is not part of this checkout") from None
