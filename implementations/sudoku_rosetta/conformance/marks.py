"""Marks: two scores, what a solver solves and the care that it takes, and the weight of each in the mark."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Self, get_args

from .outcome import Outcome, Verdict

ANSWER_CHECKS = frozenset({"answer", "all", "limit", "count"})
"""The checks of answers. On a full grid they count as care: no search is needed."""
CARE_OF_CHECK: Mapping[str, str] = {
    "refusing": "clashing",
    "order": "order",
    "tree": "order",
    "input": "input",
    "again": "again",
    "between": "between",
    "nested": "between",
    "threads": "between",
    "forked": "between",
    "after-error": "after-error",
    "closing": "stopping",
    "stop": "stopping",
}
"""The group of care of each other check. Each group has the same weight, whatever its number of checks."""
FULL = "full"
"""The group of care of the checks of answers on full grids."""


class WeightsError(ValueError):
    """The text does not give the weights of the scores."""


@dataclass(frozen=True)
class Weights:
    """The points of each score in the mark."""

    solves: int = 16
    care: int = 4

    @property
    def total(self) -> int:
        return self.solves + self.care

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text of `--marks`. A score that is not named has no points.

        >>> Weights.parse("solves=16,care=4") == Weights()
        True
        """
        points: dict[str, int] = {}
        for part in text.split(","):
            found = re.fullmatch(r"\s*(solves|care)\s*=\s*([0-9]{1,4})\s*", part)
            if found is None or found[1] in points:
                raise WeightsError(f"{text!a} is not a pair of weights such as solves=16,care=4")
            points[found[1]] = int(found[2])
        weights = cls(points.get("solves", 0), points.get("care", 0))
        if not weights.total:
            raise WeightsError(f"{text!a} gives no points; give some, such as solves=16,care=4")
        return weights


DEFAULT_WEIGHTS = Weights()


@dataclass(frozen=True)
class Share:
    """How many of the checks that were asked are right."""

    right: int = 0
    asked: int = 0

    @property
    def fraction(self) -> Fraction:
        return Fraction(self.right, self.asked) if self.asked else Fraction(0)


@dataclass(frozen=True)
class Scores:
    """The scores of one solver, and the number of its outcomes of each verdict."""

    counts: Mapping[Verdict, int]
    given_up: int
    """Skipped checks that count as not passed: they were not run because of earlier failures, or are only care."""
    seconds: float
    solutions: Share
    """The answers to grids that have a solution and are not full."""
    none: Share
    """The answers to grids that have no solution."""
    care_groups: Mapping[str, Share]
    """The groups of care that were asked, by name: see `CARE_OF_CHECK` and `FULL`."""

    @property
    def is_unread(self) -> bool:
        """Whether no solver was read. Then there are no scores."""
        return self.counts["unread"] > 0

    @property
    def counted(self) -> int:
        """The number of checks that count, passed or not."""
        return self.counts["passed"] + self.counts["failed"] + self.counts["errored"] + self.given_up

    @property
    def solves(self) -> float | None:
        """From 0 to 1; None if no grid with a solution was asked."""
        return None if (share := self._solves) is None else float(share)

    @property
    def care(self) -> float | None:
        """From 0 to 1; None if no care was asked, or `solves` is None."""
        return None if (share := self._care) is None else float(share)

    def mark(self, weights: Weights = DEFAULT_WEIGHTS, digits: int = 1) -> float | None:
        """The mark out of `weights.total`, rounded down: only a solver that is always right gets all points.

        A score that was not asked, such as care with `--case`, leaves its points to the other one.
        """
        return self._rounded_down(weights, weights.total, digits)

    def percent(self, weights: Weights = DEFAULT_WEIGHTS, digits: int = 1) -> float | None:
        """The mark in percent, rounded down.

        >>> scores_of([]).percent() is None
        True
        """
        return self._rounded_down(weights, 100, digits)

    def points(self, score: str, weights: Weights = DEFAULT_WEIGHTS, digits: int = 2) -> float | None:
        """The points of one score, "solves" or "care", rounded down."""
        share = self._solves if score == "solves" else self._care
        return None if share is None else _down(share * getattr(weights, score), digits)

    def _rounded_down(self, weights: Weights, best: int, digits: int) -> float | None:
        parts = [(self._solves, weights.solves), (self._care, weights.care)]
        asked = [(share, weight) for share, weight in parts if share is not None]
        total = sum(weight for _, weight in asked)
        if not total:
            return None
        return _down(sum((share * weight for share, weight in asked), Fraction()) * best / total, digits)

    @property
    def _solves(self) -> Fraction | None:
        """A right "no solution" counts by the share of right solutions: to answer it always earns nothing."""
        asked = self.solutions.asked + self.none.asked
        if self.is_unread or not self.solutions.asked:
            return None
        return (self.solutions.right + self.none.right * self.solutions.fraction) / asked

    @property
    def _care(self) -> Fraction | None:
        if self._solves is None or not self.care_groups:
            return None
        groups = [share.fraction for share in self.care_groups.values()]
        return sum(groups, Fraction()) / len(groups) * self.solutions.fraction


def _down(number: Fraction, digits: int) -> float:
    steps: int = 10**digits
    return math.floor(number * steps) / steps


def scores_of(outcomes: Iterable[Outcome]) -> Scores:
    """Compute the scores of one solver from its outcomes."""
    outcomes = list(outcomes)
    tally = Counter(each.verdict for each in outcomes)
    groups: dict[str, list[Outcome]] = {}
    for each in outcomes:
        if each.counts_in_marks:
            groups.setdefault(_group(each), []).append(each)
    shares = {name: _share(each) for name, each in groups.items()}
    return Scores(
        {verdict: tally[verdict] for verdict in get_args(Verdict)},
        sum(each.given_up and each.verdict == "skipped" for each in outcomes),
        sum(each.seconds for each in outcomes),
        shares.pop("solutions", Share()),
        shares.pop("none", Share()),
        {name: shares[name] for name in (*dict.fromkeys(CARE_OF_CHECK.values()), FULL) if name in shares},
    )


def _group(outcome: Outcome) -> str:
    if outcome.check in CARE_OF_CHECK:
        return CARE_OF_CHECK[outcome.check]
    if outcome.check not in ANSWER_CHECKS:
        return "solutions"  # such as the crash of a process
    return {"none": "none", "full": FULL}.get(outcome.expects, "solutions")


def _share(outcomes: list[Outcome]) -> Share:
    return Share(sum(each.verdict == "passed" for each in outcomes), len(outcomes))
