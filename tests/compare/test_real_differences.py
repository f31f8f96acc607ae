"""Real times: a solver is not told apart from itself, and a twin that is 8% slower is seen.

The margins are wide, so that a busy machine does not fail the test; tests/compare/test_statistics.py has the exact
promises, by simulation.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from sudoku_rosetta.compare import compare, set_named

TWIN = """
import time
from sudoku_rosetta.solvers.documents import CStyle

class Slower(CStyle):
    id = "slower"
    def search(self, grid, found=None, *, limit=None, watch=False):
        began = time.process_time_ns()
        report = super().search(grid, found, limit=limit, watch=watch)
        now = time.process_time_ns()
        end = now + 8 * (now - began) // 100
        while time.process_time_ns() < end:
            pass
        return report
"""


@pytest.mark.alone
def test_a_solver_is_not_told_apart_from_itself_and_a_slower_twin_is(tmp_path: Path) -> None:
    path = tmp_path / "twin.py"
    path.write_text(TWIN)
    puzzles = set_named("easy").first(20)
    found = compare(["c-style", f"{path}:Slower"], puzzles, reference="c-style", budget=30, seed=1)
    control, twin = found.took.control, found.named("twin.py:Slower").ratio
    assert control is not None
    assert control.low < 1.03
    assert control.high > 0.97
    assert twin is not None
    assert twin.verdict == "slower"
    assert 1.04 < twin.value < 1.12
