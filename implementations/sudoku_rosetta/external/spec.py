"""How a solver is named, in every command: SPEC is

    c-style                     a registered solver
    mine.py, mine.py:solve, mine.py:Solver.solve, package.module:solve
                                a Python function, or the method of a Solver(); a mine.py that reads standard
                                input is a program
    mine.c, mine.js, folder/    a source file, or a folder that holds one
    cmd:COMMAND                 a program that obeys the program contract

A spec is plain data: another process makes the same solver from it.
"""

from __future__ import annotations

import itertools
import os
import shlex
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from ..runtime.limits import USUAL, Limits
from ..solvers import Solver, SolverMissing, solver_named, solvers
from ..solvers.protocol import Level
from .errors import SolverError
from .recognise import Recognised, recognise
from .spec_text import is_file, readable_name, split

Kind = Literal["registered", "function", "program", "source"]
COMMAND = "cmd:"


class SpecError(ValueError):
    """The text is not a solver's name; the message says what is wrong with it."""


@dataclass(frozen=True)
class SolverSpec:
    """A solver by its registered name, the place of its function, its command, or the command that compiles it."""

    name: str
    kind: Kind
    what: tuple[str, ...]
    folder: str | None = None
    """Where it is run; None for the current folder."""
    language: str = ""
    title: str = ""

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> SolverSpec:
        return cls(**{**fields, "what": tuple(fields["what"])})

    @property
    def is_external(self) -> bool:
        """Whether its code is not ours, nor of an installed package."""
        return self.kind != "registered"

    def solver(
        self,
        *,
        limits: Limits = USUAL,
        level: Level | None = None,
        sandbox: bool = False,
        temporary: Path | None = None,
    ) -> Solver:
        """The solver, whether it can run here or not. The terms apply to an external one, which has its temporary
        files in `temporary`."""
        if self.kind == "registered":
            return next(solver for solver in solvers() if solver.id == self.what[0])
        from .function import FunctionSolver
        from .program import ProgramSolver, SourceSolver

        terms: dict[str, Any] = {
            "name": self.name,
            "limits": limits,
            "level": level or "all",
            "sandbox": sandbox,
            "folder": self.folder,
            "temporary": temporary,
        }
        if self.kind == "function":
            return FunctionSolver(self.what[0], **terms)
        return (SourceSolver if self.kind == "source" else ProgramSolver)(self.what, **terms)


def parse(text: str) -> SolverSpec:
    """The solver that a text names; SpecError, UnknownSolver or SolverMissing where there is none."""
    if not text.strip():
        raise SpecError("the name of a solver is empty")
    if text in {solver.id for solver in solvers()}:
        return registered(text)
    if text.startswith(COMMAND):
        return program(text.removeprefix(COMMAND))
    where, name = split(text)
    path = Path(where)
    if name is None and _exists(path) and (path.is_dir() or not where.endswith(".pyc")):
        return of_file(path, text)
    if name is not None or is_file(where):
        return _function(text, where)
    return registered(text)


def registered(name: str) -> SolverSpec:
    """A solver of the registry."""
    return SolverSpec(solver_named(name).id, "registered", (name,))


def everyone() -> list[SolverSpec]:
    """Every registered solver that can run here."""
    return [registered(solver.id) for solver in solvers() if solver.missing() is None]


def program(command: str) -> SolverSpec:
    """A program, by the command that starts it."""
    from .program import ProgramSolver

    try:
        words = tuple(shlex.split(command))
        solver = ProgramSolver(words)
    except ValueError as error:
        raise SpecError(f"the command {command!a} cannot be read: {error}") from None
    solver.demand()
    return SolverSpec(readable_name(command), "program", words, str(Path.cwd()), solver.language)


def of_file(path: Path, text: str) -> SolverSpec:
    """The solver in a file or folder; SolverMissing, which names it, where there is none that can run."""
    try:
        return of_recognised(recognise(path), readable_name(text))
    except SolverMissing as error:
        raise SolverMissing(f"{text}: {error}") from None


def of_recognised(found: Recognised, name: str) -> SolverSpec:
    """The spec of a solver that was recognised in a file."""
    folder = str(found.file.parent.absolute())
    return SolverSpec(name, found.kind, found.command, folder, found.language, found.file.name)


def _function(text: str, where: str) -> SolverSpec:
    if is_file(where) and not _exists(Path(where)):
        raise SolverMissing(f"{text}: there is no file {where}")
    return SolverSpec(readable_name(text), "function", (text,), str(Path.cwd()), "Python")


def compiled(spec: SolverSpec, stack: ExitStack) -> SolverSpec:
    """Of a source file, its program, which is there until the stack is left; any other solver as it is."""
    if spec.kind != "source":
        return spec
    from .program import SourceSolver

    solver = SourceSolver(spec.what, name=spec.name, folder=spec.folder)
    stack.callback(solver.close)
    try:
        solver.prepare()
    except SolverError as error:
        error.solver = spec.name
        raise
    return replace(spec, kind="program", what=solver.command)


def _exists(path: Path) -> bool:
    return os.path.exists(path)  # noqa: PTH110 - Path.exists raises for a name that is too long


def distinct(specs: Iterable[SolverSpec]) -> list[SolverSpec]:
    """Solvers of one name are distinguished by a number."""
    specs = list(specs)
    return [
        replace(spec, name=name)
        for spec, name in zip(specs, numbered([spec.name for spec in specs]), strict=True)
    ]


def numbered(names: Sequence[str]) -> list[str]:
    """Each name once.

    >>> numbered(["ada", "ada", "ada-2"])
    ['ada', 'ada-2', 'ada-2-2']
    """
    found: dict[str, None] = {}
    for name in names:
        others = (f"{name}-{number}" for number in itertools.count(2))
        found[next(each for each in itertools.chain([name], others) if each not in found)] = None
    return list(found)
