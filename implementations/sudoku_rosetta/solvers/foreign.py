"""Anyone's Python function behind the solvers' face.

`ForeignSolver("mine.py:solve")` runs it in a process of its own (`host`), confined, which lives on from one grid
to the next and is begun again after a crash; `ForeignSolver.of(function)` calls it here, with no limit.
`answers` says what a function may be given and return.

Which form of grid it takes is found out, unless `form` says it: each of `answers.FORMS` in turn is tried on a
grid with one empty cell, and the first with which it answers rightly is kept; if there is none, the first with
which it answers at all; or else searches without end. The process in which that was tried is not used any more.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from .answers import FORMS, call
from .broke import SolverBroke
from .confined import USUAL, Confined, Limits, unavailable
from .host import broken_by, is_file, split
from .outsider import Level, Outsider, readable_name

__all__ = ["ForeignSolver", "Limits", "SolverBroke"]

_FULL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
_TRIAL = _FULL[:40] + "0" + _FULL[41:]  # the middle: rows taken for columns do not matter there
_TRIAL_SECONDS = 3.0


class ForeignSolver(Outsider):
    """A Python function, by its place ("mine.py:solve", "mine.py", "package.module:solve") or itself."""

    function_name: str | None
    """The function's name; None while it is yet to be guessed."""
    changed_argument: bool | None = None
    """Whether its last call to its end changed what it was given."""
    in_place: bool | None = None
    """Whether its last call gave its answer by changing what it was given (and returned True or None)."""

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
    ) -> None:
        _check_form(form)
        super().__init__(name or readable_name(spec), f"The Python function {spec}", "Python", level)
        self.spec = spec
        self.limits = limits
        self.function_name = split(spec)[1]
        self._form = None if form == "auto" else form
        self._seat: _Seat = _Apart(spec, limits, sandbox, folder)

    @classmethod
    def of(
        cls,
        function: Callable[[Any], Any],
        *,
        name: str | None = None,
        level: Level = "all",
        form: str = "auto",
    ) -> Self:
        """A function that is called here, in this process: no limit holds it."""
        _check_form(form)
        solver = cls.__new__(cls)
        called = getattr(function, "__name__", type(function).__name__)
        Outsider.__init__(solver, name or called, f"The Python function {called}", "Python", level)
        solver.spec = called
        solver.limits = Limits()
        solver.function_name = called
        solver._form = None if form == "auto" else form
        solver._seat = _Here(called, function)
        return solver

    def missing(self) -> str | None:
        if isinstance(self._seat, _Here):
            return None
        where = split(self.spec)[0]
        if is_file(where) and not (self._seat.folder / where).is_file():
            return f"there is no file {where}"
        return unavailable()

    @property
    def form(self) -> str:
        """The form in which it takes a grid, found out at the first need."""
        if self._form is None:
            self._form = self._found_form()
        return self._form

    def answers(self, grid_text: str, limit: int | None) -> Iterator[str | int]:
        self.demand()
        yield from self._answers(grid_text, self.form, limit, None)

    def _answers(
        self, grid_text: str, form: str, limit: int | None, seconds: float | None
    ) -> Iterator[str | int]:
        with contextlib.closing(
            self._seat.ask(grid_text, form, limit, self.level == "count", seconds)
        ) as told:
            for said in told:
                if "answer" in said:
                    yield said["answer"]
                else:
                    self.changed_argument, self.in_place = said["changed"], said["in_place"]

    def _found_form(self) -> str:
        right: list[str | int] = [1] if self.level == "count" else [_FULL]
        answering: list[str] = []
        endless: list[str] = []
        seconds = min(_TRIAL_SECONDS, self.limits.seconds)
        self.function_name = self._seat.begin()
        try:
            for form in FORMS:
                try:
                    answers = list(self._answers(_TRIAL, form, 2, seconds))
                except SolverBroke as broke:
                    if broke.kind == "timed out":
                        endless.append(form)
                    continue
                if answers == right:
                    return form
                answering.append(form)
        finally:
            self._seat.leave()
            self.changed_argument = self.in_place = None
        return next(iter([*answering, *endless, *FORMS]))

    def close(self) -> None:
        """End its process, if it has one; it begins anew when it is called again."""
        self._seat.leave()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _check_form(form: str) -> None:
    if form != "auto" and form not in FORMS:
        raise ValueError(f"no form of grid is called {form!r}; there are: auto, {', '.join(FORMS)}")


class _Seat(ABC):
    """Where the function is called."""

    folder = Path()

    @abstractmethod
    def begin(self) -> str:
        """Load the function; its name."""

    @abstractmethod
    def ask(
        self, grid: str, form: str, limit: int | None, counts: bool, seconds: float | None
    ) -> Generator[dict[str, Any], None, None]:
        """Its answers, {"answer": ...}, and in the end what became of its argument."""

    @abstractmethod
    def leave(self) -> None:
        """Let go of what it has loaded."""


class _Here(_Seat):
    """In this process."""

    def __init__(self, name: str, function: Callable[[Any], Any]) -> None:
        self._name = name
        self._function = function

    def begin(self) -> str:
        return self._name

    def ask(
        self, grid: str, form: str, limit: int | None, counts: bool, seconds: float | None
    ) -> Generator[dict[str, Any], None, None]:
        with _its_own_fault():
            answered = call(self._function, grid, form, counts=counts)
        given = 0
        while given != limit:
            with _its_own_fault():
                answer = next(answered.answers, None)
            if answer is None:
                break
            given += 1
            yield {"answer": answer}
        yield {"changed": answered.changed, "in_place": answered.in_place}

    def leave(self) -> None:
        """It is the caller's own."""


@contextlib.contextmanager
def _its_own_fault() -> Iterator[None]:
    try:
        yield
    except (Exception, SystemExit) as error:
        raise broken_by(error) from error


class _Apart(_Seat):
    """In a process of its own. One process serves one call after the other; a call that comes while it is busy
    (from another thread, or from the midst of the first) has one for itself, and a forked process begins its
    own."""

    def __init__(self, spec: str, limits: Limits, sandbox: bool, folder: Path | str | None) -> None:
        self.folder = Path(folder or Path.cwd()).absolute()
        self._spec = spec
        self._limits = limits
        self._sandbox = sandbox
        self._guard = threading.Lock()
        self._idle: list[tuple[int, Confined]] = []
        weakref.finalize(self, _end_all, self._idle)

    def begin(self) -> str:
        host, name = self._begun()
        self._given_back(host)
        return name

    def ask(
        self, grid: str, form: str, limit: int | None, counts: bool, seconds: float | None
    ) -> Generator[dict[str, Any], None, None]:
        host = self._taken() or self._begun()[0]
        host.limits = self._limits if seconds is None else replace(self._limits, seconds=seconds)
        request = {"grid": grid, "form": form, "limit": limit, "counts": counts}
        broke = None
        try:
            for said in _exchange(host, request):
                if "broke" in said:
                    broke = SolverBroke(*said["broke"])
                else:
                    yield said
        except BaseException:
            host.end()
            raise
        self._given_back(host)
        if broke is not None:
            raise broke

    def leave(self) -> None:
        with self._guard:
            _end_all(self._idle)

    def _begun(self) -> tuple[Confined, str]:
        command = [sys.executable, "-P", "-m", f"{__package__}.host", self._spec]
        host = Confined(command, self._limits, sandboxed=self._sandbox, folder=self.folder)
        try:
            (said,) = _exchange(host, None)
            if "broke" in said:
                raise SolverBroke(*said["broke"])
        except SolverBroke as broke:
            host.end()
            raise _while_loading(broke) from None
        except BaseException:
            host.end()
            raise
        return host, said["ready"]

    def _taken(self) -> Confined | None:
        with self._guard:
            while self._idle:
                owner, host = self._idle.pop()
                if owner == os.getpid():
                    return host
                host.end()  # the parent's: only let go of it
        return None

    def _given_back(self, host: Confined) -> None:
        with self._guard:
            if not self._idle:
                self._idle.append((os.getpid(), host))
                return
        host.end()


def _exchange(host: Confined, request: dict[str, Any] | None) -> Iterator[dict[str, Any]]:
    """What the host says, up to its last word on the request, or without one, until it is ready."""
    sent = b"" if request is None else json.dumps(request).encode() + b"\n"
    with contextlib.closing(host.lines(sent, last=False)) as lines:
        for line in lines:
            try:
                said = json.loads(line)
            except ValueError:
                raise SolverBroke(
                    "unreadable",
                    "it wrote into the pipe through which its answers are read",
                    "il a écrit dans le tube par lequel ses réponses sont lues",
                ) from None
            yield said
            if "answer" not in said:
                return
    raise _vanished(host)


def _vanished(host: Confined) -> SolverBroke:
    code = host.exit_code or 0
    en, fr = (f"signal {-code}",) * 2 if code < 0 else (f"exit code {code}", f"code {code}")
    return SolverBroke(
        "crashed",
        f"it ended the process that it runs in ({en})",
        f"il a mis fin au processus où il tourne ({fr})",
        host.errors,
    )


def _while_loading(broke: SolverBroke) -> SolverBroke:
    """Its file was at fault, not a grid; where it is about the file or its name, it says so already."""
    said = (str(broke), broke.fr)
    if broke.kind != "unreadable":
        said = (f"while its file is loaded: {broke}", f"au chargement du fichier: {broke.fr}")
    return SolverBroke(broke.kind, *said, broke.detail, while_loading=True)


def _end_all(idle: list[tuple[int, Confined]]) -> None:
    while idle:
        idle.pop()[1].end()
