"""How a test waits on a machine that may be busy: for a condition, never for a time.

A test that hangs ends after HANG_GUARD_S, in which even a busy machine does anything that a test waits for;
no promise is checked by it.
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
    """Return once the condition holds; `what` says in the failure what never came, where it hangs or the program
    that is to bring it about has ended."""
    deadline = time.monotonic() + HANG_GUARD_S
    while not condition():
        assert program is None or program.poll() is None, f"ended with {program.returncode} before: {what}"
        assert time.monotonic() < deadline, f"hangs: {what}"
        time.sleep(_POLL_S)


def ended(work: Callable[[], T]) -> T:
    """The work's result, or what it raised; a failure where it hangs.

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
    assert not thread.is_alive(), f"hangs: no end after {HANG_GUARD_S} s"
    if raised:
        raise raised[0]
    return results[0]


def until_computing(program: subprocess.Popen[Any], seconds: float = 0.3) -> None:
    """Return once the program has used this many more seconds of processor time."""
    if _no_proc(seconds):
        return
    start = _cpu_seconds(_stat(program.pid))
    until(lambda: _cpu_seconds(_stat(program.pid)) - start >= seconds, "its work under way", program)


def until_all_computing(leader: subprocess.Popen[Any], processes: int, seconds: float) -> None:
    """Return once this number of processes in its group have used so many seconds of processor time each."""
    if _no_proc(2 * seconds):
        return

    def computing() -> bool:
        fields = []
        for path in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):  # it has ended since it was listed
                fields.append(_stat(int(path.name)))
        times = [_cpu_seconds(each) for each in fields if each[2] == str(leader.pid)]
        return sum(each >= seconds for each in times) >= processes

    until(computing, f"{processes} processes at work", leader)


def alive(mark: str) -> list[str]:
    """The processes, but zombies, that have the mark in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_text().replace("\0", " "))
    return found


def _no_proc(seconds: float) -> bool:
    """Without /proc, sleep for that long instead, and say so."""
    if Path("/proc/self/stat").exists():
        return False
    time.sleep(seconds)
    return True


def _stat(pid: int) -> list[str]:
    """From the third field on: the state, the parent, the group; 11 and 12 are the processor time in ticks."""
    return Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()


def _cpu_seconds(fields: list[str]) -> float:
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
