"""Run an external program once and measure the CPU time and memory of its process.

`external.program` runs such programs in a guard process, which may take longer than the program. Here the program
is a direct child process, and the operating system measures it.
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
_start_lock = threading.Lock()
_running_groups: list[int] = []
"""The process group of the running program, if any. The program has its own session, so it does not end with this
process."""


class TimeLimitExceeded(Exception):
    """The program ran longer than its time limit."""


class ProgramFailed(Exception):
    """The program gave no answer; the message gives the reason in one line."""


@dataclass(frozen=True)
class ProgramRun:
    """CPU time, wall time and peak memory of one run, and the lines of its answer."""

    cpu: int
    wall: int
    peak: int
    answers: tuple[str | int, ...]


def run(command: Sequence[str], folder: str, grid: str, seconds: float) -> ProgramRun:
    """Run a program on one grid; TimeLimitExceeded, ProgramFailed or SolverError if it gives no answer."""
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        stdin.write(grid.encode() + b"\n")
        stdin.seek(0)
        with _start_lock:
            began = time.perf_counter_ns()
            child = subprocess.Popen(
                command, stdin=stdin, stdout=out, stderr=err, cwd=folder, start_new_session=True
            )
            _running_groups[:] = [child.pid]
        timed_out = threading.Event()
        timer = threading.Timer(seconds, _stop, (child.pid, timed_out))
        timer.start()
        try:
            _, status, used = os.wait4(child.pid, 0)
        finally:
            timer.cancel()
            wall = time.perf_counter_ns() - began
            _kill_group(child.pid)  # background processes that it left
            _running_groups.clear()
        child.returncode = os.waitstatus_to_exitcode(status)
        if timed_out.is_set():
            raise TimeLimitExceeded
        out.seek(0)
        err.seek(0)
        answers = _answers(child.returncode, out.read(), err.read().decode(errors="replace"))
    cpu = round((used.ru_utime + used.ru_stime) * 1e9)
    return ProgramRun(cpu, wall, used.ru_maxrss * _MAXRSS_UNIT, answers)


def close() -> None:
    """Kill the running program, and keep this process from starting another one."""
    _start_lock.acquire()
    for group in _running_groups:
        _kill_group(group)


def _stop(pid: int, timed_out: threading.Event) -> None:
    timed_out.set()
    _kill_group(pid)


def _kill_group(group: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def _answers(code: int, out: bytes, errors: str) -> tuple[str | int, ...]:
    if code:
        last = last_lines(errors).splitlines()
        how = f"ended with exit code {code}" if code > 0 else f"was killed by signal {-code}"
        raise ProgramFailed(f"it {how}{': ' + last[-1][:120] if last else ''}")
    reader = ContractReader(numbers=True)
    answers = tuple(answer for line in out.splitlines() if (answer := reader.read(line)) is not None)
    reader.check()
    return answers
