"""Where chance comes from: SplitMix64, started anew for each grid, or Scilab's own generator.

A grid's draws depend on a key only (the seed, the grid's number, and which attempt it is): whoever makes it, on
which machine, beside how many others, makes the same. csrc/make/chance.h is the same in C, number for number.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Protocol

__all__ = ["Chance", "Draws", "ScilabDraws"]

MASK = 2**64 - 1
GAMMA = 0x9E3779B97F4A7C15


class Chance(Protocol):
    """What the ways of making a grid ask for."""

    def below(self, n: int, /) -> int:
        """One of 0, 1, ... n-1, each as likely."""
        ...


def mixed(z: int) -> int:
    """SplitMix64's finishing step: a permutation of the 64-bit numbers in which every bit counts."""
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def derived(*key: int) -> int:
    """One number for a key of several: a seed made of seeds."""
    state = 0
    for part in key:
        state = mixed((state + GAMMA ^ part) & MASK)
    return state


class Draws:
    """The numbers that belong to a key.

    >>> Draws(1, 7).below(1000) == Draws(1, 7).below(1000)
    True
    """

    __slots__ = ("_state",)

    def __init__(self, *key: int) -> None:
        self._state = derived(*key)

    def below(self, n: int, /) -> int:
        """Lemire's method on the upper 32 bits: n is below 2^32, and no number is likelier than another."""
        while True:
            self._state = self._state + GAMMA & MASK
            product = (mixed(self._state) >> 32) * n
            low = product & 0xFFFFFFFF
            if low >= n or low >= (2**32 - n) % n:
                return product >> 32

    def shuffle(self, things: MutableSequence[int]) -> None:
        """Any order, each as likely (Fisher and Yates, from the end)."""
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]


class ScilabDraws:
    """`rand()` of Scilab after `rand("seed", seed)`; `below(n)` is the documents' `int(rand()*n)`.

    >>> ScilabDraws(0).below(1000)
    211
    """

    __slots__ = ("state",)

    def __init__(self, seed: int = 0) -> None:
        self.state = seed % 2**31

    def below(self, n: int, /) -> int:
        """In whole numbers: rand() * n is exact in a double for any n that a grid asks for."""
        self.state = (self.state * 843314861 + 453816693) % 2**31
        return self.state * n >> 31

    def skip(self, draws: int) -> None:
        """As if so many numbers had been drawn."""
        factor, step = 843314861, 453816693
        while draws:
            if draws & 1:
                self.state = (self.state * factor + step) % 2**31
            factor, step = factor * factor % 2**31, step * (factor + 1) % 2**31
            draws >>= 1
