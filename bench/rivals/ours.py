"""The solvers of this project: the fast core in one call, per puzzle, and from Python; document c's C program."""

from __future__ import annotations

import ctypes
import functools
import importlib
import time
from typing import Any

from sudoku_rosetta import Grid
from sudoku_rosetta.solvers.original_c import OriginalC

from .bench_solver import ALL, STRIDE, Answer, Batch, BenchSolver, Excluded
from .libraries import call_loops
from .processes import run_on_cores

ALL_LIMITS = frozenset({1, 2, ALL})


class Fast(BenchSolver):
    """Base of the three ways to call the fast core: the installed extension and the instruction set."""

    kind = "ours"

    def __init__(self, instruction_set: str | None = None) -> None:
        fast, self._many = _module("solvers.fast_c"), _module("bulk.many")
        core = fast.FastC(instruction_set)
        if reason := core.missing():
            raise Excluded(reason)
        self._ffi, self._lib = fast.ffi, fast.lib
        self._kernel, self._instruction_set = core.kernel, instruction_set
        self.build = instruction_set or fast.instruction_sets()[0]

    def __reduce__(self) -> tuple[type[Fast], tuple[object, ...]]:
        return type(self), (self._instruction_set,)


class FastMany(Fast):
    """`fast_solve_many` with counts only, like the other solvers. It always checks uniqueness."""

    name, limits = "fast-c", ALL_LIMITS
    how = (
        "fast_solve_many of the installed extension, the batch in one call; count_many to count all solutions"
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
            _ = part.joined  # cached before the timer starts
        found, seconds = run_on_cores([functools.partial(self._found, part, limit) for part in parts])
        return Answer(len(batch), found, seconds)

    def counts(self, batch: Batch, limit: int) -> list[int]:
        """The number of solutions of each puzzle, to check the other solvers."""
        if limit == ALL:
            return list(self._many.count_many(batch.joined, instruction_set=self._instruction_set))
        return [min(number, limit) for number in self._counts(batch)]

    def _found(self, batch: Batch, limit: int) -> int:
        if limit == ALL:
            return int(
                sum(self._many.count_many(batch.joined, threads=1, instruction_set=self._instruction_set))
            )
        return _summed(self._counts(batch), limit)

    def _counts(self, batch: Batch) -> bytes:
        counts, null = bytearray(len(batch)), self._ffi.NULL
        puzzles = self._ffi.from_buffer("unsigned char[]", batch.joined)
        room = self._ffi.from_buffer("unsigned char[]", counts)
        self._lib.fast_solve_many(puzzles, len(batch), 81, null, 0, room, null, self._kernel, null)
        return bytes(counts)


class FastPython(Fast):
    """`solve_many` from Python, including the solutions, as a user of the package calls it."""

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
            self._many.solve_many(
                batch.joined, threads=threads, instruction_set=self._instruction_set
            ).counts,
            limit,
        )


class FastOne(Fast):
    """`fast_solve_one` for each puzzle: the latency of a single call."""

    name = "fast-c-one"
    how = "fast_solve_one of the installed extension, one call per puzzle, from a loop in C"

    def __init__(self, instruction_set: str | None = None) -> None:
        super().__init__(instruction_set)
        function = self._ffi.addressof(self._lib, "fast_solve_one")
        self._address = int(self._ffi.cast("uintptr_t", function))
        self._loop = call_loops().each_like_ours
        self._loop.restype = ctypes.c_uint64

    def run(self, batch: Batch, limit: int, seconds: float) -> Answer:
        puzzles, n, stride = batch.padded, ctypes.c_size_t(len(batch)), ctypes.c_size_t(STRIDE)
        began = time.process_time()
        found = self._loop(ctypes.c_void_p(self._address), puzzles, n, stride, limit, None, self._kernel)
        return Answer(len(batch), int(found), time.process_time() - began)


class Original(BenchSolver):
    """Document c's C program, one grid after another, until the time has passed."""

    name, kind, limits = "original-c", "ours", ALL_LIMITS

    def __init__(self) -> None:
        self._solver = OriginalC()
        if reason := self._solver.missing():
            raise Excluded(reason)
        self.build = ""
        self.how = "document c's own C (csrc/original), one search per grid"

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
    """The sum of the counts; a count of 2 means several solutions and is added as `limit`."""
    ones = counts.count(1)
    return ones + limit * (len(counts) - ones - counts.count(0))


def _module(name: str) -> Any:
    """Import a module; Excluded if it is missing."""
    try:
        return importlib.import_module(f"sudoku_rosetta.{name}")
    except ImportError:
        raise Excluded("the fast core is not built") from None
