"""Replaces the grid that is written in a source file, in any language.

The grid may be 81 numbers or characters in nested brackets, nine strings of nine signs, or one string of 81 signs.

>>> with_grid("g = '" + "." * 80 + "5'; solve(g)", "1" + "0" * 80)[:10]
"g = '1...."
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

_EMPTY_SIGNS = ".*_xX?-"
_TOKEN = re.compile(
    r"""
      (?P<assign>[\w.]+\s*\[\s*\d\s*\]\s*=(?!=)|[\w.]+\s*\(\s*\d\s*,\s*:\s*\)\s*=(?!=))      # grid[0] = , g(1,:) =
    | (?P<gap>\b(?:vec!|new\s+\w+(?:\s*\[\s*\])*|np\.array|array|Array|list|List\.of|Arrays\.asList|intArrayOf
        |charArrayOf|arrayOf|listOf|mutableListOf|c|qw|rbind|tuple)(?=\s*[\[({"])|%w(?=[\[({])|\.\.\.[^\n]*)
    | (?P<string>\"\"\"[\s\S]*?\"\"\"|'''[\s\S]*?'''
        |\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|`[^`]*`|\[\[[^\[\]]{81,400}\]\])
    | (?P<comment>//[^\n]*|\#[^\n]*|--[^\n]*|/\*[\s\S]*?\*/|\(\*[\s\S]*?\*\)|%[^\n]*)
    | (?P<cell>-1\b|\b[0-9]\b(?!\.[0-9])|\b(?:None|null|nil|NaN|nan|NA|_)\b)
    | (?P<between>[\s,;|&+.<>\[\](){}\\@])
    | (?P<other>[\w']+|.)
    """,
    re.VERBOSE,
)


@dataclass
class _Literal:
    """The places of the 81 cells of a grid."""

    spans: list[tuple[int, int]] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def blank(self) -> str:
        """How an empty cell is written."""
        blanks = Counter(text for text in self.texts if not re.search("[1-9]", text) or text == "-1")
        return blanks.most_common(1)[0][0]

    @property
    def has_blanks(self) -> bool:
        return any(not re.search("[1-9]", text) or text == "-1" for text in self.texts)


def has_grid(source: str) -> bool:
    """Whether a puzzle is written in the source."""
    return any(_used(_literals(source)))


def with_grid(source: str, grid_text: str) -> str | None:
    """The source with this grid in place of each puzzle; None if it has no puzzle."""
    literals = _used(_literals(source))
    if not literals:
        return None
    changes = []
    for literal in literals:
        digit_form = next((text for text in literal.texts if re.search("[1-9]", text) and text != "-1"), "1")
        for span, digit in zip(literal.spans, grid_text, strict=True):
            cell = literal.blank if digit == "0" else re.sub("[1-9]", digit, digit_form)
            changes.append((span, cell))
    parts, end = [], 0
    for (start, stop), cell in sorted(changes):
        parts += [source[end:start], cell]
        end = stop
    return "".join([*parts, source[end:]])


def _used(literals: Sequence[_Literal]) -> list[_Literal]:
    """The puzzles. Full grids are expected solutions, or grids to check."""
    return [literal for literal in literals if literal.has_blanks]


def _literals(source: str) -> list[_Literal]:
    found: list[_Literal] = []
    run = _Literal()
    for kind, start, end in _tokens(source):
        text = source[start:end]
        cells = _Literal()
        if kind == "cell":
            cells = _Literal([(start, end)], [text])
        elif kind == "string":
            cells = _cells_of_string(text, start)
            if len(cells.spans) == 81:
                found.append(cells)
                cells = _Literal()
        elif kind in ("between", "gap", "comment", "assign"):
            continue
        if cells.spans:
            run.spans += cells.spans
            run.texts += cells.texts
            if len(run.spans) < 81:
                continue
            if len(run.spans) == 81:
                found.append(run)
        run = _Literal()
    taken = {place for literal in found for place, _ in literal.spans}
    return [*found, *(each for each in _lines_of_cells(source) if each.spans[0][0] not in taken)]


_LINE_OF_CELLS = re.compile(r"(?m)^[ \t|]*(?:[0-9._*xX-][ \t|]*){9}$")
_BETWEEN_LINES = re.compile(r"[\s|+=-]*")


def _lines_of_cells(source: str) -> Iterator[_Literal]:
    """Nine lines with nine signs each: the text after __DATA__, or another form of a text of several lines."""
    run = _Literal()
    end = 0
    for line in _LINE_OF_CELLS.finditer(source):
        if not _BETWEEN_LINES.fullmatch(source, end, line.start()):
            run = _Literal()
        for cell in re.finditer("[0-9._*xX-]", line[0]):
            start = line.start() + cell.start()
            run.spans.append((start, start + 1))
            run.texts.append(cell[0])
        end = line.end()
        if len(run.spans) == 81:
            yield run
            run = _Literal()


def _tokens(source: str) -> Iterator[tuple[str, int, int]]:
    for match in _TOKEN.finditer(source):
        kind = match.lastgroup or "other"
        if kind == "comment" and match[0][0] in "%#-" and _is_code(match[0]):
            yield "other", match.start(), match.end()
        else:
            yield kind, match.start(), match.end()


def _is_code(comment: str) -> bool:
    """Whether a sign that begins a comment in another language is an operator here."""
    return comment.startswith(("#define", "#include"))


def _cells_of_string(text: str, start: int) -> _Literal:
    """The cells in a quoted text: one sign, nine or 81, perhaps with separators."""
    quotes = 3 if text[:3] in ('"""', "'''") else 2 if text.startswith("[[") else 1
    inner = text[quotes:-quotes]
    if quotes == 1 and len(inner) <= 1:
        if inner and inner not in _EMPTY_SIGNS + "0123456789 ":
            return _Literal()
        return _Literal([(start, start + len(text))], [text])
    inner_start = start + quotes
    masked = re.sub(r"\\[nrt]", lambda match: " " * len(match[0]), inner)
    signs = [(at, sign) for at, sign in enumerate(masked) if sign in "0123456789"]
    if not signs and not set(masked) & set(_EMPTY_SIGNS):
        return _Literal()
    if len(masked) in (9, 81) and re.fullmatch("[0-9 ]+", masked):
        return _literal_of(masked, inner_start, range(len(masked)))
    for empty in (_EMPTY_SIGNS, _EMPTY_SIGNS.replace("-", "")):  # a border has hyphens too
        places = [at for at, sign in enumerate(masked) if sign in "0123456789" or sign in empty]
        rest = re.sub(rf"[0-9{re.escape(empty)}\s|,;+=\-\[\]]", "", masked)
        if not rest and len(places) in (9, 81):
            return _literal_of(masked, inner_start, places)
    return _Literal()


def _literal_of(text: str, start: int, places: Sequence[int]) -> _Literal:
    return _Literal([(start + at, start + at + 1) for at in places], [text[at] for at in places])
