"""How many puzzles each solver runs, and how often: enough of them, and every solver again in every round.

A share is a prefix of the set, so that shares are nested; its length is one of a few (`LENGTHS`), so that two runs
of a comparison seldom choose differently.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

LENGTHS = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000)
MIN_ROUND_NS = 60_000_000
"""Even the fastest solver runs this long in a round, by repeating its share: shorter runs are noisy."""
MIN_TIMING_NS = 50_000
"""Shorter timings would measure the clock. Not longer: repeating one puzzle trains the branch predictor and
flatters the result."""
MIN_PUZZLES, MAX_MIN_PUZZLES_NS = 3, 1_000_000_000
"""At least this many puzzles, unless they take longer than that together."""
SLICE_NS = 30_000_000
_MAX_PASSES = 1_000


def loops(cost: int) -> int:
    """How often a puzzle of that cost is run in one timing."""
    return max(1, math.ceil(MIN_TIMING_NS / max(cost, 1)))


def passes(costs: Mapping[int, int], share: Sequence[int]) -> int:
    """How often a share is run in a round."""
    whole = sum(costs[puzzle] * loops(costs[puzzle]) for puzzle in share)
    return min(max(1, round(MIN_ROUND_NS / max(whole, 1))), _MAX_PASSES)


def slices(costs: Mapping[int, int], puzzles: Sequence[int]) -> Iterator[list[int]]:
    """The puzzles, in their order, in pieces of at most `SLICE_NS` (or one puzzle)."""
    piece: list[int] = []
    spent = 0
    for puzzle in puzzles:
        cost = costs[puzzle] * loops(costs[puzzle])
        if piece and spent + cost > SLICE_NS:
            yield piece
            piece, spent = [], 0
        piece.append(puzzle)
        spent += cost
    if piece:
        yield piece


def lengths(size: int) -> list[int]:
    """The possible lengths of a share of a set of this size; its size is the last."""
    return [length for length in LENGTHS if length < size] + [size]


def shares(costs: Mapping[str, Mapping[int, int]], size: int, round_s: float) -> dict[str, list[int]]:
    """The puzzles of each solver, all known to end; time that the fast leave unused goes to the slow."""
    needs = {name: max(sum(each.values()), MIN_ROUND_NS) / 1e9 for name, each in costs.items()}
    left, found = round_s, {}
    for number, name in enumerate(sorted(needs, key=lambda name: needs[name])):
        found[name] = _share(costs[name], size, left / (len(needs) - number))
        left -= max(sum(costs[name][puzzle] for puzzle in found[name]), MIN_ROUND_NS) / 1e9
    return found


def _share(costs: Mapping[int, int], size: int, seconds: float) -> list[int]:
    known = sorted(costs)
    best = next(
        (
            known[:few]
            for few in (MIN_PUZZLES, 2)
            if sum(costs[puzzle] for puzzle in known[:few]) <= MAX_MIN_PUZZLES_NS
        ),
        known[:1],
    )
    reached = max(known) + 1 if len(known) < size else size
    for length in lengths(size):
        share = [puzzle for puzzle in known if puzzle < length]
        if length <= reached and share and sum(costs[puzzle] for puzzle in share) <= seconds * 1e9:
            best = max(best, share, key=len)
    return best
