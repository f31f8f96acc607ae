"""Solves files with one grid per line while they are read: on all cores, in order, in constant memory.

This fast path ends at the first line that is not a grid, a comment or blank. From there on, the caller receives the
grids one by one.
"""

from __future__ import annotations

import contextlib
import io
import select
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, NamedTuple, cast

from ..formats import DAMAGE_ERRORS, MAX_LINE_LENGTH, Entry, Position, read_rest
from ..grid import ClashError, Grid
from ..runtime.executors import cores, stoppable_threads
from ..runtime.stoppable_thread import StopFlag
from ..solvers import Solver
from ..solvers.protocol import CELLS

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["Block", "NoSolution", "stream_solver"]

BATCH_BYTES = 1 << 19
"""Bytes of lines in a batch."""
LINE_BYTES = 82
BATCHES_AHEAD = 1
"""Batches that are read in advance, in addition to one per thread. With one core there are none, so that a batch
stays in the cache while it is read, solved and written."""
UNPACK_BYTES = 1 << 15
"""Bytes of a compressed file that are decompressed in one step. A larger number is not faster, and loses more grids
before the damage in a damaged file."""


class NoSolution(NamedTuple):
    """A grid without a solution, given by its line in the file."""

    line: int


class Block(NamedTuple):
    """The results for some consecutive lines. It is valid until the next Block is requested."""

    number: int
    """Number of grids."""
    parts: list[bytes | memoryview | NoSolution | Entry]
    """Lines of results in the order of the grids. Between them: grids without a solution, and grids with clashing
    clues (an Entry with its error)."""


ReadFile = Callable[[BinaryIO], Generator[Block | Entry, None, None]]


@contextmanager
def stream_solver(
    solver: Solver, *, count: bool = False, limit: int | None = None, strict: bool = False
) -> Iterator[ReadFile]:
    """Provide a function that solves open files, one after another, with the same threads and memory.

    It yields Blocks with one line per grid: the first solution, or with `count` the number of solutions, up to
    `limit`. It yields an Entry, as `read_grids` does, for an error or for a grid that the caller must solve. Before
    it waits for more input, it yields all pending results. The solver must take batches. `strict` is that of
    `read_grids`.
    """
    threads, free = cores(), list[LineBatch]()
    max_pending = threads + BATCHES_AHEAD if threads > 1 else 0
    with stoppable_threads(threads) as (pool, stop):

        def submit(batch: LineBatch) -> Future[None]:
            return pool.submit(batch.count if count else batch.solve, solver, stop, limit)

        yield partial(
            _solved, solver=solver, submit=submit, max_pending=max_pending, free=free, strict=strict
        )


def _solved(
    stream: BinaryIO,
    *,
    solver: Solver,
    submit: Callable[[LineBatch], Future[None]],
    max_pending: int,
    free: list[LineBatch],
    strict: bool,
) -> Generator[Block | Entry, None, None]:
    """The results of a file. At most `max_pending` batches are in progress after each step."""
    reader = _Reader(stream, solver, free)
    pending: deque[tuple[LineBatch, Future[None]]] = deque()
    for batch in reader.batches():
        if batch is not None and batch.spans:
            pending.append((batch, submit(batch)))
        elif batch is not None:
            free.append(batch)
        while len(pending) > (0 if batch is None else max_pending):
            yield from _finish(*pending.popleft(), free)
    while pending:
        yield from _finish(*pending.popleft(), free)
    if reader.rest is not None:
        yield from read_rest(reader.rest, reader.position, strict=strict)


def _finish(batch: LineBatch, work: Future[None], free: list[LineBatch]) -> Iterator[Block]:
    work.result()
    yield Block(batch.number, list(batch.results()))
    free.append(batch)


class Span(NamedTuple):
    """Consecutive lines of grids in a batch: `number` records of `size` bytes, from `start` on."""

    start: int
    number: int
    size: int
    position: Position
    """The position of the first grid in the file."""

    @property
    def end(self) -> int:
        return self.start + self.number * self.size


class LineBatch:
    """A block of lines (`text`), the location of its grids (`spans`), and buffers for the results.

    Batches are reused, because the first access to new memory takes about as long as solving an easy grid.
    """

    def __init__(self) -> None:
        max_grids = BATCH_BYTES // LINE_BYTES + 1
        self.text = bytearray(BATCH_BYTES + 1)
        self.spans: list[Span] = []
        self._known = bytearray(max_grids)
        self._solutions = bytearray(LINE_BYTES * max_grids)
        self._numbers: list[int] | None = None

    @property
    def number(self) -> int:
        """Number of grids in the batch."""
        return sum(span.number for span in self.spans)

    def solve(self, solver: Solver, stop: StopFlag, limit: int | None = None) -> None:
        """Find the first solution of each grid."""
        self._numbers, end = None, 0
        grids, known = memoryview(self.text), memoryview(self._known)
        solutions = memoryview(self._solutions)
        for span in self.spans:
            begin, end = end, end + span.number
            output = solutions[LINE_BYTES * begin : LINE_BYTES * end]
            solver.solve_batch(grids[span.start : span.end], known[begin:end], output, stop=stop)

    def count(self, solver: Solver, stop: StopFlag, limit: int | None = None) -> None:
        """Count the solutions of each grid, up to `limit`."""
        self._numbers = []
        for span in self.spans:
            grids = memoryview(self.text)[span.start : span.end]
            self._numbers += solver.count_batch(grids, size=span.size, limit=limit, stop=stop)

    def results(self) -> Iterator[bytes | memoryview | NoSolution | Entry]:
        end = 0
        counts: Sequence[int] = self._known if self._numbers is None else self._numbers
        for span in self.spans:
            first, begin, end = end, end, end + span.number
            while begin < end:
                zero = _first_zero(counts, begin, end)
                if begin < zero:
                    yield self._lines(begin, zero)
                if zero < end:
                    yield self._without_solution(span, zero - first)
                begin = zero + 1

    def _lines(self, begin: int, end: int) -> bytes | memoryview:
        if self._numbers is not None:
            return b"".join(b"%d\n" % number for number in self._numbers[begin:end])
        return memoryview(self._solutions)[LINE_BYTES * begin : LINE_BYTES * end]

    def _without_solution(self, span: Span, index: int) -> NoSolution | Entry:
        start, line = span.start + span.size * index, span.position.lines + index + 1
        try:
            Grid(str(self.text[start : start + CELLS], "ascii"))
        except ClashError as clash:
            return Entry(span.position.grids + index + 1, line, None, clash)
        return NoSolution(line)


def _first_zero(numbers: Sequence[int], begin: int, end: int) -> int:
    """The index of the first zero, or `end` if there is none."""
    if isinstance(numbers, bytearray):
        index = numbers.find(0, begin, end)
        return end if index < 0 else index
    return next((index for index in range(begin, end) if not numbers[index]), end)


class _Reader:
    """Splits a stream into batches of lines with grids.

    At the end, `position` is the position that was reached, and `rest` is the rest of the stream, or None if it is
    empty. If reading the stream raised an error, reading `rest` raises it again.
    """

    def __init__(self, stream: BinaryIO, solver: Solver, free: list[LineBatch]) -> None:
        self.position = Position()
        self.rest: BinaryIO | None = None
        self._free = free  # batches whose results are no longer needed
        self._error: Exception | None = None
        self._stream = stream
        self._solver = solver
        self._started = False

    def batches(self) -> Iterator[LineBatch | None]:
        """Yield the batches. Yield None before a read that would block."""
        kept = b""
        while True:
            batch = self._free.pop() if self._free else LineBatch()
            batch.text[: len(kept)] = kept
            size = self._fill(memoryview(batch.text)[len(kept) : BATCH_BYTES])
            end = len(kept) + size
            lines_end = batch.text.rfind(b"\n", 0, end) + 1
            kept = bytes(batch.text[lines_end:end])
            if kept and not size and not self._error:
                batch.text[end] = ord("\n")
                lines_end = end + 1
            offset = self._find_grids(batch, lines_end)
            rest = kept if len(kept) == BATCH_BYTES else None
            if offset < lines_end:
                rest = bytes(batch.text[offset:end])
            yield batch
            if rest is not None or self._error or (not size and not self.position.grids):
                self.rest = cast(BinaryIO, _Rest(rest or b"", self._stream, self._error))
                return
            if not size:
                return
            if end < BATCH_BYTES and not _ready(self._stream):
                yield None

    def _find_grids(self, batch: LineBatch, end: int) -> int:
        """Find the grids up to `end`. Return `end`, or the offset of the first line that is not a grid, blank or a
        comment."""
        offset, text = 0, batch.text
        batch.spans = []
        while offset < end:
            size = 83 if text[offset + 81 : offset + 83] == b"\r\n" else 82
            number = self._solver.leading_grids(memoryview(text)[offset:end], size)
            if number:
                batch.spans.append(Span(offset, number, size, self.position))
                self._advance(number, number, number * size)
                offset = batch.spans[-1].end
                continue
            newline = text.index(b"\n", offset) + 1
            if not _is_blank_or_comment(bytes(text[offset:newline])):
                break
            self._advance(0, 1, newline - offset)
            offset = newline
        return offset

    def _advance(self, grids: int, lines: int, size: int) -> None:
        position = self.position
        self.position = Position(position.grids + grids, position.lines + lines, position.bytes + size)

    def _fill(self, buffer: memoryview) -> int:
        """Read the available bytes, at least one, into the buffer. Return their number, or 0 at the end."""
        size = 0
        try:
            while not size or (len(buffer) - size >= UNPACK_BYTES and _ready(self._stream)):
                more = self._read(buffer[size:])
                if not more:
                    break
                size += more
        except DAMAGE_ERRORS as error:
            self._error = error
        return size

    def _read(self, buffer: memoryview) -> int:
        stream = self._stream
        if self._started and isinstance(stream, io.BufferedReader):
            return stream.raw.readinto(buffer) or 0
        # first read what a plain stream has buffered; decompress a compressed stream in small steps
        size = len(buffer) if isinstance(stream, io.BufferedReader) else min(len(buffer), UNPACK_BYTES)
        data: bytes = stream.read1(size)  # type: ignore[attr-defined]
        self._started = True
        buffer[: len(data)] = data
        return len(data)


def _is_blank_or_comment(line: bytes) -> bool:
    """Whether `read_grids` would read these bytes as one line, without an error, that is blank or a comment."""
    body = line.removesuffix(b"\n").removesuffix(b"\r")
    text = body.strip()
    if (text and not text.startswith(b"#")) or b"\r" in body or b"\0" in body or len(body) > MAX_LINE_LENGTH:
        return False
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _ready(stream: BinaryIO) -> bool:
    """Whether a read would return immediately."""
    if not isinstance(stream, io.BufferedReader):
        return True
    with contextlib.suppress(OSError, ValueError):  # not a real file, or Windows, where it must be a socket
        return bool(select.select([stream], [], [], 0)[0])
    return True


class _Rest(io.RawIOBase):
    """The bytes that were already read, followed by the rest of the stream, or by the error that it raised."""

    def __init__(self, data: bytes, stream: BinaryIO, error: Exception | None) -> None:
        super().__init__()
        self._data = io.BytesIO(data)
        self._stream = stream
        self._error = error

    def readline(self, size: int | None = -1) -> bytes:
        line = self._data.readline(size)
        if line:
            return line
        if self._error is not None:
            raise self._error
        return self._stream.readline(-1 if size is None else size)
