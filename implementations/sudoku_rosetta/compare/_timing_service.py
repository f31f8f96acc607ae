"""Runs in the process where one solver is measured: `runtime.worker` starts it, `_timing` asks it.

A new process has its own memory layout and its own hash seed, which alone make a program some percent faster or
slower: a comparison starts many. A solver in this process is timed by the process's processor time, which excludes
other processes; a program by that of its own process.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from ..grid import Grid, GridError
from ..solvers import Solver, solver_named
from ..solvers.protocol import Declared
from . import _program_run

_TRIAL = Grid("123456789456789123789123456231564897564807231897231564312645978645978312978312645")
"""One empty cell: what its run takes is the cost of starting."""
_NO_TIME_LIMIT_S = 3600.0
"""For the trial and timed runs, which are stopped from outside."""


@dataclass(frozen=True)
class Timing:
    """Nanoseconds for one run, by the processor and by the clock, and the number of solutions."""

    cpu: int
    wall: int
    solutions: int


@dataclass(frozen=True)
class Observation:
    """What a run shows that is not timed: counts, the digest of the tree, and what is wrong with the answer."""

    solutions: int
    counts: dict[str, int]
    tree: str | None
    wrong: str | None


class TimingService:
    """Answers the requests of `_timing.TimedWorker`."""

    _solver: TimedSolver

    def __init__(
        self, kind: str, what: Sequence[str], folder: str | None, grids: list[str], limit: int
    ) -> None:
        if folder:
            os.chdir(folder)
        self._spec = kind, what, folder
        self._grids = list(map(Grid, grids))
        self._limit = limit or None

    def begin(self) -> dict[str, Any]:
        """Load the solver and run it once: what it declares, and the processor time up to its first answer."""
        self._solver = _timed_solver(*self._spec)
        # collections must not go through our own objects while a solver is timed
        gc.collect()
        gc.freeze()
        return {"declared": asdict(self._solver.declared), "startup": self._solver.startup}

    def first(self, puzzle: int, cap: float) -> int:
        """The processor time of one run, roughly, if it ends within the cap."""
        return self._solver.first(self._grids[puzzle], self._limit, cap)

    def run(self, puzzles: list[int], loops: list[int]) -> dict[str, list[int]]:
        """Times of each puzzle, run `loops` times."""
        times: dict[str, list[int]] = {"cpu": [], "wall": [], "solutions": []}
        for puzzle, repeats in zip(puzzles, loops, strict=True):
            timing = self._solver.timed(self._grids[puzzle], self._limit, repeats)
            times["cpu"].append(timing.cpu)
            times["wall"].append(timing.wall)
            times["solutions"].append(timing.solutions)
        return times

    def observe(self, puzzle: int, cap: float) -> dict[str, Any]:
        """One puzzle, watched: not timed."""
        return asdict(self._solver.observed(self._grids[puzzle], self._limit, cap))

    def peak(self) -> int:
        """The most memory so far, in bytes; 0 if it is not known."""
        return self._solver.peak()

    def close(self) -> None:
        """End the program that runs, if any."""
        _program_run.close()


class TimedSolver(ABC):
    """A solver that can be timed."""

    declared: Declared
    startup: int
    """Processor time, in nanoseconds, from the start of the process to the first answer."""

    @abstractmethod
    def first(self, grid: Grid, limit: int | None, cap: float) -> int:
        """Processor time of a first run, roughly; beyond the cap it ends the process, or raises OverTime."""

    @abstractmethod
    def timed(self, grid: Grid, limit: int | None, loops: int) -> Timing: ...

    @abstractmethod
    def observed(self, grid: Grid, limit: int | None, cap: float) -> Observation:
        """A watched run, its answers checked; the cap is that of `first`."""

    @abstractmethod
    def peak(self) -> int: ...


class InThisProcess(TimedSolver):
    """A solver that runs in this process."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self.declared = solver.declared()
        solver.search(_TRIAL, limit=1)
        self.startup = time.process_time_ns()

    def first(self, grid: Grid, limit: int | None, cap: float) -> int:
        began = time.process_time_ns()
        signal.setitimer(signal.ITIMER_PROF, cap)  # the kernel ends this process, whatever it runs
        self._solver.search(grid, limit=limit)
        signal.setitimer(signal.ITIMER_PROF, 0)
        return time.process_time_ns() - began

    def timed(self, grid: Grid, limit: int | None, loops: int) -> Timing:
        """Without a cap: while a timer runs on the processor's clock, Linux reads that clock by the tick."""
        search = self._solver.search
        repeats = range(loops - 1)
        wall, cpu = time.perf_counter_ns(), time.process_time_ns()
        report = search(grid, limit=limit)
        for _ in repeats:
            search(grid, limit=limit)
        cpu, wall = time.process_time_ns() - cpu, time.perf_counter_ns() - wall
        return Timing(cpu // loops, wall // loops, report.solutions)

    def observed(self, grid: Grid, limit: int | None, cap: float) -> Observation:
        solutions: list[Grid] = []
        found = solutions.append if self.declared.can != ("count",) else None
        signal.setitimer(signal.ITIMER_PROF, cap)
        report = self._solver.search(grid, found, limit=limit, watch=True)
        signal.setitimer(signal.ITIMER_PROF, 0)
        wrong = next((f"{each} does not solve {grid}" for each in solutions if not each.solves(grid)), None)
        return Observation(report.solutions, dict(report.counts), report.tree, wrong)

    def peak(self) -> int:
        return _own_peak()


class ProgramRuns(TimedSolver):
    """A program, one process for each grid."""

    def __init__(self, command: Sequence[str], folder: str) -> None:
        self._command, self._folder = command, folder
        name = Path(command[0]).name
        self.declared = Declared(name, f"The program {' '.join(command)}", "anyone's", name, can=("all",))
        self._peak = 0
        self.startup = self._run(_TRIAL, _NO_TIME_LIMIT_S).cpu

    def _run(self, grid: Grid, seconds: float) -> _program_run.Ran:
        ran = _program_run.run(self._command, self._folder, str(grid), seconds)
        self._peak = max(self._peak, ran.peak)
        return ran

    def first(self, grid: Grid, limit: int | None, cap: float) -> int:
        return self._run(grid, cap).cpu

    def timed(self, grid: Grid, limit: int | None, loops: int) -> Timing:
        runs = [self._run(grid, _NO_TIME_LIMIT_S) for _ in range(loops)]
        cpu, wall = sum(ran.cpu for ran in runs), sum(ran.wall for ran in runs)
        return Timing(cpu // loops, wall // loops, _number(runs[0].answers, limit))

    def observed(self, grid: Grid, limit: int | None, cap: float) -> Observation:
        answers = self._run(grid, cap).answers
        lines = [line for line in answers if isinstance(line, str)]
        wrong = next((line for line in lines if not _solves(line, grid)), None)
        return Observation(_number(answers, limit), {}, None, wrong and f"{wrong} does not solve {grid}")

    def peak(self) -> int:
        """Linux counts what was in the process before the program: below our own peak nothing is known."""
        return self._peak if self._peak > 1.02 * _own_peak() else 0


def _timed_solver(kind: str, what: Sequence[str], folder: str | None) -> TimedSolver:
    if kind == "program":
        return ProgramRuns(what, folder or ".")
    if kind == "registered":
        return InThisProcess(solver_named(what[0]))
    # imported here: it would count as the start-up of the other solvers
    from ..external.function import FunctionSolver
    from ..external.recognise import USUAL_NAMES
    from ..external.spec_text import split
    from ..runtime.worker_child import load_function

    name, loaded = load_function(*split(what[0]), USUAL_NAMES)
    thing: object = loaded
    thing = thing() if isinstance(thing, type) and issubclass(thing, Solver) else thing
    return InThisProcess(thing if isinstance(thing, Solver) else FunctionSolver.of(loaded, name=name))


def _number(answers: Sequence[str | int], limit: int | None) -> int:
    number = next((answer for answer in answers if isinstance(answer, int)), len(answers))
    return number if limit is None else min(number, limit)


def _solves(line: str, grid: Grid) -> bool:
    try:
        return Grid(line).solves(grid)
    except GridError:
        return False


def _own_peak() -> int:
    """Of this program alone: getrusage counts from the process that it was forked from."""
    try:
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return 1024 * int(line.split()[1])
    except OSError:
        pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
