"""Grids in their order, as many as are asked for, in memory that does not grow, by one worker or several."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future

from ..grid import Grid
from ..runtime.executors import executor, terminate
from ..solvers import Solver, solver_named, solvers
from .difficulty import Rules, Span, Wanted
from .recipe import Puzzle, Recipe, RecipeError, Way

__all__ = ["generate", "puzzles"]

CHUNK = 512
"""So many grids a worker makes at a time: enough to fill the lanes of a core that judges many at once."""
AHEAD = 4
"""Chunks that each worker may be ahead of the reader."""


def generate(
    count: int | None = 1,
    *,
    seed: int = 0,
    way: Way = "minimal",
    clues: int | None = None,
    symmetry: str = "none",
    start: object = None,
    few: int | None = None,
    scilab: bool = False,
    rules: Rules | None = None,
    guesses: tuple[int | None, int | None] | None = None,
    tree: tuple[int | None, int | None] | None = None,
    solver: str | Solver | None = None,
    jobs: int = 1,
) -> Iterator[Puzzle]:
    """Make so many grids, or without end (None), one by one as they are asked for.

    >>> [puzzle.grid.clues for puzzle in generate(2, seed=5, clues=30, symmetry="half-turn")]
    [30, 30]
    """
    recipe = Recipe(
        way=way,
        clues=clues,
        symmetry=symmetry,
        start=None if start is None else str(Grid(start)).encode(),
        scilab=scilab,
        few=few,
        wanted=Wanted(rules, Span(*guesses) if guesses else None, Span(*tree) if tree else None),
    )
    return puzzles(recipe, seed, count, solver=solver, jobs=jobs)


def puzzles(
    recipe: Recipe,
    seed: int,
    count: int | None,
    *,
    first: int = 0,
    solver: str | Solver | None = None,
    jobs: int = 1,
) -> Iterator[Puzzle]:
    """The recipe's grids number `first`, `first` + 1, ... of the seed."""
    recipe.check()
    if not 0 <= seed < 2**64:
        raise RecipeError(f"a seed is 0 to 2^64 - 1, not {seed}")
    if recipe.scilab and seed >= 2**31:
        raise RecipeError(f"Scilab's generator has seeds from 0 to 2^31 - 1, not {seed}")
    judge = solver_named(solver)
    if recipe.scilab:
        return _in_sequence(recipe, seed, count, first)
    chunks = _chunks(first, None if count is None else first + count)
    worker = judge if jobs == 1 or judge.runs_in_threads else _by_name(judge)
    if jobs == 1 or count == 1:
        return (puzzle for chunk in chunks for puzzle in recipe.made(seed, chunk, judge))
    return _by_several(recipe, seed, chunks, worker, jobs)


def _by_name(judge: Solver) -> str:
    """What another process can be told of a solver."""
    if judge not in solvers():
        raise RecipeError(f"several processes need a registered solver, not one made by hand: {judge.id}")
    return judge.id


def _in_sequence(recipe: Recipe, seed: int, count: int | None, first: int) -> Iterator[Puzzle]:
    """Those before the first one must be drawn too: each begins where the one before ends."""
    state = seed
    for chunk in _chunks(0, None if count is None else first + count):
        made, state = recipe.in_sequence(state, chunk)
        yield from made[max(0, first - chunk.start) :]


def _chunks(first: int, end: int | None) -> Iterator[range]:
    """Small ones at first, so that whoever wants a few does not wait for many."""
    size = 1
    while end is None or first < end:
        stop = first + size if end is None else min(first + size, end)
        yield range(first, stop)
        first, size = stop, min(2 * size, CHUNK)


def _by_several(
    recipe: Recipe, seed: int, chunks: Iterator[range], judge: Solver | str, jobs: int
) -> Iterator[Puzzle]:
    threads = solver_named(judge).runs_in_threads
    pool, stop = executor(jobs, threads=threads), threading.Event()
    waiting: deque[Future[list[Puzzle]]] = deque()
    try:
        for chunk in chunks:
            waiting.append(pool.submit(_made, recipe, seed, chunk, judge, stop if threads else None))
            if len(waiting) == AHEAD * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        stop.set()  # for threads, which cannot be terminated
        terminate(pool)


def _made(
    recipe: Recipe, seed: int, numbers: range, solver: Solver | str, stop: threading.Event | None
) -> list[Puzzle]:
    return recipe.made(seed, numbers, solver_named(solver), stop)
