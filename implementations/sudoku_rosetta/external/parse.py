"""Finds the grids in the text that a program prints: lines of 81 digits, rows, boxes, lists, with text around them.

>>> printed_grids("Solution:" + "| 1 2 3 | 4 5 6 | 7 8 9 |".join("\\n" * 10))[0][:18]
'123456789123456789'
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from .printed_lines import Line, lines_of

_NONE = re.compile(
    r"""\b(?:
      no\s+(?:valid\s+|possible\s+|other\s+|more\s+)?solutions?(?!\s*[:=])
    | (?:un|not\s+)(?:solv|solu)able | in(?:solv|solu)[au]ble | insoluble
    | cannot\s+be\s+sol\w+ | can'?t\s+(?:be\s+)?solved?
    | could\s*n[o']t\s+(?:be\s+)?(?:solve|find)\w* | (?:has|have|there\s+(?:is|are))\s+no\s+(?:\w+\s+)?solutions?
    | (?:not|n't)\s+(?:have\s+)?any\s+(?:\w+\s+)?solutions?
    | not\s+(?:a\s+)?valid | in-?valid\w* | impossible | contradict\w+ | unsatisfiable | unsat | infeasible
    | (?:aucune|pas\s+de|sans|z[ée]ro)\s+solutions? | n'?\s*(?:a|y\s+a)\s+(?:pas|aucune)\s+(?:de\s+)?solutions?
    | (?:does\s*n[o']t|doesn't|do\s+not)\s+(?:have|exist)\w* | n'existe\s+pas | non\s+r[ée]soluble | irr[ée]soluble
    | incorrecte? | 0\s+solutions? | solutions?\s*(?:found)?\s*[:=]\s*(?:0|none|null|false)\b
    | failed\s+to\s+solve | wrong\s+(?:grid|board|puzzle|sudoku|input)
    )""",
    re.IGNORECASE | re.VERBOSE,
)
_NONE_LINE = re.compile(
    r"^\W*(?:false|faux|none|null|nil|undefined|nothing|no|non|-1|0|error|erreur|fail|failed|failure|{}|\[\]|\(\))\W*$",
    re.IGNORECASE | re.MULTILINE,
)
_HEADINGS = ("123456789", "012345678")
_ROWS = 9


def printed_grids(text: str) -> list[str]:
    """The grids in a text, in order, each as 81 digits with 0 for an empty cell."""
    lines = list(lines_of(text))
    layout = next((line.columns for line in lines if line.is_row and "0" not in line.cells), ())
    return [grid for block in _blocks(lines) for grid in _grids_of(block, layout)]


def answers_in(text: str, grid_text: str) -> list[str]:
    """The printed grids that may be answers: without the puzzle itself, and without unfinished ones if the program
    says that there is no solution. A full grid that is printed once is an answer, unless it says so."""
    grids = printed_grids(text)
    is_none = says_none(text)
    if is_none:
        grids = [grid for grid in grids if "0" not in grid]
    if "0" in grid_text:
        return [grid for grid in grids if grid != grid_text]
    if grid_text in grids and (is_none or grids.count(grid_text) > 1):
        grids.remove(grid_text)
    return grids


def says_none(text: str) -> bool:
    """Whether the text has words for "no solution"."""
    return bool(_NONE.search(text) or _NONE_LINE.search(text))


def _blocks(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The groups of lines between two lines of text, without borders and blank lines, except those that could be
    empty rows."""
    block: list[Line] = []
    for line in lines:
        if line.is_text:
            yield block
            block = []
            if line.cells:
                yield [line]
        elif line.cells or line.may_be_empty_row:
            if line.after_text and block and not block[-1].after_text:
                yield block
                block = []
            block.append(line)
    yield block


def _grids_of(block: list[Line], layout: tuple[int, ...]) -> Iterator[str]:
    if not any(line.cells for line in block):
        return
    ambiguous = [line for line in block if line.may_be_border]
    if ambiguous and sum(line.is_row for line in block) % _ROWS:
        block = [line for line in block if not line.may_be_border]
    filled = [line for line in block if line.cells]
    ends = _ends_of_rows(filled)
    start = 0
    rest: list[Line] = []
    while start < len(filled):
        found = _grid_at(filled, start, ends[start])
        if found is None:
            rest.append(filled[start])
            start += 1
        else:
            if rest:
                yield from _grids_by_column(_with_empty_rows(block, rest), layout)
                rest = []
            start += found.lines
            yield from found.grids
    if rest:
        yield from _grids_by_column(_with_empty_rows(block, rest), layout)


@dataclass(frozen=True)
class _Found:
    grids: tuple[str, ...]
    lines: int


def _ends_of_rows(lines: list[Line]) -> list[int]:
    """For each line, the number of the first line after it that is not a row."""
    ends = [len(lines)] * (len(lines) + 1)
    for at in range(len(lines) - 1, -1, -1):
        ends[at] = ends[at + 1] if lines[at].is_row else at
    return ends


def _grid_at(lines: list[Line], start: int, end: int) -> _Found | None:
    """The grids that begin in a line, and how many lines they take. The rows from there on end before `end`."""
    cells = lines[start].cells
    if len(cells) >= 81 and len(cells) % 81 == 0:
        return _Found(tuple(cells[at : at + 81] for at in range(0, len(cells), 81)), 1)
    if len(cells) == 9:
        return _rows_at(lines, start, end)
    nine = [line.cells for line in lines[start : start + _ROWS]]
    if len(nine) == _ROWS and len(cells) in (10, 11, 18) and all(len(row) == len(cells) for row in nine):
        if len(cells) == 18:
            return _Found(("".join(row[:9] for row in nine), "".join(row[9:] for row in nine)), _ROWS)
        if "".join(row[0] for row in nine) in _HEADINGS:
            return _Found(("".join(row[1:10] for row in nine),), _ROWS)
    return _stream_at(lines, start)


def _rows_at(lines: list[Line], start: int, end: int) -> _Found | None:
    """Nine rows. If there are more (one is a heading or a number), those that break fewer rules are taken."""
    count = end - start
    if lines[start].cells in _HEADINGS and count < _ROWS and _grid_at_heading(lines, start):
        return None
    if count < _ROWS:
        return None
    grids = ["".join(line.cells for line in lines[at : at + _ROWS]) for at in (start, start + 1)]
    if count > _ROWS and len(grids[1]) == 81:
        clashes = [_clashes(grid) for grid in grids]
        is_heading = lines[start].cells in _HEADINGS
        has_extra = count % _ROWS > 0
        if clashes[1] < clashes[0] and (has_extra or is_heading):
            return None
        if clashes[1] == clashes[0] and has_extra and is_heading:
            return None
    return _Found((grids[0],), _ROWS)


def _grid_at_heading(lines: list[Line], start: int) -> bool:
    return start + 1 < len(lines) and len(lines[start + 1].cells) == 10


def _stream_at(lines: list[Line], start: int) -> _Found | None:
    """Nine rows, each of which takes the same number of lines: node breaks lists of numbers so."""
    pattern: list[int] = []
    for line in lines[start : start + _ROWS]:
        pattern.append(len(line.cells))
        if sum(pattern) >= 9:
            break
    if sum(pattern) != 9 or len(pattern) < 2:
        return None
    count = _ROWS * len(pattern)
    part = lines[start : start + count]
    if [len(line.cells) for line in part] != pattern * _ROWS:
        return None
    return _Found(("".join(line.cells for line in part),), count)


def _with_empty_rows(block: list[Line], rest: list[Line]) -> list[Line]:
    """The lines with those between them that may be rows without a digit."""
    first, last = (next(at for at, line in enumerate(block) if line is each) for each in (rest[0], rest[-1]))
    return block[first : last + 1]


def _grids_by_column(lines: list[Line], layout: tuple[int, ...]) -> Iterator[str]:
    """Grids with spaces for empty cells: the digits are found by their columns."""
    columns = tuple(sorted({column for line in lines for column in line.columns}))
    if len(columns) != 9:
        columns = layout
    if not columns or not all(set(line.columns) <= set(columns) for line in lines):
        return
    filled = [line for line in lines if line.cells]
    for rows in (lines, filled):
        if len(rows) % _ROWS == 0:
            texts = [dict(zip(line.columns, line.cells, strict=True)) for line in rows]
            cells = "".join(row.get(column, "0") for row in texts for column in columns)
            yield from (cells[at : at + 81] for at in range(0, len(cells), 81))
            return


def _clashes(grid: str) -> int:
    """How many digits are twice in a row, column or box."""
    rows = [grid[at : at + 9] for at in range(0, 81, 9)]
    columns = [grid[at::9] for at in range(9)]
    boxes = [
        "".join(rows[row + more][column : column + 3] for more in range(3))
        for row in range(0, 9, 3)
        for column in range(0, 9, 3)
    ]
    digits = (unit.replace("0", "") for unit in (*rows, *columns, *boxes))
    return sum(len(unit) - len(set(unit)) for unit in digits)
