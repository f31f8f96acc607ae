"""Read the grids in the operands of `solve` and `check`, one at a time.

An operand is a file if one of that name exists, else a grid. Without operands, standard input is read.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from io import StringIO
from itertools import islice
from typing import BinaryIO, TypeVar

from ..formats import Entry, open_file, read_grids
from ..grid import ClashError, Grid, GridError
from .exits import printable, system_reason

T = TypeVar("T")
MAX_REPORTED = 3
"""Invalid grids reported per file. If there are more, only their number is reported."""


@dataclass(frozen=True, slots=True)
class InputGrid:
    """A grid of the input and its location. `grid` is None if its clues conflict, as `clash` describes."""

    input: str
    number: int
    line: int
    location: str  # for messages: FILE:LINE, or "argument 2"
    grid: Grid | None
    clash: ClashError | None = None


class InputGrids:
    """The grids of all operands, in order. Invalid ones are reported, counted in `invalid`, and skipped."""

    def __init__(
        self,
        operands: Sequence[str],
        report: Callable[[str], object],
        *,
        clashes: bool = False,
        column: str | None = None,
        strict: bool = False,
    ) -> None:
        self.operands = operands
        self._read_grids = partial(read_grids, column=column, strict=strict)
        self.invalid = 0
        self.name = ""
        """The file that is being read."""
        self._report = report
        self._clashes = clashes  # yield grids with conflicting clues (for `check`) instead of reporting them
        self._invalid_in_file = 0

    def __iter__(self) -> Iterator[InputGrid]:
        return self.read(self._read_grids)

    def read(
        self, reader: Callable[[BinaryIO], Generator[Entry | T, None, None]]
    ) -> Generator[InputGrid | T, None, None]:
        """The grids, and anything else that `reader` yields."""
        if not self.operands:
            yield from self._from_stdin(reader)
        for number, operand in enumerate(self.operands, 1):
            if is_file(operand):
                self.name = printable(operand)
                try:
                    with open_file(operand) as stream:
                        yield from self._from_entries(reader(stream))
                except OSError as error:
                    self._report_line(f"{self.name}: {system_reason(error)}")
            else:
                yield from self._from_argument(number, operand)

    def _from_stdin(
        self, reader: Callable[[BinaryIO], Generator[Entry | T, None, None]]
    ) -> Iterator[InputGrid | T]:
        if sys.stdin is None:
            self._report_line("stdin: closed")
            return
        if reads_terminal(self.operands):
            self._report(
                "Type one grid per line: 81 characters, 0 or . for an empty cell; "
                "or 9 lines of 9. Ctrl-D ends the input."
            )
        self.name = "stdin"
        yield from self._from_entries(reader(sys.stdin.buffer))

    def _from_entries(self, items: Generator[Entry | T, None, None]) -> Iterator[InputGrid | T]:
        self._invalid_in_file = 0
        try:
            with closing(items):  # also ends the threads of the reader
                for item in items:
                    if not isinstance(item, Entry):
                        yield item
                    elif item.grid is not None or (self._clashes and isinstance(item.error, ClashError)):
                        yield self._input_grid(item)
                    else:
                        self.report_invalid(item)
        except OSError as error:
            self._report_line(f"{self.name}: {system_reason(error)}")
        if self._invalid_in_file > MAX_REPORTED:
            self._report_line(f"{self.name}: {self._invalid_in_file - MAX_REPORTED:,} more invalid grids")

    def _input_grid(self, entry: Entry) -> InputGrid:
        clash = entry.error if isinstance(entry.error, ClashError) else None
        return InputGrid(self.name, entry.number, entry.line, f"{self.name}:{entry.line}", entry.grid, clash)

    def report_invalid(self, entry: Entry) -> None:
        """Report an invalid grid of the file that is being read."""
        self._invalid_in_file += 1
        if self._invalid_in_file <= MAX_REPORTED:
            self._report_line(f"{self.name}:{entry.line}: {entry.error}")

    def _from_argument(self, number: int, operand: str) -> Iterator[InputGrid]:
        location = f"argument {number}"
        try:
            yield InputGrid(location, 1, 1, location, Grid(operand))
        except ClashError as clash:
            if self._clashes:
                yield InputGrid(location, 1, 1, location, None, clash)
            else:
                self._report_line(f"{location}: {clash}")
        except GridError as error:
            only, *others = islice(self._read_grids(StringIO(operand)), 2)  # in a format of files
            if only.grid is not None and not others:
                yield InputGrid(location, 1, 1, location, only.grid)
            elif _looks_like_grid(operand):
                self._report_line(f"{location}: {error}")
            else:
                characters = "1 character" if len(operand) == 1 else f"{len(operand)} characters"
                self._report_line(
                    f"{printable(operand) or repr('')}: no such file, and not a grid ({characters}, not 81)"
                )

    def _report_line(self, line: str) -> None:
        self.invalid += 1
        self._report(line)


def reads_terminal(operands: Sequence[str]) -> bool:
    """Whether the grids are typed at a terminal."""
    return not operands and sys.stdin is not None and sys.stdin.isatty()


def single_grid_from_stdin() -> Grid:
    """The grid of the program contract; GridError if there is not exactly one valid grid."""
    if sys.stdin is None:
        raise GridError("stdin: closed")
    try:
        only, *others = islice(read_grids(sys.stdin.buffer, strict=True), 2)
    except OSError as error:
        raise GridError(f"stdin: {system_reason(error)}") from None
    if only.grid is None:
        raise GridError(f"stdin:{only.line}: {only.error}")
    for second in others:
        raise GridError(f"stdin:{second.line}: a second grid; solve - takes only one (without -, any number)")
    return only.grid


def is_file(operand: str) -> bool:
    """Whether a file or folder of that name exists. Reading a folder fails later."""
    return os.path.exists(operand)  # noqa: PTH110 - Path.exists raises for a name that is too long


def _looks_like_grid(operand: str) -> bool:
    """Whether the operand is more likely a grid than a file name: messages print file names, but not grids."""
    cells = sum(sign in "0123456789.*_" for sign in operand)
    return "\n" in operand or len(operand) == 81 or (len(operand) > 40 and cells > len(operand) // 2)
