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
from ..solvers.loads import SIZE, Load, Run, Stop, Unsolved
from .failures import because, printable
from .inputs import Asked, Grids, is_file
from .progress import Progress

AHEAD = 1
"""So many loads wait, beside those that are being solved. On one core none: a load is read, solved and written
while it is in the cache."""


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
    _under_way: deque[tuple[str, Load, Future[None]]] = field(default_factory=deque)
    _free: list[Load] = field(default_factory=list)

    def go(self) -> None:
        """Solve them all; an interrupt leaves at once, what is solved before it is written."""
        crew = cores()
        with ThreadPoolExecutor(crew) as pool:
            try:
                for number, operand in enumerate(self.grids.operands or [None], 1):
                    self._operand(number, operand, pool, crew + AHEAD if crew > 1 else 0)
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
        reader = _Reader(stream, self._free)
        for load in reader.loads():
            if load is None:  # nothing more to read for now: somebody waits for the answers
                self._write_all()
                continue
            if not load.runs:
                self._free.append(load)
                continue
            work = pool.submit(load.solve, self.core, self._asked, self._stop)
            self._under_way.append((name, load, work))
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
        name, load, work = self._under_way.popleft()
        work.result()
        lines = [
            self._none(name, answer) if isinstance(answer, Unsolved) else answer for answer in load.answers()
        ]
        self.progress.put(lines[0] if len(lines) == 1 else b"".join(lines))
        self.progress.done += load.number
        self._free.append(load)

    def _none(self, name: str, unsolved: Unsolved) -> bytes:
        """What is said of a grid that has no solution, or is none."""
        place = f"{name}:{unsolved.line}"
        try:
            Grid(unsolved.grid)
        except ClashError as clash:
            self.grids.complain_of_one(f"{place}: {clash}")
            return b""
        self.unsolved = True
        return b"0\n" if self.counting else f"# {place}: no solution\n".encode(errors="backslashreplace")


class _Reader:
    """Cuts a stream into loads of lines that are grids. Afterwards `here` is how far it came, and `rest` what is
    left for others; or `damage` says why there is no more."""

    def __init__(self, stream: BinaryIO, free: list[Load]) -> None:
        self.here = Place()
        self.rest: BinaryIO | None = None
        self.damage = ""
        self._stream = stream
        self._free = free
        self._begun = False

    def loads(self) -> Iterator[Load | None]:
        kept = b""
        while True:
            load = self._free.pop() if self._free else Load()
            load.text[: len(kept)] = kept
            try:
                size = self._some(memoryview(load.text)[len(kept) : SIZE])
            except DAMAGED as error:
                self.damage = f":{self.here.lines + 1}: damaged compressed file: {error}"
                return
            except OSError as error:
                self.damage = f": {because(error)}"
                return
            end = len(kept) + size
            whole = load.text.rfind(b"\n", 0, end) + 1
            kept = bytes(load.text[whole:end])
            if kept and not size:
                load.text[end] = ord("\n")
                whole = end + 1
            at = self._lines(load, whole)
            rest = bytes(load.text[at:end]) if at < whole else kept if len(kept) == SIZE else None
            yield load
            if rest is not None or (not size and not self.here.grids):
                self.rest = cast(BinaryIO, _Glued(rest or b"", self._stream))
                return
            if not size:
                return
            if end < SIZE and not _ready(self._stream):
                yield None

    def _lines(self, load: Load, end: int) -> int:
        """Finds the grids among these lines; where it ends, there or at the first line that is something else."""
        at, text = 0, load.text
        load.runs = []
        while at < end:
            stride = 83 if text[at + 81 : at + 83] == b"\r\n" else 82
            number = load.fit(at, end, stride)
            if number:
                load.runs.append(Run(at, self.here.lines + 1, number, stride))
                self._pass(number, number, number * stride)
                at += number * stride
                continue
            newline = text.index(b"\n", at) + 1
            line = text[at:newline].strip()
            if (line and not line.startswith(b"#")) or not line.isascii():
                break
            self._pass(0, 1, newline - at)
            at = newline
        return at

    def _pass(self, grids: int, lines: int, size: int) -> None:
        here = self.here
        self.here = Place(here.grids + grids, here.lines + lines, here.bytes + size)

    def _some(self, room: memoryview) -> int:
        """Reads what is there now, but at least a byte, unless it is at its end."""
        stream = self._stream
        if not isinstance(stream, io.BufferedReader):
            return stream.readinto(room)  # type: ignore[attr-defined, no-any-return]
        if not self._begun:  # what it has looked at already
            self._begun = True
            data = stream.read1(len(room))
            room[: len(data)] = data
            size = len(data)
        else:
            size = stream.raw.readinto(room) or 0
        while 0 < size < len(room) and _ready(stream) and (more := stream.raw.readinto(room[size:])):
            size += more
        return size


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
