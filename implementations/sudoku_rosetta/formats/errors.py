"""The errors of puzzle files: a code and an English sentence each. The French ones are in messages/fr.toml."""

from __future__ import annotations

from ..grid import GridError

SHOWN_CHARACTERS = 30
"""Characters of a line that an error shows."""

SHOWN_NAMES = 12
"""Names of columns that an error shows."""


def no_grid() -> GridError:
    return GridError(
        "no grid found: expected one line of 81 characters per grid, or 9 rows of 9", code="formats.no_grid"
    )


def damaged(reason: object) -> GridError:
    return GridError(f"damaged compressed file: {reason}", code="formats.damaged", reason=str(reason))


def not_text(reason: str) -> GridError:
    return GridError(f"not a text file: {reason}", code="formats.not_text", reason=reason)


def long_line(line: int, most: int) -> GridError:
    return GridError(
        f"line {line} is longer than {most:,} characters: not a file of grids",
        code="formats.long_line",
        line=line,
        most=most,
    )


def web_page() -> GridError:
    return GridError(
        "a web page, not a file of grids: copy the grids into a text file", code="formats.web_page"
    )


def not_xml(reason: object) -> GridError:
    return GridError(f"not valid XML: {reason}", code="formats.not_xml", reason=str(reason))


def not_json(reason: object) -> GridError:
    return GridError(f"not valid JSON: {reason}", code="formats.not_json", reason=str(reason))


def no_key(key: str) -> GridError:
    key = ascii(key)[1:-1]
    return GridError(f'the JSON object has no key "{key}"', code="formats.no_key", key=key)


def no_grid_in_json() -> GridError:
    return GridError("the JSON value contains no grid", code="formats.no_grid_in_json")


def other_size(size: int) -> GridError:
    return GridError(f"a {size}x{size} grid; only 9x9 grids are read", code="formats.other_size", size=size)


def rounded(text: str) -> GridError:
    return GridError(
        f"a spreadsheet has rounded the grid to {text}, which lost its digits: "
        "take the original file, and import this column as text",
        code="formats.rounded",
        text=text,
    )


def lost_zeros(digits: int) -> GridError:
    return GridError(
        f"{digits} digits, {81 - digits} missing: a spreadsheet may have removed zeros from the start; "
        "take the original file, and import this column as text",
        code="formats.lost_zeros",
        digits=digits,
        missing=81 - digits,
    )


def no_column(name: str, names: list[str]) -> GridError:
    known = ", ".join(ascii(each[:SHOWN_CHARACTERS])[1:-1] for each in names[:SHOWN_NAMES]) or "none"
    name = ascii(name)[1:-1]
    return GridError(
        f"no column {name}; the columns are: {known}", code="formats.no_column", name=name, names=known
    )


def not_a_table(name: str) -> GridError:
    name = ascii(name)[1:-1]
    return GridError(
        f"this line has no column {name}: --column is for tables (CSV) and JSON",
        code="formats.not_a_table",
        name=name,
    )


def no_cells_in_column(name: str, text: str) -> GridError:
    name, shown = ascii(name)[1:-1], _short(text)
    return GridError(
        f"column {name} holds {shown}, which is not 81 cells", code="formats.column", name=name, text=shown
    )


def unexpected(text: str) -> GridError:
    shown = _short(text)
    return GridError(
        f"{shown} is not part of a grid (without --strict such a line is skipped)",
        code="formats.unexpected",
        text=shown,
    )


def _short(text: str) -> str:
    return ascii(text if len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS]}...")
