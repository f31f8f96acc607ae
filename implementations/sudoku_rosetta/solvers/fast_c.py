"""The fast core (csrc/fast) behind the solvers' face: one grid at a time. `many` is for grids by the million.

C that is under way hears no Ctrl-C. So it is asked for little at a time, and what may take long is done in a
thread beside, with a flag that makes it return.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any, TypeVar

from ..grid import Grid
from .apart import Stopped
from .not_built import not_built
from .protocol import Found, Report, Solver, checked_limit

try:
    from ._fast_c import ffi, lib
except ImportError as error:
    ffi = lib = None
    _NOT_BUILT: str | None = not_built(error)
else:
    _NOT_BUILT = None

__all__ = ["FastC", "beside", "counted_on", "ffi", "lanes", "lib", "paths"]

T = TypeVar("T")
BLOCK = 1_000
"""So many solutions at most come out of C at once: less than a millisecond."""
PATIENCE = 20_000
"""So many guesses without a solution, and C lets Python breathe: some milliseconds."""
NO_CELLS = -2
"""What binding_solve_text says of a text that is not 81 cells."""


class FastC(Solver):
    """`FastC()` takes the best instructions that the machine has; `FastC("portable")` those that are named."""

    id = "fast-c"
    title = "The fast core: many grids abreast, in C"
    style = "bit sets"
    language = "C"
    promises = frozenset({"lexicographic"})
    reports = frozenset({"guesses"})

    def __init__(self, path: str | None = None) -> None:
        if path is not None:
            self.id = f"fast-c-{path}"
        self.path_name = path
        self.path = 0 if path is None or lib is None else lib.fast_path_named(path.encode())

    def missing(self) -> str | None:
        if _NOT_BUILT is not None:
            return _NOT_BUILT
        if self.path_name is not None and not lib.fast_path_available(self.path):
            return f"there is no path {self.path_name} here; there are: {', '.join(paths())}"
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
            number = beside(lambda flag: count_of(puzzle, limit, self.path, flag), stop)
        return Report(number, limit is None or number < limit)


class _Walk:
    """A walk through the solutions in their order, left and taken up again."""

    def __init__(self, grid: Grid, path: int) -> None:
        self._walk = ffi.cast("fast_walk *", memory := ffi.new("uint64_t[]", lib.fast_walk_size() // 8 + 1))
        self._memory = memory
        lib.fast_walk_begin(self._walk, str(grid).encode(), path)

    @property
    def guesses(self) -> int:
        return int(lib.fast_walk_guesses(self._walk))

    def solutions(self, limit: int | None) -> Iterator[Grid]:
        """Up to so many, in blocks that grow: whoever wants one waits for one."""
        block, given = 1, 0
        while not lib.fast_walk_ended(self._walk) and (limit is None or given < limit):
            for solution in self._some(block if limit is None else min(block, limit - given)):
                given += 1
                yield solution
            block = min(2 * block, BLOCK)

    def _some(self, room: int) -> Iterator[Grid]:
        """The next ones, `room` at most; maybe none, after so much vain work that Python is to breathe."""
        solutions = ffi.new("unsigned char[]", 81 * room)
        number = lib.fast_walk_next(self._walk, solutions, room, PATIENCE, ffi.NULL)
        text = ffi.buffer(solutions)[: 81 * number]
        return (Grid.unchecked(text[start : start + 81]) for start in range(0, len(text), 81))


def lanes(
    core: FastC, puzzles: Any, number: int, stride: int, solutions: Any, apart: int, counts: Any, flag: Any
) -> None:
    """So many puzzles in the lanes, their first solutions (or NULL), so many bytes apart, and counts up to 2;
    Stopped where the flag was set."""
    done = lib.fast_solve_many(puzzles, number, stride, solutions, apart, counts, ffi.NULL, core.path, flag)
    if done == number:
        return
    if flag and flag.asked:
        raise Stopped
    raise MemoryError(f"no memory is left to solve {number:,} grids")


def counted_on(known: int, puzzle: Any, limit: int | None, path: int, flag: Any) -> int:
    """How many solutions it has, up to the limit, where the lanes have counted up to 2."""
    if known < 2 or (limit is not None and limit <= 2):
        return min(known, limit or 2)
    return count_of(puzzle, limit, path, flag)


def count_of(puzzle: Any, limit: int | None, path: int, flag: Any) -> int:
    """How many solutions 81 cells have; Stopped where the flag was set."""
    number = ffi.new("fast_number *")
    status = lib.fast_count(puzzle, min(limit or 0, 2**64 - 1), number, 0, path, flag)
    if status == lib.FAST_STOPPED:
        raise Stopped
    if status != lib.FAST_COUNTED:
        raise MemoryError("no memory is left to count the solutions")
    return int(number.low) + (int(number.high) << 64)


def beside(work: Callable[[Any], T], stop: threading.Event) -> T:
    """The result of work in C, done in a thread beside; it is given a flag that is set as soon as `stop` is, or
    an interrupt comes."""
    flag = ffi.new("fast_stop *")
    results: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work(flag))
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True, name="sudoku-rosetta fast core")
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.005)
            if stop.is_set():
                flag.asked = 1
    finally:
        flag.asked = 1
        thread.join()
    if raised:
        raise raised[0]
    return results[0]


def paths() -> tuple[str, ...]:
    """The names of the paths that this machine can take, the best one first."""
    numbers = range(1, lib.fast_path_count() + 1)
    return tuple(
        ffi.string(lib.fast_path_name(path)).decode() for path in numbers if lib.fast_path_available(path)
    )
