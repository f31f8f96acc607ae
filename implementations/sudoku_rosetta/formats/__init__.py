"""Reads files of puzzles in all usual formats: see `read_grids`.

A file is read lazily, in constant memory, and an invalid grid does not affect those after it. This package finds
where each grid begins and ends; `grid` parses its text. examples.toml has an example of each format.
"""

from .entries import Entry, read_grids, read_rest
from .lines import DAMAGE_ERRORS, MAX_LINE_LENGTH, Position, open_file

__all__ = ["DAMAGE_ERRORS", "MAX_LINE_LENGTH", "Entry", "Position", "open_file", "read_grids", "read_rest"]
