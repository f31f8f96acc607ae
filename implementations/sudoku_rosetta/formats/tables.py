"""Finds the grid in a line of a table: CSV and its relatives, and lines with an id, a rating or a comment.

The column is found by its content: a field of 81 cells, the first one that has empty cells. A grid may also be
81 fields, or nine lines of nine fields.
"""

from __future__ import annotations

import re

from . import errors
from .cells import CELLS, SQUARES, cells_of, one_blank

DELIMITERS = ("\t", ";", ",", "|", ":")
PUZZLE_NAMES = (
    "puzzle",
    "quiz",
    "quizzes",
    "grid",
    "sudoku",
    "board",
    "clues",
    "question",
    "problem",
    "unsolved",
)
"""Usual names of the column or key of the grid, for tables and JSON."""
SOLUTION_NAMES = ("solution", "solutions", "solved", "answer", "answers", "result", "candidates")
MIN_DIGITS_OF_DAMAGED_GRID = 50

_ROUNDED = re.compile(r"\d(?:[.,]\d+)?[eE]\+(?:[67]\d|80)")
_ROW_CELLS = "0123456789.*_xX?~-"
_INDEX = [str(number) for number in range(9)]


class Table:
    """The columns of a file: known from a line of names, from the first grid, or from `--column`."""

    def __init__(self, column: str | None = None) -> None:
        self.column = column
        self._name = column.lower() if column is not None else ""
        self._delimiter: str | None = None
        self._names: list[str] = []
        self._index: int | None = None
        if column is not None and column.isdecimal():
            self._index = int(column) - 1
        self.read = False  # whether a grid was read from the column
        self._row_numbers = False  # pandas writes the number of each row before its nine cells

    @property
    def column_is_number(self) -> bool:
        return self.column is not None and self.column.isdecimal()

    def is_index(self, text: str) -> bool:
        """Whether the line numbers the nine columns, as pandas does. If so, remember it."""
        for delimiter in ",;\t":
            fields = text.split(delimiter) if text.count(delimiter) in (8, 9) else []
            if fields in (_INDEX, ["", *_INDEX]):
                self._row_numbers = len(fields) == 10
                return True
        return False

    def is_heading(self, text: str) -> bool:
        """Whether the line has the names of the columns. If so, remember them."""
        usual = (*PUZZLE_NAMES, *SOLUTION_NAMES) if self.column is None or self.column_is_number else ()
        for delimiter in DELIMITERS:
            fields = [field.strip() for field in split(text, delimiter)]
            names = [field.lower() for field in fields]
            if not set(names) & {self._name, *usual}:
                continue
            if len(fields) == 1 and delimiter != DELIMITERS[-1]:
                continue
            self._delimiter = delimiter if len(fields) > 1 else None
            self._names = fields
            if not self.column_is_number:
                self._index = next(
                    (names.index(name) for name in (self._name, *PUZZLE_NAMES) if name in names), None
                )
            return True
        return False

    def row(self, text: str) -> str | None:
        """Return nine cells if the line is a row of nine fields, of which some may be empty."""
        if self.is_index(text):
            return None
        for delimiter in "\t;,|":
            if text.count(delimiter) in (8, 9, 10):
                fields = [field.strip() for field in split(text, delimiter)]
                if len(fields) == 10 and self._row_numbers:
                    del fields[0]
                if len(fields) > 9 and not fields[0] and not fields[-1] and delimiter == "|":
                    fields = fields[1:]
                if len(fields) == 10 and not fields[-1]:
                    del fields[-1]
                if "" in fields and any(field and field in "0.*_" for field in fields):
                    return None  # the empty fields are no cells
                if len(fields) == 9 and all(len(field) <= 1 and field in _ROW_CELLS for field in fields):
                    return "".join(field or "." for field in fields)
        return None

    def cells(self, text: str) -> str | None:
        """Return the 81 cells in a line, or None if there are none. Raise GridError if they are damaged."""
        if self.column is not None:
            return self._cells_of_column(text)
        delimiters = (*DELIMITERS, " ")
        for delimiter in (self._delimiter, *delimiters) if self._delimiter else delimiters:
            if (
                delimiter in text
                and (found := self._in_fields(split(text, delimiter), delimiter)) is not None
            ):
                return found
        self._refuse_damage(text)
        return None

    def _in_fields(self, fields: list[str], delimiter: str) -> str | None:
        if len(fields) >= 81 and delimiter != " " and (found := _one_cell_each(fields)) is not None:
            return found
        index = self._index
        if index is not None and delimiter == self._delimiter and index < len(fields):
            return cells_of(fields[index])
        known = {
            number: cells for number, field in enumerate(fields) if (cells := cells_of(field)) is not None
        }
        if not known:
            return None
        first = next((number for number, cells in known.items() if set(cells) & set("0.*_")), min(known))
        if delimiter != " ":
            self._delimiter, self._index = delimiter, first
        return known[first]

    def _cells_of_column(self, text: str) -> str:
        name = str(self.column)
        if self._index is None:
            if any(delimiter in text for delimiter in DELIMITERS):
                raise errors.no_column(name, self._names or split(text, self._delimiter_of(text)))
            raise errors.not_a_table(name)
        fields = split(text, self._delimiter_of(text))
        if not 0 <= self._index < len(fields):
            names = (
                fields
                if all(len(field) < 60 for field in fields)
                else [str(n + 1) for n in range(len(fields))]
            )
            raise errors.no_column(name, self._names or names)
        field = fields[self._index].strip()
        found = cells_of(field)
        if found is None:
            self._refuse_damage(field)
            raise errors.no_cells_in_column(name, field)
        self.read = True
        return found

    def _delimiter_of(self, text: str) -> str:
        if self._delimiter is None:
            self._delimiter = next((each for each in DELIMITERS if each in text), " ")
        return self._delimiter

    def _refuse_damage(self, text: str) -> None:
        """Raise GridError if a spreadsheet has changed the cells."""
        delimiter = self._delimiter or next((each for each in ";\t, " if each in text), "")
        fields = [field.strip() for field in split(text, delimiter)] if delimiter else [text.strip()]
        if self._index is not None and self._index < len(fields) and self.column is None:
            fields = [fields[self._index]]
        if rounded := next((field for field in fields if _ROUNDED.fullmatch(field)), None):
            raise errors.rounded(rounded)
        short = fields[0] if fields else ""
        if (
            len(fields) > 1
            and len(short) in SQUARES
            and CELLS.issuperset(short)
            and len(fields[1]) == len(short)
        ):
            raise errors.other_size(SQUARES[len(short)])
        in_table = len(fields) > 1 or delimiter
        if in_table and short.isdecimal() and MIN_DIGITS_OF_DAMAGED_GRID <= len(short) < 81:
            raise errors.lost_zeros(len(short))


def split(text: str, delimiter: str) -> list[str]:
    """Split a line at a delimiter, which may be in quotes; a space stands for any blanks."""
    if delimiter == " ":
        return text.split()
    if '"' not in text:
        return text.split(delimiter)
    import csv

    try:
        return next(csv.reader([text], delimiter=delimiter, skipinitialspace=True), [])
    except csv.Error:
        return text.split(delimiter)


def _one_cell_each(fields: list[str]) -> str | None:
    """Return the cells if each of the first 81 fields is one cell, as in CSV files with 81 or 162 columns."""
    first = [field.strip() for field in fields[:81]]
    if any(len(field) > 1 for field in first):
        return None
    if len(fields) not in (81, 82, 162, 163) and not _is_label(fields[81:]):
        return None
    return one_blank("".join(field or "." for field in first))


def _is_label(fields: list[str]) -> bool:
    return len(fields) < 9
