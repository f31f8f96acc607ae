"""The marks of a class as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass

from ..messages import Language, Message, format_number
from .marks import Mark
from .submissions import Submission

BYTE_ORDER_MARK = "\ufeff"
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t")


@dataclass(frozen=True)
class MarksRow:
    """The row of one submission."""

    submission: Submission
    mark: Mark
    remark: str
    confinement: Message


def marks_csv(rows: Iterable[MarksRow], language: Language) -> str:
    """Write the CSV. French Excel expects semicolons, decimal commas and a byte order mark."""
    french = language == "fr"
    out = io.StringIO()
    if french:
        out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out, delimiter=";" if french else ",", lineterminator="\n")
    writer.writerow(Message("marks.columns").in_language(language).split())
    for row in rows:
        counts = row.mark.counts
        path = row.submission.path
        cells: list[object] = [_as_text(row.submission.name), _as_text(path.name if path else "")]
        cells += [_number(row.mark.out_of(20, 2), language), _number(row.mark.out_of(100), language)]
        cells += [counts["passed"], counts["failed"], counts["skipped"], counts["errored"]]
        cells += [_number(round(row.mark.seconds, 1), language), row.confinement.in_language(language)]
        cells.append(_as_text(" ".join(row.remark.split())))
        writer.writerow(cells)
    return out.getvalue()


def _number(number: float | None, language: Language) -> str:
    return "" if number is None else format_number(language, number, "")


def _as_text(text: str) -> str:
    """Prevent formula injection: a file may be named =HYPERLINK(...)."""
    return f"'{text}" if text.startswith(FORMULA_PREFIXES) else text
