"""No solver does more, or other, work than when its counts were recorded: `make baseline` records them anew."""

from __future__ import annotations

import pytest
from counts import counting
from demand import skip_or_fail
from naming import names
from sudoku_rosetta.solvers import solvers
from sudoku_rosetta.solvers.registry import OURS

RECORD = "if that was meant: make baseline"
NAMES = [solver.id for solver in OURS]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name == "scilab-style" else []) for name in NAMES]
)
def test_a_solver_does_the_work_that_the_baseline_says(name: str) -> None:
    (solver,) = (each for each in solvers() if each.id == name)
    if reason := solver.missing():
        skip_or_fail("core", f"{name}: {reason}")
    moved = counting.moved(name, counting.work_of(solver), counting.baseline()["work"].get(name, {}))
    assert not moved, f"{'; '.join(moved)} ({RECORD})"


@pytest.mark.slow
@pytest.mark.parametrize("name", [solver.id for solver in OURS if solver.language != "Python"])
def test_a_compiled_solver_takes_the_instructions_that_the_baseline_says(name: str) -> None:
    if not counting.have_valgrind():
        skip_or_fail("valgrind", "valgrind is not here (Debian: apt install valgrind)")
    (solver,) = (each for each in solvers() if each.id == name)
    if reason := solver.missing():
        skip_or_fail("core", f"{name}: {reason}")
    tools = counting.toolchain()
    known = counting.baseline().get("instructions", {}).get(tools)
    if known is None:
        skip_or_fail("baseline", f"no instructions are recorded for {tools} (make baseline records them)")
    now = {name: counting.instructions_of(solver)}
    moved = counting.moved("instructions", now, {key: known[key] for key in now if key in known})
    assert not moved, f"{'; '.join(moved)} ({RECORD}; {tools})"


def test_a_move_of_more_than_one_percent_is_told_and_a_smaller_one_is_not() -> None:
    assert counting.moved("x", {"tests": 1009.0}, {"tests": 1000.0}) == []
    (line,) = counting.moved("x", {"tests": 1011.0}, {"tests": 1000.0})
    assert names(line, "x", "tests", "1,000", "1,011", "+1.1%")
    (line,) = counting.moved("x", {"tests": 989.0}, {"tests": 1000.0})
    assert names(line, "x", "tests", "1,000", "989", "-1.1%")
    gone, new = counting.moved("x", {"guesses": 1.0}, {"tests": 1.0})
    assert names(gone, "x", "tests")
    assert names(new, "x", "guesses", "baseline")
