"""Runs a program of anyone's under limits of time, memory, output and processes, and ends all that it started.

The guard (`_limits_guard.py`) enforces memory and processes from a process of its own; this side talks with the
program and enforces time and output. With `sandboxed`, bubblewrap is between the guard and the program (`sandbox`).
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Generator, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, Self

from . import sandbox

_GUARD = Path(__file__).with_name("_limits_guard.py")
_MARK = "SUDOKU_ROSETTA_RUN"
"""An environment variable by which processes are found whose guard was killed."""
_CHUNK = 65536
_POLL_S = 0.05
_GUARD_TIMEOUT_S = 10.0
"""How long to wait for the guard to end: it gives up after less."""
ERROR_BYTES = 4000
_ADDRESS_SPACE_FACTOR = 4
"""Memory is limited by what the processes hold, which the guard polls. Their address space gets a higher limit,
since node, Java and Go reserve far more than they use."""
_THREADS_PER_PROCESS = 16

Exceeded = Literal["timed out", "too much output", "too much memory", "too many processes"]


@dataclass(frozen=True)
class Limits:
    """What a program may take for one request."""

    seconds: float = 10.0
    memory_mb: int = 1024
    output_bytes: int = 16_000_000
    processes: int = 64


USUAL = Limits()


class LimitExceeded(Exception):
    """The program was ended at a limit; `errors` is the end of its standard error."""

    def __init__(self, kind: Exceeded, limits: Limits, errors: str) -> None:
        super().__init__(f"{kind} (limits: {limits})")
        self.kind = kind
        self.code = f"limits.{kind.replace(' ', '_')}"
        self.limits = limits
        self.errors = errors


class GuardKilled(Exception):
    """The program ended its guard; nothing more is known of it."""

    def __init__(self, errors: str) -> None:
        super().__init__("the program killed its guard")
        self.code = "limits.guard_killed"
        self.errors = errors


def is_available() -> bool:
    """Whether programs can be limited on this system."""
    return os.name == "posix"


class LimitedProcess:
    """A running program. Leaving the `with`, or `end()`, ends it and all that it started.

    One thread at a time may use it.
    """

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits = USUAL,
        *,
        sandboxed: bool = False,
        folder: Path | None = None,
        temporary: Path | None = None,
        visible: Iterable[Path] = (),
    ) -> None:
        """It starts in `folder`, and has its temporary files in `temporary`. In a sandbox it also sees the paths
        `visible` that are in /tmp."""
        self.limits = limits
        self.exit_code: int | None = None
        """Known once `lines()` is exhausted; negative: the signal that ended it."""
        self._ended = True  # until it has started
        self._owner = os.getpid()
        self._mark = uuid.uuid4().hex
        self._buffer = bytearray()
        self._to_send = b""
        self._errors = b""
        self._status_text = b""
        self.renew()
        folder = (folder or Path.cwd()).absolute()
        command = list(command)
        if sandboxed and sandbox.why_not() is None:
            command = sandbox.around(command, folder, visible)
        self._start(command, folder, temporary)

    def renew(self, seconds: float | None = None) -> None:
        """Begin a new request: its time and output are counted from zero."""
        self._seconds_left = self.limits.seconds if seconds is None else seconds
        self._received = 0

    def _start(self, command: Sequence[str], folder: Path, temporary: Path | None) -> None:
        control, self._control = os.pipe()
        status, status_of_guard = os.pipe()
        environment = {**os.environ, _MARK: self._mark}
        if temporary is not None:
            environment |= {"TMPDIR": str(temporary)}
        try:
            self._guard = subprocess.Popen(
                [
                    sys.executable,
                    "-I",
                    "-S",
                    str(_GUARD),
                    *self._terms(control, status_of_guard),
                    *command,
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(control, status_of_guard),
                start_new_session=True,
                cwd=folder,
                env=environment,
                bufsize=0,
            )
            self._open(status)
            self._ended = False
        except BaseException:  # the guard ends whatever has started by then
            os.close(self._control)
            with contextlib.suppress(OSError):
                os.close(status)
            raise
        finally:
            os.close(control)
            os.close(status_of_guard)

    def _terms(self, control: int, status: int) -> list[str]:
        terms = {
            "parent": os.getpid(),
            "control": control,
            "status": status,
            "memory_mb": self.limits.memory_mb,
            "processes": self.limits.processes,
            "address_space_mb": _ADDRESS_SPACE_FACTOR * self.limits.memory_mb,
            "user_processes": _user_processes_limit(self.limits),
        }
        return [f"{name}={number}" for name, number in terms.items()]

    def _open(self, status: int) -> None:
        self._status = open(status, "rb", buffering=0)  # noqa: SIM115 - closed in end()
        self._stdin, self._stdout, self._stderr = (
            _opened(self._guard.stdin),
            _opened(self._guard.stdout),
            _opened(self._guard.stderr),
        )
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdout, self._stderr, self._status):
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, selectors.EVENT_READ)
        os.set_blocking(self._stdin.fileno(), False)

    @property
    def errors(self) -> str:
        """The end of its standard error."""
        return self._errors.decode(errors="replace")

    def lines(self, sent: bytes = b"", *, last: bool = True) -> Generator[bytes, None, None]:
        """Send something, and yield each line that it prints until it ends; `last` closes its standard input.

        Time runs while a line is waited for, not while the caller handles one.
        """
        self._send(sent, last)
        while True:
            while (end := self._buffer.find(b"\n")) >= 0:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                yield line
            if not self._selector.get_map():
                break
            began = time.monotonic()
            self._received += self._turn(began + self._seconds_left, last)
            self._seconds_left -= time.monotonic() - began
            if self._received > self.limits.output_bytes:
                self._exceeded("too much output")
            if not self._status_text and self._status not in self._selector.get_map():
                break  # the guard has gone, whatever still holds the pipes
        self._check_status()
        if self._buffer:
            yield bytes(self._buffer)
            self._buffer.clear()

    def _send(self, sent: bytes, last: bool) -> None:
        self._to_send += sent
        if not self._stdin.closed and self._stdin not in self._selector.get_map():
            if self._to_send:
                self._selector.register(self._stdin, selectors.EVENT_WRITE)
            elif last:
                self._stdin.close()

    def _turn(self, deadline: float, last: bool) -> int:
        """Wait for something to read or write; the number of bytes read."""
        # short waits: a thread that is to stop (see `stopping_threads`) notices between two of them
        ready = self._selector.select(min(_POLL_S, max(0.0, deadline - time.monotonic())))
        if time.monotonic() >= deadline:
            self._exceeded("timed out")
        received = 0
        for key, _ in ready:
            pipe = key.fileobj
            if pipe is self._stdin:
                self._write(last)
                continue
            chunk = self._read(pipe)  # type: ignore[arg-type]
            if pipe is self._stdout:
                self._buffer += chunk
                received += len(chunk)
            elif pipe is self._stderr:
                self._errors = (self._errors + chunk)[-ERROR_BYTES:]
                received += len(chunk)
            else:
                self._status_text += chunk
        return received

    def _write(self, last: bool) -> None:
        if self._stdin.closed:
            return
        try:
            self._to_send = self._to_send[os.write(self._stdin.fileno(), self._to_send) :]
        except BlockingIOError:
            return
        except OSError:  # it does not read its input; its answer counts all the same
            self._to_send, last = b"", True
        if not self._to_send:
            self._selector.unregister(self._stdin)
            if last:
                self._stdin.close()

    def _read(self, pipe: IO[bytes]) -> bytes:
        try:
            chunk = os.read(pipe.fileno(), _CHUNK)
        except BlockingIOError:
            return b""
        if not chunk:
            self._selector.unregister(pipe)
            if pipe is self._status and not self._stdin.closed:
                # it has ended: what it did not read does not matter any more
                if self._stdin in self._selector.get_map():
                    self._selector.unregister(self._stdin)
                self._stdin.close()
        return chunk

    def _check_status(self) -> None:
        what, _, number = self._status_text.decode().partition(" ")
        if what == "exit":
            self.exit_code = int(number.partition(" ")[0])
        elif what == "memory":
            self._exceeded("too much memory")
        elif what == "processes":
            self._exceeded("too many processes")
        else:
            self.end()
            raise GuardKilled(self.errors)

    def _exceeded(self, kind: Exceeded) -> None:
        self.end()
        raise LimitExceeded(kind, self.limits, self.errors)

    def end(self) -> None:
        """End it and all that it started; in a process forked since, only close the pipes."""
        if self._ended:
            return
        self._ended = True
        if os.getpid() == self._owner:
            try:
                with contextlib.suppress(OSError):
                    os.write(self._control, b"end")
                self._wait_for_guard()
            finally:
                self._close()
        else:
            self._guard.returncode = 0  # not our child: subprocess must not wait for it
            self._close()

    def _wait_for_guard(self) -> None:
        self._guard.send_signal(signal.SIGCONT)  # the program may have stopped it
        try:
            self._guard.wait(_GUARD_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self._guard.kill()
            self._guard.wait()
        if self._guard.returncode != 0:
            _kill_marked(self._mark)

    def _close(self) -> None:
        os.close(self._control)
        self._selector.close()
        for pipe in (self._stdin, self._stdout, self._stderr, self._status):
            with contextlib.suppress(OSError):
                pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def __del__(self) -> None:
        """An interrupt may come between its start and the `with`."""
        self.end()


def _opened(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _user_processes_limit(limits: Limits) -> int:
    """RLIMIT_NPROC counts all of the user's threads, so it is only a backstop against fork bombs between two polls
    of the guard; 0, no limit, where they cannot be counted, and for root, to whom it does not apply."""
    if not hasattr(os, "getuid") or os.getuid() == 0:
        return 0
    ours = 0
    with contextlib.suppress(OSError):
        for entry in os.scandir("/proc"):
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    if entry.stat().st_uid == os.getuid():
                        ours += len(os.listdir(f"/proc/{entry.name}/task"))  # noqa: PTH208
    return ours + _THREADS_PER_PROCESS * limits.processes if ours else 0


def _kill_marked(mark: str) -> None:
    """Kill what a guard that was killed has left: every process with the mark in its environment."""
    sought = f"{_MARK}={mark}".encode()
    deadline = time.monotonic() + _GUARD_TIMEOUT_S
    while time.monotonic() < deadline:
        found = False
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if sought in (folder / "environ").read_bytes().split(b"\0"):
                    found = True
                    os.kill(int(folder.name), signal.SIGKILL)
        if not found:
            return
        time.sleep(0.01)
