"""The fast core (csrc/fast) behind the solvers' face: one grid at a time, or a batch in one call.

A call of C does not react to Ctrl-C. So each call is short, or runs in another thread with a flag that makes it
return.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..grid import Grid
from ..runtime.stopping_threads import StopFlag, Stopped, run_until
from .protocol import CELLS, Buffer, Found, Report, Solver, checked_limit

if TYPE_CHECKING:
    from ..messages import Message

try:
    from ._fast_c import ffi, lib
except ImportError as error:
    ffi = lib = None
    from .not_built import not_built

    _NOT_BUILT: Message | None = not_built(error)
else:
    _NOT_BUILT = None

__all__ = ["FastC", "ffi", "lib", "paths"]

BLOCK = 1_000
"""Solutions that one call of C returns at most: less than a millisecond."""
GUESSES_PER_CALL = 20_000
"""Guesses without a solution after which a call of C returns: some milliseconds."""
NO_CELLS = -2
"""The result of binding_solve_text for a text that is not 81 cells."""


class FastC(Solver):
    """`FastC()` takes the best instructions that the machine has; `FastC("portable")` those that are named."""

    id = "fast-c"
    title = "The fast core: many grids abreast, in C"
    style = "bit sets"
    language = "C"
    promises = frozenset({"lexicographic"})
    reports = frozenset({"guesses"})
    takes_batches = True
    runs_in_threads = True

    def __init__(self, path: str | None = None) -> None:
        if path is not None:
            self.id = f"fast-c-{path}"
        self.path_name = path
        self.path = 0 if path is None or lib is None else lib.fast_path_named(path.encode())

    def missing(self) -> Message | str | None:
        if _NOT_BUILT is not None:
            return _NOT_BUILT
        if self.path_name is not None and not lib.fast_path_available(self.path):
            from ..messages import Message

            return Message("missing.no_path", path=self.path_name, paths=", ".join(paths()))
        return None

    def solve(self, grid: Grid) -> Grid | None:
        return self.solve_any(grid)

    def solve_any(self, source: object) -> Grid | None:
        self.demand()
        if type(source) is not str:
            source = str(Grid(source))
        text, solution = source.encode(errors="replace"), ffi.new("unsigned char[81]")
        number = lib.binding_solve_text(text, len(text), solution, 1, self.path)
        if number == 1:
            return Grid.unchecked(ffi.buffer(solution)[:])
        grid = Grid(source)  # which says what is wrong with it
        return self.solve(grid) if number == NO_CELLS else None

    def search(
        self, grid: Grid, found: Found | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        self.demand()
        checked_limit(limit)
        if found is None and not watch:
            return self._counted(grid, limit, threading.Event())
        walk = _Walk(grid, self.path)
        solutions = 0
        for solution in walk.solutions(limit):
            solutions += 1
            if found is not None:
                found(solution)
        counts = {"guesses": walk.guesses} if watch else {}
        return Report(solutions, limit is None or solutions < limit, MappingProxyType(counts))

    def solutions(self, grid: Grid, *, limit: int | None = None) -> Iterator[Grid]:
        self.demand()
        checked_limit(limit)
        return _Walk(grid, self.path).solutions(limit)

    def count(self, grid: Grid, *, limit: int | None = None, stop: threading.Event | None = None) -> int:
        self.demand()
        checked_limit(limit)
        return self._counted(grid, limit, stop or threading.Event()).solutions

    def is_unique(self, grid: Grid) -> bool:
        """Whether it has just one solution."""
        self.demand()
        return bool(lib.fast_is_unique(str(grid).encode(), ffi.NULL))

    def is_minimal(self, grid: Grid) -> bool:
        """Whether it has just one solution, and several without any one of its clues.

        >>> FastC().is_minimal(Grid("." * 81))
        False
        """
        self.demand()
        return bool(lib.fast_is_minimal(str(grid).encode(), ffi.NULL))

    def _counted(self, grid: Grid, limit: int | None, stop: threading.Event) -> Report:
        puzzle = str(grid).encode()
        number = lib.fast_solve_one(puzzle, ffi.NULL, min(limit or 2, 2), ffi.NULL, self.path, ffi.NULL)
        if number == 2 != limit:
            flag = StopFlag()
            number = run_until(stop, lambda: count_of(puzzle, limit, self.path, _in_c(flag)), flag.set)
        return Report(number, limit is None or number < limit)

    def count_batch(
        self, grids: Buffer, *, size: int = CELLS, limit: int | None = None, stop: StopFlag | None = None
    ) -> Sequence[int]:
        """Which grids have several solutions is found quickly for all of them; then these alone are counted."""
        self.demand()
        checked_limit(limit)
        counts = bytearray(len(grids) // size)
        self.solve_batch(grids, counts, stop=stop)
        if limit == 1:
            return counts.replace(b"\2", b"\1")
        if limit == 2:
            return counts
        first, flag = _cells(grids), _in_c(stop)
        return [
            count_of(first + size * at, limit, self.path, flag) if known == 2 else known
            for at, known in enumerate(counts)
        ]

    def solve_batch(
        self, grids: Buffer, counts: Buffer, solutions: Buffer | None = None, *, stop: StopFlag | None = None
    ) -> None:
        number = len(counts)
        if not number:
            return
        size = len(grids) // number
        room, apart = (_cells(solutions), len(solutions) // number) if solutions else (ffi.NULL, 0)
        puzzles, numbers, flag = _cells(grids), _cells(counts), _in_c(stop)
        done = lib.fast_solve_many(puzzles, number, size, room, apart, numbers, ffi.NULL, self.path, flag)
        if done < number:
            if stop is not None and stop.is_set:
                raise Stopped
            raise MemoryError(f"no memory is left to solve {number:,} grids")
        if solutions:
            lib.binding_finish(room, numbers, number, apart)

    def leading_grids(self, records: Buffer, size: int) -> int:
        return int(lib.binding_fit(_cells(records), len(records) // size, size))

    def solutions_buffer(self, size: int) -> bytes:
        """Bytes for `solve_batch` to write to, before anything else refers to them: to copy a bytearray would
        take longer than to solve easy grids. Large pages make the first access cheaper."""
        buffer = bytes(size)
        lib.binding_large_pages(_cells(buffer), size)
        return buffer


class _Walk:
    """A search through the solutions in their order, which C leaves and continues with the next call."""

    def __init__(self, grid: Grid, path: int) -> None:
        self._walk = ffi.cast("fast_walk *", memory := ffi.new("uint64_t[]", lib.fast_walk_size() // 8 + 1))
        self._memory = memory
        lib.fast_walk_begin(self._walk, str(grid).encode(), path)

    @property
    def guesses(self) -> int:
        return int(lib.fast_walk_guesses(self._walk))

    def solutions(self, limit: int | None) -> Iterator[Grid]:
        """`limit` at most, in blocks that grow, so that the first one comes at once."""
        block, given = 1, 0
        while not lib.fast_walk_ended(self._walk) and (limit is None or given < limit):
            for solution in self._some(block if limit is None else min(block, limit - given)):
                given += 1
                yield solution
            block = min(2 * block, BLOCK)

    def _some(self, room: int) -> Iterator[Grid]:
        """The next ones, `room` at most; maybe none, after GUESSES_PER_CALL."""
        solutions = ffi.new("unsigned char[]", 81 * room)
        number = lib.fast_walk_next(self._walk, solutions, room, GUESSES_PER_CALL, ffi.NULL)
        text = ffi.buffer(solutions)[: 81 * number]
        return (Grid.unchecked(text[start : start + 81]) for start in range(0, len(text), 81))


def _cells(memory: Buffer) -> Any:
    return ffi.from_buffer("unsigned char[]", memory)


def _in_c(stop: StopFlag | None) -> Any:
    return ffi.NULL if stop is None else ffi.from_buffer("fast_stop *", stop.memory)


def count_of(puzzle: Any, limit: int | None, path: int, flag: Any) -> int:
    """How many solutions the grid of 81 cells has, `limit` at most; Stopped where the flag was set."""
    number = ffi.new("fast_number *")
    status = lib.fast_count(puzzle, min(limit or 0, 2**64 - 1), number, 0, path, flag)
    if status == lib.FAST_STOPPED:
        raise Stopped
    if status != lib.FAST_COUNTED:
        raise MemoryError("no memory is left to count the solutions")
    return int(number.low) + (int(number.high) << 64)


def paths() -> tuple[str, ...]:
    """The names of the instruction sets that this machine has, the best one first."""
    numbers = filter(lib.fast_path_available, range(1, lib.fast_path_count() + 1))
    return tuple(dict.fromkeys(ffi.string(lib.fast_path_name(path)).decode() for path in numbers))
