"""Outcome: the result of one check of one solver on one case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Literal

from ..external.reading import Reading
from ..messages import Message

Verdict = Literal["passed", "failed", "skipped", "errored", "unread"]
Expects = Literal["", "solutions", "none", "full", "clash"]
"""What the case of a check expects: "full" is a full grid without clash, "" a check without case."""
READ = "read"
"""The check of the only outcome of a solver that is unread."""


@dataclass(frozen=True)
class Outcome:
    """The verdict of one check, with its reason."""

    solver: str
    check: str
    case: str
    verdict: Verdict
    reason: Message | None = None
    """None only if passed. Failed: wrong answer. Skipped: not declared, not built, over the budget, or another
    level. Errored: crash, timeout or unreadable answer. Unread: no solver was read, so nothing was asked; the code
    of the reason is "unread.<group>"."""
    grid: str = ""
    """The grid of the check, 81 digits."""
    seconds: float = 0.0
    counts: Mapping[str, int] = field(default_factory=dict)
    given_up: bool = False
    """Not asked, because of earlier failures. If skipped, it counts as not passed."""
    expects: Expects = ""

    @property
    def counts_in_marks(self) -> bool:
        """Whether it was passed, or should have been."""
        return self.verdict in ("passed", "failed", "errored") or (
            self.verdict == "skipped" and self.given_up
        )

    def to_json(self) -> dict[str, Any]:
        """A dictionary for `json.dumps`."""
        written = {each.name: getattr(self, each.name) for each in fields(self)}
        reason = self.reason.to_json() if self.reason else None
        return written | {"reason": reason, "counts": dict(self.counts)}

    @classmethod
    def from_json(cls, written: Mapping[str, Any]) -> Outcome:
        """Read what `to_json` wrote.

        >>> outcome = Outcome("mine", "all", "one", "skipped", Message("skipped.late", times=3), given_up=True)
        >>> Outcome.from_json(outcome.to_json()) == outcome
        True
        """
        reason = written["reason"]
        return cls(**{**written, "reason": Message.from_json(reason) if reason else None})


@dataclass
class KnownOutcomes:
    """The outcomes of one solver from an earlier run, by the id of the check run."""

    outcomes: dict[str, Outcome] = field(default_factory=dict)
    limit_hits: int = 0
    """Number of answers that reached a limit."""
    reading: Reading | None = None
    ended: bool = False


@dataclass(frozen=True)
class Event:
    """A check run has ended, or the solver was read, or all its check runs have ended."""

    name: str
    run_id: str = ""
    limit_hits: int = 0
    outcome: Outcome | None = None
    reading: Reading | None = None

    @property
    def is_end(self) -> bool:
        """Whether all check runs of the solver have ended."""
        return self.outcome is None and self.reading is None


def format_grid(grid: str) -> str:
    """The grid as nine rows of text. Its digits may clash.

    >>> print(format_grid("1" + "0" * 80).splitlines()[0])
    1 . .  . . .  . . .
    """
    lines = []
    for start in range(0, 81, 9):
        row = grid[start : start + 9].replace("0", ".")
        lines.append("  ".join(" ".join(row[first : first + 3]) for first in (0, 3, 6)))
        if start in (18, 45):
            lines.append("")
    return "\n".join(lines)
