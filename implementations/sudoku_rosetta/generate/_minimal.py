"""From a full grid to a puzzle: clues go one after another, as long as there is one solution only.

A `Shrinking` does not solve: it asks about one grid at a time whether that has one solution, and is told. So
hundreds of them are led side by side, and whoever answers gets hundreds of grids at once.

It asks about several clues at a time. If all of them can go together, each can go in its turn: a grid with more
clues has no more solutions. If not, half of them are asked about. The puzzle is the one that asking clue by clue
would have made, for a third of the questions.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["Shrinking"]


class Shrinking:
    """One full grid, the groups of cells to empty, in order, and how many clues must stay at least."""

    __slots__ = ("_asked", "_groups", "_least", "_next", "_suspects", "cells", "clues")

    def __init__(self, full: bytes, groups: Sequence[Sequence[int]], least: int) -> None:
        self.cells = bytearray(full)
        self.clues = 81
        self._groups = groups
        self._least = least
        self._next = 0
        self._asked: list[int] = []  # the numbers of the groups that are asked about
        self._suspects = 0  # so many of the next groups are known not to be able to go together

    def ask(self) -> bytes | None:
        """A grid to be judged, or None once all is done."""
        while True:
            self._asked = self._some_groups(self._suspects or self._at_once())
            if not self._asked:
                return None
            if self._suspects != 1:
                break
            self.answer(unique=False)  # what makes them fail together must be the only one left
        cells = self.cells.copy()
        for number in self._asked:
            for cell in self._groups[number]:
                cells[cell] = 48
        return bytes(cells)

    def answer(self, *, unique: bool) -> None:
        """Whether the grid that was asked about has one solution."""
        if unique:
            for number in self._asked:
                for cell in self._groups[number]:
                    self.cells[cell] = 48
                self.clues -= len(self._groups[number])
            self._suspects -= min(self._suspects, len(self._asked))
        elif len(self._asked) > 1:
            self._suspects = len(self._asked)
            return
        else:
            self._suspects = 0
        self._next = self._asked[-1] + 1

    def _at_once(self) -> int:
        """How many clues to ask about: measured to need the fewest questions (bench/generators)."""
        return max(1, (self.clues - 30) // 3)

    def _some_groups(self, wanted: int) -> list[int]:
        """The next groups that can go without leaving too few clues; half of them if all are known to fail."""
        if self._suspects > 1:
            wanted = self._suspects // 2
        found: list[int] = []
        clues = self.clues
        for number in range(self._next, len(self._groups)):
            if len(found) == wanted:
                break
            if clues - len(self._groups[number]) >= self._least:
                found.append(number)
                clues -= len(self._groups[number])
        return found
