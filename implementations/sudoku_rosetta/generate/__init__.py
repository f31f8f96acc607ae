"""Generate puzzles and grids: the documents' three methods and our own, reproducible from a seed.

>>> from sudoku_rosetta.generate import generate
>>> first, second = generate(2, seed=1)
>>> first.grid.clues < 30, first.solution().solves(first.grid)
(True, True)
"""

from ._full import full_grid
from ._scilab_ways import DOCUMENT_GRID, matrix_random, remove_digits
from ._stream import generate, puzzles
from ._symmetry import SYMMETRIES
from .difficulty import DifficultyFilter, Rating, rating_of
from .recipe import Puzzle, Recipe, RecipeError
from .rng import ScilabRng, SplitMix64

__all__ = [
    "DOCUMENT_GRID",
    "SYMMETRIES",
    "DifficultyFilter",
    "Puzzle",
    "Rating",
    "Recipe",
    "RecipeError",
    "ScilabRng",
    "SplitMix64",
    "full_grid",
    "generate",
    "matrix_random",
    "puzzles",
    "rating_of",
    "remove_digits",
]
