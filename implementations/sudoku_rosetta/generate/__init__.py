"""Making puzzles: the documents' three ways, and ours; seeded, the same everywhere.

>>> from sudoku_rosetta.generate import generate
>>> first, second = generate(2, seed=1)
>>> first.grid.clues < 30, first.solution().solves(first.grid)
(True, True)
"""

from ._full import full_grid
from ._scilab_ways import OF_DOCUMENT, emptied, matrix_random
from ._stream import generate, puzzles
from ._symmetry import SYMMETRIES
from .difficulty import Rating, Wanted, rating_of
from .draws import Draws, ScilabDraws
from .recipe import Puzzle, Recipe, RecipeError

__all__ = [
    "OF_DOCUMENT",
    "SYMMETRIES",
    "Draws",
    "Puzzle",
    "Rating",
    "Recipe",
    "RecipeError",
    "ScilabDraws",
    "Wanted",
    "emptied",
    "full_grid",
    "generate",
    "matrix_random",
    "puzzles",
    "rating_of",
]
