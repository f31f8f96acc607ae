"""Runs a Python function as a Solver.

`FunctionSolver("mine.py:solve")` calls the function in a worker process under limits. The process is kept from one
grid to the next and restarted after a crash. `FunctionSolver.from_function(function)` calls it in this process,
without limits.

If the form of the grid is "auto", each of `function_values.FORMS` is tried on a grid with one empty cell. The
trials run in a forked process, so that they do not change the function's state. The first form with a correct
answer is chosen; otherwise the first with any answer; otherwise the first that times out; otherwise "str".
"""

from __future__ import annotations

import contextlib
import os
import threading
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, Self

from ..messages import Message
from ..runtime.limits import DEFAULT_LIMITS, GuardKilled, LimitExceeded, Limits, is_available
from ..runtime.worker import InvalidReply, LimitedWorker, RequestFailed, WorkerExited
from ..runtime.worker_child import MAX_NESTED_ITEMS, FunctionCalls, exception_data
from ..solvers.protocol import Level
from .errors import SolverError, exception_error, exit_message, guard_killed_error, limit_error
from .function_values import FORMS, CallResult
from .recognise import USUAL_NAMES
from .solver import ExternalSolver
from .spec_text import is_file, readable_name, split

__all__ = ["FunctionSolver"]

_FULL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
# the middle cell is empty, because it stays in place if a function swaps rows and columns
_TRIAL_GRID = _FULL[:40] + "0" + _FULL[41:]
_TRIAL_TIMEOUT_S = 3.0


class FunctionSolver(ExternalSolver):
    """A Python function, given as "mine.py:solve", "mine.py" or "package.module:solve"."""

    function_name: str | None
    """The function's name; None until the function has been chosen."""
    changed_argument: bool | None = None
    """Whether the last call changed its argument."""
    in_place: bool | None = None
    """Whether the last call solved the grid in place: it filled its argument and returned True or None."""

    def __init__(
        self,
        spec: str,
        *,
        name: str | None = None,
        limits: Limits = DEFAULT_LIMITS,
        level: Level = "all",
        form: str = "auto",
        sandbox: bool = False,
        folder: Path | str | None = None,
        temporary: Path | None = None,
    ) -> None:
        _check_form(form)
        super().__init__(name or readable_name(spec), f"The Python function {spec}", "Python", level)
        self.spec = spec
        self.limits = limits
        self.function_name = split(spec)[1]
        self._form = None if form == "auto" else form
        self._caller: _Caller = _WorkerCaller(spec, limits, sandbox, folder, temporary)

    @classmethod
    def from_function(
        cls,
        function: Callable[[Any], Any],
        *,
        name: str | None = None,
        level: Level = "all",
        form: str = "auto",
    ) -> Self:
        """A solver that calls the function in this process, without limits."""
        _check_form(form)
        solver = cls.__new__(cls)
        function_name = getattr(function, "__name__", type(function).__name__)
        title = f"The Python function {function_name}"
        ExternalSolver.__init__(solver, name or function_name, title, "Python", level)
        solver.spec = function_name
        solver.limits = Limits()
        solver.function_name = function_name
        solver._form = None if form == "auto" else form
        solver._caller = _DirectCaller(function_name, function)
        return solver

    def missing(self) -> Message | None:
        if isinstance(self._caller, _DirectCaller):
            return None
        where = split(self.spec)[0]
        if is_file(where) and not (self._caller.folder / where).is_file():
            return Message("missing.no_file", file=where)
        return None if is_available() else Message("missing.no_limits")

    def prepare(self) -> None:
        with self._caller.open() as session:
            self.function_name = session.name

    @property
    def form(self) -> str:
        """The form of grid that the function takes. "auto" is resolved at the first use."""
        if self._form is None:
            self._form = self._find_form()
        return self._form

    def answers(self, grid_text: str, limit: int | None) -> Iterator[str | int]:
        self.check_available()
        form = FORMS[self.form]
        argument = form.convert(grid_text)
        with self._caller.open() as session:
            reply = session.request("call", argument=argument, array=form.array)
            result = CallResult(
                reply,
                argument,
                lambda count: list(session.request("next_items", count=count)["items"]),
                counts=self.level == "count",
            )
            for number, answer in enumerate(result.answers, 1):
                yield answer
                if number == limit:
                    break
            self.changed_argument = result.changed(session.request("finish")["argument"])
            self.in_place = result.in_place

    def _find_form(self) -> str:
        self.prepare()
        correct: list[str | int] = [1] if self.level == "count" else [_FULL]
        answering: list[str] = []
        timed_out: list[str] = []
        for name in FORMS:
            try:
                answers = self._trial(name)
            except SolverError as error:
                if error.kind == "timed out":
                    timed_out.append(name)
                continue
            if answers == correct:
                return name
            answering.append(name)
        return next(iter([*answering, *timed_out, *FORMS]))

    def _trial(self, name: str) -> list[str | int]:
        form = FORMS[name]
        argument = form.convert(_TRIAL_GRID)
        with self._caller.open(min(_TRIAL_TIMEOUT_S, self.limits.seconds)) as session:
            reply = session.request("trial", argument=argument, array=form.array)
            if "error" in reply:
                raise exception_error(reply["error"])
            items = iter(reply.get("items", ()))
            result = CallResult(
                reply, argument, lambda count: list(islice(items, count)), counts=self.level == "count"
            )
            return list(islice(result.answers, 2))

    def close(self) -> None:
        """End the worker process, if there is one. The next call starts another."""
        self._caller.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _check_form(form: str) -> None:
    if form != "auto" and form not in FORMS:
        raise ValueError(f"unknown form {form!r}; choose one of: auto, {', '.join(FORMS)}")


class _Session(Protocol):
    """One call of the function. The requests are the methods of `runtime.worker_child.FunctionCalls`."""

    name: str

    def request(self, method: str, **arguments: Any) -> dict[str, Any]: ...


class _Caller(ABC):
    """Calls the function, in this process or in a worker process."""

    folder = Path()

    @abstractmethod
    def open(self, seconds: float | None = None) -> contextlib.AbstractContextManager[_Session]:
        """A session for one call and the items that it returns."""

    @abstractmethod
    def close(self) -> None:
        """End the worker processes."""


class _DirectCaller(_Caller):
    def __init__(self, name: str, function: Callable[[Any], Any]) -> None:
        self._name = name
        self._function = function

    @contextlib.contextmanager
    def open(self, seconds: float | None = None) -> Iterator[_Session]:
        yield _DirectSession(self._name, FunctionCalls(self._function))

    def close(self) -> None:
        """There is no worker process."""


class _DirectSession:
    def __init__(self, name: str, calls: FunctionCalls) -> None:
        self.name = name
        self._calls = calls

    def request(self, method: str, **arguments: Any) -> dict[str, Any]:
        try:
            if method == "trial":
                reply = self._calls.call(**arguments)
                return reply | (self._calls.next_items(MAX_NESTED_ITEMS) if "stream" in reply else {})
            result: dict[str, Any] = getattr(self._calls, method)(**arguments)
            return result
        except (Exception, SystemExit) as error:
            raise exception_error(exception_data(error)) from error


class _WorkerCaller(_Caller):
    """Calls the function in worker processes.

    One process is reused from call to call. A call from another thread, a nested call and a call in a forked
    process each start a new one.
    """

    def __init__(
        self, spec: str, limits: Limits, sandbox: bool, folder: Path | str | None, temporary: Path | None
    ) -> None:
        self.folder = Path(folder or Path.cwd()).absolute()
        self._where, self._name = split(spec)
        self._limits = limits
        self._sandbox = sandbox
        self._temporary = temporary
        self._lock = threading.Lock()
        self._idle: list[_WorkerSession] = []
        weakref.finalize(self, _end_all, self._idle)

    @contextlib.contextmanager
    def open(self, seconds: float | None = None) -> Iterator[_Session]:
        session = self._take_idle() or self._start()
        try:
            session.worker.begin_request(seconds)
            yield session
        except SolverError as error:
            if error.kind in ("raised", "unreadable") and not session.ended:
                self._keep_idle(session)
            else:
                session.worker.end()
            raise
        except BaseException:
            session.worker.end()
            raise
        self._keep_idle(session)

    def close(self) -> None:
        with self._lock:
            _end_all(self._idle)

    def _start(self) -> _WorkerSession:
        visible = [(self.folder / self._where).absolute().parent] if is_file(self._where) else []
        worker = LimitedWorker(
            self._limits,
            sandboxed=self._sandbox,
            folder=self.folder,
            temporary=self._temporary,
            visible=visible,
        )
        session = _WorkerSession(worker)
        try:
            session.load(self._where, self._name)
        except SolverError as error:
            worker.end()
            raise _loading_error(error) from None
        except BaseException:
            worker.end()
            raise
        return session

    def _take_idle(self) -> _WorkerSession | None:
        with self._lock:
            while self._idle:
                session = self._idle.pop()
                if session.worker.owner == os.getpid():
                    return session
                session.worker.end()  # started before a fork, so this only closes the pipes
        return None

    def _keep_idle(self, session: _WorkerSession) -> None:
        with self._lock:
            if not self._idle:
                self._idle.append(session)
                return
        session.worker.end()


class _WorkerSession:
    """A worker process that has loaded the function."""

    name = ""
    ended = False

    def __init__(self, worker: LimitedWorker) -> None:
        self.worker = worker

    def load(self, where: str, name: str | None) -> None:
        self.name = str(self.request("load", where=where, name=name, usual_names=USUAL_NAMES))

    def request(self, method: str, **arguments: Any) -> Any:
        try:
            return self.worker.call(method, **arguments)
        except RequestFailed as failed:
            raise exception_error(failed.error) from None
        except LimitExceeded as error:
            self.ended = True
            raise limit_error(error) from None
        except GuardKilled as error:
            self.ended = True
            raise guard_killed_error(error) from None
        except InvalidReply:
            self.ended = True
            raise SolverError("unreadable", Message("function.wrote_into_pipe")) from None
        except WorkerExited as error:
            self.ended = True
            message = Message("function.ended_its_process", how=exit_message(error.code))
            raise SolverError("crashed", message, error.errors) from None


def _loading_error(error: SolverError) -> SolverError:
    """The same error, marked as raised while loading. "unreadable" errors already name the file."""
    message = error.message
    if error.kind != "unreadable":
        message = Message("function.while_loading", what=message)
    return SolverError(error.kind, message, error.detail, while_loading=True)


def _end_all(idle: list[_WorkerSession]) -> None:
    while idle:
        idle.pop().worker.end()
