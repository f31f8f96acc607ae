"""Reads files of grids: one grid per line (.txt, .sdm), nine rows per grid (.sdk, drawings), or JSON lines.

A file is read lazily, in constant memory, and an invalid grid does not affect those after it. This module finds
where each grid begins and ends; `grid` parses its text.
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

__all__ = ["DAMAGE_ERRORS", "MAX_LINE_LENGTH", "Entry", "Position", "open_file", "read_grids", "read_rest"]

MAX_LINE_LENGTH = 4096
DAMAGE_ERRORS = (EOFError, zlib.error, lzma.LZMAError, OSError)
"""Raised while reading a compressed file that is truncated or corrupt. An OSError with an errno has another
cause."""
_Line = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Entry:
    """One grid of a file, or the error of an invalid one."""

    number: int  # 1 for the first grid of the file, valid or not
    line: int  # the line where it begins, from 1
    grid: Grid | None
    error: GridError | None


@dataclass(frozen=True, slots=True)
class Position:
    """A position in a file: the number of grids, lines and bytes before it."""

    grids: int = 0
    lines: int = 0
    bytes: int = 0


START = Position()


def read_grids(
    source: str | os.PathLike[str] | BinaryIO | TextIO, name: str | None = None
) -> Generator[Entry, None, None]:
    """Yield an Entry for each grid of a file, given as its path or as an open stream. The file may be compressed.

    A line of JSON is one grid: an object with a key "grid" (as in `generate --format json`), or a value that `Grid`
    accepts.

    Only `OSError` is raised, for example if there is no such file. All other errors are in entries: an invalid grid
    has its own entry, and a file that is not text or has no grid ends with an entry. Each error begins with
    `name`: "grids.txt, line 3: 5 twice in row 1: ...".

    >>> import io
    >>> for entry in read_grids(io.StringIO("1" + 80 * "." + "  # one\\n\\n11" + 79 * "." + "\\n"), "two"):
    ...     print(entry.number, entry.line, entry.grid and entry.grid.clues, entry.error)
    1 1 1 None
    2 3 None two, line 3: 1 twice in row 1: columns 1 and 2
    """
    if not isinstance(source, str | os.PathLike):
        yield from _entries(source, name)
        return
    with open_file(source) as stream:
        yield from _entries(stream, name)


def read_rest(stream: BinaryIO, here: Position) -> Iterator[Entry]:
    """Yield the grids after `here`. Up to there, the file must contain only grids of one line each, comments and
    blank lines."""
    return _entries(stream, None, here)


@contextmanager
def open_file(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open a file for reading bytes. Decompress it if it is compressed with gzip, bzip2 or xz."""
    with Path(path).open("rb") as file:
        yield _decompressed(file)


def _decompressed(file: io.BufferedReader) -> BinaryIO:
    magic = file.peek(6)  # a pipe cannot seek
    if magic.startswith(b"\x1f\x8b"):
        return cast(BinaryIO, gzip.GzipFile(fileobj=file))
    if magic.startswith(b"BZh"):
        return cast(BinaryIO, bz2.BZ2File(file))
    if magic.startswith(b"\xfd7zXZ\0"):
        return cast(BinaryIO, lzma.LZMAFile(file))
    return file


class _UnreadableError(Exception):
    """The file cannot be read from this line on."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line


def _entries(stream: BinaryIO | TextIO, name: str | None, here: Position = START) -> Iterator[Entry]:
    number = here.grids
    for line, result in _results(stream, here):
        number += 1
        if isinstance(result, Grid):
            yield Entry(number, line, result, None)
        else:
            yield Entry(number, line, None, result.located(f"{name}, line {line}") if name else result)
    if not number:
        empty = GridError("no grid found: expected one line of 81 characters per grid, or 9 rows of 9")
        yield Entry(1, 1, None, empty.located(name) if name else empty)


def _results(stream: BinaryIO | TextIO, here: Position) -> Iterator[tuple[int, Grid | GridError]]:
    try:
        for lines in _blocks(_parts(_lines(stream, here), here.lines + 1)):
            yield lines[0][0], _grid_or_error(lines)
    except _UnreadableError as error:
        yield error.line, GridError(str(error))


def _grid_or_error(lines: list[_Line]) -> Grid | GridError:
    try:
        return _grid_of_json(lines[0][1]) if _JSON.match(lines[0][1]) else grid_of_lines(lines)
    except GridError as error:
        return error.with_traceback(None)  # its traceback would keep the frames in memory


# --- JSON lines ---------------------------------------------------------------------------------------

_JSON = re.compile(r"""\s*(?:[{"]|\[\s*(?:["\d\[]|null))""")
"""The beginning of an object, a string, or a list of cells or rows. "[Puzzle]" is a section of a .sdk file."""


def _parts(lines: Iterator[str], first: int) -> Iterator[tuple[int, Part | None, str]]:
    """Like `parts`, but with part None and the whole text for a line of JSON."""
    json_line: list[str] = []

    def without_json() -> Iterator[str]:
        for line in lines:
            json_line[:] = [line] if _JSON.match(line) else []
            yield "" if json_line else line

    for number, part, text in parts(without_json(), first):
        if json_line:
            yield number, None, json_line[0]
        else:
            yield number, part, text


def _grid_of_json(text: str) -> Grid:
    import json

    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GridError(f"not valid JSON: {error}") from None
    if not isinstance(value, dict):
        return Grid(value)
    if "grid" not in value:
        raise GridError('the JSON object has no key "grid"')
    return Grid(value["grid"])


# --- finding the end of a grid ------------------------------------------------------------------------

_WORD = re.compile(r"[^\W\d_]{3}")


def _blocks(lines: Iterator[tuple[int, Part | None, str]]) -> Iterator[list[_Line]]:
    """Yield the lines of each grid: one line of 81 cells or of JSON, or nine rows."""
    rows = _Rows()
    for number, part, text in lines:
        if part is None or (part is Part.CELLS and (len(text) == 81 or _is_not_a_row(text))):
            ended = [rows.flush(), [(number, text)]]
        elif part is Part.CELLS:
            ended = [rows.add((number, text))]
        elif part is Part.SECTION:
            ended = [rows.flush()]
        else:
            ended = [rows.gap(is_rule=part is Part.RULE)]
        yield from filter(None, ended)
    yield from filter(None, [rows.flush()])


def _is_not_a_row(text: str) -> bool:
    """Whether a line is too long for a row or contains a word, such as "Grid 01"."""
    return len(re.sub(r"[^0-9.*_A-Za-z]+", "", text)) > 18 or _WORD.search(text) is not None


class _Rows:
    """Collects the rows of a grid: nine rows, perhaps with gaps (blank lines or rules) after each row or band.

    If a grid has too few or too many rows, a gap or two consecutive rules (the bottom of a frame and the top of the
    next) show where the next grid begins. So only the invalid grid is lost.
    """

    def __init__(self) -> None:
        self.runs: list[list[_Line]] = [[]]  # each run is a list of rows without a gap
        self.rules = 0

    def add(self, row: _Line) -> list[_Line]:
        """Add a row. Return the rows of a complete grid, or [].

        The grid ends with this row, or before the last run if this run is too long for a band.
        """
        self.rules = 0
        *before, run = self.runs
        run.append(row)
        if before and len(run) > (1 if len(before[0]) == 1 else 5):  # it belongs to the next grid
            self.runs = [run]
            return list(chain.from_iterable(before))
        # nine rows without a gap are complete; a last band may still become too long
        return self.flush() if len(run) == 9 else []

    def gap(self, *, is_rule: bool) -> list[_Line]:
        """Add a blank line, a comment or a rule. Return the rows of the grid that ends here, or []."""
        self.rules += is_rule
        run_ends = bool(self.runs[-1])  # false if the gap has several lines
        if self.rules > 1 or (run_ends and len(self.runs) == self._runs_expected()):
            return self.flush()
        if run_ends:
            self.runs.append([])
        return []

    def _runs_expected(self) -> int:
        """The number of runs in a grid: nine single rows, three bands of 2 to 5 rows, or one run of more rows."""
        first = len(self.runs[0])
        return 9 if first == 1 else 3 if first <= 5 else 1

    def flush(self) -> list[_Line]:
        """Return the collected rows, and start with an empty list."""
        rows = list(chain.from_iterable(self.runs))
        self.runs, self.rules = [[]], 0
        return rows


# --- splitting bytes into lines -----------------------------------------------------------------------


def _lines(stream: BinaryIO | TextIO, here: Position) -> Iterator[str]:
    number, offset = here.lines, here.bytes
    try:
        for number, raw in enumerate(_raw_lines(stream), here.lines + 1):
            if not raw.isascii() or b"\0" in raw or len(raw) > MAX_LINE_LENGTH:
                _refuse_binary(raw, number, offset)
            text = raw.decode("utf-8").rstrip("\r\n")
            yield text.removeprefix("\ufeff") if number == 1 else text
            offset += len(raw)
    except UnicodeDecodeError as error:  # raised by a text stream, without an offset in the file
        raise _UnreadableError(number + 1, f"not a text file: {error.reason}") from None
    except DAMAGE_ERRORS as error:
        if _is_system_error(error):
            raise
        raise _UnreadableError(number + 1, f"damaged compressed file: {error}") from None


def _is_system_error(error: Exception) -> bool:
    """Whether the operating system could not read the file. Errors in the compressed data have no errno."""
    if isinstance(error, io.UnsupportedOperation):  # the stream is open for writing
        return True
    return isinstance(error, OSError) and error.errno is not None


def _refuse_binary(raw: bytes, number: int, offset: int) -> None:
    bad = raw.find(b"\0")
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        # a line that is cut at the maximum length may be cut inside a character
        if len(raw) <= MAX_LINE_LENGTH or error.reason != "unexpected end of data":
            bad = error.start if bad < 0 else min(bad, error.start)
    if bad >= 0:
        raise _UnreadableError(number, f"not a text file: byte 0x{raw[bad]:02x} at offset {offset + bad}")
    if len(raw.rstrip(b"\r\n")) > MAX_LINE_LENGTH:
        raise _UnreadableError(
            number, f"line {number} is longer than {MAX_LINE_LENGTH:,} characters: not a file of grids"
        )


def _raw_lines(stream: BinaryIO | TextIO) -> Iterator[bytes]:
    r"""Yield lines with their ends (\n, \r\n or \r). A longer line is cut a little after the maximum length."""
    rest = b""
    # if another program writes to a pipe, readline returns as soon as a line is available; read would wait for more
    while chunk := stream.readline(MAX_LINE_LENGTH + 2):
        data = chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk
        lines = (rest + data).splitlines(keepends=True)
        rest = b"" if lines[-1].endswith(b"\n") else lines.pop()
        yield from lines
        if len(rest) >= MAX_LINE_LENGTH + 2:
            break
    if rest:
        yield rest
