"""How a test waits on a machine that may be busy: for a condition, never for a time.

A test that hangs ends after HANG_GUARD_S, in which even a busy machine does anything that a test waits for;
no promise is checked by it.
"""

import os
import time
from collections.abc import Callable
from pathlib import Path

HANG_GUARD_S = 600
_POLL_S = 0.02


def until(condition: Callable[[], object], what: str) -> None:
    """Return once the condition holds; `what` says in the failure what never came."""
    deadline = time.monotonic() + HANG_GUARD_S
    while not condition():
        assert time.monotonic() < deadline, f"hangs: {what}"
        time.sleep(_POLL_S)


def cpu_seconds(pid: int) -> float:
    """The processor time of a running process and its threads, which does not count what other programs take."""
    fields = Path(f"/proc/{pid}/stat").read_text(errors="replace").rpartition(")")[2].split()
    assert fields[0] != "Z", f"process {pid} has ended"
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def until_computing(pid: int, seconds: float = 0.3) -> None:
    """Return once the process has computed for so long from here on; without /proc, after as much by the clock."""
    if not Path("/proc/self/stat").exists():
        time.sleep(seconds)
        return
    start = cpu_seconds(pid)
    until(lambda: cpu_seconds(pid) - start >= seconds, f"process {pid} computing")
