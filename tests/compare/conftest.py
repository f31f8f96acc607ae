"""One small comparison, run once for all tests that look at results."""

from __future__ import annotations

from pathlib import Path

import pytest
from sudoku_rosetta.compare import Results, compare, set_named


@pytest.fixture(scope="session")
def results() -> Results:
    solvers = ["c-style", "scilab-style", "pseudocode-style", "deduction-style"]
    return compare(solvers, set_named("easy").first(2), reference="c-style", budget=6, seed=1)


@pytest.fixture
def solver_file(tmp_path: Path) -> Path:
    """Solvers of all kinds of conduct, for `name.py:function`."""
    path = tmp_path / "mine.py"
    path.write_text(
        """
import time
from sudoku_rosetta.solvers.documents import DeductionStyle

class Wrong(DeductionStyle):
    id = "wrong"
    def search(self, grid, found=None, *, limit=None, watch=False):
        def turned(solution):
            found(type(solution)([digit % 9 + 1 for digit in solution]))
        return super().search(grid, found and turned, limit=limit, watch=watch)

class None_(DeductionStyle):
    id = "none"
    def search(self, grid, found=None, *, limit=None, watch=False):
        report = super().search(grid, None, limit=limit, watch=watch)
        return type(report)(0, True)

def endless(grid):
    while "0" in grid and grid.count("0") > 1:
        pass
    return "".join(str(9 if digit == "0" else digit) for digit in grid)

def dies(grid):
    import os
    if grid.count("0") > 1:
        os._exit(3)
    return None

def sleeps(grid):
    time.sleep(60)

def raises(grid):
    raise ValueError("no idea")
"""
    )
    return path
