"""A solver inside the process where it is measured: run on one puzzle so many times, and watched once.

In-process solvers are timed by the processor time of this process, which another process that pushes in does
not add to; a program by that of its own process. `worker` talks with the outside.
"""

from __future__ import annotations

import gc
import resource
import signal
import sys
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path

from ..grid import Grid, GridError
from ..solvers import Solver, solver_named
from ..solvers.protocol import Report
from . import process
from .entrants import Entrant, Facts

_TRIAL = Grid("123456789456789123789123456231564897564807231897231564312645978645978312978312645")
"""One empty cell: what is left of its time is the price of beginning."""
_AN_HOUR = 3600.0
"""As good as no limit: whoever asks for a run has a limit of its own."""


@dataclass(frozen=True)
class Timing:
    """Nanoseconds for one run, processor and clock, and the solutions that it reported."""

    cpu: int
    wall: int
    solutions: int


@dataclass(frozen=True)
class Look:
    """What a watched run showed: counts, the digest of the tree, and what is wrong with the answer, if anything."""

    solutions: int
    counts: dict[str, int]
    tree: str | None
    wrong: str | None


class Subject(ABC):
    """What the worker needs of a solver, whatever its kind."""

    facts: Facts
    startup: int
    """Processor time, in nanoseconds, from nothing to the first answer."""

    @abstractmethod
    def first(self, grid: Grid, limit: int | None, cap: float) -> int:
        """Processor time of a first run, roughly; it ends the process, or raises OverTime, beyond the cap."""

    @abstractmethod
    def timed(self, grid: Grid, limit: int | None, loops: int) -> Timing: ...

    @abstractmethod
    def looked_at(self, grid: Grid, limit: int | None, cap: float) -> Look:
        """A watched run, its answers examined; it ends beyond the cap as the first one does."""

    @abstractmethod
    def peak(self) -> int:
        """The most memory that it has had, in bytes."""


class Inside(Subject):
    """A solver in this very process, begun afresh for it."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self.facts = Facts.of(solver)
        solver.search(_TRIAL, limit=1)
        self.startup = time.process_time_ns()

    def first(self, grid: Grid, limit: int | None, cap: float) -> int:
        began = time.process_time_ns()
        signal.setitimer(signal.ITIMER_PROF, cap)  # the kernel ends us, whatever runs
        self._solver.search(grid, limit=limit)
        signal.setitimer(signal.ITIMER_PROF, 0)
        return time.process_time_ns() - began

    def timed(self, grid: Grid, limit: int | None, loops: int) -> Timing:
        """Without a cap: Linux reads the processor's clock by the tick while a timer runs on it."""
        search = self._solver.search
        again = range(loops - 1)
        wall, cpu = time.perf_counter_ns(), time.process_time_ns()
        report = search(grid, limit=limit)
        for _ in again:
            search(grid, limit=limit)
        cpu, wall = time.process_time_ns() - cpu, time.perf_counter_ns() - wall
        return Timing(cpu // loops, wall // loops, report.solutions)

    def looked_at(self, grid: Grid, limit: int | None, cap: float) -> Look:
        solutions: list[Grid] = []
        gives = solutions.append if self.facts.can != ("count",) else None
        signal.setitimer(signal.ITIMER_PROF, cap)
        report: Report = self._solver.search(grid, gives, limit=limit, watch=True)
        signal.setitimer(signal.ITIMER_PROF, 0)
        wrong = next((str(each) for each in solutions if not each.solves(grid)), None)
        return Look(
            report.solutions, dict(report.counts), report.tree, wrong and f"{wrong} does not solve {grid}"
        )

    def peak(self) -> int:
        return _own_peak()


class Outside(Subject):
    """A program, begun afresh for each grid."""

    def __init__(self, entrant: Entrant) -> None:
        self._command, self._folder = entrant.what, entrant.folder
        language = Path(entrant.what[0]).name
        self.facts = Facts(
            f"The program {' '.join(entrant.what)}", "anyone's", language, None, ("all",), (), ()
        )
        self._peak = 0
        self.startup = self._run(_TRIAL, 60.0).cpu

    def _run(self, grid: Grid, seconds: float) -> process.Ran:
        ran = process.run(self._command, self._folder, str(grid), seconds)
        self._peak = max(self._peak, ran.peak)
        return ran

    def first(self, grid: Grid, limit: int | None, cap: float) -> int:
        return self._run(grid, cap).cpu

    def timed(self, grid: Grid, limit: int | None, loops: int) -> Timing:
        runs = [self._run(grid, _AN_HOUR) for _ in range(loops)]
        cpu, wall = sum(ran.cpu for ran in runs), sum(ran.wall for ran in runs)
        return Timing(cpu // loops, wall // loops, _number(runs[0].answers, limit))

    def looked_at(self, grid: Grid, limit: int | None, cap: float) -> Look:
        answers = self._run(grid, cap).answers
        wrong = next((line for line in answers if len(line) == 81 and not _solves(line, grid)), None)
        return Look(_number(answers, limit), {}, None, wrong and f"{wrong} does not solve {grid}")

    def peak(self) -> int:
        """Linux counts what stood in the process before the program did: below our own peak nothing is known."""
        return self._peak if self._peak > 1.02 * _own_peak() else 0


def subject_of(entrant: Entrant) -> Subject:
    """The solver that an entrant names, ready."""
    if entrant.kind == "program":
        return Outside(entrant)
    if entrant.kind == "registered":
        return Inside(solver_named(entrant.what[0]))
    from ..solvers.foreign import ForeignSolver  # not for the others: it would count as their start-up
    from ..solvers.host import load

    name, loaded = load(entrant.what[0])
    thing: object = loaded
    thing = thing() if isinstance(thing, type) and issubclass(thing, Solver) else thing
    return Inside(thing if isinstance(thing, Solver) else ForeignSolver.of(loaded, name=name))


def quiet() -> None:
    """What we ourselves have on the heap shall not be swept through while others are timed."""
    gc.collect()
    gc.freeze()


def _number(answers: tuple[str, ...], limit: int | None) -> int:
    counted = [int(line) for line in answers if len(line) != 81]
    number = counted[0] if counted else len(answers)
    return number if limit is None else min(number, limit)


def _solves(line: str, grid: Grid) -> bool:
    try:
        return Grid(line).solves(grid)
    except GridError:
        return False


def _own_peak() -> int:
    """Of this program alone: what getrusage says begins with whatever process we were forked from."""
    try:
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return 1024 * int(line.split()[1])
    except OSError:
        pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
