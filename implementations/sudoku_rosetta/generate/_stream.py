"""Generate grids one after another, in one process or in parallel, with constant memory."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import Future

from ..grid import Grid
from ..runtime.executors import executor, terminate
from ..solvers import Solver, solver_named, solvers
from .difficulty import DifficultyFilter, Rules, Span
from .recipe import Puzzle, Recipe, RecipeError, Way

__all__ = ["generate", "puzzles"]

MAX_CHUNK = 512
"""Grids that a worker makes at a time: enough to fill the lanes of the vectorised solver."""
CHUNKS_AHEAD_PER_WORKER = 4
"""How far the workers may run ahead of the reader."""


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
    """Generate `count` grids lazily; None for an endless iterator.

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
        difficulty=DifficultyFilter(
            rules, Span(*guesses) if guesses else None, Span(*tree) if tree else None
        ),
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
        raise RecipeError(f"a seed is from 0 to 2^64 - 1, not {seed}")
    if recipe.scilab and seed >= 2**31:
        raise RecipeError(f"a seed of Scilab's generator is from 0 to 2^31 - 1, not {seed}")
    chosen = solver_named(solver)
    if recipe.scilab:
        return _with_scilab_rng(recipe, seed, count, first)
    chunks = _chunks(first, None if count is None else first + count)
    worker = chosen if jobs == 1 or chosen.runs_in_threads else _registered_name(chosen)
    if jobs == 1 or count == 1:
        return (puzzle for chunk in chunks for puzzle in recipe.make(seed, chunk, chosen))
    return _in_parallel(recipe, seed, chunks, worker, jobs)


def _registered_name(solver: Solver) -> str:
    """The name by which a worker process finds the solver."""
    if solver not in solvers():
        raise RecipeError(f"{solver.id} is not a registered solver: it cannot be used in several processes")
    return solver.id


def _with_scilab_rng(recipe: Recipe, seed: int, count: int | None, first: int) -> Iterator[Puzzle]:
    """Starts at grid 0 even if `first` is larger: each grid needs the state after the one before."""
    state = seed
    for chunk in _chunks(0, None if count is None else first + count):
        made, state = recipe.make_with_scilab_rng(state, chunk)
        yield from made[max(0, first - chunk.start) :]


def _chunks(first: int, end: int | None) -> Iterator[range]:
    """Ranges of numbers that double in size, so that the first grids come without delay."""
    size = 1
    while end is None or first < end:
        stop = first + size if end is None else min(first + size, end)
        yield range(first, stop)
        first, size = stop, min(2 * size, MAX_CHUNK)


def _in_parallel(
    recipe: Recipe, seed: int, chunks: Iterator[range], solver: Solver | str, jobs: int
) -> Iterator[Puzzle]:
    threads = solver_named(solver).runs_in_threads
    pool, stop = executor(jobs, threads=threads), threading.Event()
    waiting: deque[Future[list[Puzzle]]] = deque()
    try:
        for chunk in chunks:
            waiting.append(pool.submit(_make_chunk, recipe, seed, chunk, solver, stop if threads else None))
            if len(waiting) == CHUNKS_AHEAD_PER_WORKER * jobs:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()
    finally:
        stop.set()  # for threads, which cannot be terminated
        terminate(pool)


def _make_chunk(
    recipe: Recipe, seed: int, numbers: range, solver: Solver | str, stop: threading.Event | None
) -> list[Puzzle]:
    return recipe.make(seed, numbers, solver_named(solver), stop)
