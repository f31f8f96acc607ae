"""What a check says of a solver on a case: one of four outcomes, always with a reason; and what is known so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from ..messages import Message

Verdict = Literal["passed", "failed", "skipped", "errored"]


@dataclass(frozen=True)
class Outcome:
    """One cell of the matrix solver x check x case."""

    solver: str
    check: str
    case: str
    verdict: Verdict
    reason: Message | None = None
    """None only where it passed. failed: a wrong answer; skipped: not declared, not built, over a budget, not of
    this level; errored: crashed, timed out, unreadable."""
    grid: str = ""
    """The grid that shows it, as 81 characters."""
    seconds: float = 0.0
    counts: Mapping[str, int] = field(default_factory=dict)
    given_up: bool = False
    """Skipped because the solver was too slow before: this counts as not passed."""

    def to_json(self) -> dict[str, Any]:
        """What `json.dumps` takes."""
        written = {each.name: getattr(self, each.name) for each in fields(self)}
        reason = self.reason.to_json() if self.reason else None
        return written | {"reason": reason, "counts": dict(self.counts)}

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Outcome:
        """The outcome that `to_json` wrote.

        >>> outcome = Outcome("mine", "all", "one", "skipped", Message("skipped.late", times=3), given_up=True)
        >>> Outcome.from_json(outcome.to_json()) == outcome
        True
        """
        reason = written["reason"]
        return cls(**{**written, "reason": Message.from_json(reason) if reason else None})


@dataclass
class Known:
    """What is known of one solver, by question."""

    outcomes: dict[str, Outcome] = field(default_factory=dict)
    strikes: int = 0
    """How many answers took all of a limit."""
    ended: bool = False


@dataclass(frozen=True)
class Event:
    """One question answered; or, without an outcome, the end of a solver."""

    name: str
    question: str
    strikes: int
    outcome: Outcome | None


def drawn(grid: str) -> str:
    """Nine rows of a grid, legal or not.

    >>> print(drawn("1" + "0" * 80).splitlines()[0])
    1 . .  . . .  . . .
    """
    lines = []
    for start in range(0, 81, 9):
        row = grid[start : start + 9].replace("0", ".")
        lines.append("  ".join(" ".join(row[first : first + 3]) for first in (0, 3, 6)))
        if start in (18, 45):
            lines.append("")
    return "\n".join(lines)
