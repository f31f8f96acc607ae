"""The changes between two results: solvers that became slower or faster, and counts that differ.

Ratios to the reference are compared, not seconds, because seconds depend on the machine and its load. The
intervals do not cover variation between runs: the ratio of C to an interpreter may change by several percent within
hours, and this is reported as a change. Counts have no noise, so every difference is reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .results import Results, SolverResult
from .statistics import Ratio, change


class NotComparable(ValueError):
    """The two results have different settings; the message says which."""


@dataclass(frozen=True)
class Change:
    """One solver in both results: its ratios to the reference, and the counts that differ."""

    solver: str
    old: Ratio | None
    new: Ratio | None
    ratio: Ratio | None
    """The new ratio divided by the old one; None if one of them is missing."""
    counts: dict[str, tuple[float, float]]

    @property
    def verdict(self) -> str:
        if self.old is None and self.new is None:
            return "not measured"
        if self.old is None or self.new is None:
            return "new" if self.old is None else "removed"
        assert self.ratio is not None
        return self.ratio.verdict


def changes(old: Results, new: Results) -> list[Change]:
    """One change for each solver in either result, in the order of the new results."""
    for name, title in (
        ("set", "set of puzzles"),
        ("digest", "digest of the puzzles"),
        ("reference", "reference"),
    ):
        before, after = getattr(old.settings, name), getattr(new.settings, name)
        if before != after:
            raise NotComparable(f"results with a different {title} cannot be compared: {before} and {after}")
    names = [one.name for one in new.solvers]
    names += [one.name for one in old.solvers if one.name not in names]
    found = [_change(name, old, new) for name in names]
    # the reference's ratio is always 1
    return [each for each in found if each.solver != new.settings.reference or each.counts]


def _change(name: str, old: Results, new: Results) -> Change:
    before, after = (next((one for one in each.solvers if one.name == name), None) for each in (old, new))
    old_ratio, new_ratio = before.ratio if before else None, after.ratio if after else None
    ratio = change(old_ratio, new_ratio) if old_ratio and new_ratio else None
    return Change(name, old_ratio, new_ratio, ratio, dict(_changed_counts(before, after)))


def _changed_counts(
    before: SolverResult | None, after: SolverResult | None
) -> Iterator[tuple[str, tuple[float, float]]]:
    if before is None or after is None or before.work is None or after.work is None:
        return
    if before.work.puzzles != after.work.puzzles:
        return  # counted on different puzzles
    for name in sorted(before.work.counts.keys() & after.work.counts.keys()):
        pair = before.work.counts[name], after.work.counts[name]
        if pair[0] != pair[1]:
            yield name, pair
