"""examples/classroom, a pupil's repository: check.sh finds the level reached and writes the badge."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest
from demand import skip_or_fail
from waiting import HANG_GUARD_S

CLASSROOM = Path(__file__).parents[2] / "examples" / "classroom"
SVG = "{http://www.w3.org/2000/svg}"

LEETCODE = """
    class Solution:
        def solveSudoku(self, board: List[List[str]]) -> None:
            rows = [[int(cell) if cell != "." else 0 for cell in row] for row in board]
            if solve(rows):
                board[:] = [[str(digit) for digit in row] for row in rows]
"""
JAVASCRIPT = """
function possible(board, row, col, digit) {
  for (let i = 0; i < 9; i++) {
    const r = row - row % 3 + Math.floor(i / 3), c = col - col % 3 + i % 3;
    if (board[row][i] === digit || board[i][col] === digit || board[r][c] === digit) return false;
  }
  return true;
}

function fill(board) {
  for (let row = 0; row < 9; row++)
    for (let col = 0; col < 9; col++)
      if (board[row][col] === 0) {
        for (let digit = 1; digit <= 9; digit++)
          if (possible(board, row, col, digit)) {
            board[row][col] = digit;
            if (fill(board)) return true;
          }
        board[row][col] = 0;
        return false;
      }
  return true;
}

function solveSudoku(board) {
  for (let row = 0; row < 9; row++)
    for (let col = 0; col < 9; col++) {
      const digit = board[row][col];
      board[row][col] = 0;
      const free = digit === 0 || possible(board, row, col, digit);
      board[row][col] = digit;
      if (!free) return false;
    }
  return fill(board);
}
"""


@pytest.fixture
def classroom(tmp_path: Path) -> Path:
    folder = tmp_path / "a pupil's folder"
    shutil.copytree(CLASSROOM, folder, ignore=shutil.ignore_patterns("badge.svg", "check.log", "__pycache__"))
    return folder


def check(folder: Path, **settings: str) -> tuple[int, str, str]:
    """The exit code of check.sh, the line that it prints, and the title of the badge."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    ran = subprocess.run(
        ["sh", str(folder / "check.sh")],
        env={**environment, "PATH": path, **settings},
        capture_output=True,
        text=True,
        timeout=HANG_GUARD_S,
    )
    (line,) = ran.stdout.splitlines()
    badge = ElementTree.parse(folder / "badge.svg").getroot()
    shown = [text.text for text in badge.iter(f"{SVG}text")]
    title = badge.findtext(f"{SVG}title")
    assert title == ": ".join(str(text) for text in shown)
    return ran.returncode, line, title


@pytest.mark.slow
def test_the_pupils_solver_reaches_level_first(classroom: Path) -> None:
    assert check(classroom) == (0, "level reached: first; all: see check.log", "Sudoku level: first")
    assert (classroom / "badge.svg").read_bytes() == (CLASSROOM / "badge.svg").read_bytes()


@pytest.mark.slow
def test_a_leetcode_class_reaches_level_first(classroom: Path) -> None:
    helpers = (classroom / "mine.py").read_text(encoding="utf-8")
    class_source = "\n".join(line.removeprefix("    ") for line in LEETCODE.splitlines())
    (classroom / "mine.py").write_text(
        f"from typing import List\n{helpers}\n{class_source}\n", encoding="utf-8"
    )
    assert check(classroom, SOLVER="mine.py:Solution.solveSudoku")[::2] == (0, "Sudoku level: first")


@pytest.mark.slow
def test_a_javascript_file_reaches_level_first(classroom: Path) -> None:
    if shutil.which("node") is None:
        skip_or_fail("node", "no node")
    (classroom / "mine.js").write_text(JAVASCRIPT, encoding="utf-8")
    assert check(classroom, SOLVER="mine.js")[::2] == (0, "Sudoku level: first")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("row - row % 3", "row"),
        ("return not clues_clash(board) and", "return"),
        ("def solve(board):", "def (:"),
    ],
    ids=["wrong boxes", "clashing clues not refused", "syntax error"],
)
def test_a_broken_solver_has_no_level(classroom: Path, right: str, wrong: str) -> None:
    source = (classroom / "mine.py").read_text(encoding="utf-8")
    assert right in source
    (classroom / "mine.py").write_text(source.replace(right, wrong), encoding="utf-8")
    assert check(classroom) == (1, "level reached: none; first: see check.log", "Sudoku level: none")


@pytest.mark.slow
def test_a_level_that_takes_too_long_is_stopped(classroom: Path) -> None:
    if shutil.which("timeout") is None:
        skip_or_fail("timeout", "no command timeout")
    (classroom / "mine.py").write_text("def solve(board):\n    while True:\n        pass\n", encoding="utf-8")
    assert check(classroom, LIMIT_S="1")[:2] == (1, "level reached: none; first: stopped after 1 s")
