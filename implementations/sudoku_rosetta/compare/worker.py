"""The process in which one solver is measured: `python -P -m sudoku_rosetta.compare.worker`.

Requests and answers are lines of JSON on the pipes that it was born with; the solver sees neither. A new process
has its own layout of memory and its own hash seed, which by themselves make a program some percent faster or
slower: `measure` begins many.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from dataclasses import asdict
from typing import Any, TextIO

from ..grid import Grid
from ..solvers.pipes import pipes_to_ourselves
from .entrants import Entrant
from .process import OverTime
from .subject import Subject, quiet, subject_of


class Worker:
    """Answers one request after the other."""

    def __init__(self, subject: Subject, grids: list[Grid], limit: int) -> None:
        self._subject = subject
        self._grids = grids
        self._limit = limit or None

    def first(self, puzzle: int, cap: float) -> dict[str, Any]:
        """What a puzzle takes, roughly, if it ends within the cap."""
        return {"cpu": self._subject.first(self._grids[puzzle], self._limit, cap)}

    def run(self, puzzles: list[int], loops: list[int]) -> dict[str, Any]:
        """Each of the puzzles, so many times."""
        told: dict[str, list[int]] = {"cpu": [], "wall": [], "solutions": []}
        for puzzle, often in zip(puzzles, loops, strict=True):
            timing = self._subject.timed(self._grids[puzzle], self._limit, often)
            told["cpu"].append(timing.cpu)
            told["wall"].append(timing.wall)
            told["solutions"].append(timing.solutions)
        return told

    def look(self, puzzle: int, cap: float) -> dict[str, Any]:
        """One puzzle watched: not to be timed."""
        return asdict(self._subject.looked_at(self._grids[puzzle], self._limit, cap))

    def peak(self) -> dict[str, Any]:
        return {"peak": self._subject.peak()}


def serve(requests: TextIO, answers: TextIO) -> None:
    """Answer until the pipe is closed; what breaks is an answer too."""

    def say(words: dict[str, Any]) -> None:
        answers.write(json.dumps(words) + "\n")
        answers.flush()

    try:
        first = json.loads(requests.readline())
        entrant = Entrant(**{**first["entrant"], "what": tuple(first["entrant"]["what"])})
        if entrant.folder:
            os.chdir(entrant.folder)
        subject = subject_of(entrant)
        worker = Worker(subject, list(map(Grid, first["grids"])), first["limit"])
        quiet()
        say({"facts": asdict(subject.facts), "startup": subject.startup})
        for line in requests:
            request = json.loads(line)
            # who asked may be no more when the answer comes: then the kernel ends us
            signal.setitimer(signal.ITIMER_REAL, request.pop("seconds") + 1)
            say(getattr(worker, request.pop("do"))(**request))
            signal.setitimer(signal.ITIMER_REAL, 0)  # waiting for the next request is nobody's fault
    except OverTime:
        say({"over": True})
    except BaseException as error:
        from ..solvers.host import broken_by

        say({"broke": str(broken_by(error))})


if __name__ == "__main__":
    serve(*pipes_to_ourselves())
    sys.stdout.flush()
    os._exit(0)  # what a solver leaves at its end is not our affair
