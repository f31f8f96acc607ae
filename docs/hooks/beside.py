"""The side-by-side view: the same section of several writings, their lines linked by ideas.

It is whole without a script: every column, every sentence. assets/js/beside.js lights lines and makes tabs.
"""

import html as escaping
import re
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from . import errata_list
from .fences import StaleError, only, words
from .links import Idea, claimed, ideas
from .sections import SECTIONS, Section, section_of, writing_named

WORDS = {
    "fr": {
        "ideas": "Ce que les écritures ont en commun",
        "tabs": "Écritures",
        "line": "ligne",
        "lines": "lignes",
        "nothing": "rien ici",
        "colon": "\u00a0:",
        "semicolon": "\u00a0; ",
    },
    "en": {
        "ideas": "What the writings share",
        "tabs": "Writings",
        "line": "line",
        "lines": "lines",
        "nothing": "nothing here",
        "colon": ":",
        "semicolon": "; ",
    },
}

escape = escaping.escape
_MARK = re.compile(r"\[([A-Z]\d+[a-z]?)\]")


def html(asked: dict[str, Any], language: str) -> str:
    only(asked, "section", "writings", "links", needed=("section", "writings", "links"))
    if asked["section"] not in SECTIONS:
        raise StaleError(f"no section {asked['section']!r}: there are {', '.join(SECTIONS)}")
    sections = [section_of(writing_named(name), asked["section"]) for name in words(asked["writings"])]
    linked = [idea for idea in ideas(asked["links"]) if idea.section == asked["section"]]
    if not linked:
        raise StaleError(f"links.toml: table {asked['links']} has no idea in section {asked['section']}")
    name = f"{asked['links']}-{asked['section']}"
    view = View(name, language, linked, sections)
    parts = view.buttons() + view.tabs() + view.columns() + view.differences()
    return f'<div class="beside" id="{name}">{parts}</div>'


class View:
    """One fence on its page; `name` makes its ids."""

    def __init__(self, name: str, language: str, linked: list[Idea], sections: list[Section]) -> None:
        self.name = name
        self.language = language
        self.said = WORDS[language]
        self.sections = sections
        self.claims = [claimed(linked, section) for section in sections]
        # an idea of writings that are not shown here is not shown either
        self.ideas = [idea for idea in linked if any(idea in claims.values() for claims in self.claims)]
        self.numbers = {idea.id: number for number, idea in enumerate(self.ideas, 1)}

    def buttons(self) -> str:
        each = "".join(
            f'<button type="button" data-idea="{idea.id}" aria-pressed="false">'
            f'<b aria-hidden="true">{self.numbers[idea.id]}</b> {escape(idea.name[self.language])}</button>'
            for idea in self.ideas
        )
        return f'<div class="beside-ideas" role="group" aria-label="{self.said["ideas"]}">{each}</div>'

    def tabs(self) -> str:
        each = "".join(
            f'<button type="button" role="tab" id="{self._column(section)}-tab" '
            f'aria-controls="{self._column(section)}" aria-selected="false">{escape(self._title(section))}</button>'
            for section in self.sections
        )
        return f'<div class="beside-tabs" role="tablist" aria-label="{self.said["tabs"]}">{each}</div>'

    def columns(self) -> str:
        each = "".join(
            self._one(section, claims) for section, claims in zip(self.sections, self.claims, strict=True)
        )
        return f'<div class="beside-columns">{each}</div>'

    def differences(self) -> str:
        """The sentences; the lit one is also what the live region says."""
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
            places.append(f"{self._title(section)}{self.said['colon']} {self._numbers(lit)}")
        return self.said["semicolon"].join(places)

    def _numbers(self, lit: list[int]) -> str:
        if not lit:
            return self.said["nothing"]
        runs: list[list[int]] = []
        for number in lit:
            if runs and runs[-1][-1] == number - 1:
                runs[-1].append(number)
            else:
                runs.append([number])
        told = ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}–{run[-1]}" for run in runs)
        return f"{self.said['line' if len(lit) == 1 else 'lines']} {told}"

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
        """Below its column, each erratum whose mark stands at a line."""
        at: dict[str, list[int]] = {}
        for number, text in section.lines:
            for erratum in _MARK.findall(text):
                at.setdefault(erratum, []).append(number)
        return "".join(self._erratum(section, erratum, numbers) for erratum, numbers in at.items())

    def _erratum(self, section: Section, erratum: str, numbers: list[int]) -> str:
        entry = errata_list.entries(self.language).get(erratum)
        if entry is None:
            raise StaleError(f"{section.file} marks [{erratum}], which errata.toml does not have")
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
    """Each line as HTML, without the margin that all of them have."""
    margin = min(len(text) - len(text.lstrip()) for _, text in section.lines if text.strip())
    code = "\n".join(text[margin:] for _, text in section.lines)
    lexer = get_lexer_by_name(section.writing.language, stripnl=False)
    lines: list[str] = highlight(code, lexer, HtmlFormatter(nowrap=True)).rstrip("\n").split("\n")
    return lines + [""] * (len(section.lines) - len(lines))


def _prose(sentence: str) -> str:
    """What is between backquotes is code."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", escape(sentence))
