"""The player's page: grids, controls, and for each writing its search with real line numbers.

    grids: [grid-1, ...]       of hooks/walks.py, which records them
    writings: [c-style, ...]

assets/js/player.js makes them walk.
"""

import ast
import html as escaping
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from . import runner
from .data import ASSETS
from .fences import StaleError, only
from .runner import cells, spoken
from .sections import WRITINGS, Writing
from .walks import FUNCTIONS, GRIDS, STOPS

WORDS = {
    "fr": {
        "grid": "Grille", "grid-1": "grille 1 (documents C et pseudocode)", "grid-2": "grille 2 (pseudocode)",
        "scilab": "grille du document Scilab", "writings": "Écritures, trois au plus", "first": "Au début",
        "back": "Un pas en arrière", "play": "Lecture", "pause": "Pause", "step": "Un pas", "step-at": "Pas",
        "dead": "À la prochaine impasse", "solution": "À la solution", "speed": "Vitesse",
        "code": "Montrer le code",
        "controls": "Commandes", "script": "Pour suivre les programmes pas à pas, il faut JavaScript.",
        "tree": "L’arbre autour de l’endroit où l’on est", "placements": "poses", "tests": "questions",
        "guesses": "hypothèses", "depth": "profondeur", "place": "pose {d} en ligne {r}, colonne {c}",
        "guess": "suppose {d} en ligne {r}, colonne {c}", "goback": "revient en ligne {r}, colonne {c}",
        "shown": "une solution", "start": "rien n’est encore posé", "end": "fini", "of": "sur",
        "loading": "Chargement…",
        "lost": "La trace n’a pas pu être chargée.", "own": "ma grille", "trace": "Suivre cette grille",
        "python": "Chargement de Python…", "cut": "coupé là : le programme continue",
    },
    "en": {
        "grid": "Grid", "grid-1": "grid 1 (documents c and pseudocode)", "grid-2": "grid 2 (pseudocode)",
        "scilab": "the Scilab document’s grid", "writings": "Writings, three at most", "first": "To the start",
        "back": "Step back", "play": "Play", "pause": "Pause", "step": "Step", "step-at": "Step number",
        "dead": "To the next dead end", "solution": "To the solution", "speed": "Speed", "code": "Show the code",
        "controls": "Controls", "script": "To follow the programs step by step, JavaScript is needed.",
        "tree": "The tree around where we are", "placements": "placements", "tests": "tests",
        "guesses": "guesses", "depth": "depth", "place": "places {d} in row {r}, column {c}",
        "guess": "supposes {d} in row {r}, column {c}", "goback": "goes back in row {r}, column {c}",
        "shown": "a solution", "start": "nothing is placed yet", "end": "at its end", "of": "of",
        "loading": "Loading…",
        "lost": "The trace could not be loaded.", "own": "my own grid", "trace": "Follow this grid",
        "python": "Loading Python…", "cut": "cut here: the program goes on",
    },
}  # fmt: skip

# How many steps of the reader's own grid are traced in the page at most: what takes each a second or two there.
STEPS = {"c-style": 100_000, "scilab-style": 20_000, "pseudocode-style": 100_000, "deduction-style": 20_000}

_SAID_BY_SCRIPT = (
    *"place guess goback shown start end of depth placements tests guesses".split(),
    *"play pause loading lost python cut".split(),
)

escape = escaping.escape


def html(asked: dict[str, Any], language: str) -> str:
    only(asked, "grids", "writings", needed=("grids", "writings"))
    said = WORDS[language]
    for grid in asked["grids"]:
        if grid not in GRIDS:
            raise StaleError(f"no walk of {grid!r} is recorded: there are {', '.join(GRIDS)}")
    words = spoken(said, _SAID_BY_SCRIPT) + spoken(runner.WORDS[language], runner.REFUSALS)
    columns = "".join(_column(WRITINGS[name], language) for name in asked["writings"])
    return (
        f'<div class="player" data-walks="{ASSETS}walks/"{words}>'
        f"<noscript><p>{said['script']}</p></noscript>"
        f"{_choices(asked, said, language)}{_controls(said)}"
        f'<p class="player-said" role="status"></p><div class="player-columns">{columns}</div></div>'
    )


def _choices(asked: dict[str, Any], said: dict[str, str], language: str) -> str:
    grids = "".join(f'<option value="{grid}">{escape(said[grid])}</option>' for grid in asked["grids"])
    writings = "".join(
        f'<label><input type="checkbox" name="{name}"> {escape(WRITINGS[name].title[language])}</label>'
        for name in asked["writings"]
    )
    return (
        f'<div class="player-choices"><label>{said["grid"]} <select>{grids}'
        f'<option value="own">{said["own"]}</option></select></label>'
        f"<fieldset><legend>{said['writings']}</legend>{writings}</fieldset></div>"
        f'<div class="player-own" hidden>{cells(runner.WORDS[language])}'
        f'<button type="button" data-do="trace">{said["trace"]}</button></div>'
    )


def _controls(said: dict[str, str]) -> str:
    buttons = "".join(
        f'<button type="button" data-do="{name}">{said[name]}</button>'
        for name in ("first", "back", "play", "step", "dead", "solution")
    )
    return (
        f'<div class="player-controls" role="group" aria-label="{said["controls"]}">{buttons}'
        f'<label>{said["step-at"]} <input type="range" data-do="at" min="0" max="0" value="0"> '
        "<output>0</output></label>"
        f'<label>{said["speed"]} <input type="range" data-do="speed" min="0" max="10" value="3"></label>'
        f'<label><input type="checkbox" data-do="code" checked> {said["code"]}</label></div>'
    )


def _column(writing: Writing, language: str) -> str:
    title = escape(writing.title[language])
    return (
        f'<div class="player-column" role="group" aria-labelledby="follow-{writing.id}" '
        f'data-writing="{writing.id}" data-limit="{STOPS.get(writing.id, 0)}" data-steps="{STEPS[writing.id]}">'
        f'<p class="beside-title" id="follow-{writing.id}">{title} <small>{writing.files[0].name}</small></p>'
        f'<div class="player-grid" role="img" aria-label="{title}"></div><p class="player-counts"></p>'
        f'<canvas role="img" width="360" height="130" aria-label="{WORDS[language]["tree"]}"></canvas>'
        f'<div class="highlight"><pre tabindex="0" role="group" aria-labelledby="follow-{writing.id}"><code>'
        f"{_search(writing)}</code></pre></div></div>"
    )


def _search(writing: Writing) -> str:
    """The function that searches, line by line, as it stands in its file."""
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
