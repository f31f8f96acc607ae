"""From grid to grid: A(d) for many uniform full grids; which have the fewest and the most small differences."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from ..generate.batches import fulls
from ..grid import Grid
from ..runtime.executors import cores
from ..runtime.stopping_threads import StopFlag
from .near import differing
from .predict import Prediction

__all__ = ["Spread", "Surveyed", "spreads", "surveyed"]


@dataclass(frozen=True)
class Surveyed:
    """A uniform full grid, by its number, and how many grids differ from it in 0, 1, ... cells."""

    number: int
    grid: Grid
    differing: Sequence[int]

    @property
    def small(self) -> int:
        """How many differ in any number of cells up to the distance."""
        return sum(self.differing[1:])

    def expected(self, clues: int) -> float:
        """E(clues) as far as these differences make it: its whole where the distance reaches 81 - clues."""
        return float(Prediction(self.differing).known_part(clues))


@dataclass(frozen=True)
class Spread:
    """How A(d) is spread over the grids."""

    distance: int
    mean: float
    least: int
    most: int
    without: int
    """How many grids have none."""


def surveyed(grids: int, distance: int, seed: int, *, workers: int | None = None) -> Iterator[Surveyed]:
    """The grids number 0, 1, ... of the seed, in their order; the same as `generate --way full` makes.

    All counting stops when whoever asks goes away."""
    ahead, stop = workers or cores(), StopFlag()
    waiting: deque[Future[Surveyed]] = deque()
    with ThreadPoolExecutor(ahead) as threads:
        try:
            for number in range(grids):
                waiting.append(threads.submit(_one, number, distance, seed, stop))
                if len(waiting) > 4 * ahead:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BaseException:
            stop.set()
            for future in waiting:
                future.cancel()
            raise


def _one(number: int, distance: int, seed: int, stop: StopFlag) -> Surveyed:
    grid = Grid(fulls(seed, [number]))
    return Surveyed(number, grid, differing(grid, distance, workers=1, stop=stop))


def spreads(found: Sequence[Surveyed]) -> list[Spread]:
    """For every distance at which some grid has others."""
    told = []
    for distance in range(1, len(found[0].differing)):
        times = [each.differing[distance] for each in found]
        if any(times):
            told.append(Spread(distance, sum(times) / len(times), min(times), max(times), times.count(0)))
    return told
