"""The other side of `worker`: begins a process for a solver, asks it, and notices how it ends."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Self

from ..grid import Grid
from .entrants import Entrant, Facts

_LOADING = 60.0
_WATCHED = 5.0
_ODD_WAIT = 10.0
"""A solver that waits uses no processor time; its cap is then so many times as long by the clock."""


class OverCap(Exception):
    """The puzzle took more than a puzzle may."""


class Broke(Exception):
    """It ended without an answer; the text is one line that says how."""


class Member:
    """One process with one solver; leaving the `with` ends it. Broke where it does not begin."""

    def __init__(self, entrant: Entrant, grids: Sequence[Grid], limit: int, cap: float) -> None:
        self.entrant = entrant
        self._cap = cap
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in end()
        began = time.perf_counter_ns()
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", f"{__package__}.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,
            bufsize=0,
        )
        self._buffer = bytearray()
        try:
            told = self._ask(
                {"entrant": asdict(entrant), "grids": list(map(str, grids)), "limit": limit}, _LOADING
            )
        except OverCap:
            self.end()
            raise Broke("it did not begin: no answer to a grid with one empty cell") from None
        except BaseException:
            self.end()
            raise
        self.startup_wall = time.perf_counter_ns() - began
        self.startup: int = told["startup"]
        lists = {name: tuple(told["facts"][name]) for name in ("can", "promises", "reports")}
        self.facts = Facts(**{**told["facts"], **lists})

    def first(self, puzzle: int) -> int:
        """The processor time of one run, roughly; OverCap where it is more than the cap."""
        return int(self._do("first", _ODD_WAIT * self._cap, puzzle=puzzle, cap=self._cap)["cpu"])

    def run(self, puzzles: Sequence[int], loops: Sequence[int]) -> dict[str, list[int]]:
        """The nanoseconds of each of the puzzles, `cpu` and `wall`, and their `solutions`."""
        seconds = _ODD_WAIT * self._cap * max(len(puzzles), 1)
        return self._do("run", seconds, puzzles=list(puzzles), loops=list(loops))

    def look(self, puzzle: int) -> dict[str, Any]:
        """One puzzle, watched, which takes longer: OverCap where it is more than `_WATCHED` caps."""
        cap = _WATCHED * self._cap
        return self._do("look", _ODD_WAIT * cap, puzzle=puzzle, cap=cap)

    def peak(self) -> int:
        """The most memory so far, in bytes; 0 where it cannot be told."""
        return int(self._do("peak", _LOADING)["peak"])

    def _do(self, what: str, seconds: float, **terms: Any) -> dict[str, Any]:
        return self._ask({"do": what, "seconds": seconds, **terms}, seconds)

    def _ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
        line = self._line(time.monotonic() + seconds)
        if not line:
            raise self._ended()
        told: dict[str, Any] = json.loads(line)
        if "over" in told:
            raise OverCap
        if "broke" in told:
            raise Broke(told["broke"])
        return told

    def _line(self, deadline: float) -> bytes:
        """Its next line; nothing where it has ended."""
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        while b"\n" not in self._buffer:
            if not select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))[0]:
                raise OverCap
            chunk = os.read(pipe, 65536)
            if not chunk:
                return b""
            self._buffer += chunk
        line, _, rest = bytes(self._buffer).partition(b"\n")
        self._buffer = bytearray(rest)
        return line

    def _ended(self) -> Exception:
        code = self._process.wait()
        if code in (-signal.SIGPROF, -signal.SIGALRM):
            return OverCap()
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").split("\n")
        last = next((line for line in reversed(said) if line.strip()), "")
        how = f"killed by signal {-code}" if code < 0 else f"exit code {code}"
        return Broke(f"its process ended ({how}){': ' + last[:120] if last else ''}")

    def end(self) -> None:
        """End it and what it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._errors):
            if pipe is not None:
                pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
