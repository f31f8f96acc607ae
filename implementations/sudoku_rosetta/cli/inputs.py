"""The operands of `solve` and `check`: their grids one after another, in memory that does not grow.

An operand is a file if one of that name exists, else a grid; without operands, standard input is read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from typing import BinaryIO, TypeVar

from ..formats import Entry, opened, read_grids
from ..grid import ClashError, Grid, GridError
from .exits import because, printable

T = TypeVar("T")
MAX_REPORTED = 10
"""Bad grids of one file that are reported one by one; of the others only the number is."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A grid that was given: where it stands, and the grid itself or the clash in it."""

    input: str
    number: int
    line: int
    place: str  # in messages: FILE:LINE, or "argument 2"
    grid: Grid | None
    clash: ClashError | None = None


class Grids:
    """The grids of all operands, in order. Bad ones are reported, counted in `bad`, and skipped."""

    def __init__(
        self, operands: Sequence[str], report: Callable[[str], object], *, clashes: bool = False
    ) -> None:
        self.operands = operands
        self.bad = 0
        self.name = ""
        """The input that is being read."""
        self._report = report
        self._clashes = clashes  # whether a clash is an answer, as for `check`, rather than a bad grid
        self._bad_here = 0

    def __iter__(self) -> Iterator[Asked]:
        return self.read(read_grids)

    def read(
        self, reader: Callable[[BinaryIO], Generator[Entry | T, None, None]]
    ) -> Generator[Asked | T, None, None]:
        """The same, with what else a reader of files gives."""
        if not self.operands:
            yield from self._of_stdin(reader)
        for number, operand in enumerate(self.operands, 1):
            if is_file(operand):
                self.name = printable(operand)
                try:
                    with opened(operand) as stream:
                        yield from self._of_entries(reader(stream))
                except OSError as error:
                    self._complain(f"{self.name}: {because(error)}")
            else:
                yield from self._of_argument(number, operand)

    def _of_stdin(
        self, reader: Callable[[BinaryIO], Generator[Entry | T, None, None]]
    ) -> Iterator[Asked | T]:
        if sys.stdin is None:
            self._complain("stdin: closed")
            return
        if from_keyboard(self.operands):
            self._report(
                "Reading grids from the keyboard: 81 characters a line, 0 or . for an empty cell, "
                "or 9 rows of 9; Ctrl-D ends."
            )
        self.name = "stdin"
        yield from self._of_entries(reader(sys.stdin.buffer))

    def _of_entries(self, items: Generator[Entry | T, None, None]) -> Iterator[Asked | T]:
        self._bad_here = 0
        try:
            with closing(items):  # what runs in threads ends with the command
                for item in items:
                    if not isinstance(item, Entry):
                        yield item
                    elif item.grid is not None or (self._clashes and isinstance(item.error, ClashError)):
                        yield self._asked(item)
                    else:
                        self.complain_of(item)
        except OSError as error:
            self._complain(f"{self.name}: {because(error)}")
        if self._bad_here > MAX_REPORTED:
            self._complain(f"{self.name}: {self._bad_here - MAX_REPORTED:,} more bad grids")

    def _asked(self, entry: Entry) -> Asked:
        clash = entry.error if isinstance(entry.error, ClashError) else None
        return Asked(self.name, entry.number, entry.line, f"{self.name}:{entry.line}", entry.grid, clash)

    def complain_of(self, entry: Entry) -> None:
        """Report a bad grid of the file that is being read."""
        self._bad_here += 1
        if self._bad_here <= MAX_REPORTED:
            self._complain(f"{self.name}:{entry.line}: {entry.error}")

    def _of_argument(self, number: int, operand: str) -> Iterator[Asked]:
        place = f"argument {number}"
        try:
            yield Asked(place, 1, 1, place, Grid(operand))
        except ClashError as clash:
            if self._clashes:
                yield Asked(place, 1, 1, place, None, clash)
            else:
                self._complain(f"{place}: {clash}")
        except GridError as error:
            if _meant_as_grid(operand):
                self._complain(f"{place}: {error}")
            else:
                size = f"{len(operand)} characters where a grid has 81"
                self._complain(f"{printable(operand) or repr('')}: no such file, and not a grid: {size}")

    def _complain(self, line: str) -> None:
        self.bad += 1
        self._report(line)


def from_keyboard(operands: Sequence[str]) -> bool:
    """Whether somebody types the grids."""
    return not operands and sys.stdin is not None and sys.stdin.isatty()


def only_grid_of_stdin() -> Grid:
    """The one grid of the program contract; GridError where there is none, several, or a bad one."""
    if sys.stdin is None:
        raise GridError("stdin: closed")
    try:
        only, *others = islice(read_grids(sys.stdin.buffer), 2)
    except OSError as error:
        raise GridError(f"stdin: {because(error)}") from None
    if only.grid is None:
        raise GridError(f"stdin:{only.line}: {only.error}")
    for second in others:
        raise GridError(f"stdin:{second.line}: a second grid, where - takes one; without - solve takes many")
    return only.grid


def is_file(operand: str) -> bool:
    """Whether something of that name exists; a folder too, which is then an error of its own."""
    return os.path.exists(operand)  # noqa: PTH110 - Path.exists raises for a name that is too long


def _meant_as_grid(operand: str) -> bool:
    """Whether it looks like a grid rather than a file's name, and is not to be repeated in a message."""
    cells = sum(sign in "0123456789.*_" for sign in operand)
    return "\n" in operand or len(operand) == 81 or (len(operand) > 40 and cells > len(operand) // 2)
