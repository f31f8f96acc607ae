"""Predict the mean number of solutions of method 2 from the full grid, a question that document scilab leaves open.

Method 2 keeps a random set of k cells of a full grid. Another full grid that differs from it in d cells is also a
solution if all k cells are among the 81 - d cells where both agree. This happens in C(81-d, k) of C(81, k) cases.
So the expected number of solutions is exactly

    E(k) = sum over d of A(d) * C(81-d, k) / C(81, k)

where A(d) is the number of full grids that differ in d cells (see `near`). If A is known only up to a distance D,
the remainder is

    R(k) = sum over d > D of A(d) * C(81-d, k) / C(81, k)

From k0 clues to k >= k0 clues, each term decreases at least as fast as the term for d = D + 1:

    R(k) <= R(k0) * r(k) / r(k0),  r(k) = C(80-D, k) / C(81, k).

A bound of E(k0) gives a bound of R(k0). E(0) is the number of all full grids: this bound always holds, but it is
wide. If a mean was measured for k0 clues, the upper end of its interval gives a narrow bound, which holds if the
interval contains E(k0).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb

__all__ = ["ALL_GRIDS", "Prediction"]

ALL_GRIDS = 6_670_903_752_021_072_936_960
"""The number of full grids (Felgenhauer and Jarvis, 2005; verified in tests/generate)."""


@dataclass(frozen=True)
class Prediction:
    """The prediction from A(0) .. A(distance). `measured`: upper bounds of E(k), by number of clues k."""

    differing: Sequence[int]
    measured: Mapping[int, float] = field(default_factory=dict)

    @property
    def distance(self) -> int:
        return len(self.differing) - 1

    def partial_sum(self, clues: int) -> Fraction:
        """The sum of the terms up to the distance: a lower bound of E.

        >>> Prediction([1, 0, 0, 0, 6]).partial_sum(77)
        Fraction(277291, 277290)
        """
        kept = (times * comb(81 - d, clues) for d, times in enumerate(self.differing))
        return Fraction(sum(kept), comb(81, clues))

    def remainder_bound(self, clues: int) -> Fraction:
        """The smallest upper bound of the remainder."""
        if self.distance >= 81 - clues:
            return Fraction(0)  # no grid that differs in more cells can agree on all clues
        anchors = {0: Fraction(ALL_GRIDS)} | {k0: Fraction(high) for k0, high in self.measured.items()}
        bounds = [
            max(Fraction(0), high - self.partial_sum(k0)) * self._decay(clues) / self._decay(k0)
            for k0, high in anchors.items()
            if k0 <= clues and self._decay(k0)
        ]
        return min(bounds)

    def _decay(self, clues: int) -> Fraction:
        """r(k) of the module docstring."""
        return Fraction(comb(80 - self.distance, clues), comb(81, clues))

    def falls_below(self, mean: float, among: Iterable[int] = range(17, 82)) -> tuple[int, int] | None:
        """The smallest number of clues `among` these with E below `mean`, as a range (lowest, highest).

        Both are equal if the bound is tight. None if no number of clues is certain to have a lower mean.
        """
        numbers = list(among)
        limit = Fraction(mean)
        lowest = next((k for k in numbers if self.partial_sum(k) < limit), None)
        highest = next((k for k in numbers if self.partial_sum(k) + self.remainder_bound(k) < limit), None)
        return None if lowest is None or highest is None else (lowest, highest)

    def max_ambiguous_clues(self) -> int | None:
        """The largest number of clues that may leave a second solution: 81 minus the smallest d > 0 with A(d) > 0.

        None if there is no such d up to the distance.
        """
        fewest = next((d for d, times in enumerate(self.differing) if d and times), None)
        return None if fewest is None else 81 - fewest
