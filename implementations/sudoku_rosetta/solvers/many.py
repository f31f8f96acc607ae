"""Grids by the million, through the fast core: buffers in, buffers out, no Python object a grid, all cores.

`solve_many` and `count_many` take a bytes object (grid after grid, or line after line), a list of texts, a numpy
array of digits, or a file of lines, and give the like. One grid at a time is `fast_c`'s.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, NamedTuple, TextIO, TypeVar

from ..grid import GridError, digits_of
from ..gridfiles import opened
from .apart import Stopped
from .cores import cores
from .fast_c import FastC, beside, counted_on, ffi, lanes, lib
from .protocol import checked_limit

T = TypeVar("T")
CHUNK = 1 << 14
"""So many grids are one thread's turn: enough of them that the last, which go on alone, do not count."""
DIRECT = 64
"""So few are not worth a thread, where each takes but a moment."""
READ = 1 << 20
LINE = 82
"""Bytes from one line to the next."""
LOOK = 4096
"""So far the end of a first line is looked for, and so much of a wrong one is."""


class Solved(NamedTuple):
    """`solutions` are in the form in which the grids came: bytes (81 zeros where there is none), a list (None where
    there is none), an array (zeros). `counts` says of each grid how many there are: 0, 1, or 2 for several."""

    solutions: Any
    counts: Any


def solve_many(puzzles: Any, *, threads: int | None = None, path: str | None = None) -> Any:
    """Solve them all: the first solution of each in lexicographic order, and whether it is the only one.

    A grid whose clues clash has none. `threads`: so many, or one for each core there is. `path`: the core's
    instructions, by their name, or the best that there are. In bytes and files, blank lines and those that begin
    with # are passed over. A file (its path, or open) gives pairs, solution and count, one after another, in
    memory that does not grow.

    >>> solved = solve_many(["." * 80 + "1", "11" + "." * 79])
    >>> solved.solutions[0][:9], solved.solutions[1], list(solved.counts)
    ('123456789', None, [2, 0])
    """
    core = FastC(path)
    core.demand()
    crew = _crew(threads)
    if _is_file(puzzles):
        return _of_file(puzzles, lambda batch: _texts(batch, *_solve(batch, core, crew)))
    return _of_memory(puzzles, lambda batch: Solved(*batch.like(batch, *_solve(batch, core, crew))))


def count_many(
    puzzles: Any, *, limit: int | None = None, threads: int | None = None, path: str | None = None
) -> Any:
    """How many solutions each has, `limit` at most: a list, an array for an array, an iterator for a file.

    What may be given, and `threads` and `path`, are those of `solve_many`.

    >>> count_many(["." * 80 + "1"], limit=1000)
    [1000]
    """
    core = FastC(path)
    core.demand()
    checked_limit(limit)
    crew = _crew(threads)
    if _is_file(puzzles):
        return _of_file(puzzles, lambda batch: _count(batch, core, limit, crew))
    return _of_memory(puzzles, lambda batch: _numbers(batch, _count(batch, core, limit, crew)))


# --- what was given, as one buffer --------------------------------------------------------------------


@dataclass(frozen=True)
class Batch:
    """Grids side by side in one buffer, `stride` bytes apart."""

    buffer: Any
    number: int
    stride: int
    like: Callable[[Batch, Any, Any], tuple[Any, Any]]
    given: Any = None
    unread: int | None = None
    """So many grids came before; None: these have been looked at, and all are grids."""

    def at(self, first: int) -> Any:
        return self.buffer + first * self.stride

    def look_at(self, first: int, number: int) -> None:
        """GridError where one of these is none. By those who solve them, who need them close by anyway."""
        if self.unread is not None and lib.binding_fit(self.at(first), number, self.stride) < number:
            raise self.complaint()

    def complaint(self) -> GridError:
        """What is wrong with the first one that is none."""
        fit = lib.binding_fit(self.buffer, self.number, self.stride)
        start, most = fit * self.stride, LOOK if self.stride == LINE else self.stride
        line = ffi.buffer(self.buffer)[start : start + most].partition(b"\n")[0]
        told = _complaint(line.decode("utf-8", "replace"))
        return GridError(f"grid {(self.unread or 0) + fit + 1}: {told}")


def _of_memory(puzzles: Any, answers: Callable[[Batch], T]) -> T:
    """The answers to whatever was given, but for a file."""
    if isinstance(puzzles, bytes | bytearray | memoryview):
        return _of_bytes(bytes(puzzles) if isinstance(puzzles, memoryview) else puzzles, 0, answers)
    if hasattr(puzzles, "__array_interface__"):
        return answers(_batch_of_array(puzzles))
    return answers(_batch_of_list(list(puzzles)))


def _of_bytes(text: bytes | bytearray, before: int, answers: Callable[[Batch], T]) -> T:
    """The answers to a text, before which so many grids came. Most have neither comments nor blank lines: these are
    looked for only where something was in the way."""
    with contextlib.suppress(GridError):
        return answers(_batch_of_bytes(text, before))
    return answers(_batch_of_bytes(_without_gaps(text), before))


def _without_gaps(text: bytes | bytearray) -> bytes:
    """Without a byte order mark, comments and blank lines, which the command line passes over too."""
    lines = text.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").splitlines(keepends=True)
    return b"".join(line for line in lines if line.strip() and not line.lstrip().startswith(b"#"))


def _batch_of_bytes(text: bytes | bytearray, before: int) -> Batch:
    """Line after line, or grid after grid, 81 characters each."""
    if b"\r" in text[:LOOK]:
        text = text.replace(b"\r\n", b"\n")
    stride = LINE if b"\n" in text[:LOOK] else 81
    if stride == LINE and not text.endswith(b"\n"):
        text = text + b"\n"
    number, rest = divmod(len(text), stride)
    batch = Batch(ffi.from_buffer("unsigned char[]", text), number, stride, _bytes, unread=before)
    if rest:
        raise batch.complaint()
    return batch


def _batch_of_list(grids: list[Any]) -> Batch:
    if all(isinstance(grid, str) and len(grid) == 81 for grid in grids):
        buffer = ffi.from_buffer("unsigned char[]", "".join(grids).encode(errors="replace"))
        if lib.binding_fit(buffer, len(grids), 81) == len(grids):
            return Batch(buffer, len(grids), 81, _texts_and_counts)
    digits = []
    for number, grid in enumerate(grids, 1):  # whatever else `Grid` takes, or one that is none
        try:
            digits.append(digits_of(grid))
        except GridError as error:
            raise error.located(f"grid {number}") from None
    return Batch(ffi.from_buffer("unsigned char[]", b"".join(digits)), len(grids), 81, _texts_and_counts)


def _batch_of_array(puzzles: Any) -> Batch:
    import numpy

    array = numpy.asarray(puzzles)
    if array.size % 81 or array.shape[-1:] not in ((81,), (9,)):
        raise GridError(f"an array of shape {array.shape}: n x 81 or n x 9 x 9 digits are expected")
    if array.dtype.kind not in "iu" or (array.size and not 0 <= array.min() <= array.max() <= 9):
        raise GridError("an array of grids holds whole numbers from 0 to 9, 0 for an empty cell")
    cells = numpy.ascontiguousarray(array, dtype=numpy.uint8).reshape(-1, 81)
    buffer = ffi.from_buffer("unsigned char[]", cells)
    return Batch(buffer, len(cells), 81, _array, array)


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
    starts = range(0, batch.stride * batch.number, batch.stride)
    return [
        text[start : start + 81] if number else None for start, number in zip(starts, counts, strict=True)
    ], counts


def _array(batch: Batch, solutions: bytes, counts: bytes) -> tuple[Any, Any]:
    import numpy

    digits = numpy.frombuffer(solutions, dtype=numpy.uint8, count=81 * batch.number) - ord("0")
    return digits.reshape(batch.given.shape), numpy.frombuffer(counts, dtype=numpy.uint8).copy()


def _numbers(batch: Batch, numbers: list[int]) -> Any:
    if batch.like is not _array:
        return numbers
    import numpy

    fits = max(numbers, default=0) < 2**64
    return numpy.array(numbers, dtype=numpy.uint64 if fits else object)


# --- the work, on all cores ---------------------------------------------------------------------------


def _solve(batch: Batch, core: FastC, crew: int) -> tuple[bytes, bytes]:
    # C writes into these before anybody else has seen them: a copy would cost more than easy grids do.
    solutions, counts = bytes(batch.stride * batch.number), bytearray(batch.number)
    cells, numbers = ffi.from_buffer("unsigned char[]", solutions), ffi.from_buffer("unsigned char[]", counts)
    lib.binding_large_pages(cells, len(solutions))

    def chunk(first: int, number: int, flag: Any) -> None:
        batch.look_at(first, number)
        here, known = cells + batch.stride * first, numbers + first
        lanes(core, batch.at(first), number, batch.stride, here, batch.stride, known, flag)
        lib.binding_finish(here, known, number, batch.stride)

    in_chunks(batch.number, CHUNK, crew, chunk, direct=DIRECT)
    return solutions, bytes(counts)


def _count(batch: Batch, core: FastC, limit: int | None, crew: int) -> list[int]:
    """Most grids have one solution or none: which these are is known much faster than how many others have."""
    known = bytearray(batch.number)
    counts = ffi.from_buffer("unsigned char[]", known)

    def count_to_two(first: int, number: int, flag: Any) -> None:
        batch.look_at(first, number)
        lanes(core, batch.at(first), number, batch.stride, ffi.NULL, 0, counts + first, flag)

    in_chunks(batch.number, CHUNK, crew, count_to_two, direct=DIRECT)
    if limit == 1:
        known = known.replace(b"\2", b"\1")
    numbers = list(known)
    several = list(_places(known, 2)) if limit is None or limit > 2 else []

    def count(first: int, number: int, flag: Any) -> None:
        for at in several[first : first + number]:
            numbers[at] = counted_on(2, batch.at(at), limit, core.path, flag)

    in_chunks(len(several), 16, crew, count)
    return numbers


def _places(numbers: bytearray, number: int) -> Iterator[int]:
    """Where the number stands among them: mostly nowhere, or far apart, so they are not looked at one by one."""
    at = numbers.find(number)
    while at >= 0:
        yield at
        at = numbers.find(number, at + 1)


def in_chunks(
    number: int, size: int, crew: int, work: Callable[[int, int, Any], None], *, direct: int = 0
) -> None:
    """work(first, how many, flag) for all of them, some at a time, by a crew of so many threads. An interrupt sets
    the flag, which C looks at, and comes out once all have returned. `direct`: so few are done in the thread that
    asks, without a flag."""
    if number <= direct:
        work(0, number, ffi.NULL)
        return
    size = max(min(size, -(-number // crew)), 1)
    firsts = iter(range(0, number, size))
    turn = threading.Lock()

    def take(flag: Any) -> None:
        while not flag.asked:
            with turn:
                first = next(firsts, None)
            if first is None:
                return
            work(first, min(size, number - first), flag)
        raise Stopped

    def all_of_them(flag: Any) -> None:
        raised: list[BaseException] = []

        def one() -> None:
            try:
                take(flag)
            except BaseException as error:
                raised.append(error)
                flag.asked = 1

        others = [threading.Thread(target=one, daemon=True) for _ in range(min(crew, -(-number // size)) - 1)]
        for thread in others:
            thread.start()
        one()
        for thread in others:
            thread.join()
        if raised:
            raise raised[0]

    beside(all_of_them, threading.Event())


def _crew(threads: int | None) -> int:
    if threads is None:
        return cores()
    if threads < 1:
        raise ValueError(f"threads are at least 1, or None for as many as there are cores: {threads}")
    return threads


# --- files --------------------------------------------------------------------------------------------


def _is_file(puzzles: Any) -> bool:
    return isinstance(puzzles, str | os.PathLike) or hasattr(puzzles, "read")


def _of_file(file: Any, answers: Callable[[Batch], Sequence[Any]]) -> Iterator[Any]:
    """Opened now, so that a file that is not there is told now; read as the answers are asked for."""
    with contextlib.ExitStack() as stack:
        stream = file if hasattr(file, "read") else _opened(file, stack)
        return _of_stream(stream, stack.pop_all(), answers)


def _opened(path: str | os.PathLike[str], held: contextlib.ExitStack) -> BinaryIO:
    try:
        return held.enter_context(opened(path))
    except OSError:
        if not isinstance(path, str) or not _begins_as_a_grid(path):
            raise
    raise GridError("a text alone is the path of a file, but this is a grid: give a list of texts, or bytes")


def _begins_as_a_grid(text: str) -> bool:
    return len(text) >= 81 and lib.binding_fit(text[:81].encode(errors="replace"), 1, 81) == 1


def _of_stream(
    stream: BinaryIO | TextIO, held: contextlib.ExitStack, answers: Callable[[Batch], Sequence[Any]]
) -> Iterator[Any]:
    """Block after block of lines."""
    before = 0
    with held:
        for lines in _whole_lines(stream):
            answered = _of_bytes(lines, before, answers)
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
