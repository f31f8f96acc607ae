"""Files of one grid a line through the fast core: blocks of bytes in, blocks of bytes out, in their order, on all
cores, in memory that does not grow. From the first line that is neither a grid, a comment nor blank, the rest
of the file goes the common way, grid by grid.
"""

from __future__ import annotations

import contextlib
import io
import select
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import BinaryIO, cast

from ..grid import ClashError, Grid
from ..gridfiles import DAMAGED, Place, opened, read_on
from ..solvers.cores import cores
from ..solvers.fast_c import FastC
from ..solvers.many import Answered, Stop, answered, fit
from .failures import because, printable
from .inputs import Asked, Grids, is_file
from .progress import Progress

READ = 1 << 19


@dataclass
class Block:
    """Lines of a file that are grids, and where they stand in it."""

    name: str
    line: int
    text: memoryview
    number: int
    stride: int

    def grid(self, at: int) -> str:
        return str(self.text[at * self.stride : at * self.stride + 81], "ascii")


@dataclass
class Solving:
    """A run through all operands."""

    core: FastC
    limit: int | None
    counting: bool
    grids: Grids
    progress: Progress
    each: Callable[[Asked], bool]
    """What is done with a grid that goes the common way; whether it has a solution."""
    unsolved: bool = False
    _stop: Stop = field(default_factory=Stop)
    _under_way: deque[tuple[Block, Future[Answered]]] = field(default_factory=deque)

    def go(self) -> None:
        """Solve them all; an interrupt leaves at once, what is solved before it is written."""
        crew = cores()
        with ThreadPoolExecutor(crew) as pool:
            try:
                for number, operand in enumerate(self.grids.operands or [None], 1):
                    self._operand(number, operand, pool, 2 * crew + 1)
                    self._write_all()
            finally:
                self._stop.now()
                pool.shutdown(cancel_futures=True)

    def _operand(self, number: int, operand: str | None, pool: ThreadPoolExecutor, most: int) -> None:
        if operand is None:
            self._stream("stdin", sys.stdin.buffer, pool, most)
        elif is_file(operand):
            name = printable(operand)
            with contextlib.ExitStack() as stack:
                try:
                    stream = stack.enter_context(opened(operand))
                except OSError as error:
                    self.grids.complain(f"{name}: {because(error)}")
                    return
                self._stream(name, stream, pool, most)
        else:
            for asked in self.grids.of_argument(number, operand):
                self._one(asked)

    def _stream(self, name: str, stream: BinaryIO, pool: ThreadPoolExecutor, most: int) -> None:
        reader = _Reader(name, stream)
        for block in reader.blocks():
            if block is None:  # nothing more to read for now: somebody waits for the answers
                self._write_all()
                continue
            work = pool.submit(
                answered, self.core, block.text, block.number, block.stride, self._asked, self._stop
            )
            self._under_way.append((block, work))
            while len(self._under_way) > most:
                self._write()
        self._write_all()
        if reader.rest is not None:
            for asked in self.grids.of_entries(name, read_on(reader.rest, reader.here)):
                self._one(asked)
            return
        if reader.damage:
            self.grids.complain(f"{name}{reader.damage}")
        self.grids.end_of(name)

    @property
    def _asked(self) -> int | None:
        """How far to count; 0: not at all, the first solution is asked for."""
        return self.limit if self.counting else 0

    def _one(self, asked: Asked) -> None:
        self._write_all()
        self.unsolved |= not self.each(asked)
        self.progress.done += 1

    def _write_all(self) -> None:
        while self._under_way:
            self._write()

    def _write(self) -> None:
        block, work = self._under_way.popleft()
        answer = work.result()
        lines = answer.lines
        if 0 in answer.counts:
            each = zip(answer.counts, lines.splitlines(keepends=True), strict=True)
            lines = b"".join(
                line if count else self._none(block, at) for at, (count, line) in enumerate(each)
            )
        self.progress.put(lines)
        self.progress.done += block.number

    def _none(self, block: Block, at: int) -> bytes:
        """What is said of a grid of a block that has no solution, or is none."""
        place = f"{block.name}:{block.line + at}"
        try:
            Grid(block.grid(at))
        except ClashError as clash:
            self.grids.complain_of_one(f"{place}: {clash}")
            return b""
        self.unsolved = True
        return b"0\n" if self.counting else f"# {place}: no solution\n".encode(errors="backslashreplace")


class _Reader:
    """Cuts a stream into blocks of lines that are grids. Afterwards `here` is how far it came, and `rest` what is
    left for others; or `damage` says why there is no more."""

    def __init__(self, name: str, stream: BinaryIO) -> None:
        self.here = Place()
        self.rest: BinaryIO | None = None
        self.damage = ""
        self._name = name
        self._stream = stream

    def blocks(self) -> Iterator[Block | None]:
        kept = b""
        while True:
            try:
                data = _some(self._stream)
            except DAMAGED as error:
                self.damage = f":{self.here.lines + 1}: damaged compressed file: {error}"
                return
            except OSError as error:
                self.damage = f": {because(error)}"
                return
            text = kept + data
            whole = text.rfind(b"\n") + 1 if data else len(text)
            body = text[:whole] if text[:whole].endswith(b"\n") or not whole else text[:whole] + b"\n"
            passed = self.here.bytes
            yield from self._lines(body)
            at = self.here.bytes - passed
            if at < len(body) or (not data and not self.here.grids):
                self.rest = cast(BinaryIO, _Glued(text[at:], self._stream))
                return
            if not data:
                return
            kept = text[whole:]
            if len(data) < READ and not _ready(self._stream):
                yield None

    def _lines(self, body: bytes) -> Iterator[Block]:
        """The blocks of these lines, to the end or the first that is something else."""
        at = 0
        view = memoryview(body)
        while at < len(body):
            stride = 83 if body[at + 81 : at + 83] == b"\r\n" else 82
            number = fit(view[at:], stride)
            if number:
                yield Block(self._name, self.here.lines + 1, view[at : at + number * stride], number, stride)
                self._pass(number, number, number * stride)
                at += number * stride
                continue
            end = body.index(b"\n", at) + 1
            line = body[at:end].strip()
            if (line and not line.startswith(b"#")) or not line.isascii():
                break
            self._pass(0, 1, end - at)
            at = end

    def _pass(self, grids: int, lines: int, size: int) -> None:
        here = self.here
        self.here = Place(here.grids + grids, here.lines + lines, here.bytes + size)


def _some(stream: BinaryIO) -> bytes:
    """What is there now, but at least a byte, unless it is at its end."""
    if not isinstance(stream, io.BufferedReader):
        return stream.read(READ)
    data = stream.read1(READ)
    while 0 < len(data) < READ and _ready(stream) and (more := stream.read1(READ - len(data))):
        data += more
    return data


def _ready(stream: BinaryIO) -> bool:
    """Whether reading would not wait."""
    if not isinstance(stream, io.BufferedReader):
        return True
    with contextlib.suppress(OSError, ValueError):  # no file at all, or a system that asks only sockets
        return bool(select.select([stream], [], [], 0)[0])
    return True


class _Glued(io.RawIOBase):
    """What was read already, and then the stream."""

    def __init__(self, read: bytes, stream: BinaryIO) -> None:
        super().__init__()
        self._read = io.BytesIO(read)
        self._stream = stream

    def readline(self, size: int | None = -1) -> bytes:
        return self._read.readline(size) or self._stream.readline(-1 if size is None else size)
