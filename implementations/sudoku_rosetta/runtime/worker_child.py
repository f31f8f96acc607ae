"""The other end of `worker`: a process that answers requests, lines of JSON on the pipes that it was started with.

It runs as a file, with `python -I`, and imports nothing of this package. The first line names the service: an
object whose methods answer the requests. Without a name it is `FunctionCalls`, which calls a function of anyone's.

    request   {"do": METHOD, ...arguments}
    replies   {"item": ...} for each item that the method yields, then {"done": RESULT} or {"error": {...}}
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

ITEMS_AT_ONCE = 1000
"""A longer list is sent item by item, as an iterator is."""
NESTED_ITEMS = 100
"""Items that are drawn at most in a trial, or from an iterator inside an answer."""
LONGEST_NUMBER = 10**18
"""Of longer ones only the type is said: json writes none of more than 4300 digits."""
TRACEBACK_LINES, TRACEBACK_FRAMES, TRACEBACK_LENGTH = 20, 6, 4000
LINE_LENGTH = 200


UNUSABLE = {
    "function.no_file": {"file"},
    "function.none_defined": {"file"},
    "function.not_found": {"file", "functions", "name"},
    "function.not_python": {"file"},
    "function.which": {"example", "file", "functions"},
}
"""The codes of `Unusable`, with their arguments."""


class Unusable(Exception):
    """The service cannot do what is asked; `code` and `arguments` say why."""

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
            os._exit(0)  # a copy that the function forked: only the original answers
        replies.write(json.dumps(reply) + "\n")
        replies.flush()

    first = json.loads(requests.readline())
    for entry in first["path"]:
        if entry not in sys.path:
            sys.path.append(entry)
    try:
        if first["service"] is None:
            sys.modules["sudoku_rosetta"] = None  # type: ignore[assignment]  # a solver must not import its judge
            serve(FunctionCalls(), requests, send)
        else:
            # imported by its name, it is this module: one class Unusable, not two
            sys.modules["sudoku_rosetta.runtime.worker_child"] = sys.modules["__main__"]
            module, _, name = first["service"].partition(":")
            service = getattr(importlib.import_module(module), name)(**first["arguments"])
            serve(service, _watched(requests, getattr(service, "close", None)), send)
        sys.stdout.flush()
        code = 0
    except BaseException as error:
        send({"error": described(error)})
    finally:  # threads or exit handlers of a solver must not hold it up, nor what it did to this interpreter
        os._exit(code)


def claim_stdio() -> tuple[TextIO, TextIO]:
    """The two pipes; code that runs here reads nothing from stdin, and its stdout goes to stderr."""
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]  # no print fails because of us
    return requests, replies


def _watched(requests: TextIO, close: Callable[[], object] | None) -> Iterator[str]:
    """The requests, read in a thread: when the pipe closes, its other end has gone, and this process exits."""
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
    """Answer until the requests end."""
    for line in requests:
        request = json.loads(line)
        try:
            result = getattr(service, request.pop("do"))(**request)
            if inspect.isgenerator(result):
                for item in result:
                    send({"item": item})
                result = None
        except BaseException as error:
            send({"error": described(error)})
        else:
            send({"done": result})


def described(error: BaseException) -> dict[str, Any]:
    """An exception as plain data: its line, and the end of its traceback without the frames of this file."""
    if isinstance(error, Unusable):
        return {"type": "Unusable", "code": error.code, "arguments": error.arguments}
    try:
        return _described(error)
    except BaseException:  # its class, its attributes and its __str__ may be anyone's
        name = type.__dict__["__name__"].__get__(type(error))  # whatever its metaclass says
        return {"type": name, "text": "", "memory": False, "line": name[:LINE_LENGTH], "traceback": ""}


def _described(error: BaseException) -> dict[str, Any]:
    frames = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename != __file__ and "importlib" not in frame.filename
    ]
    shown = traceback.TracebackException(type(error), error, None, compact=True)
    last = list(shown.format_exception_only())
    shown.__notes__ = None  # they follow its line
    line = list(shown.format_exception_only())[-1]
    text = "".join([*traceback.format_list(frames)[-TRACEBACK_FRAMES:], *last]).strip("\r\n")
    return {
        "type": type(error).__name__,
        "text": _text_of(error),
        "memory": isinstance(error, MemoryError),
        "line": " ".join(line.split())[:LINE_LENGTH],
        "traceback": "\n".join(text[-TRACEBACK_LENGTH:].splitlines()[-TRACEBACK_LINES:]),
    }


def _text_of(error: BaseException) -> str:
    try:
        return " ".join(str(error).split())[:LINE_LENGTH]
    except Exception:  # its __str__ may be anyone's
        return ""


# --- a Python function of anyone's --------------------------------------------------------------------


class FunctionCalls:
    """Calls one function. What it returned is drawn item by item, since it may be endless."""

    def __init__(self, function: Callable[[Any], Any] | None = None) -> None:
        self._function = function
        self._argument: Any = None
        self._items: Iterator[Any] = iter(())

    def load(self, where: str, name: str | None, usual_names: Sequence[str]) -> str:
        """Load the function from a file or module; without a name it is guessed. Its name."""
        name, self._function = load_function(where, name, usual_names)
        return name

    def call(self, argument: Any, array: bool = False) -> dict[str, Any]:
        """Call it: what it returned, and the argument afterwards."""
        if array:
            argument = importlib.import_module("numpy").array(argument)
        self._argument = argument
        assert self._function is not None
        returned = self._function(argument)
        if not _is_stream(returned):
            self._items = iter(())
            return {"returned": plain(returned), "argument": plain(argument)}
        self._items = iter(returned)
        return {"stream": type(returned).__name__, "argument": plain(argument)}

    def draw(self, count: int) -> dict[str, Any]:
        """The next items of what it returned; fewer than `count` where it ended."""
        return {"items": [plain(item) for item in itertools.islice(self._items, count)]}

    def finish(self) -> dict[str, Any]:
        """Draw no more; the argument as it is now."""
        close = getattr(self._items, "close", None)
        self._items = iter(())
        if callable(close):
            close()
        return {"argument": plain(self._argument)}

    def trial(self, argument: Any, array: bool = False, items: int = NESTED_ITEMS) -> dict[str, Any]:
        """The same call with its first items, in a forked process: it leaves no trace in this one."""
        reading, writing = os.pipe()
        process = os.fork()
        if process == 0:
            answering = os.getpid()
            try:
                try:
                    called = self.call(argument, array)
                    result: dict[str, Any] = called | (self.draw(items) if "stream" in called else {})
                except BaseException as error:
                    result = {"error": described(error)}
                if os.getpid() == answering:
                    with os.fdopen(writing, "wb") as pipe:
                        pipe.write(json.dumps(result).encode() + b"\n")
            finally:
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading, "rb") as pipe:
            line = pipe.readline()
        with contextlib.suppress(OSError):  # it is waited for already where the function ignores SIGCHLD
            os.kill(process, signal.SIGKILL)
            os.waitpid(process, 0)
        found: dict[str, Any] = json.loads(line) if line.endswith(b"\n") else {"error": {"type": "Crashed"}}
        return found


def _is_stream(value: Any) -> bool:
    """Whether it is sent item by item: an iterator, or a long list."""
    if isinstance(value, list | tuple):
        return len(value) > ITEMS_AT_ONCE
    if isinstance(value, str | bytes | bytearray | Mapping | Set) or callable(getattr(value, "tolist", None)):
        return False
    return isinstance(value, Iterable)


def plain(value: Any) -> Any:
    """A value as JSON has it; of what JSON has not, an object that names its type."""
    if value is None or isinstance(value, bool | str | float):
        return value
    if isinstance(value, int):
        return value if -LONGEST_NUMBER < value < LONGEST_NUMBER else {"type": "int"}
    if isinstance(value, bytes | bytearray):
        return value.decode("ascii", "replace")
    tolist = getattr(value, "tolist", None)
    if callable(tolist):
        return plain(tolist())
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Iterator):
        return [plain(item) for item in itertools.islice(value, NESTED_ITEMS)]
    if hasattr(type(value), "__await__"):
        return {"type": "coroutine"}
    return {"type": type(value).__name__[:40]}


def load_function(
    where: str, name: str | None, usual_names: Sequence[str]
) -> tuple[str, Callable[[Any], Any]]:
    """The function of a file or module, and its name."""
    if where.endswith(".py") or "/" in where or os.sep in where:
        module = _module_of_file(Path(where))
    else:
        sys.path.insert(0, str(Path.cwd()))
        module = importlib.import_module(where)
    if name is None:
        return _guessed(module, where, usual_names)
    thing: Any = module
    for part in name.split("."):
        if isinstance(thing, type) and inspect.isfunction(inspect.getattr_static(thing, part, None)):
            thing = thing()  # its method is called on an object
        thing = getattr(thing, part, None)
    if not callable(thing):
        there = ", ".join(_functions(module)) or "-"
        raise Unusable("function.not_found", file=where, name=name, functions=there)
    return name, thing


def _module_of_file(path: Path) -> ModuleType:
    path = path.absolute()
    if not path.is_file():
        raise Unusable("function.no_file", file=path.name)
    sys.path.insert(0, str(path.parent))  # its neighbours can be imported, as when Python runs it
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise Unusable("function.not_python", file=path.name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def _guessed(module: ModuleType, where: str, usual_names: Sequence[str]) -> tuple[str, Callable[[Any], Any]]:
    functions = _functions(module)
    for name in (*usual_names, *(functions if len(functions) == 1 else ())):
        if callable(getattr(module, name, None)):
            return name, getattr(module, name)
    if not functions:
        raise Unusable("function.none_defined", file=where)
    example = f"{where}:{next(iter(functions))}"
    raise Unusable("function.which", file=where, functions=", ".join(functions), example=example)


def _functions(module: ModuleType) -> dict[str, Callable[..., Any]]:
    """The public functions that it defines itself."""
    return {
        name: thing
        for name, thing in vars(module).items()
        if callable(thing)
        and not name.startswith("_")
        and not isinstance(thing, type)
        and getattr(thing, "__module__", None) == module.__name__
    }


if __name__ == "__main__":
    main()
