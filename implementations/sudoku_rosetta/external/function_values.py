"""Answers of a function: what it returns, the grid that it fills in place, or what it prints.

A function may return:
 - a grid: a string of 81 characters or of 9 rows, 9 rows, 81 cells, a dictionary by square, or a numpy array;
 - a grid after True or another flag: (True, grid);
 - several grids: a list, an array, a generator or lines of text;
 - None, False, "" or an empty list for no solution;
 - the number of solutions, at level "count".

The values are JSON values (see `runtime.worker_child.json_value`). An empty cell of an answer is 0 in the string of
81 digits.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..grid import GridError, digits_of
from ..messages import Message
from ..runtime.worker_child import FunctionCalls
from .errors import SolverError, exception_error, grid_error_message, quoted
from .parse import answers_in, printed_grids

LIST_ITEMS_PER_REQUEST = 100
"""The items of an iterator are requested one by one instead, since each may need a search."""
MAX_LINES_OF_GRID = 20
"""With borders and empty lines."""
IN_PLACE = ("in place", "in place and returned")


class CallResult:
    """The result of one call: its answers, and where they were found (see `Reading.answer`)."""

    def __init__(
        self,
        reply: Mapping[str, Any],
        argument_before: Any,
        next_items: Callable[[int], list[Any]] = lambda count: [],
        *,
        grid_text: str = "",
        answer: str = "auto",
        counts: bool = False,
    ) -> None:
        self._reply = reply
        self._argument_before = argument_before
        self._argument = reply.get("argument")
        self.answer = self._found() if answer == "auto" else answer
        if "error" in reply and not self._is_answered_in_spite_of_the_error():
            raise exception_error(reply["error"])
        if self.answer.startswith("printed"):
            lines = answers_in(str(reply.get("printed", "")), grid_text)
            self.answers: Iterator[str | int] = iter(lines[-1:] if self.answer == "printed last" else lines)
        elif self.answer == "in place":
            self.answers = self._answers_in_place()
        elif "stream" in reply:
            count = LIST_ITEMS_PER_REQUEST if reply["stream"] in ("list", "tuple") else 1
            self.answers = _answers_of_items(_all_items(next_items, count))
        else:
            self.answers = _answers_in(reply.get("returned"), counts)

    @property
    def in_place(self) -> bool:
        """Whether it is the way of the function to fill its argument."""
        return self.answer in IN_PLACE

    def changed(self, argument: Any) -> bool:
        """Whether the argument after the call differs from the argument before it."""
        return bool(argument != self._argument_before)

    def _found(self) -> str:
        returned = self._reply.get("returned")
        filled = self._argument if _is_full(self._argument) else None
        if "stream" in self._reply:
            return "returned"
        if complete := _complete_grids(returned):
            is_same = filled is not None and self.changed(filled) and complete == [_grid(filled)]
            return "in place and returned" if is_same else "returned"
        if filled is not None and (returned is True or returned == 1 or self.changed(filled)):
            return "in place"
        if _is_printed(str(self._reply.get("printed", ""))):
            return "printed"
        return "returned"

    def _is_answered_in_spite_of_the_error(self) -> bool:
        """Whether the answer was complete before an exception, such as that of exit() or of input()."""
        if self.answer.startswith("printed"):
            return _is_printed(str(self._reply.get("printed", "")))
        return self.answer == "in place" and _is_full(self._argument) and self.changed(self._argument)

    def _answers_in_place(self) -> Iterator[str | int]:
        returned = self._reply.get("returned")
        if returned is False or (returned == 0 and isinstance(returned, int)):
            return iter(())
        return iter((_grid(self._argument),))


def answers_of_value(returned: Any, *, counts: bool = False) -> Iterator[str | int]:
    """The solutions in a Python value, each as a string of 81 digits (0 for an empty cell), or their number."""
    calls = FunctionCalls(lambda _: returned)
    result = CallResult(
        calls.call("FUNCTION(GRID)", None),
        None,
        lambda count: calls.next_items(count)["items"],
        counts=counts,
    )
    return result.answers


def _all_items(next_items: Callable[[int], list[Any]], count: int) -> Iterator[Any]:
    while items := next_items(count):
        yield from items


def _is_full(argument: Any) -> bool:
    try:
        return isinstance(argument, list | str) and "0" not in _grid(argument)
    except SolverError:
        return False


def _is_printed(text: str) -> bool:
    """Whether a complete grid was printed."""
    return any("0" not in grid for grid in printed_grids(text))


def printed_solution(text: str, grid_text: str) -> str | None:
    """A solution of the grid in a text that may begin in the middle of a grid."""
    lines = text.splitlines()
    for start in range(min(len(lines), MAX_LINES_OF_GRID)):
        for part in (lines[start:], lines[start : start + 9]):
            for found in printed_grids("\n".join(part)):
                if _is_solution(found, grid_text):
                    return found
    return None


def _is_solution(cells: str, grid_text: str) -> bool:
    rows = [cells[start : start + 9] for start in range(0, 81, 9)]
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    boxes = ["".join(row[c : c + 3] for row in rows[r : r + 3]) for r in (0, 3, 6) for c in (0, 3, 6)]
    keeps_clues = all(clue in ("0", cell) for clue, cell in zip(grid_text, cells, strict=True))
    return keeps_clues and all(set(unit) == set("123456789") for unit in (*rows, *columns, *boxes))


def _complete_grids(returned: Any) -> list[str]:
    try:
        found = list(itertools.islice(_answers_in(returned, False), 100))
    except SolverError:
        return []
    return [line for line in found if isinstance(line, str) and "0" not in line]


def _answers_in(returned: Any, counts: bool) -> Iterator[str | int]:
    if returned is None or returned is False:
        return iter(())
    if isinstance(returned, str):
        return _answers_of_text(returned)
    if isinstance(returned, int) and not isinstance(returned, bool):
        if counts:
            return iter((returned,))
        if returned in (0, -1):  # as a search says that it found nothing
            return iter(())
        raise _unexpected(Message("answer_form.number", number=str(returned)[:20]))
    if not isinstance(returned, list):
        raise _unexpected(_kind(returned))
    return _answers_of_items(iter(_without_flags(returned)))


def _without_flags(returned: list[Any]) -> list[Any]:
    """The grid or the list of grids in a pair such as (True, grid) or (grids, 12); nothing if the flag is False."""
    parts = [item for item in returned if isinstance(item, list) or _is_grid(item)]
    flags = [item for item in returned if isinstance(item, bool)]
    numbers = [item for item in returned if isinstance(item, int | float)]
    if len(parts) != 1 or not 2 <= len(returned) <= 5 or len(parts) + len(numbers) != len(returned):
        return returned
    if not flags and not isinstance(returned[0], list):
        return returned
    if flags and not flags[0]:
        return []
    return parts if _is_grid(parts[0]) else parts[0]


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
        return "".join(map(str, digits_of(_with_usual_cells(source))))
    except GridError as error:
        value = Message.verbatim(quoted(source)) if isinstance(source, str) else _kind(source)
        raise _unexpected(
            Message("answer_form.not_a_grid", value=value, why=grid_error_message(error))
        ) from None


def _with_usual_cells(source: Any) -> Any:
    """The grid with 0 for cells that hold -1, "", a space, a dash or several candidates, and the digit for a list
    of one."""
    if isinstance(source, str) and len(source) in (9, 81):
        return source.replace(" ", "0").replace("-", "0")
    if not isinstance(source, list) or len(source) not in (9, 81):
        return source
    return [
        [_usual_cell(cell) for cell in row] if isinstance(row, list) and len(row) == 9 else _usual_cell(row)
        for row in source
    ]


def _usual_cell(cell: Any) -> Any:
    if isinstance(cell, list):
        return cell[0] if len(cell) == 1 else cell
    if isinstance(cell, str) and len(cell) == 9:
        return _with_usual_cells(cell)
    if isinstance(cell, str) and (len(cell) != 1 or cell in "- "):
        return 0
    return 0 if cell == -1 else cell


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
