"""The work of each solver is that of the recorded baseline. `make baseline` records a new one."""

from __future__ import annotations

import pytest
from counts import counting
from demand import skip_or_fail
from naming import names
from sudoku_rosetta.solvers import solvers
from sudoku_rosetta.solvers.registry import BUILT_IN

RECORD = "if this is intended: make baseline"
NAMES = [solver.id for solver in BUILT_IN]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name == "scilab-style" else []) for name in NAMES]
)
def test_the_counts_of_a_solver_are_those_of_the_baseline(name: str) -> None:
    (solver,) = (each for each in solvers() if each.id == name)
    if reason := solver.missing():
        skip_or_fail("core", f"{name}: {reason}")
    changed = counting.differences(name, counting.work_of(solver), counting.baseline()["work"].get(name, {}))
    assert not changed, f"{'; '.join(changed)} ({RECORD})"


@pytest.mark.slow
@pytest.mark.parametrize("name", [solver.id for solver in BUILT_IN if solver.language != "Python"])
def test_the_instructions_of_a_compiled_solver_are_those_of_the_baseline(name: str) -> None:
    if not counting.have_valgrind():
        skip_or_fail("valgrind", "valgrind is not installed (Debian: apt install valgrind)")
    (solver,) = (each for each in solvers() if each.id == name)
    if reason := solver.missing():
        skip_or_fail("core", f"{name}: {reason}")
    tools = counting.toolchain()
    known = counting.baseline().get("instructions", {}).get(tools)
    if known is None:
        skip_or_fail("baseline", f"no instructions are recorded for {tools} (make baseline records them)")
    now = {name: counting.instructions_of(solver)}
    changed = counting.differences("instructions", now, {key: known[key] for key in now if key in known})
    assert not changed, f"{'; '.join(changed)} ({RECORD}; {tools})"


def test_a_change_of_more_than_one_percent_is_reported() -> None:
    assert counting.differences("x", {"tests": 1009.0}, {"tests": 1000.0}) == []
    (line,) = counting.differences("x", {"tests": 1011.0}, {"tests": 1000.0})
    assert names(line, "x", "tests", "1,000", "1,011", "+1.1%")
    (line,) = counting.differences("x", {"tests": 989.0}, {"tests": 1000.0})
    assert names(line, "x", "tests", "1,000", "989", "-1.1%")
    removed, new = counting.differences("x", {"guesses": 1.0}, {"tests": 1.0})
    assert names(removed, "x", "tests")
    assert names(new, "x", "guesses", "baseline")
