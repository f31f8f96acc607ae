"""Who takes part in a comparison: a name, and how a process of its own finds the solver.

An entrant is words only, so that it can be sent to a process that is begun afresh; what the solver declares of
itself comes back from there as `Facts`. What is imported inside functions would count as every solver's start-up.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ..solvers import Solver, SolverMissing, solver_named, solvers

Kind = Literal["registered", "python", "program"]


@dataclass(frozen=True)
class Entrant:
    """A registered solver by its name, a Python function by its place, or a program by its words."""

    name: str
    kind: Kind
    what: tuple[str, ...]
    folder: str = ""


@dataclass(frozen=True)
class Facts:
    """What a solver declares of itself; the plan of a comparison looks at nothing else."""

    title: str
    style: str
    language: str
    document: str | None
    can: tuple[str, ...]
    promises: tuple[str, ...]
    reports: tuple[str, ...]

    @classmethod
    def of(cls, solver: Solver) -> Facts:
        lists = (tuple(sorted(names)) for names in (solver.can, solver.promises, solver.reports))
        return cls(solver.title, solver.style, solver.language, solver.document, *lists)

    @property
    def one_tree(self) -> bool:
        """Whether it searches the tree of the documents' programs, cell by cell in reading order."""
        return "row-major" in self.promises

    @property
    def first_only(self) -> bool:
        """Whether it gives the first solution and no more: less work than the others do."""
        return self.can == ("first",)


def registered(name: str) -> Entrant:
    """A solver of the registry; SolverMissing, UnknownSolver where it cannot be had."""
    return Entrant(solver_named(name).id, "registered", (name,))


def python(spec: str) -> Entrant:
    """A function, or a Solver, of anyone's: "mine.py:solve"."""
    from ..solvers.host import is_file, split
    from ..solvers.outsider import readable_name

    where = split(spec)[0]
    if is_file(where) and not os.path.isfile(where):  # noqa: PTH113 - a name of any length is a question
        raise SolverMissing(f"{spec}: there is no file {where}")
    return Entrant(readable_name(spec), "python", (spec,), os.getcwd())  # noqa: PTH109


def program(words: str) -> Entrant:
    """A program that obeys the program contract."""
    from ..solvers.command import CommandSolver

    solver = CommandSolver(words)
    solver.demand()
    return Entrant(solver.id, "program", solver.command, os.getcwd())  # noqa: PTH109


def named(text: str) -> Entrant:
    """What --solver takes: a registered name, or the place of a function."""
    from ..solvers.host import is_file

    if text not in {solver.id for solver in solvers()} and (":" in text or is_file(text)):
        return python(text)
    return registered(text)


def everyone() -> list[Entrant]:
    """Every registered solver that can run here."""
    return [registered(solver.id) for solver in solvers() if solver.missing() is None]


def distinct(entrants: Iterable[Entrant]) -> list[Entrant]:
    """Two of one name are told apart by a number: the same solver twice is a fair question."""
    seen: dict[str, int] = {}
    found = []
    for entrant in entrants:
        number = seen[entrant.name] = seen.get(entrant.name, 0) + 1
        found.append(entrant if number == 1 else replace(entrant, name=f"{entrant.name}-{number}"))
    return found


def usual_reference(entrants: Sequence[Entrant], facts: dict[str, Facts]) -> str:
    """To whom all are compared where nobody is named: the compiled program of the one tree, or else the first."""
    there = [entrant.name for entrant in entrants if entrant.name in facts]
    compiled = [
        name
        for name in there
        if facts[name].one_tree and facts[name].language != "Python" and facts[name].document
    ]
    return (compiled or there)[0]
