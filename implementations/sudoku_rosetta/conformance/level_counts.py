"""How many checks of each level a solver passes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..solvers.protocol import Level
from .checks import CHECKS
from .outcome import Outcome
from .solver_under_test import LEVELS

LEVEL_OF_CHECK = {check.name: check.level for check in CHECKS}
CLASHES = "refusing"
"""The check of clashing clues. It is counted apart: a simple search may never end on them."""


@dataclass(frozen=True)
class LevelCount:
    """The checks of one level that were run, without clashing clues."""

    level: Level
    passed: int
    counted: int

    @property
    def is_complete(self) -> bool:
        return self.passed == self.counted


def level_counts(outcomes: Iterable[Outcome]) -> list[LevelCount]:
    """The counts of the levels at which something was asked."""
    counted = [each for each in outcomes if each.counts_in_marks and each.check != CLASHES]
    found = []
    for level in LEVELS:
        some = [each for each in counted if level_of(each) == level]
        if some:
            found.append(LevelCount(level, sum(each.verdict == "passed" for each in some), len(some)))
    return found


def level_of(outcome: Outcome) -> Level:
    """The level of the outcome's check."""
    return LEVEL_OF_CHECK.get(outcome.check, "first")
