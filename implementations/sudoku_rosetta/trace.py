"""The steps of a document's program, seen from outside: which line places a digit, which one takes it back.

A document's module runs as it stands; nothing of ours is inside. It is looked at by sys.monitoring, which leaves
alone the lines that do nothing here, and before Python 3.12 by sys.settrace. A step is one of three: a digit is
placed, a place is left, a solution is shown. The three programs that walk one tree take the same steps in the same
order, each on lines of its own; the one by rules takes fewer.

    trace = traced("c-style", Grid("1000..."))
    trace.steps[0]          Step(kind="place", cell=1, digit=6, line=105, tests=9)
    trace.text()            all of it as compact JSON, which the site's player reads
"""

from __future__ import annotations

import contextlib
import inspect
import json
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Literal, NamedTuple

from .grid import Grid
from .solvers import solver_named
from .solvers.documents import DOCUMENTS, DocumentSolver, fresh

Kind = Literal["place", "guess", "back", "solution"]


class Step(NamedTuple):
    kind: Kind
    cell: int  # from 0; of a place that is left, the cell; of a solution, -1
    digit: int  # 0 where a place is left
    line: int  # in the module's file
    tests: int  # how often "may this digit go here?" was asked until now


@dataclass(frozen=True)
class Trace:
    writing: str
    grid: str
    function: str  # the one whose lines are seen
    steps: list[Step]
    complete: bool
    cut: bool = False
    """Left after so many steps as were asked for; the player then says so."""

    def text(self) -> str:
        """Compact: for each step a letter each for its line and kind, its cell, its digit, the tests before it."""
        places = sorted({(step.line, step.kind) for step in self.steps})
        number = {place: index for index, place in enumerate(places)}
        asked = [step.tests - before for step, before in zip(self.steps, [0, *self._tests()], strict=False)]
        return json.dumps(
            {
                "writing": self.writing,
                "grid": self.grid,
                "places": places,
                "at": "".join(_letter(number[step.line, step.kind]) for step in self.steps),
                "cells": "".join(_letter(step.cell + 1) for step in self.steps),
                "digits": "".join(str(step.digit) for step in self.steps),
                "tests": "".join(_letter(count) for count in asked),
                **({"cut": True} if self.cut else {}),
            },
            separators=(",", ":"),
            ensure_ascii=False,
        )

    def _tests(self) -> list[int]:
        return [step.tests for step in self.steps]


@dataclass(frozen=True)
class _Program:
    """What is looked at in a document's module, in its own names."""

    search: str  # the function whose lines are seen
    asks: str | None  # the function that says whether a digit may go somewhere
    places: dict[str, Kind]  # what a line that places has in it
    placed: Callable[[Mapping[str, Any]], tuple[int, int]]  # cell and digit from its variables
    leaves: tuple[str, ...] = ()  # what a line that takes back has in it
    returns: bool = False  # a place is left when the call returns
    left: Callable[[Mapping[str, Any]], int] = lambda names: -1


_PROGRAMS = {
    "c-style": _Program(
        search="arbre",
        asks="possible",
        places={"chiffre[ligne][colonne] = b[kk]": "place"},
        placed=lambda names: (names["casearemplir"], names["b"][names["kk"]]),
        leaves=("chiffre[ligne][colonne] = 0",),
        left=lambda names: int(names["casearemplir"]),
    ),
    "scilab-style": _Program(
        search="Sudoku",
        asks="MoveIsPossible",
        places={"M[i, j] = k": "place"},
        placed=lambda names: (9 * (names["i"] - 1) + names["j"] - 1, names["k"]),
        returns=True,
        left=lambda names: 9 * (names["i"] - 1) + names["j"] - 1 if "k" in names else -1,
    ),
    "pseudocode-style": _Program(
        search="Programme_Principal",
        asks="Possible_Case",
        places={"matsudoku[1, nsudo] = rn": "place"},
        placed=lambda names: (names["nsudo"] - 1, names["rn"]),
        leaves=("matsudoku[1, nsudo] = 0",),
        left=lambda names: int(names["nsudo"]) - 1,
    ),
    "deduction-style": _Program(
        search="algorithme",
        asks=None,
        places={"placer(case, chiffre)  ": "guess", "placer(case, chiffre)": "place"},
        placed=lambda names: (names["case"], names["chiffre"]),
        leaves=("reprendre(garde)",),
        left=lambda names: int(names["case"]),
    ),
}


def traced(writing: str, grid: object, *, limit: int | None = None, steps: int | None = None) -> Trace:
    """Run the writing on the grid, to the end of its tree or until `limit` solutions, and keep its steps: so many
    at most, where `steps` says how many."""
    given = Grid(grid)
    program = _PROGRAMS[writing]
    document = fresh(_module(writing))
    search = _code_of(getattr(document, program.search))
    asks = _code_of(getattr(document, program.asks)) if program.asks else None
    seen = _Seen(program, search, limit, steps)
    solver = solver_named(writing)
    complete = cut = False
    try:
        with _looked_at(search, asks, seen):
            complete = solver.search(given, seen.shown, limit=limit).complete
    except _Cut:
        cut = True
    return Trace(writing, str(given), program.search, [Step(*step) for step in seen.steps], complete, cut)


class _Cut(Exception):  # not an error: how a walk is left once enough of it was seen
    pass


class _Seen:
    """What is made of what is seen; who looks is the matter of `_looked_at`. Programs spend their time in here,
    while they are looked at: hence few calls, and tuples until the end."""

    def __init__(self, program: _Program, search: CodeType, limit: int | None, at_most: int | None) -> None:
        self.steps: list[tuple[Kind, int, int, int, int]] = []
        self.acts = _lines_that_act(program, search)
        self.by_returning = program.returns
        self.tests = 0
        self._program = program
        self._search = search
        self._at_most = sys.maxsize if at_most is None else at_most
        self._solutions_to_come = limit

    def shown(self, _: Grid) -> None:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code is not self._search:
            frame = frame.f_back
        self._keep(("solution", -1, 0, frame.f_lineno if frame else 0, self.tests))
        if self._solutions_to_come is not None:
            self._solutions_to_come -= 1

    def acted(self, names: Mapping[str, Any], line: int) -> None:
        """That line is about to run."""
        if self._solutions_to_come == 0:  # stopped: what is left now is not left by the program
            return
        kind = self.acts[line]
        if kind == "back":
            self._keep((kind, self._program.left(names), 0, line, self.tests))
        else:
            self._keep((kind, *self._program.placed(names), line, self.tests))

    def returned(self, names: Mapping[str, Any], line: int) -> None:
        """The call is over, on that line."""
        cell = self._program.left(names)
        if cell >= 0 and self._solutions_to_come != 0:
            self._keep(("back", cell, 0, line, self.tests))

    def _keep(self, step: tuple[Kind, int, int, int, int]) -> None:
        if len(self.steps) >= self._at_most:
            raise _Cut
        self.steps.append(step)


def _lines_that_act(program: _Program, search: CodeType) -> dict[int, Kind]:
    acts: dict[int, Kind] = {}
    lines = Path(search.co_filename).read_text(encoding="utf-8").splitlines()
    for number in sorted({line for _, _, line in search.co_lines() if line}):
        text = lines[number - 1]
        kind = next((kind for piece, kind in program.places.items() if piece in text), None)
        if kind is None and any(piece in text for piece in program.leaves):
            kind = "back"
        if kind:
            acts[number] = kind
    return acts


def _code_of(function: Callable[..., Any]) -> CodeType:
    code: CodeType = inspect.unwrap(function).__code__
    return code


# --- who looks ----------------------------------------------------------------------------------------


def _looked_at(search: CodeType, asks: CodeType | None, seen: _Seen) -> AbstractContextManager[None]:
    tool = _free_tool()
    return _traced(search, asks, seen) if tool is None else _monitored(search, asks, seen, tool)


def _free_tool() -> int | None:
    """A number under which to ask for events, where Python has sys.monitoring and one is left."""
    if sys.version_info >= (3, 12):
        return next((tool for tool in (3, 4) if sys.monitoring.get_tool(tool) is None), None)
    return None


@contextlib.contextmanager
def _monitored(search: CodeType, asks: CodeType | None, seen: _Seen, tool: int) -> Iterator[None]:
    if sys.version_info < (3, 12):
        raise RuntimeError("sys.monitoring came with Python 3.12")
    monitoring, events = sys.monitoring, sys.monitoring.events
    acts, acted, disable, frame = seen.acts, seen.acted, monitoring.DISABLE, sys._getframe
    thread, ours = (
        threading.get_ident,
        threading.get_ident(),
    )  # all threads are heard: another may search as well

    def line(code: CodeType, number: int) -> object:
        if number not in acts:
            return disable
        return acted(frame(1).f_locals, number) if thread() == ours else None

    def began(code: CodeType, offset: int) -> None:
        if thread() == ours:
            seen.tests += 1

    def returned(code: CodeType, offset: int, value: object) -> None:
        if thread() == ours:
            ended = frame(1)
            seen.returned(ended.f_locals, ended.f_lineno)

    heard = {events.LINE: line, events.PY_START: began, events.PY_RETURN: returned}
    monitoring.use_tool_id(tool, __name__)
    try:
        for event, callback in heard.items():
            monitoring.register_callback(tool, event, callback)
        if asks is not None:
            monitoring.set_local_events(tool, asks, events.PY_START)
        monitoring.set_local_events(
            tool, search, events.LINE | (events.PY_RETURN if seen.by_returning else 0)
        )
        yield
    finally:
        for code in filter(None, (asks, search)):
            monitoring.set_local_events(tool, code, events.NO_EVENTS)
        for event in heard:
            monitoring.register_callback(tool, event, None)
        monitoring.free_tool_id(tool)
        monitoring.restart_events()  # so that a later tool of that number misses no line


@contextlib.contextmanager
def _traced(search: CodeType, asks: CodeType | None, seen: _Seen) -> Iterator[None]:
    def called(frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code is asks:
            seen.tests += 1
        return within if frame.f_code is search else None

    def within(frame: FrameType, event: str, argument: object) -> Any:
        if event == "line" and frame.f_lineno in seen.acts:
            seen.acted(frame.f_locals, frame.f_lineno)
        elif event == "return" and seen.by_returning:
            seen.returned(frame.f_locals, frame.f_lineno)
        return within

    before = sys.gettrace()
    sys.settrace(called)
    try:
        yield
    finally:
        sys.settrace(before)


def _module(writing: str) -> str:
    return next(
        solver.module for solver in DOCUMENTS if isinstance(solver, DocumentSolver) and solver.id == writing
    )


def _letter(number: int) -> str:
    """A printable letter for a small number, none of those that JSON writes in two."""
    return chr(number + (35 if number < 57 else 36))
