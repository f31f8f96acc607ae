"""docs/links.toml: which lines of the writings say the same thing, and where they differ.

How a table is written stands at the head of that file. What is stale in it fails the build: a text that no line
of its section holds, a line that two ideas claim, a writing or a section that is not there.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .fences import StaleError, only
from .sections import SECTIONS, WRITINGS, Section

FILE = Path(__file__).resolve().parents[1] / "links.toml"
_NEEDED = ("section", "id", "fr", "en", "differ_fr", "differ_en", "lines")


@dataclass(frozen=True)
class Idea:
    id: str
    section: str
    name: dict[str, str]
    differ: dict[str, str]
    texts: dict[str, list[str]]  # for each writing, what its lines hold

    def lines_in(self, section: Section) -> set[int]:
        """The numbers of the lines of this section that the idea lights."""
        lit: set[int] = set()
        for text in self.texts.get(section.writing.id, ()):
            held = {number for number, line in section.lines if text in line}
            if not held:
                raise StaleError(f"links.toml, {self.id}: no line of {section.file} holds {text!r}")
            lit |= held
        return lit


def ideas(table: str, file: Path = FILE) -> list[Idea]:
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    if table not in tables:
        raise StaleError(f"links.toml has no table {table!r}: it has {', '.join(tables)}")
    found = [_idea(entry) for entry in tables[table]]
    if len({idea.id for idea in found}) != len(found):
        raise StaleError(f"links.toml, {table}: an id is there twice")
    return found


def claimed(ideas: list[Idea], section: Section) -> dict[int, Idea]:
    """Which idea lights each line of the section."""
    claims: dict[int, Idea] = {}
    for idea in ideas:
        for number in idea.lines_in(section):
            if number in claims:
                raise StaleError(
                    f"links.toml: {section.file}:{number} is claimed by {claims[number].id}, {idea.id}"
                )
            claims[number] = idea
    return claims


def _idea(entry: dict[str, Any]) -> Idea:
    only(entry, *_NEEDED, needed=_NEEDED)
    only(entry["lines"], *WRITINGS)
    if entry["section"] not in SECTIONS:
        raise StaleError(f"links.toml, {entry['id']}: no section {entry['section']!r}")
    name = {"fr": entry["fr"], "en": entry["en"]}
    differ = {"fr": entry["differ_fr"], "en": entry["differ_en"]}
    return Idea(entry["id"], entry["section"], name, differ, entry["lines"])
