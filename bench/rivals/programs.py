"""Rivals that are programs: Debian's qqwing. Its processor time is taken from the system, and what it takes to
start is taken off."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile

from .contestant import Absent, Answer, Batch, Contestant


class Qqwing(Contestant):
    """`qqwing --solve`, from standard input; to count solutions it is asked for all of them."""

    name, kind, limits = "qqwing", "program", frozenset({1, 2})

    def __init__(self) -> None:
        found = shutil.which("qqwing")
        if found is None:
            raise Absent("the program qqwing is not installed (Debian: apt install qqwing)")
        self._path = found
        said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
        self.build = said.split()[-1]
        self.how = (
            "qqwing --solve --csv, with --count-solutions where uniqueness is asked; its start taken off"
        )
        self._start = min(self._timed([], b"")[1] for _ in range(5))

    def __reduce__(self) -> tuple[type[Qqwing], tuple[object, ...]]:
        return Qqwing, ()

    def run(self, batch: Batch, limit: int, seconds: float) -> Answer:
        asked = ["--count-solutions"] if limit == 2 else []
        text, spent = self._timed(asked, b"\n".join(batch.puzzles) + b"\n")
        rows = [row.split(",") for row in text.splitlines() if row[:81].isdigit()]
        found = sum(min(int(row[1]), limit) if asked else 1 for row in rows)
        solutions = tuple(row[0].encode() for row in rows) if len(rows) == len(batch) else None
        return Answer(len(batch), found, max(spent - self._start, 1e-6), solutions)

    def _timed(self, asked: list[str], puzzles: bytes) -> tuple[str, float]:
        """What it says, and the processor seconds of its process."""
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as told:
            given.write(puzzles)
            given.seek(0)
            child = subprocess.Popen([self._path, "--solve", "--csv", *asked], stdin=given, stdout=told)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            told.seek(0)
            return told.read().decode(), usage.ru_utime + usage.ru_stime
