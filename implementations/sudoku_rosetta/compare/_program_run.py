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
from pathlib import Path
from typing import TYPE_CHECKING

from ..external.errors import last_lines
from ..external.program_contract import ContractReader

if TYPE_CHECKING:
    from ..external.reading import Reading

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


def run(
    command: Sequence[str], folder: str, grid: str, seconds: float, reading: Reading | None = None
) -> ProgramRun:
    """Run a program on one grid; TimeLimitExceeded, ProgramFailed or SolverError if it gives no answer. Without a
    reading, it follows the program contract."""
    arguments, data = ([], f"{grid}\n") if reading is None else _given(reading, grid, folder)
    with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        stdin.write(data.encode())
        stdin.seek(0)
        with _start_lock:
            began = time.perf_counter_ns()
            child = subprocess.Popen(
                [*command, *arguments],
                stdin=stdin,
                stdout=out,
                stderr=err,
                cwd=folder,
                start_new_session=True,
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
        errors = err.read().decode(errors="replace")
        if reading is None:
            answers = _answers(child.returncode, out.read(), errors)
        else:
            answers = _printed_answers(reading, grid, child.returncode, out.read(), errors)
    cpu = round((used.ru_utime + used.ru_stime) * 1e9)
    return ProgramRun(cpu, wall, used.ru_maxrss * _MAXRSS_UNIT, answers)


def _given(reading: Reading, grid: str, folder: str) -> tuple[list[str], str]:
    from ..external.staged_program import ProgramForm, given_to

    return given_to(ProgramForm.of(reading.form), grid, Path(folder))


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


def _printed_answers(
    reading: Reading, grid: str, code: int, out: bytes, errors: str
) -> tuple[str | int, ...]:
    from ..external.parse import answers_in

    answers = [each for each in answers_in(out.decode(errors="replace"), grid) if "0" not in each]
    if code and not answers:
        return _answers(code, b"", errors)
    return tuple(answers[-1:] if reading.answer == "printed last" else answers)


def _answers(code: int, out: bytes, errors: str) -> tuple[str | int, ...]:
    if code:
        last = last_lines(errors).splitlines()
        how = f"ended with exit code {code}" if code > 0 else f"was killed by signal {-code}"
        raise ProgramFailed(f"it {how}{': ' + last[-1][:120] if last else ''}")
    reader = ContractReader(numbers=True)
    answers = tuple(answer for line in out.splitlines() if (answer := reader.read(line)) is not None)
    reader.check()
    return answers
