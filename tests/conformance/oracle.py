"""Checks every case of the conformance suite with an independent solver.

A grid is an exact cover problem: there are 729 placements and 324 constraints (one digit in each cell; each digit
once in each row, column and box), and exactly one placement must satisfy each constraint. The solver is a SAT
solver from PyPI (python-sat with Glucose 3). It shares no code and no method with the solvers of this project.

    python tests/conformance/oracle.py        prints one line per error; exits 1 if there is one
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import combinations
from typing import Any

from sudoku_rosetta.conformance.case import Case, cases

ABSENT = "the oracle is not installed: pip install python-sat"


def is_installed() -> bool:
    return find_spec("pysat") is not None


def main() -> int:
    if not is_installed():
        print(ABSENT, file=sys.stderr)
        return 1
    began, wrong = time.perf_counter(), 0
    for case in cases():
        for error in errors(case):
            print(f"{case.group}.toml, {case.id}: {error}")
            wrong += 1
    print(f"{len(cases())} cases, {wrong} errors, {time.perf_counter() - began:.0f} s")
    return 1 if wrong else 0


def errors(case: Case) -> Iterator[str]:
    """The errors in the case, one line each."""
    if clash(case.grid):
        if case.expect != "invalid":
            yield f"its clues clash, but it expects {case.expect}"
    elif case.expect == "invalid":
        yield "its clues do not clash"
    elif case.limit:
        yield from _errors_with_limit(case)
    else:
        found = sorted(solutions(case.grid, max_solutions=(case.count or 0) + 1))
        if len(found) != case.count:
            more = "at least " if len(found) > (case.count or 0) else ""
            yield f"it expects {case.count} solutions, but there are {more}{len(found)}"
        elif not case.accepts(found):
            yield "its solutions are wrong"
        if case.expect != ("none", "unique", "multiple")[min(len(found), 2)]:
            yield f"it expects {case.expect}, but has {len(found)} solutions"


def _errors_with_limit(case: Case) -> Iterator[str]:
    assert case.limit
    wanted = max(case.limit, 2)  # even with a limit of 1: the case expects "multiple"
    first = list(first_solutions(case.grid, wanted))
    if len(first) < wanted:
        yield f"it requests the first {case.limit} of several solutions, but there are {len(first)}"
    elif not case.accepts(first[: case.limit]):
        yield f"its solutions are not the first {case.limit}"


# --- the exact cover ----------------------------------------------------------------------------------

_ROWS = [range(9 * n, 9 * n + 9) for n in range(9)]
_COLUMNS = [range(n, 81, 9) for n in range(9)]
_BOXES = [
    [27 * (n // 3) + 3 * (n % 3) + 9 * row + column for row in range(3) for column in range(3)]
    for n in range(9)
]


def _placement(cell: int, digit: int) -> int:
    """The SAT variable (from 1) of this digit in this cell."""
    return 9 * cell + digit


@cache
def _constraints() -> list[list[int]]:
    """The constraints, each as nine placements of which exactly one is in a solution."""
    in_a_cell = [[_placement(cell, digit) for digit in range(1, 10)] for cell in range(81)]
    units: list[Iterable[int]] = [*_ROWS, *_COLUMNS, *_BOXES]
    return in_a_cell + [
        [_placement(cell, digit) for cell in unit] for unit in units for digit in range(1, 10)
    ]


@cache
def _clauses() -> list[list[int]]:
    at_most_one = [
        [-one, -other] for constraint in _constraints() for one, other in combinations(constraint, 2)
    ]
    return _constraints() + at_most_one


def _clues(grid: str) -> list[int]:
    return [_placement(cell, int(digit)) for cell, digit in enumerate(grid) if digit != "0"]


def clash(grid: str) -> bool:
    """Whether two clues satisfy the same constraint."""
    clues = set(_clues(grid))
    return any(len(clues.intersection(constraint)) > 1 for constraint in _constraints())


def _sat(grid: str) -> Any:
    from pysat.solvers import Glucose3

    sat = Glucose3(bootstrap_with=_clauses())
    for clue in _clues(grid):
        sat.add_clause([clue])
    return sat


def solutions(grid: str, max_solutions: int) -> Iterator[str]:
    """At most `max_solutions` solutions, in any order. A new clause excludes each solution that was found."""
    with _sat(grid) as sat:
        for _ in range(max_solutions):
            if not sat.solve():
                return
            chosen = [placement for placement in sat.get_model() if placement > 0]
            yield "".join(str((placement - 1) % 9 + 1) for placement in chosen)
            sat.add_clause([-placement for placement in chosen])


def first_solutions(grid: str, number: int) -> Iterator[str]:
    """The first solutions in lexicographic order: prefixes are extended digit by digit, and those without a
    solution are dropped."""
    with _sat(grid) as sat:
        prefixes: list[list[int]] = [[]]
        while prefixes and number:
            prefix = prefixes.pop()
            if not sat.solve(assumptions=prefix):
                continue
            if len(prefix) == 81:
                yield "".join(str((placement - 1) % 9 + 1) for placement in prefix)
                number -= 1
                continue
            cell = len(prefix)
            digits = range(9, 0, -1) if grid[cell] == "0" else [int(grid[cell])]
            prefixes.extend([*prefix, _placement(cell, digit)] for digit in digits)


if __name__ == "__main__":
    sys.exit(main())
