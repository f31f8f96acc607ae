"""The fence `live`, with the two forms of the page Run.

    part: run      choose a grid and implementations, run them, and compare their results
    part: change   edit the file of an implementation, and run the conformance cases on it

assets/js/run.mjs is their script; docs/hooks/live.py prepares the files that it loads.
"""

import html as escaping
from typing import Any

from .data import ASSETS
from .fences import StaleError, check_options
from .sections import WRITINGS
from .walks import FUNCTIONS, GRIDS

escape = escaping.escape

IN_C = {
    "original-c": {"fr": "Document C, programme C", "en": "Document c, C program"},
    "fast-c": {"fr": "fast-c, solveur rapide en C", "en": "fast-c, fast solver in C"},
}
LIMITS = (1, 2, 1000, 0)
ROWS = 9

WORDS = {
    "fr": {
        "grid": "Grille", "grid-1": "grille 1 (documents C et pseudocode)", "grid-2": "grille 2 (pseudocode)",
        "scilab": "grille du document Scilab", "own": "ma grille",
        "cells": "Les 81 cases : 1 à 9, ou 0 (. * _) pour une case vide", "writings": "Implémentations",
        "limit": "Chercher", "limit-1": "la première solution", "limit-2": "au plus deux solutions",
        "limit-1000": "1 000 solutions au plus", "limit-0": "toutes les solutions",
        "run": "Exécuter", "stop": "Arrêter", "writing": "Implémentation", "examine": "Lancer les tests",
        "put-back": "Rétablir le fichier", "source": "Fichier", "results": "Résultats",
        "failures": "Échecs", "progress": "Tests effectués",
        "script": "JavaScript est nécessaire pour exécuter les programmes dans la page.",
        "loading": "Chargement de Python…", "running": "{w} cherche…", "done": "Terminé.", "stopped": "Arrêté.",
        "lost": "Échec du chargement : {e}", "none-chosen": "Choisissez au moins une implémentation.",
        "first": "première solution", "solutions": "solutions", "calls": "appels", "tests": "tests",
        "placements": "poses", "guesses": "hypothèses", "seconds": "secondes", "none": "aucune",
        "limited": "{n} (limite)", "too-long": "Il faut 81 cases : il y en a {n}.",
        "dash": "Un « - » est un trait : une case vide s’écrit 0 . * ou _.",
        "not-a-cell": "« {x} », à la place {n}, n’est ni un chiffre ni une case vide (0 . * _).",
        "twice": "Deux fois {d} dans {u} {n}.", "row": "la ligne", "column": "la colonne", "square": "le carré",
        "asking": "Test {n} sur {m}.", "unreadable": "Python ne peut pas lire ce fichier : {e}",
        "reading": "Python lit le fichier…", "unread": "Python n’a pas lu le fichier en {s} s : délai dépassé.",
        "silent": "Pas de réponse en {s} s au cas {c} ({k}) : délai dépassé.",
        "passed": "réussis", "failed": "échoués", "errored": "en erreur",
        "skipped": "sautés (trop longs dans une page)",
        "enough": "Arrêt après {n} échecs.",
        "all-right": "Aucun échec.", "kept": "Le fichier est rétabli.",
    },
    "en": {
        "grid": "Grid", "grid-1": "grid 1 (documents c and pseudocode)", "grid-2": "grid 2 (pseudocode)",
        "scilab": "the Scilab document’s grid", "own": "my own grid",
        "cells": "The 81 cells: 1 to 9, or 0 (. * _) if empty", "writings": "Implementations",
        "limit": "Search for", "limit-1": "the first solution", "limit-2": "at most two solutions",
        "limit-1000": "at most 1,000 solutions", "limit-0": "all solutions",
        "run": "Run", "stop": "Stop", "writing": "Implementation", "examine": "Run the tests",
        "put-back": "Restore the file", "source": "File", "results": "Results",
        "failures": "Failures", "progress": "Tests run",
        "script": "JavaScript is needed to run programs in the page.",
        "loading": "Loading Python…", "running": "{w} is searching…", "done": "Done.", "stopped": "Stopped.",
        "lost": "Loading failed: {e}", "none-chosen": "Choose at least one implementation.",
        "first": "first solution", "solutions": "solutions", "calls": "calls", "tests": "tests",
        "placements": "placements", "guesses": "guesses", "seconds": "seconds", "none": "none",
        "limited": "{n} (limit)", "too-long": "A grid has 81 cells; this one has {n}.",
        "dash": "“-” is a line of a drawing; write an empty cell as 0 . * or _.",
        "not-a-cell": "Character {n}, “{x}”, is neither a digit nor an empty cell (0 . * _).",
        "twice": "{d} is twice in {u} {n}.", "row": "row", "column": "column", "square": "box",
        "asking": "Test {n} of {m}.", "unreadable": "Python cannot read this file: {e}",
        "reading": "Python is reading the file…", "unread": "Python did not read the file in {s} s: timed out.",
        "silent": "No answer in {s} s to case {c} ({k}): timed out.",
        "passed": "passed", "failed": "failed", "errored": "errored", "skipped": "skipped (too slow in a page)",
        "enough": "Stopped after {n} failures.",
        "all-right": "No failures.", "kept": "The file is restored.",
    },
}  # fmt: skip

COUNTS = ("calls", "tests", "placements", "guesses")
COLUMNS = ("first", "solutions", *COUNTS, "seconds")
# Reasons to reject a grid; the player uses them too.
REFUSALS = ("too-long", "dash", "not-a-cell", "twice", "row", "column", "square")
_SCRIPT_LABELS = (
    *REFUSALS, *"loading running done stopped lost none-chosen none limited asking".split(),
    *"reading unreadable unread silent passed failed errored skipped all-right kept enough".split(),
)  # fmt: skip


def html(options: dict[str, Any], language: str) -> str:
    check_options(options, "part", needed=("part",))
    parts = {"run": _run, "change": _change}
    if options["part"] not in parts:
        raise StaleError(f"no part {options['part']!r}: there are {', '.join(parts)}")
    labels = WORDS[language]
    return (
        f'<link rel="stylesheet" href="{ASSETS}css/run.css">'
        f'<script type="module" src="{ASSETS}js/run.mjs"></script>'
        f'<div class="live live-{options["part"]}" data-live="{ASSETS}run/"'
        f"{data_attributes(labels, _SCRIPT_LABELS)}>"
        f"<noscript><p>{labels['script']}</p></noscript>{parts[options['part']](labels, language)}</div>"
    )


def data_attributes(labels: dict[str, str], names: tuple[str, ...]) -> str:
    """Labels for the script, as data attributes."""
    return "".join(f' data-{name}="{escape(labels[name])}"' for name in names)


def cells(labels: dict[str, str], grid: str = "") -> str:
    """A text area for a grid: nine rows of nine, or any text with 81 cells."""
    rows = "\n".join(grid[start : start + 9] for start in range(0, len(grid), 9))
    return (
        f'<label class="live-cells">{labels["cells"]} <textarea rows="{ROWS}" cols="9" spellcheck="false" '
        f'autocomplete="off" autocapitalize="off">{rows}</textarea></label>'
    )


def _run(labels: dict[str, str], language: str) -> str:
    ready = "".join(f'<option value="{text}">{escape(labels[grid])}</option>' for grid, text in GRIDS.items())
    writings = {name: WRITINGS[name].title[language] for name in FUNCTIONS}
    writings |= {name: title[language] for name, title in IN_C.items()}
    boxes = "".join(
        f'<label><input type="checkbox" name="{name}" checked> {escape(title)}</label>'
        for name, title in writings.items()
    )
    limits = "".join(
        f'<option value="{limit}"{" selected" if limit == 1000 else ""}>{labels[f"limit-{limit}"]}</option>'
        for limit in LIMITS
    )
    heads = "".join(f'<th scope="col" data-count="{name}">{labels[name]}</th>' for name in COLUMNS)
    return (
        f'<div class="live-asked"><div><label>{labels["grid"]} <select name="grid">{ready}'
        f'<option value="">{labels["own"]}</option></select></label>{cells(labels, GRIDS["grid-1"])}</div>'
        f"<div><fieldset><legend>{labels['writings']}</legend>{boxes}</fieldset>"
        f'<label>{labels["limit"]} <select name="limit">{limits}</select></label>'
        f'<p><button type="button" data-do="run">{labels["run"]}</button> '
        f'<button type="button" data-do="stop" disabled>{labels["stop"]}</button></p></div></div>'
        f'<p class="live-said" role="status"></p><div class="live-table" hidden tabindex="0" role="group" '
        f'aria-label="{labels["results"]}"><table class="live-answers">'
        f"<caption>{labels['results']}</caption><thead>"
        f'<tr><th scope="col">{labels["writing"]}</th>{heads}</tr></thead><tbody></tbody></table></div>'
    )


def _change(labels: dict[str, str], language: str) -> str:
    writings = "".join(
        f'<option value="{name}" data-file="{WRITINGS[name].files[0].name}">'
        f"{escape(WRITINGS[name].title[language])} ({WRITINGS[name].files[0].name})</option>"
        for name in FUNCTIONS
    )
    return (
        f'<p><label>{labels["writing"]} <select name="writing">{writings}</select></label> '
        f'<button type="button" data-do="examine">{labels["examine"]}</button> '
        f'<button type="button" data-do="stop" disabled>{labels["stop"]}</button> '
        f'<button type="button" data-do="put-back">{labels["put-back"]}</button></p>'
        f'<p class="live-said" role="status"></p>'
        f'<progress hidden max="1" value="0" aria-label="{labels["progress"]}"></progress>'
        f'<div class="live-file"><pre aria-hidden="true"></pre><textarea rows="24" wrap="off" spellcheck="false" '
        f'autocomplete="off" autocapitalize="off" aria-label="{labels["source"]}"></textarea></div>'
        f'<ol class="live-failures" hidden aria-label="{labels["failures"]}"></ol>'
    )
