"""The program as its users meet it: another process, its output, its exit code."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

PROGRAM = (sys.executable, "-m", "sudoku_rosetta")


@dataclass(frozen=True)
class Ended:
    """How a run of the program ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


@pytest.fixture
def run(tmp_path: Path) -> Callable[..., Ended]:
    """Run the program in an empty folder; `stdin` is text or bytes."""

    def run(*arguments: str, stdin: str | bytes = b"") -> Ended:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [*PROGRAM, *arguments], input=given, capture_output=True, cwd=tmp_path, timeout=60, check=False
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run
