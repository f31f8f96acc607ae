"""The report of a class: what to look at first, the marks, a section for each copy; and a page for each copy.

The pages are self-contained and have no script. Their style is in report.css and class_report.css, their texts in
the table [class_report] of `messages`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from string import Template

from ..messages import Language, Message, format_number, sentences
from .copy_section import CopySection, JudgedCopy
from .plain_reason import as_sentence, plain_reason
from .results import Results

__all__ = ["class_report", "pages_per_copy"]

HERE = Path(__file__).parent
UNREAD, GROUP = "unread.", "class_report.group."
ORDER_OF_GROUPS = [code.removeprefix(GROUP) for code in sentences("en") if code.startswith(GROUP)]
"""That of the texts: first what the teacher can do without the pupil."""
SPACE_BEFORE, SPACE_AFTER = re.compile(r" (?=[:;?!%»])"), re.compile(r"(?<=«) ")
"""In French, no line may begin or end there."""
MAX_FILE_NAME_BYTES = 120
RESERVED_NAMES = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?")
"""Names that Windows does not allow."""


def class_report(
    results: Results, copies: Sequence[JudgedCopy], language: Language, confinement: Message | None = None
) -> str:
    """The page of the class."""
    return _ClassPage(results, copies, language, confinement).text()


def pages_per_copy(results: Results, copies: Sequence[JudgedCopy], language: Language) -> dict[str, str]:
    """A page for each copy, by file name."""
    page = _ClassPage(results, copies, language, None)
    names = file_names([copy.name for copy in copies])
    return {name: page.page_of(copy) for name, copy in zip(names, copies, strict=True)}


def file_names(names: Sequence[str]) -> list[str]:
    """A file name for the page of each copy, valid on all systems, unique even where case does not count.

    >>> file_names(["ada", "a/b: c", "ADA", "nul"])
    ['ada.html', 'a-b-c.html', 'ADA-2.html', '-nul.html']
    """
    found: dict[str, str] = {}
    for name in names:
        stem = _safe_stem(name)
        fresh, number = stem, 1
        while fresh.casefold() in found:
            number += 1
            fresh = f"{stem}-{number}"
        found[fresh.casefold()] = f"{fresh}.html"
    return list(found.values())


def _safe_stem(name: str) -> str:
    words = re.sub(r"[^\w.()+=-]+", "-", unicodedata.normalize("NFC", name)).strip("-.")
    short = words.encode("utf-8", "ignore")[:MAX_FILE_NAME_BYTES].decode("utf-8", "ignore")
    if RESERVED_NAMES.fullmatch(short):
        short = f"-{short}"
    return short or "copy"


class _ClassPage:
    def __init__(
        self, results: Results, copies: Sequence[JudgedCopy], language: Language, confinement: Message | None
    ) -> None:
        self.results, self.copies, self.language, self.confinement = results, copies, language, confinement
        self.read = [copy for copy in copies if copy.unread is None]
        self.unread = [copy for copy in copies if copy.unread is not None]
        self.numbers = {copy.name: number for number, copy in enumerate(copies)}

    def say(self, code: str, **arguments: str | int | float | Message) -> str:
        return escape(Message(f"class_report.{code}", **arguments).in_language(self.language))

    # --- the page of the class ------------------------------------------------------------------------

    def text(self) -> str:
        confined = escape(self.confinement.in_language(self.language)) if self.confinement else ""
        parts = [
            f"<header><h1>{self.say('title')}</h1>",
            f"<p>{self.summary()}</p>",
            f'<p class="metadata">{self.made()}</p>',
            f'<p class="metadata">{confined}</p>' if confined else "",
            "</header>\n<main>",
            *self.look_at_first(),
            *self.marks(),
            *self.sections(),
            "</main>",
        ]
        return self.page(self.say("title"), "\n".join(filter(None, parts)))

    def page(self, title: str, body: str) -> str:
        if self.language == "fr":
            body = SPACE_BEFORE.sub("\N{NO-BREAK SPACE}", SPACE_AFTER.sub("\N{NO-BREAK SPACE}", body))
        style = _file("report.css") + _file("class_report.css")
        return Template(_file("class_report.html")).substitute(
            language=self.language, title=title, style=style, body=body
        )

    def summary(self) -> str:
        judged = Message("class_report.judged", number=len(self.read))
        unread = Message("class_report.unread", number=len(self.unread))
        level = f"level_{self.results.level}" if self.results.level else "level_any"
        return self.say("summary", judged=judged, unread=unread, level=Message(f"class_report.{level}"))

    def made(self) -> str:
        date = self.results.date.replace("T", " ").replace("+00:00", " UTC")
        return self.say("made", version=self.results.version, date=date, machine=self.results.machine)

    def look_at_first(self) -> Iterator[str]:
        """The unread copies, grouped by what to do; then those whose reading is doubtful."""
        doubtful = [copy for copy in self.copies if copy.is_doubtful]
        if not self.unread and not doubtful:
            return
        groups: dict[str, list[JudgedCopy]] = {}
        for copy in self.unread:
            groups.setdefault(group_of(copy.unread), []).append(copy)
        yield f'<section>\n<h2 id="first">{self.say("look_at_first")}</h2>'
        if self.unread:
            yield f"<p>{self.say('unread_lead')}</p>"
        for group in sorted(groups, key=ORDER_OF_GROUPS.index):
            copies = groups[group]
            yield f'<div class="group">\n<h3>{self.say(f"group.{group}")}</h3>'
            yield f"<p>{self.say(f'todo.{group}')}</p>\n<ul>"
            for copy in copies:
                yield (
                    f'<li id="copy-{self.numbers[copy.name]}"><b>{escape(copy.name)}</b> '
                    f"{_file_of(copy)}{escape(self.reason(copy))}</li>"
                )
            yield "</ul>\n</div>"
        if doubtful:
            yield f'<div class="group">\n<h3>{self.say("doubtful_title")}</h3>'
            yield f"<p>{self.say('doubtful_todo')}</p>\n<ul>"
            yield from map(self.doubtful_item, doubtful)
            yield "</ul>\n</div>"
        yield "</section>"

    def doubtful_item(self, copy: JudgedCopy) -> str:
        sentence = copy.submission.sentence
        said = escape(sentence.in_language(self.language)) if sentence else ""
        return f'<li><a href="#copy-{self.numbers[copy.name]}">{escape(copy.name)}</a> {_file_of(copy)}{said}</li>'

    def reason(self, copy: JudgedCopy) -> str:
        return as_sentence(plain_reason(copy.unread, self.language)) if copy.unread else ""

    def marks(self) -> Iterator[str]:
        weights = self.copies[0].weights if self.copies else None
        if weights is None:
            return
        heads = [
            f'<th scope="col" class="number">{self.say(name)} <small>/ {best}</small></th>'
            for name, best in (("solves", weights.solves), ("care", weights.care), ("mark", weights.total))
        ]
        yield f'<section>\n<h2 id="marks">{self.say("marks")}</h2>\n<p>{self.say("marks_lead")}</p>'
        yield '<div class="scroll" role="region" aria-labelledby="marks" tabindex="0">\n<table class="marks">'
        yield (
            f'<thead><tr><th scope="col">{self.say("copy")}</th>{"".join(heads)}'
            f'<th scope="col">{self.say("first_to_mend")}</th></tr></thead>\n<tbody>'
        )
        yield from map(self.marks_row, self.copies)
        yield "</tbody>\n</table>\n</div>\n</section>"

    def marks_row(self, copy: JudgedCopy) -> str:
        link = f'<a href="#copy-{self.numbers[copy.name]}">{escape(copy.name)}</a>'
        language = f"<small>{escape(copy.language)}</small>" if copy.language else ""
        head = f'<tr><th scope="row">{link}{language}</th>'
        if copy.unread is not None:
            blank = '<td class="number">–</td>' * 3
            return f'{head}{blank}<td><span class="sign s">?</span>{self.say("not_read")}</td></tr>'
        scores, weights = copy.scores, copy.weights
        points = [scores.points("solves", weights), scores.points("care", weights), scores.mark(weights, 2)]
        cells = "".join(f'<td class="number">{self.number(each)}</td>' for each in points)
        failure = copy.first_failure
        sign, mend = "✗", failure.text(self.language) if failure else ""
        if failure is None:
            sign, mend = "✓", Message("class_report.nothing").in_language(self.language)
        elif failure.outcome.verdict == "errored":
            sign = "!"
        kind = {"✓": "p", "✗": "f", "!": "e"}[sign]
        return f'{head}{cells}<td><span class="sign {kind}">{sign}</span>{escape(mend)}</td></tr>'

    def number(self, value: float | None) -> str:
        return "–" if value is None else format_number(self.language, value, "g")

    def sections(self) -> Iterator[str]:
        if not self.read:
            return
        yield f'<section>\n<h2 id="copies">{self.say("copies")}</h2>'
        for copy in self.read:
            yield f'<article class="copy" id="copy-{self.numbers[copy.name]}">\n<h3>{escape(copy.name)}</h3>'
            yield CopySection(copy, self.language, 4).html()
            yield "</article>"
        yield "</section>"

    # --- the page of one copy -------------------------------------------------------------------------

    def page_of(self, copy: JudgedCopy) -> str:
        if copy.unread is None:
            content = CopySection(copy, self.language, 2).html()
        else:
            content = (
                f'<p class="reading">{escape(copy.file)}</p>\n<p>{self.say("not_read_yet")}</p>\n'
                f"<p>{escape(self.reason(copy))}</p>"
            )
        body = (
            f'<header><h1>{escape(copy.name)}</h1></header>\n<main>\n<article class="copy">\n{content}\n'
            f'</article>\n</main>\n<footer><p class="metadata">{self.made()}</p></footer>'
        )
        return self.page(f"{escape(copy.name)} – {self.say('title_of_copy')}", body)


SAME_GROUP = {
    "needs_dotnet": "not_installed",
    "missing_header": "missing_file",
    "no_file": "empty",
    "unreadable": "empty",
    "empty_folder": "empty",
    "no_source": "empty",
}
"""Codes of unread copies for which the same is to be done."""


def group_of(reason: Message | None) -> str:
    """The group of an unread copy, which says what to do."""
    name = reason.code.removeprefix(UNREAD) if reason and reason.code.startswith(UNREAD) else ""
    group = SAME_GROUP.get(name, name)
    return group if group in ORDER_OF_GROUPS else "any"


def _file_of(copy: JudgedCopy) -> str:
    return f"<small>{escape(copy.file)}</small> " if copy.file and copy.file != copy.name else ""


def _file(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")
