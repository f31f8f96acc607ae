"""Parses the SPEC that names a solver in every command:

    c-style                     a registered solver
    mine.py, mine.java, folder/ a solver in any language: what it is is found out when it is first used (see
    `reader`) mine.py:solve, mine.py:Solver.solve
                                this function or method of the file
    package.module:solve        a Python function, or a method of Solver()
    cmd:COMMAND                 a program that follows the program contract

A SolverSpec is plain data, so that another process can create the same solver from it.
"""

from __future__ import annotations

import itertools
import os
import shlex
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Literal

from ..runtime.limits import DEFAULT_LIMITS, Limits
from ..solvers import Solver, SolverMissing, solver_named, solvers
from ..solvers.protocol import Level
from .reading import Reading
from .spec_text import is_file, readable_name, split

Kind = Literal["registered", "function", "program", "copy"]
COMMAND = "cmd:"


class SpecError(ValueError):
    """The text is not a valid solver spec. The message gives the reason."""


@dataclass(frozen=True)
class SolverSpec:
    """A solver, given by its kind and its `target`."""

    name: str
    kind: Kind
    target: tuple[str, ...]
    """A registered name, the location of a function, a command, or the path of a copy and perhaps the name of its
    function."""
    folder: str | None = None
    """The working directory; None for the current one."""
    language: str = ""
    title: str = ""
    reading: Reading | None = None
    """How a copy is run. None: this is found out at its first use."""
    compiled: str = ""
    """Where the copy is compiled already (see `DrivenSolver.compiled_folder`)."""

    @classmethod
    def from_json(cls, fields: dict[str, Any]) -> SolverSpec:
        reading = fields.get("reading")
        return cls(
            **{
                **fields,
                "target": tuple(fields["target"]),
                "reading": reading and Reading.from_json(reading),
            }
        )

    def to_json(self) -> dict[str, Any]:
        return {**asdict(replace(self, reading=None)), "reading": self.reading and self.reading.to_json()}

    @property
    def path(self) -> Path | None:
        """The file or folder of a copy."""
        return Path(self.folder or ".", self.target[0]) if self.kind == "copy" else None

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
        options: dict[str, Any] = {
            "name": self.name,
            "limits": limits,
            "level": level or "all",
            "sandbox": sandbox,
            "temporary": temporary,
        }
        if self.path is not None:
            from .copy_solver import CopySolver

            return CopySolver(self.path, *self.target[1:], reading=self.reading, **options)
        if self.kind == "function":
            from .function import FunctionSolver

            return FunctionSolver(self.target[0], folder=self.folder, **options)
        from .program import ProgramSolver

        return ProgramSolver(self.target, folder=self.folder, **options)


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
    if _exists(path):
        return copy_spec(path, readable_name(text), name)
    if is_file(where):
        raise SolverMissing(f"{text}: there is no file {where}")
    if name is not None:
        return SolverSpec(readable_name(text), "function", (text,), str(Path.cwd()), "Python")
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


def copy_spec(
    path: Path, name: str, function: str | None = None, reading: Reading | None = None
) -> SolverSpec:
    """The spec of the solver in a file or folder."""
    absolute = path.absolute()
    target = (absolute.name, function) if function else (absolute.name,)
    return SolverSpec(name, "copy", target, str(absolute.parent), title=absolute.name, reading=reading)


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
