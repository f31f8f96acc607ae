"""Marks: the share of passed checks."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .outcome import Outcome, Verdict

ANSWER_CHECKS = {"answer", "all", "count", "limit"}
"""Checks that need a correct answer. A solver that passes none of them gets 0, although it may pass others: a
program that always crashes rejects clashing clues, and a constant function passes the isolation checks."""


@dataclass(frozen=True)
class Mark:
    """The number of outcomes of each verdict, and the resulting mark."""

    counts: Mapping[Verdict, int]
    given_up: int
    """Skipped outcomes that count as not passed, because the solver had timed out before."""
    seconds: float
    answered: bool
    """Whether it gave at least one correct answer."""

    @property
    def counted(self) -> int:
        return self.counts["passed"] + self.counts["failed"] + self.counts["errored"] + self.given_up

    @property
    def share(self) -> float | None:
        """From 0 to 1; None if no check counts."""
        return self._earned / self.counted if self.counted else None

    def out_of(self, best: int, digits: int = 1) -> float | None:
        """The mark out of `best`, rounded down: only a solver that passes everything gets `best`.

        >>> mark_of([]).out_of(20) is None
        True
        """
        if self.share is None:
            return None
        steps: int = 10**digits
        return math.floor(best * self._earned * steps / self.counted) / steps

    @property
    def _earned(self) -> int:
        return self.counts["passed"] if self.answered else 0


def mark_of(outcomes: Iterable[Outcome]) -> Mark:
    """Compute the mark of one solver from its outcomes."""
    outcomes = list(outcomes)
    tally = Counter(each.verdict for each in outcomes)
    counts: dict[Verdict, int] = {
        "passed": tally["passed"],
        "failed": tally["failed"],
        "skipped": tally["skipped"],
        "errored": tally["errored"],
    }
    answered = any(each.verdict == "passed" and each.check in ANSWER_CHECKS for each in outcomes)
    return Mark(
        counts, sum(each.given_up for each in outcomes), sum(each.seconds for each in outcomes), answered
    )
