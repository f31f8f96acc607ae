"""The interface of the solvers in the benchmark: solve a batch of puzzles, return the counts and the time."""

from __future__ import annotations

import ctypes
from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property

from sudoku_rosetta import Grid, GridError

ALL = 0
"""A limit: count all solutions."""
STRIDE = 88
"""Bytes per puzzle in `Batch.padded`. Some libraries need a zero byte at [81]; 88 keeps puzzles aligned to 8
bytes."""


class Excluded(Exception):
    """The solver cannot be measured; the message gives the reason in one line."""


@dataclass(frozen=True)
class Batch:
    """Puzzles of 81 characters each, '1' to '9' or '.'."""

    puzzles: tuple[bytes, ...]

    @cached_property
    def padded(self) -> ctypes.Array[ctypes.c_char]:
        """The puzzles, each padded to STRIDE bytes, in writable memory: some libraries write a zero at [81]."""
        return ctypes.create_string_buffer(b"".join(puzzle.ljust(STRIDE, b"\0") for puzzle in self.puzzles))

    @cached_property
    def joined(self) -> bytes:
        """The puzzles without padding."""
        return b"".join(self.puzzles)

    def __reduce__(self) -> tuple[type[Batch], tuple[object, ...]]:
        return Batch, (self.puzzles,)  # without the cached copies

    def part(self, start: int, number: int) -> Batch:
        return Batch(self.puzzles[start : start + number])

    def __len__(self) -> int:
        return len(self.puzzles)


@dataclass(frozen=True)
class Answer:
    """The result of a solver on the first puzzles of a batch."""

    puzzles: int
    """Number of puzzles that were solved."""
    found: int
    """Total number of solutions, counting at most `limit` per puzzle."""
    seconds: float
    """CPU time, or wall time if several cores were used."""
    solutions: tuple[bytes | None, ...] | None = None
    """The first solution of each puzzle or None; None if the solver returns counts only."""

    @property
    def rate(self) -> float:
        return self.puzzles / max(self.seconds, 1e-9)


class BenchSolver(ABC):
    """One build of a solver. It can be pickled, because each round recreates it in a new process."""

    name: str
    build: str
    """The build or version: it distinguishes solvers of the same name."""
    kind: str
    how: str
    """The function or command that is called, and its options."""
    limits: frozenset[int] = frozenset({1, 2})
    """The limits that it supports: 1 (find a solution), 2 (is it unique?), ALL."""

    @property
    def id(self) -> str:
        return f"{self.name} {self.build}".strip()

    @abstractmethod
    def run(self, batch: Batch, limit: int, seconds: float) -> Answer:
        """Solve puzzles of the batch in order, until `seconds` have passed; a library solves the whole batch."""

    def parallel(self, batch: Batch, limit: int, cores: int) -> Answer | None:
        """Solve the whole batch on several cores; None if not supported."""
        return None

    def close(self) -> None:  # noqa: B027
        """Release resources."""


def solution_error(solution: bytes, puzzle: bytes) -> str | None:
    """The reason why this is not a solution of the puzzle; None if it is one."""
    try:
        return None if Grid(solution).solves(Grid(puzzle)) else "not a solution of the puzzle"
    except GridError as error:
        return f"not a solution: {error}"
