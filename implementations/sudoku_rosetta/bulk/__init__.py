"""Grids by the million: `solve_many` and `count_many`, and files solved as they are read (`stream_solver`)."""

from .many import Solved, count_many, solve_many
from .stream import Block, ReadFile, Unsolved, stream_solver

__all__ = ["Block", "ReadFile", "Solved", "Unsolved", "count_many", "solve_many", "stream_solver"]
