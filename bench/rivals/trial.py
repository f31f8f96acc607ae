"""Nobody is measured who answers wrongly: each library is tried first, on grids whose answers are known.

The grids are the conformance suite's, checked there by an independent oracle: those that every solver of proper
puzzles should manage (17 clues or more, no two of which clash, a cell to fill) without much of a search. It happens
in a process of its own, which may crash or never end.

    python -m bench.rivals.trial LIBRARY NAME BUILD SYMBOL FLAGS     prints what `Verdict` holds
"""

from __future__ import annotations

import ctypes
import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from sudoku_rosetta.conformance.case import Case, cases

from .contestant import ALL, STRIDE, Absent, Batch, outcome
from .libraries import NO_LIMIT, Entry, Solve

ROOT = Path(__file__).parents[2]
SECONDS = 60.0
MOST = 1000
"""Grids with more solutions are no trial of the answers but of patience."""


@dataclass
class Verdict:
    """What may be asked of it; or why nothing may."""

    limits: list[int]
    wrong: str = ""


def tried(entry: Entry, seconds: float = SECONDS) -> frozenset[int]:
    """The limits that it may be asked with; Absent, with what it answered, where it is not to be trusted."""
    words = [str(entry.path), entry.name, entry.build, entry.symbol, str(entry.flags)]
    command = [sys.executable, "-m", "bench.rivals.trial", *words]
    try:
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Absent(f"excluded, its trial took more than {seconds:g} s") from None
    said = ran.stdout.splitlines()
    if ran.returncode != 0 or not said:
        last = (ran.stderr.splitlines() or ["no answer"])[-1]
        why = f"signal {-ran.returncode} at {last}" if ran.returncode < 0 else last
        raise Absent(f"excluded, its trial ended badly: {why}")
    verdict = Verdict(**json.loads(said[-1]))
    if verdict.wrong:
        raise Absent(f"excluded, it answers wrongly: {verdict.wrong}")
    return frozenset(verdict.limits)


def fair_cases() -> list[tuple[Case, bytes, int]]:
    """With their grids, and how many solutions they have."""
    found = []
    for case in cases():
        number = {"unique": 1, "none": 0}.get(case.expect, case.count)
        grid = case.grid.replace("0", ".").encode()
        proper = case.expect != "invalid" and 1 <= grid.count(b".") <= 81 - 17
        if proper and number is not None and number <= MOST and "long-row-major" not in case.tags:
            found.append((case, grid, number))
    return found


def judged(solve: Solve) -> Verdict:
    """Each grid alone, so that a wrong answer has a name."""
    asked = fair_cases()
    for limit in (2, 1):
        for case, grid, number in asked:
            print(case.id, file=sys.stderr, flush=True)  # the last word of one that crashes
            answer, solution = one(solve, grid, limit)
            if answer != min(number, limit):
                return Verdict([], f"{case.id}: {answer} with limit {limit}, it has {number}")
            if limit == 1 and number and solution is not None and (why := outcome(solution, grid)):
                return Verdict([], f"{case.id}: {why}")
    counts_all = all(one(solve, grid, NO_LIMIT)[0] == number for _, grid, number in asked)
    return Verdict([2, 1, ALL] if counts_all else [2, 1])


def one(solve: Solve, grid: bytes, limit: int) -> tuple[int, bytes | None]:
    """Its count, and its solution if it gave one."""
    room = ctypes.create_string_buffer(96)
    answer = solve(Batch((grid,)).apart, 1, STRIDE, limit, room)
    solution = room.raw[:81]
    return answer, None if solution == bytes(81) else solution


if __name__ == "__main__":
    path, name, build, symbol, flags = sys.argv[1:]
    print(json.dumps(asdict(judged(Entry(Path(path), name, build, symbol, int(flags)).load()))))
