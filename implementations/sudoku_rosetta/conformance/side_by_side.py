"""Solvers judged side by side, each by a `worker` of its own, so that none disturbs another, nor us.

Whatever ends this process, Ctrl-C or kill -9, the workers end too, with all that they started.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import IO, Any

from .outcome import Outcome
from .suite import NO_CASE
from .words import both
from .worker import Job, outcome_from

DEATHS = 3
"""A worker that has died so many times on one solver is not begun again."""
TAIL = 4000
PATIENCE = 5.0


@dataclass
class Known:
    """What is known of one solver from before, by the names of the questions."""

    outcomes: dict[str, Outcome] = field(default_factory=dict)
    strikes: int = 0
    ended: bool = False


@dataclass(frozen=True)
class News:
    """One question answered; or, without an outcome, the end of a job."""

    job: Job
    question: str
    strikes: int
    outcome: Outcome | None


def judge_side_by_side(
    jobs: Sequence[Job], known: Mapping[str, Known], at_once: int, hear: Callable[[News], object]
) -> None:
    """Judge what is not known yet; `hear` is told, in this thread, of each outcome and of each end."""
    waiting = [job for job in jobs if not (job.name in known and known[job.name].ended)]
    running = _Running(waiting, known)
    threads = [
        threading.Thread(target=running.work, daemon=True, name="side by side")
        for _ in range(min(at_once, len(waiting)))
    ]
    for thread in threads:
        thread.start()
    try:
        left = len(waiting)
        while left:
            news = running.news.get()
            if isinstance(news, BaseException):
                raise news
            hear(news)
            left -= news.outcome is None
    finally:
        running.stop()
        for thread in threads:
            thread.join(2 * PATIENCE)


class _Running:
    """The jobs that wait, the workers that run, and what they say."""

    def __init__(self, jobs: Iterable[Job], known: Mapping[str, Known]) -> None:
        self.news: queue.Queue[News | BaseException] = queue.Queue(maxsize=10_000)
        self._waiting = list(reversed(list(jobs)))
        self._known = known
        self._guard = threading.Lock()
        self._workers: set[subprocess.Popen[bytes]] = set()
        self._stopped = False

    def work(self) -> None:
        """One job after the other; a mistake of ours ends everything, with its traceback."""
        try:
            while True:
                with self._guard:
                    if self._stopped or not self._waiting:
                        return
                    job = self._waiting.pop()
                self._one(job)
        except BaseException as error:
            self._tell(error)

    def stop(self) -> None:
        with self._guard:
            self._stopped = True
            workers = list(self._workers)
        for worker in workers:
            _hang_up(worker)
        for worker in workers:
            try:
                worker.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                worker.kill()

    def _tell(self, news: News | BaseException) -> None:
        while not self._stopped:
            with contextlib.suppress(queue.Full):
                self.news.put(news, timeout=0.5)
                return

    def _one(self, job: Job) -> None:
        """From its first question to its end, with a new worker wherever one dies."""
        before = self._known.get(job.name) or Known()
        exchange = _Exchange(job, set(before.outcomes), before.strikes, self._tell)
        for _ in range(DEATHS):
            worker = self._begun()
            if worker is None:
                return
            try:
                exchange.hold(worker)
            finally:
                self._let_go(worker)
            if self._stopped or exchange.ended:
                break
            exchange.mourn(worker.returncode)
        self._tell(News(job, "", exchange.strikes, None))

    def _begun(self) -> subprocess.Popen[bytes] | None:
        with self._guard:
            if self._stopped:
                return None
            worker = subprocess.Popen(
                [sys.executable, "-P", "-m", f"{__package__}.worker"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # the terminal's Ctrl-C is for us, who end it in order
            )
            self._workers.add(worker)
            return worker

    def _let_go(self, worker: subprocess.Popen[bytes]) -> None:
        _hang_up(worker)
        try:
            worker.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            worker.kill()
            worker.wait()
        for pipe in (worker.stdout, worker.stderr):
            if pipe is not None:
                pipe.close()
        with self._guard:
            self._workers.discard(worker)


class _Exchange:
    """What is said with the workers of one job, one after another where they die."""

    def __init__(self, job: Job, done: set[str], strikes: int, tell: Callable[[News], object]) -> None:
        self.job, self.done, self.strikes, self._tell = job, done, strikes, tell
        self.ended = False
        self._begun: dict[str, Any] = {}
        self._errors = b""

    def hold(self, worker: subprocess.Popen[bytes]) -> None:
        """Give it the job, and tell all that it says until it has no more to say."""
        assert worker.stdin is not None
        assert worker.stdout is not None
        assert worker.stderr is not None
        listening = threading.Thread(target=self._listen, args=(worker.stderr,), daemon=True)
        listening.start()
        asked = {"job": asdict(self.job), "done": sorted(self.done), "strikes": self.strikes}
        with contextlib.suppress(BrokenPipeError):
            worker.stdin.write(json.dumps(asked).encode() + b"\n")
            worker.stdin.flush()
        for line in worker.stdout:
            self._hear(json.loads(line))
        worker.wait()
        listening.join(PATIENCE)

    def _hear(self, said: dict[str, Any]) -> None:
        if "begun" in said:
            self._begun = said
        elif "end" in said:
            self.ended = True
        else:
            self.strikes = said["strikes"]
            self._say(said["judged"], outcome_from(said["outcome"]))

    def _say(self, question: str, outcome: Outcome) -> None:
        self.done.add(question)
        self._begun = {}
        self._tell(News(self.job, question, self.strikes, outcome))

    def _listen(self, errors: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(errors.fileno(), 65536):
                self._errors = (self._errors + chunk)[-TAIL:]

    def mourn(self, code: int) -> None:
        """The worker has died, and not of a limit: the question that it was at is what killed it."""
        said = self._errors.decode(errors="replace").strip().splitlines()
        how = f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
        reason = both(
            "the process that ran it ended ({how}){said}",
            "le processus où il tournait a pris fin ({how}){said}",
            how=how,
            said=f": {said[-1][:400]}" if said else "",
        )
        check, case = self._begun.get("check", "run"), self._begun.get("case", NO_CASE)
        question = self._begun.get("begun", f"{self.job.name}/run/{len(self.done)}")
        self._say(question, Outcome(self.job.name, check, case, "errored", reason))


def _hang_up(worker: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if worker.stdin is not None:
            worker.stdin.close()
