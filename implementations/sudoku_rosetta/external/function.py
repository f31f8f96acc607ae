"""A Python function of anyone's behind our face.

`FunctionSolver("mine.py:solve")` runs it in a process of its own under limits, which lives from one grid to the
next and is started again after a crash; `FunctionSolver.of(function)` calls it in this process, without limits.

If no form of grid is named, each of `function_values.FORMS` is tried on a grid with one empty cell, in a fork of
the process, so that the trial leaves no trace. The first form with a right answer is kept; else the first with any
answer; else the first with which it searches without end.
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
from ..runtime.limits import USUAL, GuardKilled, LimitExceeded, Limits, is_available
from ..runtime.worker import LimitedWorker, RequestFailed, UnreadableReply, WorkerEnded
from ..runtime.worker_child import NESTED_ITEMS, FunctionCalls, described
from ..solvers.protocol import Level
from .errors import SolverError, at_limit, guard_killed, how_it_ended, raised
from .function_values import FORMS, Called
from .recognise import USUAL_NAMES
from .solver import ExternalSolver
from .spec_text import is_file, readable_name, split

__all__ = ["FunctionSolver"]

_FULL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
_TRIAL = _FULL[:40] + "0" + _FULL[41:]  # the middle cell: there rows and columns may be swapped
_TRIAL_SECONDS = 3.0


class FunctionSolver(ExternalSolver):
    """A Python function by its place ("mine.py:solve", "mine.py", "package.module:solve"), or itself."""

    function_name: str | None
    """The function's name; None until it is guessed."""
    changed_argument: bool | None = None
    """Whether its last call changed its argument."""
    in_place: bool | None = None
    """Whether its last call gave its answer by changing its argument (and returned True or None)."""

    def __init__(
        self,
        spec: str,
        *,
        name: str | None = None,
        limits: Limits = USUAL,
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
        self._calls: _Calls = _InWorkers(spec, limits, sandbox, folder, temporary)

    @classmethod
    def of(
        cls,
        function: Callable[[Any], Any],
        *,
        name: str | None = None,
        level: Level = "all",
        form: str = "auto",
    ) -> Self:
        """A function that is called in this process, without limits."""
        _check_form(form)
        solver = cls.__new__(cls)
        called = getattr(function, "__name__", type(function).__name__)
        ExternalSolver.__init__(solver, name or called, f"The Python function {called}", "Python", level)
        solver.spec = called
        solver.limits = Limits()
        solver.function_name = called
        solver._form = None if form == "auto" else form
        solver._calls = _InThisProcess(called, function)
        return solver

    def missing(self) -> Message | None:
        if isinstance(self._calls, _InThisProcess):
            return None
        where = split(self.spec)[0]
        if is_file(where) and not (self._calls.folder / where).is_file():
            return Message("missing.no_file", file=where)
        return None if is_available() else Message("missing.no_limits")

    def prepare(self) -> None:
        with self._calls.call() as ask:
            self.function_name = ask.name

    @property
    def form(self) -> str:
        """The form in which it takes a grid, found out when it is first needed."""
        if self._form is None:
            self._form = self._found_form()
        return self._form

    def answers(self, grid_text: str, limit: int | None) -> Iterator[str | int]:
        self.demand()
        form = FORMS[self.form]
        given = form.value(grid_text)
        with self._calls.call() as call:
            reply = call.ask("call", argument=given, array=form.array)
            called = Called(
                reply,
                given,
                lambda count: list(call.ask("draw", count=count)["items"]),
                counts=self.level == "count",
            )
            for number, answer in enumerate(called.answers, 1):
                yield answer
                if number == limit:
                    break
            self.changed_argument = called.changed(call.ask("finish")["argument"])
            self.in_place = called.in_place

    def _found_form(self) -> str:
        self.prepare()
        right: list[str | int] = [1] if self.level == "count" else [_FULL]
        answering: list[str] = []
        endless: list[str] = []
        for name in FORMS:
            try:
                answers = self._trial(name)
            except SolverError as error:
                if error.kind == "timed out":
                    endless.append(name)
                continue
            if answers == right:
                return name
            answering.append(name)
        return next(iter([*answering, *endless, *FORMS]))

    def _trial(self, name: str) -> list[str | int]:
        form = FORMS[name]
        given = form.value(_TRIAL)
        with self._calls.call(min(_TRIAL_SECONDS, self.limits.seconds)) as call:
            reply = call.ask("trial", argument=given, array=form.array)
            if "error" in reply:
                raise raised(reply["error"])
            items = iter(reply.get("items", ()))
            called = Called(
                reply, given, lambda count: list(islice(items, count)), counts=self.level == "count"
            )
            return list(islice(called.answers, 2))

    def close(self) -> None:
        """End its process, if it has one; the next call starts another."""
        self._calls.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _check_form(form: str) -> None:
    if form != "auto" and form not in FORMS:
        raise ValueError(f"no form of grid is called {form!r}; there are: auto, {', '.join(FORMS)}")


class _Call(Protocol):
    """One use of the function; the requests are the methods of `runtime.worker_child.FunctionCalls`."""

    name: str

    def ask(self, do: str, **arguments: Any) -> dict[str, Any]: ...


class _Calls(ABC):
    """Where the function is called."""

    folder = Path()

    @abstractmethod
    def call(self, seconds: float | None = None) -> contextlib.AbstractContextManager[_Call]:
        """For one call and what is drawn of its answer."""

    @abstractmethod
    def close(self) -> None:
        """End what runs it."""


class _InThisProcess(_Calls):
    def __init__(self, name: str, function: Callable[[Any], Any]) -> None:
        self._name = name
        self._function = function

    @contextlib.contextmanager
    def call(self, seconds: float | None = None) -> Iterator[_Call]:
        yield _DirectCall(self._name, FunctionCalls(self._function))

    def close(self) -> None:
        """Nothing runs it."""


class _DirectCall:
    def __init__(self, name: str, calls: FunctionCalls) -> None:
        self.name = name
        self._calls = calls

    def ask(self, do: str, **arguments: Any) -> dict[str, Any]:
        try:
            if do == "trial":
                called = self._calls.call(**arguments)
                return called | (self._calls.draw(NESTED_ITEMS) if "stream" in called else {})
            result: dict[str, Any] = getattr(self._calls, do)(**arguments)
            return result
        except (Exception, SystemExit) as error:
            raise raised(described(error)) from error


class _InWorkers(_Calls):
    """In processes of its own. One process serves one call after another; a call that comes while it is busy (from
    another thread, or from inside the first) has one for itself, and a forked process starts its own."""

    def __init__(
        self, spec: str, limits: Limits, sandbox: bool, folder: Path | str | None, temporary: Path | None
    ) -> None:
        self.folder = Path(folder or Path.cwd()).absolute()
        self._where, self._name = split(spec)
        self._limits = limits
        self._sandbox = sandbox
        self._temporary = temporary
        self._lock = threading.Lock()
        self._idle: list[_Loaded] = []
        weakref.finalize(self, _end_all, self._idle)

    @contextlib.contextmanager
    def call(self, seconds: float | None = None) -> Iterator[_Call]:
        loaded = self._taken() or self._started()
        try:
            loaded.worker.renew(seconds)
            yield loaded
        except SolverError as error:
            if error.kind in ("raised", "unreadable") and not loaded.ended:
                self._give_back(loaded)
            else:
                loaded.worker.end()
            raise
        except BaseException:
            loaded.worker.end()
            raise
        self._give_back(loaded)

    def close(self) -> None:
        with self._lock:
            _end_all(self._idle)

    def _started(self) -> _Loaded:
        visible = [(self.folder / self._where).absolute().parent] if is_file(self._where) else []
        worker = LimitedWorker(
            self._limits,
            sandboxed=self._sandbox,
            folder=self.folder,
            temporary=self._temporary,
            visible=visible,
        )
        loaded = _Loaded(worker)
        try:
            loaded.load(self._where, self._name)
        except SolverError as error:
            worker.end()
            raise _while_loading(error) from None
        except BaseException:
            worker.end()
            raise
        return loaded

    def _taken(self) -> _Loaded | None:
        with self._lock:
            while self._idle:
                loaded = self._idle.pop()
                if loaded.worker.owner == os.getpid():
                    return loaded
                loaded.worker.end()  # the parent's: it only closes its pipes here
        return None

    def _give_back(self, loaded: _Loaded) -> None:
        with self._lock:
            if not self._idle:
                self._idle.append(loaded)
                return
        loaded.worker.end()


class _Loaded:
    """A worker with the function loaded."""

    name = ""
    ended = False

    def __init__(self, worker: LimitedWorker) -> None:
        self.worker = worker

    def load(self, where: str, name: str | None) -> None:
        self.name = str(self.ask("load", where=where, name=name, usual_names=USUAL_NAMES))

    def ask(self, do: str, **arguments: Any) -> Any:
        try:
            return self.worker.ask(do, **arguments)
        except RequestFailed as failed:
            raise raised(failed.error) from None
        except LimitExceeded as error:
            self.ended = True
            raise at_limit(error) from None
        except GuardKilled as error:
            self.ended = True
            raise guard_killed(error) from None
        except UnreadableReply:
            self.ended = True
            raise SolverError("unreadable", Message("function.wrote_into_pipe")) from None
        except WorkerEnded as error:
            self.ended = True
            message = Message("function.ended_its_process", how=how_it_ended(error.code))
            raise SolverError("crashed", message, error.errors) from None


def _while_loading(error: SolverError) -> SolverError:
    """Its file failed, not a grid; a message about the file or its name says so already."""
    message = error.message
    if error.kind != "unreadable":
        message = Message("function.while_loading", what=message)
    return SolverError(error.kind, message, error.detail, while_loading=True)


def _end_all(idle: list[_Loaded]) -> None:
    while idle:
        idle.pop().worker.end()
