"""Whole batches of grids, in Python alone: what every machine has, and what `in_c` is tested against.

Grids stand one after another in one bytes object, 81 characters each, 0 for an empty cell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ._full import full_grid
from ._minimal import Shrinking
from ._scilab_ways import emptied, matrix_random
from .draws import Chance, Draws, ScilabDraws

__all__ = ["by_document", "by_scilab", "fulls", "shrunk"]

Judge = Callable[[bytes], Sequence[int]]
"""How many solutions each grid of a batch has, two standing for several."""


def fulls(seed: int, numbers: Sequence[int]) -> bytes:
    """The uniform full grids of these numbers."""
    return b"".join(full_grid(Draws(seed, number)) for number in numbers)


def by_document(full: bytes | None, clues: int, seed: int, numbers: range, *, uniform: bool = False) -> bytes:
    """By MR(clues), or by removal from the full grid; where `uniform`, from one of its own for each."""
    return _joined(
        _one(full_grid(draws) if uniform else full, clues, draws) for draws in _keyed(seed, numbers)
    )


def by_scilab(full: bytes | None, clues: int, state: int, count: int) -> tuple[bytes, int]:
    """The same with Scilab's numbers from a state on; and the state after them."""
    draws = ScilabDraws(state)
    return _joined(_one(full, clues, draws) for _ in range(count)), draws.state


def shrunk(
    seed: int,
    numbers: Sequence[int],
    attempt: int,
    groups: Sequence[Sequence[int]],
    least: int,
    full: bytes | None,
    judge: Judge,
) -> tuple[bytes, bytes]:
    """The full grids that were started from, and the puzzles that are left of them."""
    starts: list[bytes] = []
    leads: list[Shrinking] = []
    for number in numbers:
        draws = Draws(seed, number, attempt)
        starts.append(full or full_grid(draws))
        order = list(range(len(groups)))
        draws.shuffle(order)
        leads.append(Shrinking(starts[-1], [groups[group] for group in order], least))
    waiting = [(lead, grid) for lead in leads if (grid := lead.ask())]
    while waiting:
        counts = judge(b"".join(grid for _, grid in waiting))
        for (lead, _), count in zip(waiting, counts, strict=True):
            lead.answer(unique=count == 1)
        waiting = [(lead, grid) for lead, _ in waiting if (grid := lead.ask())]
    return b"".join(starts), b"".join(lead.cells for lead in leads)


def _one(full: bytes | None, clues: int, draws: Chance) -> bytes:
    return matrix_random(clues, draws) if full is None else emptied(full, clues, draws)


def _keyed(seed: int, numbers: Iterable[int]) -> Iterable[Draws]:
    return (Draws(seed, number) for number in numbers)


def _joined(grids: Iterable[bytes]) -> bytes:
    return b"".join(grids)
