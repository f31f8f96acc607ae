"""The fence `side-by-side`: the same section of several implementations, with linked lines.

The HTML is complete without a script. assets/js/beside.js highlights lines and adds tabs.
"""

import html as escaping
import re
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from . import errata_list
from .fences import StaleError, check_options, words
from .links import Idea, claimed, ideas
from .sections import SECTIONS, Section, section_of, writing_named

WORDS = {
    "fr": {
        "ideas": "Points communs des implémentations",
        "tabs": "Implémentations",
        "line": "ligne",
        "lines": "lignes",
        "nothing": "absent ici",
        "colon": "\u00a0:",
        "semicolon": "\u00a0; ",
    },
    "en": {
        "ideas": "Ideas that the implementations share",
        "tabs": "Implementations",
        "line": "line",
        "lines": "lines",
        "nothing": "not here",
        "colon": ":",
        "semicolon": "; ",
    },
}

escape = escaping.escape
_MARK = re.compile(r"\[([A-Z]\d+[a-z]?)\]")


def html(options: dict[str, Any], language: str) -> str:
    check_options(options, "section", "writings", "links", needed=("section", "writings", "links"))
    if options["section"] not in SECTIONS:
        raise StaleError(f"no section {options['section']!r}: there are {', '.join(SECTIONS)}")
    sections = [section_of(writing_named(name), options["section"]) for name in words(options["writings"])]
    linked = [idea for idea in ideas(options["links"]) if idea.section == options["section"]]
    if not linked:
        raise StaleError(f"links.toml: table {options['links']} has no idea in section {options['section']}")
    name = f"{options['links']}-{options['section']}"
    view = View(name, language, linked, sections)
    parts = view.buttons() + view.tabs() + view.columns() + view.differences()
    return f'<div class="beside" id="{name}">{parts}</div>'


class View:
    """The HTML of one fence. Its ids start with `name`."""

    def __init__(self, name: str, language: str, linked: list[Idea], sections: list[Section]) -> None:
        self.name = name
        self.language = language
        self.labels = WORDS[language]
        self.sections = sections
        self.claims = [claimed(linked, section) for section in sections]
        # leave out ideas that no implementation shown here has
        self.ideas = [idea for idea in linked if any(idea in claims.values() for claims in self.claims)]
        self.numbers = {idea.id: number for number, idea in enumerate(self.ideas, 1)}

    def buttons(self) -> str:
        each = "".join(
            f'<button type="button" data-idea="{idea.id}" aria-pressed="false">'
            f'<b aria-hidden="true">{self.numbers[idea.id]}</b> {escape(idea.name[self.language])}</button>'
            for idea in self.ideas
        )
        return f'<div class="beside-ideas" role="group" aria-label="{self.labels["ideas"]}">{each}</div>'

    def tabs(self) -> str:
        each = "".join(
            f'<button type="button" role="tab" id="{self._column(section)}-tab" '
            f'aria-controls="{self._column(section)}" aria-selected="false">{escape(self._title(section))}</button>'
            for section in self.sections
        )
        return f'<div class="beside-tabs" role="tablist" aria-label="{self.labels["tabs"]}">{each}</div>'

    def columns(self) -> str:
        each = "".join(
            self._one(section, claims) for section, claims in zip(self.sections, self.claims, strict=True)
        )
        return f'<div class="beside-columns">{each}</div>'

    def differences(self) -> str:
        """The sentences. The script copies the highlighted one into the live region."""
        each = "".join(
            f'<li data-idea="{idea.id}" value="{self.numbers[idea.id]}"><b>{escape(idea.name[self.language])}</b> '
            f"{_prose(idea.differ[self.language])} <small>{escape(self._where(idea))}</small></li>"
            for idea in self.ideas
        )
        return f'<p class="beside-said" role="status"></p><ol class="beside-differences">{each}</ol>'

    def _where(self, idea: Idea) -> str:
        places = []
        for section, claims in zip(self.sections, self.claims, strict=True):
            lit = sorted(number for number, claim in claims.items() if claim is idea)
            places.append(f"{self._title(section)}{self.labels['colon']} {self._numbers(lit)}")
        return self.labels["semicolon"].join(places)

    def _numbers(self, lit: list[int]) -> str:
        if not lit:
            return self.labels["nothing"]
        runs: list[list[int]] = []
        for number in lit:
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        ranges = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
        return f"{self.labels['line' if len(lit) == 1 else 'lines']} {ranges}"

    def _one(self, section: Section, claims: dict[int, Idea]) -> str:
        column = self._column(section)
        lines = "".join(
            self._line(section, number, code, claims.get(number))
            for (number, _), code in zip(section.lines, _coloured(section), strict=True)
        )
        return (
            f'<div class="beside-column" role="group" id="{column}" aria-labelledby="{column}-title">'
            f'<p class="beside-title" id="{column}-title">{escape(self._title(section))} '
            f"<small>{section.path.name}</small></p>"
            f'<div class="highlight"><pre tabindex="0" role="group" aria-labelledby="{column}-title"><code>'
            f"{lines}</code></pre></div>{self._errata(section)}</div>"
        )

    def _line(self, section: Section, number: int, code: str, idea: Idea | None) -> str:
        def mark(found: re.Match[str]) -> str:
            return f'<a class="beside-mark" href="#{self._column(section)}-{found[1]}">{found[0]}</a>'

        code = _MARK.sub(mark, code)
        linked = f' data-idea="{idea.id}" data-number="{self.numbers[idea.id]}"' if idea else ""
        return f'<span class="beside-line" data-line="{number}"{linked}>{code or " "}</span>\n'

    def _errata(self, section: Section) -> str:
        """The errata that are marked in the lines of the column. They are shown below it."""
        at: dict[str, list[int]] = {}
        for number, text in section.lines:
            for erratum in _MARK.findall(text):
                at.setdefault(erratum, []).append(number)
        return "".join(self._erratum(section, erratum, numbers) for erratum, numbers in at.items())

    def _erratum(self, section: Section, erratum: str, numbers: list[int]) -> str:
        entry = errata_list.entries(self.language).get(erratum)
        if entry is None:
            raise StaleError(f"{section.file} marks [{erratum}], but errata.toml has no such entry")
        return (
            f'<details class="erratum" id="{self._column(section)}-{erratum}"><summary><b>{erratum}</b> '
            f"{self._numbers(numbers)}, {errata_list.WORDS[self.language][entry['kind']]}</summary>"
            f"{errata_list.described(entry, self.language)}</details>"
        )

    def _column(self, section: Section) -> str:
        return f"{self.name}-{section.writing.id}"

    def _title(self, section: Section) -> str:
        return section.writing.title[self.language]


def _coloured(section: Section) -> list[str]:
    """Each line as HTML, without the common indentation."""
    margin = min(len(text) - len(text.lstrip()) for _, text in section.lines if text.strip())
    code = "\n".join(text[margin:] for _, text in section.lines)
    lexer = get_lexer_by_name(section.writing.language, stripnl=False)
    lines: list[str] = highlight(code, lexer, HtmlFormatter(nowrap=True)).rstrip("\n").split("\n")
    return lines + [""] * (len(section.lines) - len(lines))


def _prose(sentence: str) -> str:
    """Escape the sentence; text between backquotes becomes code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(sentence))
