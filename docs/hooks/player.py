"""The fence `player`: recorded searches, step by step, with controls and the code of each program.

    grids: [grid-1, ...]       recorded by hooks/walks.py
    writings: [c-style, ...]

assets/js/player.js is its script.
"""

import ast
import html as escaping
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from . import runner
from .data import ASSETS
from .fences import StaleError, check_options
from .runner import cells, data_attributes
from .sections import WRITINGS, Writing
from .walks import FUNCTIONS, GRIDS, LIMITS

WORDS = {
    "fr": {
        "grid": "Grille", "grid-1": "grille 1 (documents C et pseudocode)", "grid-2": "grille 2 (pseudocode)",
        "scilab": "grille du document Scilab", "writings": "Implémentations (trois au plus)", "first": "Au début",
        "back": "Un pas en arrière", "play": "Lecture", "pause": "Pause", "step": "Un pas", "step-at": "Pas",
        "dead": "À la prochaine impasse", "solution": "À la solution", "speed": "Vitesse",
        "code": "Afficher le code",
        "controls": "Commandes", "script": "JavaScript est nécessaire pour suivre les programmes pas à pas.",
        "tree": "Arbre de recherche autour du pas courant", "placements": "poses", "tests": "tests",
        "guesses": "hypothèses", "depth": "profondeur", "place": "pose {d} en ligne {r}, colonne {c}",
        "guess": "suppose {d} en ligne {r}, colonne {c}", "goback": "revient en ligne {r}, colonne {c}",
        "shown": "solution trouvée", "start": "aucun chiffre posé", "end": "terminé", "of": "sur",
        "loading": "Chargement…",
        "lost": "Échec du chargement de la trace.", "own": "ma grille", "trace": "Suivre cette grille",
        "python": "Chargement de Python…", "cut": "trace coupée ici : le programme continue",
    },
    "en": {
        "grid": "Grid", "grid-1": "grid 1 (documents c and pseudocode)", "grid-2": "grid 2 (pseudocode)",
        "scilab": "the Scilab document’s grid", "writings": "Implementations (at most three)",
        "first": "To the start", "back": "Step back", "play": "Play", "pause": "Pause", "step": "Step",
        "step-at": "Step number",
        "dead": "To the next dead end", "solution": "To the solution", "speed": "Speed", "code": "Show the code",
        "controls": "Controls", "script": "JavaScript is needed to follow the programs step by step.",
        "tree": "Search tree around the current step", "placements": "placements", "tests": "tests",
        "guesses": "guesses", "depth": "depth", "place": "places {d} in row {r}, column {c}",
        "guess": "guesses {d} in row {r}, column {c}", "goback": "backtracks at row {r}, column {c}",
        "shown": "solution found", "start": "no digit placed yet", "end": "finished", "of": "of",
        "loading": "Loading…",
        "lost": "Loading the trace failed.", "own": "my own grid", "trace": "Follow this grid",
        "python": "Loading Python…", "cut": "trace cut here; the program continues",
    },
}  # fmt: skip

# Maximum number of steps traced in the page; each takes a second or two there.
STEPS = {"c-style": 100_000, "scilab-style": 20_000, "pseudocode-style": 100_000, "deduction-style": 20_000}

_SCRIPT_LABELS = (
    *"place guess goback shown start end of depth placements tests guesses".split(),
    *"play pause loading lost python cut".split(),
)

escape = escaping.escape


def html(options: dict[str, Any], language: str) -> str:
    check_options(options, "grids", "writings", needed=("grids", "writings"))
    labels = WORDS[language]
    for grid in options["grids"]:
        if grid not in GRIDS:
            raise StaleError(f"no recorded search of {grid!r}: choose from {', '.join(GRIDS)}")
    words = data_attributes(labels, _SCRIPT_LABELS) + data_attributes(runner.WORDS[language], runner.REFUSALS)
    columns = "".join(_column(WRITINGS[name], language) for name in options["writings"])
    return (
        f'<div class="player" data-walks="{ASSETS}walks/"{words}>'
        f"<noscript><p>{labels['script']}</p></noscript>"
        f"{_choices(options, labels, language)}{_controls(labels)}"
        f'<p class="player-said" role="status"></p><div class="player-columns">{columns}</div></div>'
    )


def _choices(options: dict[str, Any], labels: dict[str, str], language: str) -> str:
    grids = "".join(f'<option value="{grid}">{escape(labels[grid])}</option>' for grid in options["grids"])
    writings = "".join(
        f'<label><input type="checkbox" name="{name}"> {escape(WRITINGS[name].title[language])}</label>'
        for name in options["writings"]
    )
    return (
        f'<div class="player-choices"><label>{labels["grid"]} <select>{grids}'
        f'<option value="own">{labels["own"]}</option></select></label>'
        f"<fieldset><legend>{labels['writings']}</legend>{writings}</fieldset></div>"
        f'<div class="player-own" hidden>{cells(runner.WORDS[language])}'
        f'<button type="button" data-do="trace">{labels["trace"]}</button></div>'
    )


def _controls(labels: dict[str, str]) -> str:
    buttons = "".join(
        f'<button type="button" data-do="{name}">{labels[name]}</button>'
        for name in ("first", "back", "play", "step", "dead", "solution")
    )
    return (
        f'<div class="player-controls" role="group" aria-label="{labels["controls"]}">{buttons}'
        f'<label>{labels["step-at"]} <input type="range" data-do="at" min="0" max="0" value="0"> '
        "<output>0</output></label>"
        f'<label>{labels["speed"]} <input type="range" data-do="speed" min="0" max="10" value="3"></label>'
        f'<label><input type="checkbox" data-do="code" checked> {labels["code"]}</label></div>'
    )


def _column(writing: Writing, language: str) -> str:
    title = escape(writing.title[language])
    return (
        f'<div class="player-column" role="group" aria-labelledby="follow-{writing.id}" '
        f'data-writing="{writing.id}" data-limit="{LIMITS.get(writing.id, 0)}" data-steps="{STEPS[writing.id]}">'
        f'<p class="beside-title" id="follow-{writing.id}">{title} <small>{writing.files[0].name}</small></p>'
        f'<div class="player-grid" role="img" aria-label="{title}"></div><p class="player-counts"></p>'
        f'<canvas role="img" width="360" height="130" aria-label="{WORDS[language]["tree"]}"></canvas>'
        f'<div class="highlight"><pre tabindex="0" role="group" aria-labelledby="follow-{writing.id}"><code>'
        f"{_search(writing)}</code></pre></div></div>"
    )


def _search(writing: Writing) -> str:
    """The lines of the search function, as in its file."""
    file = writing.files[0]
    text = file.read_text(encoding="utf-8")
    functions = (node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef))
    search = next((node for node in functions if node.name == FUNCTIONS[writing.id]), None)
    if search is None or search.end_lineno is None:
        raise StaleError(f"{file.name} has no function {FUNCTIONS[writing.id]}")
    lines = text.splitlines()[search.lineno - 1 : search.end_lineno]
    lexer = get_lexer_by_name("python", stripnl=False)
    coloured = highlight("\n".join(lines), lexer, HtmlFormatter(nowrap=True)).rstrip("\n").split("\n")
    return "".join(
        f'<span class="beside-line" data-line="{number}">{code or " "}</span>\n'
        for number, (text, code) in enumerate(zip(lines, coloured, strict=True), search.lineno)
        if "section" not in text
    )
