"""Checks every case of the conformance suite with an oracle that owes nothing to this project.

A grid is put as an exact cover, 324 demands (a digit in each cell, each digit in each row, column and square)
to be met once each by 729 placements, and given to a SAT solver from PyPI (python-sat, with Glucose 3). It
shares no code, no order and no method with our solvers.

    python tests/conformance/oracle.py        says what is wrong, one line each, and exits 1 if anything is
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
        for complaint in complaints(case):
            print(f"{case.group}.toml, {case.id}: {complaint}")
            wrong += 1
    print(f"{len(cases())} cases, {wrong} complaints, {time.perf_counter() - began:.0f} s")
    return 1 if wrong else 0


def complaints(case: Case) -> Iterator[str]:
    """What the oracle says against the case."""
    if clash(case.grid):
        if case.expect != "invalid":
            yield f"its clues clash, and it expects {case.expect}"
    elif case.expect == "invalid":
        yield "its clues do not clash"
    elif case.limit:
        yield from _complaints_of_a_limited(case)
    else:
        found = sorted(solutions(case.grid, at_most=(case.count or 0) + 1))
        if len(found) != case.count:
            more = "at least " if len(found) > (case.count or 0) else ""
            yield f"it expects {case.count} solutions, and there are {more}{len(found)}"
        elif not case.is_answered_by(found):
            yield "its solutions are not those that there are"
        if case.expect != ("none", "unique", "multiple")[min(len(found), 2)]:
            yield f"it expects {case.expect}, and has {len(found)} solutions"


def _complaints_of_a_limited(case: Case) -> Iterator[str]:
    assert case.limit
    wanted = max(case.limit, 2)  # it expects "multiple", with a limit of 1 too
    first = list(first_solutions(case.grid, wanted))
    if len(first) < wanted:
        yield f"it asks for the first {case.limit} of several solutions, and there are {len(first)}"
    elif not case.is_answered_by(first[: case.limit]):
        yield f"its solutions are not the first {case.limit}"


# --- the exact cover ----------------------------------------------------------------------------------

_ROWS = [range(9 * n, 9 * n + 9) for n in range(9)]
_COLUMNS = [range(n, 81, 9) for n in range(9)]
_SQUARES = [
    [27 * (n // 3) + 3 * (n % 3) + 9 * row + column for row in range(3) for column in range(3)]
    for n in range(9)
]


def _placement(cell: int, digit: int) -> int:
    """The variable, from 1, that says: this cell holds this digit."""
    return 9 * cell + digit


@cache
def _demands() -> list[list[int]]:
    """Each demand, as the nine placements of which exactly one meets it."""
    in_a_cell = [[_placement(cell, digit) for digit in range(1, 10)] for cell in range(81)]
    units: list[Iterable[int]] = [*_ROWS, *_COLUMNS, *_SQUARES]
    return in_a_cell + [
        [_placement(cell, digit) for cell in unit] for unit in units for digit in range(1, 10)
    ]


@cache
def _clauses() -> list[list[int]]:
    at_most_one = [[-one, -other] for demand in _demands() for one, other in combinations(demand, 2)]
    return _demands() + at_most_one


def _clues(grid: str) -> list[int]:
    return [_placement(cell, int(digit)) for cell, digit in enumerate(grid) if digit != "0"]


def clash(grid: str) -> bool:
    """Whether two clues meet the same demand."""
    clues = set(_clues(grid))
    return any(len(clues.intersection(demand)) > 1 for demand in _demands())


def _sat(grid: str) -> Any:
    from pysat.solvers import Glucose3

    sat = Glucose3(bootstrap_with=_clauses())
    for clue in _clues(grid):
        sat.add_clause([clue])
    return sat


def solutions(grid: str, at_most: int) -> Iterator[str]:
    """The solutions, in no order; each is forbidden once it is found."""
    with _sat(grid) as sat:
        for _ in range(at_most):
            if not sat.solve():
                return
            chosen = [placement for placement in sat.get_model() if placement > 0]
            yield "".join(str((placement - 1) % 9 + 1) for placement in chosen)
            sat.add_clause([-placement for placement in chosen])


def first_solutions(grid: str, number: int) -> Iterator[str]:
    """The first solutions in lexicographic order: digit after digit, each prefix is asked whether it can be
    completed."""
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
