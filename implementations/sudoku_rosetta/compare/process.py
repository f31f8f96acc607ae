"""One run of a program of anyone's, weighed as a whole: a process, its processor time, its memory.

`solvers.command` runs such programs too, but behind a keeper that holds them and costs more than many of them;
here nothing stands between, and the system's own account of the child is taken.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from ..solvers.broke import SolverBroke, last_lines

_LINE = re.compile(r"[0-9]{81}|[0-9]{1,18}", re.ASCII)
_MAXRSS_UNIT = 1 if sys.platform == "darwin" else 1024


class OverTime(Exception):
    """It was given so long, and no longer."""


@dataclass(frozen=True)
class Ran:
    """What one run took, and the lines of its answer."""

    cpu: int
    wall: int
    peak: int
    answers: tuple[str, ...]


def run(command: Sequence[str], folder: str, grid: str, seconds: float) -> Ran:
    """Run it on one grid; OverTime, SolverBroke where it does not answer."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        given.write(grid.encode() + b"\n")
        given.seek(0)
        began = time.perf_counter_ns()
        child = subprocess.Popen(
            command, stdin=given, stdout=out, stderr=err, cwd=folder, start_new_session=True
        )
        over = threading.Event()
        clock = threading.Timer(seconds, _stop, (child.pid, over))
        clock.start()
        try:
            _, status, used = os.wait4(child.pid, 0)
        finally:
            clock.cancel()
            wall = time.perf_counter_ns() - began
        child.returncode = os.waitstatus_to_exitcode(status)
        if over.is_set():
            raise OverTime
        out.seek(0)
        err.seek(0)
        answers = _answers(
            child.returncode, out.read().decode(errors="replace"), err.read().decode(errors="replace")
        )
    cpu = round((used.ru_utime + used.ru_stime) * 1e9)
    return Ran(cpu, wall, used.ru_maxrss * _MAXRSS_UNIT, answers)


def _stop(pid: int, over: threading.Event) -> None:
    over.set()
    os.killpg(pid, signal.SIGKILL)


def _answers(code: int, out: str, err: str) -> tuple[str, ...]:
    if code:
        said = last_lines(err).splitlines()
        why = f": {said[-1][:120]}" if said else ""
        ended = f"ended with exit code {code}" if code > 0 else f"was killed by signal {-code}"
        raise SolverBroke("crashed", f"it {ended}{why}", f"code {code}{why}", err)
    lines = [line.strip() for line in out.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    for line in lines:
        if not _LINE.fullmatch(line):
            told = f"a line of its output is {line[:60]!a}, not 81 digits"
            raise SolverBroke("unreadable", told, told, out)
    return tuple(lines)
