"""Two results compared: what changed beyond the noise within a run.

Ratios to the reference are compared, not seconds: two machines, or two hours, have their own. The intervals do not
cover what differs between two runs: the ratio of C to an interpreter moves by some percent from hour to hour, which
appears here as a change. Counts have no noise, so every difference is shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .results import Results, SolverResult
from .statistics import Ratio, change


class NotComparable(ValueError):
    """The two did not ask the same; the message says where they differ."""


@dataclass(frozen=True)
class Change:
    """How one solver moved against the reference, and which counts moved."""

    solver: str
    old: Ratio | None
    new: Ratio | None
    ratio: Ratio | None
    """The new ratio to the old one; None where one of them is missing."""
    counts: dict[str, tuple[float, float]]

    @property
    def verdict(self) -> str:
        if self.old is None and self.new is None:
            return "no figures"
        if self.old is None or self.new is None:
            return "new" if self.old is None else "gone"
        assert self.ratio is not None
        return self.ratio.verdict if self.ratio.low > 1 or self.ratio.high < 1 else _SAME


def changes(old: Results, new: Results) -> list[Change]:
    """One change per solver of either, in the order of the new results."""
    for what in ("set", "digest", "reference"):
        before, after = getattr(old.asked, what), getattr(new.asked, what)
        if before != after:
            raise NotComparable(f"not the same {_WORDS[what]}: {before} and {after}")
    names = [one.name for one in new.solvers]
    names += [one.name for one in old.solvers if one.name not in names]
    return [
        _change(name, old, new)
        for name in names
        if name != new.asked.reference or _counts_moved(old, new, name)
    ]


_SAME = "same, as far as can be told"
_WORDS = {"set": "set of puzzles", "digest": "puzzles", "reference": "reference"}


def _change(name: str, old: Results, new: Results) -> Change:
    before, after = (next((one for one in each.solvers if one.name == name), None) for each in (old, new))
    was, now = before.ratio if before else None, after.ratio if after else None
    moved = None
    if was is not None and now is not None:
        moved = change(was, now)
    return Change(name, was, now, moved, dict(_moved(before, after)))


def _moved(
    before: SolverResult | None, after: SolverResult | None
) -> Iterator[tuple[str, tuple[float, float]]]:
    if before is None or after is None or before.work is None or after.work is None:
        return
    if before.work.puzzles != after.work.puzzles:
        return  # not the same puzzles: of course they differ
    for name in sorted(before.work.counts.keys() & after.work.counts.keys()):
        pair = before.work.counts[name], after.work.counts[name]
        if pair[0] != pair[1]:
            yield name, pair


def _counts_moved(old: Results, new: Results, name: str) -> bool:
    return bool(_change(name, old, new).counts)
