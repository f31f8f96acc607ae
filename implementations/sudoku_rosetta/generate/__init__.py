"""Making puzzles: the documents' three ways, and ours; seeded, the same everywhere.

>>> from sudoku_rosetta.generate import generate
>>> first, second = generate(2, seed=1)
>>> first.grid.clues < 30, first.solution.solves(first.grid)
(True, True)
"""

from .difficulty import Rating, Wanted, rating_of
from .draws import Draws, ScilabDraws
from .full import full_grid
from .mr import matrix_random
from .recipe import Puzzle, Recipe, RecipeError
from .removal import OF_DOCUMENT, emptied
from .stream import generate, puzzles
from .symmetry import SYMMETRIES

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
