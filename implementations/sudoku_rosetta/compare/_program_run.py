"""One run of a program of anyone's, measured as a whole: its process, its processor time, its memory.

`external.program` runs such programs too, but behind a guard that costs more than many of them; here nothing stands
between, and the system's account of the child process is taken.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from ..external.errors import last_lines
from ..external.program_contract import ContractReader

_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024
_starting = threading.Lock()
_running: list[int] = []
"""The process group of the run under way. It has a session of its own, so it does not end with this process."""


class OverTime(Exception):
    """It ran longer than its cap."""


class Unreadable(Exception):
    """It gave no answer; the text is one line that says why."""


@dataclass(frozen=True)
class Ran:
    """What one run took, and the lines of its answer."""

    cpu: int
    wall: int
    peak: int
    answers: tuple[str | int, ...]


def run(command: Sequence[str], folder: str, grid: str, seconds: float) -> Ran:
    """Run it on one grid; OverTime, Unreadable or SolverError if it gives no answer."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(grid.encode() + b"\n")
        given.seek(0)
        with _starting:
            began = time.perf_counter_ns()
            child = subprocess.Popen(
                command, stdin=given, stdout=out, stderr=err, cwd=folder, start_new_session=True
            )
            _running[:] = [child.pid]
        over = threading.Event()
        clock = threading.Timer(seconds, _stop, (child.pid, over))
        clock.start()
        try:
            _, status, used = os.wait4(child.pid, 0)
        finally:
            clock.cancel()
            wall = time.perf_counter_ns() - began
            _kill(child.pid)  # what it started in the background
            _running.clear()
        child.returncode = os.waitstatus_to_exitcode(status)
        if over.is_set():
            raise OverTime
        out.seek(0)
        err.seek(0)
        answers = _answers(child.returncode, out.read(), err.read().decode(errors="replace"))
    cpu = round((used.ru_utime + used.ru_stime) * 1e9)
    return Ran(cpu, wall, used.ru_maxrss * _MAXRSS_UNIT, answers)


def close() -> None:
    """End the run under way; no other begins in this process."""
    _starting.acquire()
    for group in _running:
        _kill(group)


def _stop(pid: int, over: threading.Event) -> None:
    over.set()
    _kill(pid)


def _kill(group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _answers(code: int, out: bytes, errors: str) -> tuple[str | int, ...]:
    if code:
        last = last_lines(errors).splitlines()
        how = f"ended with exit code {code}" if code > 0 else f"was killed by signal {-code}"
        raise Unreadable(f"it {how}{': ' + last[-1][:120] if last else ''}")
    reader = ContractReader(numbers=True)
    answers = tuple(answer for line in out.splitlines() if (answer := reader.read(line)) is not None)
    reader.check()
    return answers
