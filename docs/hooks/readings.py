"""The fence `readings`: what `conform` reads, from the tables with which it reads.

show: values, inputs, answers, languages or unread
"""

import html as escaping
import tomllib
from collections.abc import Iterable
from importlib.resources import files
from typing import Any, get_args

from sudoku_rosetta.external.driven import driver_of
from sudoku_rosetta.external.forms import INPUTS, VALUES, Form
from sudoku_rosetta.external.languages import languages
from sudoku_rosetta.external.reading import Answer

from .fences import StaleError, check_options

HEADINGS = {
    "en": {
        "values": ("code", "form", "empty cell"),
        "inputs": ("code", "form", "empty cell"),
        "answers": ("code", "the sentence"),
        "languages": ("language", "files", "needs", "what is read"),
        "unread": ("code", "the reason, and what to do"),
    },
    "fr": {
        "values": ("code", "forme", "case vide"),
        "inputs": ("code", "forme", "case vide"),
        "answers": ("code", "la phrase"),
        "languages": ("langage", "fichiers", "il faut", "ce qui est lu"),
        "unread": ("code", "la raison, et que faire"),
    },
}
FUNCTIONS = {"en": "functions and programs", "fr": "fonctions et programmes"}
PROGRAMS = {"en": "programs", "fr": "programmes"}
NOT_A_LANGUAGE = "executable"
NOT_A_GROUP = ("at_line", "not_loaded")


def html(options: dict[str, Any], language: str) -> str:
    check_options(options, "show", needed=("show",))
    show = options["show"]
    if show not in HEADINGS[language]:
        raise StaleError(f"show: {show}; the fence has {', '.join(HEADINGS[language])}")
    return _table(HEADINGS[language][show], _rows(show, language))


def _rows(show: str, language: str) -> Iterable[tuple[str, ...]]:
    said = tomllib.loads((files("sudoku_rosetta.messages") / f"{language}.toml").read_text(encoding="utf-8"))
    if show == "values":
        return _forms(VALUES, said)
    if show == "inputs":
        return _forms(INPUTS, said)
    if show == "answers":
        return [(code, _plain(said["reading"][code.replace(" ", "_")])) for code in get_args(Answer)]
    if show == "languages":
        return _languages(language)
    return [(code, _plain(text)) for code, text in said["unread"].items() if code not in NOT_A_GROUP]


def _forms(forms: Any, said: dict[str, Any]) -> Iterable[tuple[str, ...]]:
    for name, form in forms.items():
        assert isinstance(form, Form)
        blanks = [said["form"]["blank"].get(blank, blank) for blank in form.blanks]
        yield name, said["form"][name.replace("-", "_")], ", ".join(blanks)


def _languages(language: str) -> Iterable[tuple[str, ...]]:
    for name, entry in languages().items():
        if name != NOT_A_LANGUAGE:
            needs = dict.fromkeys(" + ".join(tool.needs) for tool in entry.tools if tool.needs)
            called = name == "Python" or driver_of(name) is not None
            read = FUNCTIONS if called else PROGRAMS
            yield name, " ".join(entry.suffixes), ", ".join(needs), read[language]


def _plain(text: str) -> str:
    """Names of values, such as {file}, as an ellipsis."""
    parts = text.split("{")
    return parts[0] + "".join("…" + part.partition("}")[2] for part in parts[1:])


def _table(headings: Iterable[str], rows: Iterable[tuple[str, ...]]) -> str:
    head = "".join(f'<th scope="col">{heading}</th>' for heading in headings)
    body = "".join(f"<tr>{_cells(row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cells(row: tuple[str, ...]) -> str:
    first, *others = map(escaping.escape, row)
    return f"<td><code>{first}</code></td>" + "".join(f"<td>{cell}</td>" for cell in others)
