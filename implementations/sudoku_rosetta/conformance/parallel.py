"""Judges many solvers in parallel. External ones are judged here, in a thread each, and run in processes of their
own under limits; registered ones, which have no limits, are judged in a process each.
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
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

from ..external.errors import AT_A_LIMIT, SolverError, how_it_ended
from ..external.program import SourceSolver
from ..external.solver import ExternalSolver
from ..external.spec import SolverSpec
from ..messages import Message
from ..runtime.limits import Limits
from ..runtime.stopping_threads import SearchThread
from ..runtime.temporary_folder import TemporaryFolder, remove
from ..runtime.worker import Worker, WorkerEnded
from ..solvers import Solver
from ..solvers.protocol import Level
from .case import Case, cases
from .outcome import Event, Known, Outcome
from .solver_under_test import SolverUnderTest
from .suite import NO_CASE, Cell, judge, plan

MAX_STRIKES = 5
"""A solver is asked no more once so many answers have taken all of a limit."""
MAX_CRASHES = 3
"""A process that judges a registered solver is started again this often, less one."""
QUEUE_TIMEOUT_S = 0.5
STOP_TIMEOUT_S = 5.0
"""How long to wait for the threads when a run is interrupted. What they leave ends with this process."""


@dataclass(frozen=True)
class Terms:
    """How solvers are judged."""

    limits: Limits = Limits()  # noqa: RUF009 - frozen
    level: Level | None = None
    sandbox: bool = False
    budget: int | None = None
    case_ids: tuple[str, ...] | None = None
    """None: all cases."""

    @classmethod
    def from_json(cls, fields: Mapping[str, Any]) -> Terms:
        ids = fields["case_ids"]
        return cls(
            **{
                **fields,
                "limits": Limits(**fields["limits"]),
                "case_ids": None if ids is None else tuple(ids),
            }
        )

    def cases(self) -> tuple[Case, ...]:
        """The cases that are given."""
        chosen = None if self.case_ids is None else set(self.case_ids)
        return tuple(case for case in cases() if chosen is None or case.id in chosen)


@dataclass(frozen=True)
class Job:
    """One solver to be judged."""

    spec: SolverSpec
    terms: Terms

    @property
    def name(self) -> str:
        return self.spec.name


def judge_in_parallel(
    jobs: Sequence[Job], known: Mapping[str, Known], at_once: int, on_event: Callable[[Event], object]
) -> None:
    """Judge what is not known yet; `on_event` is called, in this thread, for each outcome and each solver's end."""
    waiting = [job for job in jobs if not (job.name in known and known[job.name].ended)]
    with TemporaryFolder() as temporary:
        running = _Running(waiting, known, temporary)
        threads = [SearchThread(running.work) for _ in range(min(at_once, len(waiting)))]
        for thread in threads:
            thread.start()
        try:
            left = len(waiting)
            while left:
                event = running.events.get()
                if isinstance(event, BaseException):
                    raise event
                on_event(event)
                left -= event.outcome is None
        finally:
            running.stopped.set()
            for thread in threads:
                thread.request_stop()
            deadline = time.monotonic() + STOP_TIMEOUT_S
            for thread in threads:
                thread.done.wait(max(0.0, deadline - time.monotonic()))


class _Running:
    """The jobs that wait, and the events of those that run."""

    def __init__(self, jobs: Sequence[Job], known: Mapping[str, Known], temporary: Path) -> None:
        self.events: queue.Queue[Event | BaseException] = queue.Queue(maxsize=10_000)
        self.stopped = threading.Event()
        self._waiting: queue.SimpleQueue[Job] = queue.SimpleQueue()
        for job in jobs:
            self._waiting.put(job)
        self._known = known
        self._temporary = temporary

    def work(self) -> None:
        """One job after another; an error of ours ends everything."""
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
        before = self._known.get(job.name) or Known()
        judged = _events if job.spec.is_external else _events_from_process
        strikes = before.strikes
        for event in judged(job, before, self._temporary):
            strikes = event.strikes
            self._put(event)
        self._put(Event(job.name, "", strikes, None))

    def _put(self, event: Event | BaseException) -> None:
        while not self.stopped.is_set():
            with contextlib.suppress(queue.Full):
                self.events.put(event, timeout=QUEUE_TIMEOUT_S)
                return


# --- one solver ---------------------------------------------------------------------------------------


def _events(job: Job, before: Known, temporary: Path) -> Iterator[Event]:
    """Judge it in this process."""
    with _Judging(job, before, temporary) as judging:
        if failed := judging.prepare():
            yield Event(job.name, failed.check, judging.strikes, failed)
            return
        for cell in judging.cells():
            outcome = judging.outcome(cell)
            yield Event(job.name, cell.id, judging.strikes, outcome)


class _Judging:
    """One solver under judgement, with a folder in `temporary` of its own; leaving the `with` ends both."""

    def __init__(self, job: Job, before: Known, temporary: Path) -> None:
        terms = job.terms
        self._job = job
        self._known = before.outcomes
        self._temporary = Path(tempfile.mkdtemp(dir=temporary))
        self._solver = job.spec.solver(
            limits=terms.limits, level=terms.level, sandbox=terms.sandbox, temporary=self._temporary
        )
        self._subject = _subject(self._solver, terms)
        self._strikes = _Strikes(self._solver, before.strikes)

    @property
    def strikes(self) -> int:
        return self._strikes.number

    def prepare(self) -> Outcome | None:
        """The only outcome of a source file that does not compile."""
        if not isinstance(self._solver, SourceSolver):
            return None
        try:
            self._solver.prepare()
        except SolverError as error:
            return Outcome(self._job.name, "compiles", NO_CASE, "errored", error.message)
        return None

    def cells(self) -> Iterator[Cell]:
        """The questions whose outcome is not known."""
        for cell in plan(self._subject, self._job.terms.cases()):
            if cell.id not in self._known:
                yield cell

    def outcome(self, cell: Cell) -> Outcome:
        """What comes of one question."""
        return _not_asked_any_more(cell, self.strikes) if self.strikes >= MAX_STRIKES else judge(cell)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            if isinstance(self._solver, ExternalSolver):
                self._solver.close()
        finally:
            remove(self._temporary)


def _subject(solver: Solver, terms: Terms) -> SolverUnderTest:
    if isinstance(solver, ExternalSolver):
        return SolverUnderTest(
            solver, terms.level, terms.budget, None, max_timeouts=10**9
        )  # its own limits end it
    return SolverUnderTest(solver, terms.level, terms.budget, terms.limits.seconds)


class _Strikes:
    """Counts the answers of an external solver that took all of a limit."""

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
                self.number += error.kind in AT_A_LIMIT
                raise

        return counted


def _not_asked_any_more(cell: Cell, strikes: int) -> Outcome:
    """It counts against the solver: what it had no time to answer it does not pass."""
    case = cell.case.id if cell.case else NO_CASE
    grid = cell.case.grid if cell.case else ""
    name, check = cell.subject.name, cell.check.name
    if cell.not_asked:
        return Outcome(name, check, case, "skipped", cell.not_asked, grid)
    return Outcome(name, check, case, "errored", Message("judging.not_asked_any_more", times=strikes), grid)


# --- one solver in a process of its own ---------------------------------------------------------------


def _events_from_process(job: Job, before: Known, temporary: Path) -> Iterator[Event]:
    """Judge it in a process, with a new one where it crashes."""
    known = set(before.outcomes)
    for _ in range(MAX_CRASHES):
        asked: dict[str, str] = {}
        terms: dict[str, Any] = {"spec": asdict(job.spec), "terms": asdict(job.terms)}
        with contextlib.closing(Worker(_SERVICE, **terms, temporary=str(temporary))) as worker:
            try:
                for item in worker.stream("judge", known=sorted(known)):
                    if "asked" in item:
                        asked = item
                        continue
                    known.add(item["question"])
                    yield Event(job.name, item["question"], 0, Outcome.from_json(item["outcome"]))
                return
            except WorkerEnded as error:
                question, outcome = _crash(job, asked, error, len(known))
        known.add(question)
        yield Event(job.name, question, 0, outcome)


def _crash(job: Job, asked: Mapping[str, str], error: WorkerEnded, number: int) -> tuple[str, Outcome]:
    """The question at which the process ended is what ended it."""
    printed = error.errors.strip().splitlines()
    last = f": {printed[-1][:400]}" if printed else ""
    reason = Message("judging.process_ended", how=how_it_ended(error.code), printed=last)
    check, case = asked.get("check", "run"), asked.get("case", NO_CASE)
    question = asked.get("asked", f"{job.name}/run/{number}")
    return question, Outcome(job.name, check, case, "errored", reason)


_SERVICE = f"{__name__}:JudgingService"


class JudgingService:
    """Runs in the process that judges a registered solver."""

    def __init__(self, spec: dict[str, Any], terms: dict[str, Any], temporary: str) -> None:
        self._job = Job(SolverSpec.from_json(spec), Terms.from_json(terms))
        tempfile.tempdir = os.environ["TMPDIR"] = temporary
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=_end_with_parent)

    def judge(self, known: list[str]) -> Iterator[dict[str, Any]]:
        """Before each question its name, so that a crash can be attributed, and then its outcome."""
        before = Known(dict.fromkeys(known, Outcome("", "", "", "passed")))
        with _Judging(self._job, before, Path(tempfile.gettempdir())) as judging:
            for cell in judging.cells():
                case = cell.case.id if cell.case else NO_CASE
                yield {"asked": cell.id, "check": cell.check.name, "case": case}
                yield {"question": cell.id, "outcome": judging.outcome(cell).to_json()}


PR_SET_PDEATHSIG = 1


def _end_with_parent() -> None:
    """A process that a check forks does not see its pipe close: on Linux the kernel ends it with the thread that
    forked it. (A worker of a pool has to outlive that: see `runtime.executors`.)"""
    import ctypes

    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
