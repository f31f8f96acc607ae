"""Arguments and return values of a Python function that solves grids.

Its argument has one of the FORMS: a string of 81 characters, 9 lists of 9 numbers, a list of 81 numbers, 9 lists of
9 characters ("." for an empty cell), or a numpy array of 9 by 9.

It may return:
 - a grid: a string of 81 characters or of 9 rows, 9 rows, 81 cells, or a numpy array of 9 by 9 or 81 cells;
 - several grids: a list, an array, a generator or lines of text;
 - None, False, "" or an empty list for no solution;
 - the number of solutions, at level "count";
 - True or None after it has filled its argument with the solution.

The return values are JSON values (see `runtime.worker_child.json_value`).
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
from .errors import SolverError, grid_error_message, quoted

LIST_ITEMS_PER_REQUEST = 100
"""The items of an iterator are requested one by one instead, since each may need a search."""


@dataclass(frozen=True)
class Form:
    """A format for the argument of a function."""

    convert: Callable[[str], Any]
    """Converts a string of 81 digits to the argument."""
    array: bool = False
    """Whether the worker converts the argument to a numpy array."""


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
"""In the order in which "auto" tries them."""


class CallResult:
    """The result of one call of a function: its answers, and whether it solved the grid in place."""

    def __init__(
        self,
        reply: Mapping[str, Any],
        argument_before: Any,
        next_items: Callable[[int], list[Any]] = lambda count: [],
        *,
        counts: bool = False,
    ) -> None:
        self._argument_before = argument_before
        argument = reply["argument"]
        returned = reply.get("returned", NotImplemented)
        self.in_place = _is_full(argument) and (
            returned is True or (returned is None and argument != argument_before)
        )
        if self.in_place:
            self.answers = _answers_in(argument, counts)
        elif "stream" in reply:
            count = LIST_ITEMS_PER_REQUEST if reply["stream"] in ("list", "tuple") else 1
            self.answers = _answers_of_items(_all_items(next_items, count))
        else:
            self.answers = _answers_in(returned, counts)

    def changed(self, argument: Any) -> bool:
        """Whether the argument after the call differs from the argument before it."""
        return bool(argument != self._argument_before)


def answers_of_value(returned: Any, *, counts: bool = False) -> Iterator[str | int]:
    """The solutions in a Python value, each as a string of 81 digits (0 for an empty cell), or their number."""
    calls = FunctionCalls(lambda _: returned)
    result = CallResult(calls.call(None), None, lambda count: calls.next_items(count)["items"], counts=counts)
    return result.answers


def _all_items(next_items: Callable[[int], list[Any]], count: int) -> Iterator[Any]:
    while items := next_items(count):
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
    """If the first item is a whole grid, all items are grids. Otherwise they are the cells or rows of one grid."""
    first = next(items, items)
    if first is items:
        return
    all_items = itertools.chain((first,), items)
    if _is_grid(first):
        for item in all_items:
            if item is None or isinstance(item, bool | int | dict):
                raise _unexpected(Message("answer_form.among_solutions", value=_kind(item)))
            yield _grid(item)
    else:
        yield _grid(list(itertools.islice(all_items, 82)))


def _is_grid(item: Any) -> bool:
    if isinstance(item, str):
        return len(item) > 20 or "\n" in item
    if isinstance(item, list):
        return len(item) == 81 or any(isinstance(cell, list) for cell in item) or _is_list_of_strings(item)
    return False


def _is_list_of_strings(item: list[Any]) -> bool:
    """Whether the rows are strings such as '530070000'."""
    return bool(item) and all(isinstance(cell, str) and len(cell) > 1 for cell in item)


def _grid(source: Any) -> str:
    for cell in _cells(source):
        if isinstance(cell, dict):
            raise _unexpected(Message("answer_form.among_cells", value=_kind(cell)))
    try:
        return "".join(map(str, digits_of(source)))
    except GridError as error:
        value = Message.verbatim(quoted(source)) if isinstance(source, str) else _kind(source)
        raise _unexpected(
            Message("answer_form.not_a_grid", value=value, why=grid_error_message(error))
        ) from None


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
