"""The code in the child process that times one solver. `_timing` sends the requests.

The memory layout and the hash seed of a process make it a few percent faster or slower, so a comparison starts
many processes. For a solver that runs in this process, the time is the CPU time of this process; for a program, it
is that of the program's process.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..grid import Grid, GridError
from ..solvers import Solver, solver_named
from ..solvers.protocol import Declared
from . import _program_run

if TYPE_CHECKING:
    from ..external.reading import Reading
    from ..external.spec import SolverSpec

_STARTUP_GRID = Grid("123456789456789123789123456231564897564807231897231564312645978645978312978312645")
"""A grid with one empty cell, to measure the cost of starting."""
_NO_TIME_LIMIT_S = 3600.0
"""The limit of runs that the parent process stops."""


@dataclass(frozen=True)
class Timing:
    """CPU time and wall time of one run in nanoseconds, and the number of solutions."""

    cpu: int
    wall: int
    solutions: int


@dataclass(frozen=True)
class Observation:
    """Counts, tree digest and wrong answer, if any, of an untimed run."""

    solutions: int
    counts: dict[str, int]
    tree: str | None
    wrong: str | None


class TimingService:
    """The methods that `_timing.TimedWorker` requests."""

    _solver: TimedSolver

    def __init__(self, spec: dict[str, Any], grids: list[str], limit: int) -> None:
        self._spec = spec
        if spec["folder"]:
            os.chdir(spec["folder"])
        self._grids = list(map(Grid, grids))
        self._limit = limit or None

    def load(self) -> dict[str, Any]:
        """Load the solver and run it once; return its declaration and the CPU time up to its first answer."""
        self._solver = _timed_solver(self._spec)
        # while a solver is timed, the garbage collector must not scan the objects of this module
        gc.collect()
        gc.freeze()
        return {"declared": asdict(self._solver.declared), "startup": self._solver.startup}

    def time_once(self, puzzle: int, cap: float) -> int:
        """Approximate CPU time of one run."""
        return self._solver.time_once(self._grids[puzzle], self._limit, cap)

    def time_loops(self, puzzles: list[int], loops: list[int]) -> dict[str, list[int]]:
        """The mean times of `loops` runs of each puzzle."""
        times: dict[str, list[int]] = {"cpu": [], "wall": [], "solutions": []}
        for puzzle, repeats in zip(puzzles, loops, strict=True):
            timing = self._solver.time_loops(self._grids[puzzle], self._limit, repeats)
            times["cpu"].append(timing.cpu)
            times["wall"].append(timing.wall)
            times["solutions"].append(timing.solutions)
        return times

    def observe(self, puzzle: int, cap: float) -> dict[str, Any]:
        """One untimed run with counts and checks."""
        return asdict(self._solver.observe(self._grids[puzzle], self._limit, cap))

    def peak(self) -> int:
        """Peak memory in bytes; 0 if unknown."""
        return self._solver.peak()

    def close(self) -> None:
        """End the running program, if any."""
        _program_run.close()


class TimedSolver(ABC):
    """A solver that can be timed."""

    declared: Declared
    startup: int
    """CPU time from the start of the process to the first answer, in nanoseconds."""

    @abstractmethod
    def time_once(self, grid: Grid, limit: int | None, cap: float) -> int:
        """Approximate CPU time of one run. After the cap, end this process or raise TimeLimitExceeded."""

    @abstractmethod
    def time_loops(self, grid: Grid, limit: int | None, loops: int) -> Timing: ...

    @abstractmethod
    def observe(self, grid: Grid, limit: int | None, cap: float) -> Observation:
        """One untimed run with counts and checked answers; the cap has the same effect as in `time_once`."""

    @abstractmethod
    def peak(self) -> int: ...


class InProcessSolver(TimedSolver):
    """A solver that runs in this process."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self.declared = solver.declared()
        solver.search(_STARTUP_GRID, limit=1)
        self.startup = time.process_time_ns()

    def time_once(self, grid: Grid, limit: int | None, cap: float) -> int:
        began = time.process_time_ns()
        signal.setitimer(signal.ITIMER_PROF, cap)  # the signal ends this process, even while C code runs
        self._solver.search(grid, limit=limit)
        signal.setitimer(signal.ITIMER_PROF, 0)
        return time.process_time_ns() - began

    def time_loops(self, grid: Grid, limit: int | None, loops: int) -> Timing:
        """The mean of `loops` runs, without a time limit: while a CPU timer is set, Linux updates the CPU clock
        only at each tick."""
        search = self._solver.search
        repeats = range(loops - 1)
        wall, cpu = time.perf_counter_ns(), time.process_time_ns()
        report = search(grid, limit=limit)
        for _ in repeats:
            search(grid, limit=limit)
        cpu, wall = time.process_time_ns() - cpu, time.perf_counter_ns() - wall
        return Timing(cpu // loops, wall // loops, report.solutions)

    def observe(self, grid: Grid, limit: int | None, cap: float) -> Observation:
        solutions: list[Grid] = []
        found = solutions.append if self.declared.can != ("count",) else None
        signal.setitimer(signal.ITIMER_PROF, cap)
        report = self._solver.search(grid, found, limit=limit, watch=True)
        signal.setitimer(signal.ITIMER_PROF, 0)
        wrong = next((f"{each} does not solve {grid}" for each in solutions if not each.solves(grid)), None)
        return Observation(report.solutions, dict(report.counts), report.tree, wrong)

    def peak(self) -> int:
        return _own_peak()


class TimedProgram(TimedSolver):
    """A program, started once per grid."""

    def __init__(self, command: Sequence[str], folder: str, reading: Reading | None) -> None:
        self._command, self._folder, self._reading = command, folder, reading
        name = Path(command[0]).name
        self.declared = Declared(name, f"The program {' '.join(command)}", "external", name, can=("all",))
        self._peak = 0
        self.startup = self._run(_STARTUP_GRID, _NO_TIME_LIMIT_S).cpu

    def _run(self, grid: Grid, seconds: float) -> _program_run.ProgramRun:
        finished = _program_run.run(self._command, self._folder, str(grid), seconds, self._reading)
        self._peak = max(self._peak, finished.peak)
        return finished

    def time_once(self, grid: Grid, limit: int | None, cap: float) -> int:
        return self._run(grid, cap).cpu

    def time_loops(self, grid: Grid, limit: int | None, loops: int) -> Timing:
        runs = [self._run(grid, _NO_TIME_LIMIT_S) for _ in range(loops)]
        cpu, wall = sum(each.cpu for each in runs), sum(each.wall for each in runs)
        return Timing(cpu // loops, wall // loops, _solution_count(runs[0].answers, limit))

    def observe(self, grid: Grid, limit: int | None, cap: float) -> Observation:
        answers = self._run(grid, cap).answers
        lines = [line for line in answers if isinstance(line, str)]
        wrong = next((line for line in lines if not _is_solution(line, grid)), None)
        return Observation(
            _solution_count(answers, limit), {}, None, wrong and f"{wrong} does not solve {grid}"
        )

    def peak(self) -> int:
        """Linux includes the memory of this process, because the program's process begins as a copy of it. So the
        peak is known only if it is larger than that of this process."""
        return self._peak if self._peak > 1.02 * _own_peak() else 0


class DrivenProcess(InProcessSolver):
    """A solver that another process runs, by the driver of its language."""

    def __init__(self, spec: SolverSpec) -> None:
        from ..external.driven import DrivenSolver
        from ..runtime.limits import Limits

        assert spec.reading is not None
        limits = Limits(seconds=_NO_TIME_LIMIT_S)
        super().__init__(
            DrivenSolver(
                spec.reading, spec.folder or ".", name=spec.name, limits=limits, compiled=Path(spec.compiled)
            )
        )
        self.startup = _descendants_cpu()

    def time_once(self, grid: Grid, limit: int | None, cap: float) -> int:
        return self.time_loops(grid, limit, 1).cpu

    def time_loops(self, grid: Grid, limit: int | None, loops: int) -> Timing:
        wall, cpu = time.perf_counter_ns(), _descendants_cpu()
        report = self._solver.search(grid, limit=limit)
        for _ in range(loops - 1):
            self._solver.search(grid, limit=limit)
        cpu, wall = _descendants_cpu() - cpu, time.perf_counter_ns() - wall
        return Timing(cpu // loops, wall // loops, report.solutions)

    def observe(self, grid: Grid, limit: int | None, cap: float) -> Observation:
        solutions: list[Grid] = []
        report = self._solver.search(grid, solutions.append, limit=limit)
        wrong = next((f"{each} does not solve {grid}" for each in solutions if not each.solves(grid)), None)
        return Observation(report.solutions, {}, None, wrong)

    def peak(self) -> int:
        return 0


def _descendants_cpu() -> int:
    """CPU time of the processes that this one has started and that still run; the wall time where the system does
    not tell it."""
    try:
        return sum(time.clock_gettime_ns(((~pid) << 3) | 2) for pid in _descendants(os.getpid()))
    except (AttributeError, OSError):
        return time.perf_counter_ns()


def _descendants(pid: int) -> Iterator[int]:
    for task in os.listdir(f"/proc/{pid}/task"):  # noqa: PTH208
        for child in map(int, Path(f"/proc/{pid}/task/{task}/children").read_text(encoding="ascii").split()):
            yield child
            yield from _descendants(child)


def _timed_solver(spec: Mapping[str, Any]) -> TimedSolver:
    """The solver of a spec as JSON. It is imported here, because import time would count as the startup time of
    other solvers."""
    if spec["kind"] == "registered":
        return InProcessSolver(solver_named(spec["target"][0]))
    from ..external.spec import SolverSpec

    found = SolverSpec.from_json(dict(spec))
    if found.kind == "program":
        return TimedProgram(found.target, found.folder or ".", found.reading)
    if found.compiled:
        return DrivenProcess(found)
    return InProcessSolver(_python_solver(found))


def _python_solver(spec: SolverSpec) -> Solver:
    """The function, or the subclass of Solver, in this process."""
    from ..external.function import FunctionSolver
    from ..external.reading import Reading
    from ..external.spec_text import split
    from ..runtime.worker_child import FunctionCalls

    where, name = split(":".join(spec.target))
    calls = FunctionCalls()
    calls.load(spec.reading.file if spec.reading else where, name)
    found = calls.named(name) if name else None
    if isinstance(found, type) and issubclass(found, Solver):
        solver: Solver = found()
        return solver
    reading = spec.reading or Reading("Python", where, f"{name}(GRID)", "text", "auto")
    return FunctionSolver.in_process(calls, spec.name, reading=reading)


def _solution_count(answers: Sequence[str | int], limit: int | None) -> int:
    number = next((answer for answer in answers if isinstance(answer, int)), len(answers))
    return number if limit is None else min(number, limit)


def _is_solution(line: str, grid: Grid) -> bool:
    try:
        return Grid(line).solves(grid)
    except GridError:
        return False


def _own_peak() -> int:
    """Peak memory of this process. getrusage would include the process that it was forked from."""
    try:
        for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return 1024 * int(line.split()[1])
    except OSError:
        pass
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)
