"""Reads the grids of a file one by one, with their numbers, lines and errors."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import BinaryIO, TextIO

from ..grid import ClashError, Grid, GridError, Part, grid_of_lines, parts
from . import errors
from .cells import (
    SQUARES,
    cells_of,
    cells_without_end,
    row_of_candidates,
    rows_with_other_blanks,
    tatham_cells,
)
from .json_values import STARTS_JSON, IncompleteError, grids_of, open_brackets, row_of, value_of
from .lines import MAX_DOCUMENT_LENGTH, START, Position, UnreadableError, numbered_lines, open_file
from .rows import Line, Rows, is_wide_row, other_size
from .tables import Table

MAX_ROW_LENGTH = 18
"""A line with more cells is a line of 81 cells."""
MAX_LINES_IN_VAIN = 2000
_BAD_LINE = re.compile(r"[0-9.*_]{20}")
"""A line with so many cells in one piece is a damaged grid, not a heading."""
_PLAIN = re.compile("[0-9.*_]{81}").fullmatch
_SPECIAL = re.compile(r"\s*<[?!A-Za-z]|" + STARTS_JSON.pattern).match
_WORD = re.compile(r"(?!([xX])\1\1)[^\W\d_]{3}")
_NUMBER = re.compile(r"\W?[A-Za-z]?\d{1,3}\W?")
_CELL = re.compile(r"[0-9.*_xX?~@-]")
_NO_CELL = re.compile(r"[^0-9.*_A-Za-z?@-]+")
Result = tuple[int, Grid | GridError]


@dataclass(frozen=True, slots=True)
class Entry:
    """One grid of a file, or the error of an invalid one."""

    number: int  # 1 for the first grid of the file, valid or not
    line: int  # the line where it begins, from 1
    grid: Grid | None
    error: GridError | None


def read_grids(
    source: str | os.PathLike[str] | BinaryIO | TextIO,
    name: str | None = None,
    *,
    column: str | None = None,
    strict: bool = False,
) -> Generator[Entry, None, None]:
    """Yield an Entry for each grid of a file, given as its path or as an open stream. The file may be compressed.

    The format is found by the content. `column` is the name or the number of a table's column, or a key of JSON
    objects. Lines that are not part of a grid, such as headings, are skipped; with `strict`, they are errors.

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
        yield from _entries(source, name, START, column, strict)
        return
    with open_file(source) as stream:
        yield from _entries(stream, name, START, column, strict)


def read_rest(stream: BinaryIO, here: Position, *, strict: bool = False) -> Iterator[Entry]:
    """Yield the grids after `here`. Up to there, the file must contain only grids of one line each, comments and
    blank lines."""
    return _entries(stream, None, here, None, strict)


def _entries(
    stream: BinaryIO | TextIO, name: str | None, here: Position, column: str | None, strict: bool
) -> Iterator[Entry]:
    number = here.grids
    for line, result in _Reader(numbered_lines(stream, here), here, column, strict).results():
        number += 1
        if isinstance(result, Grid):
            yield Entry(number, line, result, None)
        else:
            yield Entry(number, line, None, result.located(f"{name}, line {line}") if name else result)
    if not number:
        empty = errors.no_grid()
        yield Entry(1, 1, None, empty.located(name) if name else empty)


class _Reader:
    """Finds the grids in numbered lines."""

    def __init__(self, lines: Iterator[Line], here: Position, column: str | None, strict: bool) -> None:
        self._lines = lines
        self._here = here
        self._again: list[Line] = []  # lines that were read in advance
        self._raw: Line = (0, "")  # the line that is being read
        self._rows = Rows()
        self._table = Table(column)
        self._column = column
        self._strict = strict
        self._special = False
        self._documents = True  # whether a JSON value may have several lines
        self._lines_in_vain = 0  # lines that were read in advance, but are not JSON

    def results(self) -> Iterator[Result]:
        try:
            for _, part, text in parts(self._texts()):
                if part is Part.CELLS and _PLAIN(text) and self._column is None:
                    if self._rows.pending:
                        yield from self._built(self._rows.flush())
                    yield self._raw[0], _grid_of(text)
                else:
                    yield from self._other_line(part, text)
        except UnreadableError as error:
            yield from self._built(self._rows.flush())
            yield error.line, error.error
        else:
            yield from self._built(self._rows.flush())

    # --- lines ---------------------------------------------------------------------------------------

    def _next(self) -> Line | None:
        return self._again.pop() if self._again else next(self._lines, None)

    def _texts(self) -> Iterator[str]:
        """Yield the text of each line. JSON and XML are not for `parts`: for such a line, yield a blank one."""
        while (line := self._again.pop() if self._again else next(self._lines, None)) is not None:
            self._raw = line
            text = line[1]
            self._special = _SPECIAL(text) is not None
            yield "" if self._special else text

    def _built(self, rows: list[Line]) -> Iterator[Result]:
        if rows:
            yield rows[0][0], _grid_or_error(rows)

    def _alone(self, *results: Grid | GridError) -> Iterator[Result]:
        """Results that do not belong to the rows before them."""
        yield from self._built(self._rows.flush())
        for result in results:
            yield self._raw[0], result

    def _other_line(self, part: Part, text: str) -> Iterator[Result]:
        if self._special:
            yield from self._xml() if self._raw[1].lstrip().startswith("<") else self._json()
        elif part is Part.SECTION:
            yield from self._alone()
        elif self._column is not None and part is Part.CELLS:
            yield from self._line_with_column(text)
        elif (row := self._fields_of_row(part)) is None and part is not Part.CELLS:
            yield from self._built(self._rows.gap(self._raw, is_rule=part is Part.RULE))
        elif row is not None:
            yield from self._built(self._rows.add((self._raw[0], row)))
        else:
            yield from self._line(text)

    def _fields_of_row(self, part: Part) -> str | None:
        """The cells of a row of nine fields. Tabs at the end, which `parts` removes, are fields too."""
        text = self._raw[1].partition("#")[0]
        return None if part is Part.BLANK and "\t" not in text else self._table.row(text)

    def _line_with_column(self, text: str) -> Iterator[Result]:
        if not self._table.read and self._table.is_heading(text):
            return
        try:
            cells = self._table.cells(text)
        except GridError as error:
            if not self._table.read and error.code in ("formats.no_column", "formats.not_a_table"):
                raise UnreadableError(self._raw[0], error) from None  # it is the same in all lines
            if self._table.read or not (self._table.column_is_number and _has_word(text)):
                yield from self._alone(error.with_traceback(None))
        else:
            yield from self._alone(_grid_of(cells or ""))

    def _line(self, text: str) -> Iterator[Result]:
        """A line with cells, or a heading."""
        numbered = self._table.is_index(text)
        if numbered or not _CELL.search(text) or (self._rows.empty and _NUMBER.fullmatch(self._raw[1])):
            yield from self._heading(text, expected=numbered or self._table.is_heading(text))
        elif (row := row_of_candidates(text)) is not None:
            yield from self._built(self._rows.add((self._raw[0], row)))
        elif is_wide_row(text) or (
            not _has_word(text) and _length(text) <= MAX_ROW_LENGTH and "E+" not in text.upper()
        ):
            yield from self._built(self._rows.add((self._raw[0], text)))
        else:
            try:
                cells = (
                    cells_of(text) or self._table.cells(text) or cells_without_end(text) or tatham_cells(text)
                )
            except GridError as error:
                yield from self._alone(error.with_traceback(None))
                return
            if cells is not None:
                yield from self._alone(_grid_of(cells))
            elif _has_word(text) and not _BAD_LINE.search(text):
                yield from self._heading(text, expected=self._table.is_heading(text))
            else:
                yield from self._alone(_grid_or_error([(self._raw[0], text)]))

    def _heading(self, text: str, *, expected: bool) -> Iterator[Result]:
        """A line that is not part of a grid."""
        if self._strict and not expected:
            yield from self._alone(errors.unexpected(text.strip()))
        else:
            yield from self._alone()

    # --- JSON and XML --------------------------------------------------------------------------------

    def _xml(self) -> Iterator[Result]:
        from .xml_files import grids_of_xml

        yield from self._alone()
        following = iter(self._next, None)
        yield from grids_of_xml(chain([self._raw], following), self._column)

    def _json(self) -> Iterator[Result]:
        number, text = self._raw
        try:
            value = self._json_value(text)
        except GridError as error:
            yield from self._not_json(text, error)
            return
        row = row_of(value)
        if row is not None:
            yield from self._built(self._rows.add((number, row)))
        elif isinstance(value, str) and cells_of(value) is None:
            yield from self._line(value)
        else:
            yield from self._alone()
            for grid in grids_of(value, self._column):
                yield number, grid

    def _not_json(self, text: str, error: GridError) -> Iterator[Result]:
        """A line that begins like JSON: brackets of a program, quoted fields of a table, or an error."""
        if len(text.strip()) < 4 and not text.strip("[]{}(),; "):  # the frame of a list in a program
            yield from self._heading(text, expected=False)
        elif text.lstrip()[0] in "[{":
            yield from self._alone(error.with_traceback(None))
        elif self._column is not None:
            yield from self._line_with_column(text)
        elif (row := self._table.row(text)) is not None:
            yield from self._built(self._rows.add((self._raw[0], row)))
        else:
            yield from self._line(text)

    def _json_value(self, text: str) -> object:
        """The value that begins in this line. If more lines are needed, read them; if it is invalid, put them
        back."""
        try:
            return value_of(text)
        except IncompleteError as error:
            incomplete = errors.not_json(error)
        if text.lstrip()[0] == '"' or not self._documents:
            raise incomplete
        taken, size, depth = [self._raw], len(text), open_brackets(text)
        try:
            while size < MAX_DOCUMENT_LENGTH and (line := self._next()) is not None:
                taken.append(line)
                size += len(line[1])
                depth += open_brackets(line[1])
                if depth <= 0 or len(taken).bit_count() == 1:
                    try:
                        return value_of("\n".join(each for _, each in taken))
                    except IncompleteError:
                        continue
        except GridError as error:
            self._again += reversed(taken[1:])
            self._lines_in_vain += len(taken)
            self._documents = self._lines_in_vain < MAX_LINES_IN_VAIN
            raise error from None
        self._documents = False  # the lines were read to the end: do not do so again for each of them
        self._again += reversed(taken[1:])
        raise incomplete


def _has_word(text: str) -> bool:
    return _WORD.search(text) is not None


def _length(text: str) -> int:
    """The number of cells in a line, if it is a row."""
    return len(_NO_CELL.sub("", text))


def _grid_of(cells: str) -> Grid | GridError:
    try:
        return Grid(cells)
    except GridError as error:
        return error.with_traceback(None)  # its traceback would keep the frames in memory


def _grid_or_error(lines: list[Line]) -> Grid | GridError:
    try:
        return grid_of_lines(lines)
    except ClashError as clash:
        return clash.with_traceback(None)
    except GridError as error:
        texts = [text for _, text in lines]
        cells = cells_of(texts[0]) if len(texts) == 1 else rows_with_other_blanks(texts)
        if cells is not None:
            return _grid_of(cells)
        sizes = {other_size(text) for text in texts}
        if sizes == {len(texts)}:
            return errors.other_size(len(texts))
        if len(texts) == 1 and _length(texts[0]) in SQUARES:
            return errors.other_size(SQUARES[_length(texts[0])])
        return error.with_traceback(None)
