"""Traces the search of a document's program: which line places a digit, and which line removes it.

The document's module is not changed. It is observed with sys.monitoring, which can disable the events of other
lines, or before Python 3.12 with sys.settrace. A step places a digit, backtracks from a cell, or finds a solution.
The three programs with the same search tree have the same steps in the same order. The program that uses rules has
fewer steps.

    trace = trace_program("c-style", Grid("1000..."))
    trace.steps[0]          Step(kind="place", cell=1, digit=6, line=105, tests=9)
    trace.text()            compact JSON for the player of the website
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
from .solvers.documents import DOCUMENTS, DocumentSolver, fresh_module

Kind = Literal["place", "guess", "back", "solution"]


class Step(NamedTuple):
    kind: Kind
    cell: int  # from 0 to 80; -1 for a solution
    digit: int  # 0 in a step back
    line: int  # in the module's file
    tests: int  # number of tests of a digit in a cell so far


@dataclass(frozen=True)
class Trace:
    implementation: str
    grid: str
    function: str  # the traced function
    steps: list[Step]
    complete: bool
    cut: bool = False
    """Whether the trace stopped at the maximum number of steps."""

    def text(self) -> str:
        """Return compact JSON, with one character per step in each string: line and kind, cell, digit, tests."""
        places = sorted({(step.line, step.kind) for step in self.steps})
        indices = {place: index for index, place in enumerate(places)}
        tests = [step.tests - before for step, before in zip(self.steps, [0, *self._tests()], strict=False)]
        return json.dumps(
            {
                "implementation": self.implementation,
                "grid": self.grid,
                "places": places,
                "at": "".join(_character(indices[step.line, step.kind]) for step in self.steps),
                "cells": "".join(_character(step.cell + 1) for step in self.steps),
                "digits": "".join(str(step.digit) for step in self.steps),
                "tests": "".join(_character(count) for count in tests),
                **({"cut": True} if self.cut else {}),
            },
            separators=(",", ":"),
            ensure_ascii=False,
        )

    def _tests(self) -> list[int]:
        return [step.tests for step in self.steps]


@dataclass(frozen=True)
class _Program:
    """The functions and lines of a document's module that are observed."""

    search: str  # the traced function
    test: str | None  # the function that tests a digit in a cell
    place_lines: dict[str, Kind]  # text in the lines that place a digit
    placement: Callable[[Mapping[str, Any]], tuple[int, int]]  # cell and digit, from the local variables
    back_lines: tuple[str, ...] = ()  # text in the lines that remove a digit
    back_on_return: bool = False  # whether a return of the function is a step back
    back_cell: Callable[[Mapping[str, Any]], int] = lambda names: -1  # the cell of a step back, from them


_PROGRAMS = {
    "c-style": _Program(
        search="arbre",
        test="possible",
        place_lines={"chiffre[ligne][colonne] = b[kk]": "place"},
        placement=lambda names: (names["casearemplir"], names["b"][names["kk"]]),
        back_lines=("chiffre[ligne][colonne] = 0",),
        back_cell=lambda names: int(names["casearemplir"]),
    ),
    "scilab-style": _Program(
        search="Sudoku",
        test="MoveIsPossible",
        place_lines={"M[i, j] = k": "place"},
        placement=lambda names: (9 * (names["i"] - 1) + names["j"] - 1, names["k"]),
        back_on_return=True,
        back_cell=lambda names: 9 * (names["i"] - 1) + names["j"] - 1 if "k" in names else -1,
    ),
    "pseudocode-style": _Program(
        search="Programme_Principal",
        test="Possible_Case",
        place_lines={"matsudoku[1, nsudo] = rn": "place"},
        placement=lambda names: (names["nsudo"] - 1, names["rn"]),
        back_lines=("matsudoku[1, nsudo] = 0",),
        back_cell=lambda names: int(names["nsudo"]) - 1,
    ),
    "deduction-style": _Program(
        search="algorithme",
        test=None,
        place_lines={"placer(case, chiffre)  ": "guess", "placer(case, chiffre)": "place"},
        placement=lambda names: (names["case"], names["chiffre"]),
        back_lines=("reprendre(garde)",),
        back_cell=lambda names: int(names["case"]),
    ),
}


def trace_program(
    implementation: str, grid: object, *, limit: int | None = None, max_steps: int | None = None
) -> Trace:
    """Run an implementation on the grid and record its steps.

    It runs to the end of its search tree, to `limit` solutions, or to at most `max_steps` steps.
    """
    clues = Grid(grid)
    program = _PROGRAMS[implementation]
    document = fresh_module(_module(implementation))
    search = _code_of(getattr(document, program.search))
    test = _code_of(getattr(document, program.test)) if program.test else None
    recorder = _Recorder(program, search, limit, max_steps)
    solver = solver_named(implementation)
    complete = cut = False
    try:
        with _observed(search, test, recorder):
            complete = solver.search(clues, recorder.on_solution, limit=limit).complete
    except _MaxStepsReached:
        cut = True
    steps = [Step(*step) for step in recorder.steps]
    return Trace(implementation, str(clues), program.search, steps, complete, cut)


class _MaxStepsReached(Exception):
    """Stops the search at the maximum number of steps. It is not an error."""


class _Recorder:
    """Records the steps. `_observed` calls it at each event.

    Most of the time of tracing is spent here, so the methods make few calls, and the steps are plain tuples.
    """

    def __init__(self, program: _Program, search: CodeType, limit: int | None, max_steps: int | None) -> None:
        self.steps: list[tuple[Kind, int, int, int, int]] = []
        self.lines = _step_lines(program, search)
        self.back_on_return = program.back_on_return
        self.tests = 0
        self._program = program
        self._search = search
        self._max_steps = sys.maxsize if max_steps is None else max_steps
        self._solutions_left = limit

    def on_solution(self, _: Grid) -> None:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code is not self._search:
            frame = frame.f_back
        self._add(("solution", -1, 0, frame.f_lineno if frame else 0, self.tests))
        if self._solutions_left is not None:
            self._solutions_left -= 1

    def on_line(self, names: Mapping[str, Any], line: int) -> None:
        """The line is about to be executed."""
        if self._solutions_left == 0:  # the search is being stopped: its events are not steps of the program
            return
        kind = self.lines[line]
        if kind == "back":
            self._add((kind, self._program.back_cell(names), 0, line, self.tests))
        else:
            self._add((kind, *self._program.placement(names), line, self.tests))

    def on_return(self, names: Mapping[str, Any], line: int) -> None:
        """The function returns from this line."""
        cell = self._program.back_cell(names)
        if cell >= 0 and self._solutions_left != 0:
            self._add(("back", cell, 0, line, self.tests))

    def _add(self, step: tuple[Kind, int, int, int, int]) -> None:
        if len(self.steps) >= self._max_steps:
            raise _MaxStepsReached
        self.steps.append(step)


def _step_lines(program: _Program, search: CodeType) -> dict[int, Kind]:
    """The lines of the function that place or remove a digit, with the kind of their step."""
    found: dict[int, Kind] = {}
    lines = Path(search.co_filename).read_text(encoding="utf-8").splitlines()
    for number in sorted({line for _, _, line in search.co_lines() if line}):
        text = lines[number - 1]
        kind = next((kind for part, kind in program.place_lines.items() if part in text), None)
        if kind is None and any(part in text for part in program.back_lines):
            kind = "back"
        if kind:
            found[number] = kind
    return found


def _code_of(function: Callable[..., Any]) -> CodeType:
    code: CodeType = inspect.unwrap(function).__code__
    return code


# --- observing the program ----------------------------------------------------------------------------


def _observed(search: CodeType, test: CodeType | None, recorder: _Recorder) -> AbstractContextManager[None]:
    tool = _free_tool()
    if tool is None:
        return _traced(search, test, recorder)
    return _monitored(search, test, recorder, tool)


def _free_tool() -> int | None:
    """A free tool id of sys.monitoring, or None if there is none, as before Python 3.12."""
    if sys.version_info >= (3, 12):
        return next((tool for tool in (3, 4) if sys.monitoring.get_tool(tool) is None), None)
    return None


@contextlib.contextmanager
def _monitored(search: CodeType, test: CodeType | None, recorder: _Recorder, tool: int) -> Iterator[None]:
    if sys.version_info < (3, 12):
        raise RuntimeError("sys.monitoring needs Python 3.12 or later")
    monitoring, events = sys.monitoring, sys.monitoring.events
    lines, on_line, disable, frame = recorder.lines, recorder.on_line, monitoring.DISABLE, sys._getframe
    current_thread = threading.get_ident  # events of all threads are received, and another one may search too
    this_thread = current_thread()

    def line(code: CodeType, number: int) -> object:
        if number not in lines:
            return disable
        return on_line(frame(1).f_locals, number) if current_thread() == this_thread else None

    def start(code: CodeType, offset: int) -> None:
        if current_thread() == this_thread:
            recorder.tests += 1

    def returned(code: CodeType, offset: int, value: object) -> None:
        if current_thread() == this_thread:
            returning = frame(1)
            recorder.on_return(returning.f_locals, returning.f_lineno)

    callbacks = {events.LINE: line, events.PY_START: start, events.PY_RETURN: returned}
    monitoring.use_tool_id(tool, __name__)
    try:
        for event, callback in callbacks.items():
            monitoring.register_callback(tool, event, callback)
        if test is not None:
            monitoring.set_local_events(tool, test, events.PY_START)
        monitoring.set_local_events(
            tool, search, events.LINE | (events.PY_RETURN if recorder.back_on_return else 0)
        )
        yield
    finally:
        for code in filter(None, (test, search)):
            monitoring.set_local_events(tool, code, events.NO_EVENTS)
        for event in callbacks:
            monitoring.register_callback(tool, event, None)
        monitoring.free_tool_id(tool)
        monitoring.restart_events()  # so that a later tool with the same id receives the disabled events


@contextlib.contextmanager
def _traced(search: CodeType, test: CodeType | None, recorder: _Recorder) -> Iterator[None]:
    def global_trace(frame: FrameType, event: str, argument: object) -> Any:
        if frame.f_code is test:
            recorder.tests += 1
        return local_trace if frame.f_code is search else None

    def local_trace(frame: FrameType, event: str, argument: object) -> Any:
        if event == "line" and frame.f_lineno in recorder.lines:
            recorder.on_line(frame.f_locals, frame.f_lineno)
        elif event == "return" and recorder.back_on_return:
            recorder.on_return(frame.f_locals, frame.f_lineno)
        return local_trace

    before = sys.gettrace()
    sys.settrace(global_trace)
    try:
        yield
    finally:
        sys.settrace(before)


def _module(implementation: str) -> str:
    return next(
        solver.module
        for solver in DOCUMENTS
        if isinstance(solver, DocumentSolver) and solver.id == implementation
    )


def _character(number: int) -> str:
    """Encode a small number as a printable character that JSON does not escape."""
    return chr(number + (35 if number < 57 else 36))
