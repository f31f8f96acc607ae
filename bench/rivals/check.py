"""Check the answers of a library before it is measured.

The grids are cases of the conformance suite that any solver of Sudoku puzzles should solve quickly: at least 17
clues, at least one empty cell, no conflict. The check runs in a child process, because the library may crash or
not terminate.

    python -m bench.rivals.check LIBRARY NAME BUILD SYMBOL FLAGS     prints a `CheckResult` as JSON
"""

from __future__ import annotations

import ctypes
import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path

from sudoku_rosetta.conformance.case import Case, cases

from .bench_solver import ALL, STRIDE, Batch, Excluded, solution_error
from .libraries import NO_LIMIT, Entry, Solve

ROOT = Path(__file__).parents[2]
TIMEOUT_S = 60.0
MAX_SOLUTIONS = 1000
"""Grids with more solutions take too long."""


@dataclass
class CheckResult:
    """The limits that the library supports, or what it answered wrongly."""

    limits: list[int]
    wrong: str = ""


def check_library(entry: Entry, seconds: float = TIMEOUT_S) -> frozenset[int]:
    """The limits that the library supports; Excluded if an answer is wrong, or it crashes or does not terminate."""
    words = [str(entry.path), entry.name, entry.build, entry.symbol, str(entry.flags)]
    command = [sys.executable, "-m", "bench.rivals.check", *words]
    try:
        ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        raise Excluded(f"excluded: the check took more than {seconds:g} s") from None
    lines = ran.stdout.splitlines()
    if ran.returncode != 0 or not lines:
        last = (ran.stderr.splitlines() or ["no answer"])[-1]
        why = f"signal {-ran.returncode} at {last}" if ran.returncode < 0 else last
        raise Excluded(f"excluded: the check failed: {why}")
    result = CheckResult(**json.loads(lines[-1]))
    if result.wrong:
        raise Excluded(f"excluded: wrong answer: {result.wrong}")
    return frozenset(result.limits)


def check_cases() -> list[tuple[Case, bytes, int]]:
    """The cases, their grids, and their numbers of solutions."""
    found = []
    for case in cases():
        number = {"unique": 1, "none": 0}.get(case.expect, case.count)
        grid = case.grid.replace("0", ".").encode()
        suitable = case.expect != "invalid" and 1 <= grid.count(b".") <= 81 - 17
        if suitable and number is not None and number <= MAX_SOLUTIONS and "long-row-major" not in case.tags:
            found.append((case, grid, number))
    return found


def check_answers(solve: Solve) -> CheckResult:
    """Check each grid in a separate call, so that a wrong answer names its case."""
    checked = check_cases()
    for limit in (2, 1):
        for case, grid, number in checked:
            print(case.id, file=sys.stderr, flush=True)  # names the case after a crash
            answer, solution = solve_one(solve, grid, limit)
            if answer != min(number, limit):
                return CheckResult(
                    [], f"{case.id}: {answer} solutions with limit {limit}; the grid has {number}"
                )
            if limit == 1 and number and solution is not None and (why := solution_error(solution, grid)):
                return CheckResult([], f"{case.id}: {why}")
    counts_all = all(solve_one(solve, grid, NO_LIMIT)[0] == number for _, grid, number in checked)
    return CheckResult([2, 1, ALL] if counts_all else [2, 1])


def solve_one(solve: Solve, grid: bytes, limit: int) -> tuple[int, bytes | None]:
    """The count, and the solution if the library returns one."""
    buffer = ctypes.create_string_buffer(96)
    answer = solve(Batch((grid,)).padded, 1, STRIDE, limit, buffer)
    solution = buffer.raw[:81]
    return answer, None if solution == bytes(81) else solution


if __name__ == "__main__":
    path, name, build, symbol, flags = sys.argv[1:]
    print(json.dumps(asdict(check_answers(Entry(Path(path), name, build, symbol, int(flags)).load()))))
