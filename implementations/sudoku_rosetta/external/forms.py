"""The forms in which solvers take their grid: as a value, as text on standard input, or written in the source.

A form is given by its code: a name, and after a colon the sign or value for an empty cell if it is not the first
one of the form: "rows", "rows:-1", "text:.", "lines:space". `recognise` tries them, `languages.toml` refers to
them, and the documentation lists them.

>>> value_of("rows:-1", "5" + "0" * 80)[0]
[5, -1, -1, -1, -1, -1, -1, -1, -1]
>>> input_of("spaced", "5" + "0" * 80).splitlines()[0]
'5 0 0 0 0 0 0 0 0'
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True)
class Form:
    """One form: how to convert 81 digits, and the usual values for an empty cell, the first of them by default."""

    convert: Callable[[str, Any], Any]
    blanks: tuple[str, ...]
    array: bool = False
    """Whether Python needs a numpy array."""


def _rows(cells: list[Any]) -> list[list[Any]]:
    return [cells[start : start + 9] for start in range(0, 81, 9)]


def _numbers(text: str, blank: Any) -> list[Any]:
    return [blank if digit == "0" else int(digit) for digit in text]


def _signs(text: str, blank: Any) -> list[str]:
    return [blank if digit == "0" else digit for digit in text]


def _lines(text: str, blank: Any, between: str = "") -> list[str]:
    return [between.join(row) for row in _rows(_signs(text, blank))]


def _by_square(cells: list[Any]) -> dict[str, Any]:
    names = (row + column for row in "ABCDEFGHI" for column in "123456789")
    return dict(zip(names, cells, strict=True))


VALUES: Mapping[str, Form] = MappingProxyType(
    {
        "rows": Form(lambda text, blank: _rows(_numbers(text, blank)), ("0", "-1", "None")),
        "characters": Form(
            lambda text, blank: _rows(_signs(text, blank)), (".", "0", "space", "nothing", "-")
        ),
        "text": Form(lambda text, blank: "".join(_signs(text, blank)), ("0", ".", "space", "-")),
        "flat": Form(_numbers, ("0", "-1", "None")),
        "flat-characters": Form(_signs, (".", "0", "space")),
        "lines": Form(_lines, ("0", ".", "space", "-")),
        "text-lines": Form(lambda text, blank: "\n".join(_lines(text, blank)), ("0", ".")),
        "tuples": Form(lambda text, blank: tuple(map(tuple, _rows(_numbers(text, blank)))), ("0",)),
        "array": Form(lambda text, blank: _rows(_numbers(text, blank)), ("0", "nan"), array=True),
        "squares": Form(lambda text, blank: _by_square(_signs(text, blank)), (".", "0")),
        "square-numbers": Form(lambda text, blank: _by_square(_numbers(text, blank)), ("0",)),
    }
)
"""The forms of a value given to a function, in the order in which they are tried."""
INPUTS: Mapping[str, Form] = MappingProxyType(
    {
        "line": Form(lambda text, blank: "".join(_signs(text, blank)) + "\n", ("0", ".")),
        "nine-lines": Form(lambda text, blank: "\n".join(_lines(text, blank)) + "\n", ("0", ".")),
        "spaced": Form(lambda text, blank: "\n".join(_lines(text, blank, " ")) + "\n", ("0", ".", "_")),
        "numbers": Form(lambda text, blank: "\n".join(_signs(text, blank)) + "\n", ("0",)),
        "csv": Form(lambda text, blank: "\n".join(_lines(text, blank, ",")) + "\n", ("0", "nothing")),
        "commas": Form(lambda text, blank: ",".join(_signs(text, blank)) + "\n", ("0", ".")),
        "sized": Form(lambda text, blank: "9\n" + "\n".join(_lines(text, blank, " ")) + "\n", ("0",)),
        "sized-twice": Form(lambda text, blank: "9 9\n" + "\n".join(_lines(text, blank, " ")) + "\n", ("0",)),
        "headed": Form(lambda text, blank: "Grid 01\n" + "\n".join(_lines(text, blank)) + "\n", ("0",)),
        "list": Form(lambda text, blank: f"{_rows(_numbers(text, 0))}\n", ("0",)),
    }
)
"""The forms of text that a program reads, in the order in which they are tried."""
_NUMERIC = ("rows", "flat", "tuples", "array", "square-numbers")
_BLANK_NUMBERS: Mapping[str, Any] = MappingProxyType({"0": 0, "-1": -1, "None": None, "nan": float("nan")})
_BLANK_SIGNS: Mapping[str, str] = MappingProxyType({"space": " ", "nothing": ""})


def value_of(code: str, grid_text: str) -> Any:
    """The grid as a value. A numpy array is a list of lists here."""
    name, blank = split_code(code)
    value = _BLANK_NUMBERS[blank] if name in _NUMERIC else _BLANK_SIGNS.get(blank, blank)
    return VALUES[name].convert(grid_text, value)


def input_of(code: str, grid_text: str) -> str:
    """The grid as the text of a program's input."""
    name, blank = split_code(code)
    return str(INPUTS[name].convert(grid_text, _BLANK_SIGNS.get(blank, blank)))


def codes(forms: Mapping[str, Form]) -> list[str]:
    """All codes of a table: first each form with its usual sign for an empty cell, then the others."""
    first = list(forms)
    return first + [f"{name}:{blank}" for name, form in forms.items() for blank in form.blanks[1:]]


def is_code(code: str, forms: Mapping[str, Form]) -> bool:
    """Whether the text is the code of a form in this table."""
    return code in codes(forms) or code in {f"{name}:{form.blanks[0]}" for name, form in forms.items()}


def split_code(code: str) -> tuple[str, str]:
    """The name of the form, and the sign or value of an empty cell."""
    name, colon, blank = code.partition(":")
    return name, blank if colon else default_blank(code)


def default_blank(code: str) -> str:
    """The usual sign or value of an empty cell."""
    return _ALL[code.partition(":")[0]].blanks[0]


_ALL = {**VALUES, **INPUTS}
