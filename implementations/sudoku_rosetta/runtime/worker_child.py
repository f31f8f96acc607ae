"""The worker process of `worker`: reads requests from stdin and writes replies to stdout, as lines of JSON.

It runs as a file, with `python -I`, and imports no other module of this package. The first line names the service,
the class whose methods are called. The default service is `FunctionCalls`, which calls an untrusted function.

    request   {"method": NAME, ...arguments}
    replies   {"item": ...} for each item that the method yields, then {"result": ...} or {"error": {...}}
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import inspect
import itertools
import json
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

MAX_LIST_ITEMS = 1000
"""A longer list is sent in batches, like an iterator."""
MAX_NESTED_ITEMS = 100
"""Maximum number of items taken in a trial, or from an iterator inside a returned value."""
MAX_INTEGER = 10**18
"""Larger integers are sent as their type only: Python refuses to convert more than 4300 digits."""
MAX_TRACEBACK_LINES, MAX_TRACEBACK_FRAMES, MAX_TRACEBACK_LENGTH = 20, 6, 4000
MAX_LINE_LENGTH = 200
SERVICE_ERROR_CODES = {
    "function.no_file": {"file"},
    "function.none_defined": {"file"},
    "function.not_found": {"file", "functions", "name"},
    "function.not_python": {"file"},
    "function.which": {"example", "file", "functions"},
}
"""The codes of `ServiceError` and the names of their arguments."""


class ServiceError(Exception):
    """A request failed. `code` and `arguments` give the reason."""

    def __init__(self, code: str, **arguments: str) -> None:
        super().__init__(code)
        self.code = code
        self.arguments = arguments


# --- the protocol -------------------------------------------------------------------------------------


def main() -> None:
    requests, replies = claim_stdio()
    owner = os.getpid()
    code = 1

    def send(reply: dict[str, Any]) -> None:
        if os.getpid() != owner:
            os._exit(0)  # a process forked by the function: only the original process replies
        replies.write(json.dumps(reply) + "\n")
        replies.flush()

    first = json.loads(requests.readline())
    for entry in first["path"]:
        if entry not in sys.path:
            sys.path.append(entry)
    try:
        if first["service"] is None:
            sys.modules["sudoku_rosetta"] = None  # type: ignore[assignment]  # the function must not import it
            serve(FunctionCalls(), requests, send)
        else:
            # so that importing this module does not create a second class ServiceError
            sys.modules["sudoku_rosetta.runtime.worker_child"] = sys.modules["__main__"]
            module, _, name = first["service"].partition(":")
            service = getattr(importlib.import_module(module), name)(**first["arguments"])
            serve(service, _watched(requests, getattr(service, "close", None)), send)
        sys.stdout.flush()
        code = 0
    except BaseException as error:
        send({"error": exception_data(error)})
    finally:  # exit immediately: a solver's threads and exit handlers must not delay the exit
        os._exit(code)


def claim_stdio() -> tuple[TextIO, TextIO]:
    """Return the two pipes. For other code in this process, stdin is empty and stdout is redirected to stderr."""
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(2, 1)
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # print must not raise
    return requests, replies


def _watched(requests: TextIO, close: Callable[[], object] | None) -> Iterator[str]:
    """Read the requests in a thread. When the pipe closes, the parent has ended and this process exits."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def read() -> None:
        for line in requests:
            lines.put(line)
        if close is not None:
            close()
        os._exit(3)

    threading.Thread(target=read, daemon=True, name="requests").start()
    while True:
        yield lines.get()


def serve(service: Any, requests: Iterable[str], send: Callable[[dict[str, Any]], object]) -> None:
    """Call the requested methods until the requests end."""
    for line in requests:
        request = json.loads(line)
        try:
            result = getattr(service, request.pop("method"))(**request)
            if inspect.isgenerator(result):
                for item in result:
                    send({"item": item})
                result = None
        except BaseException as error:
            send({"error": exception_data(error)})
        else:
            send({"result": result})


def exception_data(error: BaseException) -> dict[str, Any]:
    """Return the last line of an exception, and the end of its traceback without the frames of this file."""
    if isinstance(error, ServiceError):
        return {"type": "ServiceError", "code": error.code, "arguments": error.arguments}
    try:
        return _exception_data(error)
    except BaseException:  # the exception's class, attributes and __str__ may be untrusted code
        name = type.__dict__["__name__"].__get__(type(error))  # a metaclass cannot override this
        return {"type": name, "text": "", "memory": False, "line": name[:MAX_LINE_LENGTH], "traceback": ""}


def _exception_data(error: BaseException) -> dict[str, Any]:
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename != __file__ and "importlib" not in frame.filename
    ]
    report = traceback.TracebackException(type(error), error, None, compact=True)
    last = list(report.format_exception_only())
    report.__notes__ = None  # without notes, the exception is the last line
    line = list(report.format_exception_only())[-1]
    text = "".join([*traceback.format_list(frames)[-MAX_TRACEBACK_FRAMES:], *last]).strip("\r\n")
    return {
        "type": type(error).__name__,
        "text": _text_of(error),
        "memory": isinstance(error, MemoryError),
        "line": " ".join(line.split())[:MAX_LINE_LENGTH],
        "traceback": "\n".join(text[-MAX_TRACEBACK_LENGTH:].splitlines()[-MAX_TRACEBACK_LINES:]),
    }


def _text_of(error: BaseException) -> str:
    try:
        return " ".join(str(error).split())[:MAX_LINE_LENGTH]
    except Exception:  # __str__ may be untrusted code
        return ""


# --- calling an untrusted Python function -------------------------------------------------------------


class FunctionCalls:
    """Calls one function. An iterator that it returns may be infinite, so its items are requested in batches."""

    def __init__(self, function: Callable[[Any], Any] | None = None) -> None:
        self._function = function
        self._argument: Any = None
        self._items: Iterator[Any] = iter(())

    def load(self, where: str, name: str | None, usual_names: Sequence[str]) -> str:
        """Load the function from a file or module and return its name. Without `name`, choose the function."""
        name, self._function = load_function(where, name, usual_names)
        return name

    def call(self, argument: Any, array: bool = False) -> dict[str, Any]:
        """Call the function. Return its value, and the argument, which it may have changed."""
        if array:
            argument = importlib.import_module("numpy").array(argument)
        self._argument = argument
        assert self._function is not None
        returned = self._function(argument)
        if not _is_stream(returned):
            self._items = iter(())
            return {"returned": json_value(returned), "argument": json_value(argument)}
        self._items = iter(returned)
        return {"stream": type(returned).__name__, "argument": json_value(argument)}

    def next_items(self, count: int) -> dict[str, Any]:
        """Return the next `count` items of the returned iterator, or fewer if it ends."""
        return {"items": [json_value(item) for item in itertools.islice(self._items, count)]}

    def finish(self) -> dict[str, Any]:
        """Close the iterator. Return the argument, which may have changed."""
        close = getattr(self._items, "close", None)
        self._items = iter(())
        if callable(close):
            close()
        return {"argument": json_value(self._argument)}

    def trial(self, argument: Any, array: bool = False, items: int = MAX_NESTED_ITEMS) -> dict[str, Any]:
        """Like `call` followed by `next_items`, but in a forked process, so that this process does not change."""
        read_end, write_end = os.pipe()
        process = os.fork()
        if process == 0:
            child = os.getpid()
            try:
                try:
                    called = self.call(argument, array)
                    result: dict[str, Any] = called | (self.next_items(items) if "stream" in called else {})
                except BaseException as error:
                    result = {"error": exception_data(error)}
                if os.getpid() == child:  # not in a process forked by the function
                    with os.fdopen(write_end, "wb") as pipe:
                        pipe.write(json.dumps(result).encode() + b"\n")
            finally:
                os._exit(0)
        os.close(write_end)
        with os.fdopen(read_end, "rb") as pipe:
            line = pipe.readline()
        with contextlib.suppress(OSError):  # if the function ignores SIGCHLD, the process is already reaped
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
        found: dict[str, Any] = json.loads(line) if line.endswith(b"\n") else {"error": {"type": "Crashed"}}
        return found


def _is_stream(value: Any) -> bool:
    """Whether the items of the value are sent in batches: an iterator or a long list."""
    if isinstance(value, list | tuple):
        return len(value) > MAX_LIST_ITEMS
    if isinstance(value, str | bytes | bytearray | Mapping | Set) or callable(getattr(value, "tolist", None)):
        return False
    return isinstance(value, Iterable)


def json_value(value: Any) -> Any:
    """Convert a value to JSON types. Of other types, only the name is kept: {"type": NAME}."""
    if value is None or isinstance(value, bool | str | float):
        return value
    if isinstance(value, int):
        return value if -MAX_INTEGER < value < MAX_INTEGER else {"type": "int"}
    if isinstance(value, bytes | bytearray):
        return value.decode("ascii", "replace")
    tolist = getattr(value, "tolist", None)
    if callable(tolist):
        return json_value(tolist())
    if isinstance(value, list | tuple):
        return [json_value(item) for item in value]
    if isinstance(value, Iterator):
        return [json_value(item) for item in itertools.islice(value, MAX_NESTED_ITEMS)]
    if hasattr(type(value), "__await__"):
        return {"type": "coroutine"}
    return {"type": type(value).__name__[:40]}


def load_function(
    where: str, name: str | None, usual_names: Sequence[str]
) -> tuple[str, Callable[[Any], Any]]:
    """Load a function from a file or module. Return its name and the function."""
    if where.endswith(".py") or "/" in where or os.sep in where:
        module = _module_of_file(Path(where))
    else:
        sys.path.insert(0, str(Path.cwd()))
        module = importlib.import_module(where)
    if name is None:
        return _chosen_function(module, where, usual_names)
    found: Any = module
    for part in name.split("."):
        if isinstance(found, type) and inspect.isfunction(inspect.getattr_static(found, part, None)):
            found = found()  # a method needs an instance of its class
        found = getattr(found, part, None)
    if not callable(found):
        functions = ", ".join(_functions(module)) or "-"
        raise ServiceError("function.not_found", file=where, name=name, functions=functions)
    return name, found


def _module_of_file(path: Path) -> ModuleType:
    path = path.absolute()
    if not path.is_file():
        raise ServiceError("function.no_file", file=path.name)
    sys.path.insert(0, str(path.parent))  # so that it can import modules of its folder, as when it is run
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ServiceError("function.not_python", file=path.name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _chosen_function(
    module: ModuleType, where: str, usual_names: Sequence[str]
) -> tuple[str, Callable[[Any], Any]]:
    functions = _functions(module)
    for name in (*usual_names, *(functions if len(functions) == 1 else ())):
        if callable(getattr(module, name, None)):
            return name, getattr(module, name)
    if not functions:
        raise ServiceError("function.none_defined", file=where)
    example = f"{where}:{next(iter(functions))}"
    raise ServiceError("function.which", file=where, functions=", ".join(functions), example=example)


def _functions(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """The public functions that the module defines, without imported ones."""
    return {
        name: value
        for name, value in vars(module).items()
        if callable(value)
        and not name.startswith("_")
        and not isinstance(value, type)
        and getattr(value, "__module__", None) == module.__name__
    }


if __name__ == "__main__":
    main()
