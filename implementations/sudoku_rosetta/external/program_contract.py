"""Reads the output of a program that obeys the program contract: a line of 81 digits for each solution, or at level
"count" one line with their number. Blank lines and lines that begin with # are ignored.
"""

from __future__ import annotations

import re
from typing import Any

from ..messages import Message
from .errors import SolverError, shown

_SOLUTION = re.compile(r"[0-9]{81}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,18}", re.ASCII)
_ROW = re.compile(r"[\W_]*(?:[0-9.][\W_]*){9}", re.ASCII)
_READ_ON = 200  # lines after one that cannot be read, to see how the program ends


class ContractReader:
    """Reads the lines of one run; after the first that is none of the contract's, only how it ends matters."""

    def __init__(self, numbers: bool) -> None:
        self._numbers = numbers
        self._line = 0
        self._bad: list[str] = []
        self._number_of_bad = 0

    @property
    def lost(self) -> bool:
        return len(self._bad) > _READ_ON

    @property
    def bad(self) -> str:
        return "\n".join(self._bad)

    def read(self, raw: bytes) -> str | int | None:
        self._line += 1
        line = raw.decode(errors="replace").strip("\ufeff \t\r")
        if not line or line.startswith("#"):
            return None
        if self._bad:
            self._bad.append(line[:200])
            return None
        if _SOLUTION.fullmatch(line):
            return line
        if self._numbers and _NUMBER.fullmatch(line):
            return int(line)
        self._bad.append(line[:200])
        self._number_of_bad = self._line
        return None

    def check(self) -> None:
        if not self._bad:
            return
        line = self._bad[0]
        expected = Message("program.number_or_lines_expected" if self._numbers else "program.lines_expected")
        terms: dict[str, Any] = {"number": self._number_of_bad, "line": shown(line), "expected": expected}
        if _ROW.fullmatch(line):
            message = Message("program.bad_line_row", **terms)
        elif line.isascii() and line.isdigit() and len(line) > 9:
            message = Message("program.bad_line_digits", digits=len(line), **terms)
        else:
            message = Message("program.bad_line", **terms)
        raise SolverError("unreadable", message, self.bad)
