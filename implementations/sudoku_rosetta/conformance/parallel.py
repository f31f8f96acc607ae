"""Judges many solvers in parallel.

External solvers run in limited subprocesses, so they are judged in threads of this process. Registered solvers run
without limits, so each one is judged in a worker process.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

from ..external.copy_solver import CopySolver
from ..external.errors import LIMIT_KINDS, SolverError, exit_message
from ..external.reading import Reading, Unread
from ..external.solver import ExternalSolver
from ..external.spec import SolverSpec
from ..messages import Message
from ..runtime.limits import Limits
from ..runtime.stoppable_thread import StoppableThread
from ..runtime.temporary_folder import TemporaryFolder, remove
from ..runtime.worker import Worker, WorkerExited
from ..solvers import Solver
from ..solvers.protocol import Level
from .case import Case, cases
from .costly_solvers import with_fewer_grids
from .giving_up import MAX_LIMIT_HITS, Repeats, unasked
from .outcome import READ, Event, KnownOutcomes, Outcome
from .solver_under_test import SolverUnderTest
from .suite import NO_CASE, CheckRun, judge, plan

MAX_WORKERS = 3
"""Per registered solver: a worker that crashes is replaced."""
QUEUE_TIMEOUT_S = 0.5
STOP_TIMEOUT_S = 5.0
"""After an interrupt, for the threads to end. Those that remain end with this process."""


@dataclass(frozen=True)
class Settings:
    """How solvers are judged."""

    limits: Limits = Limits()  # noqa: RUF009 - frozen
    level: Level | None = None
    sandbox: bool = False
    budget: int | None = None
    case_ids: tuple[str, ...] | None = None
    """None: all cases."""
    read_only: bool = False
    """Copies are read, and not judged."""

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Settings:
        ids = fields["case_ids"]
        return cls(
            **{
                **fields,
                "limits": Limits(**fields["limits"]),
                "case_ids": None if ids is None else tuple(ids),
            }
        )

    def cases(self) -> tuple[Case, ...]:
        """The selected cases."""
        chosen = None if self.case_ids is None else set(self.case_ids)
        return tuple(case for case in cases() if chosen is None or case.id in chosen)


@dataclass(frozen=True)
class Job:
    """One solver to judge."""

    spec: SolverSpec
    settings: Settings

    @property
    def name(self) -> str:
        return self.spec.name


def judge_in_parallel(
    jobs: Sequence[Job], known: Mapping[str, KnownOutcomes], workers: int, on_event: Callable[[Event], object]
) -> None:
    """Judge all check runs without a known outcome. `on_event` is called in the current thread."""
    waiting = [job for job in jobs if not (job.name in known and known[job.name].ended)]
    with TemporaryFolder() as temporary:
        job_queue = _JobQueue(waiting, known, temporary)
        threads = [StoppableThread(job_queue.work) for _ in range(min(workers, len(waiting)))]
        for thread in threads:
            thread.start()
        try:
            left = len(waiting)
            while left:
                event = job_queue.events.get()
                if isinstance(event, BaseException):
                    raise event
                on_event(event)
                left -= event.is_end
        finally:
            job_queue.stopped.set()
            for thread in threads:
                thread.request_stop()
            deadline = time.monotonic() + STOP_TIMEOUT_S
            for thread in threads:
                thread.done.wait(max(0.0, deadline - time.monotonic()))


class _JobQueue:
    """The waiting jobs, and the events of the running jobs."""

    def __init__(self, jobs: Sequence[Job], known: Mapping[str, KnownOutcomes], temporary: Path) -> None:
        self.events: queue.Queue[Event | BaseException] = queue.Queue(maxsize=10_000)
        self.stopped = threading.Event()
        self._waiting: queue.SimpleQueue[Job] = queue.SimpleQueue()
        for job in jobs:
            self._waiting.put(job)
        self._known = known
        self._temporary = temporary

    def work(self) -> None:
        """Run jobs until none is waiting. An internal error ends the whole run."""
        try:
            while not self.stopped.is_set():
                try:
                    job = self._waiting.get_nowait()
                except queue.Empty:
                    return
                self._judge(job)
        except Exception as error:
            self._put(error)

    def _judge(self, job: Job) -> None:
        before = self._known.get(job.name) or KnownOutcomes()
        events = _events if job.spec.is_external else _events_from_process
        limit_hits = before.limit_hits
        for event in events(job, before, self._temporary):
            limit_hits = event.limit_hits
            self._put(event)
        self._put(Event(job.name, limit_hits=limit_hits))

    def _put(self, event: Event | BaseException) -> None:
        while not self.stopped.is_set():
            with contextlib.suppress(queue.Full):
                self.events.put(event, timeout=QUEUE_TIMEOUT_S)
                return


# --- one solver ---------------------------------------------------------------------------------------


def _events(job: Job, before: KnownOutcomes, temporary: Path) -> Iterator[Event]:
    """Judge the solver in this process."""
    with _JobRun(job, before, temporary) as job_run:
        if failed := job_run.prepare():
            yield Event(job.name, failed.check, job_run.limit_hits, failed)
            return
        if job_run.reading is not None:
            yield Event(job.name, limit_hits=job_run.limit_hits, reading=job_run.reading)
        for run in job_run.check_runs() if not job.settings.read_only else ():
            outcome = job_run.outcome(run)
            yield Event(job.name, run.id, job_run.limit_hits, outcome)


class _JobRun:
    """A running job. The end of the `with` block closes the solver and removes its temporary folder."""

    def __init__(self, job: Job, before: KnownOutcomes, temporary: Path) -> None:
        settings = job.settings
        self._job = job
        self._known = before.outcomes
        self._temporary = Path(tempfile.mkdtemp(dir=temporary))
        spec = replace(job.spec, reading=job.spec.reading or before.reading)
        self._solver = spec.solver(
            limits=settings.limits, level=settings.level, sandbox=settings.sandbox, temporary=self._temporary
        )
        self._subject = _subject(self._solver, settings)
        self._limit_hits = _LimitHits(self._solver, before.limit_hits)
        self._repeats = Repeats()

    @property
    def limit_hits(self) -> int:
        return self._limit_hits.number

    @property
    def reading(self) -> Reading | None:
        """How the solver of a copy was read."""
        return self._solver.reading if isinstance(self._solver, CopySolver) else None

    def prepare(self) -> Outcome | None:
        """Read and compile the solver. If that fails, this is the only outcome."""
        if not isinstance(self._solver, ExternalSolver):
            return None
        try:
            self._solver.prepare()
        except Unread as error:
            reason = error.message
        except SolverError as error:
            reason = Message("unread.not_loaded", what=error.message)
        else:
            return None
        return Outcome(self._job.name, READ, NO_CASE, "unread", reason)

    def check_runs(self) -> Iterator[CheckRun]:
        """The check runs without a known outcome."""
        runs: Sequence[CheckRun] = list(plan(self._subject, self._job.settings.cases()))
        if cost := getattr(self._solver, "cost_per_grid", None):
            runs = with_fewer_grids(runs, cost)
        for run in runs:
            if run.id in self._known:
                self._repeats.add(self._known[run.id])
            else:
                yield run

    def outcome(self, run: CheckRun) -> Outcome:
        """Execute one check run, unless too many answers reached a limit or were the same failure."""
        if self.limit_hits >= MAX_LIMIT_HITS:
            return unasked(run, Message("judging.too_many_limits_reached", times=self.limit_hits))
        if not self._job.spec.is_external:
            return judge(run)
        outcome = self._repeats.outcome_without_run(run)
        if outcome is None:
            outcome = judge(run)
            self._repeats.add(outcome)
        return outcome

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            if isinstance(self._solver, ExternalSolver):
                self._solver.close()
        finally:
            remove(self._temporary)


def _subject(solver: Solver, settings: Settings) -> SolverUnderTest:
    if isinstance(solver, ExternalSolver):
        # no limits here: it has its own
        return SolverUnderTest(solver, settings.level, settings.budget, None, max_timeouts=10**9)
    return SolverUnderTest(solver, settings.level, settings.budget, settings.limits.seconds)


class _LimitHits:
    """Counts the answers of an external solver that reached a limit."""

    def __init__(self, solver: Any, number: int) -> None:
        self.number = number
        for name in ("raw_search", "raw_count"):
            if hasattr(solver, name):
                setattr(solver, name, self._counted(getattr(solver, name)))

    def _counted(self, search: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any, **named: Any) -> Any:
            try:
                return search(*arguments, **named)
            except SolverError as error:
                self.number += error.kind in LIMIT_KINDS
                raise

        return counted


# --- one registered solver in a worker process --------------------------------------------------------


def _events_from_process(job: Job, before: KnownOutcomes, temporary: Path) -> Iterator[Event]:
    """Judge the solver in a worker process; start a new one after a crash."""
    known = set(before.outcomes)
    for _ in range(MAX_WORKERS):
        started: dict[str, str] = {}
        arguments: dict[str, Any] = {"spec": job.spec.to_json(), "settings": asdict(job.settings)}
        with contextlib.closing(Worker(_SERVICE, **arguments, temporary=str(temporary))) as worker:
            try:
                for item in worker.stream("judge", known=sorted(known)):
                    if "started" in item:
                        started = item
                        continue
                    known.add(item["run_id"])
                    yield Event(job.name, item["run_id"], 0, Outcome.from_json(item["outcome"]))
                return
            except WorkerExited as error:
                run_id, outcome = _crash(job, started, error, len(known))
        known.add(run_id)
        yield Event(job.name, run_id, 0, outcome)


def _crash(job: Job, started: Mapping[str, str], error: WorkerExited, number: int) -> tuple[str, Outcome]:
    """The outcome of the check run during which the worker ended."""
    printed = error.errors.strip().splitlines()
    last = f": {printed[-1][:400]}" if printed else ""
    reason = Message("judging.process_ended", how=exit_message(error.code), printed=last)
    check, case = started.get("check", "run"), started.get("case", NO_CASE)
    run_id = started.get("started", f"{job.name}/run/{number}")
    return run_id, Outcome(job.name, check, case, "errored", reason)


_SERVICE = f"{__name__}:JudgingService"


class JudgingService:
    """Runs in the worker process."""

    def __init__(self, spec: dict[str, Any], settings: dict[str, Any], temporary: str) -> None:
        self._job = Job(SolverSpec.from_json(spec), Settings.from_json(settings))
        tempfile.tempdir = os.environ["TMPDIR"] = temporary
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=_end_with_parent)

    def judge(self, known: list[str]) -> Iterator[dict[str, Any]]:
        """Yield the id of each check run before it starts, so that a crash can be attributed, then its outcome."""
        before = KnownOutcomes(dict.fromkeys(known, Outcome("", "", "", "passed")))
        with _JobRun(self._job, before, Path(tempfile.gettempdir())) as job_run:
            for run in job_run.check_runs():
                case = run.case.id if run.case else NO_CASE
                yield {"started": run.id, "check": run.check.name, "case": case}
                yield {"run_id": run.id, "outcome": job_run.outcome(run).to_json()}


PR_SET_PDEATHSIG = 1


def _end_with_parent() -> None:
    """Let the Linux kernel kill a forked child when the thread that forked it ends. Otherwise it would survive the
    worker: it does not see the worker's pipe close. Not for pools: see `runtime.executors`."""
    import ctypes

    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
