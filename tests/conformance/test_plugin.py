"""`pytest --pyargs sudoku_rosetta.conformance` as someone with a solver of their own meets it."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

import pytest

PLUGIN = "sudoku_rosetta.conformance.plugin"
GRID = "document-c-grid"

MINE = """
    def solve(grid):
        board = [int(cell) for cell in grid]
        if all(board[a] == 0 or board[a] != board[b] for a in range(81) for b in range(a) if linked(a, b)):
            yield from careless(grid)

    def careless(grid):
        board = [int(cell) for cell in grid]
        for solution in search(board):
            yield "".join(map(str, solution))

    def search(board):
        if 0 not in board:
            yield board
            return
        cell = board.index(0)
        taken = {board[other] for other in range(81) if linked(cell, other)}
        for digit in range(1, 10):
            if digit not in taken:
                board[cell] = digit
                yield from search(board)
        board[cell] = 0

    def linked(a, b):
        return a // 9 == b // 9 or a % 9 == b % 9 or (a // 27 == b // 27 and a % 9 // 3 == b % 9 // 3)

    def same(grid):
        return grid

    def broken(grid):
        return grid[1000]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(textwrap.dedent(MINE), encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    return tmp_path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", PLUGIN, "--pyargs", "sudoku_rosetta.conformance"]
    return subprocess.run(
        [*command, "-p", "no:cacheprovider", "-ra", f"--junitxml={folder / 'report.xml'}", *arguments],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        timeout=300,
    )


def verdicts(folder: Path) -> Counter[str]:
    """Of the JUnit file: how many tests of each verdict."""
    found: Counter[str] = Counter()
    for test in ElementTree.parse(folder / "report.xml").iter("testcase"):
        found[next((child.tag for child in test if child.tag != "properties"), "passed")] += 1
    return found


def test_a_right_function_passes_its_level(folder: Path) -> None:
    ran = run(folder, "--solver=mine.py:solve", f"--case={GRID}", "--case=clashes", "--level=all")
    assert ran.returncode == 0, ran.stdout
    assert verdicts(folder)["passed"] > 5
    assert set(verdicts(folder)) <= {"passed", "skipped"}


@pytest.mark.slow
def test_one_that_searches_for_ever_where_clues_clash_is_judged_on_all_the_rest_before(folder: Path) -> None:
    ran = run(folder, "--solver=mine.py:careless", f"--case={GRID}", "--case=clashes", "--level=all")
    assert ran.returncode == 1
    assert "check the clues first" in ran.stdout
    assert verdicts(folder)["error"] == 3
    assert "not asked any more" in ran.stdout
    assert "mine.py:careless/all/document-c-grid" not in ran.stdout
    assert verdicts(folder)["passed"] >= 2


def test_a_wrong_answer_is_a_failure_in_plain_words_and_a_crash_an_error(folder: Path) -> None:
    ran = run(folder, "--solver=mine.py:same", "--solver=mine.py:broken", f"--case={GRID}", "--level=first")
    assert ran.returncode == 1
    assert "your program gives the grid back as it was, its empty cells still empty" in ran.stdout
    assert "your program raises an exception" in ran.stdout
    assert "1 . .  . . 7  . 9 ." in ran.stdout
    assert "Traceback" not in ran.stdout
    assert "mine.py:same/answer/document-c-grid" in ran.stdout
    counted = verdicts(folder)
    assert counted["failure"] == 1
    assert counted["error"] >= 1


def test_a_file_that_cannot_be_loaded_is_told_at_each_question_and_loaded_no_more_than_twice(
    folder: Path,
) -> None:
    loads = folder / "loads"
    broken = f"open({str(loads)!r}, 'a').write('x')\nimport nothing_is_called_so\n"
    (folder / "broken.py").write_text(broken, encoding="utf-8")
    ran = run(folder, "--solver=broken.py:solve", "--case=one", "--case=clashes", "--level=first")
    assert ran.returncode == 1
    assert "while its file is loaded" in ran.stdout
    assert verdicts(folder)["error"] > 10
    assert set(verdicts(folder)) <= {"error", "skipped"}
    assert loads.read_text(encoding="utf-8") == "xx"


def test_a_program_is_judged_and_in_french(folder: Path) -> None:
    command = f'{sys.executable} -c "print(input())"'
    ran = run(folder, f"--solver-cmd={command}", f"--case={GRID}", "--level=first", "--lang=fr")
    assert ran.returncode == 1
    assert "votre programme rend la grille telle quelle" in ran.stdout


def test_several_solvers_at_once_and_a_registered_one_by_its_name(folder: Path) -> None:
    ran = run(folder, "--solver=deduction-style", "--solver=mine.py:solve", f"--case={GRID}")
    assert ran.returncode == 0, ran.stdout
    assert "it does not promise: row-major" in ran.stdout


def test_a_budget_skips_with_the_figure(folder: Path) -> None:
    ran = run(folder, "--solver=c-style", f"--case={GRID}", "--conformance-budget=1000")
    assert ran.returncode == 0
    assert "over the budget: a row-major search of it takes 18,884 placements, of 1,000" in ran.stdout


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        ("--solver=c-stile", "no solver is called 'c-stile' (did you mean c-style?)"),
        ("--case=nothing-like-it", "no case is like nothing-like-it"),
        ("--solver-cmd=", "the command is empty"),
        ("--solver-cmd=./nowhere", "there is no file ./nowhere"),
        ("--solver=nowhere.py:solve", "there is no file nowhere.py"),
    ],
)
def test_what_cannot_be_is_told_in_one_line(folder: Path, argument: str, said: str) -> None:
    ran = run(folder, argument)
    assert ran.returncode in (2, 4)
    assert said in ran.stdout + ran.stderr
    assert "Traceback" not in ran.stdout + ran.stderr


def test_the_plugin_imports_nothing_of_the_package_but_itself() -> None:
    code = (
        f"import sys, sudoku_rosetta; old = set(sys.modules); import {PLUGIN}; print(*set(sys.modules) - old)"
    )
    new = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    ours = {name for name in new.split() if name.startswith("sudoku_rosetta")}
    assert ours == {"sudoku_rosetta.conformance", PLUGIN}


@pytest.mark.parametrize("where", ["other", "conftest"])
def test_an_option_that_another_plugin_has_taken_is_there_under_its_long_name(
    folder: Path, where: str
) -> None:
    (folder / f"{where}.py").write_text(
        'def pytest_addoption(parser):\n    parser.addoption("--level", "--lang")\n', encoding="utf-8"
    )
    first = ["-p", "other"] if where == "other" else [f"--confcutdir={folder}", str(folder)]
    ran = run(folder, *first, "--solver=c-style", f"--case={GRID}", "--conformance-level=first")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "not of the level first" in ran.stdout
