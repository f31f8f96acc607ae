"""`solve_many` and `count_many`: grids by the million through the fast core, on all cores.

They take a bytes object (grid after grid, or line after line), a list, a numpy array of digits, or a file of lines,
and answer in the same form. No Python object is made for a grid that comes in bytes or in an array.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, NamedTuple, TextIO, TypeVar, overload

from ..formats import opened
from ..grid import GridError, digits_of
from ..runtime.executors import cores
from ..runtime.stopping_threads import StopFlag, Stopped, run_until
from ..solvers.fast_c import FastC
from ..solvers.protocol import CELLS, checked_limit

if TYPE_CHECKING:
    from numpy import uint8, uint64
    from numpy.typing import NDArray

T = TypeVar("T")
Solutions = TypeVar("Solutions")
Counts = TypeVar("Counts")
File = str | os.PathLike[str] | BinaryIO | TextIO
CHUNK = 1 << 14
"""Grids that a thread takes at a time: enough that the last ones, solved one by one, do not matter."""
DIRECT = 64
"""Up to this number no thread is started: each grid takes but a moment."""
READ = 1 << 20
LINE = 82
"""Bytes from one line to the next."""
LOOK = 4096
"""Bytes in which the end of the first line is looked for, and that are quoted of a wrong line."""


class Solved(NamedTuple, Generic[Solutions, Counts]):
    """`solutions` are in the form in which the grids came: bytes (81 zeros where there is none), a list (None where
    there is none), an array (zeros). `counts`: how many solutions each grid has: 0, 1, or 2 for several."""

    solutions: Solutions
    counts: Counts


# An overload that takes a subtype of another's argument answers in another form: mypy's `overload-overlap`.
@overload
def solve_many(  # type: ignore[overload-overlap]
    puzzles: bytes | bytearray | memoryview, *, threads: int | None = None, path: str | None = None
) -> Solved[bytes, bytes]: ...
@overload
def solve_many(  # type: ignore[overload-overlap]
    puzzles: File, *, threads: int | None = None, path: str | None = None
) -> Iterator[tuple[str | None, int]]: ...
@overload
def solve_many(  # type: ignore[overload-overlap]
    puzzles: NDArray[Any], *, threads: int | None = None, path: str | None = None
) -> Solved[NDArray[uint8], NDArray[uint8]]: ...
@overload
def solve_many(
    puzzles: Iterable[object], *, threads: int | None = None, path: str | None = None
) -> Solved[list[str | None], bytes]: ...
def solve_many(puzzles: Any, *, threads: int | None = None, path: str | None = None) -> Any:
    """Solve them all: the first solution of each in lexicographic order, and whether it is the only one.

    A grid whose clues clash has none. `threads`: how many, by default one for each core. `path`: the name of an
    instruction set, by default the best one here. In bytes and files, blank lines and comments (#) are skipped.
    A file (its path, or open) gives pairs, solution and count, one after another, in memory that does not grow.

    >>> solved = solve_many(["." * 80 + "1", "11" + "." * 79])
    >>> str(solved.solutions[0])[:9], solved.solutions[1], list(solved.counts)
    ('123456789', None, [2, 0])
    """
    core = FastC(path)
    core.demand()
    threads = _threads(threads)
    if _is_file(puzzles):
        return _of_file(puzzles, core, lambda batch: _texts(batch, *_solve(batch, threads)))
    return _of_memory(puzzles, core, lambda batch: Solved(*batch.like(batch, *_solve(batch, threads))))


@overload
def count_many(
    puzzles: bytes | bytearray | memoryview,
    *,
    limit: int | None = None,
    threads: int | None = None,
    path: str | None = None,
) -> list[int]: ...
@overload
def count_many(  # type: ignore[overload-overlap]
    puzzles: File, *, limit: int | None = None, threads: int | None = None, path: str | None = None
) -> Iterator[int]: ...
@overload
def count_many(  # type: ignore[overload-overlap]
    puzzles: NDArray[Any], *, limit: int | None = None, threads: int | None = None, path: str | None = None
) -> NDArray[uint64]: ...
@overload
def count_many(
    puzzles: Iterable[object],
    *,
    limit: int | None = None,
    threads: int | None = None,
    path: str | None = None,
) -> list[int]: ...
def count_many(
    puzzles: Any, *, limit: int | None = None, threads: int | None = None, path: str | None = None
) -> Any:
    """How many solutions each has, `limit` at most: a list, an array for an array, an iterator for a file.

    `puzzles`, `threads` and `path` are those of `solve_many`.

    >>> count_many(["." * 80 + "1"], limit=1000)
    [1000]
    """
    core = FastC(path)
    core.demand()
    checked_limit(limit)
    threads = _threads(threads)
    if _is_file(puzzles):
        return _of_file(puzzles, core, lambda batch: _count(batch, limit, threads))
    return _of_memory(puzzles, core, lambda batch: _numbers(batch, _count(batch, limit, threads)))


# --- what was given, as one buffer --------------------------------------------------------------------


@dataclass(frozen=True)
class Batch:
    """Grids in one buffer, `size` bytes from one to the next."""

    core: FastC
    grids: memoryview
    size: int
    like: Callable[[Batch, bytes, bytes], tuple[Any, Any]]
    """Gives solutions and counts the form of the puzzles."""
    shape: tuple[int, ...] = ()
    """Of an array."""
    checked: bool = True
    before: int = 0
    """Grids of the same file before this batch."""

    @property
    def number(self) -> int:
        return len(self.grids) // self.size

    def chunk(self, first: int, number: int) -> memoryview:
        """Some of the grids; GridError where one is none. Who solves them checks them: they are in its cache."""
        grids = self.grids[first * self.size : (first + number) * self.size]
        if not self.checked and self.core.leading_grids(grids, self.size) < number:
            raise self.complaint()
        return grids

    def complaint(self) -> GridError:
        """What is wrong with the first one that is none."""
        valid = self.core.leading_grids(self.grids, self.size)
        start, most = valid * self.size, LOOK if self.size == LINE else self.size
        line = bytes(self.grids[start : start + most]).partition(b"\n")[0]
        return GridError(f"grid {self.before + valid + 1}: {_complaint(line.decode('utf-8', 'replace'))}")


def _of_memory(puzzles: Any, core: FastC, answers: Callable[[Batch], T]) -> T:
    """The answers to anything but a file."""
    if isinstance(puzzles, bytes | bytearray | memoryview):
        return _of_bytes(bytes(puzzles) if isinstance(puzzles, memoryview) else puzzles, 0, core, answers)
    if hasattr(puzzles, "__array_interface__"):
        return answers(_batch_of_array(puzzles, core))
    return answers(_batch_of_list(list(puzzles), core))


def _of_bytes(text: bytes | bytearray, before: int, core: FastC, answers: Callable[[Batch], T]) -> T:
    """The answers to a text. Few texts have comments or blank lines: these are looked for after an error only."""
    with contextlib.suppress(GridError):
        return answers(_batch_of_bytes(text, before, core))
    return answers(_batch_of_bytes(_without_gaps(text), before, core))


def _without_gaps(text: bytes | bytearray) -> bytes:
    """Without a byte order mark, comments and blank lines, which the command line passes over too."""
    lines = text.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").splitlines(keepends=True)
    return b"".join(line for line in lines if line.strip() and not line.lstrip().startswith(b"#"))


def _batch_of_bytes(text: bytes | bytearray, before: int, core: FastC) -> Batch:
    """Line after line, or grid after grid, 81 characters each."""
    if b"\r" in text[:LOOK]:
        text = text.replace(b"\r\n", b"\n")
    size = LINE if b"\n" in text[:LOOK] else CELLS
    if size == LINE and not text.endswith(b"\n"):
        text = text + b"\n"
    batch = Batch(core, memoryview(text), size, _bytes, checked=False, before=before)
    if len(text) % size:
        raise batch.complaint()
    return batch


def _batch_of_list(grids: list[Any], core: FastC) -> Batch:
    if all(isinstance(grid, str) and len(grid) == CELLS for grid in grids):
        text = "".join(grids).encode(errors="replace")
        if core.leading_grids(text, CELLS) == len(grids):
            return Batch(core, memoryview(text), CELLS, _texts_and_counts)
    digits = []
    for number, grid in enumerate(grids, 1):  # anything else that `Grid` takes, or an error
        try:
            digits.append(digits_of(grid))
        except GridError as error:
            raise error.located(f"grid {number}") from None
    return Batch(core, memoryview(b"".join(digits)), CELLS, _texts_and_counts)


def _batch_of_array(puzzles: Any, core: FastC) -> Batch:
    import numpy

    array = numpy.asarray(puzzles)
    if array.size % CELLS or array.shape[-1:] not in ((81,), (9,)):
        raise GridError(f"an array of shape {array.shape}: n x 81 or n x 9 x 9 digits are expected")
    if array.dtype.kind not in "iu" or (array.size and not 0 <= array.min() <= array.max() <= 9):
        raise GridError("an array of grids holds whole numbers from 0 to 9, 0 for an empty cell")
    cells = numpy.ascontiguousarray(array, dtype=numpy.uint8).reshape(-1)
    return Batch(core, cells.data, CELLS, _array, array.shape)


def _complaint(text: str) -> str:
    try:
        digits_of(text)
    except GridError as error:
        return str(error)
    return "81 characters each, or one line each, are expected"


# --- the answers, in the form of what was given -------------------------------------------------------


def _bytes(batch: Batch, solutions: bytes, counts: bytes) -> tuple[Any, Any]:
    return solutions, counts


def _texts(batch: Batch, solutions: bytes, counts: bytes) -> list[tuple[str | None, int]]:
    return list(zip(*_texts_and_counts(batch, solutions, counts), strict=True))


def _texts_and_counts(batch: Batch, solutions: bytes, counts: bytes) -> tuple[list[str | None], bytes]:
    text = str(solutions, "ascii")
    starts = range(0, len(text), batch.size)
    return [
        text[start : start + CELLS] if number else None for start, number in zip(starts, counts, strict=True)
    ], counts


def _array(batch: Batch, solutions: bytes, counts: bytes) -> tuple[Any, Any]:
    import numpy

    digits = numpy.frombuffer(solutions, dtype=numpy.uint8) - ord("0")
    return digits.reshape(batch.shape), numpy.frombuffer(counts, dtype=numpy.uint8).copy()


def _numbers(batch: Batch, numbers: list[int]) -> Any:
    if batch.like is not _array:
        return numbers
    import numpy

    fits = max(numbers, default=0) < 2**64
    return numpy.array(numbers, dtype=numpy.uint64 if fits else object)


# --- the work, on all cores ---------------------------------------------------------------------------


def _solve(batch: Batch, threads: int) -> tuple[bytes, bytes]:
    solutions = batch.core.solutions_buffer(len(batch.grids))
    counts = bytearray(batch.number)
    rooms, numbers = memoryview(solutions), memoryview(counts)

    def solve(first: int, number: int, stop: StopFlag | None) -> None:
        end = first + number
        room = rooms[first * batch.size : end * batch.size]
        batch.core.solve_batch(batch.chunk(first, number), numbers[first:end], room, stop=stop)

    in_chunks(batch.number, CHUNK, threads, solve, direct=DIRECT)
    return solutions, bytes(counts)


def _count(batch: Batch, limit: int | None, threads: int) -> list[int]:
    """Most grids have one solution or none, which is known much faster than how many the others have."""
    known = bytearray(batch.number)
    counts = memoryview(known)

    def count_to_two(first: int, number: int, stop: StopFlag | None) -> None:
        batch.core.solve_batch(batch.chunk(first, number), counts[first : first + number], stop=stop)

    in_chunks(batch.number, CHUNK, threads, count_to_two, direct=DIRECT)
    if limit == 1:
        return list(known.replace(b"\2", b"\1"))
    numbers = list(known)
    several = list(_places(known, 2)) if limit != 2 else []

    def count(first: int, number: int, stop: StopFlag | None) -> None:
        places = several[first : first + number]
        grids = b"".join(batch.chunk(at, 1)[:CELLS] for at in places)
        for at, found in zip(places, batch.core.count_batch(grids, limit=limit, stop=stop), strict=True):
            numbers[at] = found

    in_chunks(len(several), 16, threads, count)
    return numbers


def _places(numbers: bytearray, number: int) -> Iterator[int]:
    """Where the number stands among them: mostly nowhere, or far apart, so they are not looked at one by one."""
    at = numbers.find(number)
    while at >= 0:
        yield at
        at = numbers.find(number, at + 1)


def in_chunks(
    number: int,
    size: int,
    threads: int,
    work: Callable[[int, int, StopFlag | None], None],
    *,
    direct: int = 0,
) -> None:
    """Call work(first, how many, flag) for all of them, chunk by chunk in several threads. An interrupt sets the
    flag, and is raised once all have returned. Up to `direct` of them are done in the caller's thread, without a
    flag."""
    if number <= direct:
        work(0, number, None)
        return
    size = max(min(size, -(-number // threads)), 1)
    firsts, turn, stop = iter(range(0, number, size)), threading.Lock(), StopFlag()

    def take_chunks() -> None:
        while not stop.is_set:
            with turn:
                first = next(firsts, None)
            if first is None:
                return
            work(first, min(size, number - first), stop)
        raise Stopped

    needed = min(threads, -(-number // size))
    run_until(threading.Event(), lambda: _in_threads(take_chunks, needed, stop), stop.set)


def _in_threads(work: Callable[[], None], threads: int, stop: StopFlag) -> None:
    """Run `work` in this thread and others; the first exception stops all of them and is raised."""
    raised: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except BaseException as error:
            raised.append(error)
            stop.set()

    others = [threading.Thread(target=run, daemon=True) for _ in range(threads - 1)]
    for thread in others:
        thread.start()
    run()
    for thread in others:
        thread.join()
    if raised:
        raise raised[0]


def _threads(threads: int | None) -> int:
    if threads is None:
        return cores()
    if threads < 1:
        raise ValueError(f"threads are at least 1, or None for as many as there are cores: {threads}")
    return threads


# --- files --------------------------------------------------------------------------------------------


def _is_file(puzzles: Any) -> bool:
    return isinstance(puzzles, str | os.PathLike) or hasattr(puzzles, "read")


def _of_file(file: Any, core: FastC, answers: Callable[[Batch], Sequence[Any]]) -> Iterator[Any]:
    """Opens the file now, so that a missing one is an error now; reads it as the answers are asked for."""
    with contextlib.ExitStack() as stack:
        stream = file if hasattr(file, "read") else _opened(file, core, stack)
        return _of_stream(stream, stack.pop_all(), core, answers)


def _opened(path: str | os.PathLike[str], core: FastC, held: contextlib.ExitStack) -> BinaryIO:
    try:
        return held.enter_context(opened(path))
    except OSError:
        if not isinstance(path, str) or not _begins_as_a_grid(path, core):
            raise
    raise GridError("a text alone is the path of a file, but this is a grid: give a list of texts, or bytes")


def _begins_as_a_grid(text: str, core: FastC) -> bool:
    return len(text) >= CELLS and core.leading_grids(text[:CELLS].encode(errors="replace"), CELLS) == 1


def _of_stream(
    stream: BinaryIO | TextIO,
    held: contextlib.ExitStack,
    core: FastC,
    answers: Callable[[Batch], Sequence[Any]],
) -> Iterator[Any]:
    """Block after block of lines."""
    before = 0
    with held:
        for lines in _whole_lines(stream):
            answered = _of_bytes(lines, before, core, answers)
            before += len(answered)
            yield from answered


def _whole_lines(stream: BinaryIO | TextIO) -> Iterator[bytes]:
    kept = b""
    while data := stream.read(READ):
        whole, newline, rest = (kept + (data.encode() if isinstance(data, str) else data)).rpartition(b"\n")
        if newline:
            yield whole + newline
        kept = rest
    if kept:
        yield kept
