"""Finds the faults of a solution."""

from __future__ import annotations

from collections.abc import Iterator

from ..messages import Message

_UNITS: list[tuple[Message, list[int]]] = [
    *((Message("unit.row", number=n + 1), list(range(9 * n, 9 * n + 9))) for n in range(9)),
    *((Message("unit.column", number=n + 1), list(range(n, 81, 9))) for n in range(9)),
    *(
        (
            Message("unit.square", number=n + 1),
            [27 * (n // 3) + 3 * (n % 3) + 9 * (p // 3) + p % 3 for p in range(9)],
        )
        for n in range(9)
    ),
]


def format_fault(line: str) -> Message | None:
    """Why the line is not 81 digits; None if it is."""
    if len(line) == 81 and line.isascii() and line.isdigit():
        return None
    return Message("line.not_digits", line=line if len(line) <= 90 else line[:87] + "...")


def solution_fault(line: str, grid: str) -> Message | None:
    """Why these 81 digits are not a solution of the grid; None if they are."""
    return next(_faults(line, grid), None)


def _faults(line: str, grid: str) -> Iterator[Message]:
    if line == grid and "0" in grid:
        yield Message("line.unchanged")
    for cell, (digit, clue) in enumerate(zip(line, grid, strict=True)):
        if clue not in ("0", digit):
            row, column = cell // 9 + 1, cell % 9 + 1
            yield Message("line.clue_changed", row=row, column=column, clue=clue, mine=digit, line=line)
    if "0" in line:
        row, column = line.index("0") // 9 + 1, line.index("0") % 9 + 1
        yield Message("line.empty_cells", number=line.count("0"), row=row, column=column, line=line)
    for unit, cells in _UNITS:
        digits = [line[cell] for cell in cells]
        twice = next((digit for digit in digits if digit != "0" and digits.count(digit) > 1), None)
        if twice is not None:
            yield Message("line.digit_twice", digit=twice, unit=unit, line=line)
