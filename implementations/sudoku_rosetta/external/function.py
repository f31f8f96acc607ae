"""Runs a Python function as a Solver.

`FunctionSolver("mine.py:solve")` calls the function in a worker process under limits. The process is kept from one
grid to the next and restarted after a crash. `FunctionSolver.from_function(function)` calls it in this process,
without limits.

Without a reading, the solver finds one: it tries each call of `python_entries` with each form of `forms` on easy
grids. The trials run in a forked process, so that they do not change the function's state.
"""

from __future__ import annotations

import contextlib
import copy
import os
import re
import threading
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any, Protocol, Self

from ..messages import Message
from ..runtime.limits import DEFAULT_LIMITS, GuardKilled, LimitExceeded, Limits, is_available
from ..runtime.worker import InvalidReply, LimitedWorker, RequestFailed, WorkerExited
from ..runtime.worker_child import MAX_NESTED_ITEMS, FunctionCalls, exception_data, parse_source
from ..solvers.protocol import Level
from .attempt import Attempt, best_attempt
from .entries import in_turn, python_forms, read_source
from .errors import SolverError, exception_error, exit_message, guard_killed_error, limit_error
from .forms import VALUES, codes, is_code, value_of
from .function_values import IN_PLACE, CallResult, printed_solution
from .python_entries import python_calls
from .reading import Reading
from .solver import ExternalSolver
from .spec_text import is_file, readable_name, split

__all__ = ["FunctionSolver"]

FORMS = codes(VALUES)
MAX_REMARKS = 3


class FunctionSolver(ExternalSolver):
    """A Python function, given as "mine.py:solve", "mine.py" or "package.module:solve"."""

    blank_means_none = True
    changed_argument: bool | None = None
    """Whether the last call changed its argument."""

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
        reading: Reading | None = None,
    ) -> None:
        _check_form(form)
        super().__init__(name or readable_name(spec), f"The Python function {spec}", "Python", level)
        self.spec = spec
        self.limits = limits
        self._forms = FORMS if form == "auto" else [form]
        self._reading = reading
        self._caller: _Caller = _WorkerCaller(spec, limits, sandbox, folder, temporary)

    @classmethod
    def from_function(
        cls,
        function: Callable[[Any], Any],
        *,
        name: str | None = None,
        level: Level = "all",
        form: str = "auto",
        reading: Reading | None = None,
    ) -> Self:
        """A solver that calls the function in this process, without limits."""
        return cls.in_process(
            FunctionCalls(function),
            name or str(getattr(function, "__name__", type(function).__name__)),
            level=level,
            form=form,
            reading=reading,
        )

    @classmethod
    def in_process(
        cls,
        calls: FunctionCalls,
        name: str,
        *,
        level: Level = "all",
        form: str = "auto",
        reading: Reading | None = None,
    ) -> Self:
        """A solver that makes these calls in this process, without limits."""
        _check_form(form)
        solver = cls.__new__(cls)
        ExternalSolver.__init__(solver, name, f"The Python function {name}", "Python", level)
        solver.spec = name
        solver.limits = Limits()
        solver._forms = FORMS if form == "auto" else [form]
        solver._reading = reading
        solver._caller = _DirectCaller(calls)
        return solver

    def missing(self) -> Message | None:
        if isinstance(self._caller, _DirectCaller):
            return None
        where = split(self.spec)[0]
        if is_file(where) and not (self._caller.folder / where).is_file():
            return Message("missing.no_file", file=where)
        return None if is_available() else Message("missing.no_limits")

    def prepare(self) -> None:
        """Load the file, and find out how the function is called."""
        _ = self.reading

    @property
    def reading(self) -> Reading:
        """How the function is called. It is found at the first use."""
        if self._reading is None:
            self._reading = self.best_attempt().reading
        return self._reading

    @property
    def form(self) -> str:
        """The form of grid that the function takes."""
        return self.reading.form

    @property
    def in_place(self) -> bool:
        """Whether it is the way of the function to fill its argument."""
        return self.reading.answer in IN_PLACE

    def answers(self, grid_text: str, limit: int | None) -> Iterator[str | int]:
        self.check_available()
        try:
            yield from self._answers_of_call(grid_text, limit)
        except SolverError as error:
            is_printed = limit == 1 and self.reading.answer.startswith("printed")
            solution = printed_solution(error.detail, grid_text) if is_printed else None
            if error.kind != "timed out" or solution is None:
                raise
            yield solution  # printed in time: the time was spent on other solutions

    def _answers_of_call(self, grid_text: str, limit: int | None) -> Iterator[str | int]:
        reading = self.reading
        argument = value_of(reading.form, grid_text)
        with self._caller.open() as session:
            reply = session.request("call", **_request(reading, argument))
            result = CallResult(
                reply,
                argument,
                lambda count: list(session.request("next_items", count=count)["items"]),
                grid_text=grid_text,
                answer=reading.answer,
                counts=self.level == "count",
            )
            for number, answer in enumerate(result.answers, 1):
                yield answer
                if number == limit:
                    break
            self.changed_argument = result.changed(session.request("finish")["argument"])

    # --- finding the reading ---------------------------------------------------------------------

    def best_attempt(self) -> Attempt:
        """Try the calls of the file in all forms, until one is right."""
        calls = self._calls()
        with self._caller.open() as session:
            skipped = session.skipped
        if not calls:
            raise _no_function_error(split(self.spec)[0], skipped)
        forms = self._usual_forms()
        readings = (
            Reading("Python", self._file, call, form, "auto", odd=_odd(skipped))
            for call, form in in_turn((call, forms) for call in calls)
        )
        found = best_attempt(readings, self._ask, counts=self.level == "count")
        assert found is not None
        return found

    def _usual_forms(self) -> Sequence[str]:
        if not self._file or self._forms != FORMS:
            return self._forms
        return python_forms(read_source(self._caller.folder / self._file))

    @property
    def _file(self) -> str:
        where = split(self.spec)[0]
        return where if is_file(where) and not isinstance(self._caller, _DirectCaller) else ""

    def _calls(self) -> Sequence[str]:
        if isinstance(self._caller, _DirectCaller):
            return ["FUNCTION(GRID)"]
        where, name = split(self.spec)
        if not is_file(where):
            return [f"{name}(GRID)"]
        try:
            tree = parse_source(self._caller.folder / where)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            raise _loading_error(exception_error(exception_data(error))) from None
        calls = python_calls(tree, name)
        return calls or ([f"{name}(GRID)"] if name else [])

    def _ask(self, reading: Reading, grid: str, seconds: float) -> tuple[Reading, list[str | int]]:
        argument = value_of(reading.form, grid)
        with self._caller.open(min(seconds, self.limits.seconds)) as session:
            reply = session.request("trial", **_request(reading, argument))
            if attribute := _attribute_with_grid(reply):
                return self._ask(replace(reading, call=f"{reading.call}.{attribute}"), grid, seconds)
            items = iter(reply.get("items", ()))
            result = CallResult(
                reply,
                argument,
                lambda count: list(islice(items, count)),
                grid_text=grid,
                answer=reading.answer,
                counts=self.level == "count",
            )
            answers = list(islice(result.answers, 3))
        if not answers and reply.get("returned") is False:
            answers = [False]
        return replace(reading, answer=result.answer), answers

    def close(self) -> None:
        """End the worker process, if there is one. The next call starts another."""
        self._caller.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _check_form(form: str) -> None:
    if form != "auto" and not is_code(form, VALUES):
        raise ValueError(f"unknown form {form!r}; choose one of: auto, {', '.join(VALUES)}")


def _request(reading: Reading, argument: Any) -> dict[str, Any]:
    name = reading.form.partition(":")[0]
    return {
        "code": reading.call,
        "argument": argument,
        "container": name if name in ("array", "tuples") else "",
    }


def _attribute_with_grid(reply: Mapping[str, Any]) -> str | None:
    """The attribute that holds the grid, if an object was returned."""
    returned = reply.get("returned")
    names = returned.get("grids", []) if isinstance(returned, dict) else []
    return min(names, key=lambda name: not re.search("sol|board|grid|grill|puzzle", name), default=None)


def _odd(skipped: Sequence[Sequence[Any]]) -> tuple[Message, ...]:
    return tuple(
        Message("reading.odd.skipped", line=line, error=error) for line, error in skipped[:MAX_REMARKS]
    )


def _no_function_error(where: str, skipped: Sequence[Sequence[Any]]) -> SolverError:
    """The error of a file without a function: the first of its own errors, if there is one."""
    if skipped:
        return _loading_error(SolverError("raised", Message("function.raised", line=skipped[0][1])))
    return SolverError("unreadable", Message("function.none_defined", file=where), while_loading=True)


class _Session(Protocol):
    """One call of the function. The requests are the methods of `runtime.worker_child.FunctionCalls`."""

    skipped: Sequence[Sequence[Any]]
    """The statements of the file that failed, each with its line and its error."""

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
    def __init__(self, calls: FunctionCalls) -> None:
        self._calls = calls

    @contextlib.contextmanager
    def open(self, seconds: float | None = None) -> Iterator[_Session]:
        yield _DirectSession(self._calls)

    def close(self) -> None:
        """There is no worker process."""


class _DirectSession:
    skipped: Sequence[Sequence[Any]] = ()

    def __init__(self, calls: FunctionCalls) -> None:
        self._calls = calls

    def request(self, method: str, **arguments: Any) -> dict[str, Any]:
        arguments = copy.deepcopy(arguments)  # the function may change its argument
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
            session.skipped = session.request("load", where=self._where, name=self._name)["skipped"]
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

    skipped: Sequence[Sequence[Any]] = ()
    ended = False

    def __init__(self, worker: LimitedWorker) -> None:
        self.worker = worker

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
