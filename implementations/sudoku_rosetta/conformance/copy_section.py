"""What a report says of one copy: what was recognised, what is right, and the first thing to mend with its grid.

It is a section of the report of a class (`class_report`), or a page of its own.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Self

from ..messages import Language, Message, format_number
from .checks import CHECKS
from .first_failure import FirstFailure
from .marks import ANSWER_CHECKS, DEFAULT_WEIGHTS, Scores, Weights, scores_of
from .outcome import Outcome
from .plain_reason import as_sentence, plain_reason
from .results import Results
from .submissions import Submission

MAX_REASONS = 12
PROMISES = {check.name: check.promise for check in CHECKS}


@dataclass(frozen=True)
class JudgedCopy:
    """A submission with its outcomes and its mark."""

    submission: Submission
    outcomes: Sequence[Outcome]
    scores: Scores
    first_failure: FirstFailure | None
    """What to mend first."""
    weights: Weights = DEFAULT_WEIGHTS

    @classmethod
    def of(cls, submission: Submission, results: Results, weights: Weights = DEFAULT_WEIGHTS) -> Self:
        """The submission with its outcomes among the results."""
        outcomes = [each for each in results.outcomes if each.solver == submission.name]
        worst = results.smallest_failure(submission.name)
        failure = FirstFailure(worst) if worst else None
        return cls(submission, outcomes, scores_of(outcomes), failure, weights)

    @property
    def name(self) -> str:
        return self.submission.name

    @property
    def file(self) -> str:
        """The name of its file or folder."""
        return self.submission.path.name if self.submission.path else ""

    @property
    def language(self) -> str:
        return self.submission.language

    @property
    def is_doubtful(self) -> bool:
        """Whether a solver was read, but none that solved both easy grids, so that the reading may be wrong."""
        reading = self.submission.reading
        return self.unread is None and reading is not None and reading.sure == "doubtful"

    @property
    def unread(self) -> Message | None:
        """Why no solver was read in it; None if one was."""
        return next((each.reason for each in self.outcomes if each.verdict == "unread"), None)


@dataclass(frozen=True)
class CopySection:
    """Renders one copy that was read, in one language. `heading` is the level of its headings below its name."""

    copy: JudgedCopy
    language: Language
    heading: int

    def html(self) -> str:
        return "\n".join(
            [*self._recognised(), *self._marks(), *self._right(), *self._first(), *self._others()]
        )

    def _say(self, code: str, **arguments: str | int | float | Message) -> str:
        return escape(Message(f"class_report.{code}", **arguments).in_language(self.language))

    def _title(self, code: str) -> str:
        return f"<h{self.heading}>{self._say(code)}</h{self.heading}>"

    def _recognised(self) -> Iterator[str]:
        file, language = self.copy.file, self.copy.language
        reading = self.copy.submission.sentence
        if reading is not None:
            said = Message("class_report.recognised", file=file, reading=reading)
            yield f'<p class="reading">{escape(said.in_language(self.language))}</p>'
            if self.copy.is_doubtful:
                yield f'<p class="reading">{self._say("doubtful")}</p>'
            for remark in self.copy.submission.reading.odd if self.copy.submission.reading else ():
                yield f'<p class="reading">{escape(as_sentence(plain_reason(remark, self.language)))}</p>'
        elif file:
            yield f'<p class="reading">{escape(", ".join(filter(None, (file, language))))}</p>'

    def _marks(self) -> Iterator[str]:
        scores, weights = self.copy.scores, self.copy.weights
        mark = scores.mark(weights, 2)
        if mark is None:
            return
        parts = [
            f"<div><dt>{self._say(name)}</dt><dd>{_points(points, best, self.language)}</dd></div>"
            for name, points, best in (
                ("solves", scores.points("solves", weights), weights.solves),
                ("care", scores.points("care", weights), weights.care),
                ("mark", mark, weights.total),
            )
            if points is not None and best
        ]
        yield f'<dl class="points">{"".join(parts)}</dl>'

    def _right(self) -> Iterator[str]:
        yield self._title("right")
        asked, passed = Counter[str](), Counter[str]()
        for each in self.copy.outcomes:
            if each.counts_in_marks and each.check in PROMISES:
                asked[each.check] += 1
                passed[each.check] += each.verdict == "passed"
        if not self.copy.scores.solutions.right:
            yield f"<p>{self._say('nothing_right')}</p>"
            return
        order = sorted(
            (check for check in PROMISES if passed[check]), key=lambda check: check not in ANSWER_CHECKS
        )
        items = []
        for check in order:
            whole = passed[check] == asked[check]
            sign = '<span class="sign p">✓</span>' if whole else '<span class="sign s">◐</span>'
            counts = self._say("of", number=passed[check], asked=asked[check])
            promise = escape(PROMISES[check].in_language(self.language))
            items.append(f"<li>{sign}<span>{promise} <small>{counts}</small></span></li>")
        yield f'<ul class="right">{"".join(items)}</ul>'

    def _first(self) -> Iterator[str]:
        failure = self.copy.first_failure
        if failure is None:
            yield f'<p class="all-right"><span class="sign p">✓</span>{self._say("all_right")}</p>'
            return
        yield self._title("first_to_mend")
        drawing = failure.drawing
        words = [f'<p class="wrong-text">{escape(as_sentence(failure.text(self.language)))}</p>']
        if failure.meaning:
            words.append(f"<p>{escape(failure.meaning.in_language(self.language))}</p>")
        if failure.case and failure.outcome.verdict == "failed":
            why = failure.case.why if self.language == "en" else failure.case.why_fr
            words.append(f"<p>{self._say('why', why=as_sentence(why))}</p>")
            if failure.case.expect != "unique":
                words.append(f"<p>{self._say('expects_' + failure.case.expect)}</p>")
        if drawing is None:
            yield "".join(words)
            return
        legend = escape(" ".join(line.in_language(self.language) for line in drawing.legend()))
        words.append(f'<p class="note">{legend}</p>')
        grid = drawing.clues.replace("0", ".")
        name = "" if failure.case is None else f" <small>({escape(failure.case.id)})</small>"
        yield f'<div class="failure">{drawing.svg(self.language)}<div>{"".join(words)}</div></div>'
        yield f'<p class="note to-try">{self._say("to_try")}{name}<br><code>{grid}</code></p>'

    def _others(self) -> Iterator[str]:
        """The other failures: each kind once, with the number of its grids."""
        first = self.copy.first_failure
        groups: dict[str, list[Outcome]] = {}
        for each in self.copy.outcomes:
            if (
                each.verdict in ("failed", "errored")
                and each.reason
                and (first is None or each is not first.outcome)
            ):
                groups.setdefault(_kind(each.reason, self.language), []).append(each)
        if not groups:
            return
        yield self._title("others")
        same = (
            groups.pop(_kind(first.outcome.reason, self.language), [])
            if first and first.outcome.reason
            else []
        )
        items = [f"<li>{self._say('same', number=len(_grids(same)))}</li>"] if _grids(same) else []
        most_frequent = sorted(groups.values(), key=lambda group: (group[0].given_up, -len(group)))
        items += [self._other(outcomes) for outcomes in most_frequent[:MAX_REASONS]]
        if len(most_frequent) > MAX_REASONS:
            items.append(f"<li>{self._say('more', number=len(most_frequent) - MAX_REASONS)}</li>")
        yield f'<ul class="others">{"".join(items)}</ul>'

    def _other(self, outcomes: Sequence[Outcome]) -> str:
        example = min(outcomes, key=lambda each: each.grid.count("0") if each.grid else 82)
        text = plain_reason(example.reason, self.language, without_solution=True) if example.reason else ""
        grids = len(_grids(outcomes))
        if not grids:
            number = ""
        elif example.given_up:
            number = f" <small>{self._say('grids_not_asked', number=grids)}</small>"
        else:
            number = f" <small>{self._say('grids', number=grids, name=example.case)}</small>"
        return f"<li>{escape(as_sentence(text))}{number}</li>"


def _grids(outcomes: Sequence[Outcome]) -> set[str]:
    return {each.case for each in outcomes if each.grid}


def _kind(reason: Message, language: Language) -> str:
    """Equal for reasons that differ only in the cell, the digits or the solution."""
    if reason.code.startswith("solver_error."):
        return re.sub(r"[0-9]+", "#", plain_reason(reason, language))
    inner = [_kind(value, language) for value in reason.arguments.values() if isinstance(value, Message)]
    return " ".join([reason.code, *inner])


def _points(points: float, best: int, language: Language) -> str:
    return f"<b>{format_number(language, points, 'g')}</b> / {best}"
