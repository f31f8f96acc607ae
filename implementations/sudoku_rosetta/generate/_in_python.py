"""Make grids in batches, in pure Python: the fallback for `_in_c`, and its reference in the tests.

A batch is one bytes object with 81 characters per grid, 0 for an empty cell.
"""

from __future__ import annotations

from collections.abc import Sequence

from ._full import full_grid
from ._minimal import ClueRemoval
from ._scilab_ways import matrix_random, remove_digits
from .rng import Rng, ScilabRng, SplitMix64
from .until_unique import CountBatch

__all__ = ["document_grids", "full_grids", "remove_clues", "scilab_rng_grids"]


def full_grids(seed: int, numbers: Sequence[int]) -> bytes:
    """The uniformly random full grids with these numbers."""
    return b"".join(full_grid(SplitMix64(seed, number)) for number in numbers)


def document_grids(
    full: bytes | None, clues: int, seed: int, numbers: range, *, uniform: bool = False
) -> bytes:
    """Grids by the methods of document scilab, each with its own SplitMix64.

    If `uniform`, digits are removed from a new random full grid each time; else from `full`; without both, the
    method is MR(clues).
    """
    rngs = (SplitMix64(seed, number) for number in numbers)
    return b"".join(_document_grid(full_grid(rng) if uniform else full, clues, rng) for rng in rngs)


def scilab_rng_grids(full: bytes | None, clues: int, state: int, count: int) -> tuple[bytes, int]:
    """Grids by the methods of document scilab, all from one sequence of Scilab's generator.

    Returns the grids and the final state of the generator.
    """
    rng = ScilabRng(state)
    return b"".join(_document_grid(full, clues, rng) for _ in range(count)), rng.state


def remove_clues(
    seed: int,
    numbers: Sequence[int],
    attempt: int,
    groups: Sequence[Sequence[int]],
    min_clues: int,
    full: bytes | None,
    count_batch: CountBatch,
) -> tuple[bytes, bytes]:
    """Remove groups of clues from full grids while the solution stays unique.

    Starts from `full`, or from a random full grid for each number. Returns the full grids and the puzzles.
    """
    starts: list[bytes] = []
    removals: list[ClueRemoval] = []
    for number in numbers:
        rng = SplitMix64(seed, number, attempt)
        starts.append(full or full_grid(rng))
        order = list(range(len(groups)))
        rng.shuffle(order)
        removals.append(ClueRemoval(starts[-1], [groups[group] for group in order], min_clues))
    waiting = [(removal, grid) for removal in removals if (grid := removal.next_query())]
    while waiting:
        counts = count_batch(b"".join(grid for _, grid in waiting))
        for (removal, _), count in zip(waiting, counts, strict=True):
            removal.answer(unique=count == 1)
        waiting = [(removal, grid) for removal, _ in waiting if (grid := removal.next_query())]
    return b"".join(starts), b"".join(removal.cells for removal in removals)


def _document_grid(full: bytes | None, clues: int, rng: Rng) -> bytes:
    return matrix_random(clues, rng) if full is None else remove_digits(full, clues, rng)
