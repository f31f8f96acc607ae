"""What a check says of a solver on a case: one of four outcomes, always with a reason, in either language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Verdict = Literal["passed", "failed", "skipped", "errored"]
Language = Literal["en", "fr"]


@dataclass(frozen=True)
class Reason:
    """The same sentence in both languages."""

    en: str
    fr: str

    def in_language(self, language: Language) -> str:
        return self.en if language == "en" else self.fr


@dataclass(frozen=True)
class Outcome:
    """One cell of the matrix solver x check x case."""

    solver: str
    check: str
    case: str
    verdict: Verdict
    reason: Reason | None = None
    """None only where it passed. failed: a wrong answer; skipped: not declared, not built, over a budget, not of
    this level; errored: crashed, timed out, unreadable."""
    grid: str = ""
    """The grid that shows it, as 81 characters."""
    seconds: float = 0.0
    counts: Mapping[str, int] = field(default_factory=dict)
