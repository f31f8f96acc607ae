"""The registered solvers: those of this package, and those of other packages.

A package registers a solver with an entry point in the group "sudoku_rosetta.solvers", which names a subclass of
`Solver` or an instance of one:

    [project.entry-points."sudoku_rosetta.solvers"]
    mine = "mypackage.mymodule:MySolver"
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

BUILT_IN: tuple[Solver, ...] = (*DOCUMENTS, OriginalC(), FastC())
DEFAULT_NAMES = ("fast-c", "original-c", "c-style")
"""The default solver is the first of these that can run on this machine."""


class UnknownSolver(LookupError):
    """There is no solver with this name. The message lists the known names."""


@functools.cache
def solvers() -> tuple[Solver, ...]:
    """Return all registered solvers, including those that cannot run on this machine.

    >>> [solver.id for solver in solvers()][:4]
    ['c-style', 'scilab-style', 'pseudocode-style', 'deduction-style']
    """
    known = {solver.id: solver for solver in BUILT_IN}
    for entry in entry_points(group="sudoku_rosetta.solvers"):
        solver = _loaded(entry)
        if solver is not None:
            known.setdefault(solver.id, solver)
    return tuple(known.values())


def solver_named(name: str | Solver | None = None) -> Solver:
    """Return the solver with this name, or the default solver if `name` is None.

    Raise UnknownSolver if there is none, and SolverMissing if it cannot run on this machine.

    >>> solver_named("c-style").document
    'c'
    """
    if name is None:
        return _default()
    if isinstance(name, Solver):
        chosen = name
    else:
        known = {solver.id: solver for solver in solvers()}
        if name not in known:
            from ..messages.suggestions import did_you_mean

            names = ", ".join(known)
            raise UnknownSolver(f"unknown solver {name!r}; choose one of: {names}{did_you_mean(name, known)}")
        chosen = known[name]
    chosen.check_available()
    return chosen


@functools.cache
def _default() -> Solver:
    known = {solver.id: solver for solver in BUILT_IN}
    for name in DEFAULT_NAMES[:-1]:
        if known[name].missing() is None:
            return known[name]
    return known[DEFAULT_NAMES[-1]]


def entry_points(group: str) -> EntryPoints:
    """The entry points of all packages."""
    from importlib import metadata  # slow to import, and not needed by most commands

    return metadata.entry_points(group=group)


def _loaded(entry: EntryPoint) -> Solver | None:
    """Load the solver of an entry point. If it is invalid, only warn, so that the other solvers can be used."""
    try:
        loaded = entry.load()
        solver = loaded() if isinstance(loaded, type) else loaded
    except Exception as error:
        warnings.warn(f"the solver {entry.name} ({entry.value}) cannot be loaded: {error}", stacklevel=2)
        return None
    if not isinstance(solver, Solver):
        message = f"the solver {entry.name} ({entry.value}) is not a subclass or an instance of Solver"
        warnings.warn(message, stacklevel=2)
        return None
    return solver
