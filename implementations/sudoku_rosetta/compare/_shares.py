"""How many puzzles each solver runs in a round (its share), and how often.

A share is a prefix of the set, so two solvers always have puzzles in common. Its length is one of `LENGTHS`, so
that two comparisons of the same solvers usually choose equal shares.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

LENGTHS = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100, 150, 200, 300, 500, 700, 1000)
MIN_ROUND_NS = 60_000_000
"""A fast solver repeats its share until it runs this long in a round: shorter runs are noisy."""
MIN_TIMING_NS = 50_000
"""A shorter timing would measure the clock. A longer one would repeat a puzzle more often, which trains the branch
predictor, so that the solver appears faster."""
MIN_PUZZLES, MAX_MIN_PUZZLES_NS = 3, 1_000_000_000
"""A share has at least this many puzzles, unless their total time exceeds the maximum."""
SLICE_NS = 30_000_000
"""Maximum length of a slice."""
_MAX_PASSES = 1_000


def loops(cost: int) -> int:
    """How often one timing runs a puzzle of this cost (its approximate time in nanoseconds)."""
    return max(1, math.ceil(MIN_TIMING_NS / max(cost, 1)))


def passes(costs: Mapping[int, int], share: Sequence[int]) -> int:
    """How often a round runs a share."""
    total = sum(costs[puzzle] * loops(costs[puzzle]) for puzzle in share)
    return min(max(1, round(MIN_ROUND_NS / max(total, 1))), _MAX_PASSES)


def slices(costs: Mapping[int, int], puzzles: Sequence[int]) -> Iterator[list[int]]:
    """Split the puzzles into slices that take at most `SLICE_NS`, or have one puzzle."""
    current: list[int] = []
    spent = 0
    for puzzle in puzzles:
        cost = costs[puzzle] * loops(costs[puzzle])
        if current and spent + cost > SLICE_NS:
            yield current
            current, spent = [], 0
        current.append(puzzle)
        spent += cost
    if current:
        yield current


def lengths(size: int) -> list[int]:
    """The possible lengths of a share of a set of this size."""
    return [length for length in LENGTHS if length < size] + [size]


def shares(costs: Mapping[str, Mapping[int, int]], size: int, round_s: float) -> dict[str, list[int]]:
    """The share of each solver, so that a round takes about `round_s`."""
    needed_s = {name: max(sum(each.values()), MIN_ROUND_NS) / 1e9 for name, each in costs.items()}
    left, found = round_s, {}
    # fastest first: the time that fast solvers do not need is given to slower ones
    for number, name in enumerate(sorted(needed_s, key=lambda name: needed_s[name])):
        found[name] = _share(costs[name], size, left / (len(needed_s) - number))
        left -= max(sum(costs[name][puzzle] for puzzle in found[name]), MIN_ROUND_NS) / 1e9
    return found


def _share(costs: Mapping[int, int], size: int, seconds: float) -> list[int]:
    """The longest share that takes at most these seconds, but at least the minimum share."""
    known = sorted(costs)
    # start with the minimum share: three puzzles, or fewer if they are slow
    best = next(
        (
            known[:few]
            for few in (MIN_PUZZLES, 2)
            if sum(costs[puzzle] for puzzle in known[:few]) <= MAX_MIN_PUZZLES_NS
        ),
        known[:1],
    )
    # find the longest prefix that fits; the calibration may not have reached the end of the set
    reached = max(known) + 1 if len(known) < size else size
    for length in lengths(size):
        share = [puzzle for puzzle in known if puzzle < length]
        if length <= reached and share and sum(costs[puzzle] for puzzle in share) <= seconds * 1e9:
            best = max(best, share, key=len)
    return best
