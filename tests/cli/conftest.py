"""Run the program as a user does: as a subprocess, with its output and exit code."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from naming import naming
from waiting import HANG_GUARD_S

EXAMPLES = Path(__file__).parents[2] / "examples" / "solvers"
PROGRAM = (sys.executable, "-m", "sudoku_rosetta")


@dataclass(frozen=True)
class Ended:
    """The result of a run of the program."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()

    def refuses(self, *parts: object) -> bool:
        """Whether it has exit code 2, no output, and a one-line error that mentions each part."""
        return (self.code, self.out) == (2, "") and self.complains(*parts)

    def complains(self, *parts: object) -> bool:
        """Whether the error is one line that mentions each part."""
        one_line = self.err.count("\n") == 1 and self.err.endswith("\n")
        return one_line and bool(re.search(naming(*parts), self.err))


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Ended]:
    """Run the program in an empty folder; `stdin` is text or bytes."""

    def run(*arguments: str, stdin: str | bytes = b"") -> Ended:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [*PROGRAM, *arguments],
            input=given,
            capture_output=True,
            cwd=tmp_path,
            timeout=HANG_GUARD_S,
            check=False,
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def mine(tmp_path: Path) -> str:
    """The SPEC of an external function that returns all solutions; `mine.py:first` returns one."""
    text = (EXAMPLES / "python" / "solver.py").read_text()
    first = "\n\ndef first(grid):\n    return next(solve(grid), None)\n"
    (tmp_path / "mine.py").write_text(text + first)
    return "mine.py:solve"
