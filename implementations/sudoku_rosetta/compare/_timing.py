"""Our end of `_timing_service`: one process with one solver, asked for times."""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from typing import Any, Self

from ..external.errors import how_it_ended, raised
from ..external.spec import SolverSpec
from ..grid import Grid
from ..runtime.stopping_threads import TimedOut
from ..runtime.worker import RequestFailed, Worker, WorkerEnded
from ..solvers.protocol import Declared

_SERVICE = f"{__package__}._timing_service:TimingService"
LOADING_S = 60.0
_WATCHED_FACTOR = 5.0
"""A watched run takes longer: its cap is that many caps."""
_WALL_FACTOR = 10.0
"""A solver that waits uses no processor time: by the clock its cap is that many caps."""
_LINE_LENGTH = 120


class OverCap(Exception):
    """The puzzle took more than the cap."""


class Failed(Exception):
    """The solver ended without an answer; the text is one line that says how."""


class TimedWorker:
    """One process with one solver; leaving the `with` ends it. Failed if it does not start in `loading` seconds."""

    def __init__(
        self, spec: SolverSpec, grids: Sequence[Grid], limit: int, cap: float, loading: float = LOADING_S
    ) -> None:
        self.spec = spec
        self._cap = cap
        began = time.perf_counter_ns()
        self._worker = Worker(
            _SERVICE,
            kind=spec.kind,
            what=list(spec.what),
            folder=spec.folder,
            grids=list(map(str, grids)),
            limit=limit,
        )
        try:
            started = self._ask("begin", loading)
        except OverCap:
            self.end()
            why = f"it did not begin: no answer to a grid with one empty cell within {loading:g} s"
            raise Failed(why) from None
        except BaseException:
            self.end()
            raise
        self.startup_wall = time.perf_counter_ns() - began
        self.startup: int = started["startup"]
        self.declared = Declared.from_json(started["declared"])

    def first(self, puzzle: int) -> int:
        """The processor time of one run, roughly; OverCap if it is more than the cap."""
        return int(self._ask("first", _WALL_FACTOR * self._cap, puzzle=puzzle, cap=self._cap))

    def run(self, puzzles: Sequence[int], loops: Sequence[int]) -> dict[str, list[int]]:
        """The nanoseconds of each of the puzzles, `cpu` and `wall`, and their `solutions`."""
        seconds = _WALL_FACTOR * self._cap * max(len(puzzles), 1)
        times: dict[str, list[int]] = self._ask("run", seconds, puzzles=list(puzzles), loops=list(loops))
        return times

    def observe(self, puzzle: int) -> dict[str, Any]:
        """One puzzle, watched, with a higher cap."""
        cap = _WATCHED_FACTOR * self._cap
        seen: dict[str, Any] = self._ask("observe", _WALL_FACTOR * cap, puzzle=puzzle, cap=cap)
        return seen

    def peak(self) -> int:
        """The most memory so far, in bytes; 0 if it is not known."""
        return int(self._ask("peak", LOADING_S))

    def _ask(self, do: str, seconds: float, **arguments: Any) -> Any:
        try:
            return self._worker.ask(do, seconds=seconds, **arguments)
        except TimedOut:
            raise OverCap from None
        except RequestFailed as failed:
            if failed.error["type"] == "OverTime":
                raise OverCap from None
            if failed.error["type"] in ("SolverError", "Unreadable"):  # which say it in a sentence
                raise Failed(failed.error["text"]) from None
            raise Failed(raised(failed.error).message.en) from None
        except WorkerEnded as ended:
            if ended.code in (-signal.SIGPROF, -signal.SIGALRM):
                raise OverCap from None
            raise Failed(_how_it_ended(ended)) from None

    def end(self) -> None:
        """End it and what it started."""
        self._worker.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


def _how_it_ended(ended: WorkerEnded) -> str:
    last = next((line for line in reversed(ended.errors.split("\n")) if line.strip()), "")
    return f"its process ended ({how_it_ended(ended.code).en}){': ' + last[:_LINE_LENGTH] if last else ''}"
