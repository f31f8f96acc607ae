"""Parses the output of a program that follows the program contract: a line of 81 digits for each solution, or at
level "count" one line with their number. Blank lines and lines that begin with # are ignored.
"""

from __future__ import annotations

import re
from typing import Any

from ..messages import Message
from .errors import SolverError, quoted

_SOLUTION = re.compile(r"[0-9]{81}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,18}", re.ASCII)
_ROW = re.compile(r"[\W_]*(?:[0-9.][\W_]*){9}", re.ASCII)
_MAX_INVALID_LINES = 200
"""After an invalid line, up to this many more are read, since the exit code or a limit may explain the failure."""


class ContractReader:
    """Parses the lines of one run. After the first invalid line, the rest is only kept for the error message."""

    def __init__(self, numbers: bool) -> None:
        self._numbers = numbers
        self._line_number = 0
        self._invalid: list[str] = []
        self._first_invalid = 0

    @property
    def must_stop(self) -> bool:
        """Whether there are too many invalid lines, so that the program should be ended."""
        return len(self._invalid) > _MAX_INVALID_LINES

    @property
    def invalid_lines(self) -> str:
        return "\n".join(self._invalid)

    def read(self, raw: bytes) -> str | int | None:
        """Return the solution or number in a line, or None."""
        self._line_number += 1
        line = raw.decode(errors="replace").strip("\ufeff \t\r")
        if not line or line.startswith("#"):
            return None
        if self._invalid:
            self._invalid.append(line[:200])
            return None
        if _SOLUTION.fullmatch(line):
            return line
        if self._numbers and _NUMBER.fullmatch(line):
            return int(line)
        self._invalid.append(line[:200])
        self._first_invalid = self._line_number
        return None

    def check(self) -> None:
        """Raise SolverError if a line was invalid."""
        if not self._invalid:
            return
        line = self._invalid[0]
        expected = Message("program.number_or_lines_expected" if self._numbers else "program.lines_expected")
        values: dict[str, Any] = {"number": self._first_invalid, "line": quoted(line), "expected": expected}
        if _ROW.fullmatch(line):
            message = Message("program.bad_line_row", **values)
        elif line.isascii() and line.isdigit() and len(line) > 9:
            message = Message("program.bad_line_digits", digits=len(line), **values)
        else:
            message = Message("program.bad_line", **values)
        raise SolverError("unreadable", message, self.invalid_lines)
