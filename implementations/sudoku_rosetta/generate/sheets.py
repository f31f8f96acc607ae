"""Printable sheets for a class: pages of puzzles, then pages of solutions.

This module computes the layout, in millimetres from the upper left corner; `svg_and_pdf` writes the files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .recipe import Puzzle
from .svg_and_pdf import Element, Line, Page, Text

__all__ = ["PER_PAGE", "Sheet", "pages"]

PER_PAGE = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3), 12: (3, 4)}
"""The allowed numbers of puzzles per page, each with its columns and rows."""
MARGIN, TITLE_HEIGHT, GAP = 15.0, 14.0, 9.0
SOLUTIONS_PER_PAGE = 12


@dataclass(frozen=True)
class Sheet:
    """The texts on the pages and the number of puzzles per page."""

    title: str = "Sudoku"
    solutions: str = "Solutions"
    per_page: int = 4


def pages(puzzles: Sequence[Puzzle], sheet: Sheet) -> Iterator[Page]:
    """Pages of puzzles, numbered from 1, then pages of solutions with the same numbers."""
    numbered = list(enumerate(puzzles, 1))
    for first in range(0, len(numbered), sheet.per_page):
        yield _page(sheet.title, numbered[first : first + sheet.per_page], sheet.per_page, solved=False)
    for first in range(0, len(numbered), SOLUTIONS_PER_PAGE):
        batch = numbered[first : first + SOLUTIONS_PER_PAGE]
        yield _page(f"{sheet.title} - {sheet.solutions}", batch, SOLUTIONS_PER_PAGE, solved=True)


def _page(title: str, puzzles: Sequence[tuple[int, Puzzle]], per_page: int, *, solved: bool) -> Page:
    page = Page()
    columns, rows = PER_PAGE[per_page]
    page.elements.append(Text(MARGIN, MARGIN + 5, 6, title, bold=True))
    width = (page.width - 2 * MARGIN - GAP * (columns - 1)) / columns
    height = (page.height - 2 * MARGIN - TITLE_HEIGHT - GAP * (rows - 1)) / rows
    side = min(width, height - 6)
    for place, (number, puzzle) in enumerate(puzzles):
        row, column = divmod(place, columns)
        left = MARGIN + column * (width + GAP) + (width - side) / 2
        top = MARGIN + TITLE_HEIGHT + row * (height + GAP)
        page.elements.append(Text(left, top + 3.5, 4, str(number)))
        clues = str(puzzle.grid)
        page.elements.extend(_grid(left, top + 6, side, clues, str(puzzle.solution()) if solved else clues))
    return page


def _grid(left: float, top: float, side: float, clues: str, shown: str) -> Iterator[Element]:
    """A grid with the digits `shown`; in a solution, the clues are bold."""
    step = side / 9
    for line in range(10):
        width = 0.7 if line % 3 == 0 else 0.2
        yield Line(left, top + line * step, left + side, top + line * step, width)
        yield Line(left + line * step, top, left + line * step, top + side, width)
    for cell, digit in enumerate(shown):
        if digit != "0":
            row, column = divmod(cell, 9)
            middle, base = left + (column + 0.5) * step, top + (row + 0.5) * step + 0.24 * step
            yield Text(
                middle, base, 0.68 * step, digit, bold=clues[cell] != "0" and clues != shown, middle=True
            )
