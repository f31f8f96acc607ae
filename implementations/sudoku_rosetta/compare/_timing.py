"""A child process that times one solver, and the requests to it; `_timing_service` is the code in the child."""

from __future__ import annotations

import signal
import time
from collections.abc import Sequence
from typing import Any, Self

from ..external.errors import exception_error, exit_message
from ..external.spec import SolverSpec
from ..grid import Grid
from ..runtime.stoppable_thread import TimedOut
from ..runtime.worker import RequestFailed, Worker, WorkerExited
from ..solvers.protocol import Declared

_SERVICE = f"{__package__}._timing_service:TimingService"
LOADING_S = 60.0
_OBSERVED_FACTOR = 5.0
"""A run that counts takes longer, so its CPU time limit is the cap multiplied by this factor."""
_WALL_FACTOR = 10.0
"""A solver that waits uses no CPU time, so it also has a wall time limit: the cap multiplied by this factor."""
_LINE_LENGTH = 120


class CapExceeded(Exception):
    """A puzzle exceeded its time limit."""


class SolverFailed(Exception):
    """The solver ended without an answer; the message gives the reason in one line."""


class TimedWorker:
    """A child process that has loaded one solver. The constructor raises SolverFailed after `loading` seconds."""

    def __init__(
        self, spec: SolverSpec, grids: Sequence[Grid], limit: int, cap: float, loading: float = LOADING_S
    ) -> None:
        self.spec = spec
        self._cap = cap
        began = time.perf_counter_ns()
        self._worker = Worker(
            _SERVICE,
            spec=spec.to_json(),
            grids=list(map(str, grids)),
            limit=limit,
        )
        try:
            loaded = self._request("load", loading)
        except CapExceeded:
            self.end()
            raise SolverFailed(f"no answer to a grid with one empty cell within {loading:g} s") from None
        except BaseException:
            self.end()
            raise
        self.startup_wall = time.perf_counter_ns() - began
        self.startup: int = loaded["startup"]
        self.declared = Declared.from_json(loaded["declared"])

    def time_once(self, puzzle: int) -> int:
        """Approximate CPU time of one run; CapExceeded if it exceeds the cap."""
        return int(self._request("time_once", _WALL_FACTOR * self._cap, puzzle=puzzle, cap=self._cap))

    def time_loops(self, puzzles: Sequence[int], loops: Sequence[int]) -> dict[str, list[int]]:
        """For each puzzle the mean `cpu` and `wall` time of `loops` runs, and its number of `solutions`."""
        seconds = _WALL_FACTOR * self._cap * max(len(puzzles), 1)
        arguments = {"puzzles": list(puzzles), "loops": list(loops)}
        times: dict[str, list[int]] = self._request("time_loops", seconds, **arguments)
        return times

    def observe(self, puzzle: int) -> dict[str, Any]:
        """Counts, tree and answers of one untimed run."""
        cap = _OBSERVED_FACTOR * self._cap
        observed: dict[str, Any] = self._request("observe", _WALL_FACTOR * cap, puzzle=puzzle, cap=cap)
        return observed

    def peak(self) -> int:
        """Peak memory in bytes; 0 if unknown."""
        return int(self._request("peak", LOADING_S))

    def _request(self, do: str, seconds: float, **arguments: Any) -> Any:
        try:
            return self._worker.call(do, seconds=seconds, **arguments)
        except TimedOut:
            raise CapExceeded from None
        except RequestFailed as failed:
            if failed.error["type"] == "TimeLimitExceeded":
                raise CapExceeded from None
            if failed.error["type"] in ("SolverError", "ProgramFailed"):  # their texts are written for users
                raise SolverFailed(failed.error["text"]) from None
            raise SolverFailed(exception_error(failed.error).message.en) from None
        except WorkerExited as ended:
            if ended.code in (-signal.SIGPROF, -signal.SIGALRM):
                raise CapExceeded from None
            raise SolverFailed(_exit_reason(ended)) from None

    def end(self) -> None:
        """End the process and its children."""
        self._worker.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()


def _exit_reason(ended: WorkerExited) -> str:
    last = next((line for line in reversed(ended.errors.split("\n")) if line.strip()), "")
    return f"its process ended ({exit_message(ended.code).en}){': ' + last[:_LINE_LENGTH] if last else ''}"
