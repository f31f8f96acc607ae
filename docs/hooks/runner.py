"""The page Run: its two fences.

    part: run      a grid, the writings to run on it, Stop, and their answers side by side
    part: change   a writing's file to change, the conformance cases on it, and the file put back

assets/js/run.mjs makes them act; docs/hooks/live.py puts beside the site what it loads.
"""

import html as escaping
from typing import Any

from .data import ASSETS
from .fences import StaleError, only
from .sections import WRITINGS
from .walks import FUNCTIONS, GRIDS

escape = escaping.escape

IN_C = {
    "original-c": {"fr": "Document C, son propre C", "en": "Document c, its own C"},
    "fast-c": {"fr": "Le cœur rapide, en C", "en": "The fast core, in C"},
}
LIMITS = (1, 2, 1000, 0)
ROWS = 9

WORDS = {
    "fr": {
        "grid": "Grille", "grid-1": "grille 1 (documents C et pseudocode)", "grid-2": "grille 2 (pseudocode)",
        "scilab": "grille du document Scilab", "own": "ma grille",
        "cells": "Les 81 cases : 1 à 9, ou 0 (. * _) pour une case vide", "writings": "Écritures",
        "limit": "Chercher", "limit-1": "la première solution", "limit-2": "deux solutions au plus",
        "limit-1000": "1 000 solutions au plus", "limit-0": "toutes les solutions",
        "run": "Exécuter", "stop": "Arrêter", "writing": "Écriture", "examine": "Essayer les cas",
        "put-back": "Remettre le fichier", "source": "Le fichier", "results": "Réponses côte à côte",
        "failures": "Ce qui ne va pas", "progress": "Questions posées",
        "script": "Pour exécuter les programmes dans la page, il faut JavaScript.",
        "loading": "Chargement de Python…", "running": "{w} cherche…", "done": "Fini.", "stopped": "Arrêté.",
        "lost": "Cela n’a pas pu être chargé : {e}", "none-chosen": "Aucune écriture n’est choisie.",
        "first": "première solution", "solutions": "solutions", "calls": "appels", "tests": "questions",
        "placements": "poses", "guesses": "hypothèses", "seconds": "secondes", "none": "aucune",
        "limited": "{n} (limite)", "too-long": "Il faut 81 cases : il y en a {n}.",
        "dash": "Un « - » est un trait : une case vide s’écrit 0 . * ou _.",
        "not-a-cell": "« {x} », à la place {n}, n’est ni un chiffre ni une case vide (0 . * _).",
        "twice": "Deux fois {d} dans {u} {n}.", "row": "la ligne", "column": "la colonne", "square": "le carré",
        "asking": "Question {n} sur {m}.", "unreadable": "Python ne peut pas lire ce fichier : {e}",
        "reading": "Python lit le fichier…", "unread": "Le fichier n’est pas lu en {s} s : abandonné.",
        "silent": "Pas de réponse en {s} s au cas {c} ({k}) : abandonné.",
        "passed": "réussies", "failed": "ratées", "errored": "en erreur",
        "skipped": "non posées (trop longues ici)",
        "enough": "On s’arrête à la {n}e faute.",
        "all-right": "Aucun défaut trouvé.", "kept": "Le fichier est remis comme il était.",
    },
    "en": {
        "grid": "Grid", "grid-1": "grid 1 (documents c and pseudocode)", "grid-2": "grid 2 (pseudocode)",
        "scilab": "the Scilab document’s grid", "own": "my own grid",
        "cells": "The 81 cells: 1 to 9, or 0 (. * _) where empty", "writings": "Writings",
        "limit": "Search for", "limit-1": "the first solution", "limit-2": "two solutions at most",
        "limit-1000": "1,000 solutions at most", "limit-0": "all solutions",
        "run": "Run", "stop": "Stop", "writing": "Writing", "examine": "Try the cases",
        "put-back": "Put the file back", "source": "The file", "results": "Answers side by side",
        "failures": "What is wrong", "progress": "Questions asked",
        "script": "To run the programs in the page, JavaScript is needed.",
        "loading": "Loading Python…", "running": "{w} is searching…", "done": "Done.", "stopped": "Stopped.",
        "lost": "This could not be loaded: {e}", "none-chosen": "No writing is chosen.",
        "first": "first solution", "solutions": "solutions", "calls": "calls", "tests": "tests",
        "placements": "placements", "guesses": "guesses", "seconds": "seconds", "none": "none",
        "limited": "{n} (limit)", "too-long": "There must be 81 cells: here are {n}.",
        "dash": "A “-” draws a line: an empty cell is 0 . * or _.",
        "not-a-cell": "“{x}”, at place {n}, is neither a digit nor an empty cell (0 . * _).",
        "twice": "Twice {d} in {u} {n}.", "row": "row", "column": "column", "square": "square",
        "asking": "Question {n} of {m}.", "unreadable": "Python cannot read this file: {e}",
        "reading": "Python is reading the file…", "unread": "The file is not read within {s} s: given up.",
        "silent": "No answer within {s} s to the case {c} ({k}): given up.",
        "passed": "passed", "failed": "failed", "errored": "in error", "skipped": "not asked (too long here)",
        "enough": "No more is asked after {n} mistakes.",
        "all-right": "Nothing wrong was found.", "kept": "The file is back as it was.",
    },
}  # fmt: skip

COUNTS = ("calls", "tests", "placements", "guesses")
COLUMNS = ("first", "solutions", *COUNTS, "seconds")
# What a grid may be refused for: the player says it too.
REFUSALS = ("too-long", "dash", "not-a-cell", "twice", "row", "column", "square")
_SAID_BY_SCRIPT = (
    *REFUSALS, *"loading running done stopped lost none-chosen none limited asking".split(),
    *"reading unreadable unread silent passed failed errored skipped all-right kept enough".split(),
)  # fmt: skip


def html(asked: dict[str, Any], language: str) -> str:
    only(asked, "part", needed=("part",))
    parts = {"run": _run, "change": _change}
    if asked["part"] not in parts:
        raise StaleError(f"no part {asked['part']!r}: there are {', '.join(parts)}")
    said = WORDS[language]
    return (
        f'<link rel="stylesheet" href="{ASSETS}css/run.css">'
        f'<script type="module" src="{ASSETS}js/run.mjs"></script>'
        f'<div class="live live-{asked["part"]}" data-live="{ASSETS}run/"{spoken(said, _SAID_BY_SCRIPT)}>'
        f"<noscript><p>{said['script']}</p></noscript>{parts[asked['part']](said, language)}</div>"
    )


def spoken(said: dict[str, str], names: tuple[str, ...]) -> str:
    """Words for a script, as attributes."""
    return "".join(f' data-{name}="{escape(said[name])}"' for name in names)


def cells(said: dict[str, str], grid: str = "") -> str:
    """Where a grid is typed or pasted: nine rows of nine, or anything that has 81 cells in it."""
    rows = "\n".join(grid[start : start + 9] for start in range(0, len(grid), 9))
    return (
        f'<label class="live-cells">{said["cells"]} <textarea rows="{ROWS}" cols="9" spellcheck="false" '
        f'autocomplete="off" autocapitalize="off">{rows}</textarea></label>'
    )


def _run(said: dict[str, str], language: str) -> str:
    ready = "".join(f'<option value="{text}">{escape(said[grid])}</option>' for grid, text in GRIDS.items())
    writings = {name: WRITINGS[name].title[language] for name in FUNCTIONS}
    writings |= {name: title[language] for name, title in IN_C.items()}
    boxes = "".join(
        f'<label><input type="checkbox" name="{name}" checked> {escape(title)}</label>'
        for name, title in writings.items()
    )
    limits = "".join(
        f'<option value="{limit}"{" selected" if limit == 1000 else ""}>{said[f"limit-{limit}"]}</option>'
        for limit in LIMITS
    )
    heads = "".join(f'<th scope="col" data-count="{name}">{said[name]}</th>' for name in COLUMNS)
    return (
        f'<div class="live-asked"><div><label>{said["grid"]} <select name="grid">{ready}'
        f'<option value="">{said["own"]}</option></select></label>{cells(said, GRIDS["grid-1"])}</div>'
        f"<div><fieldset><legend>{said['writings']}</legend>{boxes}</fieldset>"
        f'<label>{said["limit"]} <select name="limit">{limits}</select></label>'
        f'<p><button type="button" data-do="run">{said["run"]}</button> '
        f'<button type="button" data-do="stop" disabled>{said["stop"]}</button></p></div></div>'
        f'<p class="live-said" role="status"></p><div class="live-table" hidden tabindex="0" role="group" '
        f'aria-label="{said["results"]}"><table class="live-answers"><caption>{said["results"]}</caption><thead>'
        f'<tr><th scope="col">{said["writing"]}</th>{heads}</tr></thead><tbody></tbody></table></div>'
    )


def _change(said: dict[str, str], language: str) -> str:
    writings = "".join(
        f'<option value="{name}" data-file="{WRITINGS[name].files[0].name}">'
        f"{escape(WRITINGS[name].title[language])} ({WRITINGS[name].files[0].name})</option>"
        for name in FUNCTIONS
    )
    return (
        f'<p><label>{said["writing"]} <select name="writing">{writings}</select></label> '
        f'<button type="button" data-do="examine">{said["examine"]}</button> '
        f'<button type="button" data-do="stop" disabled>{said["stop"]}</button> '
        f'<button type="button" data-do="put-back">{said["put-back"]}</button></p>'
        f'<p class="live-said" role="status"></p>'
        f'<progress hidden max="1" value="0" aria-label="{said["progress"]}"></progress>'
        f'<div class="live-file"><pre aria-hidden="true"></pre><textarea rows="24" wrap="off" spellcheck="false" '
        f'autocomplete="off" autocapitalize="off" aria-label="{said["source"]}"></textarea></div>'
        f'<ol class="live-failures" hidden aria-label="{said["failures"]}"></ol>'
    )
