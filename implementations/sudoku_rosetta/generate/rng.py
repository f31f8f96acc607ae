"""Random number generators: SplitMix64, seeded separately for each grid, and Scilab's own generator.

The numbers for a grid depend only on its key (the seed, the number of the grid, the number of the attempt). So the
grid does not depend on the machine, or on how many grids are made in parallel. csrc/make has the same generators in
C and draws the same numbers.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Protocol

__all__ = ["Rng", "ScilabRng", "SplitMix64"]

MASK = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15


class Rng(Protocol):
    """The random number generator that the generating functions need."""

    def below(self, n: int, /) -> int:
        """A uniformly random number from 0 to n-1."""
        ...


def mix64(z: int) -> int:
    """The output function of SplitMix64: a permutation of the 64-bit numbers."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def derive_seed(*key: int) -> int:
    """Hash a key of several numbers into one 64-bit seed."""
    state = 0
    for part in key:
        state = mix64((state + GAMMA ^ part) & MASK)
    return state


class SplitMix64:
    """SplitMix64, seeded with a key of several numbers.

    >>> SplitMix64(1, 7).below(1000) == SplitMix64(1, 7).below(1000)
    True
    """

    __slots__ = ("_state",)

    def __init__(self, *key: int) -> None:
        self._state = derive_seed(*key)

    def below(self, n: int, /) -> int:
        """Lemire's method on the upper 32 bits: exactly uniform for n below 2^32."""
        while True:
            self._state = self._state + GAMMA & MASK
            product = (mix64(self._state) >> 32) * n
            low = product & 0xFFFFFFFF
            if low >= n or low >= (2**32 - n) % n:
                return product >> 32

    def shuffle(self, items: MutableSequence[int]) -> None:
        """Fisher-Yates shuffle, from the last item to the first."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


class ScilabRng:
    """Scilab's `rand()` after `rand("seed", seed)`; `below(n)` is the documents' `int(rand()*n)`.

    >>> ScilabRng(0).below(1000)
    211
    """

    __slots__ = ("state",)

    def __init__(self, seed: int = 0) -> None:
        self.state = seed % 2**31

    def below(self, n: int, /) -> int:
        """Uses integers: for the small n needed here, rand() * n is exact in a double."""
        self.state = (self.state * 843314861 + 453816693) % 2**31
        return self.state * n >> 31

    def skip(self, draws: int) -> None:
        """Advance the state by this number of draws, in logarithmic time."""
        factor, step = 843314861, 453816693
        while draws:
            if draws & 1:
                self.state = (self.state * factor + step) % 2**31
            factor, step = factor * factor % 2**31, step * (factor + 1) % 2**31
            draws >>= 1
