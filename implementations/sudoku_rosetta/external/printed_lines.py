"""Splits printed text into lines, and finds the cells of a grid in each: digits and signs for empty cells, without
borders, brackets, colours, keys and headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_MOVES = re.compile(r"\x1b(?:\[[0-9;?]*[ABEFHJf]|c)|\x0c|\r\n?")
_OTHER_CODES = re.compile(
    r"\x1b(?:\[[0-9;?]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|[()][0-9A-Za-z]|[=>78])|[\x00-\x08\x0e-\x1a]"
)
_EMPTY_SIGNS = "._*?xX-·□▢⬜∙•○◦＿"
_SEPARATORS = "|!│┃║┆┊╎¦[](){}<>,;'\"`«»:/\\&~^" + "".join(map(chr, range(0x2500, 0x2580)))
_CELLS = str.maketrans(
    {
        **dict.fromkeys(_SEPARATORS + "+= \t\xa0\u2003"),
        **dict.fromkeys(_EMPTY_SIGNS, "0"),
        **{d: d for d in "0123456789"},
    }
)
_EMPTY_ROW = "0" * 9
_SPACES = str.maketrans(dict.fromkeys(_SEPARATORS, " "))
_BORDER = re.compile(r"[\s|+=\-_*#~:.'`,\[\](){}\u2500-\u257f<>]*\Z")
_LETTERS = re.compile(r"[^\W\d_]")
_LINE_OF_81 = re.compile(r"(?<![\w.*?-])[0-9.*_xX?-]{81}(?![0-9A-Za-z])")
_WRAPPED = re.compile(
    r"\b(?:np\.)?(?:u?int\d*|float\d*|Some|Just|str_|string|Integer|Int)\s*\(\s*(?:1\s*\)\s*)?[\"']?([0-9])[\"']?(?:\.0*)?\s*\)"
)
_NOTHING = re.compile(r"\b(?:None|null|nil|NaN|nan|NA|undefined|Nothing)\b")
_CROSS = re.compile(r"(?<![^\W\d_xX])[xX](?![^\W\d_xX])")
_MINUS_ONE = re.compile(r"(?<![^\s,\[{(|])-1(?![^\s,\]})|;])")
_FLOAT = re.compile(r"(?<![\d.])([0-9])\.0*(?![\d.])")
_KEYS = re.compile(
    r"""['"]?\b[A-Ia-i][0-9]\b['"]?\s*(?:[:=]>?)\s*       # 'A1': '5'
      | \(\s*[0-9]\s*,\s*[0-9]\s*\)\s*(?::|=>)\s*         # (0, 0): 5
      | \[\s*["']?[0-9]{1,2}["']?\s*\]\s*=>\s*(?:int|string)?   # [0] => 5
      | \[\s*[0-9]*\s*,\s*[0-9]*\s*\]                     # [1,] and [,1]
      | ^\s*\[[0-9]+\](?=\s)                              # [1] 5 3 4
    """,
    re.VERBOSE,
)
_WORDS = re.compile(r"\b(?:array|matrix|Array|Matrix|list|Array\(\d+\)|Array\{[^}]*\}|dtype=\w+|deque)\b")
_ROW_NAME = re.compile(r"^\s*[A-Ia-i](?=[\s|:.\u2500-\u257f])")
_ROW_NAME_AT_END = re.compile(r"(?<=[\s|\u2500-\u257f])[A-Ia-i]\s*$")
_BEFORE_ANSWER = re.compile(r"[:?>=)][^:?>=)]*\Z")
MAX_LINE_CHARACTERS = 200_000


@dataclass(frozen=True)
class Line:
    """One printed line."""

    cells: str = ""
    """The digits, with 0 for a sign of an empty cell."""
    is_text: bool = False
    columns: tuple[int, ...] = ()
    """Where the digits are."""
    may_be_empty_row: bool = False
    """Whether this may be a row without a digit, with spaces for empty cells."""
    may_be_border: bool = False
    after_text: bool = False
    """Whether other text is before the cells, so that a grid may begin here."""

    @property
    def is_row(self) -> bool:
        return len(self.cells) == 9


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a text, each with its cells."""
    text = _MOVES.sub("\n", text)
    if "\x1b" in text or "\x08" in text:
        text = _OTHER_CODES.sub("", text)
    for line in text.split("\n"):
        yield _line(line[:MAX_LINE_CHARACTERS])


def _line(line: str) -> Line:
    if not line or line.isspace():
        return Line()
    cells = line.translate(_CELLS)
    if (
        len(cells) == 9
        and cells != _EMPTY_ROW
        and cells.isdigit()
        and cells.isascii()
        and not _is_unusual(line)
    ):
        return Line(cells, columns=_columns(line))
    if _BORDER.match(line):
        return _border(line, cells)
    if _starts_with_comment(line):
        return Line(is_text=True)
    if found := _LINE_OF_81.findall(line):
        lines = "".join(re.sub("[^0-9]", "0", each) for each in found if re.search("[0-9]", each))
        return Line(lines)
    line = _simplified(line)
    if _LETTERS.search(line):
        return _text_line(line)
    cells = line.translate(_CELLS)
    if not cells:
        return Line()
    if not (cells.isdigit() and cells.isascii()):
        return Line(is_text=True)
    if len(cells) < 9 and re.search("[0-9]{10,}", line):
        return Line(is_text=True)
    if len(cells) > 9 and len(cells) % 9 and (glued := _glued(line)):
        cells = glued
    return Line(cells, columns=_columns(line))


def _is_unusual(line: str) -> bool:
    """Whether the line has floats, -1 or a sign that `_simplified` must change first."""
    return ("." in line and _FLOAT.search(line) is not None) or (
        "-1" in line and _MINUS_ONE.search(line) is not None
    )


def _simplified(line: str) -> str:
    if "(" in line:
        line = _WRAPPED.sub(_padded_group, line)
    line = _KEYS.sub(_spaces, line)
    if _LETTERS.search(line):
        line = _NOTHING.sub(_padded_zero, line)
        line = _CROSS.sub("0", line)
        line = _WORDS.sub(_spaces, line)
        line = _ROW_NAME.sub(_spaces, line)
        line = _ROW_NAME_AT_END.sub(_spaces, line)
    if "-1" in line:
        line = _MINUS_ONE.sub(_padded_zero, line)
    if "." in line and len(_FLOAT.findall(line)) == len(re.findall(r"[0-9]+\.?[0-9]*", line)):
        line = _FLOAT.sub(_padded_group, line)
    return line


def _padded_zero(match: re.Match[str]) -> str:
    return "0".rjust(len(match[0]))


def _padded_group(match: re.Match[str]) -> str:
    return match[1].ljust(len(match[0]))


def _spaces(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _starts_with_comment(line: str) -> bool:
    return line.lstrip().startswith(("#", "//"))


def _border(line: str, cells: str) -> Line:
    """A line without digits: a border, a blank line of a box, or a row of signs for empty cells."""
    signs = line.translate(_SPACES).replace("+", " ").split()
    if len(cells) == 9 and cells == _EMPTY_ROW and len({*"".join(signs)}) == 1:
        # nine single signs, or three by three
        if all(len(sign) == 1 for sign in signs) and "+" not in line:
            return Line(cells, columns=_columns(line), may_be_border="-" in line or "_" in line)
        if "-" not in line and "_" not in line and "=" not in line:
            return Line(cells, columns=_columns(line), may_be_border="*" in line)
    return Line(may_be_empty_row=not line.strip(" \t|│┃║") and bool(line.strip()))


def _text_line(line: str) -> Line:
    """A line with words. The grid or row at its end is found too."""
    for separator in (":", "?", ">", "=", ")"):
        before, found, tail = line.rpartition(separator)
        if not found or _LETTERS.search(tail):
            continue
        cells = tail.translate(_CELLS)
        if cells.isdigit() and cells.isascii() and len(cells) in (9, 81):
            columns = tuple(len(before) + 1 + column for column in _columns(tail))
            return Line(cells, columns=columns, after_text=True)
    return Line(is_text=True)


def _columns(line: str) -> tuple[int, ...]:
    signs = _EMPTY_SIGNS + "0123456789"
    return tuple(at for at, sign in enumerate(line) if sign in signs)


def _glued(line: str) -> str:
    """The cells without numbers of several digits around them, if nine are left."""
    tokens = line.translate(_SPACES).split()
    single = [token for token in tokens if len(token) == 1]
    return "".join(single).translate(_CELLS) if len(single) == 9 else ""
