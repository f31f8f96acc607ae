"""Names to solvers: ours, and those that other packages bring.

A package brings a solver with an entry point in the group "sudoku_rosetta.solvers":

    [project.entry-points."sudoku_rosetta.solvers"]
    mine = "mypackage.mymodule:MySolver"

a subclass of `Solver`, or an instance of one.
"""

from __future__ import annotations

import functools
import warnings
from typing import TYPE_CHECKING

from .documents import DOCUMENTS
from .fast_c import FastC
from .original_c import OriginalC
from .protocol import Solver

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

OURS: tuple[Solver, ...] = (*DOCUMENTS, OriginalC(), FastC())
BY_DEFAULT = ("fast-c", "original-c", "c-style")
"""The first of these that can run here solves where no solver is named."""


class UnknownSolver(LookupError):
    """No solver has that name; the message says which there are."""


@functools.cache
def solvers() -> tuple[Solver, ...]:
    """Every solver known here, whether it can run or not.

    >>> [solver.id for solver in solvers()][:4]
    ['c-style', 'scilab-style', 'pseudocode-style', 'deduction-style']
    """
    known = {solver.id: solver for solver in OURS}
    for entry in entry_points(group="sudoku_rosetta.solvers"):
        solver = _loaded(entry)
        if solver is not None:
            known.setdefault(solver.id, solver)
    return tuple(known.values())


def solver_named(name: str | Solver | None = None) -> Solver:
    """The solver of that name, ready to run; without a name, the default one."""
    if name is None:
        return _default()
    if isinstance(name, Solver):
        chosen = name
    else:
        known = {solver.id: solver for solver in solvers()}
        if name not in known:
            from ..messages.suggestions import did_you_mean

            there = ", ".join(known)
            raise UnknownSolver(
                f"no solver is called {name!r}; there are: {there}{did_you_mean(name, known)}"
            )
        chosen = known[name]
    chosen.demand()
    return chosen


@functools.cache
def _default() -> Solver:
    known = {solver.id: solver for solver in OURS}
    for name in BY_DEFAULT[:-1]:
        if known[name].missing() is None:
            return known[name]
    return known[BY_DEFAULT[-1]]


def entry_points(group: str) -> EntryPoints:
    """Those of all packages. What finds them is slow to import, and most commands name no solver."""
    from importlib import metadata

    return metadata.entry_points(group=group)


def _loaded(entry: EntryPoint) -> Solver | None:
    """What the entry point names; a broken one is another package's fault and must not stop the rest."""
    try:
        thing = entry.load()
        solver = thing() if isinstance(thing, type) else thing
    except Exception as error:
        warnings.warn(f"the solver {entry.name} ({entry.value}) cannot be loaded: {error}", stacklevel=2)
        return None
    if not isinstance(solver, Solver):
        warnings.warn(f"the solver {entry.name} ({entry.value}) is not a Solver", stacklevel=2)
        return None
    return solver
