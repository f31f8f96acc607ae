"""Prepares a solver before its speed is measured: a copy is read and compiled once, not in each timed process."""

from __future__ import annotations

import math
from contextlib import ExitStack
from dataclasses import replace

from ..external.copy_solver import CopySolver
from ..external.driven import DrivenSolver
from ..external.reading import Unread
from ..external.spec import SolverSpec
from ..external.staged_program import StagedProgramSolver
from ..runtime.limits import Limits
from ..solvers import SolverMissing


def prepared(spec: SolverSpec, stack: ExitStack) -> SolverSpec:
    """The spec of the read and compiled solver. `stack` removes the compiled files. Raise SolverMissing if it
    cannot be read.

    A named function or class that cannot be read is left to the timed process, which reports its error: it may be a
    subclass of Solver.
    """
    if spec.kind != "copy":
        return spec
    solver = spec.solver(limits=Limits(seconds=math.inf))
    assert isinstance(solver, CopySolver)
    stack.callback(solver.close)
    try:
        reading, found = solver.reading, solver.solver
    except Unread:
        if len(spec.target) == 1:
            solver.check_available()
        return spec
    if isinstance(found, StagedProgramSolver):
        if reading.form == "source":
            raise SolverMissing(
                f"{spec.name}: its grid is written in its source; such a program cannot be timed"
            )
        return replace(
            spec, kind="program", target=found.command, folder=str(found.working_folder), reading=reading
        )
    compiled = str(found.compiled_folder) if isinstance(found, DrivenSolver) else ""
    return replace(spec, folder=str(solver.folder), reading=reading, compiled=compiled)
