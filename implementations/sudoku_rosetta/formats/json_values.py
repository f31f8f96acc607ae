"""Finds the grids in JSON: a value on each line, or one document with several grids on many lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from ..grid import Grid, GridError
from . import errors
from .cells import cells_of
from .tables import PUZZLE_NAMES, SOLUTION_NAMES

STARTS_JSON = re.compile(r"""\s*(?:[{"]|\[\s*(?:["'\d\[{]|null|None|$))""")
"""The beginning of an object, a string, or a list. "[Puzzle]" is a section of a .sdk file."""
MAX_DEPTH = 60
KEYS = (
    "grid",
    *(name for name in PUZZLE_NAMES if name != "grid"),
    "input",
    "initial",
    "start",
    "mission",
    "value",
)


class IncompleteError(ValueError):
    """The text is the beginning of a JSON value."""


def value_of(text: str) -> object:
    """Parse JSON, or a Python list. Raise IncompleteError if more lines may complete it, or GridError."""
    import json

    text = text.strip()
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        if error.pos >= len(text) or error.msg.startswith("Unterminated string"):
            raise IncompleteError(str(error)) from None
        stripped = text.removesuffix(",")
        if "'" in text and '"' not in text:
            stripped = stripped.replace("'", '"')
        if "None" in text:
            stripped = stripped.replace("None", "null")
        if stripped != text:
            return value_of(stripped)
        raise errors.not_json(error) from None
    except (ValueError, RecursionError) as error:
        raise errors.not_json(error) from None


_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')


def open_brackets(text: str) -> int:
    """The number of brackets that are opened and not closed in a line."""
    outside = _STRING.sub("", text)
    return sum(map(outside.count, "[{")) - sum(map(outside.count, "]}"))


def row_of(value: object) -> str | None:
    """Return nine cells if the value is a list of them: a row of a Python program, one on each line."""
    if not isinstance(value, list) or len(value) != 9 or any(isinstance(cell, list | dict) for cell in value):
        return None
    cells = ["." if cell in (None, "", " ", -1) else str(cell) for cell in value]
    return "".join(cells) if all(len(cell) == 1 for cell in cells) else None


def grids_of(value: object, key: str | None = None) -> Iterator[Grid | GridError]:
    """Yield the grids in a JSON value, or one error if there are none."""
    found = False
    try:
        for source in _sources(value, key, 0):
            found = True
            yield _grid_or_error(source)
    except _NoKeyError as error:
        found = True
        yield errors.no_key(str(error))
    if not found:
        yield errors.no_grid_in_json()


class _NoKeyError(Exception):
    pass


def _grid_or_error(source: object) -> Grid | GridError:
    if isinstance(source, str) and (cells := cells_of(source)) is not None:
        source = cells
    elif isinstance(source, list):
        source = _without_minus_one(source)
    try:
        return Grid(source)
    except GridError as error:
        return error.with_traceback(None)


def _without_minus_one(items: list[object]) -> list[object]:
    return [
        _without_minus_one(item) if isinstance(item, list) else 0 if item == -1 or item is False else item
        for item in items
    ]


def _sources(value: object, key: str | None, depth: int) -> Iterator[object]:
    """The parts of a value that stand for grids."""
    if depth > MAX_DEPTH:
        return
    if isinstance(value, dict):
        yield from _sources_in_object(value, key, depth)
    elif isinstance(value, list) and not _is_grid(value) and not _is_flat(value):
        for plain, items in groupby(value, _is_plain):
            if plain and depth == 0:
                yield list(items)  # the cells of a list without its brackets, or an error
            elif not plain:
                for item in items:
                    yield from _sources(item, key, depth + 1)
    else:
        yield value


def _sources_in_object(value: dict[str, object], key: str | None, depth: int) -> Iterator[object]:
    names = {name.lower(): name for name in value}
    if key is not None and key.lower() in names:
        yield value[names[key.lower()]]
        return
    named = [names[name] for name in KEYS if name in names]
    chosen = next((name for name in named if _is_grid(value[name])), None)
    if chosen is None and "grid" in names and not isinstance(value[names["grid"]], dict):
        chosen = names["grid"]
    if chosen is not None and key is None:
        yield value[chosen]
        return
    others = [item for name, item in value.items() if name.lower() not in SOLUTION_NAMES]
    grids = [item for item in others if _is_grid(item)]
    nested = [
        item for item in others if isinstance(item, list | dict) and not _is_grid(item) and not _is_flat(item)
    ]
    if grids and key is None:
        yield grids[0]
    elif nested:
        for item in nested:
            yield from _sources(item, key, depth + 1)
    elif depth == 0 or key is not None:
        raise _NoKeyError(key or "grid")


def _is_plain(value: object) -> bool:
    """Whether a value can be neither a grid nor contain one."""
    return not isinstance(value, list | dict) and not (isinstance(value, str) and len(value) > 1)


def _is_grid(value: object) -> bool:
    """Whether a value has the size of a grid."""
    if isinstance(value, str):
        return cells_of(value) is not None
    if not isinstance(value, list):
        return False
    if len(value) == 81:
        return not any(
            isinstance(item, list | dict) or (isinstance(item, str) and len(item) > 1) for item in value
        )
    return len(value) == 9 and all(isinstance(row, str | list) and len(row) == 9 for row in value)


def _is_flat(value: object) -> bool:
    """Whether a value is a list without lists, objects and grids: a list of words or numbers."""
    return isinstance(value, list) and not any(
        isinstance(item, list | dict) or _is_grid(item) for item in value
    )
