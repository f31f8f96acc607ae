"""Finds the grids in XML files, such as OpenSudoku's: an attribute or a text of 81 cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.parsers import expat

from ..grid import Grid, GridError
from . import errors
from .cells import CELLS, cells_of, serialized_cells
from .tables import PUZZLE_NAMES, SOLUTION_NAMES

MAX_TEXT = 4096
"""Characters of an element's text that are kept: a grid is shorter."""


class _RefusedError(Exception):
    """The document is not read."""

    def __init__(self, error: GridError) -> None:
        super().__init__(str(error))
        self.error = error


class _Games:
    """Collects the grids of a document while it is parsed."""

    def __init__(self, column: str | None) -> None:
        self.found: list[tuple[int, str]] = []
        self.parser = expat.ParserCreate()
        self.parser.buffer_text = True
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._character_data
        self.parser.StartDoctypeDeclHandler = self._doctype
        self._column = column.lower() if column else None
        self._text: list[str] = []
        self._size = 0
        self._rows: list[str] = []

    def _doctype(self, name: str, *rest: object) -> None:
        if name.lower() == "html":
            raise _RefusedError(errors.web_page())
        raise _RefusedError(errors.not_xml("a document type is not read"))

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        if tag.lower() == "html":
            raise _RefusedError(errors.web_page())
        self._text, self._size = [], 0
        grids = {
            name: cells
            for name, text in attributes.items()
            if name.lower() not in SOLUTION_NAMES and (cells := _cells(text)) is not None
        }
        if self._column is not None:
            grids = {name: cells for name, cells in grids.items() if name.lower() == self._column}
        chosen = next((name for name in ("data", *PUZZLE_NAMES) if name in grids), next(iter(grids), None))
        if chosen is not None:
            self.found.append((self.parser.CurrentLineNumber, grids[chosen]))

    def _character_data(self, text: str) -> None:
        if self._size < MAX_TEXT:
            self._text.append(text)
            self._size += len(text)

    def _end(self, tag: str) -> None:
        named = self._column in (None, tag.lower()) and tag.lower() not in SOLUTION_NAMES
        text = "".join(self._text).strip()
        if named and (cells := _cells(text)) is not None:
            self.found.append((self.parser.CurrentLineNumber, cells))
        if len(text) == 9 and CELLS.issuperset(text):  # a row
            self._rows.append(text)
            if len(self._rows) == 9:
                self.found.append((self.parser.CurrentLineNumber, "".join(self._rows)))
                self._rows = []
        elif text:
            self._rows = []
        self._text, self._size = [], 0


def _cells(text: str) -> str | None:
    return cells_of(text) or serialized_cells(text)


def grids_of_xml(
    lines: Iterable[tuple[int, str]], column: str | None = None
) -> Iterator[tuple[int, Grid | GridError]]:
    """Yield the line and the grid of each game. An error in the document ends it."""
    games, first, last = _Games(column), 0, 0
    try:
        for number, text in lines:
            first, last = first or number, number
            games.parser.Parse(text + "\n", False)
            yield from _taken(games, first)
        games.parser.Parse("", True)
    except _RefusedError as refused:
        yield last, refused.error
    except (expat.ExpatError, ValueError) as error:
        yield from _taken(games, first)
        yield last, errors.not_xml(error)
    else:
        yield from _taken(games, first)


def _taken(games: _Games, first: int) -> Iterator[tuple[int, Grid | GridError]]:
    for line, cells in games.found:
        try:
            yield first + line - 1, Grid(cells)
        except GridError as error:
            yield first + line - 1, error.with_traceback(None)
    games.found.clear()
