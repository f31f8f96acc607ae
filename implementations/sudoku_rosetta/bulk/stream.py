"""Files of one grid a line, solved as they are read: blocks of lines in, blocks of answers out, in their order, on
all cores, in memory that does not grow. From the first line that is neither a grid, a comment nor blank, the
rest of the file is given to the caller grid by grid.
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

from ..formats import DAMAGED, LONGEST_LINE, Entry, Place, read_on
from ..grid import ClashError, Grid
from ..runtime.executors import cores, stoppable_threads
from ..runtime.stopping_threads import StopFlag
from ..solvers import Solver
from ..solvers.protocol import CELLS

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["Block", "Unsolved", "stream_solver"]

SIZE = 1 << 19
"""Bytes of lines in a batch."""
LINE = 82
AHEAD = 1
"""Batches that are read beyond those being solved. With one core none: a batch is read, solved and written while it
is in the cache."""
PIECE = 1 << 15
"""Bytes of a compressed file unpacked at once: more is no quicker, and is lost where the file is damaged."""


class Unsolved(NamedTuple):
    """A grid without a solution, by its line in the file."""

    line: int


class Block(NamedTuple):
    """The answers to some grids of one line each. It is valid until the next one is asked for."""

    number: int
    """How many grids."""
    parts: list[bytes | memoryview | Unsolved | Entry]
    """In the order of the grids: lines of answers; and between them grids without a solution, or whose clues clash
    (an Entry with its error)."""


ReadFile = Callable[[BinaryIO], Generator[Block | Entry, None, None]]


@contextmanager
def stream_solver(solver: Solver, *, count: bool = False, limit: int | None = None) -> Iterator[ReadFile]:
    """A function that solves open files, one after another, in the same threads and memory.

    It gives the first solution of each grid, a line each, or with `count` the number of solutions, `limit` at most.
    An Entry is a grid that is left to the caller to solve, or an error, as `read_grids` gives them. What is
    solved is given as soon as reading on would have to wait. The solver takes batches.
    """
    threads, free = cores(), list[LineBatch]()
    most = threads + AHEAD if threads > 1 else 0
    with stoppable_threads(threads) as (pool, stop):

        def submit(batch: LineBatch) -> Future[None]:
            return pool.submit(batch.count if count else batch.solve, solver, stop, limit)

        yield partial(_solved, solver=solver, submit=submit, most=most, free=free)


def _solved(
    stream: BinaryIO,
    *,
    solver: Solver,
    submit: Callable[[LineBatch], Future[None]],
    most: int,
    free: list[LineBatch],
) -> Generator[Block | Entry, None, None]:
    """The answers to a file, with `most` batches under way at once."""
    reader = _Reader(stream, solver, free)
    under_way: deque[tuple[LineBatch, Future[None]]] = deque()
    for batch in reader.batches():
        if batch is not None and batch.spans:
            under_way.append((batch, submit(batch)))
        elif batch is not None:
            free.append(batch)
        while len(under_way) > (0 if batch is None else most):
            yield from _finished(*under_way.popleft(), free)
    while under_way:
        yield from _finished(*under_way.popleft(), free)
    if reader.rest is not None:
        yield from read_on(reader.rest, reader.here)


def _finished(batch: LineBatch, work: Future[None], free: list[LineBatch]) -> Iterator[Block]:
    work.result()
    yield Block(batch.number, list(batch.answers()))
    free.append(batch)


class Span(NamedTuple):
    """Grids line after line: where they begin in the batch, how many, and the bytes from one to the next."""

    start: int
    number: int
    size: int
    place: Place
    """Of the first one in the file."""

    @property
    def end(self) -> int:
        return self.start + self.number * self.size


class LineBatch:
    """Memory for a block of lines (`text`), where its grids are (`spans`), and for their answers. It is used again:
    the first access to memory costs as much as solving an easy grid."""

    def __init__(self) -> None:
        most = SIZE // LINE + 1
        self.text = bytearray(SIZE + 1)
        self.spans: list[Span] = []
        self._known = bytearray(most)
        self._solutions = bytearray(LINE * most)
        self._numbers: list[int] | None = None

    @property
    def number(self) -> int:
        """How many grids there are in it."""
        return sum(span.number for span in self.spans)

    def solve(self, solver: Solver, stop: StopFlag, limit: int | None = None) -> None:
        """Find the first solution of each grid."""
        self._numbers, end = None, 0
        grids, known = memoryview(self.text), memoryview(self._known)
        solutions = memoryview(self._solutions)
        for span in self.spans:
            begin, end = end, end + span.number
            room = solutions[LINE * begin : LINE * end]
            solver.solve_batch(grids[span.start : span.end], known[begin:end], room, stop=stop)

    def count(self, solver: Solver, stop: StopFlag, limit: int | None = None) -> None:
        """Count the solutions of each grid, `limit` at most."""
        self._numbers = []
        for span in self.spans:
            grids = memoryview(self.text)[span.start : span.end]
            self._numbers += solver.count_batch(grids, size=span.size, limit=limit, stop=stop)

    def answers(self) -> Iterator[bytes | memoryview | Unsolved | Entry]:
        end = 0
        found: Sequence[int] = self._known if self._numbers is None else self._numbers
        for span in self.spans:
            first, begin, end = end, end, end + span.number
            while begin < end:
                until = _first_zero(found, begin, end)
                if begin < until:
                    yield self._lines(begin, until)
                if until < end:
                    yield self._none(span, until - first)
                begin = until + 1

    def _lines(self, begin: int, end: int) -> bytes | memoryview:
        if self._numbers is not None:
            return b"".join(b"%d\n" % number for number in self._numbers[begin:end])
        return memoryview(self._solutions)[LINE * begin : LINE * end]

    def _none(self, span: Span, at: int) -> Unsolved | Entry:
        start, line = span.start + span.size * at, span.place.lines + at + 1
        try:
            Grid(str(self.text[start : start + CELLS], "ascii"))
        except ClashError as clash:
            return Entry(span.place.grids + at + 1, line, None, clash)
        return Unsolved(line)


def _first_zero(numbers: Sequence[int], begin: int, end: int) -> int:
    """Where it is; `end` if there is none."""
    if isinstance(numbers, bytearray):
        at = numbers.find(0, begin, end)
        return end if at < 0 else at
    return next((at for at in range(begin, end) if not numbers[at]), end)


class _Reader:
    """Cuts a stream into batches of lines that are grids. Afterwards `here` is how far it came, and `rest` what is
    left for others, if only an error."""

    def __init__(self, stream: BinaryIO, solver: Solver, free: list[LineBatch]) -> None:
        self.here = Place()
        self.rest: BinaryIO | None = None
        self._free = free  # batches whose answers are not needed any more
        self._broken: Exception | None = None
        self._stream = stream
        self._solver = solver
        self._begun = False

    def batches(self) -> Iterator[LineBatch | None]:
        """None where reading on would have to wait."""
        kept = b""
        while True:
            batch = self._free.pop() if self._free else LineBatch()
            batch.text[: len(kept)] = kept
            size = self._fill(memoryview(batch.text)[len(kept) : SIZE])
            end = len(kept) + size
            whole = batch.text.rfind(b"\n", 0, end) + 1
            kept = bytes(batch.text[whole:end])
            if kept and not size and not self._broken:
                batch.text[end] = ord("\n")
                whole = end + 1
            at = self._lines(batch, whole)
            rest = bytes(batch.text[at:end]) if at < whole else kept if len(kept) == SIZE else None
            yield batch
            if rest is not None or self._broken or (not size and not self.here.grids):
                self.rest = cast(BinaryIO, _Rest(rest or b"", self._stream, self._broken))
                return
            if not size:
                return
            if end < SIZE and not _ready(self._stream):
                yield None

    def _lines(self, batch: LineBatch, end: int) -> int:
        """Finds the grids among these lines; where it ends, there or at the first line that is something else."""
        at, text = 0, batch.text
        batch.spans = []
        while at < end:
            size = 83 if text[at + 81 : at + 83] == b"\r\n" else 82
            number = self._solver.leading_grids(memoryview(text)[at:end], size)
            if number:
                batch.spans.append(Span(at, number, size, self.here))
                self._pass(number, number, number * size)
                at = batch.spans[-1].end
                continue
            newline = text.index(b"\n", at) + 1
            if not _is_gap(bytes(text[at:newline])):
                break
            self._pass(0, 1, newline - at)
            at = newline
        return at

    def _pass(self, grids: int, lines: int, size: int) -> None:
        here = self.here
        self.here = Place(here.grids + grids, here.lines + lines, here.bytes + size)

    def _fill(self, room: memoryview) -> int:
        """Reads what is there now, but at least a byte, unless the stream is at its end, or broken."""
        size = 0
        try:
            while not size or (len(room) - size >= PIECE and _ready(self._stream)):
                more = self._some(room[size:])
                if not more:
                    break
                size += more
        except DAMAGED as error:
            self._broken = error
        return size

    def _some(self, room: memoryview) -> int:
        stream = self._stream
        if self._begun and isinstance(stream, io.BufferedReader):
            return stream.raw.readinto(room) or 0
        # at first what a plain stream has looked at already; a compressed one is unpacked piece by piece
        most = len(room) if isinstance(stream, io.BufferedReader) else min(len(room), PIECE)
        data: bytes = stream.read1(most)  # type: ignore[attr-defined]
        self._begun = True
        room[: len(data)] = data
        return len(data)


def _is_gap(line: bytes) -> bool:
    """Whether it is a blank line or a comment that `read_grids` neither splits nor refuses."""
    body = line.removesuffix(b"\n").removesuffix(b"\r")
    text = body.strip()
    if (text and not text.startswith(b"#")) or b"\r" in body or b"\0" in body or len(body) > LONGEST_LINE:
        return False
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _ready(stream: BinaryIO) -> bool:
    """Whether reading would not wait."""
    if not isinstance(stream, io.BufferedReader):
        return True
    with contextlib.suppress(OSError, ValueError):  # no file at all, or a system that asks only sockets
        return bool(select.select([stream], [], [], 0)[0])
    return True


class _Rest(io.RawIOBase):
    """What was read already, and then the stream, or what broke it."""

    def __init__(self, read: bytes, stream: BinaryIO, broken: Exception | None) -> None:
        super().__init__()
        self._read = io.BytesIO(read)
        self._stream = stream
        self._broken = broken

    def readline(self, size: int | None = -1) -> bytes:
        return self._read.readline(size) or self._further(-1 if size is None else size)

    def _further(self, size: int) -> bytes:
        if self._broken is not None:
            raise self._broken
        return self._stream.readline(size)
