"""Guesses the usual values of parameters other than the grid."""

from __future__ import annotations

import re

_SIZE = re.compile(r"n|size|taille|dim|length|longueur|len|board_?size|grid_?size|rows|cols|columns", re.I)
_BOX = re.compile(r"width|height|box|largeur|hauteur|order|ordre|base", re.I)
_POSITION = re.compile(
    r"(r|c|l|x|y|i|j|k|n|p|row|col|pos|idx|cell|case|lig|num|"
    r".*_?(row|col|pos|cell|line|ligne|colonne|index|column))s?",
    re.I,
)


def number_for(name: str, others: tuple[str, ...]) -> int:
    """The usual value of a parameter: a size, the size of a box, or a position, which begins at 0."""
    if _BOX.search(name):
        return 3
    if _SIZE.fullmatch(name) and not (len(name) == 1 and any(_POSITION.fullmatch(other) for other in others)):
        return 9
    return 0
