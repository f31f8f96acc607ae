"""Rivals from PyPI: whichever of them is installed, called by the adapters that bench/public_solvers has.

Each works in a process of its own (package_worker.py), since some never end on some grids; it tells the processor
time of its own work, so that neither its start nor the talk with it counts.
"""

from __future__ import annotations

import contextlib
import json
import select
import subprocess
import sys
from pathlib import Path
from typing import Any

from bench.public_solvers.run import Adapter

from .contestant import ALL, Absent, Answer, Batch, Contestant

ADAPTERS = Path(__file__).parents[1] / "public_solvers"
WARM = "306057000049030000800400000108090700007106030004570026490765000602001045500000671"
"""An easy grid, to be ready with."""
TUNED = Path(__file__).with_name("tuned")
WORKER = Path(__file__).with_name("package_worker.py")
GRACE = 20.0
"""Beyond what it was given: one grid may take long."""
FIRST = 120.0
"""The first call imports, and may compile (xcover: 20 s of processor time)."""


def adapters() -> list[Adapter]:
    """Those of the conformance suite; where one is there for order and not for speed, a tuned one in its place."""
    paths = {path.name: path for folder in (ADAPTERS, TUNED) for path in sorted(folder.glob("with_*.py"))}
    return [Adapter.read(path) for path in paths.values()]


class Package(Contestant):
    """A Python package, through its adapter."""

    kind = "package"

    def __init__(self, adapter: Adapter, grace: float = GRACE, first: float = FIRST) -> None:
        version = adapter.installed()
        if version is None:
            raise Absent(f"{adapter.package} is not installed")
        self.name, self.build = adapter.name, version
        self.how = f"{adapter.package}: {adapter.what}"
        self.limits = frozenset({1}) if adapter.level == "first" else frozenset({1, 2, ALL})
        self._command = [sys.executable, str(WORKER), str(adapter.path)]
        self._adapter, self._grace, self._first = adapter, grace, first
        self._worker: subprocess.Popen[str] | None = None

    def __reduce__(self) -> tuple[type[Package], tuple[object, ...]]:
        return Package, (self._adapter, self._grace, self._first)

    def run(self, batch: Batch, limit: int, seconds: float) -> Answer:
        grids = [puzzle.replace(b".", b"0").decode() for puzzle in batch.puzzles]
        if self._worker is None:
            self._ask({"grids": [WARM], "limit": limit, "seconds": 0}, self._first)
        told = self._ask({"grids": grids, "limit": limit, "seconds": seconds}, seconds + self._grace)
        solutions = tuple(each and each.encode() for each in told["solutions"])
        return Answer(told["puzzles"], told["found"], told["seconds"], solutions)

    def _ask(self, question: dict[str, Any], patience: float) -> dict[str, Any]:
        worker = self._started()
        assert worker.stdin is not None
        assert worker.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            worker.stdin.write(json.dumps(question) + "\n")
            worker.stdin.flush()
        if not select.select([worker.stdout], [], [], patience)[0]:
            self.close()
            raise Absent(f"no answer within {patience:g} s")
        line = worker.stdout.readline()
        if not line:
            self.close()
            raise Absent("its process ended without an answer")
        told: dict[str, Any] = json.loads(line)
        if "error" in told:
            raise Absent(told["error"])
        return told

    def _started(self) -> subprocess.Popen[str]:
        if self._worker is None:
            pipe = subprocess.PIPE
            self._worker = subprocess.Popen(
                self._command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL, text=True
            )
        return self._worker

    def close(self) -> None:
        if self._worker is not None:
            self._worker.kill()
            self._worker.communicate()
            self._worker = None
