"""One face for every solver: the documents in Python, the document's C, and anyone else's."""

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
