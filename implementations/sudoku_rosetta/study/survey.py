"""Compute A(d) for many random full grids, to see how much it varies."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from ..generate.batches import full_grids
from ..grid import Grid
from ..runtime.executors import cores
from ..runtime.stoppable_thread import StopFlag
from .near import count_differing
from .predict import Prediction

__all__ = ["Spread", "SurveyedGrid", "spreads", "survey"]


@dataclass(frozen=True)
class SurveyedGrid:
    """A random full grid and its A(0), A(1), ..."""

    number: int
    grid: Grid
    differing: Sequence[int]

    @property
    def total(self) -> int:
        """The number of other grids up to the maximum distance."""
        return sum(self.differing[1:])

    def expected(self, clues: int) -> float:
        """The partial sum of E(clues); it is exact if the maximum distance is at least 81 - clues."""
        return float(Prediction(self.differing).partial_sum(clues))


@dataclass(frozen=True)
class Spread:
    """The distribution of A(d) over the grids, for one d."""

    distance: int
    mean: float
    least: int
    most: int
    without: int
    """The number of grids with A(d) = 0."""


def survey(grids: int, distance: int, seed: int, *, workers: int | None = None) -> Iterator[SurveyedGrid]:
    """Yield the full grids number 0, 1, ... of the seed, in order; `generate --way full` makes the same grids.

    Closing the generator stops all work.
    """
    ahead, stop = workers or cores(), StopFlag()
    waiting: deque[Future[SurveyedGrid]] = deque()
    with ThreadPoolExecutor(ahead) as threads:
        try:
            for number in range(grids):
                waiting.append(threads.submit(_survey_one, number, distance, seed, stop))
                if len(waiting) > 4 * ahead:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BaseException:
            stop.set()
            for future in waiting:
                future.cancel()
            raise


def _survey_one(number: int, distance: int, seed: int, stop: StopFlag) -> SurveyedGrid:
    grid = Grid(full_grids(seed, [number]))
    return SurveyedGrid(number, grid, count_differing(grid, distance, workers=1, stop=stop))


def spreads(found: Sequence[SurveyedGrid]) -> list[Spread]:
    """One Spread for each distance where A(d) is not always 0."""
    result = []
    for distance in range(1, len(found[0].differing)):
        times = [each.differing[distance] for each in found]
        if any(times):
            result.append(Spread(distance, sum(times) / len(times), min(times), max(times), times.count(0)))
    return result
