"""A mark: the share of the checks that a solver passed among those that it was judged by."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .outcome import Outcome, Verdict

ANSWERING = {"answer", "all", "count", "limit"}
"""The checks that take a right answer. A program that always crashes refuses what is to be refused, too, and a
function that always returns the same is pure: without one right answer that is worth nothing."""


@dataclass(frozen=True)
class Mark:
    """How many outcomes of each kind, and what they are worth."""

    counts: Mapping[Verdict, int]
    given_up: int
    """Those among the skipped that count as not passed, since the solver was too slow to be asked."""
    seconds: float
    answered: bool
    """Whether it gave one right answer at least."""

    @property
    def tried(self) -> int:
        return self.counts["passed"] + self.counts["failed"] + self.counts["errored"] + self.given_up

    @property
    def share(self) -> float | None:
        """From 0 to 1; None where nothing was tried, which is no fault of the solver's."""
        return self._earned / self.tried if self.tried else None

    def out_of(self, best: int, digits: int = 1) -> float | None:
        """The share of `best`, cut rather than rounded: only who passes everything gets all of it.

        >>> mark_of([]).out_of(20) is None
        True
        """
        if self.share is None:
            return None
        steps: int = 10**digits
        return math.floor(best * self._earned * steps / self.tried) / steps

    @property
    def _earned(self) -> int:
        return self.counts["passed"] if self.answered else 0


def mark_of(outcomes: Iterable[Outcome]) -> Mark:
    """The mark of one solver's outcomes."""
    told = list(outcomes)
    counted = Counter(each.verdict for each in told)
    counts: dict[Verdict, int] = {
        "passed": counted["passed"],
        "failed": counted["failed"],
        "skipped": counted["skipped"],
        "errored": counted["errored"],
    }
    answered = any(each.verdict == "passed" and each.check in ANSWERING for each in told)
    return Mark(counts, sum(each.given_up for each in told), sum(each.seconds for each in told), answered)
