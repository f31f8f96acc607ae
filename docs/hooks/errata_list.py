"""The fence `errata`: the errata of a document, from errata.toml.

errata.toml is in English; docs/errata.fr.toml has the French texts of every entry.
"""

import html as escaping
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from .fences import StaleError, check_options
from .sections import DOCUMENTS

FRENCH = Path(__file__).resolve().parents[1] / "errata.fr.toml"

WORDS = {
    "fr": {
        "printed": "imprimé",
        "corrected": "corrigé",
        "why": "pourquoi",
        "symptom": "sans cette correction",
        "place": "où",
        "original": "erreur de l’auteur",
        "transcription": "erreur de copie",
        "omission": "oubli",
        "silence": "non précisé",
        "reading": "lecture",
        "wrong-answer": "une réponse fausse",
        "rejects-valid": "une grille valide est refusée",
        "out-of-range": "un indice sort du tableau",
        "endless": "le programme ne termine pas",
        "no-compile": "le programme ne compile pas",
        "undefined": "un nom inconnu",
        "stack-overflow": "la pile déborde",
        "fewer-clues": "moins de chiffres donnés que demandé",
        "other-tree": "la même solution, avec un autre arbre de recherche",
        "none": "rien ne change",
    },
    "en": {
        "printed": "printed",
        "corrected": "corrected",
        "why": "why",
        "symptom": "without this correction",
        "place": "where",
        "original": "author’s error",
        "transcription": "copying error",
        "omission": "omission",
        "silence": "not specified",
        "reading": "reading",
        "wrong-answer": "a wrong answer",
        "rejects-valid": "a valid grid is refused",
        "out-of-range": "an array index is out of range",
        "endless": "the program never ends",
        "no-compile": "the program does not compile",
        "undefined": "an unknown name",
        "stack-overflow": "the stack overflows",
        "fewer-clues": "fewer clues than requested",
        "other-tree": "the same solution with another search tree",
        "none": "nothing changes",
    },
}


@cache
def entries(language: str) -> dict[str, dict[str, Any]]:
    """The errata by id, in this language."""
    errata = {entry["id"]: entry for entry in _toml(DOCUMENTS / "errata.toml")["erratum"]}
    if language == "en":
        return errata
    french = _toml(FRENCH)
    if set(french) != set(errata):
        raise StaleError(
            f"errata.fr.toml and errata.toml differ in {', '.join(sorted(set(french) ^ set(errata)))}"
        )
    for entry in french.values():
        check_options(entry, "place", "corrected", "why", needed=("place", "why"))
    return {name: entry | french[name] for name, entry in errata.items()}


def html(options: dict[str, Any], language: str) -> str:
    check_options(options, "document", needed=("document",))
    of_document = [entry for entry in entries(language).values() if entry["document"] == options["document"]]
    if not of_document:
        raise StaleError(f"no erratum of document {options['document']!r}")
    return f'<div class="errata">{"".join(_details(entry, language) for entry in of_document)}</div>'


def _details(entry: dict[str, Any], language: str) -> str:
    said = WORDS[language]
    return (
        f'<details class="erratum" id="erratum-{entry["id"]}"><summary><b>{entry["id"]}</b> '
        f"{escaping.escape(entry['place'])} ({said[entry['kind']]})</summary>{described(entry, language)}</details>"
    )


def described(entry: dict[str, Any], language: str) -> str:
    """The printed text, the correction, the reason and the symptom of an erratum."""
    said, escape = WORDS[language], escaping.escape
    return (
        f"<dl><dt>{said['printed']}</dt><dd><code>{escape(entry['printed'])}</code></dd>"
        f"<dt>{said['corrected']}</dt><dd>{escape(entry['corrected'])}</dd>"
        f"<dt>{said['why']}</dt><dd>{escape(entry['why'])}</dd>"
        f"<dt>{said['symptom']}</dt><dd>{said[entry['symptom']]}</dd></dl>"
    )


def _toml(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text(encoding="utf-8"))
