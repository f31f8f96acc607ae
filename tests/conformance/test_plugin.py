"""`pytest --pyargs sudoku_rosetta.conformance` on external and registered solvers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

import pytest
from conformance.clock import HANGING
from naming import names
from sudoku_rosetta.conformance.case import cases, matching_cases
from sudoku_rosetta.conformance.outcome import format_grid
from sudoku_rosetta.solvers import solvers
from waiting import HANG_GUARD_S

PLUGIN = "sudoku_rosetta.conformance.plugin"
TESTS = Path(__file__).parents[1]
CLASHES = matching_cases(["clashes"])
(GRID,) = matching_cases(["last-cell-row-9-column-4"])
"""Small, but large enough for the isolation checks."""
BUDGET = 50
assert BUDGET < (GRID.placements or 0) < 100

MINE = """
    def solve(grid):
        if not clashes(grid):
            yield from careless(grid)

    def careless(grid):
        if clashes(grid) and "0" in grid:
            open(HANGING, "w").close()
            while True: pass
        board = [int(cell) for cell in grid]
        for solution in search(board):
            yield "".join(map(str, solution))

    def clashes(board):
        return any("0" != board[a] == board[b] for a in range(81) for b in range(a) if linked(a, b))

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
        return grid if grid.count("0") > 20 else next(solve(grid), None)

    def broken(grid):
        return grid[1000] if grid.count("0") > 20 else next(solve(grid), None)
"""


ALL = "--conformance-budget=all"
DOCUMENTS = [case.id for case in cases() if "document" in case.tags]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(f"HANGING = {HANGING!r}\n{textwrap.dedent(MINE)}", encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    return tmp_path


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-p", PLUGIN, "--pyargs", "sudoku_rosetta.conformance"]
    command += ["-p", "no:cacheprovider", "-p", "conformance.clock", "-ra"]
    path = os.pathsep.join([str(TESTS), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    return subprocess.run(
        [*command, f"--junitxml={folder / 'report.xml'}", *arguments],
        cwd=folder,
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": path},
        capture_output=True,
        text=True,
        timeout=HANG_GUARD_S,
    )


def verdicts(folder: Path) -> Counter[str]:
    """The number of tests of each verdict, from the JUnit file."""
    found: Counter[str] = Counter()
    for test in ElementTree.parse(folder / "report.xml").iter("testcase"):
        found[next((child.tag for child in test if child.tag != "properties"), "passed")] += 1
    return found


@pytest.mark.slow
def test_without_options_the_run_is_quick_and_names_the_option_for_a_full_run(folder: Path) -> None:
    quick, everything = (
        run(folder, "--collect-only", "-q", *options).stdout.splitlines() for options in ([], [ALL])
    )
    run_ids = {line.rpartition("[")[2].rstrip("]") for line in quick if "::" in line}
    assert 1000 < len(run_ids) < len([line for line in everything if "::" in line]) / 2
    assert {f"{solver.id}/all/{name}" for solver in solvers() for name in DOCUMENTS} <= run_ids
    assert any(ALL in line for line in quick)
    assert not any(ALL in line for line in everything)


def test_a_correct_function_passes_its_level(folder: Path) -> None:
    ran = run(folder, "--solver=mine.py:solve", f"--case={GRID.id}", "--case=clashes", "--level=all")
    assert ran.returncode == 0, ran.stdout
    assert verdicts(folder)["passed"] > 5
    assert set(verdicts(folder)) <= {"passed", "skipped"}


@pytest.mark.slow
def test_a_solver_that_hangs_on_clashing_clues_is_judged_on_all_other_cases_first(folder: Path) -> None:
    ran = run(folder, "--solver=mine.py:careless", f"--case={GRID.id}", "--case=clashes", "--level=all")
    assert ran.returncode == 1
    counted = verdicts(folder)
    assert counted["error"] == 2
    assert counted["skipped"] >= len(CLASHES) - 2  # not run after two timeouts
    assert any(f"mine.py:careless/refusing/{case.id}" in ran.stdout for case in CLASHES)
    assert f"mine.py:careless/all/{GRID.id}" not in ran.stdout
    assert counted["passed"] >= 2


def test_a_wrong_answer_is_a_failure_and_a_crash_is_an_error(folder: Path) -> None:
    specs = ("--solver=mine.py:same", "--solver=mine.py:broken")
    ran = run(folder, *specs, f"--case={GRID.id}", "--level=first")
    assert ran.returncode == 1
    assert format_grid(GRID.grid).splitlines()[0] in ran.stdout
    assert "IndexError" in ran.stdout
    assert "Traceback" not in ran.stdout
    assert f"mine.py:same/answer/{GRID.id}" in ran.stdout
    counted = verdicts(folder)
    assert counted["failure"] == 1
    assert counted["error"] >= 1


def test_a_file_in_which_no_solver_is_read_is_one_error(folder: Path) -> None:
    (folder / "broken.py").write_text("def solve(grid:\n", encoding="utf-8")
    ran = run(folder, "--solver=broken.py:solve", "--case=one", "--case=clashes", "--level=first")
    assert ran.returncode == pytest.ExitCode.INTERRUPTED
    assert "SyntaxError" in ran.stdout
    assert set(verdicts(folder)) <= {"error"}


@pytest.mark.slow
def test_reasons_are_in_the_chosen_language(folder: Path) -> None:
    command = f'{sys.executable} -c "print(input())"'
    said = set()
    for language in ("en", "fr"):
        ran = run(
            folder, f"--solver=cmd:{command}", f"--case={GRID.id}", "--level=first", f"--lang={language}"
        )
        assert ran.returncode == 1
        said |= set(re.findall(rf"answer, {GRID.id}: (.+)", ran.stdout))
    assert len(said) == 2


def test_several_solvers_in_one_run_and_a_registered_one_by_name(folder: Path) -> None:
    ran = run(folder, "--solver=deduction-style", "--solver=mine.py:solve", f"--case={GRID.id}")
    assert ran.returncode == 0, ran.stdout
    assert "row-major" in ran.stdout  # skipped: it does not promise this


def test_a_budget_skips_with_the_number_of_placements(folder: Path) -> None:
    ran = run(folder, "--solver=c-style", f"--case={GRID.id}", f"--conformance-budget={BUDGET}")
    assert ran.returncode == 0
    assert re.search(rf"SKIPPED.* {GRID.placements} .* {BUDGET}$", ran.stdout, re.M)


@pytest.mark.parametrize(
    ("argument", "named"),
    [
        ("--solver=c-stile", ("c-stile", "c-style", "fast-c")),
        ("--case=nothing-like-it", ("nothing-like-it",)),
        ("--solver=cmd:", ("empty",)),
        ("--solver=cmd:./nowhere", ("./nowhere",)),
        ("--solver=nowhere.py:solve", ("nowhere.py",)),
    ],
)
def test_bad_arguments_are_reported_in_one_line(
    folder: Path, argument: str, named: tuple[object, ...]
) -> None:
    ran = run(folder, argument)
    assert ran.returncode in (2, 4)
    output = ran.stdout + ran.stderr
    assert any(names(line, *named) for line in output.splitlines()), output
    assert "Traceback" not in output


def test_the_plugin_imports_nothing_else_of_the_package() -> None:
    code = (
        f"import sys, sudoku_rosetta; old = set(sys.modules); import {PLUGIN}; print(*set(sys.modules) - old)"
    )
    new = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    imported = {name for name in new.split() if name.startswith("sudoku_rosetta")}
    assert imported == {"sudoku_rosetta.conformance", PLUGIN}


@pytest.mark.parametrize("where", ["other", "conftest"])
def test_an_option_of_another_plugin_keeps_its_meaning_and_the_long_name_works(
    folder: Path, where: str
) -> None:
    (folder / f"{where}.py").write_text(
        'def pytest_addoption(parser):\n    parser.addoption("--level", "--lang")\n', encoding="utf-8"
    )
    first = ["-p", "other"] if where == "other" else [f"--confcutdir={folder}", str(folder)]
    ran = run(folder, *first, "--solver=c-style", f"--case={GRID.id}", "--conformance-level=first")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert verdicts(folder)["skipped"] > 0  # checks of other levels
    assert re.search(r"SKIPPED.*first", ran.stdout)
