"""The answer to document 002's open question: a property of the full grid that predicts the mean.

Method 2 keeps k cells of a full grid, any k as likely as any other. Another full grid that differs from it in d
cells is a solution too if all that is kept lies among the 81 - d cells on which both agree, which happens in
C(81-d, k) of C(81, k) cases. So the expected number of solutions is, exactly,

    E(k) = sum over d of A(d) * C(81-d, k) / C(81, k)

with A(d) the number of full grids that differ in d cells (`near`). Where A is known up to a distance D only, the
rest is

    R(k) = sum over d > D of A(d) * C(81-d, k) / C(81, k)

and from one number of clues to a larger one each of its terms shrinks at least as the first does: for k >= k0

    R(k) <= R(k0) * r(k) / r(k0),  r(k) = C(80-D, k) / C(81, k).

R(k0) is known where E(k0) is: for k0 = 0, E(0) is the number of all full grids, a bound without any doubt but wide;
and at any k0 where a mean was measured, R(k0) is at most the upper end of its interval less the sum up to D: these
bounds hold whenever the intervals do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb

__all__ = ["ALL_GRIDS", "Prediction"]

ALL_GRIDS = 6_670_903_752_021_072_936_960
"""The number of full grids (Felgenhauer and Jarvis, 2005; tests/generate counts it again)."""


@dataclass(frozen=True)
class Prediction:
    """What A(0) .. A(distance) says; `measured`: upper ends of intervals for E, by their number of clues."""

    differing: Sequence[int]
    measured: Mapping[int, float] = field(default_factory=dict)

    @property
    def distance(self) -> int:
        return len(self.differing) - 1

    def known_part(self, clues: int) -> Fraction:
        """The sum up to the distance: never more than E.

        >>> Prediction([1, 0, 0, 0, 6]).known_part(77)
        Fraction(277291, 277290)
        """
        kept = (times * comb(81 - d, clues) for d, times in enumerate(self.differing))
        return Fraction(sum(kept), comb(81, clues))

    def rest(self, clues: int) -> Fraction:
        """The most that can be left out, by the narrowest of the bounds."""
        if self.distance >= 81 - clues:
            return Fraction(0)  # grids that differ in more cells differ in one that is kept
        anchors = {0: Fraction(ALL_GRIDS)} | {k0: Fraction(high) for k0, high in self.measured.items()}
        bounds = [
            max(Fraction(0), high - self.known_part(k0)) * self._shrinks(clues) / self._shrinks(k0)
            for k0, high in anchors.items()
            if k0 <= clues and self._shrinks(k0)
        ]
        return min(bounds)

    def _shrinks(self, clues: int) -> Fraction:
        return Fraction(comb(80 - self.distance, clues), comb(81, clues))

    def falls_below(self, mean: float, among: Iterable[int] = range(17, 82)) -> tuple[int, int] | None:
        """The first number of clues from which E is below the mean: the earliest that it can be, and the latest.

        The two are equal where the bound is tight; None where even the latest is not among those asked about."""
        numbers = list(among)
        limit = Fraction(mean)
        earliest = next((k for k in numbers if self.known_part(k) < limit), None)
        latest = next((k for k in numbers if self.known_part(k) + self.rest(k) < limit), None)
        return None if earliest is None or latest is None else (earliest, latest)

    def last_doubtful(self) -> int | None:
        """The largest number of clues that may leave a second solution: all but the fewest cells in which a grid
        can differ; None where the distance is too small to tell."""
        fewest = next((d for d, times in enumerate(self.differing) if d and times), None)
        return None if fewest is None else 81 - fewest
