"""The report: results as one HTML page that asks for nothing from anywhere.

`html` makes it. How it looks is in report.css, its words in the table [report] of `messages`, and report.js adds
the filters and the dialog of a cell; without it the page still says everything. Who ran what is left to `results`.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from ..messages import Language, Message, number_in, sentences
from .marks import mark_of
from .outcome import Outcome, Verdict
from .results import Results

__all__ = ["html"]

HERE = Path(__file__).parent
BADNESS: tuple[Verdict, ...] = ("skipped", "passed", "errored", "failed")
"""From the least to the worst: a cell is skipped only where nothing in it was tried."""
SIGNS: Mapping[Verdict, str] = {"passed": "✓", "failed": "✗", "skipped": "–", "errored": "!"}
SHOWN: tuple[Verdict, ...] = ("passed", "failed", "skipped", "errored")
MANY_SOLVERS = 8
"""With more than so many columns, a cell of the matrix shows its sign alone."""
NO_CASE = "-"
"""The case of an outcome that is about the solver as a whole."""
LONGEST_REASON = 2000
CASES_NAMED = 12
"""So many cases that share a reason are named beside it."""


def html(
    results: Results,
    language: Language = "en",
    *,
    remarks: Iterable[Message] = (),
    notes: Mapping[str, str] | None = None,
) -> str:
    """The whole page; `remarks` are said at its top, and `notes` beside the solvers that they are keyed by."""
    return _Page(results, language, tuple(remarks), notes or {}).text()


Words = Mapping[str, str]
Told = Mapping[str, Any]
"""A case or a check, as the results tell of it."""


@functools.cache
def _words(language: Language) -> Words:
    """The language, and the sentences of the report that need no number: by their keys."""
    words: dict[str, str] = {"language": language}
    for code, text in sentences(language).items():
        table, _, key = code.partition(".")
        if table == "report" and isinstance(text, str):
            words[key] = text
    return words


def _file(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


@dataclass(frozen=True)
class _Why:
    """What some outcomes of one solver have in common: the same verdict in the same words."""

    verdict: Verdict
    text: str
    grid: str
    """The grid that shows it, where it is not the case's own."""


class _Page:
    """Everything that is said of some results, in one language."""

    def __init__(
        self, results: Results, language: Language, remarks: Sequence[Message], notes: Mapping[str, str]
    ) -> None:
        self.results, self.language, self.remarks, self.notes = results, language, remarks, notes
        self.words = _words(language)
        outcomes = results.outcomes
        self.declared = {each.id: each for each in results.solvers}
        self.solvers = list(dict.fromkeys((*self.declared, *(outcome.solver for outcome in outcomes))))
        known = {case["id"]: case for case in results.cases}
        names = dict.fromkeys(outcome.case for outcome in outcomes)
        self.known: Mapping[str, Told] = {name: known[name] for name in known if name in names}
        self.cases = [*self.known, *(name for name in names if name not in known)]
        self.checks = list(dict.fromkeys(outcome.check for outcome in outcomes))
        self.cells: dict[tuple[str, str], list[Outcome]] = {}
        self.whys: dict[str, dict[_Why, list[Outcome]]] = {solver: {} for solver in self.solvers}
        for outcome in outcomes:
            self.cells.setdefault((outcome.case, outcome.solver), []).append(outcome)
            if outcome.verdict != "passed":
                self.whys[outcome.solver].setdefault(self.why(outcome), []).append(outcome)
        every = [(solver, why) for solver, whys in self.whys.items() for why in whys]
        self.numbers = {key: number for number, key in enumerate(every)}

    def why(self, outcome: Outcome) -> _Why:
        text = outcome.reason.in_language(self.language) if outcome.reason else ""
        if len(text) > LONGEST_REASON:
            text = text[:LONGEST_REASON] + "…"
        case = self.known.get(outcome.case)
        other = outcome.grid if case is None or outcome.grid != case["grid"] else ""
        return _Why(outcome.verdict, text, _dotted(other))

    # --- the page -----------------------------------------------------------------------------------------

    def text(self) -> str:
        script = _file("report.js")
        parts = {
            "script": script,
            "script_digest": base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
            "style": _file("report.css"),
            "data": self.data(),
            "remarks": "\n".join(
                f'<p class="remark">{escape(remark.in_language(self.language))}</p>'
                for remark in self.remarks
            ),
            "made_line": escape(self.made()),
            "legend": self.legend(),
            "verdict_heads": "".join(
                f'<th scope="col" class="number">{SIGNS[verdict]} {self.words[verdict]}</th>'
                for verdict in SHOWN
            ),
            "standings": "\n".join(map(self.standing, self.solvers)),
            "verdict_boxes": "".join(map(self.verdict_box, SHOWN)),
            "solver_boxes": "".join(
                f'<label><input type="checkbox" name="solver" checked>{escape(solver)}</label>'
                for solver in self.solvers
            ),
            "check_options": _options(self.checks),
            "tag_options": _options(self.tags()),
            "width": " many" if len(self.solvers) > MANY_SOLVERS else "",
            "heads": "".join(
                f'<th scope="col"><span>{escape(solver)}</span></th>' for solver in self.solvers
            ),
            "rows_of_cells": "\n".join(map(self.row, self.cases)),
            "reasons_by_solver": "\n".join(map(self.reasons_of, self.solvers)),
            "promises": "\n".join(map(self.promise, self.results.checks)),
        }
        return Template(_file("report.html")).substitute(_escaped(self.words), **parts)

    def made(self) -> str:
        date = self.results.date.replace("T", " ").replace("+00:00", " UTC")
        return self.said("report.made", version=self.results.version, date=date, machine=self.results.machine)

    def said(self, code: str, **arguments: str | int) -> str:
        return Message(code, **arguments).in_language(self.language)

    def legend(self) -> str:
        counts = Counter(outcome.verdict for outcome in self.results.outcomes)
        return "\n".join(
            f'<div class="{verdict[0]}"><dt>{SIGNS[verdict]} {self.words[verdict]}{self.words["colon"]}'
            f"{self.number(counts[verdict])}</dt><dd>{self.words['meaning_' + verdict]}</dd></div>"
            for verdict in SHOWN
        )

    def standing(self, solver: str) -> str:
        mark = mark_of(each for case in self.cases for each in self.cells.get((case, solver), ()))
        percent = mark.out_of(100)
        told = "–" if percent is None else f"{self.number(percent, 1)} %"
        bar = f'<span class="share" aria-hidden="true"><i style="width:{percent or 0:.0f}%"></i></span>'
        numbers = "".join(f'<td class="number">{self.number(mark.counts[verdict])}</td>' for verdict in SHOWN)
        link = f'<a href="#s{self.solvers.index(solver)}">{escape(solver)}</a>'
        return (
            f'<tr><th scope="row">{link}{self.about_solver(solver)}</th>'
            f'<td class="number">{bar}<span>{told}</span></td>{numbers}'
            f'<td class="number">{self.number(mark.seconds, 2)}</td></tr>'
        )

    def about_solver(self, solver: str) -> str:
        declared = self.declared.get(solver)
        said = dict.fromkeys((declared.title, declared.language) if declared else ())
        lines = [", ".join(part for part in said if part and part != solver)]
        if solver in self.notes:
            lines.append(self.notes[solver])
        return "".join(f"<small>{escape(line)}</small>" for line in lines if line)

    def promise(self, check: Told) -> str:
        said = check["promise"][self.language]
        return f'<tr><th scope="row">{escape(check["name"])}</th><td>{escape(said)}</td></tr>'

    def verdict_box(self, verdict: Verdict) -> str:
        return (
            f'<label><input type="checkbox" name="verdict" value="{BADNESS.index(verdict)}" checked>'
            f"{SIGNS[verdict]} {self.words[verdict]}</label>"
        )

    def tags(self) -> list[str]:
        return sorted({tag for case in self.known.values() for tag in _tags(case)})

    # --- the matrix ---------------------------------------------------------------------------------------

    def row(self, name: str) -> str:
        cells = "".join(self.cell(self.cells.get((name, solver), []), solver) for solver in self.solvers)
        case = self.known.get(name)
        head = (
            f"<details><summary>{escape(name)}</summary>{self.about(case)}</details>"
            if case
            else self.named(name)
        )
        return f'<tr id="c{self.cases.index(name)}"><th scope="row">{head}</th>{cells}</tr>'

    def named(self, name: str) -> str:
        return self.words["no_case"] if name == NO_CASE else escape(name)

    def cell(self, outcomes: Sequence[Outcome], solver: str) -> str:
        if not outcomes:
            return f"<td><span>{self.words['nothing']}</span></td>"
        worst = max(outcomes, key=lambda outcome: BADNESS.index(outcome.verdict))
        verdict = worst.verdict
        seconds = self.number(sum(outcome.seconds for outcome in outcomes), 2)
        inside = f'<span class="sign">{SIGNS[verdict]}</span><b>{self.words[verdict]}</b> <i>{seconds} s</i>'
        if verdict == "passed":
            return f'<td class="p"><span>{inside}</span></td>'
        number = self.numbers[solver, self.why(worst)]
        return f'<td class="{verdict[0]}"><a href="#r{number}">{inside}</a></td>'

    def about(self, case: Told) -> str:
        """What the case is, and its grid drawn."""
        words = self.words
        expects = words["expect_" + case["expect"]]
        if case["expect"] == "multiple":
            code = "report.solutions_of_case" if case.get("count") else "report.at_least"
            expects = self.said(code, number=case.get("count") or case.get("limit") or 2)
        why = case["why"] if self.language == "en" else case["why_fr"]
        said = [(words["expects"], expects)]
        if case.get("placements"):
            said.append((words["placements"], self.number(case["placements"])))
        said += [(words["tags"], ", ".join(_tags(case))), (words["source"], case["source"])]
        lines = "".join(f"<p>{name}{words['colon']}{escape(text)}</p>" for name, text in said)
        return f"<p>{escape(why)}</p>{_drawn(case['grid'], words['rows'] + words['colon'])}{lines}"

    # --- the reasons --------------------------------------------------------------------------------------

    def reasons_of(self, solver: str) -> str:
        whys = self.whys[solver]
        heading = f'<h3 id="s{self.solvers.index(solver)}">{escape(solver)}</h3>'
        if not whys:
            return f"{heading}<p>{self.words['all_passed']}</p>"
        order = sorted(whys, key=lambda why: -BADNESS.index(why.verdict))
        worse = [self.reason(solver, why) for why in order if why.verdict != "skipped"]
        skips = [self.reason(solver, why) for why in order if why.verdict == "skipped"]
        parts = [heading]
        if worse:
            parts.append(f'<ul class="why">{"".join(worse)}</ul>')
        if skips:
            summary = f"{SIGNS['skipped']} {self.said('report.and_skips', number=len(skips))}"
            parts.append(
                f'<details><summary>{summary}</summary><ul class="why">{"".join(skips)}</ul></details>'
            )
        return "".join(parts)

    def reason(self, solver: str, why: _Why) -> str:
        told = list(dict.fromkeys(outcome.case for outcome in self.whys[solver][why]))
        checks = ", ".join(dict.fromkeys(outcome.check for outcome in self.whys[solver][why]))
        links = ", ".join(
            f'<a href="#c{self.cases.index(name)}">{self.named(name)}</a>' for name in told[:CASES_NAMED]
        )
        if len(told) > CASES_NAMED:
            links += f", {self.said('report.more_cases', number=len(told) - CASES_NAMED)}"
        grid = f' data-grid="{escape(why.grid)}"' if why.grid else ""
        shown = (
            f"<p>{self.words['grid_of_reason']}{self.words['colon']}<code>{escape(why.grid)}</code></p>"
            if why.grid
            else ""
        )
        return (
            f'<li id="r{self.numbers[solver, why]}"{grid}>'
            f'<span class="verdict {why.verdict[0]}">{SIGNS[why.verdict]} {self.words[why.verdict]}</span>'
            f'<b>{escape(checks)}</b> <span class="said">{escape(why.text)}</span>'
            f"{shown}<p>{self.words['cases']}{self.words['colon']}{links}</p></li>"
        )

    # --- what the script reads ----------------------------------------------------------------------------

    def data(self) -> str:
        tags = {tag: number for number, tag in enumerate(self.tags())}
        counts: dict[int, dict[int, dict[str, int]]] = {}
        for row, name in enumerate(self.cases):
            for column, solver in enumerate(self.solvers):
                merged: dict[str, int] = {}
                for outcome in self.cells.get((name, solver), ()):
                    merged.update(outcome.counts)
                if merged:
                    counts.setdefault(row, {})[column] = merged
        told = {
            "words": self.words,
            "verdicts": [self.words[verdict] for verdict in BADNESS],
            "signs": [SIGNS[verdict] for verdict in BADNESS],
            "letters": [verdict[0] for verdict in BADNESS],
            "checks": self.checks,
            "names": [self.words["no_case"] if name == NO_CASE else name for name in self.cases],
            "grids": [self.known[name]["grid"] if name in self.known else "" for name in self.cases],
            "tags": [
                [tags[tag] for tag in _tags(self.known[name])] if name in self.known else []
                for name in self.cases
            ],
            "cells": [[self.entries(name, solver) for solver in self.solvers] for name in self.cases],
            "counts": counts,
        }
        return json.dumps(told, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")

    def entries(self, name: str, solver: str) -> list[int]:
        """Four numbers an outcome: check, verdict, reason (-1 for none), milliseconds."""
        flat: list[int] = []
        for outcome in self.cells.get((name, solver), ()):
            reason = -1 if outcome.verdict == "passed" else self.numbers[solver, self.why(outcome)]
            flat += [
                self.checks.index(outcome.check),
                BADNESS.index(outcome.verdict),
                reason,
                round(1000 * outcome.seconds),
            ]
        return flat

    def number(self, value: float, digits: int = 0) -> str:
        return number_in(self.language, value, f",.{digits}f")


def _tags(case: Told) -> list[str]:
    return list(dict.fromkeys((case["group"], case["expect"], *case["tags"])))


def _options(names: Sequence[str]) -> str:
    return "".join(f'<option value="{number}">{escape(name)}</option>' for number, name in enumerate(names))


def _escaped(words: Words) -> dict[str, str]:
    return {key: escape(word) for key, word in words.items()}


def _dotted(grid: str) -> str:
    return grid.replace("0", ".") if re.fullmatch("[0-9]{81}", grid) else grid


def _drawn(grid: str, label: str) -> str:
    """A grid as SVG, its rows in words for who does not see it; the frame is drawn once, by the page."""
    dotted = _dotted(grid)
    rows = [dotted[start : start + 9] for start in range(0, 81, 9)]
    digits = []
    for number, row in enumerate(rows):
        filled = [column for column, digit in enumerate(row) if digit != "."]
        if filled:
            across = " ".join(str(6 + 10 * column) for column in filled)
            text = "".join(row[column] for column in filled)
            digits.append(f'<text x="{across}" y="{8.6 + 10 * number:g}">{text}</text>')
    return (
        f'<svg class="grid" viewBox="0 0 92 92" role="img" aria-label="{label}{" / ".join(rows)}">'
        f'<use href="#frame"/>{"".join(digits)}</svg>'
    )
