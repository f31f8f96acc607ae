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
from typing import Any, NamedTuple

from ..grid import GridError, digits_of
from ..gridfiles import opened
from .apart import Stopped
from .cores import cores
from .fast_c import FastC, beside, counted_on, ffi, lanes, lib
from .protocol import checked_limit

CHUNK = 1 << 14
"""So many grids are one thread's turn: enough of them that the last, which go on alone, do not count."""
DIRECT = 64
"""So few are not worth a thread."""
READ = 1 << 20


class Solved(NamedTuple):
    """`solutions` are in the form in which the grids came: bytes (81 zeros where there is none), a list (None where
    there is none), an array (zeros). `counts` says of each grid how many there are: 0, 1, or 2 for several."""

    solutions: Any
    counts: Any


def solve_many(puzzles: Any, *, threads: int | None = None, path: str | None = None) -> Any:
    """Solve them all: the first solution of each in lexicographic order, and whether it is the only one.

    A grid whose clues clash has none. `threads`: so many, or one for each core there is. A file (its path, or
    open) gives pairs, solution and count, one after another, in memory that does not grow.

    >>> solved = solve_many(["." * 80 + "1", "11" + "." * 79])
    >>> solved.solutions[0][:9], solved.solutions[1], list(solved.counts)
    ('123456789', None, [2, 0])
    """
    core = FastC(path)
    core.demand()
    if isinstance(puzzles, str | os.PathLike) or hasattr(puzzles, "read"):
        return _of_file(puzzles, lambda batch: _texts(batch, *_solve(batch, core, threads)))
    batch = _batch(puzzles)
    solutions, counts = _solve(batch, core, threads)
    return Solved(*batch.like(batch, solutions, counts))


def count_many(puzzles: Any, *, limit: int | None = None, threads: int | None = None) -> Any:
    """How many solutions each has, `limit` at most: a list, an array for an array, an iterator for a file.

    >>> count_many(["." * 80 + "1"], limit=1000)
    [1000]
    """
    core = FastC()
    core.demand()
    checked_limit(limit)
    if isinstance(puzzles, str | os.PathLike) or hasattr(puzzles, "read"):
        return _of_file(puzzles, lambda batch: _count(batch, core, limit, threads))
    batch = _batch(puzzles)
    numbers = _count(batch, core, limit, threads)
    return _array_of_numbers(numbers) if batch.like is _array else numbers


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
        line = bytes(ffi.buffer(self.buffer)[fit * self.stride :][:90]).partition(b"\n")[0]
        told = _complaint(line.decode("utf-8", "replace"))
        return GridError(f"grid {(self.unread or 0) + fit + 1}: {told}")


def _batch(puzzles: Any) -> Batch:
    if isinstance(puzzles, bytes | bytearray | memoryview):
        return batch_of_bytes(puzzles)
    if hasattr(puzzles, "__array_interface__"):
        return _batch_of_array(puzzles)
    texts = [text if isinstance(text, str) else str(text) for text in puzzles]
    return _batch_of_texts(texts)


def batch_of_bytes(puzzles: bytes | bytearray | memoryview, before: int = 0) -> Batch:
    """Grid after grid, 81 characters each, or line after line, so many having come before."""
    text = bytes(puzzles) if isinstance(puzzles, memoryview) else puzzles
    if b"\r" in text[:100]:
        text = text.replace(b"\r\n", b"\n")
    stride = 82 if text[81:82] == b"\n" else 81
    if stride == 82 and not text.endswith(b"\n"):
        text = text + b"\n"
    number, rest = divmod(len(text), stride)
    batch = Batch(ffi.from_buffer("unsigned char[]", text), number, stride, _bytes, unread=before)
    if rest:
        raise batch.complaint()
    return batch


def _batch_of_texts(texts: Sequence[str]) -> Batch:
    text = "".join(texts)
    if len(text) == 81 * len(texts) and text.isascii():
        buffer = ffi.from_buffer("unsigned char[]", text.encode())
        if lib.binding_fit(buffer, len(texts), 81) == len(texts) and all(len(each) == 81 for each in texts):
            return Batch(buffer, len(texts), 81, _texts_and_counts)
    digits = []
    for number, each in enumerate(texts, 1):  # drawings of grids, or one that is none
        try:
            digits.append(digits_of(each))
        except GridError as error:
            raise error.located(f"grid {number}") from None
    return Batch(ffi.from_buffer("unsigned char[]", b"".join(digits)), len(texts), 81, _texts_and_counts)


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


def _array_of_numbers(numbers: list[int]) -> Any:
    import numpy

    fits = max(numbers, default=0) < 2**64
    return numpy.array(numbers, dtype=numpy.uint64 if fits else object)


# --- the work, on all cores ---------------------------------------------------------------------------


def _solve(batch: Batch, core: FastC, threads: int | None) -> tuple[bytes, bytes]:
    # C writes into these before anybody else has seen them: a copy would cost more than easy grids do.
    solutions, counts = bytes(batch.stride * batch.number), bytearray(batch.number)
    cells, numbers = ffi.from_buffer("unsigned char[]", solutions), ffi.from_buffer("unsigned char[]", counts)
    lib.binding_large_pages(cells, len(solutions))

    def chunk(first: int, number: int, flag: Any) -> None:
        batch.look_at(first, number)
        here, known = cells + batch.stride * first, numbers + first
        lanes(core, batch.at(first), number, batch.stride, here, batch.stride, known, flag)
        lib.binding_finish(here, known, number, batch.stride)

    in_chunks(batch.number, CHUNK, threads, chunk)
    return solutions, bytes(counts)


def _count(batch: Batch, core: FastC, limit: int | None, threads: int | None) -> list[int]:
    """Most grids have one solution or none: which these are is known much faster than how many others have."""
    known = bytearray(batch.number)
    counts = ffi.from_buffer("unsigned char[]", known)

    def count_to_two(first: int, number: int, flag: Any) -> None:
        batch.look_at(first, number)
        lanes(core, batch.at(first), number, batch.stride, ffi.NULL, 0, counts + first, flag)

    in_chunks(batch.number, CHUNK, threads, count_to_two)
    numbers = list(known)
    several = [at for at, number in enumerate(known) if number == 2]

    def count(first: int, number: int, flag: Any) -> None:
        for at in several[first : first + number]:
            numbers[at] = counted_on(2, batch.at(at), limit, core.path, flag)

    in_chunks(len(several), 16, threads, count)
    return numbers


def in_chunks(number: int, size: int, threads: int | None, work: Callable[[int, int, Any], None]) -> None:
    """work(first, how many, flag) for all of them, some at a time, by so many threads. An interrupt sets the flag,
    which C looks at, and comes out once all have returned."""
    crew = _crew(threads)
    if number <= DIRECT:
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


def _of_file(file: Any, answers: Callable[[Batch], Sequence[Any]]) -> Iterator[Any]:
    """Block after block of lines."""
    with contextlib.ExitStack() as stack:
        stream = file if hasattr(file, "read") else stack.enter_context(opened(file))
        before = 0
        for lines in _whole_lines(stream):
            batch = batch_of_bytes(lines, before)
            before += batch.number
            yield from answers(batch)


def _whole_lines(stream: Any) -> Iterator[bytes]:
    kept = b""
    while data := stream.read(READ):
        whole, newline, rest = (kept + (data.encode() if isinstance(data, str) else data)).rpartition(b"\n")
        if newline:
            yield whole + newline
        kept = rest
    if kept:
        yield kept
