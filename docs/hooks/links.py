"""Read docs/links.toml: the lines that express the same idea in each implementation, and their differences.

That file describes its format. The build fails if a text is in no line of its section, if two ideas claim the same
line, or if an implementation or a section does not exist.
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .fences import StaleError, check_options
from .sections import SECTIONS, WRITINGS, Section

FILE = Path(__file__).resolve().parents[1] / "links.toml"
_NEEDED = ("section", "id", "fr", "en", "differ_fr", "differ_en", "lines")


@dataclass(frozen=True)
class Idea:
    id: str
    section: str
    name: dict[str, str]
    differ: dict[str, str]
    texts: dict[str, list[str]]  # for each implementation, substrings of its lines

    def lines_in(self, section: Section) -> set[int]:
        """The numbers of the lines of this section that belong to the idea."""
        lines: set[int] = set()
        for text in self.texts.get(section.writing.id, ()):
            matching = {number for number, line in section.lines if text in line}
            if not matching:
                raise StaleError(f"links.toml, {self.id}: no line of {section.file} contains {text!r}")
            lines |= matching
        return lines


def ideas(table: str, file: Path = FILE) -> list[Idea]:
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    if table not in tables:
        raise StaleError(f"links.toml has no table {table!r}: it has {', '.join(tables)}")
    found = [_idea(entry) for entry in tables[table]]
    if len({idea.id for idea in found}) != len(found):
        raise StaleError(f"links.toml, {table}: duplicate id")
    return found


def claimed(ideas: list[Idea], section: Section) -> dict[int, Idea]:
    """The idea of each line of the section."""
    claims: dict[int, Idea] = {}
    for idea in ideas:
        for number in idea.lines_in(section):
            if number in claims:
                raise StaleError(
                    f"links.toml: {section.file}:{number} is claimed by both {claims[number].id} and {idea.id}"
                )
            claims[number] = idea
    return claims


def _idea(entry: dict[str, Any]) -> Idea:
    check_options(entry, *_NEEDED, needed=_NEEDED)
    check_options(entry["lines"], *WRITINGS)
    if entry["section"] not in SECTIONS:
        raise StaleError(f"links.toml, {entry['id']}: no section {entry['section']!r}")
    name = {"fr": entry["fr"], "en": entry["en"]}
    differ = {"fr": entry["differ_fr"], "en": entry["differ_en"]}
    return Idea(entry["id"], entry["section"], name, differ, entry["lines"])
