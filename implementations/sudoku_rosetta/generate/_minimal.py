"""Remove clues from a full grid, one group after another, while the solution stays unique.

`ClueRemoval` does not call a solver. It returns one grid at a time as a query; the caller answers whether that grid
has exactly one solution. So a caller can run hundreds of removals together and solve their queries in one batch.

A query removes several groups together. If the result has one solution, each intermediate grid has one too, because
a grid with more clues cannot have more solutions. If not, the next query removes half of the groups. The puzzle is
the same as with one query per group, with a third of the queries.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["ClueRemoval"]


class ClueRemoval:
    """The state of one removal: the cells, the groups to empty in order, and the minimum number of clues."""

    __slots__ = ("_groups", "_min_clues", "_next", "_queried", "_suspects", "cells", "clues")

    def __init__(self, full: bytes, groups: Sequence[Sequence[int]], min_clues: int) -> None:
        self.cells = bytearray(full)
        self.clues = 81
        self._groups = groups
        self._min_clues = min_clues
        self._next = 0  # the first group not decided yet
        self._queried: list[int] = []  # the groups that the last query removes
        self._suspects = 0  # that many of the next groups cannot all be removed together

    def next_query(self) -> bytes | None:
        """The next grid to solve; None if the removal is finished."""
        while True:
            self._queried = self._select_groups(self._suspects or self._batch_size())
            if not self._queried:
                return None
            if self._suspects != 1:
                break
            self.answer(unique=False)  # only one suspect is left, so it cannot be removed
        cells = self.cells.copy()
        for number in self._queried:
            for cell in self._groups[number]:
                cells[cell] = 48
        return bytes(cells)

    def answer(self, *, unique: bool) -> None:
        """Process the answer to the last query: whether its grid has exactly one solution."""
        if unique:
            for number in self._queried:
                for cell in self._groups[number]:
                    self.cells[cell] = 48
                self.clues -= len(self._groups[number])
            self._suspects -= min(self._suspects, len(self._queried))
        elif len(self._queried) > 1:
            self._suspects = len(self._queried)
            return
        else:
            self._suspects = 0
        self._next = self._queried[-1] + 1

    def _batch_size(self) -> int:
        """How many groups a query removes; bench/generators measured that this needs the fewest queries."""
        return max(1, (self.clues - 30) // 3)

    def _select_groups(self, wanted: int) -> list[int]:
        """The next groups that leave enough clues; half of the suspects, if there are any."""
        if self._suspects > 1:
            wanted = self._suspects // 2
        found: list[int] = []
        clues = self.clues
        for number in range(self._next, len(self._groups)):
            if len(found) == wanted:
                break
            if clues - len(self._groups[number]) >= self._min_clues:
                found.append(number)
                clues -= len(self._groups[number])
        return found
