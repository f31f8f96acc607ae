"""Judges one solver in a process of its own: `python -m sudoku_rosetta.conformance.worker`.

The first line of standard input is a job and what is already known of it, as JSON; each line of standard output
is what came of one question. Standard input then stays open: when it closes, whoever asked has gone, killed
perhaps, and the worker goes too, with all that it started. `side_by_side` is the other end.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import shutil
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from ..solvers import Solver, solver_named
from ..solvers.broke import SolverBroke
from ..solvers.command import CommandSolver
from ..solvers.confined import Confined, Limits
from ..solvers.foreign import ForeignSolver
from .case import Case, cases, cases_like
from .outcome import Outcome, Reason
from .subject import Level, Subject
from .suite import NO_CASE, Cell, judge, plan
from .words import both

PATIENCE = 5
"""After so many answers that took all there is to take, no more is asked."""
COSTLY = ("timed out", "too much memory", "too much output", "too many processes")
COMPILING = Limits(seconds=60, memory_mb=2048, output_bytes=1_000_000)
OUT = "{out}"
"""Stands in the command of a compiler for the program that it makes."""
PARENT_DEATH_SIGNAL = 1
CLEARINGS = 100


@dataclass(frozen=True)
class Job:
    """A solver to be judged, and how; `asdict` of it makes the trip from process to process."""

    name: str
    kind: Literal["registered", "function", "command", "source"]
    what: tuple[str, ...]
    """Its registered name; its spec; the words of its command; the words of the command that compiles it."""
    folder: str | None = None
    level: Level | None = None
    limits: Limits = Limits()  # noqa: RUF009 - frozen
    sandbox: bool = False
    budget: int | None = None
    cases: tuple[str, ...] | None = None
    """The ids of those to be given; None for all."""

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> Job:
        chosen = told["cases"]
        return cls(
            **{
                **told,
                "what": tuple(told["what"]),
                "limits": Limits(**told["limits"]),
                "cases": None if chosen is None else tuple(chosen),
            }
        )

    def chosen(self) -> tuple[Case, ...]:
        """The cases themselves."""
        wanted = None if self.cases is None else set(self.cases)
        return tuple(case for case in cases() if wanted is None or case.id in wanted)

    def solver(self, out: str = "a.out") -> Solver:
        """The solver; where it is compiled, `out` is where its program is."""
        if self.kind == "registered":
            return solver_named(self.what[0])
        outside: dict[str, Any] = {
            "name": self.name,
            "limits": self.limits,
            "level": self.level or "all",
            "sandbox": self.sandbox,
            "folder": self.folder,
        }
        if self.kind == "function":
            return ForeignSolver(self.what[0], **outside)
        return CommandSolver([out] if self.kind == "source" else self.what, **outside)

    def subject(self, solver: Solver) -> Subject:
        """It under judgement. An outsider is stopped by its own limits, long before the suite would."""
        if self.kind == "registered":
            return Subject(solver, self.level, self.budget, self.limits.seconds)
        return Subject(solver, self.level, self.budget, 5 * self.limits.seconds + 60, patience=10**9)


def main() -> None:
    told = json.loads(sys.stdin.buffer.readline())
    say = _voice()
    # All temporary files of this process lie in here, so that it leaves none, however it ends.
    private = tempfile.mkdtemp(prefix="sudoku-rosetta-worker-")
    tempfile.tempdir = private
    os.environ["TMPDIR"] = private
    _end_with_whoever_asked(private)
    try:
        for answer in judged(Job.from_json(told["job"]), set(told["done"]), told["strikes"], private):
            say(answer)
        say({"end": True})
    finally:
        clear_away(private)


def _voice() -> Callable[[dict[str, Any]], None]:
    """How to answer: on what was the standard output, which from now on a solver cannot disturb."""
    out = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)

    def say(answer: dict[str, Any]) -> None:
        print(json.dumps(answer), file=out)

    return say


def _end_with_whoever_asked(private: str) -> None:
    def watch() -> None:
        with contextlib.suppress(OSError):
            while os.read(0, 4096):
                pass
        clear_away(private)
        os._exit(3)

    threading.Thread(target=watch, daemon=True, name="worker's end").start()
    os.register_at_fork(after_in_child=_die_with_parent)


def clear_away(private: str) -> None:
    """More than once: while it is emptied, the solver at work may put something new into it."""
    for _ in range(CLEARINGS):
        shutil.rmtree(private, ignore_errors=True)
        if not Path(private).exists():
            return
        time.sleep(0.01)


def _die_with_parent() -> None:
    """A process that a check forks has no such thread; on Linux the system ends it with us."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).prctl(PARENT_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)


def judged(job: Job, done: set[str], strikes: int, private: str) -> Iterator[dict[str, Any]]:
    """Before each question what it is, so that a death half-way is told of it, and then what came of it."""
    out = str(Path(private, "program"))
    if job.kind == "source":
        broken = compiled(job, out)
        if broken is not None:
            yield {"judged": "compiles", "strikes": strikes, "outcome": asdict(broken)}
            return
    solver = job.solver(out)
    counted = _Strikes(solver, strikes)
    for cell in plan(job.subject(solver), job.chosen()):
        if cell.id in done:
            continue
        yield {"begun": cell.id, "check": cell.check.name, "case": cell.case.id if cell.case else NO_CASE}
        outcome = _given_up(cell, counted.number) if counted.number >= PATIENCE else judge(cell)
        yield {"judged": cell.id, "strikes": counted.number, "outcome": asdict(outcome)}


def compiled(job: Job, out: str) -> Outcome | None:
    """Compile it, confined; what went wrong, as the only outcome, if it did."""
    command = [out if word == OUT else word for word in job.what]
    told: list[bytes] = []
    try:
        with Confined(command, COMPILING, folder=Path(job.folder or ".")) as compiler:
            told += compiler.lines()
            if compiler.exit_code == 0:
                return None
        message = compiler.errors or b"\n".join(told).decode(errors="replace")
    except SolverBroke as broke:
        message = str(broke)
    lines = [line for line in message.splitlines() if line.strip()]
    errors = [line for line in lines if "error" in line] or lines
    reason = both(
        "it does not compile: {message}",
        "il ne se compile pas : {message}",
        message="\n".join(errors[:5])[:600],
    )
    return Outcome(job.name, "compiles", NO_CASE, "errored", reason)


class _Strikes:
    """Counts, by listening at its `raw_search`, how often a solver from outside took all that there is."""

    def __init__(self, solver: Any, number: int) -> None:
        self.number = number
        for name in ("raw_search", "raw_count"):
            if hasattr(solver, name):
                setattr(solver, name, self._heard(getattr(solver, name)))

    def _heard(self, search: Callable[..., Any]) -> Callable[..., Any]:
        def heard(*arguments: Any, **named: Any) -> Any:
            try:
                return search(*arguments, **named)
            except SolverBroke as broke:
                self.number += broke.kind in COSTLY
                raise

        return heard


def _given_up(cell: Cell, strikes: int) -> Outcome:
    """It counts against the solver: what it did not answer in time it does not pass."""
    reason = cell.not_asked or both(
        "not asked any more: {times} times it took all its time, memory or output",
        "on ne lui demande plus rien : {times} fois il a épuisé son temps, sa mémoire ou sa sortie",
        times=strikes,
    )
    case = cell.case.id if cell.case else NO_CASE
    grid = cell.case.grid if cell.case else ""
    return Outcome(
        cell.subject.name, cell.check.name, case, "skipped" if cell.not_asked else "errored", reason, grid
    )


def outcome_from(told: dict[str, Any]) -> Outcome:
    """The outcome that `asdict` made lines of."""
    reason = told["reason"]
    return Outcome(**{**told, "reason": Reason(**reason) if reason else None})


def named(patterns: Sequence[str]) -> tuple[str, ...] | None:
    """The ids of the cases whose id, group or tag is like one of the patterns; None for all of them."""
    return tuple(case.id for case in cases_like(patterns)) if patterns else None


if __name__ == "__main__":
    main()
