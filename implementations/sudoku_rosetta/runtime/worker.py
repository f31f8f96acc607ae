"""A process that answers questions: lines of JSON over its pipes, to and from `worker_child.py`.

`Worker` asks a service of our own, a class named "package.module:Class" whose methods answer. `LimitedWorker` asks
a Python function of anyone's, under limits.
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any, Self

from .limits import ERROR_BYTES, LimitedProcess, Limits
from .stopping_threads import TimedOut
from .worker_child import UNUSABLE

_CHILD = Path(__file__).with_name("worker_child.py")
_COMMAND = [sys.executable, "-I", str(_CHILD)]
_EXIT_TIMEOUT_S = 5.0


class WorkerEnded(Exception):
    """The process exited, or was killed, before it had answered."""

    def __init__(self, code: int, errors: str) -> None:
        super().__init__(f"the process ended with {code}")
        self.code = code
        """The exit code; negative: the signal that ended it."""
        self.errors = errors
        """The end of its standard error."""


class RequestFailed(Exception):
    """The service raised an exception; `error` is what `worker_child.described` says of it."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error.get("line", error.get("code", error["type"])))
        self.error = error


def _first_line(service: str | None, arguments: dict[str, Any]) -> bytes:
    path = [entry for entry in sys.path if entry]
    return _line({"service": service, "arguments": arguments, "path": path})


def _line(request: dict[str, Any]) -> bytes:
    return json.dumps(request).encode() + b"\n"


class Worker:
    """One process with one service. It exits when its pipe closes, so it does not outlive this process. It watches
    the pipe from the first request on: a service's constructor runs no code of anyone's."""

    def __init__(self, service: str, **arguments: Any) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in end()
        self._buffer = bytearray()
        self._process = subprocess.Popen(
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,  # Ctrl-C in the terminal is for this process, which ends its workers
            bufsize=0,
        )
        self._send(_first_line(service, arguments))

    def ask(self, do: str, *, seconds: float | None = None, **arguments: Any) -> Any:
        """The result of one method; TimedOut after so many seconds."""
        self._send(_line({"do": do, **arguments}))
        reply = self._reply(None if seconds is None else time.monotonic() + seconds)
        return reply["done"]

    def stream(self, do: str, **arguments: Any) -> Generator[Any, None, None]:
        """The items that one method yields, as they come."""
        self._send(_line({"do": do, **arguments}))
        while "item" in (reply := self._reply(None)):
            yield reply["item"]

    def _send(self, line: bytes) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # that it has ended shows where its reply is read
            while line:
                line = line[os.write(self._process.stdin.fileno(), line) :]

    def _reply(self, deadline: float | None) -> dict[str, Any]:
        assert self._process.stdout is not None
        pipe = self._process.stdout.fileno()
        while b"\n" not in self._buffer:
            wait = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not select.select([pipe], [], [], wait)[0]:
                raise TimedOut
            chunk = os.read(pipe, 65536)
            if not chunk:
                raise self._ended()
            self._buffer += chunk
        line, _, rest = bytes(self._buffer).partition(b"\n")
        self._buffer = bytearray(rest)
        reply: dict[str, Any] = json.loads(line)
        if "error" in reply:
            raise RequestFailed(reply["error"])
        return reply

    def _ended(self) -> WorkerEnded:
        code = self._process.wait()
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - ERROR_BYTES))
        return WorkerEnded(code, self._errors.read().decode(errors="replace"))

    def close(self) -> None:
        """Let it exit by itself, as it does when its pipe closes; kill it if it does not."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_EXIT_TIMEOUT_S)
        finally:
            self.end()

    def end(self) -> None:
        """Kill it and its process group."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._errors):
            if pipe is not None:
                pipe.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


class LimitedWorker:
    """One process that calls a Python function of anyone's, under limits. LimitExceeded ends it."""

    def __init__(
        self,
        limits: Limits,
        *,
        sandboxed: bool = False,
        folder: Path | None = None,
        temporary: Path | None = None,
        visible: Iterable[Path] = (),
    ) -> None:
        self.owner = os.getpid()
        self._process = LimitedProcess(
            _COMMAND, limits, sandboxed=sandboxed, folder=folder, temporary=temporary, visible=visible
        )
        self._first = _first_line(None, {})

    def renew(self, seconds: float | None = None) -> None:
        """Begin a new request: its time and output are counted from zero."""
        self._process.renew(seconds)

    def ask(self, do: str, **arguments: Any) -> Any:
        """The result of one method of `worker_child.FunctionCalls`, checked: the function has the pipe too."""
        sent = self._first + _line({"do": do, **arguments})
        self._first = b""
        with contextlib.closing(self._process.lines(sent, last=False)) as lines:
            line = next(lines, None)
        if line is None:
            raise WorkerEnded(self._process.exit_code or 0, self._process.errors)
        try:
            reply = json.loads(line)
            if "error" in reply and _is_error(reply["error"]):
                raise RequestFailed(reply["error"])
            if _is_result(do, reply["done"]):
                return reply["done"]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            pass
        raise UnreadableReply

    def end(self) -> None:
        self._process.end()


class UnreadableReply(Exception):
    """The function wrote into the pipe of its process."""


_NEEDED = {"call": "argument", "trial": "argument", "draw": "items", "finish": "argument"}


def _is_result(do: str, result: Any) -> bool:
    """Whether it has the shape of what this method of `worker_child.FunctionCalls` returns."""
    if do == "load":
        return isinstance(result, str)
    if do == "trial" and "error" in result:
        return _is_error(result["error"])
    return (
        _NEEDED[do] in result
        and isinstance(result.get("stream", ""), str)
        and isinstance(result.get("items", []), list)
        and all(map(_is_plain, result.values()))
    )


def _is_plain(value: Any) -> bool:
    """Whether `worker_child.plain` may have made it."""
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return not isinstance(value, dict) or (value.keys() == {"type"} and isinstance(value["type"], str))


def _is_error(error: Any) -> bool:
    """Whether `worker_child.described` may have made it."""
    if not all(isinstance(error.get(key, ""), str) for key in ("type", "text", "line", "traceback")):
        return False
    if "code" not in error:
        return "type" in error
    arguments = error["arguments"]
    return arguments.keys() == UNUSABLE[error["code"]] and all(
        isinstance(value, str) for value in arguments.values()
    )
