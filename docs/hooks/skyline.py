"""The fence `skyline`: a recorded search as a picture, with steps to the right and placed digits upwards.

grid: grid-1               recorded by hooks/walks.py
writings: [c-style, ...]   one picture each, on the same scale
"""

import html as escaping
import json
from itertools import pairwise
from typing import Any

from . import walks
from .fences import StaleError, check_options, words
from .numbers import number
from .sections import WRITINGS

WIDTH, HEIGHT = 640, 60  # of the longest search; these grids have at most 60 empty cells
WORDS = {
    "fr": {"steps": "pas", "placements": "poses", "colon": "\u00a0:",
           "below": "Vers la droite, les pas de la recherche\u00a0; vers le haut, les chiffres posés. "
                    "Le trait marque la solution."},
    "en": {"steps": "steps", "placements": "placements", "colon": ":",
           "below": "Steps of the search to the right, placed digits upwards. The line marks the solution."},
}  # fmt: skip

Walk = dict[str, Any]


def html(options: dict[str, Any], language: str) -> str:
    check_options(options, "grid", "writings", needed=("grid", "writings"))
    if options["grid"] not in walks.GRIDS:
        raise StaleError(f"no recorded search of {options['grid']!r}: choose from {', '.join(walks.GRIDS)}")
    chosen = words(options["writings"])
    if unknown := set(chosen) - set(walks.FUNCTIONS):
        raise StaleError(
            f"no recorded search of {', '.join(sorted(unknown))}: choose from {', '.join(walks.FUNCTIONS)}"
        )
    folder = walks.recordings()
    read = {
        name: json.loads((folder / f"{options['grid']}.{name}.json").read_text("utf-8")) for name in chosen
    }
    longest = max(len(walk["at"]) for walk in read.values())
    rows = "".join(_row(name, walk, longest, language) for name, walk in read.items())
    return f'<figure class="skyline">{rows}<figcaption>{WORDS[language]["below"]}</figcaption></figure>'


def heights(walk: Walk) -> list[int]:
    """The number of placed digits after each step."""
    grid: frozenset[int] = frozenset()
    guessed: list[frozenset[int]] = []
    counts = []
    for at, letter in zip(walk["at"], walk["cells"], strict=True):
        kind, cell = walk["places"][_number(at)][1], _number(letter) - 1
        if kind == "guess":
            guessed.append(grid)
        if kind in ("place", "guess"):
            grid |= {cell}
        elif kind == "back":
            # deduction-style undoes a whole guess, the others one digit
            grid = guessed.pop() if guessed else grid - {cell}
        counts.append(len(grid))
    return counts


def _number(letter: str) -> int:
    """Decode a number of sudoku_rosetta.trace: the characters from # on, without the backslash."""
    return ord(letter) - (35 if ord(letter) < 92 else 36)


def _row(name: str, walk: Walk, longest: int, language: str) -> str:
    said, title = WORDS[language], escaping.escape(WRITINGS[name].title[language])
    kinds = [walk["places"][_number(at)][1] for at in walk["at"]]
    placed = sum(kind in ("place", "guess") for kind in kinds)
    counted = f"{number(placed, language)} {said['placements']}"
    return (
        f"<div><p><b>{title}</b> {counted}</p>"
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{title}{said["colon"]} {counted}, {number(len(kinds), language)} {said["steps"]}">'
        f"{_drawn(heights(walk), kinds.index('solution'), longest)}</svg></div>"
    )


def _drawn(found: list[int], solution: int, longest: int) -> str:
    """For each pixel column, the highest and the lowest count of its steps."""
    across = max(1, round(WIDTH * len(found) / longest))
    bounds = [n * len(found) // across for n in range(across + 1)]
    steps = [found[a : max(b, a + 1)] for a, b in pairwise(bounds)]
    tops, floors = ([HEIGHT - bound(step) for step in steps] for bound in (max, min))
    mark = min(across - 1, solution * across // len(found))
    return (
        f'<path class="reached" d="{_area(tops)}"/><path class="held" d="{_area(floors)}"/>'
        f'<path class="solution" d="M{mark} 0V{HEIGHT}"/>'
    )


def _area(tops: list[int]) -> str:
    moves = "".join(f"v{after - before}h1" for before, after in pairwise([HEIGHT, *tops]))
    return f"M0 {HEIGHT}{moves}V{HEIGHT}z"
