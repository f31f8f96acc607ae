"""Solvers that are programs: Debian's qqwing. Its time is the CPU time of its process minus that of its startup."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile

from .bench_solver import Answer, Batch, BenchSolver, Excluded


class Qqwing(BenchSolver):
    """`qqwing --solve`, which reads stdin; to check uniqueness it counts all solutions."""

    name, kind, limits = "qqwing", "program", frozenset({1, 2})

    def __init__(self) -> None:
        found = shutil.which("qqwing")
        if found is None:
            raise Excluded("the program qqwing is not installed (Debian: apt install qqwing)")
        self._path = found
        output = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
        self.build = output.split()[-1]
        self.how = "qqwing --solve --csv, with --count-solutions to check uniqueness; startup time subtracted"
        self._startup_s = min(self._timed([], b"")[1] for _ in range(5))

    def __reduce__(self) -> tuple[type[Qqwing], tuple[object, ...]]:
        return Qqwing, ()

    def run(self, batch: Batch, limit: int, seconds: float) -> Answer:
        options = ["--count-solutions"] if limit == 2 else []
        text, spent = self._timed(options, b"\n".join(batch.puzzles) + b"\n")
        rows = [row.split(",") for row in text.splitlines() if row[:81].isdigit()]
        found = sum(min(int(row[1]), limit) if options else 1 for row in rows)
        solutions = tuple(row[0].encode() for row in rows) if len(rows) == len(batch) else None
        return Answer(len(batch), found, max(spent - self._startup_s, 1e-6), solutions)

    def _timed(self, options: list[str], puzzles: bytes) -> tuple[str, float]:
        """The output of the program, and the CPU time of its process."""
        with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout:
            stdin.write(puzzles)
            stdin.seek(0)
            child = subprocess.Popen([self._path, "--solve", "--csv", *options], stdin=stdin, stdout=stdout)
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            stdout.seek(0)
            return stdout.read().decode(), usage.ru_utime + usage.ru_stime
