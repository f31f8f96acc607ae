"""The errata of a document: printed, corrected, why, and what it would break; from errata.toml.

errata.toml is in English; docs/errata.fr.toml says the same in French, every entry of it.
"""

import html as escaping
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from .fences import StaleError, only
from .sections import DOCUMENTS

FRENCH = Path(__file__).resolve().parents[1] / "errata.fr.toml"

WORDS = {
    "fr": {
        "printed": "imprimé",
        "corrected": "corrigé",
        "why": "pourquoi",
        "symptom": "sans cette correction",
        "place": "où",
        "original": "de l’auteur",
        "transcription": "de la copie",
        "omission": "oubli",
        "silence": "non dit",
        "reading": "lecture",
        "wrong-answer": "une réponse fausse",
        "rejects-valid": "une grille valable est refusée",
        "out-of-range": "un indice sort du tableau",
        "endless": "le programme ne finit pas",
        "no-compile": "le programme ne compile pas",
        "undefined": "un nom inconnu",
        "stack-overflow": "la pile déborde",
        "fewer-clues": "moins de chiffres que demandé",
        "other-tree": "la même réponse, par un autre arbre",
        "none": "rien ne change",
    },
    "en": {
        "printed": "printed",
        "corrected": "corrected",
        "why": "why",
        "symptom": "left undone",
        "place": "where",
        "original": "the author’s",
        "transcription": "the copy’s",
        "omission": "left out",
        "silence": "unsaid",
        "reading": "reading",
        "wrong-answer": "a wrong answer",
        "rejects-valid": "a valid grid is refused",
        "out-of-range": "an index leaves its table",
        "endless": "the program never ends",
        "no-compile": "the program does not compile",
        "undefined": "an unknown name",
        "stack-overflow": "the stack overflows",
        "fewer-clues": "fewer clues than asked",
        "other-tree": "the same answer, by another tree",
        "none": "nothing changes",
    },
}


@cache
def entries(language: str) -> dict[str, dict[str, Any]]:
    """Every erratum by its id, in that language."""
    errata = {entry["id"]: entry for entry in _toml(DOCUMENTS / "errata.toml")["erratum"]}
    if language == "en":
        return errata
    french = _toml(FRENCH)
    if set(french) != set(errata):
        raise StaleError(
            f"errata.fr.toml and errata.toml differ in {', '.join(sorted(set(french) ^ set(errata)))}"
        )
    for entry in french.values():
        only(entry, "place", "corrected", "why", needed=("place", "why"))
    return {name: entry | french[name] for name, entry in errata.items()}


def html(asked: dict[str, Any], language: str) -> str:
    only(asked, "document", needed=("document",))
    of_document = [entry for entry in entries(language).values() if entry["document"] == asked["document"]]
    if not of_document:
        raise StaleError(f"no erratum of document {asked['document']!r}")
    return f'<div class="errata">{"".join(_unfolding(entry, language) for entry in of_document)}</div>'


def _unfolding(entry: dict[str, Any], language: str) -> str:
    said = WORDS[language]
    return (
        f'<details class="erratum" id="erratum-{entry["id"]}"><summary><b>{entry["id"]}</b> '
        f"{escaping.escape(entry['place'])} ({said[entry['kind']]})</summary>{described(entry, language)}</details>"
    )


def described(entry: dict[str, Any], language: str) -> str:
    """The four things that there are to say of an erratum."""
    said, escape = WORDS[language], escaping.escape
    return (
        f"<dl><dt>{said['printed']}</dt><dd><code>{escape(entry['printed'])}</code></dd>"
        f"<dt>{said['corrected']}</dt><dd>{escape(entry['corrected'])}</dd>"
        f"<dt>{said['why']}</dt><dd>{escape(entry['why'])}</dd>"
        f"<dt>{said['symptom']}</dt><dd>{said[entry['symptom']]}</dd></dl>"
    )


def _toml(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))
