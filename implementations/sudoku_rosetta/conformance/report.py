"""The report: results as one self-contained HTML page. For a class, see `class_report`.

`html` returns it. Its style is in report.css, its texts in the table [report] of `messages`. report.js adds filters
and a dialog for each cell; without JavaScript the page still shows all results.
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

from ..messages import Language, Message, format_number, sentences
from .marks import scores_of
from .outcome import Outcome, Verdict
from .results import Results
from .suite import NO_CASE

__all__ = ["html"]

HERE = Path(__file__).parent
SEVERITY: tuple[Verdict, ...] = ("skipped", "passed", "errored", "failed", "unread")
"""In increasing order. Skipped comes before passed: a cell is skipped only if all its checks are skipped."""
SIGNS: Mapping[Verdict, str] = {"passed": "✓", "failed": "✗", "skipped": "–", "errored": "!", "unread": "?"}
VERDICT_ORDER: tuple[Verdict, ...] = ("passed", "failed", "skipped", "errored", "unread")
MANY_SOLVERS = 8
"""With more solvers than this, the cells of the matrix show only signs."""
MAX_REASON_LENGTH = 2000
MAX_CASES_PER_REASON = 12


def html(
    results: Results,
    language: Language = "en",
    *,
    remarks: Iterable[Message] = (),
) -> str:
    """Render the page. `remarks` are shown at the top."""
    return _Page(results, language, tuple(remarks)).text()


Words = Mapping[str, str]
JsonObject = Mapping[str, Any]
"""A case or a check, from the results."""


@functools.cache
def _words(language: Language) -> Words:
    """The texts of the report without plural forms, by key, and the language."""
    words: dict[str, str] = {"language": language}
    for code, text in sentences(language).items():
        table, _, key = code.partition(".")
        if table == "report" and isinstance(text, str):
            words[key] = text
    return words


def _file(name: str) -> str:
    return (HERE / name).read_text(encoding="utf-8")


@dataclass(frozen=True)
class _Reason:
    """A verdict and its reason. Outcomes with equal reasons are listed together."""

    verdict: Verdict
    text: str
    grid: str
    """The grid, if it is not the grid of the case."""


class _Page:
    """Renders results in one language."""

    def __init__(self, results: Results, language: Language, remarks: Sequence[Message]) -> None:
        self.results, self.language, self.remarks = results, language, remarks
        self.words = _words(language)
        outcomes = results.outcomes
        self.declared = {each.id: each for each in results.solvers}
        self.solvers = list(dict.fromkeys((*self.declared, *(outcome.solver for outcome in outcomes))))
        known = {case["id"]: case for case in results.cases}
        names = dict.fromkeys(outcome.case for outcome in outcomes)
        self.known: Mapping[str, JsonObject] = {name: known[name] for name in known if name in names}
        self.cases = [*self.known, *(name for name in names if name not in known)]
        self.checks = list(dict.fromkeys(outcome.check for outcome in outcomes))
        self.cells: dict[tuple[str, str], list[Outcome]] = {}
        self.reasons: dict[str, dict[_Reason, list[Outcome]]] = {solver: {} for solver in self.solvers}
        for outcome in outcomes:
            self.cells.setdefault((outcome.case, outcome.solver), []).append(outcome)
            if outcome.verdict != "passed":
                self.reasons[outcome.solver].setdefault(self.reason_of(outcome), []).append(outcome)
        keys = [(solver, reason) for solver, reasons in self.reasons.items() for reason in reasons]
        self.numbers = {key: number for number, key in enumerate(keys)}

    def reason_of(self, outcome: Outcome) -> _Reason:
        text = outcome.reason.in_language(self.language) if outcome.reason else ""
        if len(text) > MAX_REASON_LENGTH:
            text = text[:MAX_REASON_LENGTH] + "…"
        case = self.known.get(outcome.case)
        other = outcome.grid if case is None or outcome.grid != case["grid"] else ""
        return _Reason(outcome.verdict, text, _with_dots(other))

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
            "metadata": escape(self.metadata()),
            "legend": self.legend(),
            "verdict_heads": "".join(
                f'<th scope="col" class="number">{SIGNS[verdict]} {self.words[verdict]}</th>'
                for verdict in VERDICT_ORDER
            ),
            "solver_rows": "\n".join(map(self.solver_row, self.solvers)),
            "verdict_boxes": "".join(map(self.verdict_box, VERDICT_ORDER)),
            "solver_boxes": "".join(
                f'<label><input type="checkbox" name="solver" checked>{escape(solver)}</label>'
                for solver in self.solvers
            ),
            "check_options": _options(self.checks),
            "tag_options": _options(self.tags()),
            "width": " many" if len(self.solvers) > MANY_SOLVERS else "",
            "solver_heads": "".join(
                f'<th scope="col"><span>{escape(solver)}</span></th>' for solver in self.solvers
            ),
            "rows_of_cells": "\n".join(map(self.row, self.cases)),
            "reasons_by_solver": "\n".join(map(self.reasons_section, self.solvers)),
            "promises": "\n".join(map(self.promise, self.results.checks)),
        }
        return Template(_file("report.html")).substitute(_escaped(self.words), **parts)

    def metadata(self) -> str:
        date = self.results.date.replace("T", " ").replace("+00:00", " UTC")
        return self.translate(
            "report.made", version=self.results.version, date=date, machine=self.results.machine
        )

    def translate(self, code: str, **arguments: str | int) -> str:
        return Message(code, **arguments).in_language(self.language)

    def legend(self) -> str:
        counts = Counter(outcome.verdict for outcome in self.results.outcomes)
        return "\n".join(
            f'<div class="{verdict[0]}"><dt>{SIGNS[verdict]} {self.words[verdict]}{self.words["colon"]}'
            f"{self.number(counts[verdict])}</dt><dd>{self.words['meaning_' + verdict]}</dd></div>"
            for verdict in VERDICT_ORDER
        )

    def solver_row(self, solver: str) -> str:
        scores = scores_of(each for case in self.cases for each in self.cells.get((case, solver), ()))
        percent = scores.percent()
        rate = "–" if percent is None else f"{self.number(percent, 1)} %"
        bar = f'<span class="share" aria-hidden="true"><i style="width:{percent or 0:.0f}%"></i></span>'
        numbers = "".join(
            f'<td class="number">{self.number(scores.counts[verdict])}</td>' for verdict in VERDICT_ORDER
        )
        link = f'<a href="#s{self.solvers.index(solver)}">{escape(solver)}</a>'
        return (
            f'<tr><th scope="row">{link}{self.solver_details(solver)}</th>'
            f'<td class="number">{bar}<span>{rate}</span></td>{numbers}'
            f'<td class="number">{self.number(scores.seconds, 2)}</td></tr>'
        )

    def solver_details(self, solver: str) -> str:
        declared = self.declared.get(solver)
        titles = dict.fromkeys((declared.title, declared.language) if declared else ())
        line = ", ".join(part for part in titles if part and part != solver)
        return f"<small>{escape(line)}</small>" if line else ""

    def promise(self, check: JsonObject) -> str:
        promise = check["promise"][self.language]
        return f'<tr><th scope="row">{escape(check["name"])}</th><td>{escape(promise)}</td></tr>'

    def verdict_box(self, verdict: Verdict) -> str:
        return (
            f'<label><input type="checkbox" name="verdict" value="{SEVERITY.index(verdict)}" checked>'
            f"{SIGNS[verdict]} {self.words[verdict]}</label>"
        )

    def tags(self) -> list[str]:
        return sorted({tag for case in self.known.values() for tag in _tags(case)})

    # --- the matrix ---------------------------------------------------------------------------------------

    def row(self, name: str) -> str:
        cells = "".join(self.cell(self.cells.get((name, solver), []), solver) for solver in self.solvers)
        case = self.known.get(name)
        head = (
            f"<details><summary>{escape(name)}</summary>{self.case_details(case)}</details>"
            if case
            else self.case_name(name)
        )
        return f'<tr id="c{self.cases.index(name)}"><th scope="row">{head}</th>{cells}</tr>'

    def case_name(self, name: str) -> str:
        return self.words["no_case"] if name == NO_CASE else escape(name)

    def cell(self, outcomes: Sequence[Outcome], solver: str) -> str:
        if not outcomes:
            return f"<td><span>{self.words['nothing']}</span></td>"
        worst = max(outcomes, key=lambda outcome: SEVERITY.index(outcome.verdict))
        verdict = worst.verdict
        seconds = self.number(sum(outcome.seconds for outcome in outcomes), 2)
        inside = f'<span class="sign">{SIGNS[verdict]}</span><b>{self.words[verdict]}</b> <i>{seconds} s</i>'
        if verdict == "passed":
            return f'<td class="p"><span>{inside}</span></td>'
        number = self.numbers[solver, self.reason_of(worst)]
        return f'<td class="{verdict[0]}"><a href="#r{number}">{inside}</a></td>'

    def case_details(self, case: JsonObject) -> str:
        """The details of a case, with its grid."""
        words = self.words
        expects = words["expect_" + case["expect"]]
        if case["expect"] == "multiple":
            code = "report.solutions_of_case" if case.get("count") else "report.at_least"
            expects = self.translate(code, number=case.get("count") or case.get("limit") or 2)
        why = case["why"] if self.language == "en" else case["why_fr"]
        lines = [(words["expects"], expects)]
        if case.get("placements"):
            lines.append((words["placements"], self.number(case["placements"])))
        lines += [(words["tags"], ", ".join(_tags(case))), (words["source"], case["source"])]
        details = "".join(f"<p>{name}{words['colon']}{escape(text)}</p>" for name, text in lines)
        return f"<p>{escape(why)}</p>{_grid_svg(case['grid'], words['rows'] + words['colon'])}{details}"

    # --- the reasons --------------------------------------------------------------------------------------

    def reasons_section(self, solver: str) -> str:
        reasons = self.reasons[solver]
        heading = f'<h3 id="s{self.solvers.index(solver)}">{escape(solver)}</h3>'
        if not reasons:
            return f"{heading}<p>{self.words['all_passed']}</p>"
        order = sorted(reasons, key=lambda reason: -SEVERITY.index(reason.verdict))
        worse = [self.reason_item(solver, reason) for reason in order if reason.verdict != "skipped"]
        skips = [self.reason_item(solver, reason) for reason in order if reason.verdict == "skipped"]
        parts = [heading]
        if worse:
            parts.append(f'<ul class="reasons">{"".join(worse)}</ul>')
        if skips:
            summary = f"{SIGNS['skipped']} {self.translate('report.and_skips', number=len(skips))}"
            parts.append(
                f'<details><summary>{summary}</summary><ul class="reasons">{"".join(skips)}</ul></details>'
            )
        return "".join(parts)

    def reason_item(self, solver: str, reason: _Reason) -> str:
        cases = list(dict.fromkeys(outcome.case for outcome in self.reasons[solver][reason]))
        checks = ", ".join(dict.fromkeys(outcome.check for outcome in self.reasons[solver][reason]))
        links = ", ".join(
            f'<a href="#c{self.cases.index(name)}">{self.case_name(name)}</a>'
            for name in cases[:MAX_CASES_PER_REASON]
        )
        if len(cases) > MAX_CASES_PER_REASON:
            links += f", {self.translate('report.more_cases', number=len(cases) - MAX_CASES_PER_REASON)}"
        grid = f' data-grid="{escape(reason.grid)}"' if reason.grid else ""
        shown = (
            f"<p>{self.words['grid_of_reason']}{self.words['colon']}<code>{escape(reason.grid)}</code></p>"
            if reason.grid
            else ""
        )
        return (
            f'<li id="r{self.numbers[solver, reason]}"{grid}>'
            f'<span class="verdict {reason.verdict[0]}">{SIGNS[reason.verdict]} {self.words[reason.verdict]}</span>'
            f'<b>{escape(checks)}</b> <span class="text">{escape(reason.text)}</span>'
            f"{shown}<p>{self.words['cases']}{self.words['colon']}{links}</p></li>"
        )

    # --- data for report.js -------------------------------------------------------------------------------

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
        data = {
            "words": self.words,
            "verdicts": [self.words[verdict] for verdict in SEVERITY],
            "signs": [SIGNS[verdict] for verdict in SEVERITY],
            "letters": [verdict[0] for verdict in SEVERITY],
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
        return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")

    def entries(self, name: str, solver: str) -> list[int]:
        """Four numbers per outcome: check, verdict, reason (-1: none), milliseconds."""
        flat: list[int] = []
        for outcome in self.cells.get((name, solver), ()):
            reason = -1 if outcome.verdict == "passed" else self.numbers[solver, self.reason_of(outcome)]
            flat += [
                self.checks.index(outcome.check),
                SEVERITY.index(outcome.verdict),
                reason,
                round(1000 * outcome.seconds),
            ]
        return flat

    def number(self, value: float, digits: int = 0) -> str:
        return format_number(self.language, value, f",.{digits}f")


def _tags(case: JsonObject) -> list[str]:
    return list(dict.fromkeys((case["group"], case["expect"], *case["tags"])))


def _options(names: Sequence[str]) -> str:
    return "".join(f'<option value="{number}">{escape(name)}</option>' for number, name in enumerate(names))


def _escaped(words: Words) -> dict[str, str]:
    return {key: escape(word) for key, word in words.items()}


def _with_dots(grid: str) -> str:
    return grid.replace("0", ".") if re.fullmatch("[0-9]{81}", grid) else grid


def _grid_svg(grid: str, label: str) -> str:
    """A grid as SVG, with a text label for screen readers. The page defines the frame once."""
    dotted = _with_dots(grid)
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
