"""Grids by how they are searched: long or short in reading order, by rules alone or with guesses.

The long and the short ones were found by trying many seeds, which is not done again: they stand here as found.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random

from conformance.grids import UNITS, full_grid, shuffled, solutions, thinned, with_digits
from conformance.recipes.made import Made, Recipe, candidates, placements, rules

FOUND = "found for this suite among random grids with tests/conformance/grids.py"


def _found_from(name: str) -> str:
    return f"found for this suite from {name}: digits, rows, columns and sides exchanged, some clues added"


LONG = [
    (
        "long-two-million",
        "000000001000034000008020600000000000000006000061700348740300080102970500006400907",
        "The clues lie at the bottom: "
        "going row by row, a program places two million digits where rules need none to spare.",
        "Les indices sont en bas : ligne par ligne, "
        "un programme pose deux millions de chiffres, les règles pas un de trop.",
    ),
    (
        "long-eight-million-for-single-candidates",
        "000080000050000020070001000000008600004000000510090800092003050185600073600004002",
        "Single candidates alone solve it, eight million placements do too: "
        "a program that never looks ahead is told apart.",
        "Les candidats uniques suffisent, ou huit millions de placements : "
        "un programme qui ne prévoit rien se trahit.",
    ),
    (
        "long-twenty-three-million",
        "502000000040000000000007050030000000000000067485000020006010300700503900029604500",
        "Five nearly empty rows come first: "
        "whoever takes the first empty cell pays, whoever takes the tightest does not.",
        "Cinq lignes presque vides d'abord : "
        "qui prend la première case vide le paie, qui prend la plus serrée non.",
    ),
    (
        "long-forty-million",
        "060000030000000000900010200005000000000000608800903000020091400010000072390405001",
        "Forty million placements, or no guess by rules: a program that has to answer in time has to think.",
        "Quarante millions de placements, aucun essai par les règles : "
        "qui doit répondre vite doit réfléchir.",
    ),
]
SHORT = [
    (
        "short-from-ai-escargot",
        "002400003100065070060009800001300004097006200800000050005700000070002000200010000",
        "AI Escargot",
        "A thousand placements in reading order, and rules still have to guess: "
        "a program with rules alone stops.",
        "Mille placements dans l'ordre de lecture, et les règles doivent encore essayer : "
        "sans essais, on s'arrête.",
    ),
    (
        "short-from-golden-nugget",
        "000004010069000005700080300200030800000001090000500004037000600020070009800600700",
        "Golden Nugget",
        "The tree in reading order is small, and so are the hints: "
        "costly rules before each guess gain nothing here.",
        "L'arbre de lecture est petit, les pistes aussi : "
        "des règles coûteuses avant chaque essai n'apportent rien.",
    ),
    (
        "short-from-easter-monster",
        "005002003300090040018600000002100000800070300060005000400000890000000031000080700",
        "Easter Monster",
        "A few thousand placements: "
        "a program that copies much for each guess is slower than the plainest one.",
        "Quelques milliers de placements : "
        "un programme qui recopie beaucoup à chaque essai est battu par le plus simple.",
    ),
    (
        "short-from-inkala-2010",
        "900300005016005200080040070040080009090200600005009000100000008009070010000003500",
        "Arto Inkala's grid of 2010",
        "Rules place a few digits, guess, and place again: "
        "candidates left from a failed guess give a wrong grid.",
        "Les règles posent, essaient, reposent : "
        "des candidats restés d'un essai raté donnent une grille fausse.",
    ),
]


def search() -> Recipe:
    for name, grid, why, why_fr in LONG:
        yield Made(name, grid, "unique long-row-major short-rules no-guess", why, why_fr, FOUND)
    for name, grid, parent, why, why_fr in SHORT:
        tags = "unique short-row-major long-rules guess"
        yield Made(name, grid, tags, why, why_fr, _found_from(parent))


Counts = dict[str, int]
GUESSES: list[tuple[str, int, Callable[[Counts], bool], str, str, str]] = [
    (
        "no-guess-single-candidates",
        46,
        lambda took: took["guesses"] == 0 and took["single places"] == 0,
        "no-guess",
        "A cell with one candidate is always to be found: "
        "a program that computes candidates once fills it wrong.",
        "Il y a toujours une case à un seul candidat : "
        "un programme qui ne les calcule qu'une fois se trompe.",
    ),
    (
        "no-guess-single-places",
        52,
        lambda took: took["guesses"] == 0 and took["single places"] >= 12,
        "no-guess",
        "Often no cell has one candidate, but a digit has one place: "
        "a program without that rule has to guess.",
        "Souvent aucune case n'a un seul candidat, mais un chiffre une seule place : "
        "sans cette règle, il faut essayer.",
    ),
    (
        "no-guess-with-many-empty-cells",
        56,
        lambda took: took["guesses"] == 0,
        "no-guess",
        "Both rules by turns, to the end: "
        "a program that goes through its rules once, not until nothing moves, stops.",
        "Les deux règles tour à tour, jusqu'au bout : un programme qui ne les passe qu'une fois s'arrête.",
    ),
    (
        "one-guess-of-two",
        54,
        lambda took: took["guesses"] == 2,
        "guess",
        "One cell has to be guessed, between two digits: "
        "a program that never tries the second may be unlucky.",
        "Une case est à essayer, entre deux chiffres : "
        "un programme qui n'essaie jamais le second peut tomber à côté.",
    ),
    (
        "one-guess-of-three-or-more",
        55,
        lambda took: 3 <= took["guesses"] <= 4,
        "guess",
        "More than two digits to try: "
        "a program that takes the failure of one for the proof of the other is wrong.",
        "Plus de deux chiffres à essayer : "
        "un programme qui conclut de l'échec de l'un au succès de l'autre a faux.",
    ),
    (
        "guesses-inside-guesses",
        55,
        lambda took: 8 <= took["guesses"] <= 14,
        "guess",
        "A guess is needed inside a guess: "
        "a program with one saved grid, not a pile of them, comes back to the wrong one.",
        "Il faut essayer dans un essai : "
        "un programme qui ne garde qu'une grille, pas une pile, revient à la mauvaise.",
    ),
]


def guesses() -> Recipe:
    for name, empty, wanted, tags, why, why_fr in GUESSES:
        yield Made(name, _searched_so(name, empty, wanted), f"unique {tags}", why, why_fr)
    yield Made(
        "guesses-by-the-dozen",
        "020080700400009020006100005200005040001600007000030900008000003500000080070000500",
        "unique guess",
        "Dozens of guesses: what one of them leaves behind by mistake adds up, and the end is wrong.",
        "Des dizaines d'essais : ce que chacun laisse par erreur s'accumule, et la fin est fausse.",
        _found_from("AI Escargot"),
    )
    yield Made(
        "guess-whose-first-digit-is-right",
        _first_guess(right=True),
        "unique guess",
        "The first guess is right: a program that keeps looking must not take the next one, "
        "which is wrong, over it.",
        "Le premier essai est le bon : "
        "un programme qui continue ne doit pas le remplacer par le suivant, faux.",
    )
    yield Made(
        "guess-whose-last-digit-is-right",
        _first_guess(right=False),
        "unique guess",
        "Only the last digit to try is right: a loop that leaves out the last candidate finds no solution.",
        "Seul le dernier chiffre à essayer est bon : "
        "une boucle qui oublie le dernier candidat ne trouve rien.",
    )


def _searched_so(name: str, empty: int, wanted: Callable[[Counts], bool]) -> str:
    for seed in count():
        rng = Random(f"{name} {seed}")
        grid = thinned(full_grid(rng), shuffled(rng, range(81)), empty)
        if placements(grid) <= 10_000 and wanted(rules(grid)):
            return grid
    raise AssertionError


def _first_guess(right: bool) -> str:
    """One solution; where the rules are stuck, the first empty cell takes its first candidate, or its last."""
    for seed in count():
        rng = Random(f"first guess {right} {seed}")
        grid = thinned(full_grid(rng), shuffled(rng, range(81)), 58)
        start, allowed = _forced(grid)
        if allowed and placements(grid) <= 10_000:
            cell = start.index("0")
            if solutions(grid, 1)[0][cell] == str(allowed[0 if right else -1]):
                return grid
    raise AssertionError


def _forced(grid: str) -> tuple[str, list[int]]:
    """The grid with all that the two rules force, and the digits left for its first empty cell, if there is one."""
    while "0" in grid:
        allowed = {cell: candidates(grid, cell) for cell in range(81) if grid[cell] == "0"}
        single = {cell: digits[0] for cell, digits in allowed.items() if len(digits) == 1}
        for unit in UNITS:
            for digit in range(1, 10):
                places = [cell for cell in unit if digit in allowed.get(cell, [])]
                if len(places) == 1:
                    single[places[0]] = digit
        if not single:
            return grid, allowed[grid.index("0")]
        grid = with_digits(grid, single)
    return grid, []
