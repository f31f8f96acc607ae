"""Runs one program under limits, and leaves none of its processes behind. `limits` starts it, as a file:

    python -I -S _limits_guard.py parent=PID control=FD status=FD memory_mb=N ... COMMAND...

It is a process of its own because a process that a program leaves behind (in a session of its own, say) is adopted
by the nearest ancestor that asked for orphans: so every process below this one belongs to the program, and all of
them are ended even if the parent was killed.

The program is ended when `control` is written to or closes, when the parent has died, and when its processes hold
too much memory or are too many. Then, and when it has exited, what is left below is ended, and one line goes to
`status`: what happened, and a number.

Standard library only, and little of it: one guard is started for each grid.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import time

POLL_S = 0.02
KILL_TIMEOUT_S = 5.0
"""How long to go on killing processes that do not end."""
PR_SET_CHILD_SUBREAPER = 36
IGNORED_SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE)
FILE_BYTES = 256 * 2**20
CANNOT_EXECUTE = 126
TERMS = 7


def main(arguments: list[str]) -> None:
    words = [word.partition("=") for word in arguments[:TERMS]]
    terms = {name: int(number) for name, _, number in words}
    command = arguments[TERMS:]
    for number in IGNORED_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # inherited as ignored, exit codes would be lost
    _adopt_orphans()
    program = os.fork()
    if program == 0:
        _become(command, terms)
    os.set_inheritable(terms["control"], False)
    _close_stdio()
    tree = ProcessTree(program)
    ended_by = _watch(tree, terms)
    left = tree.end()
    os.write(terms["status"], f"{ended_by or f'exit {tree.status}'} {left}\n".encode())


def _become(command: list[str], terms: dict[str, int]) -> None:
    """In the forked process: set the limits, then run the program in place of this one."""
    import resource

    try:
        os.setpgid(0, 0)
        for number in IGNORED_SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        os.close(terms["control"])
        os.close(terms["status"])
        for kind, limit in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_FSIZE, FILE_BYTES),
            (resource.RLIMIT_AS, terms["address_space_mb"] * 2**20),
            (resource.RLIMIT_NPROC, terms["user_processes"]),
        ):
            with contextlib.suppress(ValueError, OSError):  # a lower limit holds already
                if limit or kind == resource.RLIMIT_CORE:
                    resource.setrlimit(kind, (limit, limit))
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    finally:
        os._exit(CANNOT_EXECUTE)


def _adopt_orphans() -> None:
    """Linux only; elsewhere a process that leaves the program's process group escapes."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _close_stdio() -> None:
    """The pipes are the program's alone."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(nowhere, number)


def _watch(tree: ProcessTree, terms: dict[str, int]) -> str:
    """Why the program was ended; nothing if it exited."""
    poll = select.poll()
    poll.register(terms["control"], select.POLLIN | select.POLLHUP)
    with contextlib.suppress(AttributeError, OSError):  # not on macOS: its exit is seen at the next poll
        poll.register(os.pidfd_open(tree.program), select.POLLIN)
    wait = POLL_S
    while True:
        ready = [number for number, _ in poll.poll(1000 * wait)]
        tree.reap()
        if tree.status is not None:
            return ""
        if terms["control"] in ready or os.getppid() != terms["parent"]:
            return "stopped 0"
        began = time.monotonic()
        processes = descendants(os.getpid())
        if len(processes) > terms["processes"]:
            return f"processes {len(processes)}"
        held = sum(map(_resident_mb, processes))
        if held > terms["memory_mb"]:
            return f"memory {held:.0f}"
        wait = max(POLL_S, 10 * (time.monotonic() - began))  # polling takes a tenth of a core at most


class ProcessTree:
    """The program and every process that it started."""

    def __init__(self, program: int) -> None:
        self.program = program
        self.status: int | None = None

    def reap(self) -> bool:
        """Wait for those that have ended; whether any is left, orphans included."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == self.program:
                self.status = os.waitstatus_to_exitcode(status)
            if pid == 0:
                return True

    def end(self) -> int:
        """Kill them all; how many could not be."""
        deadline = time.monotonic() + KILL_TIMEOUT_S
        if self.status is None:
            _kill_group(self.program, signal.SIGKILL)
        while self.reap():
            below = self._stopped()
            for group in {_group(pid) for pid in below} - {os.getpgrp(), 0}:
                _kill_group(group, signal.SIGKILL)
            for pid in below:
                _kill(pid, signal.SIGKILL)
            if time.monotonic() > deadline:
                return len(descendants(os.getpid()))
            time.sleep(0.001)
        return 0

    def _stopped(self) -> list[int]:
        """All of them, stopped first: processes that fork faster than they are killed would never end."""
        stopped: set[int] = set()
        for _ in range(100):
            fresh = set(descendants(os.getpid())) - stopped
            if not fresh:
                break
            for pid in fresh:
                _kill(pid, signal.SIGSTOP)
            stopped |= fresh
        return sorted(stopped)


def descendants(ancestor: int) -> list[int]:
    """The processes below one, from /proc; none where there is no /proc."""
    children = _children
    if not os.access(f"/proc/{ancestor}/task/{ancestor}/children", os.R_OK):
        table = _children_by_parent()
        children = lambda pid: table.get(pid, [])  # noqa: E731
    found = children(ancestor)
    for pid in found:  # grows while it is walked
        found.extend(children(pid))
    return found


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - as below
            found.extend(map(int, _read(f"/proc/{pid}/task/{task}/children").split()))
    return found


def _children_by_parent() -> dict[int, list[int]]:
    """For a kernel that was built without the list of a process's children."""
    table: dict[int, list[int]] = {}
    with contextlib.suppress(OSError):
        for name in os.listdir("/proc"):  # noqa: PTH208 - as below
            if name.isdigit():
                # the program's name, in parentheses, may hold anything
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


def _kill(pid: int, number: int) -> None:
    with contextlib.suppress(OSError):
        os.kill(pid, number)


def _kill_group(group: int, number: int) -> None:
    with contextlib.suppress(OSError):
        os.killpg(group, number)


if __name__ == "__main__":
    main(sys.argv[1:])
