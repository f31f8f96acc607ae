"""Parses the SPEC that names a solver in every command:

    c-style                     a registered solver
    mine.py, mine.py:solve, mine.py:Solver.solve, package.module:solve
                                a Python function, or a method of Solver(); if mine.py reads stdin, a program
    mine.c, mine.js, folder/    a source file, or a folder that contains one
    cmd:COMMAND                 a program that follows the program contract

A SolverSpec is plain data, so that another process can create the same solver from it.
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

from ..runtime.limits import DEFAULT_LIMITS, Limits
from ..solvers import Solver, SolverMissing, solver_named, solvers
from ..solvers.protocol import Level
from .errors import SolverError
from .recognise import Recognised, recognise
from .spec_text import is_file, readable_name, split

Kind = Literal["registered", "function", "program", "source"]
COMMAND = "cmd:"


class SpecError(ValueError):
    """The text is not a valid solver spec. The message gives the reason."""


@dataclass(frozen=True)
class SolverSpec:
    """A solver, given by its kind and its `target`."""

    name: str
    kind: Kind
    target: tuple[str, ...]
    """A registered name, the location of a function, a command, or the command that compiles a source file."""
    folder: str | None = None
    """The working directory; None for the current one."""
    language: str = ""
    title: str = ""

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> SolverSpec:
        return cls(**{**fields, "target": tuple(fields["target"])})

    @property
    def is_external(self) -> bool:
        """Whether the solver is not registered. Its code is then untrusted."""
        return self.kind != "registered"

    def solver(
        self,
        *,
        limits: Limits = DEFAULT_LIMITS,
        level: Level | None = None,
        sandbox: bool = False,
        temporary: Path | None = None,
    ) -> Solver:
        """Create the solver, even if it cannot run on this machine. The options apply to external solvers only."""
        if self.kind == "registered":
            return next(solver for solver in solvers() if solver.id == self.target[0])
        from .function import FunctionSolver
        from .program import ProgramSolver, SourceSolver

        options: dict[str, Any] = {
            "name": self.name,
            "limits": limits,
            "level": level or "all",
            "sandbox": sandbox,
            "folder": self.folder,
            "temporary": temporary,
        }
        if self.kind == "function":
            return FunctionSolver(self.target[0], **options)
        return (SourceSolver if self.kind == "source" else ProgramSolver)(self.target, **options)


def parse(text: str) -> SolverSpec:
    """Parse a solver spec. Raise SpecError, UnknownSolver or SolverMissing if there is no such solver."""
    if not text.strip():
        raise SpecError("the solver spec is empty; give a name, a file, or cmd:COMMAND")
    if text in {solver.id for solver in solvers()}:
        return registered(text)
    if text.startswith(COMMAND):
        return program(text.removeprefix(COMMAND))
    where, name = split(text)
    path = Path(where)
    if name is None and _exists(path) and (path.is_dir() or not where.endswith(".pyc")):
        return spec_of_file(path, text)
    if name is not None or is_file(where):
        return _function(text, where)
    return registered(text)


def registered(name: str) -> SolverSpec:
    """The spec of a registered solver."""
    return SolverSpec(solver_named(name).id, "registered", (name,))


def available_specs() -> list[SolverSpec]:
    """The specs of all registered solvers that can run on this machine."""
    return [registered(solver.id) for solver in solvers() if solver.missing() is None]


def program(command: str) -> SolverSpec:
    """The spec of a program, given by its command."""
    from .program import ProgramSolver

    try:
        words = tuple(shlex.split(command))
        solver = ProgramSolver(words)
    except ValueError as error:
        raise SpecError(f"the command {command!a} is invalid: {error}") from None
    solver.check_available()
    return SolverSpec(readable_name(command), "program", words, str(Path.cwd()), solver.language)


def spec_of_file(path: Path, text: str) -> SolverSpec:
    """The spec of the solver in a file or folder. Raise SolverMissing if there is none or it cannot run."""
    try:
        return spec_of_recognised(recognise(path), readable_name(text))
    except SolverMissing as error:
        raise SolverMissing(f"{text}: {error}") from None


def spec_of_recognised(found: Recognised, name: str) -> SolverSpec:
    """The spec of a recognised solver."""
    folder = str(found.file.parent.absolute())
    return SolverSpec(name, found.kind, found.command, folder, found.language, found.file.name)


def _function(text: str, where: str) -> SolverSpec:
    if is_file(where) and not _exists(Path(where)):
        raise SolverMissing(f"{text}: there is no file {where}")
    return SolverSpec(readable_name(text), "function", (text,), str(Path.cwd()), "Python")


def compiled(spec: SolverSpec, stack: ExitStack) -> SolverSpec:
    """If the solver is a source file, compile it and return the spec of the program, which `stack` removes.
    Otherwise return the same spec."""
    if spec.kind != "source":
        return spec
    from .program import SourceSolver

    solver = SourceSolver(spec.target, name=spec.name, folder=spec.folder)
    stack.callback(solver.close)
    try:
        solver.prepare()
    except SolverError as error:
        error.solver = spec.name
        raise
    return replace(spec, kind="program", target=solver.command)


def _exists(path: Path) -> bool:
    return os.path.exists(path)  # noqa: PTH110 - Path.exists raises for a name that is too long


def with_unique_names(specs: Iterable[SolverSpec]) -> list[SolverSpec]:
    """The specs with a number appended to duplicate names."""
    specs = list(specs)
    return [
        replace(spec, name=name)
        for spec, name in zip(specs, unique_names([spec.name for spec in specs]), strict=True)
    ]


def unique_names(names: Sequence[str]) -> list[str]:
    """The names with a number appended to duplicates.

    >>> unique_names(["ada", "ada", "ada-2"])
    ['ada', 'ada-2', 'ada-2-2']
    """
    unique: dict[str, None] = {}
    for name in names:
        others = (f"{name}-{number}" for number in itertools.count(2))
        unique[next(each for each in itertools.chain([name], others) if each not in unique)] = None
    return list(unique)
