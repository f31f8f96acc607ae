"""Pupils' programs: small ones in all languages (`programs`) and in Python. Each takes its grid in another way."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from demand import skip_or_fail
from sudoku_rosetta.external.attempt import EASY, Attempt, Status, best_attempt
from sudoku_rosetta.external.errors import SolverError
from sudoku_rosetta.external.languages import languages
from sudoku_rosetta.external.program import Limits
from sudoku_rosetta.external.program_readings import program_readings
from sudoku_rosetta.external.reading import Reading, Unread
from sudoku_rosetta.external.recognise import copy_at
from sudoku_rosetta.external.staged_program import StagedProgramSolver
from sudoku_rosetta.external.staging import StagedCopy
from sudoku_rosetta.external.unread_reason import unread_reason
from waiting import HANG_GUARD_S

PROGRAMS = Path(__file__).with_name("programs")
PUZZLE, SOLUTION = EASY[0]
UNSOLVABLE = "100056789456700123789123456000564897564807200897031564010645978340008012908302045"
LIMITS = Limits(seconds=HANG_GUARD_S)
FORMS = {
    "lines.c": "line",
    "spaced.cpp": "spaced",
    "argument.js": "argument",
    "source.ts": "source",
    "Package.java": "spaced",
    "Lines.cs": "nine-lines:.",
    "file.go": "file puzzle.txt nine-lines",
    "named_file.rs": "file nine-lines",
    "toplevel.ml": "spaced",
    "compiled.ml": "line",
    "Module.hs": "line",
    "prompt.rb": "nine-lines",
    "heading.pl": "line",
    "source.php": "source",
    "lines.pas": "nine-lines",
    "steps.lua": "line",
    "matrix.r": "line",
    "matrix.m": "source",
    "matrix.sce": "source",
}
SOLVE = """
def fits(g, r, c, v):
    for k in range(9):
        if g[r][k] == v or g[k][c] == v or g[r // 3 * 3 + k // 3][c // 3 * 3 + k % 3] == v:
            return False
    return True

def solve(g):
    for r in range(9):
        for c in range(9):
            if g[r][c] == 0:
                for v in range(1, 10):
                    if fits(g, r, c, v):
                        g[r][c] = v
                        if solve(g):
                            return True
                        g[r][c] = 0
                return False
    return True
"""
SHOW = "print(*g, sep='\\n') if solve(g) else print('No solution exists')\n"
IN_PYTHON = {
    "rows typed one by one": (
        "g = []\nfor i in range(9):\n    g.append([int(x) for x in input(f'Row {i + 1}: ').split()])\n"
        + SHOW,
        "spaced",
    ),
    "digits typed one by one": (
        "g = [[int(input(f'cell {r},{c} > ')) for c in range(9)] for r in range(9)]\n" + SHOW,
        "numbers",
    ),
    "lines until the end": (
        "import sys\ng = [list(map(int, l.strip())) for l in sys.stdin]\n" + SHOW,
        "nine-lines",
    ),
    "commas": (
        "g = []\nfor i in range(9):\n    g.append(list(map(int, input().split(','))))\n" + SHOW,
        "csv",
    ),
    "a file with a name": (
        "g = [[int(x) for x in l.split()] for l in open('sudoku.txt')]\n" + SHOW,
        "file sudoku.txt spaced",
    ),
    "a file whose name is typed": (
        "g = [list(map(int, l.strip())) for l in open(input('File: '))]\n" + SHOW,
        "file grid.txt nine-lines",
    ),
    "a solution in a file": (
        "g = [list(map(int, l.strip())) for l in open('in.txt')]\nsolve(g)\n"
        "with open('result.txt', 'w') as f:\n    for row in g:\n        print(*row, file=f)\n",
        "file in.txt nine-lines",
    ),
    "a size and rows": (
        "n = int(input('Size: '))\ng = [[int(x) for x in input().split()] for _ in range(n)]\n" + SHOW,
        "sized",
    ),
    "a string in the source": (
        f"text = '''\n{'4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......'}\n'''\n"
        "text = text.strip().replace('.', '0')\n"
        "g = [list(map(int, text[i:i + 9])) for i in range(0, 81, 9)]\n" + SHOW,
        "source",
    ),
    "a pause at the end": ("g = [[0] * 9] * 8 + [[int(c) for c in '12345678' + '0']]\n", ""),
}
IN_PYTHON.pop("a pause at the end")


@contextmanager
def tried(path: Path) -> Iterator[tuple[StagedProgramSolver, Attempt]]:
    """The solver of a program as it was read, and the attempt that showed how."""
    copy = copy_at(path)
    program = languages()[copy.language].missing()
    if program is not None:
        skip_or_fail(program, f"{program} is not installed")
    readings = list(program_readings(copy))
    solver = StagedProgramSolver(readings[0], copy.folder, limits=LIMITS)
    try:
        best = best_attempt(readings, solver.ask)
        assert best is not None
        solver.reading = best.reading
        yield solver, best
    finally:
        solver.close()
        copy.close()


def check(path: Path, form: str) -> None:
    before = sorted(path.parent.iterdir())
    with tried(path) as (solver, best):
        assert (best.status, best.reading.form) == (Status.RIGHT, form)
        assert [solver.raw_search(grid) for grid, _ in EASY] == [[solution] for _, solution in EASY]
        assert all("0" in answer for answer in solver.raw_search(UNSOLVABLE))
        assert solver.cost_per_grid > 0
    assert sorted(path.parent.iterdir()) == before


@pytest.mark.slow
@pytest.mark.parametrize(("name", "form"), FORMS.items())
def test_a_program_is_read_and_run(name: str, form: str) -> None:
    check(PROGRAMS / name, form)


def test_all_programs_are_tested() -> None:
    assert {path.name for path in PROGRAMS.iterdir()} == set(FORMS)


@pytest.mark.parametrize("name", IN_PYTHON)
def test_a_python_program_is_read_and_run(tmp_path: Path, name: str) -> None:
    source, form = IN_PYTHON[name]
    path = tmp_path / "program.py"
    path.write_text(SOLVE + source, encoding="utf-8")
    check(path, form)


# --- folders ------------------------------------------------------------------------------------------


def test_the_other_files_of_a_program_are_compiled_too(tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        skip_or_fail("cc", "there is no C compiler")
    source = (PROGRAMS / "lines.c").read_text(encoding="utf-8")
    head, start, rest = source.partition("int allowed")
    body, main, end = (start + rest).partition("int main")
    (tmp_path / "grid.h").write_text("extern int g[9][9];\nint solve(int n);\n", encoding="utf-8")
    (tmp_path / "search.c").write_text('#include "grid.h"\n' + body, encoding="utf-8")
    text = head.replace("int g", '#include "grid.h"\nint g') + main + end
    (tmp_path / "main.c").write_text(text, encoding="utf-8")
    (tmp_path / "test_solver.c").write_text("int main(void) { return 1; }\n", encoding="utf-8")
    copy = copy_at(tmp_path)
    assert copy.files[0] == "main.c"
    check(tmp_path, "line")


def test_a_makefile_is_used(tmp_path: Path) -> None:
    if shutil.which("cc") is None or shutil.which("make") is None:
        skip_or_fail("cc", "there is no C compiler or make")
    source = (PROGRAMS / "lines.c").read_text(encoding="utf-8")
    (tmp_path / "sudoku.c").write_text(source.replace("n == 81", "n == CELLS"), encoding="utf-8")
    (tmp_path / "Makefile").write_text("all:\n\tcc -DCELLS=81 -o sudoku sudoku.c -lm\n", encoding="utf-8")
    check(tmp_path, "line")


def test_the_folder_of_an_archive_is_read(tmp_path: Path) -> None:
    inner = tmp_path / "copy" / "devoir"
    inner.mkdir(parents=True)
    source, form = IN_PYTHON["commas"]
    (inner / "devoir.py").write_text(SOLVE + source, encoding="utf-8")
    (tmp_path / "__MACOSX").mkdir()
    (tmp_path / "__MACOSX" / "._devoir.py").write_text("?", encoding="utf-8")
    check(tmp_path, form)


def test_a_notebook_is_read(tmp_path: Path) -> None:
    import json

    source, form = IN_PYTHON["a string in the source"]
    cells = [
        {"cell_type": "markdown", "source": ["# Sudoku"]},
        {"cell_type": "code", "source": ["%matplotlib inline\n", "!pip install numpy\n"]},
        {"cell_type": "code", "source": SOLVE.splitlines(keepends=True)},
        {"cell_type": "code", "source": source.splitlines(keepends=True)},
    ]
    path = tmp_path / "sudoku.ipynb"
    path.write_text(json.dumps({"cells": cells, "nbformat": 4}), encoding="utf-8")
    check(path, form)


def test_a_file_without_a_suffix_is_known_by_its_first_line(tmp_path: Path) -> None:
    source, form = IN_PYTHON["commas"]
    path = tmp_path / "sudoku"
    path.write_text("#!/usr/bin/env python3\n" + SOLVE + source, encoding="utf-8")
    check(path, form)


# --- what cannot be read --------------------------------------------------------------------------------

UNREADABLE = {
    "missing_module": ("import not_there_at_all\n", "not_there_at_all"),
    "missing_file": ("g = open('grille.dat2').read()\n", "grille.dat2"),
    "python2": ("print 'hello'\n", "1"),
    "syntax_error": ("x = 1\ndef f(:\n    pass\n", "2"),
    "opens_window": (
        "import turtle\nraise RuntimeError('no display name and no $DISPLAY environment')\n",
        "turtle",
    ),
    "waits_for_keys": (
        "x = int(input('How many clues? '))\nwhile True:\n    input('row column digit: ')\n",
        "",
    ),
    "silent": ("print('hello', input())\n", ""),
    "raises": ("x = 1\nprint(x / 0)\n", "ZeroDivisionError"),
    "too_slow": ("while True:\n    pass\n", "0.3"),
}


@pytest.mark.parametrize("group", UNREADABLE)
def test_the_reason_says_what_is_wrong(tmp_path: Path, group: str) -> None:
    source, named = UNREADABLE[group]
    path = tmp_path / "mine.py"
    path.write_text(source, encoding="utf-8")
    copy = copy_at(path)
    solver = StagedProgramSolver(
        next(program_readings(copy)),
        copy.folder,
        limits=Limits(seconds=0.3) if group == "too_slow" else LIMITS,
    )
    best = best_attempt(program_readings(copy), solver.ask)
    solver.close()
    assert best is not None
    assert best.status < Status.ONE_RIGHT
    message = unread_reason(copy, solver.trial_errors)
    assert message.code == f"unread.{group}"
    for text in (message.en, message.fr):
        assert "\n" not in text
        assert "sudoku-rosetta-" not in text
    assert named in message.en


def test_a_compiler_error_names_the_line(tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        skip_or_fail("cc", "there is no C compiler")
    path = tmp_path / "mine.c"
    path.write_text("int main(void) {\n  return 0\n}\n", encoding="utf-8")
    copy = copy_at(path)
    solver = StagedProgramSolver(Reading("C", "mine.c", "", "line", "printed"), copy.folder)
    with pytest.raises(SolverError) as caught:
        solver.prepare()
    solver.close()
    message = unread_reason(copy, [caught.value])
    assert message.code == "unread.not_compiled"
    assert "mine.c:" in message.en
    assert "/" not in message.en.partition("mine.c")[0]


@pytest.mark.parametrize(
    ("name", "data", "code"),
    [
        ("mine.py", b" \n\n", "empty"),
        ("mine.xyz", b"solve", "unknown_language"),
        ("mine.ipynb", b"{", "unreadable"),
        ("mine.pl", b":- use_module(library(clpfd)).\nsudoku(R) :-\n  R = R.\n", "unknown_language"),
    ],
)
def test_a_file_that_is_no_source_is_unread(tmp_path: Path, name: str, data: bytes, code: str) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(Unread) as caught:
        copy_at(tmp_path / name)
    assert caught.value.message.code == f"unread.{code}"
    assert name in caught.value.message.fr


def test_a_folder_without_a_source_is_unread(tmp_path: Path) -> None:
    for code in ("empty_folder", "no_source"):
        with pytest.raises(Unread) as caught:
            copy_at(tmp_path)
        assert caught.value.message.code == f"unread.{code}"
        (tmp_path / "README.md").write_text("nothing", encoding="utf-8")


def test_only_the_files_that_are_named_are_copied_from_a_large_folder(tmp_path: Path) -> None:
    for number in range(30):
        (tmp_path / f"pupil_{number}.py").write_text("print(1)\n", encoding="utf-8")
    (tmp_path / "mine.py").write_text("import rules\nopen('puzzle.txt')\n", encoding="utf-8")
    (tmp_path / "rules.py").write_text("import units\n", encoding="utf-8")
    (tmp_path / "units.py").write_text("", encoding="utf-8")
    (tmp_path / "puzzle.txt").write_text(PUZZLE, encoding="utf-8")
    staged = StagedCopy(tmp_path, "mine.py")
    names = {path.name for path in staged.root.iterdir()}
    staged.close()
    assert names == {"mine.py", "rules.py", "units.py", "puzzle.txt"}


@pytest.mark.parametrize("encoding", ["latin-1", "utf-8-sig", "utf-16"])
def test_the_encoding_of_a_source_is_found(tmp_path: Path, encoding: str) -> None:
    source, form = IN_PYTHON["commas"]
    (tmp_path / "élève.py").write_text(f"# résolution\n{SOLVE}\nmot = 'é'\n{source}", encoding=encoding)
    check(tmp_path / "élève.py", form)


def test_the_headers_of_windows_have_stand_ins(tmp_path: Path) -> None:
    if shutil.which("cc") is None:
        skip_or_fail("cc", "there is no C compiler")
    source = (
        (PROGRAMS / "lines.c")
        .read_text(encoding="utf-8")
        .replace("{\n    printf", "{\n    clrscr();\n    printf", 1)
    )
    path = tmp_path / "mine.c"
    path.write_text("#include <conio.h>\n#include <Windows.h>\n" + source, encoding="utf-8")
    check(path, "line")
