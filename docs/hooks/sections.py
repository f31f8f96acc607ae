"""The named sections of the documents' modules and of csrc/original, with their line numbers.

A section starts with the comment `[section: name]` and ends with the comment `[end section]`.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from .fences import StaleError

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = ROOT / "implementations" / "sudoku_rosetta" / "documents"
SECTIONS = ("grid", "possible", "next", "try", "back", "end")

_OPENS = re.compile(r"^\s*(?:#|/\*) \[section: (\w+)\](?: \*/)?$")
_CLOSES = re.compile(r"^\s*(?:#|/\*) \[end section\](?: \*/)?$")


@dataclass(frozen=True)
class Writing:
    id: str
    title: dict[str, str]
    document: str
    language: str  # name of the Pygments lexer
    files: tuple[Path, ...]


@dataclass(frozen=True)
class Section:
    writing: Writing
    path: Path
    lines: tuple[tuple[int, str], ...]  # number in the file, text

    @property
    def file(self) -> str:
        return self.path.relative_to(ROOT).as_posix()


def _python(document: str, fr: str, en: str) -> Writing:
    title = {"fr": fr, "en": en}
    return Writing(f"{document}-style", title, document, "python", (DOCUMENTS / f"{document}_style.py",))


WRITINGS = {
    writing.id: writing
    for writing in (
        Writing(
            "original",
            {"fr": "C, programme du document", "en": "C, the document’s program"},
            "c",
            "c",
            tuple(
                ROOT / "csrc" / "original" / f"{name}.c"
                for name in ("conditionsinitiales", "possible", "arbre")
            ),
        ),
        _python("c", "Python, à la C", "Python, C-style"),
        _python("scilab", "Python, à la Scilab", "Python, Scilab-style"),
        _python("pseudocode", "Python, d’après le pseudocode", "Python, pseudocode-style"),
        _python("deduction", "Python, par déduction", "Python, deduction-style"),
    )
}


def writing_named(name: str) -> Writing:
    known = WRITINGS.get("original" if name == "c" else name)
    if known is None:
        raise StaleError(f"no implementation {name!r}: choose from {', '.join(WRITINGS)}")
    return known


def section_of(writing: Writing, name: str) -> Section:
    """The lines of the section, without its markers; StaleError if it does not exist."""
    found = [
        Section(writing, path, lines) for path in writing.files for lines in [_lines(path, name)] if lines
    ]
    if len(found) != 1:
        raise StaleError(f"section {name!r} of {writing.id} exists {len(found)} times")
    return found[0]


def _lines(path: Path, name: str) -> tuple[tuple[int, str], ...]:
    inside: list[tuple[int, str]] = []
    current = None
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if opens := _OPENS.match(text):
            if current is not None:
                raise StaleError(f"{path.name}:{number}: section {current} is still open")
            current = opens[1]
        elif _CLOSES.match(text):
            if current is None:
                raise StaleError(f"{path.name}:{number}: no section is open")
            current = None
        elif current == name:
            inside.append((number, text))
    if current is not None:
        raise StaleError(f"{path.name}: section {current} is never closed")
    return tuple(inside)
