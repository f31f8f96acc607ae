"""Full grids, drawn uniformly: each of the 6,670,903,752,021,072,936,960 as likely as any other.

A full grid says, of each of its nine squares, which digits share a row (a partition of the digits in three
triples) and which share a column. The other way round: given the rows' partitions of all nine squares, the
columns of each of the three stacks can be chosen without regard to the other stacks, and a cell holds the one
digit that its row's triple and its column's triple have in common. So a grid is drawn in four steps:

1. the rows' partitions of the first stack's squares, with the weight N that is the number of ways to choose the
   columns of a stack whose squares have these partitions (a table: `weights`);
2. those of the second and third stack, from the 56 that each band allows once its first square is known;
3. kept with a probability in proportion to N of the second stack times N of the third, else back to 1:
   now the nine partitions stand as often as there are grids that have them;
4. the columns of each stack, uniformly, by trying until they fit.

Nothing is approximate, and the weights prove themselves: their sum over everything is the number of grids
(tests/generate). Without loss the first square's partition is 123 456 789 and the others stand in a fixed order:
a random renaming of the digits and random orders of the rows in the lower bands undo that.

csrc/make/full.c does the same with the same draws.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, permutations

from .draws import Draws

__all__ = ["full_grid"]

Triples = tuple[tuple[int, ...], ...]
"""Three triples of digits, 0 to 8."""
ORDERS = tuple(permutations(range(3)))


def full_grid(draws: Draws) -> bytes:
    """81 characters, 1 to 9."""
    rows = _partitions_of_all_squares(draws)
    digits = [[0] * 9 for _ in range(9)]
    for stack in range(3):
        columns = _columns([rows[band][stack] for band in range(3)], draws)
        for row, three in enumerate(columns):
            digits[row][3 * stack : 3 * stack + 3] = three
    names = list(b"123456789")
    draws.shuffle(names)
    for band in (1, 2):
        order = ORDERS[draws.below(6)]
        digits[3 * band : 3 * band + 3] = [digits[3 * band + row] for row in order]
    return bytes(names[digit] for row in digits for digit in row)


def _partitions_of_all_squares(draws: Draws) -> list[list[Triples]]:
    """Steps 1 to 3: for each band, its three squares' partitions, a triple a row."""
    known = weights()
    while True:
        second, third = divmod(bisect_right(known.sums, draws.below(known.sums[-1])), 280)
        lefts = (partitions()[0], partitions()[second], partitions()[third])
        bands = [[left, *_rest_of_band(left, draws.below(56))] for left in lefts]
        if all(draws.below(known.largest) < known.of([band[stack] for band in bands]) for stack in (1, 2)):
            return bands


def _columns(squares: Sequence[Triples], draws: Draws) -> list[tuple[int, ...]]:
    """Step 4: nine rows of three, each row the digits of its triple, no column with a digit twice."""
    while True:
        upper, middle = map(_arrangement, squares[:2], divmod(draws.below(216 * 216), 216))
        taken = [{row[column] for row in (*upper, *middle)} for column in range(3)]
        if any(len(column) < 6 for column in taken):
            continue
        lower = [_where_free(triple, taken) for triple in squares[2]]
        if all(lower):
            return [*upper, *middle, *lower]


def _arrangement(square: Triples, number: int) -> list[tuple[int, ...]]:
    """The number-th of the 216 ways to put each triple in an order."""
    orders = (number // 36, number // 6 % 6, number % 6)
    return [tuple(triple[place] for place in ORDERS[n]) for triple, n in zip(square, orders, strict=True)]


def _where_free(triple: Sequence[int], taken: Sequence[set[int]]) -> tuple[int, ...]:
    """The triple, each digit in the one column that does not have it yet; nothing if two want the same."""
    found = tuple(digit for column in taken for digit in triple if digit not in column)
    return found if len(found) == 3 and all(f not in t for f, t in zip(found, taken, strict=True)) else ()


@cache
def partitions() -> tuple[Triples, ...]:
    """The 280 ways to part nine digits in three triples, in rising order; 012 345 678 is the first."""

    def parted(digits: tuple[int, ...]) -> Iterator[Triples]:
        if not digits:
            yield ()
            return
        first, *others = digits
        for a, b in ((a, b) for a in others for b in others if a < b):
            rest = tuple(digit for digit in others if digit not in (a, b))
            for tail in parted(rest):
                yield ((first, a, b), *tail)

    return tuple(parted(tuple(range(9))))


@cache
def _neighbours() -> tuple[tuple[Triples, Triples], ...]:
    """The 56 pairs of partitions, a triple a row, that may stand to the right of 012 345 678."""
    found = []
    for square in partitions():
        for order in ORDERS:
            middle = tuple(square[place] for place in order)
            if all(digit // 3 != row for row, triple in enumerate(middle) for digit in triple):
                right = tuple(
                    tuple(d for d in range(9) if d // 3 != row and d not in middle[row]) for row in range(3)
                )
                found.append((middle, right))
    return tuple(found)


def _rest_of_band(left: Triples, number: int) -> tuple[Triples, Triples]:
    digits = [digit for triple in left for digit in triple]
    middle, right = (
        tuple(tuple(digits[d] for d in triple) for triple in square) for square in _neighbours()[number]
    )
    return middle, right


# --- in how many ways the columns of a stack can be chosen ---------------------------------------------


@dataclass(frozen=True)
class Weights:
    """N for a first square parted 012 345 678 above any two others; N depends on no names and no orders."""

    table: Sequence[int]  # [280 * second + third]
    sums: Sequence[int]
    largest: int

    def of(self, squares: Sequence[Triples]) -> int:
        names = {digit: name for name, digit in enumerate(d for triple in squares[0] for d in triple)}
        second, third = (
            _number_of()[frozenset(frozenset(names[d] for d in triple) for triple in square)]
            for square in squares[1:]
        )
        return self.table[280 * second + third]


@cache
def weights() -> Weights:
    """Counted once for each class of pairs that a renaming of the digits makes equal."""
    table = [0] * (280 * 280)
    renamings = [[_number(renamed) for renamed in _renamed(names)] for names in _KEEPING_THE_FIRST]
    for pair in range(280 * 280):
        if table[pair]:
            continue
        second, third = divmod(pair, 280)
        count = ways_to_choose_columns((partitions()[0], partitions()[second], partitions()[third]))
        table[pair] = count
        met = [pair]
        for known in met:
            a, b = divmod(known, 280)
            for renaming in renamings:
                other = 280 * renaming[a] + renaming[b]
                if not table[other]:
                    table[other] = count
                    met.append(other)
    return Weights(table, list(accumulate(table)), max(table))


def ways_to_choose_columns(squares: Sequence[Triples]) -> int:
    """N: 36 arrangements of the first square (times 6 for the order of its columns), 216 of the second."""
    second = [_arrangement(squares[1], number) for number in range(216)]
    found = 0
    for first in (_arrangement(squares[0], number) for number in range(36)):
        for middle in second:
            taken = [{row[column] for row in (*first, *middle)} for column in range(3)]
            if all(len(column) == 6 for column in taken):
                found += all(_where_free(triple, taken) for triple in squares[2])
    return 6 * found


# Renamings of the digits that leave 012 345 678 as it is, and that make all such renamings.
_KEEPING_THE_FIRST = (
    (1, 0, 2, 3, 4, 5, 6, 7, 8),
    (1, 2, 0, 3, 4, 5, 6, 7, 8),
    (3, 4, 5, 0, 1, 2, 6, 7, 8),
    (3, 4, 5, 6, 7, 8, 0, 1, 2),
)


def _renamed(names: Sequence[int]) -> Iterator[list[list[int]]]:
    return ([[names[d] for d in triple] for triple in square] for square in partitions())


def _number(square: Sequence[Sequence[int]]) -> int:
    return _number_of()[frozenset(map(frozenset, square))]


@cache
def _number_of() -> dict[frozenset[frozenset[int]], int]:
    return {frozenset(map(frozenset, square)): n for n, square in enumerate(partitions())}
