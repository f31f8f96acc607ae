"""Runs one program under limits, then kills every process that the program started. `limits` runs this file:

    python -I -S _limits_guard.py parent=PID control=FD status=FD memory_mb=N ... COMMAND...

The guard is a separate process that registers as a subreaper: Linux makes it the parent of the program's orphans,
such as daemons with their own session. So all of its descendants belong to the program, and it can kill all of
them, even if the parent process was killed.

The guard ends the program if `control` is written to or closed, if the parent process has ended, or if the program
has too many processes or they use too much memory. After the program has ended, the guard kills the remaining
processes. It writes one line to `status`: the reason, a number, and how many processes could not be killed.

It imports only a few standard modules, because one guard is started for each grid.
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
"""Stop trying to kill the remaining processes after this time."""
PR_SET_CHILD_SUBREAPER = 36
IGNORED_SIGNALS = (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE)
MAX_FILE_BYTES = 256 * 2**20
CANNOT_EXECUTE_EXIT_CODE = 126
SETTINGS_COUNT = 7
"""Number of NAME=NUMBER arguments before the command."""


def main(arguments: list[str]) -> None:
    words = [word.partition("=") for word in arguments[:SETTINGS_COUNT]]
    settings = {name: int(number) for name, _, number in words}
    command = arguments[SETTINGS_COUNT:]
    for number in IGNORED_SIGNALS:
        signal.signal(number, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # if SIGCHLD were ignored, exit codes would be lost
    _adopt_orphans()
    program = os.fork()
    if program == 0:
        _exec(command, settings)
    os.set_inheritable(settings["control"], False)
    _close_stdio()
    tree = ProcessTree(program)
    reason = _watch(tree, settings)
    remaining = tree.end()
    os.write(settings["status"], f"{reason or f'exit {tree.status}'} {remaining}\n".encode())


def _exec(command: list[str], settings: dict[str, int]) -> None:
    """In the forked process: set the resource limits, then exec the program."""
    import resource

    try:
        os.setpgid(0, 0)
        for number in IGNORED_SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        os.close(settings["control"])
        os.close(settings["status"])
        for kind, limit in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_FSIZE, MAX_FILE_BYTES),
            (resource.RLIMIT_AS, settings["address_space_mb"] * 2**20),
            (resource.RLIMIT_NPROC, settings["user_processes"]),
        ):
            with contextlib.suppress(ValueError, OSError):  # a lower limit is already set
                if limit or kind == resource.RLIMIT_CORE:
                    resource.setrlimit(kind, (limit, limit))
        os.execvp(command[0], command)
    except OSError as error:
        os.write(2, f"{command[0]}: {error.strerror}\n".encode())
    finally:
        os._exit(CANNOT_EXECUTE_EXIT_CODE)


def _adopt_orphans() -> None:
    """Become a subreaper (Linux only). On other systems, processes that leave the process group are not killed."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _close_stdio() -> None:
    """Close the guard's copies of the pipes, so that only the program holds them open."""
    null = os.open(os.devnull, os.O_RDWR)
    for number in range(3):
        os.dup2(null, number)


def _watch(tree: ProcessTree, settings: dict[str, int]) -> str:
    """Wait until the program exits or must be ended. Return why it must be ended, or "" if it exited."""
    poll = select.poll()
    poll.register(settings["control"], select.POLLIN | select.POLLHUP)
    with contextlib.suppress(AttributeError, OSError):  # macOS has no pidfd: the next poll detects the exit
        poll.register(os.pidfd_open(tree.program), select.POLLIN)
    wait = POLL_S
    while True:
        ready = [number for number, _ in poll.poll(1000 * wait)]
        tree.reap()
        if tree.status is not None:
            return ""
        if settings["control"] in ready or os.getppid() != settings["parent"]:
            return "stopped 0"
        start = time.monotonic()
        processes = descendants(os.getpid())
        if len(processes) > settings["processes"]:
            return f"processes {len(processes)}"
        memory_mb = sum(map(_resident_mb, processes))
        if memory_mb > settings["memory_mb"]:
            return f"memory {memory_mb:.0f}"
        wait = max(POLL_S, 10 * (time.monotonic() - start))  # polling uses at most 10% of a core


class ProcessTree:
    """The program and every process that it started."""

    def __init__(self, program: int) -> None:
        self.program = program
        self.status: int | None = None

    def reap(self) -> bool:
        """Reap the processes that have ended. Return whether any process is left, including orphans."""
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
        """Kill all processes. Return the number that did not end within KILL_TIMEOUT_S."""
        deadline = time.monotonic() + KILL_TIMEOUT_S
        if self.status is None:
            _kill_group(self.program, signal.SIGKILL)
        while self.reap():
            processes = self._stop_all()
            for group in {_group(pid) for pid in processes} - {os.getpgrp(), 0}:
                _kill_group(group, signal.SIGKILL)
            for pid in processes:
                _kill(pid, signal.SIGKILL)
            if time.monotonic() > deadline:
                return len(descendants(os.getpid()))
            time.sleep(0.001)
        return 0

    def _stop_all(self) -> list[int]:
        """Suspend all processes before they are killed. Otherwise a program could fork faster than it is killed."""
        stopped: set[int] = set()
        for _ in range(100):
            running = set(descendants(os.getpid())) - stopped
            if not running:
                break
            for pid in running:
                _kill(pid, signal.SIGSTOP)
            stopped |= running
        return sorted(stopped)


def descendants(ancestor: int) -> list[int]:
    """Return the process ids of all descendants, from /proc. Without /proc the list is empty."""
    children = _children
    if not os.access(f"/proc/{ancestor}/task/{ancestor}/children", os.R_OK):
        table = _children_by_parent()
        children = lambda pid: table.get(pid, [])  # noqa: E731
    found = children(ancestor)
    for pid in found:  # the list grows during the loop
        found.extend(children(pid))
    return found


def _children(pid: int) -> list[int]:
    found: list[int] = []
    with contextlib.suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208 - no pathlib, see _read
            found.extend(map(int, _read(f"/proc/{pid}/task/{task}/children").split()))
    return found


def _children_by_parent() -> dict[int, list[int]]:
    """Fallback for kernels without /proc/PID/task/TID/children (CONFIG_PROC_CHILDREN)."""
    table: dict[int, list[int]] = {}
    with contextlib.suppress(OSError):
        for name in os.listdir("/proc"):  # noqa: PTH208 - no pathlib, see _read
            if name.isdigit():
                # the second field, the name in parentheses, may contain spaces and parentheses
                fields = _read(f"/proc/{name}/stat").rpartition(b")")[2].split()
                if len(fields) > 1:
                    table.setdefault(int(fields[1]), []).append(int(name))
    return table


def _resident_mb(pid: int) -> float:
    fields = _read(f"/proc/{pid}/statm").split()
    return int(fields[1]) * _PAGE_BYTES / 2**20 if len(fields) > 1 else 0.0


_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


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
