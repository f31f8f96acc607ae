"""Wait for conditions in tests, never for a fixed time, since the machine may be busy.

HANG_GUARD_S only ends tests that hang. It is long enough for a busy machine.
"""

import contextlib
import os
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

T = TypeVar("T")
HANG_GUARD_S = 600
_POLL_S = 0.02


def until(condition: Callable[[], object], what: str, program: subprocess.Popen[Any] | None = None) -> None:
    """Wait until the condition holds. Fail, naming `what`, after HANG_GUARD_S or if the program ends before."""
    deadline = time.monotonic() + HANG_GUARD_S
    while not condition():
        assert program is None or program.poll() is None, f"exited with {program.returncode} before: {what}"
        assert time.monotonic() < deadline, f"hangs: {what}"
        time.sleep(_POLL_S)


def ended(work: Callable[[], T]) -> T:
    """Run `work` and return its result or raise its exception. Fail if it hangs.

    >>> ended(lambda: 6 * 7)
    42
    """
    results: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True, name="waited for")
    thread.start()
    thread.join(HANG_GUARD_S)
    assert not thread.is_alive(), f"hangs: not finished after {HANG_GUARD_S} s"
    if raised:
        raise raised[0]
    return results[0]


def until_computing(program: subprocess.Popen[Any], seconds: float = 0.3) -> None:
    """Wait until the program has used this many more seconds of CPU time."""
    if _no_proc(seconds):
        return
    start = _cpu_seconds(_stat(program.pid))
    until(lambda: _cpu_seconds(_stat(program.pid)) - start >= seconds, "CPU time being used", program)


def until_all_computing(leader: subprocess.Popen[Any], processes: int, seconds: float) -> None:
    """Wait until this number of processes in the process group have used `seconds` of CPU time each."""
    if _no_proc(2 * seconds):
        return

    def computing() -> bool:
        fields = []
        for path in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):  # the process has exited
                fields.append(_stat(int(path.name)))
        times = [_cpu_seconds(each) for each in fields if each[2] == str(leader.pid)]
        return sum(each >= seconds for each in times) >= processes

    until(computing, f"{processes} busy processes", leader)


def alive(mark: str) -> list[str]:
    """The command lines of the processes with the mark in their environment, except zombies."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_text().replace("\0", " "))
    return found


def _no_proc(seconds: float) -> bool:
    """Without /proc, sleep for this time and return True."""
    if Path("/proc/self/stat").exists():
        return False
    time.sleep(seconds)
    return True


def _stat(pid: int) -> list[str]:
    """Fields of /proc/PID/stat from the third on: state, parent, group...; 11 and 12 are the CPU time in ticks."""
    return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()


def _cpu_seconds(fields: list[str]) -> float:
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
