"""The class Grid: 81 digits, 0 for an empty cell. Reads one grid from text or from a Python object, and prints it.

A `Grid` is immutable, and no two equal digits are in the same row, column or box. The documents' programs rely on
this, since they do not check their clues. `formats` reads files of many grids, `solvers` solves grids.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from enum import Enum
from functools import total_ordering
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, final

if TYPE_CHECKING:
    from numpy.typing import DTypeLike, NDArray

__all__ = ["ClashError", "Grid", "GridError"]


class GridError(ValueError):
    """A source is not a valid grid. The message is one line and says what was expected.

    `code` and `arguments` identify the message, so that it can be translated.
    """

    def __init__(self, *args: object, code: str = "grid.untranslated", **arguments: str | int) -> None:
        super().__init__(*args)
        self.code = code
        self.arguments = arguments

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else "not a grid"

    def located(self, where: str) -> Self:
        """Return the same error with `where` in front of its message."""
        located = copy.copy(self)
        located.args = (f"{where}: {self}", *self.args[1:])
        return located


class ClashError(GridError):
    """Two equal digits are in the same row, column or box.

    `digit` is the digit, and `cells` are the two cells, from 0 to 80.

    >>> try:
    ...     Grid("0" * 18 + "050000500" + "0" * 54)
    ... except ClashError as clash:
    ...     print(clash, clash.digit, clash.cells)
    5 twice in row 3: columns 2 and 7 5 (19, 24)
    """

    # All three are in `args`, because pickle and copy only restore `args`.
    def __init__(
        self,
        message: str,
        digit: int,
        cells: tuple[int, int],
        *,
        code: str = "grid.untranslated",
        **arguments: str | int,
    ) -> None:
        super().__init__(message, digit, cells, code=code, digit=digit, **arguments)
        self.digit = digit
        self.cells = cells


@final
@total_ordering
class Grid:
    """An immutable grid of 81 digits, with 0 for an empty cell.

    Grids are hashable, and ordered like their strings. No two equal digits are in the same row, column or box.

    `source` may be:

    - text: one line of 81 characters, with `0`, `.`, `*` or `_` for an empty cell;
    - text: 9 rows of 9 cells, with optional spaces, borders, `#` comments and .sdk sections;
    - a sequence of 81 digits, or of 9 rows of 9 digits;
    - an object with a `tolist` method, such as a numpy array;
    - another grid.

    `GridError` is raised for any other source, and its subclass `ClashError` if two digits clash.

    >>> grid = Grid("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..")
    >>> grid[0], grid[0, 5], grid.clues, grid.is_full
    (1, 7, 23, False)
    >>> Grid(grid.pretty()) == Grid(grid.rows) == Grid(str(grid)) == grid
    True
    >>> Grid("53..7....")
    Traceback (most recent call last):
    sudoku_rosetta.grid.GridError: 9 characters, 72 are missing: a grid is one line of 81, or 9 rows of 9
    """

    __slots__ = ("_digits",)
    _digits: bytes

    def __new__(cls, source: object) -> Self:
        grid = object.__new__(cls)
        object.__setattr__(grid, "_digits", _without_clash(digits_of(source)))
        return grid

    @classmethod
    def unchecked(cls, text: bytes) -> Self:
        """Create a grid from 81 ASCII digits without checking them, which is about 100 times faster.

        The digits must not clash, as in the solution of a trusted solver.

        >>> Grid.unchecked(b"1" + 80 * b"0").clues
        1
        """
        grid = object.__new__(cls)
        object.__setattr__(grid, "_digits", text.translate(_TO_DIGITS))
        return grid

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Grid is immutable; with_digit() returns a changed copy")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a Grid is immutable; with_digit() returns a changed copy")

    def __reduce__(self) -> tuple[type[Grid], tuple[str]]:
        return Grid, (str(self),)

    def __eq__(self, other: object) -> bool:
        return self._digits == other._digits if isinstance(other, Grid) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._digits < other._digits if isinstance(other, Grid) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._digits)

    def __len__(self) -> int:
        return 81

    def __iter__(self) -> Iterator[int]:
        return iter(self._digits)

    def __getitem__(self, cell: SupportsIndex | tuple[SupportsIndex, SupportsIndex]) -> int:
        """Return the digit of a cell, given by its number from 0 to 80 or by its row and column, from 0 to 8."""
        return self._digits[_cell_number(cell)]

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:
        """Return a numpy array of 9 x 9 digits, with 0 for an empty cell."""
        import numpy

        if copy is False:
            raise ValueError("a Grid is always copied to an array; use copy=None or copy=True")
        return numpy.array(self.rows, dtype=dtype)

    def __str__(self) -> str:
        return self._digits.translate(_TO_ASCII).decode("ascii")

    def __repr__(self) -> str:
        return f"Grid('{self}')"

    @property
    def clues(self) -> int:
        """The number of cells that are not empty."""
        return 81 - self._digits.count(0)

    @property
    def is_full(self) -> bool:
        """Whether no cell is empty. A full grid is a valid solution, since no digits clash."""
        return 0 not in self._digits

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The nine rows, each as a tuple of nine digits."""
        return tuple(tuple(self._digits[start : start + 9]) for start in range(0, 81, 9))

    def solves(self, clues: Grid) -> bool:
        """Return whether this grid is full and contains all clues of the other grid.

        >>> full = Grid("123456789456789123789123456" "231564897564897231897231564"
        ...             "312645978645978312978312645")
        >>> full.solves(full.with_digit(0, 0)), full.with_digit(0, 0).solves(full)
        (True, False)
        """
        return self.is_full and all(clue in (0, mine) for clue, mine in zip(clues, self, strict=True))

    def with_digit(self, cell: SupportsIndex | tuple[SupportsIndex, SupportsIndex], digit: int) -> Grid:
        """Return a copy of the grid with one cell changed. The digit 0 empties the cell.

        `cell` is the number of the cell, from 0 to 80, or its row and column, from 0 to 8.

        >>> Grid("." * 81).with_digit(0, 5).with_digit((8, 0), 5)
        Traceback (most recent call last):
        sudoku_rosetta.grid.ClashError: 5 twice in column 1: rows 1 and 9
        """
        number = _cell_number(cell)
        digits = self._digits[:number] + bytes([_digit(digit, number)]) + self._digits[number + 1 :]
        return Grid(digits.translate(_TO_ASCII))

    def line(self, empty: str = ".") -> str:
        """Return the grid as one line of 81 characters, with `empty` for empty cells.

        >>> Grid([1] + 80 * [0]).line("_")[:9]
        '1________'
        """
        if len(empty) != 1 or empty in "123456789":
            raise ValueError("`empty` must be one character that is not a digit from 1 to 9")
        return str(self).replace("0", empty)

    def pretty(self) -> str:
        """Return a drawing of nine rows in a frame. `Grid` can read it.

        >>> print("\\n".join(Grid("1....7.9." + "." * 72).pretty().splitlines()[:2]))
        +-------+-------+-------+
        | 1 . . | . . 7 | . 9 . |
        """
        rule = "+-------+-------+-------+"
        line = self.line()
        drawn = [rule]
        for start in range(0, 81, 9):
            bands = (" ".join(line[first : first + 3]) for first in range(start, start + 9, 3))
            drawn.append("| " + " | ".join(bands) + " |")
            if start % 27 == 18:
                drawn.append(rule)
        return "\n".join(drawn)

    def _repr_html_(self) -> str:
        """Return an HTML table for notebooks. It sets no colours, so it suits light and dark themes."""
        cells = [_html_cell(cell, digit) for cell, digit in enumerate(self)]
        rows = "".join(
            f'<tr style="background:none">{"".join(cells[start : start + 9])}</tr>'
            for start in range(0, 81, 9)
        )
        caption = f"Sudoku grid, {self.clues} of 81 cells filled"
        return (
            '<table style="border-collapse:collapse;border:3px solid currentColor;color:inherit">'
            f'<caption style="caption-side:bottom;color:inherit">{caption}</caption>'
            f"<tbody>{rows}</tbody></table>"
        )


def _html_cell(cell: int, digit: int) -> str:
    row, column = divmod(cell, 9)
    thin, thick = "1px solid rgba(128,128,128,.7)", "3px solid currentColor"
    # The styles are inline because notebook viewers remove <style> and colour every other row of a table.
    return (
        f'<td style="width:2em;height:2em;padding:0;text-align:center;background:none;'
        f"border-right:{thick if column % 3 == 2 else thin};"
        f'border-bottom:{thick if row % 3 == 2 else thin}">{digit or ""}</td>'
    )


def _cell_number(cell: SupportsIndex | tuple[SupportsIndex, SupportsIndex]) -> int:
    try:
        if isinstance(cell, tuple):
            row, column = cell
            return 9 * range(9)[row] + range(9)[column]
        return range(81)[index(cell)]
    except IndexError:
        raise IndexError("no such cell: cells go from 0 to 80, rows and columns from 0 to 8") from None
    except (TypeError, ValueError):
        raise TypeError("a cell is one integer, or a row and a column") from None


# --- checking the clues -------------------------------------------------------------------------------


def _box(cell: int) -> int:
    return cell // 27 * 3 + cell % 9 // 3


# Each row, column and box has ten bits, one per digit. A cell's mask, shifted by a digit, has that digit's bit in
# each of the cell's units.
_UNITS = [
    1 << 10 * (cell // 9) | 1 << 90 + 10 * (cell % 9) | 1 << 180 + 10 * _box(cell) for cell in range(81)
]


def _without_clash(digits: bytes) -> bytes:
    """Return the digits. Raise ClashError if two of them clash."""
    used = 0
    for units, digit in zip(_UNITS, digits, strict=True):
        if digit:
            bits = units << digit
            if used & bits:
                raise _first_clash(digits)
            used |= bits
    return digits


def _first_clash(digits: bytes) -> ClashError:
    """Return the error for the first cell, in row-major order, that repeats a digit of its row, column or box."""
    a, b = next(
        (a, b)
        for b in range(81)
        for unit in range(3)
        for a in range(b)
        if digits[a] == digits[b] != 0 and _shared_unit(a, b) == unit
    )
    (row_a, column_a), (row_b, column_b) = ((cell // 9 + 1, cell % 9 + 1) for cell in (a, b))
    box = _box(a) + 1
    code, where = (
        ("grid.twice_in_row", f"row {row_a}: columns {column_a} and {column_b}"),
        ("grid.twice_in_column", f"column {column_a}: rows {row_a} and {row_b}"),
        (
            "grid.twice_in_square",
            f"box {box}: row {row_a} column {column_a} and row {row_b} column {column_b}",
        ),
    )[_shared_unit(a, b)]
    places = {"row_a": row_a, "column_a": column_a, "row_b": row_b, "column_b": column_b, "square": box}
    return ClashError(f"{digits[a]} twice in {where}", digits[a], (a, b), code=code, **places)


def _shared_unit(a: int, b: int) -> int:
    """Return 0 if the cells share a row, otherwise 1 for a column, 2 for a box, 3 if they share no unit."""
    return (a // 9 == b // 9, a % 9 == b % 9, _box(a) == _box(b), True).index(True)


# --- converting an object to 81 digits ----------------------------------------------------------------

_DIGITS = bytes(range(10))
_TEXT_DIGITS = tuple("0123456789")
_TO_ASCII = bytes.maketrans(_DIGITS, b"0123456789")
_TO_DIGITS = bytes(
    int(chr(c)) if chr(c) in "0123456789" else 0 if chr(c) in ".*_" else 255 for c in range(256)
)
_CELL = "a cell is 1 to 9, or one of 0 . * _ when empty"
_LAYOUT = "a grid is one line of 81, or 9 rows of 9"


def digits_of(source: object) -> bytes:
    """Return the 81 digits of anything that `Grid` accepts, without checking for clashes."""
    try:
        if isinstance(source, Grid):
            return source._digits
        if isinstance(source, str | bytes | bytearray):
            return _digits_of_text(_as_text(source))
        return _digits_of_items(_items(source))
    except GridError:
        raise
    except Exception as error:  # the object's own methods may raise anything
        raise GridError(
            f"{_type_with_article(source)} cannot be read as a grid ({type(error).__name__}): {_LAYOUT}",
            code="grid.unreadable",
            type=_type_name(source),
            error=type(error).__name__,
        ) from error


def _as_text(source: str | bytes | bytearray) -> str:
    if isinstance(source, str):
        return str.__str__(source)
    try:
        return bytes(source).decode("utf-8")
    except UnicodeDecodeError as error:
        byte, offset = source[error.start], error.start
        raise GridError(
            f"not text: byte 0x{byte:02x} at offset {offset}", code="grid.not_text", byte=byte, offset=offset
        ) from None


def _items(source: object, row: int = 0) -> list[object]:
    """Return the items of the source or of one of its rows, at most 81. The source may be an infinite iterator."""
    where = f"row {row}" if row else "the source"
    if isinstance(source, Set | Mapping):
        raise GridError(
            f"{where} is {_type_with_article(source)}, which has no rows in order: {_LAYOUT}",
            code="grid.no_order",
            number=row,
            type=_type_name(source),
        )
    source = _plain(source)
    if not isinstance(source, Iterable):
        raise GridError(
            f"{where} is {_type_with_article(source)}: {_LAYOUT}",
            code="grid.no_items",
            number=row,
            type=_type_name(source),
        )
    items = [_plain(item) for item in islice(source, 82)]
    if len(items) > 81:
        raise GridError(f"more than 81 items in {where}: {_LAYOUT}", code="grid.many_items", number=row)
    return items


def _plain(item: object) -> object:
    """Convert numpy values to Python numbers, strings and lists, without importing numpy."""
    if isinstance(item, bytes | bytearray):
        return _as_text(item)
    tolist = getattr(item, "tolist", None)
    return tolist() if callable(tolist) else item


def _digits_of_items(items: list[object]) -> bytes:
    texts = [item for item in items if isinstance(item, str)]
    if len(texts) == len(items) and any(len(text.strip()) > 1 for text in texts):
        return _digits_of_text("\n".join(text.rstrip("\r\n") for text in texts))
    if any(isinstance(item, Iterable) and not isinstance(item, str) for item in items):
        rows = [_items(item, number) for number, item in enumerate(items, 1)]
        _check_nine_by_nine(rows)
        items = [cell for row in rows for cell in row]
    if len(items) != 81:
        raise GridError(
            f"{_count_error(len(items), 'cell', 81)}: {_LAYOUT}", code="grid.cells", number=len(items)
        )
    return bytes(_digit(item, cell) for cell, item in enumerate(items))


def _digit(item: object, cell: int) -> int:
    value: object = item
    if item is None or (isinstance(item, str) and item.strip() in ("", ".", "*", "_")):
        value = 0
    elif isinstance(item, float) and item.is_integer():
        value = int(item)
    elif isinstance(item, str) and item.strip() in _TEXT_DIGITS:
        value = _TEXT_DIGITS.index(item.strip())
    elif hasattr(item, "__index__") and not isinstance(item, bool):
        value = index(item)
    if type(value) is int and 0 <= value <= 9:
        return value
    row, column = cell // 9 + 1, cell % 9 + 1
    text = _short_repr(value)
    raise GridError(
        f"row {row} column {column} holds {text or _type_with_article(value)}: {_CELL}",
        code="grid.cell_value" if text else "grid.cell_type",
        row=row,
        column=column,
        **({"value": text} if text else {"type": _type_name(value)}),
    )


def _short_repr(value: object) -> str | None:
    """Represent a value in one short line, or return None for a type whose __repr__ is not known."""
    if type(value) in (bool, float) or (type(value) is int and abs(value) < 10**9):
        return repr(value)
    return ascii(str.__str__(value)[:20]) if isinstance(value, str) else None


def _type_with_article(value: object) -> str:
    if value is None:
        return "None"
    name = _type_name(value)
    return f"{'an' if name[:1].lower() in 'aeio' else 'a'} {name}"


def _type_name(value: object) -> str:
    return ascii(type(value).__name__)[1:-1][:40]


def _count_error(found: int, what: str, expected: int) -> str:
    """Compare two counts, as in "80 cells, one is missing"."""
    difference = abs(expected - found)
    if found < expected:
        verdict = "one is missing" if difference == 1 else f"{difference} are missing"
    else:
        verdict = "one too many" if difference == 1 else f"{difference} too many"
    return f"{found} {what}{'' if found == 1 else 's'}, {verdict}"


def _check_nine_by_nine(rows: Sequence[Sequence[object]]) -> None:
    cells = sum(map(len, rows))
    found = f"{cells} cells found of 81 ({_LAYOUT})"
    if len(rows) != 9:
        raise GridError(
            f"{_count_error(len(rows), 'row', 9)}: {found}", code="grid.rows", number=len(rows), cells=cells
        )
    for number, row in enumerate(rows, 1):
        if len(row) != 9:
            raise GridError(
                f"row {number} has {_count_error(len(row), 'cell', 9)}: {found}",
                code="grid.row_cells",
                row=number,
                number=len(row),
                cells=cells,
            )


# --- parsing text -------------------------------------------------------------------------------------

_DRAWING = r"\s|+=,;\u2500-\u257f-"  # characters that may separate or frame the cells
_SEPARATORS = re.compile(f"[{_DRAWING}]+")
_BAD_CHARACTER = re.compile(f"[^{_DRAWING}0-9.*_]")
# Some programs draw the corners of their frames with cell characters: *-----------*
_RULE_WITH_CORNERS = re.compile(f"[{_DRAWING}*.:']+")
_SECTION = re.compile(r"\[(\s*[^\W\d][^\]]*)\]")


class Part(Enum):
    """The role of a line of text in a grid."""

    CELLS = "cells"
    BLANK = "blank"
    RULE = "rule"
    SECTION = "section"


def parts(lines: Iterable[str], first: int = 1) -> Iterator[tuple[int, Part, str]]:
    """Yield the number of each line, its part, and its text without the comment.

    In a .sdk file, the cells outside the section [Puzzle] are skipped.
    """
    skipped = False
    for number, line in enumerate(lines, first):
        text = line.partition("#")[0].rstrip()
        if section := _SECTION.fullmatch(text.strip()):
            skipped = section[1].strip().lower() != "puzzle"
            yield number, Part.SECTION, ""
        elif not text:
            yield number, Part.BLANK, ""
        elif not skipped:
            yield number, Part.RULE if _is_rule(text) else Part.CELLS, text


def _is_rule(text: str) -> bool:
    if _SEPARATORS.fullmatch(text):
        return True
    return ("---" in text or "===" in text) and _RULE_WITH_CORNERS.fullmatch(text) is not None


def _digits_of_text(text: str) -> bytes:
    if (digits := _digits_of_plain_line(text)) is not None:
        return digits
    lines = re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))
    return _digits_of_lines([(number, line) for number, part, line in parts(lines) if part is Part.CELLS])


def grid_of_lines(lines: Sequence[tuple[int, str]]) -> Grid:
    """Parse one grid from numbered lines of cells: one line of 81 cells, or nine rows."""
    if len(lines) == 1 and _digits_of_plain_line(lines[0][1]) is not None:
        return Grid(lines[0][1])
    return Grid(_digits_of_lines(lines).translate(_TO_ASCII))


def _digits_of_plain_line(text: str) -> bytes | None:
    """The digits of a line of exactly 81 cells (a fast path, since most sources are such lines), or None."""
    if len(text) != 81 or not text.isascii():
        return None
    digits = text.encode("ascii").translate(_TO_DIGITS)
    return digits if not digits.translate(None, _DIGITS) else None


def _digits_of_lines(lines: Sequence[tuple[int, str]]) -> bytes:
    for number, line in lines:
        if bad := _BAD_CHARACTER.search(line):
            character, column = ascii(bad[0]), bad.start() + 1
            raise GridError(
                f"bad character {character} at line {number}, column {column}: {_CELL}",
                code="grid.character",
                character=character,
                line=number,
                column=column,
            )
    rows = [_SEPARATORS.sub("", line) for _, line in lines]
    try:
        return _digits_of_cells(rows)
    except GridError as error:
        dashes = [line.count("-") for _, line in lines]
        # if the sizes are correct when dashes count as cells, the dashes probably stand for empty cells
        if any(dashes) and {len(row) + more for row, more in zip(rows, dashes, strict=True)} <= {9, 81}:
            raise GridError(
                f"{error}; - draws a border, an empty cell is 0 . * or _", code="grid.dashes"
            ) from None
        raise


def _digits_of_cells(rows: Sequence[str]) -> bytes:
    if not rows:
        raise GridError(f"no cells found: {_LAYOUT}", code="grid.empty")
    if len(rows) > 1 and all(len(row) == 81 for row in rows):
        raise GridError(
            f"{len(rows)} lines of 81 cells: expected one grid", code="grid.several", number=len(rows)
        )
    if len(rows) > 1:
        _check_nine_by_nine(rows)
    elif len(rows[0]) != 81:
        found = len(rows[0])
        raise GridError(
            f"{_count_error(found, 'character', 81)}: {_LAYOUT}", code="grid.characters", number=found
        )
    return "".join(rows).encode("ascii").translate(_TO_DIGITS)
