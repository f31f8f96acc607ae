"""What a contestant is: given a batch of puzzles and a limit, it returns what it found and how long it took."""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

from sudoku_rosetta import Grid, GridError

ALL = 0
"""As a limit: count every solution."""
STRIDE = 88
"""Each puzzle is followed by zeros: some libraries want one at [81], and eight bytes are aligned."""


class Absent(Exception):  # not an error: what a run says of a rival that is not here
    """It cannot take part; the message says why, in one line."""


@dataclass(frozen=True)
class Batch:
    """Puzzles in a row: 81 characters each, '1' to '9' or '.'."""

    puzzles: tuple[bytes, ...]

    @cached_property
    def apart(self) -> ctypes.Array[ctypes.c_char]:
        """STRIDE bytes apart, in memory that may be written to: some libraries write a zero at [81]."""
        return ctypes.create_string_buffer(b"".join(puzzle.ljust(STRIDE, b"\0") for puzzle in self.puzzles))

    @cached_property
    def joined(self) -> bytes:
        """81 bytes apart."""
        return b"".join(self.puzzles)

    def __reduce__(self) -> tuple[type[Batch], tuple[object, ...]]:
        return Batch, (self.puzzles,)  # without the copies that are made from them

    def part(self, start: int, number: int) -> Batch:
        return Batch(self.puzzles[start : start + number])

    def __len__(self) -> int:
        return len(self.puzzles)


@dataclass(frozen=True)
class Answer:
    """Of the first `puzzles` of a batch: the sum of the counts (each `limit` at most), and the seconds that it
    took: CPU time, or wall time where several cores were asked for. `solutions`, where it gives them: of
    each puzzle the first, or None."""

    puzzles: int
    found: int
    seconds: float
    solutions: tuple[bytes | None, ...] | None = None

    @property
    def rate(self) -> float:
        return self.puzzles / max(self.seconds, 1e-9)


class Contestant(ABC):
    """One build of one solver; builds of the same solver share its name. It can be pickled: each round makes it
    anew, in a fresh process."""

    name: str
    build: str
    """Which of its builds this is, or its version: what distinguishes two contestants of one name."""
    kind: str
    how: str
    """What is called, and with which settings."""
    limits: frozenset[int] = frozenset({1, 2})
    """What may be asked of it: 1 (some solution), 2 (is there just one?), ALL."""

    @property
    def id(self) -> str:
        return f"{self.name} {self.build}".strip()

    @abstractmethod
    def run(self, batch: Batch, limit: int, seconds: float) -> Answer:
        """As many puzzles of the batch as it can in about that time; a library does them all."""

    def parallel(self, batch: Batch, limit: int, cores: int) -> Answer | None:
        """The whole batch on that many cores; None where that makes no sense."""
        return None

    def close(self) -> None:  # noqa: B027
        """Give back what it holds; most hold nothing."""


def outcome(solution: bytes, puzzle: bytes) -> str | None:
    """Why this is no solution of the puzzle; None where it is one."""
    try:
        return None if Grid(solution).solves(Grid(puzzle)) else "not a filling of the puzzle"
    except GridError as error:
        return f"no solution, {error}"
