"""Real times: a solver does not differ from itself, and a copy that is 8% slower is detected.

The margins are wide, so that the test passes on a busy machine. test_statistics.py has the exact checks, by
simulation.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from sudoku_rosetta.compare import compare, load_set

SLOWER_COPY = """
import time
from sudoku_rosetta.solvers.documents import CStyle

class Slower(CStyle):
    id = "slower"
    def search(self, grid, on_solution=None, *, limit=None, watch=False):
        began = time.process_time_ns()
        report = super().search(grid, on_solution, limit=limit, watch=watch)
        now = time.process_time_ns()
        end = now + 8 * (now - began) // 100
        while time.process_time_ns() < end:
            pass
        return report
"""


@pytest.mark.alone
def test_a_solver_does_not_differ_from_itself_and_a_slower_copy_does(tmp_path: Path) -> None:
    path = tmp_path / "copy.py"
    path.write_text(SLOWER_COPY)
    puzzles = load_set("easy").first(20)
    found = compare(["c-style", f"{path}:Slower"], puzzles, reference="c-style", budget=30, seed=1)
    control, slower = found.run.control, found.solver("copy.py:Slower").ratio
    assert control is not None
    assert control.low < 1.03
    assert control.high > 0.97
    assert slower is not None
    assert slower.verdict == "slower"
    assert 1.04 < slower.value < 1.12
