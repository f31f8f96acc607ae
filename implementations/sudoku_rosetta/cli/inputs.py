"""From the operands of a command to its grids, one after another, in memory that does not grow.

An operand is a file where there is one of that name, or else a grid; without any, standard input is read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from ..grid import ClashError, Grid, GridError
from ..gridfiles import Entry, read_grids
from .failures import because, printable

COMPLAINTS = 10
"""So many bad grids of a file are told one by one; more would help nobody."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A grid that was asked about: where it stands, and itself or the clash that makes it none."""

    input: str
    number: int
    line: int
    place: str  # as it is told: FILE:LINE, or "argument 2"
    grid: Grid | None
    clash: ClashError | None = None


class Grids:
    """The grids of all operands, in order; the bad ones are told, counted in `bad`, and passed over."""

    def __init__(
        self, operands: Sequence[str], tell: Callable[[str], object], *, clashes: bool = False
    ) -> None:
        self.operands = operands
        self._tell = tell
        self._clashes = clashes  # whether a clash is an answer, as for `check`, rather than a bad grid
        self._bad_here = 0
        self.bad = 0

    def __iter__(self) -> Iterator[Asked]:
        if not self.operands:
            yield from self._of_stdin()
        for number, operand in enumerate(self.operands, 1):
            if is_file(operand):
                yield from self.of_entries(printable(operand), read_grids(operand))
            else:
                yield from self.of_argument(number, operand)

    def _of_stdin(self) -> Iterator[Asked]:
        if sys.stdin is None:
            self.complain("stdin: closed")
            return
        if from_keyboard(self.operands):
            self._tell(
                "Reading grids from the keyboard: 81 characters a line, 0 or . for an empty cell, "
                "or 9 rows of 9; Ctrl-D ends."
            )
        yield from self.of_entries("stdin", read_grids(sys.stdin.buffer))

    def of_entries(self, name: str, entries: Iterator[Entry]) -> Iterator[Asked]:
        """Of a file, as it is read."""
        try:
            for entry in entries:
                place = f"{name}:{entry.line}"
                if entry.grid is not None or (self._clashes and isinstance(entry.error, ClashError)):
                    clash = entry.error if isinstance(entry.error, ClashError) else None
                    yield Asked(name, entry.number, entry.line, place, entry.grid, clash)
                    continue
                self.complain_of_one(f"{place}: {entry.error}")
        except OSError as error:
            self.complain(f"{name}: {because(error)}")
        self.end_of(name)

    def complain_of_one(self, line: str) -> None:
        """One grid of a file is bad; of so many that nobody would read it, only their number is told."""
        self._bad_here += 1
        if self._bad_here <= COMPLAINTS:
            self.complain(line)

    def end_of(self, name: str) -> None:
        """The file is read to its end."""
        if self._bad_here > COMPLAINTS:
            self.complain(f"{name}: {self._bad_here - COMPLAINTS:,} more bad grids")
        self._bad_here = 0

    def of_argument(self, number: int, operand: str) -> Iterator[Asked]:
        """Of an operand that is no file."""
        place = f"argument {number}"
        try:
            yield Asked(place, 1, 1, place, Grid(operand))
        except ClashError as clash:
            if self._clashes:
                yield Asked(place, 1, 1, place, None, clash)
            else:
                self.complain(f"{place}: {clash}")
        except GridError as error:
            if _meant_as_grid(operand):
                self.complain(f"{place}: {error}")
            else:
                size = f"{len(operand)} characters where a grid has 81"
                self.complain(f"{printable(operand) or repr('')}: no such file, and not a grid: {size}")

    def complain(self, line: str) -> None:
        """Something is bad, which is counted and told."""
        self.bad += 1
        self._tell(line)


def from_keyboard(operands: Sequence[str]) -> bool:
    """Whether somebody types the grids."""
    return not operands and sys.stdin is not None and sys.stdin.isatty()


def only_grid_of_stdin() -> Grid:
    """The one grid of the program contract; GridError where there is none, or another one, or a bad one."""
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
    """Whether something of that name is there, a directory included, which is then told as such."""
    return os.path.exists(operand)  # noqa: PTH110 - Path.exists raises for a name that is too long


def _meant_as_grid(operand: str) -> bool:
    """Too much like a grid for anyone to want it repeated as a file's name."""
    cells = sum(sign in "0123456789.*_" for sign in operand)
    return "\n" in operand or len(operand) == 81 or (len(operand) > 40 and cells > len(operand) // 2)
