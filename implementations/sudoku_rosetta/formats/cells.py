"""Finds the 81 cells in one piece of text: a line, a field of a table, an attribute, a JSON string.

The result is a line of 81 characters that `Grid` accepts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

CELLS = frozenset("0123456789.*_")
OTHER_SIZES = (4, 6, 12, 16, 25)
"""Usual sizes of grids, except 9."""
SQUARES = {size * size: size for size in OTHER_SIZES}
OTHER_BLANKS = frozenset("-xX?~@ \N{MIDDLE DOT}\N{BULLET}\N{WHITE SQUARE}\N{HORIZONTAL ELLIPSIS}")
"""Characters that stand for an empty cell if they are the only one in the grid that is not a digit from 1 to 9."""
MIN_CLUES_WITHOUT_END = 17
"""A shorter line with spaces as empty cells is read only if it has as many clues as a puzzle needs."""

_FRAME = re.compile(r"[\s|,;/\[\](){}\u2500-\u257f]+")
_SEPARATORS = re.compile(r"[\s|,;=+\u2500-\u257f]+")
_DASHES = re.compile("[1-9-]{9}|[1-9-](?: [1-9-]){8}")
_PLACED = re.compile(r"\+[1-9]")
_TATHAM = re.compile(r"(?:3x3[a-z]*(?:\d+)?:)?((?:[1-9]|[a-z]|_)+)")
_SERIAL_VERSION = re.compile(r"version: (\d+)\s+")


def cells_of(text: str) -> str | None:
    """Return the 81 cells in a text, or None.

    >>> cells_of('"' + "53  7    " * 9 + '"') == "53..7...." * 9
    True
    >>> cells_of("[" + "5, 3, 0, 0, 7, 0, 0, 0, 0, " * 9 + "]") == "530070000" * 9
    True
    >>> cells_of("53..7") is None
    True
    """
    if len(text) == 81 and CELLS.issuperset(text):
        return text
    text = text.rstrip("\r\n")
    for candidate in (text, text.strip().strip("\"'`"), _FRAME.sub("", text).strip("\"'`")):
        if len(candidate) == 81 and (found := one_blank(candidate)) is not None:
            return found
    if "+" in text and len(without := _PLACED.sub(".", text.strip())) == 81 and CELLS.issuperset(without):
        return without  # HoDoKu writes + before a digit that is placed and not given
    return None


def one_blank(text: str) -> str | None:
    """Write empty cells as dots, if one other character stands for all of them; None if the text is no cells."""
    others = set(text) - CELLS
    if not others:
        return text
    if len(others) == 1 and others <= OTHER_BLANKS and not set(text) & set("0.*_"):
        return text.replace(others.pop(), ".")
    return None


def cells_without_end(text: str) -> str | None:
    """Return the 81 cells of a line with spaces as empty cells, of which an editor has removed the last."""
    if len(text) > 81 or "  " not in text or set(text) - set("123456789 "):
        return None
    clues = len(text) - text.count(" ")
    return text.ljust(81).replace(" ", ".") if len(text) > 60 and clues >= MIN_CLUES_WITHOUT_END else None


def tatham_cells(text: str) -> str | None:
    """Decode a game of Simon Tatham's Solo: digits, _ between two digits, and letters for runs of empty cells.

    >>> tatham_cells("3x3:" + "1_2z" + "z" * 2 + "a") == "12" + "." * 79
    True
    """
    found = _TATHAM.fullmatch(text)
    if found is None or not any(letter.isalpha() for letter in found[1]):
        return None
    cells = "".join(
        "." * (ord(sign) - ord("a") + 1) if sign.isalpha() else sign for sign in found[1] if sign != "_"
    )
    return cells if len(cells) == 81 else None


def serialized_cells(text: str) -> str | None:
    """Read the cells that OpenSudoku writes with their notes: value|notes|editable|, 81 times.

    Later versions have two kinds of notes. A digit that the player has placed is not a clue.
    """
    version = _SERIAL_VERSION.match(text)
    if version is None:
        return None
    fields = text[version.end() :].strip().rstrip("|").split("|")
    size, rest = divmod(len(fields), 81)
    if rest or size not in (3, 4):
        return None
    values, editable = fields[::size], fields[size - 1 :: size]
    if not all(len(value) == 1 and value in "0123456789" for value in values):
        return None
    return "".join("0" if may == "1" else value for value, may in zip(values, editable, strict=True))


def rows_with_other_blanks(rows: Sequence[str]) -> str | None:
    """Return the cells of nine rows in which one other character stands for the empty cells, or spaces do."""
    if len(rows) != 9:
        return None
    plain = [_SEPARATORS.sub("", row) for row in rows]
    if all(len(row) == 9 for row in plain) and (found := one_blank("".join(plain))) is not None:
        return found
    return _cells_by_position(rows)


_BAR = re.compile("[|!\u2502\u2503\u2551]")


def _cells_by_position(rows: Sequence[str]) -> str | None:
    """Read rows in which an empty cell is a space: the position of a digit tells its column."""
    parts = [_BAR.split(row) for row in rows]
    if any(len(part) > 1 for part in parts):
        parts = [part[1:] if not part[0].strip() and len(part) in (5, 11) else part for part in parts]
        parts = [part[:-1] if not part[-1].strip() and len(part) in (4, 10) else part for part in parts]
    number = len(parts[0])
    if number not in (1, 3, 9) or any(len(part) != number for part in parts):
        return None
    cells = 9 // number
    pieces = [piece.rstrip() for part in parts for piece in part]
    if any(set(piece) - set("123456789 ") for piece in pieces):
        return None
    used = {position for piece in pieces for position, sign in enumerate(piece) if sign != " "}
    for step, start in ((1, 0), (2, 0), (2, 1), (1, 1), (3, 1), (3, 0), (4, 1), (4, 2), (4, 0)):
        places = range(start, start + step * cells, step)
        if used <= set(places):
            return "".join(
                (piece[at] if at < len(piece) else " ").replace(" ", ".") for piece in pieces for at in places
            )
    return None


def row_of_candidates(text: str) -> str | None:
    """Return the nine cells of a row that lists the candidates of each empty cell, as SudoCue (.sdx) writes it.

    A digit after u was placed by the player, so its cell is empty.

    >>> row_of_candidates("| 1567 3 u4 | 4 12579 179 | 689 5678 579 |")
    '.3.4.....'
    """
    cells = _BAR.sub(" ", text).split()
    if len(cells) != 9 or all(len(cell) == 1 for cell in cells):
        return None
    for cell in cells:
        digits = cell.removeprefix("u")
        if not digits or set(digits) - set("123456789") or list(digits) != sorted(set(digits)):
            return None
    return "".join(cell if len(cell) == 1 else "." for cell in cells)


def is_empty_row(text: str) -> bool:
    """Whether a line that looks like a rule or a blank line may be a row of nine empty cells."""
    return text.strip() in ("-" * 9, "- - - - - - - - -") or (
        not text.strip(" |") and (len(text) in (9, 17) or text.count("|") in (2, 4, 8, 10))
    )


def shares_blanks(text: str, row: str) -> bool:
    """Whether an empty row `text` has the blanks of another row, which has digits."""
    if "-" in text:
        return _DASHES.fullmatch(row.strip()) is not None and "-" in row
    return not set(row) - set("123456789 |") and row.count("|") == text.count("|")
