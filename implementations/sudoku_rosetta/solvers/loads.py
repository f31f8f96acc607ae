"""Lines of grids by the load, for whoever reads and writes them himself: a buffer in, a buffer out, and both are
used again, since to touch memory for the first time costs as much as to solve an easy grid.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .fast_c import FastC, counted_on, ffi, lanes, lib

SIZE = 1 << 19
"""Bytes of lines in a load."""
LINE = 82


class Stop:
    """Says to all of C that works on something that it is to return."""

    def __init__(self) -> None:
        self.flag = ffi.new("fast_stop *")

    def now(self) -> None:
        self.flag.asked = 1


@dataclass(frozen=True, slots=True)
class Run:
    """Grids line after line: where they begin in the load and in the file, and the bytes from one to the next."""

    start: int
    line: int
    number: int
    stride: int


@dataclass(frozen=True, slots=True)
class Unsolved:
    """A grid without a solution, or whose clues clash, and its line in the file."""

    line: int
    grid: str


class Load:
    """Room for a block of lines (`text`), what of it is grids (`runs`), and their answers."""

    def __init__(self) -> None:
        most = SIZE // LINE + 1
        self.text = bytearray(SIZE + 1)
        self.runs: list[Run] = []
        self._counts = bytearray(most)
        self._solutions = bytearray(b"\n") * (LINE * most)
        self._told: list[bytes] | None = None  # numbers of solutions, where these are asked for
        self._puzzles, self._numbers, self._places = (
            ffi.from_buffer("unsigned char[]", room) for room in (self.text, self._counts, self._solutions)
        )

    @property
    def number(self) -> int:
        """How many grids there are in it."""
        return sum(run.number for run in self.runs)

    def fit(self, start: int, end: int, stride: int) -> int:
        """How many lines, from there on, are grids, so many bytes from one to the next."""
        return int(lib.binding_fit(self._puzzles + start, (end - start) // stride, stride))

    def solve(self, core: FastC, limit: int | None, stop: Stop) -> None:
        """All of it; with a limit of 0 the first solutions, else how many there are, None for all."""
        done = 0
        for run in self.runs:
            puzzles, counts = self._puzzles + run.start, self._numbers + done
            places = ffi.NULL if limit != 0 else self._places + LINE * done
            lanes(core, puzzles, run.number, run.stride, places, LINE, counts, stop.flag)
            done += run.number
        self._told = None if limit == 0 else list(self._counted(core, limit, stop))

    def _counted(self, core: FastC, limit: int | None, stop: Stop) -> Iterator[bytes]:
        known = iter(self._counts)
        for run in self.runs:
            for at in range(run.start, run.start + run.number * run.stride, run.stride):
                yield b"%d\n" % counted_on(next(known), self._puzzles + at, limit, core.path, stop.flag)

    def answers(self) -> Iterator[bytes | memoryview | Unsolved]:
        """What is solved, in order: lines as they are to be written, and between them whatever has no solution."""
        end = 0
        for run in self.runs:
            first, begin, end = end, end, end + run.number
            while begin < end:
                none = self._counts.find(0, begin, end)
                until = end if none < 0 else none
                if begin < until:
                    yield self._lines(begin, until)
                if none >= 0:
                    yield Unsolved(run.line + none - first, self._grid(run, none - first))
                begin = until + 1

    def _lines(self, begin: int, end: int) -> bytes | memoryview:
        if self._told is not None:
            return b"".join(self._told[begin:end])
        return memoryview(self._solutions)[LINE * begin : LINE * end]

    def _grid(self, run: Run, at: int) -> str:
        start = run.start + run.stride * at
        return str(self.text[start : start + 81], "ascii")
