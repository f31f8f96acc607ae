"""Runs an untrusted program with limits on time, memory, output and processes, and kills its child processes.

The guard (`_limits_guard.py`) is a separate process that enforces the limits on memory and processes. This module
communicates with the program and enforces the limits on time and output. With `sandboxed`, the program also runs in
bubblewrap (`sandbox`).
"""

from __future__ import annotations

import contextlib
import contextvars
import math
import os
import selectors
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal, Self

from . import sandbox

_GUARD = Path(__file__).with_name("_limits_guard.py")
_MARK_VARIABLE = "SUDOKU_ROSETTA_RUN"
"""Environment variable that identifies the program's processes, to kill them if the guard was killed."""
_CHUNK_BYTES = 65536
_POLL_S = 0.05
_GUARD_TIMEOUT_S = 10.0
"""How long to wait for the guard to end; longer than the guard's own KILL_TIMEOUT_S."""
MAX_STDERR_BYTES = 4000
"""How much of the end of stderr is kept."""
_ADDRESS_SPACE_FACTOR = 4
"""The limit on the address space (RLIMIT_AS) is this many times higher than the limit on the resident memory, which
the guard polls. node, Java and Go reserve far more memory than they use."""
_THREADS_PER_PROCESS = 16

Exceeded = Literal["timed out", "too much output", "too much memory", "too many processes"]


@dataclass(frozen=True)
class Limits:
    """The limits for one request to a program."""

    seconds: float = 10.0
    memory_mb: int = 1024
    output_bytes: int = 16_000_000
    processes: int = 64


DEFAULT_LIMITS = Limits()


_max_seconds = contextvars.ContextVar("max_seconds", default=math.inf)


@contextlib.contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Shorten the time limit of the requests that begin inside of the `with` block."""
    token = _max_seconds.set(seconds)
    try:
        yield
    finally:
        _max_seconds.reset(token)


class LimitExceeded(Exception):
    """The program exceeded a limit and was ended. `errors` is the end of its stderr."""

    def __init__(self, kind: Exceeded, limits: Limits, errors: str) -> None:
        super().__init__(f"{kind} (limits: {limits})")
        self.kind = kind
        self.code = f"limits.{kind.replace(' ', '_')}"
        self.limits = limits
        self.errors = errors


class GuardKilled(Exception):
    """The program killed its guard, so its exit code is unknown."""

    def __init__(self, errors: str) -> None:
        super().__init__("the program killed its guard")
        self.code = "limits.guard_killed"
        self.errors = errors


def is_available() -> bool:
    """Whether this system supports the limits."""
    return os.name == "posix"


class LimitedProcess:
    """A running program. `end()` and the end of the `with` block kill it with its child processes.

    It is not thread-safe.
    """

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits = DEFAULT_LIMITS,
        *,
        sandboxed: bool = False,
        folder: Path | None = None,
        temporary: Path | None = None,
        visible: Iterable[Path] = (),
        writable: Iterable[Path] = (),
    ) -> None:
        """`folder` is the working directory, `temporary` the folder for temporary files. The sandbox hides /tmp,
        except for the paths in `visible`, and makes all files read-only, except for the folders in `writable`."""
        self.limits = limits
        self.exit_code: int | None = None
        """Set once `lines()` is exhausted. A negative value is the number of the signal that ended the program."""
        self._ended = True  # set to False once the program has started
        self._owner = os.getpid()
        self._mark = uuid.uuid4().hex
        self._buffer = bytearray()
        self._to_send = b""
        self._errors = b""
        self._status_text = b""
        self.begin_request()
        folder = (folder or Path.cwd()).absolute()
        command = list(command)
        if sandboxed and sandbox.unavailable_reason() is None:
            command = sandbox.sandboxed_command(command, folder, visible, writable)
        self._start(command, folder, temporary)

    def begin_request(self, seconds: float | None = None) -> None:
        """Reset the time and the output used, for a new request."""
        seconds = self.limits.seconds if seconds is None else seconds
        self._seconds_left = min(seconds, _max_seconds.get())
        self._received = 0

    def _start(self, command: Sequence[str], folder: Path, temporary: Path | None) -> None:
        control, self._control = os.pipe()
        status, status_of_guard = os.pipe()
        environment = {**os.environ, _MARK_VARIABLE: self._mark}
        if temporary is not None:
            environment |= {"TMPDIR": str(temporary)}
        try:
            self._guard = subprocess.Popen(
                [
                    sys.executable,
                    "-I",
                    "-S",
                    str(_GUARD),
                    *self._settings(control, status_of_guard),
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
        except BaseException:  # closing the control pipe makes the guard end the program
            os.close(self._control)
            with contextlib.suppress(OSError):
                os.close(status)
            raise
        finally:
            os.close(control)
            os.close(status_of_guard)

    def _settings(self, control: int, status: int) -> list[str]:
        settings = {
            "parent": os.getpid(),
            "control": control,
            "status": status,
            "memory_mb": self.limits.memory_mb,
            "processes": self.limits.processes,
            "address_space_mb": _ADDRESS_SPACE_FACTOR * self.limits.memory_mb,
            "user_processes": _user_processes_limit(self.limits),
        }
        return [f"{name}={number}" for name, number in settings.items()]

    def _open(self, status: int) -> None:
        self._status = open(status, "rb", buffering=0)  # noqa: SIM115 - closed in end()
        self._stdin, self._stdout, self._stderr = (
            _not_none(self._guard.stdin),
            _not_none(self._guard.stdout),
            _not_none(self._guard.stderr),
        )
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdout, self._stderr, self._status):
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, selectors.EVENT_READ)
        os.set_blocking(self._stdin.fileno(), False)

    @property
    def errors(self) -> str:
        """The end of the program's stderr."""
        return self._errors.decode(errors="replace")

    def lines(self, data: bytes = b"", *, last: bool = True) -> Generator[bytes, None, None]:
        """Send data to stdin, and close it if `last`. Yield each line of stdout until the program ends.

        The time limit includes only the time spent waiting for lines, not the time that the caller spends on them.
        """
        self._send(data, last)
        while True:
            while (end := self._buffer.find(b"\n")) >= 0:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                yield line
            if not self._selector.get_map():
                break
            start = time.monotonic()
            self._received += self._transfer(start + self._seconds_left, last)
            self._seconds_left -= time.monotonic() - start
            if self._received > self.limits.output_bytes:
                self._raise_exceeded("too much output")
            if not self._status_text and self._status not in self._selector.get_map():
                break  # the guard was killed; a remaining process may keep the pipes open
        self._check_status()
        if self._buffer:
            yield bytes(self._buffer)
            self._buffer.clear()

    def _send(self, data: bytes, last: bool) -> None:
        self._to_send += data
        if not self._stdin.closed and self._stdin not in self._selector.get_map():
            if self._to_send:
                self._selector.register(self._stdin, selectors.EVENT_WRITE)
            elif last:
                self._stdin.close()

    def _transfer(self, deadline: float, last: bool) -> int:
        """Wait for a pipe to be ready, then read or write. Return the number of bytes read."""
        # the timeout is short, because a thread cannot be stopped during `select` (see `stoppable_thread`)
        ready = self._selector.select(min(_POLL_S, max(0.0, deadline - time.monotonic())))
        if time.monotonic() >= deadline:
            self._raise_exceeded("timed out")
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
                self._errors = (self._errors + chunk)[-MAX_STDERR_BYTES:]
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
        except OSError:  # the program has closed its stdin; its output is still valid
            self._to_send, last = b"", True
        if not self._to_send:
            self._selector.unregister(self._stdin)
            if last:
                self._stdin.close()

    def _read(self, pipe: IO[bytes]) -> bytes:
        try:
            chunk = os.read(pipe.fileno(), _CHUNK_BYTES)
        except BlockingIOError:
            return b""
        if not chunk:
            self._selector.unregister(pipe)
            if pipe is self._status and not self._stdin.closed:
                # the program has ended: drop the rest of its input
                if self._stdin in self._selector.get_map():
                    self._selector.unregister(self._stdin)
                self._stdin.close()
        return chunk

    def _check_status(self) -> None:
        reason, _, number = self._status_text.decode().partition(" ")
        if reason == "exit":
            self.exit_code = int(number.partition(" ")[0])
        elif reason == "memory":
            self._raise_exceeded("too much memory")
        elif reason == "processes":
            self._raise_exceeded("too many processes")
        else:
            self.end()
            raise GuardKilled(self.errors)

    def _raise_exceeded(self, kind: Exceeded) -> None:
        self.end()
        raise LimitExceeded(kind, self.limits, self.errors)

    def end(self) -> None:
        """Kill the program and its child processes. In a forked copy of this process, only close the pipes."""
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
            self._guard.returncode = 0  # not a child of this process: subprocess must not wait for it
            self._close()

    def _wait_for_guard(self) -> None:
        self._guard.send_signal(signal.SIGCONT)  # in case the program has sent it SIGSTOP
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
        """End the program if an interrupt occurred before the `with` block."""
        self.end()


def _not_none(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _user_processes_limit(limits: Limits) -> int:
    """Return the value for RLIMIT_NPROC, or 0 for no limit.

    The limit counts all threads of the user, so it is high. It stops fork bombs between two polls of the guard.
    It does not apply to root, and it needs /proc to count the existing threads.
    """
    if not hasattr(os, "getuid") or os.getuid() == 0:
        return 0
    existing = 0
    with contextlib.suppress(OSError):
        for entry in os.scandir("/proc"):
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    if entry.stat().st_uid == os.getuid():
                        existing += len(os.listdir(f"/proc/{entry.name}/task"))  # noqa: PTH208
    return existing + _THREADS_PER_PROCESS * limits.processes if existing else 0


def _kill_marked(mark: str) -> None:
    """Kill every process that has the mark in its environment, after the guard was killed."""
    variable = f"{_MARK_VARIABLE}={mark}".encode()
    deadline = time.monotonic() + _GUARD_TIMEOUT_S
    while time.monotonic() < deadline:
        found = False
        for folder in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if variable in (folder / "environ").read_bytes().split(b"\0"):
                    found = True
                    os.kill(int(folder.name), signal.SIGKILL)
        if not found:
            return
        time.sleep(0.01)
