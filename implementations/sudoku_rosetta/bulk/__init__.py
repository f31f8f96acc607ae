"""Solves millions of grids: `solve_many` and `count_many` are for Python, `stream_solver` for the command line."""

from .many import Solved, count_many, solve_many
from .stream import Block, NoSolution, ReadFile, stream_solver

__all__ = ["Block", "NoSolution", "ReadFile", "Solved", "count_many", "solve_many", "stream_solver"]
