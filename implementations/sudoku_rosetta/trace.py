"""The steps of a document's program, seen from outside: which line places a digit, which one takes it back.

A document's module runs as it stands, under sys.settrace; nothing of ours is inside. A step is one of three:
a digit is placed, a place is left, a solution is shown. The three programs that walk one tree take the same steps
in the same order, each on lines of its own; the one by rules takes fewer.

    trace = traced("c-style", Grid("1000..."))
    trace.steps[0]          Step(kind="place", cell=1, digit=6, line=105, tests=9)
    trace.text()            all of it as compact JSON, which the site's player reads
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable
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
    placed: Callable[[dict[str, Any]], tuple[int, int]]  # cell and digit from its variables
    leaves: tuple[str, ...] = ()  # what a line that takes back has in it
    returns: bool = False  # a place is left when the call returns
    left: Callable[[dict[str, Any]], int] = lambda names: -1


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


def traced(writing: str, grid: object, *, limit: int | None = None) -> Trace:
    """Run the writing on the grid, to the end of its tree or until `limit` solutions, and keep its steps."""
    given = Grid(grid)
    watcher = _Watcher(_PROGRAMS[writing], _module(writing), limit)
    report = watcher.run(lambda: solver_named(writing).search(given, watcher.shown, limit=limit))
    return Trace(writing, str(given), watcher.program.search, watcher.steps, report.complete)


class _Watcher:
    def __init__(self, program: _Program, module: str, limit: int | None) -> None:
        self.program = program
        self.steps: list[Step] = []
        self._tests = 0
        self._solutions_to_come = limit
        self._line = 0
        document = fresh(module)
        function = inspect.unwrap(getattr(document, program.search))
        self._file = function.__code__.co_filename
        self._acts = self._lines_that_act(function.__code__)

    def _lines_that_act(self, code: CodeType) -> dict[int, Kind]:
        acts: dict[int, Kind] = {}
        lines = Path(code.co_filename).read_text(encoding="utf-8").splitlines()
        for number in sorted({line for _, _, line in code.co_lines() if line}):
            text = lines[number - 1]
            kind = next((kind for piece, kind in self.program.places.items() if piece in text), None)
            if kind is None and any(piece in text for piece in self.program.leaves):
                kind = "back"
            if kind:
                acts[number] = kind
        return acts

    def run(self, search: Callable[[], Any]) -> Any:
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            return search()
        finally:
            sys.settrace(before)

    def shown(self, _: Grid) -> None:
        self.steps.append(Step("solution", -1, 0, self._line, self._tests))
        if self._solutions_to_come is not None:
            self._solutions_to_come -= 1

    def _called(self, frame: FrameType, event: str, argument: object) -> Any:
        code = frame.f_code
        if code.co_filename != self._file:
            return None
        if code.co_name == self.program.asks:
            self._tests += 1
        return self._within if code.co_name == self.program.search else None

    def _within(self, frame: FrameType, event: str, argument: object) -> Any:
        if self._solutions_to_come == 0:  # stopped: what is left now is not left by the program
            return None
        if event == "line":
            self._line = frame.f_lineno
            kind = self._acts.get(frame.f_lineno)
            if kind == "back":
                self.steps.append(
                    Step(kind, self.program.left(frame.f_locals), 0, frame.f_lineno, self._tests)
                )
            elif kind:
                cell, digit = self.program.placed(frame.f_locals)
                self.steps.append(Step(kind, cell, digit, frame.f_lineno, self._tests))
        elif event == "return" and self.program.returns:
            cell = self.program.left(frame.f_locals)
            if cell >= 0:
                self.steps.append(Step("back", cell, 0, frame.f_lineno, self._tests))
        return self._within


def _module(writing: str) -> str:
    return next(
        solver.module for solver in DOCUMENTS if isinstance(solver, DocumentSolver) and solver.id == writing
    )


def _letter(number: int) -> str:
    """A printable letter for a small number, none of those that JSON writes in two."""
    return chr(number + (35 if number < 57 else 36))
