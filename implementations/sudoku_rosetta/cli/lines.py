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
from ..gridfiles import DAMAGED, LONGEST_LINE, Place, opened, read_on
from ..solvers.cores import cores
from ..solvers.fast_c import FastC
from ..solvers.loads import SIZE, Load, Run, Stop, Unsolved
from .failures import because, printable
from .inputs import Asked, Grids, is_file
from .progress import Progress

AHEAD = 1
"""So many loads wait, beside those that are being solved. On one core none: a load is read, solved and written
while it is in the cache."""
PIECE = 1 << 15
"""So many bytes of a compressed file are unpacked at once: more is no quicker, and is lost with its damage."""


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
    left for others, if only to be told why there is no more."""

    def __init__(self, stream: BinaryIO, free: list[Load]) -> None:
        self.here = Place()
        self.rest: BinaryIO | None = None
        self._broken: Exception | None = None
        self._stream = stream
        self._free = free
        self._begun = False

    def loads(self) -> Iterator[Load | None]:
        kept = b""
        while True:
            load = self._free.pop() if self._free else Load()
            load.text[: len(kept)] = kept
            size = self._fill(memoryview(load.text)[len(kept) : SIZE])
            end = len(kept) + size
            whole = load.text.rfind(b"\n", 0, end) + 1
            kept = bytes(load.text[whole:end])
            if kept and not size and not self._broken:
                load.text[end] = ord("\n")
                whole = end + 1
            at = self._lines(load, whole)
            rest = bytes(load.text[at:end]) if at < whole else kept if len(kept) == SIZE else None
            yield load
            if rest is not None or self._broken or (not size and not self.here.grids):
                self.rest = cast(BinaryIO, _Glued(rest or b"", self._stream, self._broken))
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
    """Whether it is nothing but a blank or a comment; what the common way would cut in two, or refuse, is not."""
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


class _Glued(io.RawIOBase):
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
