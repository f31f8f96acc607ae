"""Fixtures: the results of one small comparison, and a file of misbehaving solvers."""

from __future__ import annotations

from pathlib import Path

import pytest
from sudoku_rosetta.compare import Results, compare, load_set


@pytest.fixture(scope="session")
def results() -> Results:
    solvers = ["c-style", "scilab-style", "pseudocode-style", "deduction-style"]
    return compare(solvers, load_set("easy").first(2), reference="c-style", budget=6, seed=1)


@pytest.fixture
def solver_file(tmp_path: Path) -> Path:
    """A file of solvers, most of them broken, to name as `mine.py:function`."""
    path = tmp_path / "mine.py"
    path.write_text(
        """
import time
from sudoku_rosetta.solvers.documents import DeductionStyle

class Wrong(DeductionStyle):
    id = "wrong"
    def search(self, grid, on_solution=None, *, limit=None, watch=False):
        def turned(solution):
            on_solution(type(solution)([digit % 9 + 1 for digit in solution]))
        return super().search(grid, on_solution and turned, limit=limit, watch=watch)

class None_(DeductionStyle):
    id = "none"
    def search(self, grid, on_solution=None, *, limit=None, watch=False):
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
