"""The solver fast-c: the fast core (csrc/fast), for single grids and for batches.

A call into C does not react to Ctrl-C. So each call is short, or runs in another thread and polls a StopFlag.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ..grid import Grid
from ..runtime.stoppable_thread import StopFlag, Stopped, run_until
from .protocol import CELLS, Buffer, Handler, Report, Solver, checked_limit

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

__all__ = ["FastC", "ffi", "instruction_sets", "lib"]

SOLUTIONS_PER_CALL = 1_000
"""Maximum number of solutions that one call into C returns (less than a millisecond)."""
GUESSES_PER_CALL = 20_000
"""A call into C returns after this many guesses, even without a solution (a few milliseconds)."""
INVALID_TEXT_RESULT = -2
"""The result of binding_solve_text if the text is not 81 cells."""


class FastC(Solver):
    """`FastC()` uses the best instruction set of this machine, `FastC("portable")` the named one."""

    id = "fast-c"
    title = "The fast core in C: many grids in parallel (SIMD)"
    style = "bit sets"
    language = "C"
    promises = frozenset({"lexicographic"})
    reports = frozenset({"guesses"})
    takes_batches = True
    runs_in_threads = True

    def __init__(self, instruction_set: str | None = None) -> None:
        if instruction_set is not None:
            self.id = f"fast-c-{instruction_set}"
        self.instruction_set = instruction_set
        self.kernel = (
            0 if instruction_set is None or lib is None else lib.fast_kernel_named(instruction_set.encode())
        )

    def missing(self) -> Message | str | None:
        if _NOT_BUILT is not None:
            return _NOT_BUILT
        if self.instruction_set is not None and not lib.fast_kernel_available(self.kernel):
            from ..messages import Message

            return Message(
                "missing.no_instruction_set",
                name=self.instruction_set,
                available=", ".join(instruction_sets()),
            )
        return None

    def solve(self, grid: Grid) -> Grid | None:
        return self.solve_any(grid)

    def solve_any(self, source: object) -> Grid | None:
        self.check_available()
        if type(source) is not str:
            source = str(Grid(source))
        text, solution = source.encode(errors="replace"), ffi.new("unsigned char[81]")
        number = lib.binding_solve_text(text, len(text), solution, 1, self.kernel)
        if number == 1:
            return Grid.unchecked(ffi.buffer(solution)[:])
        grid = Grid(source)  # raises GridError if the source is not a grid
        return self.solve(grid) if number == INVALID_TEXT_RESULT else None

    def search(
        self, grid: Grid, on_solution: Handler | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        self.check_available()
        checked_limit(limit)
        if on_solution is None and not watch:
            return self._counted(grid, limit, threading.Event())
        walk = _Walk(grid, self.kernel)
        solutions = 0
        for solution in walk.solutions(limit):
            solutions += 1
            if on_solution is not None:
                on_solution(solution)
        counts = {"guesses": walk.guesses} if watch else {}
        return Report(solutions, limit is None or solutions < limit, MappingProxyType(counts))

    def solutions(self, grid: Grid, *, limit: int | None = None) -> Iterator[Grid]:
        self.check_available()
        checked_limit(limit)
        return _Walk(grid, self.kernel).solutions(limit)

    def count(self, grid: Grid, *, limit: int | None = None, stop: threading.Event | None = None) -> int:
        self.check_available()
        checked_limit(limit)
        return self._counted(grid, limit, stop or threading.Event()).solutions

    def is_unique(self, grid: Grid) -> bool:
        """Whether the grid has exactly one solution."""
        self.check_available()
        return bool(lib.fast_is_unique(str(grid).encode(), ffi.NULL))

    def is_minimal(self, grid: Grid) -> bool:
        """Whether the grid has exactly one solution, and several solutions if any clue is removed.

        >>> FastC().is_minimal(Grid("." * 81))
        False
        """
        self.check_available()
        return bool(lib.fast_is_minimal(str(grid).encode(), ffi.NULL))

    def _counted(self, grid: Grid, limit: int | None, stop: threading.Event) -> Report:
        puzzle = str(grid).encode()
        number = lib.fast_solve_one(puzzle, ffi.NULL, min(limit or 2, 2), ffi.NULL, self.kernel, ffi.NULL)
        if number == 2 != limit:
            flag = StopFlag()
            number = run_until(stop, lambda: count_of(puzzle, limit, self.kernel, _c_flag(flag)), flag.set)
        return Report(number, limit is None or number < limit)

    def count_batch(
        self, grids: Buffer, *, size: int = CELLS, limit: int | None = None, stop: StopFlag | None = None
    ) -> Sequence[int]:
        """Solve the whole batch to find the grids with several solutions, then count the solutions of those."""
        self.check_available()
        checked_limit(limit)
        counts = bytearray(len(grids) // size)
        self.solve_batch(grids, counts, stop=stop)
        if limit == 1:
            return counts.replace(b"\2", b"\1")
        if limit == 2:
            return counts
        first, flag = _cells(grids), _c_flag(stop)
        return [
            count_of(first + size * index, limit, self.kernel, flag) if known == 2 else known
            for index, known in enumerate(counts)
        ]

    def solve_batch(
        self, grids: Buffer, counts: Buffer, solutions: Buffer | None = None, *, stop: StopFlag | None = None
    ) -> None:
        number = len(counts)
        if not number:
            return
        size = len(grids) // number
        output, stride = (_cells(solutions), len(solutions) // number) if solutions else (ffi.NULL, 0)
        puzzles, numbers, flag = _cells(grids), _cells(counts), _c_flag(stop)
        done = lib.fast_solve_many(
            puzzles, number, size, output, stride, numbers, ffi.NULL, self.kernel, flag
        )
        if done < number:
            if stop is not None and stop.is_set:
                raise Stopped
            raise MemoryError(f"not enough memory to solve {number:,} grids")
        if solutions:
            lib.binding_finish(output, numbers, number, stride)

    def leading_grids(self, records: Buffer, size: int) -> int:
        return int(lib.binding_leading_grids(_cells(records), len(records) // size, size))

    def solutions_buffer(self, size: int) -> bytes:
        """Allocate a bytes object as an output buffer for `solve_batch`.

        It is mutated, so nothing else may refer to it before that call. Copying a bytearray to bytes would take
        longer than solving easy grids. Large pages reduce page faults.
        """
        buffer = bytes(size)
        lib.binding_use_large_pages(_cells(buffer), size)
        return buffer


class _Walk:
    """Enumerates the solutions in lexicographic order. Each call into C continues the search."""

    def __init__(self, grid: Grid, kernel: int) -> None:
        self._walk = ffi.cast("fast_walk *", memory := ffi.new("uint64_t[]", lib.fast_walk_size() // 8 + 1))
        self._memory = memory
        lib.fast_walk_begin(self._walk, str(grid).encode(), kernel)

    @property
    def guesses(self) -> int:
        return int(lib.fast_walk_guesses(self._walk))

    def solutions(self, limit: int | None) -> Iterator[Grid]:
        """Yield at most `limit` solutions. The block size starts at 1, so that the first one is available early."""
        block, received = 1, 0
        while not lib.fast_walk_ended(self._walk) and (limit is None or received < limit):
            for solution in self._next(block if limit is None else min(block, limit - received)):
                received += 1
                yield solution
            block = min(2 * block, SOLUTIONS_PER_CALL)

    def _next(self, block: int) -> Iterator[Grid]:
        """Return at most `block` solutions. There may be none, since a call ends after GUESSES_PER_CALL."""
        solutions = ffi.new("unsigned char[]", 81 * block)
        number = lib.fast_walk_next(self._walk, solutions, block, GUESSES_PER_CALL, ffi.NULL)
        text = ffi.buffer(solutions)[: 81 * number]
        return (Grid.unchecked(text[start : start + 81]) for start in range(0, len(text), 81))


def _cells(memory: Buffer) -> Any:
    return ffi.from_buffer("unsigned char[]", memory)


def _c_flag(stop: StopFlag | None) -> Any:
    return ffi.NULL if stop is None else ffi.from_buffer("fast_stop *", stop.memory)


def count_of(puzzle: Any, limit: int | None, kernel: int, flag: Any) -> int:
    """Count the solutions of a grid of 81 cells, up to `limit`. Raise Stopped if the flag was set."""
    number = ffi.new("fast_number *")
    status = lib.fast_count(puzzle, min(limit or 0, 2**64 - 1), number, 0, kernel, flag)
    if status == lib.FAST_STOPPED:
        raise Stopped
    if status != lib.FAST_COUNTED:
        raise MemoryError("not enough memory to count the solutions")
    return int(number.low) + (int(number.high) << 64)


def instruction_sets() -> tuple[str, ...]:
    """The names of the instruction sets that this machine supports, the best one first."""
    numbers = filter(lib.fast_kernel_available, range(1, lib.fast_kernel_count() + 1))
    return tuple(ffi.string(lib.fast_kernel_name(number)).decode() for number in numbers)
