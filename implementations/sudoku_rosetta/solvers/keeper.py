"""Keeps one program of someone else's, and leaves nothing of it behind. `confined` starts it, by its path:

    python -I -S keeper.py PARENT CONTROL STATUS MEMORY_MB PROCESSES COMMAND...

It is a process of its own because what a program leaves behind (a child that has made itself a session, say)
falls to the nearest ancestor that has asked for orphans: only so is every process below this one the program's,
however many programs run side by side, and only so does it all end even where the parent was killed.

It ends the program when the descriptor CONTROL says something or closes, when PARENT has died, and when the
processes hold more memory or are more numerous than allowed. Then, and when the program has ended by itself,
it ends what is left below it and writes to STATUS one line: what happened, and a number.

It imports the standard library only, and little of it: one is started for each grid.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time

TICK = 0.02
PATIENCE = 5.0
"""How long to insist on processes that the system does not let end."""
SUBREAPER = 36
HEARD_BY_THE_PROGRAM_ALONE = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE)


def main(arguments: list[str]) -> None:
    parent, control, status, memory_mb, processes = map(int, arguments[:5])
    os.set_inheritable(control, False)
    os.set_inheritable(status, False)
    for number in HEARD_BY_THE_PROGRAM_ALONE:
        signal.signal(number, signal.SIG_IGN)
    _adopt_orphans()
    program = os.posix_spawnp(
        arguments[5],
        arguments[5:],
        os.environ,
        setpgroup=0,
        setsigdef=HEARD_BY_THE_PROGRAM_ALONE,
    )
    _hold_none_of_its_pipes()
    kept = Kept(program)
    said = _watch(kept, parent, control, memory_mb, processes)
    left = kept.end()
    if not said:
        said = f"exit {kept.status}"
    os.write(status, f"{said} {left}\n".encode())


def _adopt_orphans() -> None:
    """Linux only; elsewhere what has left the program's process group gets away."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import ctypes

        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)


def _hold_none_of_its_pipes() -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)


def _watch(kept: Kept, parent: int, control: int, memory_mb: int, processes: int) -> str:
    """What ended the program, or nothing where it ended by itself."""
    poll = select.poll()
    poll.register(control, select.POLLIN | select.POLLHUP)
    with contextlib.suppress(AttributeError, OSError):  # not there on macOS: it is seen at the next tick
        poll.register(os.pidfd_open(kept.program), select.POLLIN)
    tick = TICK
    while True:
        heard = [number for number, _ in poll.poll(1000 * tick)]
        kept.reap()
        if kept.status is not None:
            return ""
        if control in heard or os.getppid() != parent:
            return "stopped 0"
        began = time.monotonic()
        below = kept.below()
        if len(below) > processes:
            return f"processes {len(below)}"
        held = sum(map(_resident_mb, below))
        if held > memory_mb:
            return f"memory {held:.0f}"
        tick = max(TICK, 10 * (time.monotonic() - began))  # looking must not cost a tenth of a core


class Kept:
    """The program and whatever it started."""

    def __init__(self, program: int) -> None:
        self.program = program
        self.status: int | None = None

    def reap(self) -> bool:
        """Take note of those that ended; whether any is left. Orphans come here: no child left, nobody left."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == self.program:
                self.status = os.waitstatus_to_exitcode(status)
            if pid == 0:
                return True

    def below(self) -> list[int]:
        return descendants(os.getpid())

    def end(self) -> int:
        """End them all; how many the system would not let end."""
        deadline = time.monotonic() + PATIENCE
        if self.status is None:
            _send_group(self.program, signal.SIGKILL)
        while self.reap():
            below = self._stopped()
            for group in {_group(pid) for pid in below} - {os.getpgrp(), 0}:
                _send_group(group, signal.SIGKILL)
            for pid in below:
                _send(pid, signal.SIGKILL)
            if time.monotonic() > deadline:
                return len(self.below())
            time.sleep(0.001)
        return 0

    def _stopped(self) -> list[int]:
        """All of them, stopped first: those that fork faster than they are killed would never end."""
        stopped: set[int] = set()
        for _ in range(100):
            fresh = set(self.below()) - stopped
            if not fresh:
                break
            for pid in fresh:
                _send(pid, signal.SIGSTOP)
            stopped |= fresh
        return sorted(stopped)


def descendants(ancestor: int) -> list[int]:
    """The processes below one, as /proc tells; none where there is no /proc."""
    children = _children_by_parent
    if not os.access(f"/proc/{ancestor}/task/{ancestor}/children", os.R_OK):
        table = _all_by_parent()
        children = lambda pid: table.get(pid, [])  # noqa: E731
    found = children(ancestor)
    for pid in found:  # grows as it goes
        found.extend(children(pid))
    return found


def _children_by_parent(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - as below
            found.extend(map(int, _read(f"/proc/{pid}/task/{task}/children").split()))
    return found


def _all_by_parent() -> dict[int, list[int]]:
    """Where the kernel was built without the list of a process's children."""
    table: dict[int, list[int]] = {}
    with contextlib.suppress(OSError):
        for name in os.listdir("/proc"):  # noqa: PTH208 - as below
            if name.isdigit():
                # the name of the program, between parentheses, may hold anything
                fields = _read(f"/proc/{name}/stat").rpartition(b")")[2].split()
                if len(fields) > 1:
                    table.setdefault(int(fields[1]), []).append(int(name))
    return table


def _resident_mb(pid: int) -> float:
    fields = _read(f"/proc/{pid}/statm").split()
    return int(fields[1]) * _PAGE / 2**20 if len(fields) > 1 else 0.0


_PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def _read(path: str) -> bytes:
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 - pathlib would double the start-up time
            return file.read(65536) or b""
    except OSError:
        return b""


def _group(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except OSError:
        return 0


def _send(pid: int, number: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, number)


def _send_group(group: int, number: int) -> None:
    with contextlib.suppress(OSError):
        os.killpg(group, number)


if __name__ == "__main__":
    main(sys.argv[1:])
