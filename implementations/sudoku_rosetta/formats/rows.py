"""Finds where a grid of several rows begins and ends."""

from __future__ import annotations

import re
from itertools import chain
from string import ascii_lowercase

from .cells import OTHER_SIZES, is_empty_row, shares_blanks

Line = tuple[int, str]
_FRAME = re.compile(r"[|+\u2500-\u257f]")
_OTHER_ROW = re.compile(r"(?=.*[0-9.*_@?-])[0-9A-Za-z.*_@?-]+")


def other_size(text: str) -> int | None:
    """Return the number of cells in a row of a grid of another usual size; None for other lines."""
    cells = _FRAME.sub(" ", text).replace(",", " ").split()
    if len(cells) in OTHER_SIZES and all(len(cell) < 3 for cell in cells):
        return len(cells)
    joined = "".join(cells)
    return len(joined) if len(joined) in OTHER_SIZES and _OTHER_ROW.fullmatch(joined) else None


def is_wide_row(text: str) -> bool:
    """Whether a line is a row of a grid that is larger than 9x9."""
    size = other_size(text)
    if size is None or size < 9:
        return False
    tokens = text.replace(",", " ").split()
    letters = {letter.lower() for letter in text if letter.isalpha()}
    return not letters or (len(tokens) in (1, size) and letters <= set(ascii_lowercase[:size]))


class Rows:
    """Collects the rows of a grid: nine rows, perhaps with gaps (blank lines or rules) after each row or band.

    If a grid has too few or too many rows, a gap or two consecutive rules (the bottom of a frame and the top of the
    next) show where the next grid begins. So only the invalid grid is lost.
    """

    def __init__(self) -> None:
        self.runs: list[list[Line]] = [[]]  # each run is a list of rows without a gap
        self.rules = 0
        self._empty: list[Line] = []  # lines before the first row that may be rows of empty cells
        self._number = 0  # of rows
        self._size: int | None = None  # 16 for a 16x16 grid

    @property
    def empty(self) -> bool:
        return not self._number

    @property
    def pending(self) -> bool:
        """Whether there are rows, or lines that may be rows."""
        return self._number > 0 or len(self._empty) > 0

    def add(self, row: Line) -> list[Line]:
        """Add a row. Return the rows of a complete grid, or [].

        The grid ends with this row, or before the last run if this run is too long for a band.
        """
        self.rules = 0
        if not self._number:
            self.runs = [[empty for empty in self._empty if shares_blanks(empty[1], row[1])]]
            self._number = len(self.runs[0])
        self._empty = []
        *before, run = self.runs
        run.append(row)
        self._number += 1
        if self._number == 2:
            first, second = (other_size(text) for _, text in chain(*before, run))
            self._size = first if first == second else None
        if self._size is not None:
            return self.flush() if self._number == self._size else []
        if before and len(run) > (1 if len(before[0]) == 1 else 5):  # it belongs to the next grid
            rows = list(chain.from_iterable(before))
            self.runs, self._number = [run], len(run)
            return rows
        # nine rows without a gap are complete; a last band may still become too long
        return self.flush() if len(run) == 9 else []

    def gap(self, line: Line, *, is_rule: bool) -> list[Line]:
        """Add a blank line, a comment or a rule. Return the rows of the grid that ends here, or [].

        Where spaces or dashes are empty cells, the line may be a row of empty cells.
        """
        if is_empty_row(line[1]):
            if self._number and any(shares_blanks(line[1], text) for _, text in chain(*self.runs)):
                return self.add(line)
            if not self._number:
                self._empty = [*self._empty[-7:], line]
        else:
            self._empty = []
        self.rules += is_rule
        run_ends = bool(self.runs[-1])  # false if the gap has several lines
        if self._size is None and (self.rules > 1 or (run_ends and len(self.runs) == self._runs_expected())):
            return self.flush()
        if run_ends:
            self.runs.append([])
        return []

    def _runs_expected(self) -> int:
        """The number of runs in a grid: nine single rows, three bands of 2 to 5 rows, or one run of more rows."""
        first = len(self.runs[0])
        return 9 if first == 1 else 3 if first <= 5 else 1

    def flush(self) -> list[Line]:
        """Return the collected rows, and start with an empty list."""
        rows = list(chain.from_iterable(self.runs))
        self.runs, self.rules, self._number, self._size, self._empty = [[]], 0, 0, None, []
        return rows
