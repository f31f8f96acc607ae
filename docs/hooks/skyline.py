"""A search as a skyline: to the right its steps, upwards how many digits it has put on the grid by then.

    grid: grid-1               of hooks/walks.py, which records the walks
    writings: [c-style, ...]   one line each, all on one scale

Drawn while the site is built, from the same recorded walks that the player shows.
"""

import html as escaping
import json
from itertools import pairwise
from typing import Any

from . import walks
from .fences import StaleError, only, words
from .numbers import number
from .sections import WRITINGS

WIDTH, HEIGHT = 640, 60  # of the longest walk's drawing; no grid has more than 60 empty cells here
WORDS = {
    "fr": {"steps": "pas", "placements": "poses", "colon": "\u00a0:",
           "below": "Vers la droite, les pas de la recherche\u00a0; vers le haut, les chiffres posés. "
                    "Le trait marque la solution. Dessiné d’après les traces enregistrées."},
    "en": {"steps": "steps", "placements": "placements", "colon": ":",
           "below": "To the right, the steps of the search; upwards, the digits placed. The mark is the solution. "
                    "Drawn from the recorded traces."},
}  # fmt: skip

Walk = dict[str, Any]


def html(asked: dict[str, Any], language: str) -> str:
    only(asked, "grid", "writings", needed=("grid", "writings"))
    if asked["grid"] not in walks.GRIDS:
        raise StaleError(f"no walk of {asked['grid']!r} is recorded: there are {', '.join(walks.GRIDS)}")
    chosen = words(asked["writings"])
    if unknown := set(chosen) - set(walks.FUNCTIONS):
        raise StaleError(f"no walk of {', '.join(sorted(unknown))}: there are {', '.join(walks.FUNCTIONS)}")
    kept = walks.kept()
    read = {name: json.loads((kept / f"{asked['grid']}.{name}.json").read_text("utf-8")) for name in chosen}
    longest = max(len(walk["at"]) for walk in read.values())
    rows = "".join(_row(name, walk, longest, language) for name, walk in read.items())
    return f'<figure class="skyline">{rows}<figcaption>{WORDS[language]["below"]}</figcaption></figure>'


def heights(walk: Walk) -> list[int]:
    """How many digits the program has put on the grid, after each step."""
    grid: frozenset[int] = frozenset()
    guessed: list[frozenset[int]] = []
    told = []
    for at, letter in zip(walk["at"], walk["cells"], strict=True):
        kind, cell = walk["places"][_number(at)][1], _number(letter) - 1
        if kind == "guess":
            guessed.append(grid)
        if kind in ("place", "guess"):
            grid |= {cell}
        elif kind == "back":
            # by rules a whole guess is taken back, else the one digit
            grid = guessed.pop() if guessed else grid - {cell}
        told.append(len(grid))
    return told


def _number(letter: str) -> int:
    """As sudoku_rosetta.trace writes it: the letters from # on, without the backslash."""
    return ord(letter) - (35 if ord(letter) < 92 else 36)


def _row(name: str, walk: Walk, longest: int, language: str) -> str:
    said, title = WORDS[language], escaping.escape(WRITINGS[name].title[language])
    kinds = [walk["places"][_number(at)][1] for at in walk["at"]]
    placed = sum(kind in ("place", "guess") for kind in kinds)
    told = f"{number(placed, language)} {said['placements']}"
    return (
        f"<div><p><b>{title}</b> {told}</p>"
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none" role="img" '
        f'aria-label="{title}{said["colon"]} {told}, {number(len(kinds), language)} {said["steps"]}">'
        f"{_drawn(heights(walk), kinds.index('solution'), longest)}</svg></div>"
    )


def _drawn(found: list[int], solution: int, longest: int) -> str:
    """At each place the highest and the lowest of the steps there: what is between is where the search goes on."""
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
