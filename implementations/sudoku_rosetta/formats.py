"""Files of grids: one grid a line (.txt, .sdm), nine rows each (.sdk, frames), or JSON lines, one after another.

They are read lazily, in memory that does not grow with the file, and a bad grid does not cost those
after it. What one grid's text may look like is `grid`'s matter; here is only where one ends.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import os
import re
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import BinaryIO, TextIO, cast

from .grid import Grid, GridError, Part, grid_of_lines, parts

__all__ = ["DAMAGED", "LONGEST_LINE", "Entry", "Place", "opened", "read_grids", "read_on"]

LONGEST_LINE = 4096
DAMAGED = (EOFError, zlib.error, lzma.LZMAError, OSError)
"""What reading a compressed file raises where it is cut or changed; an OSError with a number is the system's."""
_Line = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """One grid of a file, or why it is none."""

    number: int  # 1 for the file's first grid, good or bad
    line: int  # where it begins in the file, from 1
    grid: Grid | None
    error: GridError | None


@dataclass(frozen=True, slots=True)
class Place:
    """How much of a file is behind us: so many grids, lines and bytes."""

    grids: int = 0
    lines: int = 0
    bytes: int = 0


BEGINNING = Place()


def read_grids(
    source: str | os.PathLike[str] | BinaryIO | TextIO, name: str | None = None
) -> Generator[Entry, None, None]:
    """Each grid of a file, given by its path (compressed or not) or as an open stream.

    A line of JSON is one grid: an object with a "grid" (as `generate --format json` writes), or what `Grid` takes.

    The only errors raised are the system's (`OSError`: no such file, a directory). All others are
    entries: a bad grid is one of its own; a file that is not text, or has no grid, ends with one.
    With a name, each error begins with it: "grids.txt, line 3: 5 twice in row 1: ...".

    >>> import io
    >>> for entry in read_grids(io.StringIO("1" + 80 * "." + "  # one\\n\\n11" + 79 * "." + "\\n"), "two"):
    ...     print(entry.number, entry.line, entry.grid and entry.grid.clues, entry.error)
    1 1 1 None
    2 3 None two, line 3: 1 twice in row 1: columns 1 and 2
    """
    if not isinstance(source, str | os.PathLike):
        yield from _entries(source, name)
        return
    with opened(source) as stream:
        yield from _entries(stream, name)


def read_on(stream: BinaryIO, here: Place) -> Iterator[Entry]:
    """The grids of the rest of a file, whose beginning held nothing but grids of one line, and gaps."""
    return _entries(stream, None, here)


@contextmanager
def opened(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """The bytes of a file, whether it is compressed (gzip, bzip2, xz) or not."""
    with Path(path).open("rb") as file:
        yield _unpacked(file)


def _unpacked(file: io.BufferedReader) -> BinaryIO:
    beginning = file.peek(6)  # and not a seek, so that a pipe given by its path works too
    if beginning.startswith(b"\x1f\x8b"):
        return cast(BinaryIO, gzip.GzipFile(fileobj=file))
    if beginning.startswith(b"BZh"):
        return cast(BinaryIO, bz2.BZ2File(file))
    if beginning.startswith(b"\xfd7zXZ\0"):
        return cast(BinaryIO, lzma.LZMAFile(file))
    return file


class _UnreadableError(Exception):
    """The file is not one of grids: from this line on nothing is read."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def _entries(stream: BinaryIO | TextIO, name: str | None, here: Place = BEGINNING) -> Iterator[Entry]:
    number = here.grids
    for line, result in _results(stream, here):
        number += 1
        if isinstance(result, Grid):
            yield Entry(number, line, result, None)
        else:
            yield Entry(number, line, None, result.located(f"{name}, line {line}") if name else result)
    if not number:
        empty = GridError("no grid in it: one line of 81 characters a grid, or 9 rows of 9, is expected")
        yield Entry(1, 1, None, empty.located(name) if name else empty)


def _results(stream: BinaryIO | TextIO, here: Place) -> Iterator[tuple[int, Grid | GridError]]:
    try:
        for lines in _blocks(_parts(_lines(stream, here), here.lines + 1)):
            yield lines[0][0], _grid_or_error(lines)
    except _UnreadableError as error:
        yield error.line, GridError(str(error))


def _grid_or_error(lines: list[_Line]) -> Grid | GridError:
    try:
        return _grid_of_json(lines[0][1]) if _JSON.match(lines[0][1]) else grid_of_lines(lines)
    except GridError as error:
        return error.with_traceback(None)  # which would keep the frames alive


# --- JSON lines ---------------------------------------------------------------------------------------

_JSON = re.compile(r"""\s*(?:[{"]|\[\s*(?:["\d\[]|null))""")
"""How an object, a string or a list of cells or rows begins; "[Puzzle]" is a section of a .sdk file."""


def _parts(lines: Iterator[str], first: int) -> Iterator[tuple[int, Part | None, str]]:
    """As `parts`, but None and the whole text for a line of JSON."""
    found: list[str] = []

    def without_json() -> Iterator[str]:
        for line in lines:
            found[:] = [line] if _JSON.match(line) else []
            yield "" if found else line

    for number, part, text in parts(without_json(), first):
        if found:
            yield number, None, found[0]
        else:
            yield number, part, text


def _grid_of_json(text: str) -> Grid:
    import json

    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GridError(f"not a line of JSON: {error}") from None
    if not isinstance(value, dict):
        return Grid(value)
    if "grid" not in value:
        raise GridError('no "grid" in this JSON object')
    return Grid(value["grid"])


# --- where a grid ends --------------------------------------------------------------------------------

_WORD = re.compile(r"[^\W\d_]{3}")


def _blocks(lines: Iterator[tuple[int, Part | None, str]]) -> Iterator[list[_Line]]:
    """The lines of each grid: a long line or JSON by itself, or the rows that stand together."""
    rows = _Rows()
    for number, part, text in lines:
        if part is None or (part is Part.CELLS and (len(text) == 81 or _stands_alone(text))):
            ended = [rows.flush(), [(number, text)]]
        elif part is Part.CELLS:
            ended = [rows.add((number, text))]
        elif part is Part.SECTION:
            ended = [rows.flush()]
        else:
            ended = [rows.gap(is_rule=part is Part.RULE)]
        yield from filter(None, ended)
    yield from filter(None, [rows.flush()])


def _stands_alone(text: str) -> bool:
    """Whether it is a line for a whole grid, though maybe a wrong one, or words ("Grid 01"); not a row."""
    return len(re.sub(r"[^0-9.*_A-Za-z]+", "", text)) > 18 or _WORD.search(text) is not None


class _Rows:
    """Rows on their way to be a grid: nine together, or with gaps (blanks, rules) after each or each three.

    Rows may be missing, or be too many. Then a gap, or two rules in a row (the bottom of a frame and
    the top of the next), tells where the next grid begins, so that the bad one alone is lost.
    """

    def __init__(self) -> None:
        self.runs: list[list[_Line]] = [[]]  # rows with no gap between them
        self.rules = 0

    def add(self, row: _Line) -> list[_Line]:
        """Takes a row; returns the grid that ends with it, or just before the run that it lengthens."""
        self.rules = 0
        *before, run = self.runs
        run.append(row)
        if before and len(run) > (1 if len(before[0]) == 1 else 5):  # not a band: another grid began
            self.runs = [run]
            return list(chain.from_iterable(before))
        # nine rows without a gap need none after them; a last band may still be too long
        return self.flush() if len(run) == 9 else []

    def gap(self, *, is_rule: bool) -> list[_Line]:
        """Takes a blank line, a comment or a rule; returns the grid that ends there, if any."""
        self.rules += is_rule
        run_ends = bool(self.runs[-1])  # or the gap is of several lines
        if self.rules > 1 or (run_ends and len(self.runs) == self._runs_expected()):
            return self.flush()
        if run_ends:
            self.runs.append([])
        return []

    def _runs_expected(self) -> int:
        """Nine of single rows, three of bands (which may be short or long by some), or one of a grid."""
        first = len(self.runs[0])
        return 9 if first == 1 else 3 if first <= 5 else 1

    def flush(self) -> list[_Line]:
        """Returns the rows held, none if there are none, and begins anew."""
        held = list(chain.from_iterable(self.runs))
        self.runs, self.rules = [[]], 0
        return held


# --- from bytes to lines ------------------------------------------------------------------------------


def _lines(stream: BinaryIO | TextIO, here: Place) -> Iterator[str]:
    number, offset = here.lines, here.bytes
    try:
        for number, raw in enumerate(_raw_lines(stream), here.lines + 1):
            if not raw.isascii() or b"\0" in raw or len(raw) > LONGEST_LINE:
                _refuse_binary(raw, number, offset)
            text = raw.decode("utf-8").rstrip("\r\n")
            yield text.removeprefix("\ufeff") if number == 1 else text
            offset += len(raw)
    except UnicodeDecodeError as error:  # from the decoder of a text stream, which knows no offset
        raise _UnreadableError(number + 1, f"not a text file: {error.reason}") from None
    except DAMAGED as error:
        if _is_the_systems(error):
            raise
        raise _UnreadableError(number + 1, f"damaged compressed file: {error}") from None


def _is_the_systems(error: Exception) -> bool:
    """Whether the file could not be read at all; what is wrong inside it has no number."""
    if isinstance(error, io.UnsupportedOperation):  # of a stream that was opened to write
        return True
    return isinstance(error, OSError) and error.errno is not None


def _refuse_binary(raw: bytes, number: int, offset: int) -> None:
    bad = raw.find(b"\0")
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        # a line that is cut for its length may be cut inside a character
        if len(raw) <= LONGEST_LINE or error.reason != "unexpected end of data":
            bad = error.start if bad < 0 else min(bad, error.start)
    if bad >= 0:
        raise _UnreadableError(number, f"not a text file: byte 0x{raw[bad]:02x} at offset {offset + bad}")
    if len(raw.rstrip(b"\r\n")) > LONGEST_LINE:
        raise _UnreadableError(
            number, f"line {number} is longer than {LONGEST_LINE:,} characters: not a file of grids"
        )


def _raw_lines(stream: BinaryIO | TextIO) -> Iterator[bytes]:
    r"""Lines with their ends (\n, \r\n or \r), each cut somewhat beyond the longest that may be."""
    rest = b""
    # readline, not read: it answers as soon as a line is there, as when a program writes into a pipe
    while chunk := stream.readline(LONGEST_LINE + 2):
        data = chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk
        lines = (rest + data).splitlines(keepends=True)
        rest = b"" if lines[-1].endswith(b"\n") else lines.pop()
        yield from lines
        if len(rest) >= LONGEST_LINE + 2:
            break
    if rest:
        yield rest
