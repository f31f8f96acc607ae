"""Who runs how many of the puzzles: so many that every solver can be run again and again within the time.

A share is a beginning of the set, so that the shares lie in each other; its length is one of a few (`LADDER`),
so that two runs of a comparison seldom choose differently.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

LADDER = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000)
LEAST = 60_000_000
"""Nanoseconds of a round that even the quickest uses, by going through its share again and again: a short look at
a noisy machine says little of it."""
TICK = 50_000
"""Nanoseconds that a timing shall last at least: below, the clock itself is what is timed. Not more: a processor
that meets one puzzle many times in a row learns its way through it, and would be praised for that."""
FEWEST, BEARABLE = 3, 1_000_000_000
"""Of one puzzle alone nobody knows whether others are like it: three at least, if they take no more nanoseconds."""
SLICE = 30_000_000
_MOST_PASSES = 1_000


def loops(cost: int) -> int:
    """How often a puzzle of that cost is run in one timing."""
    return max(1, math.ceil(TICK / max(cost, 1)))


def passes(costs: Mapping[int, int], share: Sequence[int]) -> int:
    """How often its share is gone through in a round."""
    whole = sum(costs[puzzle] * loops(costs[puzzle]) for puzzle in share)
    return min(max(1, round(LEAST / max(whole, 1))), _MOST_PASSES)


def slices(costs: Mapping[int, int], puzzles: Sequence[int]) -> Iterator[list[int]]:
    """The puzzles, in their order, in pieces that take no longer than a neighbour's mood lasts."""
    piece: list[int] = []
    spent = 0
    for puzzle in puzzles:
        cost = costs[puzzle] * loops(costs[puzzle])
        if piece and spent + cost > SLICE:
            yield piece
            piece, spent = [], 0
        piece.append(puzzle)
        spent += cost
    if piece:
        yield piece


def lengths(size: int) -> list[int]:
    """The steps of the ladder that a set of this size has, its size the last."""
    return [step for step in LADDER if step < size] + [size]


def shares(costs: Mapping[str, Mapping[int, int]], size: int, per_round: float) -> dict[str, list[int]]:
    """The puzzles of each, known to end; what the quick do not need of the round, in seconds, goes to the slow."""
    needs = {name: max(sum(each.values()), LEAST) / 1e9 for name, each in costs.items()}
    left, found = per_round, {}
    for number, name in enumerate(sorted(needs, key=lambda name: needs[name])):
        found[name] = _share(costs[name], size, left / (len(needs) - number))
        left -= max(sum(costs[name][puzzle] for puzzle in found[name]), LEAST) / 1e9
    return found


def _share(costs: Mapping[int, int], size: int, seconds: float) -> list[int]:
    known = sorted(costs)
    best = next(
        (known[:few] for few in (FEWEST, 2) if sum(costs[puzzle] for puzzle in known[:few]) <= BEARABLE),
        known[:1],
    )
    reached = max(known) + 1 if len(known) < size else size
    for step in lengths(size):
        share = [puzzle for puzzle in known if puzzle < step]
        if step <= reached and share and sum(costs[puzzle] for puzzle in share) <= seconds * 1e9:
            best = max(best, share, key=len)
    return best


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that so many percent do not exceed.

    >>> percentile([5, 1, 4, 2, 3], 50), percentile([1, 2, 3], 99)
    (3, 3)
    """
    ordered = sorted(values)
    return ordered[max(0, math.ceil(percent / 100 * len(ordered)) - 1)]
