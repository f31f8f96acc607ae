"""Runs a program of someone else's so that it can neither outlive, nor flood, nor fill what runs it.

Everywhere (Linux best): a session and a process group of its own, a limit of time, of memory, of output and of
processes; and when it ends, by itself or not, whatever it started ends. `keeper` does that from a process of
its own; here is the side that talks with the program. Where `sandbox` is asked for and can be had, bubblewrap
stands around it too; `confinement()` says in words what held.
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
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Literal

from . import sandbox
from .broke import BYTES_KEPT, SolverBroke

_KEEPER = Path(__file__).with_name("keeper.py")
_MARK = "SUDOKU_ROSETTA_RUN"
_CHUNK = 65536
_WAIT = 0.05
_PATIENCE = 10.0
"""How long to wait for the keeper, which itself insists for less."""
# Run by a shell, since a limit set between fork and exec in Python is unsafe with threads. The memory that counts
# is what the processes really hold, which the keeper watches; that of addresses is a wall further off, because
# node, Java and Go reserve far more than they use. No core file, and no file over 256 MB (in blocks of 512).
_LIMITED = (
    'ulimit -c 0; ulimit -f 524288; ulimit -v "$1" 2>/dev/null; '
    'test "$2" = 0 || ulimit -u "$2" 2>/dev/null || ulimit -p "$2" 2>/dev/null; shift 2; exec "$@"'
)


@dataclass(frozen=True)
class Limits:
    """What a program may take for one grid."""

    seconds: float = 10.0
    memory_mb: int = 1024
    output_bytes: int = 16_000_000
    processes: int = 64


USUAL = Limits()


def confinement(*, sandboxed: bool = True, language: Literal["en", "fr"] = "en") -> str:
    """Which confinement holds here, in words; `sandboxed` is what was asked for."""
    tree = sys.platform == "linux"
    reason = sandbox.why_not() if sandboxed else None
    if language == "fr":
        held = "limites de temps, de mémoire, de sortie et de processus; "
        held += "tout ce qu'un programme a lancé est tué avec lui" if tree else "son groupe est tué avec lui"
        if not sandboxed:
            return held + "; pas de bac à sable"
        if reason is not None:
            return f"{held}; pas de bac à sable ({reason})"
        return held + "; bubblewrap: pas de réseau, monde en lecture seule, dossier et /tmp privés"
    held = "limits of time, memory, output and processes; "
    held += "all that a program started is killed with it" if tree else "its process group is killed with it"
    if not sandboxed:
        return held + "; no sandbox"
    if reason is not None:
        return f"{held}; no sandbox ({reason})"
    return held + "; bubblewrap: no network, a read-only world, a private folder and a private /tmp"


def unavailable() -> str | None:
    """Why no program can be run so here."""
    if os.name == "posix":
        return None
    return "running other people's programs needs Linux or macOS (on Windows: WSL)"


class Confined:
    """A program that runs; leaving the `with`, or `end()`, ends it and all that it started.

    One thread at a time talks with it.
    """

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits = USUAL,
        *,
        sandboxed: bool = False,
        folder: Path | None = None,
    ) -> None:
        self.limits = limits
        self.exit_code: int | None = None
        """Once `lines()` is exhausted; negative, the signal that ended it."""
        self._ended = True  # until it has begun
        self._owner = os.getpid()
        self._mark = uuid.uuid4().hex
        self._buffer = bytearray()
        self._to_send = b""
        self._errors = b""
        self._said = b""
        self._start(list(command), (folder or Path.cwd()).absolute(), sandboxed)

    def _start(self, command: list[str], folder: Path, sandboxed: bool) -> None:
        if sandboxed and sandbox.why_not() is None:
            command = sandbox.around(command, folder)
        control, self._control = os.pipe()
        status, status_of_keeper = os.pipe()
        limits = self.limits
        numbers = (os.getpid(), control, status_of_keeper, limits.memory_mb, limits.processes)
        addresses_kb = 1024 * (4 * limits.memory_mb)
        shell = ["/bin/sh", "-c", _LIMITED, "sh", str(addresses_kb), str(_threads_allowed(limits))]
        try:
            self._keeper = subprocess.Popen(
                [sys.executable, "-I", "-S", str(_KEEPER), *map(str, numbers), *shell, *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                pass_fds=(control, status_of_keeper),
                start_new_session=True,
                cwd=folder,
                env={**os.environ, _MARK: self._mark},
                bufsize=0,
            )
            self._listen(status)
            self._ended = False
        except BaseException:  # whatever has begun by then, the keeper ends
            os.close(self._control)
            with contextlib.suppress(OSError):
                os.close(status)
            raise
        finally:
            os.close(control)
            os.close(status_of_keeper)

    def _listen(self, status: int) -> None:
        self._status = open(status, "rb", buffering=0)  # noqa: SIM115 - closed in end()
        self._stdin, self._stdout, self._stderr = (
            _there(self._keeper.stdin),
            _there(self._keeper.stdout),
            _there(self._keeper.stderr),
        )
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdout, self._stderr, self._status):
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, selectors.EVENT_READ)
        os.set_blocking(self._stdin.fileno(), False)

    @property
    def errors(self) -> str:
        """The end of what it wrote on its standard error."""
        return self._errors.decode(errors="replace")

    def lines(self, sent: bytes = b"", *, last: bool = True) -> Generator[bytes, None, None]:
        """Send something, and give each line that it prints from then on, until it has ended.

        `last` says that nothing more will be sent. The limits of time and of output begin anew with each call;
        the time that the caller takes over a line does not count.
        """
        self._send(sent, last)
        deadline = time.monotonic() + self.limits.seconds
        received = 0
        while True:
            while (end := self._buffer.find(b"\n")) >= 0:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                before = time.monotonic()
                yield line
                deadline += time.monotonic() - before
            if not self._selector.get_map():
                break
            received += self._turn(deadline, last)
            if received > self.limits.output_bytes:
                self._give_up("too much output")
            if not self._said and self._status not in self._selector.get_map():
                break  # the keeper is no more, whoever still holds the pipes
        self._check_how_it_ended()
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
        """Wait for news; how many bytes it printed."""
        # in short waits: a thread that is told to stop (see `apart`) hears it between two of them only
        ready = self._selector.select(min(_WAIT, max(0.0, deadline - time.monotonic())))
        if time.monotonic() >= deadline:
            self._give_up("timed out")
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
                self._errors = (self._errors + chunk)[-BYTES_KEPT:]
                received += len(chunk)
            else:
                self._said += chunk
        return received

    def _write(self, last: bool) -> None:
        if self._stdin.closed:
            return
        try:
            self._to_send = self._to_send[os.write(self._stdin.fileno(), self._to_send) :]
        except BlockingIOError:
            return
        except OSError:  # it does not read: its answer is judged all the same
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
                # it has ended: what was not read of what was sent does not matter any more
                if self._stdin in self._selector.get_map():
                    self._selector.unregister(self._stdin)
                self._stdin.close()
        return chunk

    def _check_how_it_ended(self) -> None:
        what, _, number = self._said.decode().partition(" ")
        number = number.partition(" ")[0]
        if what == "exit":
            self.exit_code = int(number)
        elif what == "memory":
            self._give_up("too much memory")
        elif what == "processes":
            self._give_up("too many processes")
        else:
            self.end()
            raise SolverBroke(
                "crashed",
                "it killed the process that watches over it",
                "il a tué le processus qui le surveille",
                self.errors,
            )

    def _give_up(
        self, kind: Literal["timed out", "too much output", "too much memory", "too many processes"]
    ) -> None:
        self.end()
        limits = self.limits
        en, fr = {
            "timed out": (
                f"no answer after {limits.seconds:g} s: stopped",
                f"pas de réponse au bout de {limits.seconds:g} s: arrêté",
            ),
            "too much output": (
                f"more than {limits.output_bytes} bytes printed: stopped",
                f"plus de {limits.output_bytes} octets affichés: arrêté",
            ),
            "too much memory": (
                f"more than {limits.memory_mb} MB of memory taken: stopped",
                f"plus de {limits.memory_mb} Mo de mémoire pris: arrêté",
            ),
            "too many processes": (
                f"more than {limits.processes} processes started: stopped",
                f"plus de {limits.processes} processus lancés: arrêté",
            ),
        }[kind]
        raise SolverBroke(kind, en, fr, self.errors)

    def end(self) -> None:
        """End it and all that it started; in a process forked since, only let go of it."""
        if self._ended:
            return
        self._ended = True
        if os.getpid() == self._owner:
            try:
                with contextlib.suppress(OSError):
                    os.write(self._control, b"k")
                self._await_keeper()
            finally:
                self._close()
        else:
            self._keeper.returncode = 0  # not our child: subprocess must not wait for it
            self._close()

    def _await_keeper(self) -> None:
        try:
            self._keeper.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._keeper.kill()
            self._keeper.wait()
        if self._keeper.returncode != 0:
            _kill_marked(self._mark)

    def _close(self) -> None:
        os.close(self._control)
        self._selector.close()
        for pipe in (self._stdin, self._stdout, self._stderr, self._status):
            with contextlib.suppress(OSError):
                pipe.close()

    def __enter__(self) -> Confined:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def __del__(self) -> None:
        """An interrupt may fall between its beginning and the `with`."""
        self.end()


def _there(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _threads_allowed(limits: Limits) -> int:
    """The system counts all that a user runs, so that this is a wall far off, against what explodes between two
    looks of the keeper; 0, none, where it cannot be told, and for root, whom it does not hold."""
    if not hasattr(os, "getuid") or os.getuid() == 0:
        return 0
    mine = 0
    with contextlib.suppress(OSError):
        for entry in os.scandir("/proc"):
            if entry.name.isdigit():
                with contextlib.suppress(OSError):
                    if entry.stat().st_uid == os.getuid():
                        mine += len(os.listdir(f"/proc/{entry.name}/task"))  # noqa: PTH208
    return mine + 16 * limits.processes if mine else 0


def _kill_marked(mark: str) -> None:
    """Its keeper has been killed: what it left is known by a word in its environment."""
    sought = f"{_MARK}={mark}".encode()
    deadline = time.monotonic() + _PATIENCE
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
