"""Random full grids, drawn uniformly from all 6,670,903,752,021,072,936,960.

In a full grid, the rows of a box partition the nine digits into three triples, and so do its columns. If the row
partitions of all nine boxes are known, the columns of each of the three stacks can be chosen independently of the
other stacks: a cell holds the one digit that its row triple and its column triple have in common. A grid is drawn
in four steps:

1. Draw the row partitions of the three boxes of the first stack, with weight N. N is the number of ways to choose
   the columns of a stack with these row partitions (a table: `weights`).
2. For each band, draw the row partitions of its other two boxes from the 56 pairs that fit the first box.
3. Accept with a probability proportional to N of the second stack times N of the third, else restart at step 1.
   The nine partitions now have a probability proportional to the number of grids that have them.
4. Draw the columns of each stack uniformly, by rejection sampling.

The distribution is exact. The sum of all weights is the number of full grids, which tests/generate checks. To keep
the tables small, the partition of the first box is fixed to 123 456 789 and the triples of the boxes below it have
a fixed order. A random relabelling of the digits and random row orders in the lower bands remove this restriction.

csrc/make/full.c does the same with the same draws.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, permutations

from .rng import SplitMix64

__all__ = ["full_grid"]

Triples = tuple[tuple[int, ...], ...]
"""Three triples of digits, 0 to 8."""
ORDERS = tuple(permutations(range(3)))


def full_grid(rng: SplitMix64) -> bytes:
    """A uniformly random full grid: 81 characters, 1 to 9."""
    rows = _draw_row_partitions(rng)
    digits = [[0] * 9 for _ in range(9)]
    for stack in range(3):
        stack_rows = _draw_stack([rows[band][stack] for band in range(3)], rng)
        for row, three in enumerate(stack_rows):
            digits[row][3 * stack : 3 * stack + 3] = three
    labels = list(b"123456789")
    rng.shuffle(labels)
    for band in (1, 2):
        order = ORDERS[rng.below(6)]
        digits[3 * band : 3 * band + 3] = [digits[3 * band + row] for row in order]
    return bytes(labels[digit] for row in digits for digit in row)


def _draw_row_partitions(rng: SplitMix64) -> list[list[Triples]]:
    """Steps 1 to 3: for each band, the row partitions of its three boxes."""
    table = weights()
    while True:
        second, third = divmod(bisect_right(table.sums, rng.below(table.sums[-1])), 280)
        lefts = (partitions()[0], partitions()[second], partitions()[third])
        bands = [[left, *_rest_of_band(left, rng.below(56))] for left in lefts]
        if all(rng.below(table.largest) < table.of([band[stack] for band in bands]) for stack in (1, 2)):
            return bands


def _draw_stack(boxes: Sequence[Triples], rng: SplitMix64) -> list[tuple[int, ...]]:
    """Step 4: nine rows of three digits. Each row has the digits of its triple; no column repeats a digit."""
    while True:
        upper, middle = map(_arrange, boxes[:2], divmod(rng.below(216 * 216), 216))
        taken = [{row[column] for row in (*upper, *middle)} for column in range(3)]
        if any(len(column) < 6 for column in taken):
            continue
        lower = [_place_triple(triple, taken) for triple in boxes[2]]
        if all(lower):
            return [*upper, *middle, *lower]


def _arrange(box: Triples, number: int) -> list[tuple[int, ...]]:
    """Order the digits within each triple in the way with this number, out of 216."""
    orders = (number // 36, number // 6 % 6, number % 6)
    return [tuple(triple[place] for place in ORDERS[n]) for triple, n in zip(box, orders, strict=True)]


def _place_triple(triple: Sequence[int], taken: Sequence[set[int]]) -> tuple[int, ...]:
    """Put each digit in the only column that lacks it; empty if two digits need the same column."""
    found = tuple(digit for column in taken for digit in triple if digit not in column)
    return found if len(found) == 3 and all(f not in t for f, t in zip(found, taken, strict=True)) else ()


@cache
def partitions() -> tuple[Triples, ...]:
    """The 280 partitions of nine digits into three triples, in lexicographic order; 012 345 678 is the first."""

    def partition(digits: tuple[int, ...]) -> Iterator[Triples]:
        if not digits:
            yield ()
            return
        first, *others = digits
        for a, b in ((a, b) for a in others for b in others if a < b):
            rest = tuple(digit for digit in others if digit not in (a, b))
            for tail in partition(rest):
                yield ((first, a, b), *tail)

    return tuple(partition(tuple(range(9))))


@cache
def _band_completions() -> tuple[tuple[Triples, Triples], ...]:
    """The 56 pairs of row partitions that can follow a first box with 012 345 678 in a band."""
    found = []
    for box in partitions():
        for order in ORDERS:
            middle = tuple(box[place] for place in order)
            if all(digit // 3 != row for row, triple in enumerate(middle) for digit in triple):
                right = tuple(
                    tuple(d for d in range(9) if d // 3 != row and d not in middle[row]) for row in range(3)
                )
                found.append((middle, right))
    return tuple(found)


def _rest_of_band(left: Triples, number: int) -> tuple[Triples, Triples]:
    digits = [digit for triple in left for digit in triple]
    middle, right = (
        tuple(tuple(digits[d] for d in triple) for triple in box) for box in _band_completions()[number]
    )
    return middle, right


# --- weights: the number of ways to choose the columns of a stack ---------------------------------------


@dataclass(frozen=True)
class Weights:
    """N for a first box with the partition 012 345 678 above any two others.

    N does not change if digits are relabelled or triples reordered.
    """

    table: Sequence[int]  # [280 * second + third]
    sums: Sequence[int]
    largest: int

    def of(self, boxes: Sequence[Triples]) -> int:
        labels = {digit: label for label, digit in enumerate(d for triple in boxes[0] for d in triple)}
        second, third = (_number([[labels[d] for d in triple] for triple in box]) for box in boxes[1:])
        return self.table[280 * second + third]


@cache
def weights() -> Weights:
    """The table of N, computed once for each class of pairs that are equal up to a relabelling of the digits."""
    table = [0] * (280 * 280)
    relabellings = [[_number(box) for box in _relabelled(labels)] for labels in _STABILISER_GENERATORS]
    for pair in range(280 * 280):
        if table[pair]:
            continue
        second, third = divmod(pair, 280)
        count = count_column_choices((partitions()[0], partitions()[second], partitions()[third]))
        table[pair] = count
        pairs = [pair]
        for known in pairs:
            a, b = divmod(known, 280)
            for relabelling in relabellings:
                other = 280 * relabelling[a] + relabelling[b]
                if not table[other]:
                    table[other] = count
                    pairs.append(other)
    return Weights(table, list(accumulate(table)), max(table))


def count_column_choices(boxes: Sequence[Triples]) -> int:
    """N: try 36 arrangements of the first box (times 6 for its column order) with 216 of the second."""
    second = [_arrange(boxes[1], number) for number in range(216)]
    found = 0
    for first in (_arrange(boxes[0], number) for number in range(36)):
        for middle in second:
            taken = [{row[column] for row in (*first, *middle)} for column in range(3)]
            if all(len(column) == 6 for column in taken):
                found += all(_place_triple(triple, taken) for triple in boxes[2])
    return 6 * found


# Generators of the group of relabellings that keep the partition 012 345 678.
_STABILISER_GENERATORS = (
    (1, 0, 2, 3, 4, 5, 6, 7, 8),
    (1, 2, 0, 3, 4, 5, 6, 7, 8),
    (3, 4, 5, 0, 1, 2, 6, 7, 8),
    (3, 4, 5, 6, 7, 8, 0, 1, 2),
)


def _relabelled(labels: Sequence[int]) -> Iterator[list[list[int]]]:
    return ([[labels[d] for d in triple] for triple in box] for box in partitions())


def _number(box: Sequence[Sequence[int]]) -> int:
    return _partition_numbers()[frozenset(map(frozenset, box))]


@cache
def _partition_numbers() -> dict[frozenset[frozenset[int]], int]:
    """The index in `partitions()` of each partition."""
    return {frozenset(map(frozenset, box)): number for number, box in enumerate(partitions())}
