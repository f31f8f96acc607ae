"""Calls methods in a worker process. Requests and replies are lines of JSON (see `worker_child.py`).

`Worker` runs a service of this package, a class given as "package.module:Class". `LimitedWorker` runs an untrusted
Python function under limits.
"""

from __future__ import annotations

import contextlib
import json
import math
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

from .limits import MAX_STDERR_BYTES, LimitedProcess, Limits, at_most
from .stoppable_thread import TimedOut
from .worker_child import SERVICE_ERROR_CODES

_CHILD = Path(__file__).with_name("worker_child.py")
_COMMAND = [sys.executable, "-I", str(_CHILD)]
_EXIT_TIMEOUT_S = 5.0


class WorkerExited(Exception):
    """The process exited, or was killed, before it replied."""

    def __init__(self, code: int, errors: str) -> None:
        super().__init__(f"the process ended with {code}")
        self.code = code
        """The exit code. A negative value is the number of the signal that ended the process."""
        self.errors = errors
        """The end of its stderr."""


class RequestFailed(Exception):
    """The service raised an exception. `error` is the result of `worker_child.exception_data`."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error.get("line", error.get("code", error["type"])))
        self.error = error


def _first_line(service: str | None, arguments: dict[str, Any]) -> bytes:
    path = [entry for entry in sys.path if entry]
    return _json_line({"service": service, "arguments": arguments, "path": path})


def _json_line(request: dict[str, Any]) -> bytes:
    return json.dumps(request).encode() + b"\n"


class Worker:
    """One process with one service. It exits when its pipe closes, so it does not outlive this process.

    It detects the closed pipe only after its service has been created. So the constructor of a service must not run
    untrusted code, which could hang.
    """

    def __init__(self, service: str, **arguments: Any) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in end()
        self._buffer = bytearray()
        self._process = subprocess.Popen(
            _COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            start_new_session=True,  # so that Ctrl-C does not reach it
            bufsize=0,
        )
        self._send(_first_line(service, arguments))

    def call(self, method: str, *, seconds: float | None = None, **arguments: Any) -> Any:
        """Call a method of the service and return its result. Raise TimedOut after `seconds`."""
        self._send(_json_line({"method": method, **arguments}))
        reply = self._reply(None if seconds is None else time.monotonic() + seconds)
        return reply["result"]

    def stream(self, method: str, **arguments: Any) -> Generator[Any, None, None]:
        """Call a generator method of the service and yield its items as they arrive."""
        self._send(_json_line({"method": method, **arguments}))
        while "item" in (reply := self._reply(None)):
            yield reply["item"]

    def _send(self, line: bytes) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):  # if the process has ended, _reply raises WorkerExited
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
                raise self._exit_error()
            self._buffer += chunk
        line, _, rest = bytes(self._buffer).partition(b"\n")
        self._buffer = bytearray(rest)
        reply: dict[str, Any] = json.loads(line)
        if "error" in reply:
            raise RequestFailed(reply["error"])
        return reply

    def _exit_error(self) -> WorkerExited:
        code = self._process.wait()
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - MAX_STDERR_BYTES))
        return WorkerExited(code, self._errors.read().decode(errors="replace"))

    def close(self) -> None:
        """Close the pipe and wait for the process to exit. Kill it after a timeout."""
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_EXIT_TIMEOUT_S)
        finally:
            self.end()

    def end(self) -> None:
        """Kill the process and its process group."""
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
    """One process that calls an untrusted Python function under limits. It has ended if LimitExceeded is raised."""

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
        with at_most(math.inf):  # a short limit is for a request, not for the start
            self._process = LimitedProcess(
                _COMMAND, limits, sandboxed=sandboxed, folder=folder, temporary=temporary, visible=visible
            )
        self._first = _first_line(None, {})

    def begin_request(self, seconds: float | None = None) -> None:
        """Reset the time and the output used, for a new request."""
        self._process.begin_request(seconds)

    def call(self, method: str, **arguments: Any) -> Any:
        """Call a method of `worker_child.FunctionCalls` and return its result.

        The reply is validated, because the untrusted function can write to the same pipe.
        """
        request = self._first + _json_line({"method": method, **arguments})
        self._first = b""
        with contextlib.closing(self._process.lines(request, last=False)) as lines:
            line = next(lines, None)
        if line is None:
            raise WorkerExited(self._process.exit_code or 0, self._process.errors)
        try:
            reply = json.loads(line)
            if "error" in reply and _is_error(reply["error"]):
                raise RequestFailed(reply["error"])
            if _is_result(method, reply["result"]):
                return reply["result"]
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            pass
        raise InvalidReply

    def end(self) -> None:
        self._process.end()


class InvalidReply(Exception):
    """The reply is invalid: the function has written to the pipe of its process."""


_REQUIRED_KEYS = {"call": "argument", "trial": "argument", "next_items": "items", "finish": "argument"}


def _is_result(method: str, result: Any) -> bool:
    """Whether the value is a valid result of this method of `worker_child.FunctionCalls`."""
    if method == "load":
        return all(isinstance(line, int) and isinstance(error, str) for line, error in result["skipped"])
    if "error" in result and not _is_error(result["error"]):
        return False
    return (
        _REQUIRED_KEYS[method] in result
        and isinstance(result.get("stream", ""), str)
        and isinstance(result.get("items", []), list)
        and isinstance(result.get("printed", ""), str)
        and all(_is_json_value(value) for key, value in result.items() if key != "error")
    )


def _is_json_value(value: Any) -> bool:
    """Whether the value is a possible result of `worker_child.json_value`."""
    if isinstance(value, list):
        return all(map(_is_json_value, value))
    if not isinstance(value, dict):
        return True
    grids = value.get("grids", [])
    return (
        value.keys() <= {"type", "grids"}
        and isinstance(value["type"], str)
        and isinstance(grids, list)
        and all(isinstance(name, str) for name in grids)
    )


def _is_error(error: Any) -> bool:
    """Whether the value is a possible result of `worker_child.exception_data`."""
    if not all(isinstance(error.get(key, ""), str) for key in ("type", "text", "line", "traceback")):
        return False
    if "code" not in error:
        return "type" in error
    arguments = error["arguments"]
    return arguments.keys() == SERVICE_ERROR_CODES[error["code"]] and all(
        isinstance(value, str) for value in arguments.values()
    )
