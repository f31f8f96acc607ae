"""The marks of a class as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from typing import get_args

from ..messages import Language, Message, format_number
from .marks import Scores, Weights
from .outcome import Verdict
from .submissions import Submission

BYTE_ORDER_MARK = "\ufeff"
FORMULA_PREFIXES = ("=", "+", "-", "@", "\t")


@dataclass(frozen=True)
class MarksRow:
    """The row of one submission."""

    submission: Submission
    scores: Scores
    remark: str
    confinement: Message


def marks_csv(rows: Iterable[MarksRow], language: Language, weights: Weights) -> str:
    """Write the CSV. A submission that is unread has no mark.

    French Excel expects semicolons, decimal commas and a byte order mark.
    """
    french = language == "fr"
    out = io.StringIO()
    if french:
        out.write(BYTE_ORDER_MARK)
    writer = csv.writer(out, delimiter=";" if french else ",", lineterminator="\n")
    points = {"total": weights.total, "solves": weights.solves, "care": weights.care}
    writer.writerow(Message("marks.columns", **points).in_language(language).split())
    for row in rows:
        scores, counts = row.scores, row.scores.counts
        path = row.submission.path
        cells: list[object] = [as_text(row.submission.name), as_text(path.name if path else "")]
        parts = [scores.points("solves", weights), scores.points("care", weights)]
        cells += [
            _number(mark, language) for mark in (scores.mark(weights, 2), *parts, scores.percent(weights))
        ]
        cells += [counts[verdict] for verdict in get_args(Verdict)]
        cells += [_number(round(scores.seconds, 1), language), row.confinement.in_language(language)]
        cells.append(as_text(" ".join(row.remark.split())))
        writer.writerow(cells)
    return out.getvalue()


def _number(number: float | None, language: Language) -> str:
    return "" if number is None else format_number(language, number, "")


def as_text(text: str) -> str:
    """Prevent formula injection: a file may be named =HYPERLINK(...)."""
    return f"'{text}" if text.startswith(FORMULA_PREFIXES) else text
