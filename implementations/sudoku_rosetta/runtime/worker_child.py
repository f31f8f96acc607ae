"""The worker process of `worker`: reads requests from stdin and writes replies to stdout, as lines of JSON.

It runs as a file, with `python -I`, and imports no other module of this package. The first line names the service,
the class whose methods are called. The default service is `FunctionCalls`, which calls an untrusted function.

    request   {"method": NAME, ...arguments}
    replies   {"item": ...} for each item that the method yields, then {"result": ...} or {"error": {...}}
"""

from __future__ import annotations
import __future__

import ast
import contextlib
import functools
import importlib
import importlib.util
import inspect
import io
import itertools
import json
import os
import queue
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TextIO

MAX_LIST_ITEMS = 1000
"""A longer list is sent in batches, like an iterator."""
MAX_NESTED_ITEMS = 100
"""Maximum number of items taken in a trial, or from an iterator inside a returned value."""
MAX_INTEGER = 10**18
"""Larger integers are sent as their type only: Python refuses to convert more than 4300 digits."""
MAX_TRACEBACK_LINES, MAX_TRACEBACK_FRAMES, MAX_TRACEBACK_LENGTH = 20, 6, 4000
MAX_LINE_LENGTH = 200
MAX_PRINTED = 200_000
"""Of what a call prints, so many characters of the beginning and of the end are kept."""
MAX_ATTRIBUTES = 50
CELL_VALUES = ("value", "val", "digit", "number", "num", "valeur", "chiffre", "_value", "_Cell__value")
"""The attributes in which an object for a cell holds its digit."""
STATEMENT_CPU_S = 1.0
"""For each statement of a file while it is loaded, except imports."""
LEETCODE_IMPORTS = """
from typing import *
from collections import *
from functools import *
from itertools import *
from math import *
import collections, copy, functools, itertools, math
"""
"""What a class Solution may use without an import."""
SERVICE_ERROR_CODES = {
    "function.no_file": {"file"},
    "function.not_found": {"file", "functions", "name"},
    "function.not_python": {"file"},
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
    """Evaluates a call of a solver's function. An iterator that it returns may be infinite, so its items are
    requested in batches.

    A call is Python code in which GRID is the argument, such as "solve(GRID)" or "board = GRID; solve()". The value
    of its last expression is what is returned.
    """

    def __init__(self, function: Callable[[Any], Any] | None = None) -> None:
        self._names: dict[str, Any] = {"FUNCTION": function}
        self._argument: Any = None
        self._items: Iterator[Any] = iter(())

    def load(self, where: str, name: str | None) -> dict[str, Any]:
        """Load a file or a module, and check that it has this function. Return the statements that failed."""
        module, skipped = load_module(where)
        self._names = vars(module)
        if name is not None:
            _check_name(module, where, name)
        return {"skipped": skipped}

    def named(self, name: str) -> Any:
        """The function, method or class of this name."""
        found: Any = self._names
        for part in name.split("."):
            found = found[part] if isinstance(found, dict) else getattr(found, part)
        return found

    def call(self, code: str, argument: Any, container: str = "") -> dict[str, Any]:
        """Evaluate the call. Return its value or its exception, the argument, which may have changed, and what was
        printed."""
        self._argument = argument = CONTAINERS[container](argument)
        self._items = iter(())
        reply: dict[str, Any] = {}
        with _captured_stdout() as printed:
            try:
                returned = self._evaluate(code, argument)
                if _is_stream(returned):
                    self._items = iter(returned)
                    reply["stream"] = type(returned).__name__
                else:
                    reply["returned"] = json_value(returned)
            except BaseException as error:
                reply["error"] = exception_data(error)
        return {**reply, "argument": json_value(argument), "printed": printed.text()}

    def _evaluate(self, code: str, argument: Any) -> Any:
        self._names["GRID"] = argument
        first, last = _compiled(code)
        exec(first, self._names)
        return eval(last, self._names)

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

    def trial(
        self, code: str, argument: Any, container: str = "", items: int = MAX_NESTED_ITEMS
    ) -> dict[str, Any]:
        """Like `call` followed by `next_items`, but in a forked process, so that this process does not change."""
        read_end, write_end = os.pipe()
        process = os.fork()
        if process == 0:
            child = os.getpid()
            try:
                try:
                    called = self.call(code, argument, container)
                    result: dict[str, Any] = called | (self.next_items(items) if "stream" in called else {})
                except BaseException as error:
                    result = {"error": exception_data(error), "argument": None}
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
        crashed = {"error": {"type": "Crashed"}, "argument": None}
        found: dict[str, Any] = json.loads(line) if line.endswith(b"\n") else crashed
        return found


def _numpy_array(rows: Any) -> Any:
    return importlib.import_module("numpy").array(rows)


CONTAINERS: Mapping[str, Callable[[Any], Any]] = {
    "": lambda value: value,
    "array": _numpy_array,
    "tuples": lambda rows: tuple(map(tuple, rows)),
}
"""Conversions of an argument that JSON cannot express."""


@functools.cache
def _compiled(code: str) -> tuple[CodeType, CodeType]:
    """The statements of the call, and its last expression."""
    *first, last = ast.parse(code).body
    value = last.value if isinstance(last, ast.Expr) else ast.Constant(None)
    if not isinstance(last, ast.Expr):
        first.append(last)
    statements = compile(ast.Module(first, []), "<call>", "exec")
    return statements, compile(ast.fix_missing_locations(ast.Expression(value)), "<call>", "eval")


class _Captured(io.TextIOBase):
    """Keeps the beginning and the end of what is printed, and prints it too."""

    def __init__(self, stdout: TextIO) -> None:
        self._stdout = stdout
        self._first = ""
        self._last = ""

    def write(self, text: str) -> int:
        self._stdout.write(text)
        free = MAX_PRINTED - len(self._first)
        self._first += text[:free]
        if rest := text[free:] if free < len(text) else "":
            self._last = (self._last + rest)[-MAX_PRINTED:]
        return len(text)

    def flush(self) -> None:
        self._stdout.flush()

    def text(self) -> str:
        return self._first + self._last


@contextlib.contextmanager
def _captured_stdout() -> Iterator[_Captured]:
    captured = _Captured(sys.stdout)
    with contextlib.redirect_stdout(captured):
        yield captured


def _is_stream(value: Any) -> bool:
    """Whether the items of the value are sent in batches: an iterator or a long list."""
    if isinstance(value, list | tuple):
        return len(value) > MAX_LIST_ITEMS
    if isinstance(value, str | bytes | bytearray | Mapping | Set) or callable(getattr(value, "tolist", None)):
        return False
    return isinstance(value, Iterable)


def json_value(value: Any, *, is_cell: bool = False) -> Any:
    """Convert a value to JSON types. Of other types, only the name is kept: {"type": NAME}, with the attributes
    that hold a grid."""
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
        return [json_value(item, is_cell=True) for item in value]
    if isinstance(value, Mapping) and len(value) in (9, 81):  # by square or by row: in the order of its keys
        with contextlib.suppress(TypeError):
            return [json_value(value[key], is_cell=True) for key in sorted(value)]
    if isinstance(value, Set) and len(value) == 1:
        return [json_value(item) for item in value]
    if isinstance(value, Iterator):
        return [json_value(item) for item in itertools.islice(value, MAX_NESTED_ITEMS)]
    if hasattr(type(value), "__await__"):
        return {"type": "coroutine"}
    if is_cell and (held := _value_of_cell(value)) is not value:
        return held
    return {"type": type(value).__name__[:40], "grids": _attributes_with_grids(value)}


def _value_of_cell(cell: Any) -> Any:
    """The digit that an object for a cell holds; the object itself if none is found."""
    attributes = getattr(cell, "__dict__", {})
    return next((attributes[name] for name in CELL_VALUES if _is_digit(attributes.get(name, ""))), cell)


def _is_digit(value: Any) -> bool:
    return value is None or (isinstance(value, int | str) and len(str(value)) == 1)


def _attributes_with_grids(value: Any) -> list[str]:
    """The attributes of an object that hold nine rows or 81 cells."""
    found = []
    for name, attribute in list(getattr(value, "__dict__", {}).items())[:MAX_ATTRIBUTES]:
        with contextlib.suppress(Exception):
            if isinstance(name, str) and len(attribute) in (9, 81):
                found.append(name[:40])
    return found


def load_module(where: str) -> tuple[ModuleType, list[list[Any]]]:
    """Load a file or a module. Return it, and the statements of the file that failed, each with its line and its
    error."""
    if where.endswith(".py") or "/" in where or os.sep in where:
        return _module_of_file(Path(where))
    sys.path.insert(0, str(Path.cwd()))
    return importlib.import_module(where), []


def _check_name(module: ModuleType, where: str, name: str) -> None:
    found: Any = module
    for part in name.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        functions = ", ".join(_functions(module)) or "-"
        raise ServiceError("function.not_found", file=where, name=name, functions=functions)


def _module_of_file(path: Path) -> tuple[ModuleType, list[list[Any]]]:
    """Run the statements of a file one by one. One that fails or takes long, such as a call of input() or a solved
    example, does not prevent the use of the functions of the file."""
    path = path.absolute()
    if not path.is_file():
        raise ServiceError("function.no_file", file=path.name)
    sys.path.insert(0, str(path.parent))  # so that it can import modules of its folder, as when it is run
    tree = parse_source(path)
    package = _package_of(path, tree)
    name = f"{package}.{path.stem}" if package else path.stem
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ServiceError("function.not_python", file=path.name)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if any(isinstance(node, ast.ClassDef) and node.name == "Solution" for node in tree.body):
        exec(LEETCODE_IMPORTS, module.__dict__)
    flags = _future_flags(tree)
    skipped = []
    for statement in tree.body:
        code = compile(ast.Module([statement], []), str(path), "exec", flags, dont_inherit=True)
        try:
            with _time_limit(None if isinstance(statement, ast.Import | ast.ImportFrom) else STATEMENT_CPU_S):
                exec(code, module.__dict__)
        except _TooLong as error:
            skipped.append([statement.lineno, str(error)])
        except BaseException as error:
            skipped.append([statement.lineno, exception_data(error)["line"]])
    return module, skipped


def _package_of(path: Path, tree: ast.Module) -> str:
    """The name of the package of a file that imports other files of its folder by the name of the folder, or by a
    dot. Such a package is made: the folder above may not be visible."""
    folder = path.parent
    imported = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    levels = max((node.level for node in imported), default=0)
    names = {(node.module or "").partition(".")[0] for node in imported if node.level == 0} | {
        alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
    }
    own = [
        each for each in (folder, *folder.parents) if each.name in names and not (folder / each.name).exists()
    ]
    if own and importlib.util.find_spec(own[0].name) is None:
        _make_package(own[0].name, own[0])
    if levels == 0:
        return ""
    parts = [each.name for each in reversed([folder, *folder.parents][:levels])]
    root = [folder, *folder.parents][levels - 1]
    for number in range(len(parts)):
        _make_package(".".join(parts[: number + 1]), root.joinpath(*parts[1 : number + 1]))
    return ".".join(parts)


def _make_package(name: str, folder: Path) -> None:
    package = ModuleType(name)
    package.__path__ = [str(folder)]
    sys.modules.setdefault(name, package)


def parse_source(path: Path) -> ast.Module:
    """Parse a file. If its bytes are not in its encoding, it is read as Windows-1252, as old editors write it."""
    source = path.read_bytes()
    try:
        return ast.parse(source, str(path))
    except (SyntaxError, UnicodeDecodeError) as error:
        if "decode" not in str(error) and "codec" not in str(error) and "Non-UTF-8" not in str(error):
            raise
    return ast.parse(source.decode("cp1252", "replace"), str(path))


def _future_flags(tree: ast.Module) -> int:
    flags = 0
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "__future__":
            for name in node.names:
                flags |= getattr(getattr(__future__, name.name, None), "compiler_flag", 0)
    return flags


class _TooLong(BaseException):
    """A statement of the file takes long."""


@contextlib.contextmanager
def _time_limit(seconds: float | None) -> Iterator[None]:
    """Raise _TooLong after this processor time. Only the main thread can receive the signal."""
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise _TooLong(f"takes more than {seconds:g} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


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
