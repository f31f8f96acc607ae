"""The installed solvers from PyPI, called through the adapters of bench/public_solvers.

Each runs in a child process (package_worker.py), because some do not terminate on some grids. The child measures
its own CPU time, which excludes its startup and the communication.
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

from .bench_solver import ALL, Answer, Batch, BenchSolver, Excluded

ADAPTERS = Path(__file__).parents[1] / "public_solvers"
WARM_UP_GRID = "306057000049030000800400000108090700007106030004570026490765000602001045500000671"
"""An easy grid for the first call."""
TUNED = Path(__file__).with_name("tuned")
WORKER = Path(__file__).with_name("package_worker.py")
GRACE_S = 20.0
"""The timeout is the requested time plus this, because a single grid may take long."""
FIRST_CALL_TIMEOUT_S = 120.0
"""The first call imports the package, and may compile it (xcover: 20 s of CPU time)."""


def adapters() -> list[Adapter]:
    """The adapters of bench/public_solvers, replaced by faster ones of `tuned` with the same name."""
    paths = {path.name: path for folder in (ADAPTERS, TUNED) for path in sorted(folder.glob("with_*.py"))}
    return [Adapter.read(path) for path in paths.values()]


class Package(BenchSolver):
    """A Python package, through its adapter."""

    kind = "package"

    def __init__(self, adapter: Adapter, grace: float = GRACE_S, first: float = FIRST_CALL_TIMEOUT_S) -> None:
        version = adapter.installed()
        if version is None:
            raise Excluded(f"{adapter.package} is not installed")
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
            self._request({"grids": [WARM_UP_GRID], "limit": limit, "seconds": 0}, self._first)
        reply = self._request({"grids": grids, "limit": limit, "seconds": seconds}, seconds + self._grace)
        solutions = tuple(each and each.encode() for each in reply["solutions"])
        return Answer(reply["puzzles"], reply["found"], reply["seconds"], solutions)

    def _request(self, request: dict[str, Any], timeout_s: float) -> dict[str, Any]:
        worker = self._start_worker()
        assert worker.stdin is not None
        assert worker.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            worker.stdin.write(json.dumps(request) + "\n")
            worker.stdin.flush()
        if not select.select([worker.stdout], [], [], timeout_s)[0]:
            self.close()
            raise Excluded(f"no answer within {timeout_s:g} s")
        line = worker.stdout.readline()
        if not line:
            self.close()
            raise Excluded("its process ended without an answer")
        reply: dict[str, Any] = json.loads(line)
        if "error" in reply:
            raise Excluded(reply["error"])
        return reply

    def _start_worker(self) -> subprocess.Popen[str]:
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
