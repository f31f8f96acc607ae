"""The Solver interface, the registry, and the solvers of this package: the documents in Python and two in C."""

from .protocol import Report, Solver, SolverMissing
from .registry import UnknownSolver, solver_named, solvers

__all__ = [
    "Report",
    "Solver",
    "SolverMissing",
    "UnknownSolver",
    "solver_named",
    "solvers",
]
