"""Writes the wrapper that makes a copy follow the plain contract, for the pupil to learn from.

A wrapper is a short file in the language of the copy, beside it. One of a Python function, or of a program, is a
Python file with a function solve(text); the others read one line of 81 digits and print one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..messages import Language, Message
from .adapt_common import NoWrapper, free_name
from .adapt_program import program_wrapper
from .adapt_python import python_wrapper
from .adapt_typed import typed_wrapper
from .driver import MAIN
from .entries import split_parameters
from .forms import split_code
from .reading import Reading
from .recognise import source_text

__all__ = ["NoWrapper", "suffix_of", "wrapper_of"]
_NAMES = {
    "TEXT": "text",
    "GRID": "puzzle",
    "FOUND": "answer",
    "DIGITS": "digits",
    "PRINTED": "printed",
}
_SIGNS = {"space": " ", "nothing": ""}
_NUMBERS = {
    "None": {"JavaScript": "null", "Ruby": "nil", "PHP": "null", "R": "NA", "Octave/MATLAB": "NaN"},
    "-1": {},
}


def wrapper_of(reading: Reading, folder: Path, file: Path, language: Language = "en") -> str:
    """The text of a wrapper. `folder` is that of the copy, `file` the file of the wrapper, `language` that of its
    comments. Raise NoWrapper."""
    name, copy = file.name, folder / reading.file
    if not copy.is_file():  # made from a notebook
        raise NoWrapper(Message("adapt.none", language=reading.language))
    comments = [
        Message("adapt.what", file=reading.file).in_language(language),
        Message("adapt.how", file=name).in_language(language),
    ]
    source = source_text(copy)
    expected = suffix_of(reading, folder)
    if Path(name).suffix.lower() != expected:
        raise NoWrapper(Message("adapt.suffix", file=name, suffix=expected))
    if file.resolve() == copy.resolve():
        raise NoWrapper(Message("adapt.same_file", file=name))
    if file.parent.resolve() != folder.resolve():
        raise NoWrapper(Message("adapt.other_folder", file=name, folder=folder.name))
    found: str | None
    if reading.call in ("", MAIN):
        found = program_wrapper(reading, folder, source, comments)
    elif reading.language == "Python":
        found = python_wrapper(reading, source, comments)
    else:
        table = _table().get(reading.language)
        found = (
            _scripted(table, reading, source, comments)
            if table
            else typed_wrapper(reading, copy, comments, Path(name).stem)
        )
    if found is None:
        raise NoWrapper(Message("adapt.none", language=reading.language))
    return found


def suffix_of(reading: Reading, folder: Path) -> str:
    """The suffix of the wrapper's file."""
    return ".py" if reading.call in ("", MAIN) else Path(reading.file).suffix.lower()


@cache
def _table() -> Mapping[str, Any]:
    return tomllib.loads((files(__package__) / "adapt.toml").read_text(encoding="utf-8"))


def _scripted(table: Mapping[str, Any], reading: Reading, source: str, comments: list[str]) -> str | None:
    language = reading.language
    if language == "PHP" and re.search(r"^\s*(if\s*\(.*)?\b(exit|die)\b", source, re.M):
        return None  # it would end the wrapper
    if (board := re.match(r"[$@]?(\w+) = @?\{?GRID", reading.call)) and _is_out_of_reach(board[1], source):
        return None
    form, blank = split_code(reading.form)
    key = _form_key(table["forms"], reading.form)
    if key is None:
        return None
    answer = {"in place and returned": "returned", "printed last": "printed"}.get(
        reading.answer, reading.answer
    )
    if answer not in table["answers"]:
        return None
    names = {key: free_name(name, source) for key, name in _NAMES.items()}
    grid = f"${names['GRID']}" if language in ("PHP", "Perl") else names["GRID"]
    blank_text = (
        _NUMBERS.get(blank, {}).get(language, blank) if form in ("rows", "flat") else _SIGNS.get(blank, blank)
    )
    *first, last = split_parameters(re.sub(r"(?<![\w.$])GRID\b", lambda _: grid, reading.call), ";")
    last = last.strip()
    several = re.match(r"\[(\w+)[^\]]*\]\s*=", last)  # Octave: [S, ok] = solve(M)
    values = {
        **names,
        "FILE": Path(reading.file).as_posix(),
        "STEM": Path(reading.file).with_suffix("").as_posix(),
        "FORM": table["forms"][key].strip("\n"),
        "BLANK": blank_text,
        "FIRST": "\n".join(_statement(each.strip(), language) for each in first),
        "LAST": last,
        "VARIABLE": several[1] if several else "",
        "ANSWER": table["answers"]["several" if several else answer].strip("\n"),
        "WHICH": _which(language, reading.answer),
        **_loading(table, reading, source),
    }
    comment = "\n".join(f"{table['comment']} {line}" for line in comments)
    template = table["template"].lstrip("\n")
    if "{COMMENT}" not in template:
        template = "{COMMENT}\n" + template
    values["COMMENT"] = comment
    for _ in range(4):
        template = re.sub(r"\{([A-Z]+)\}", lambda match: str(values.get(match[1], match[0])), template)
    return re.sub(r"\n{3,}", "\n\n", _indented(template) if language == "JavaScript" else template)


def _indented(text: str) -> str:
    """The text with the body of its last callback indented."""
    before, opening, body = text.rpartition("=> {\n")
    inner, closing, _ = body.rpartition("});")
    lines = [f"  {line}" for line in inner.splitlines() if line]
    return before + opening + "\n".join(lines) + f"\n{closing}\n"


def _is_out_of_reach(board: str, source: str) -> bool:
    """Whether another file cannot set the variable, or would not come so far."""
    return bool(re.search(rf"^(?:local|my)\b[^=\n]*\b{board}\b|\bdocument\.", source, re.M))


def _form_key(forms: Mapping[str, str], code: str) -> str | None:
    """The key of a form in the table; one that ends with a colon has any value for an empty cell."""
    form, blank = split_code(code)
    is_usual = blank in ("0", ".")
    keys = (code, form if is_usual else f"{form}:", form)
    key = next((each for each in keys if each in forms), None)
    is_number = form in ("rows", "flat") and not is_usual
    return None if key is not None and is_number and not key.endswith(":") else key


def _statement(text: str, language: str) -> str:
    """One statement of a call; the object s is declared."""
    if re.match(r"\$?s\s*=(?!=)", text):
        text = _declared(language) + text
    if language == "R":
        text = text.replace(" = ", " <- ", 1)
    return text + ("" if language in ("Ruby", "Lua", "R") else ";")


def _declared(language: str) -> str:
    return {"JavaScript": "const ", "Perl": "my ", "Lua": "local "}.get(language, "")


def _which(language: str, answer: str) -> str:
    last = answer == "printed last"
    if language == "Lua":
        return "-81" if last else "1, 81"
    return "-1" if last else "0"


def _loading(table: Mapping[str, Any], reading: Reading, source: str) -> dict[str, str]:
    is_failing = any(each.code == "reading.odd.skipped" for each in reading.odd) or "document." in source
    failing = "_failing" if is_failing else ""
    if reading.language == "Ruby":
        return {"LOAD": table[f"load{failing}"].strip("\n")}
    if reading.language == "JavaScript":
        is_module = re.search(r"^export\b", source, re.M)
        return {
            "LOAD": table[f"load{failing}"],
            "SOURCE": table["module_source" if is_module else "source"],
        }
    if reading.language == "Lua":
        returned = re.search(r"^return\s+(\w+)\s*$", source, re.M)
        if returned and re.search(rf"\b{returned[1]}\b", reading.call):
            return {"LOADED": table["loaded_module"], "MODULE": returned[1]}
        used = re.findall(r"(?<![.:\w])([A-Za-z_]\w*)", reading.call)
        local = [
            each
            for each in dict.fromkeys(used)
            if re.search(rf"^local\s+(?:function\s+)?(?:\w+\s*,\s*)*{each}\b", source, re.M)
        ]
        if local:
            return {"LOADED": table["loaded_locals"].strip("\n"), "LOCALS": ", ".join(local)}
        return {"LOADED": table[f"loaded{failing}"]}
    return {}
