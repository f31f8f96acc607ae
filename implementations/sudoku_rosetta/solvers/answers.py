"""What a Python function of anyone's may be given as a grid, and what it may return.

Given, one of the FORMS: text of 81 characters, 9 lists of 9 numbers, one list of 81 numbers, 9 lists of 9
characters (empty is "."), a numpy array of 9 by 9.

Returned: a grid (text of 81, text of 9 rows, 9 rows, 81 cells, a numpy array of 9 by 9 or of 81), or several in
a list, an array, a generator, or lines of text; None, False, "" or an empty list for no solution; a number
where it counts. True, or None where the grid that was given is now full, mean that the answer is in the grid
that was given: that is how many a textbook solves.
"""

from __future__ import annotations

import importlib
import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from types import MappingProxyType
from typing import Any

from ..grid import GridError, digits_of
from .broke import SolverBroke, shown


def _rows(text: str) -> list[list[int]]:
    return [[int(digit) for digit in text[start : start + 9]] for start in range(0, 81, 9)]


def _characters(text: str) -> list[list[str]]:
    return [list(text[start : start + 9].replace("0", ".")) for start in range(0, 81, 9)]


def _array(text: str) -> Any:
    return importlib.import_module("numpy").array(_rows(text))


FORMS: MappingProxyType[str, Callable[[str], Any]] = MappingProxyType(
    {
        "str": lambda text: text,
        "rows": _rows,
        "flat": lambda text: [int(digit) for digit in text],
        "characters": _characters,
        "array": _array,
    }
)
"""In the order in which they are tried where none is named."""

EXPECTED = (
    "a solution (text of 81 digits, 9 rows of 9, a list or array of 81), several in a list or a generator, "
    "or None"
)
ATTENDU = (
    "une solution (texte de 81 chiffres, 9 lignes de 9, liste ou tableau de 81), plusieurs dans une liste ou "
    "un générateur, ou None"
)


def call(function: Callable[[Any], Any], text: str, form: str, *, counts: bool) -> Answered:
    """Call the function on a grid; its answers are there to be drawn one by one."""
    given = FORMS[form](text)
    before = _copy(given)
    returned = function(given)
    in_place = _is_full(given) and (returned is True or (returned is None and _differs(given, before)))
    return Answered(given, before, recognised(given if in_place else returned, counts=counts), in_place)


class Answered:
    """One call's answers; what became of the argument is known once they are drawn."""

    def __init__(self, given: Any, before: Any, answers: Iterator[str | int], in_place: bool) -> None:
        self._given = given
        self._before = before
        self.answers = answers
        self.in_place = in_place

    @property
    def changed(self) -> bool:
        return _differs(self._given, self._before)


def _copy(given: Any) -> Any:
    if isinstance(given, list):
        return [list(item) if isinstance(item, list) else item for item in given]
    return given if isinstance(given, str) else given.copy()


def _differs(given: Any, before: Any) -> bool:
    return bool(_plain(given) != _plain(before))


def _is_full(given: Any) -> bool:
    try:
        return not isinstance(given, str) and 0 not in digits_of(given)
    except GridError:
        return False


def recognised(returned: Any, *, counts: bool = False) -> Iterator[str | int]:
    """The solutions, each as a text of 81 digits (0 where a cell was left empty), or the number of them."""
    returned = _plain(returned)
    if returned is None or returned is False:
        return iter(())
    if isinstance(returned, str):
        return _of_text(returned)
    if isinstance(returned, int) and not isinstance(returned, bool):
        if counts:
            return iter((returned,))
        raise unexpected(f"the number {str(returned)[:20]}", f"le nombre {str(returned)[:20]}")
    if not isinstance(returned, Iterable) or isinstance(returned, Mapping | Set):
        if hasattr(type(returned), "__await__"):
            raise unexpected("a coroutine (async def)", "une coroutine (async def)")
        raise unexpected(_kind(returned), _kind(returned))
    return _of_items(iter(returned))


def _of_text(text: str) -> Iterator[str]:
    lines = text.split()
    if all(len(line) == 81 for line in lines):
        return (_grid(line) for line in lines)
    return iter((_grid(text),))


def _of_items(items: Iterator[Any]) -> Iterator[str]:
    """One grid where the first item is a cell or a row; one for each item where the first is a whole grid."""
    first = next(items, items)
    if first is items:
        return
    first = _listed(_plain(first))
    together = itertools.chain((first,), items)
    if _is_grid(first):
        for item in together:
            yield from _whole(_plain(item))
    else:
        yield _grid([_listed(_plain(item)) for item in itertools.islice(together, 82)])


def _is_grid(item: Any) -> bool:
    if isinstance(item, str):
        return len(item) > 20 or "\n" in item
    if isinstance(item, list | tuple):
        return len(item) == 81 or any(isinstance(_plain(cell), list | tuple) for cell in item) or _texts(item)
    return False


def _texts(item: list[Any] | tuple[Any, ...]) -> bool:
    """Rows written as texts, '530070000'."""
    return bool(item) and all(isinstance(cell, str) and len(cell) > 1 for cell in item)


def _whole(item: Any) -> Iterator[str]:
    if item is None or isinstance(item, bool | int):
        raise unexpected(f"{_kind(item)} among the solutions", f"{_kind(item)} parmi les solutions")
    yield _grid(item)


def _listed(item: Any) -> Any:
    return list(itertools.islice(item, 82)) if isinstance(item, Iterator) else item


def _grid(source: Any) -> str:
    try:
        return "".join(map(str, digits_of(_listed(source))))
    except GridError as error:
        what = shown(source) if isinstance(source, str) else _kind(source)
        raise unexpected(f"{what} ({error})", f"{what} ({error})") from None


def unexpected(came: str, venu: str) -> SolverBroke:
    return SolverBroke(
        "unreadable",
        f"the function returned {came}; expected: {EXPECTED}",
        f"la fonction a renvoyé {venu}; attendu: {ATTENDU}",
    )


def _plain(item: Any) -> Any:
    """Python's own for numpy's, without importing it."""
    if isinstance(item, bytes | bytearray):
        return item.decode("ascii", "replace")
    tolist = getattr(item, "tolist", None)
    return tolist() if callable(tolist) else item


def _kind(value: object) -> str:
    if value is None or isinstance(value, bool):
        return repr(value)
    return f"a {type(value).__name__[:40]}" + (f" of {len(value)}" if isinstance(value, list | tuple) else "")
