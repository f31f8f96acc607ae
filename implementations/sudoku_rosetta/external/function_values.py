"""What a Python function of anyone's is given as a grid, and what its answers mean.

It is given one of the FORMS: text of 81 characters, 9 lists of 9 numbers, one list of 81 numbers, 9 lists of 9
characters (empty is "."), a numpy array of 9 by 9.

It returns a grid (text of 81, text of 9 rows, 9 rows, 81 cells, a numpy array of 9 by 9 or of 81), or several in
a list, an array, a generator, or lines of text; None, False, "" or an empty list for no solution; a number if it
counts. True, or None where its argument is now full, mean that the answer is in its argument.

The values are those of `runtime.worker_child.plain`: as JSON has them.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from ..grid import GridError, digits_of
from ..messages import Message
from ..runtime.worker_child import FunctionCalls
from .errors import SolverError, not_a_grid, shown

ITEMS = 100
"""Items of a list that are asked for at once; of an iterator one, since each may take a search."""


@dataclass(frozen=True)
class Form:
    """A way to write a grid as a function's argument."""

    value: Callable[[str], Any]
    array: bool = False
    """Whether it becomes a numpy array."""


def _rows(text: str) -> list[list[int]]:
    return [[int(digit) for digit in text[start : start + 9]] for start in range(0, 81, 9)]


def _characters(text: str) -> list[list[str]]:
    return [list(text[start : start + 9].replace("0", ".")) for start in range(0, 81, 9)]


FORMS: MappingProxyType[str, Form] = MappingProxyType(
    {
        "str": Form(lambda text: text),
        "rows": Form(_rows),
        "flat": Form(lambda text: [int(digit) for digit in text]),
        "characters": Form(_characters),
        "array": Form(_rows, array=True),
    }
)
"""In the order in which they are tried if none is named."""


class Called:
    """One call of a function: what it returned, drawn item by item, and what became of its argument."""

    def __init__(
        self,
        reply: Mapping[str, Any],
        given: Any,
        draw: Callable[[int], list[Any]] = lambda count: [],
        *,
        counts: bool = False,
    ) -> None:
        self._given = given
        argument = reply["argument"]
        returned = reply.get("returned", NotImplemented)
        self.in_place = _is_full(argument) and (returned is True or (returned is None and argument != given))
        if self.in_place:
            self.answers = _answers_in(argument, counts)
        elif "stream" in reply:
            at_once = ITEMS if reply["stream"] in ("list", "tuple") else 1
            self.answers = _answers_of_items(_drawn(draw, at_once))
        else:
            self.answers = _answers_in(returned, counts)

    def changed(self, argument: Any) -> bool:
        """Whether its argument, as it is now, differs from what was given."""
        return bool(argument != self._given)


def answers_of_value(returned: Any, *, counts: bool = False) -> Iterator[str | int]:
    """The solutions in a Python value, each as a text of 81 digits (0: an empty cell), or their number."""
    calls = FunctionCalls(lambda _: returned)
    return Called(calls.call(None), None, lambda count: calls.draw(count)["items"], counts=counts).answers


def _drawn(draw: Callable[[int], list[Any]], at_once: int) -> Iterator[Any]:
    while items := draw(at_once):
        yield from items


def _is_full(argument: Any) -> bool:
    try:
        return isinstance(argument, list) and 0 not in digits_of(argument)
    except GridError:
        return False


def _answers_in(returned: Any, counts: bool) -> Iterator[str | int]:
    if returned is None or returned is False:
        return iter(())
    if isinstance(returned, str):
        return _answers_of_text(returned)
    if isinstance(returned, int) and not isinstance(returned, bool):
        if counts:
            return iter((returned,))
        raise _unexpected(Message("answer_form.number", number=str(returned)[:20]))
    if not isinstance(returned, list):
        raise _unexpected(_kind(returned))
    return _answers_of_items(iter(returned))


def _answers_of_text(text: str) -> Iterator[str]:
    lines = text.split()
    if all(len(line) == 81 for line in lines):
        return (_grid(line) for line in lines)
    return iter((_grid(text),))


def _answers_of_items(items: Iterator[Any]) -> Iterator[str]:
    """One grid where the first item is a cell or a row; one for each item where the first is a whole grid."""
    first = next(items, items)
    if first is items:
        return
    together = itertools.chain((first,), items)
    if _is_grid(first):
        for item in together:
            if item is None or isinstance(item, bool | int | dict):
                raise _unexpected(Message("answer_form.among_solutions", value=_kind(item)))
            yield _grid(item)
    else:
        yield _grid(list(itertools.islice(together, 82)))


def _is_grid(item: Any) -> bool:
    if isinstance(item, str):
        return len(item) > 20 or "\n" in item
    if isinstance(item, list):
        return len(item) == 81 or any(isinstance(cell, list) for cell in item) or _is_list_of_texts(item)
    return False


def _is_list_of_texts(item: list[Any]) -> bool:
    """Rows written as texts, '530070000'."""
    return bool(item) and all(isinstance(cell, str) and len(cell) > 1 for cell in item)


def _grid(source: Any) -> str:
    for cell in _cells(source):
        if isinstance(cell, dict):
            raise _unexpected(Message("answer_form.among_cells", value=_kind(cell)))
    try:
        return "".join(map(str, digits_of(source)))
    except GridError as error:
        value = Message.verbatim(shown(source)) if isinstance(source, str) else _kind(source)
        raise _unexpected(Message("answer_form.not_a_grid", value=value, why=not_a_grid(error))) from None


def _cells(source: Any) -> Iterator[Any]:
    for row in source if isinstance(source, list) else ():
        yield from row if isinstance(row, list) else (row,)


def _unexpected(value: Message) -> SolverError:
    return SolverError("unreadable", Message("answer_form.unexpected", value=value))


def _kind(value: object) -> Message:
    if value is None or isinstance(value, bool):
        return Message.verbatim(repr(value))
    if isinstance(value, list):
        return Message("answer_form.list", length=len(value))
    name = value["type"] if isinstance(value, dict) else type(value).__name__
    if isinstance(value, dict) and name == "int":
        return Message("answer_form.long_number")
    return Message("answer_form.type", type=name)
