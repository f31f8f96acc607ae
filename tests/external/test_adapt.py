"""The wrappers of `conform --adapt`: each is written for a small copy, read, and asked two grids."""

import shutil
from pathlib import Path
from textwrap import dedent

import pytest
from demand import skip_or_fail
from external.test_drivers_compiled import C_COPIES, CPP_COPIES, M_SEARCH, R_COPIES
from sudoku_rosetta.external.adapt import NoWrapper, suffix_of, wrapper_of
from sudoku_rosetta.external.attempt import EASY
from sudoku_rosetta.external.copy_solver import CopySolver
from sudoku_rosetta.external.reading import Reading

SOLVE = """
def solve(g):
    for r in range(9):
        for c in range(9):
            if g[r][c] == 0:
                for d in range(1, 10):
                    box = [g[r // 3 * 3 + i][c // 3 * 3 + j] for i in range(3) for j in range(3)]
                    if d not in g[r] and d not in [row[c] for row in g] and d not in box:
                        g[r][c] = d
                        if solve(g):
                            return True
                        g[r][c] = 0
                return False
    return True
"""
PRINTS = SOLVE + "\ndef show(g):\n    solve(g)\n    for row in g:\n        print(*row)\n"
PROGRAM = PRINTS + "\nshow([list(map(int, input())) for _ in range(9)])\n"
FAILS = SOLVE + "\nboard = missing\n"
PYTHON = {
    "in place": (SOLVE, "solve(GRID)", "rows", "in place"),
    "printed": (PRINTS, "show(GRID)", "rows", "printed"),
    "program": (PROGRAM, "", "nine-lines", "printed"),
}


def check(folder: Path, reading: Reading) -> None:
    file = folder / f"wrapper{suffix_of(reading, folder)}"
    file.write_text(wrapper_of(reading, folder, file))
    solver = CopySolver(file, name="wrapper", level="first")
    try:
        assert solver.reading.call in ("solve(GRID)", "", "main")
        assert solver.reading.form in ("text", "line")
        for grid, solution in EASY:
            assert list(solver.answers(grid, 1)) == [solution]
    finally:
        solver.close()


@pytest.mark.parametrize("style", PYTHON)
@pytest.mark.parametrize("name", ["mine.py", "02-mine.py"])
def test_python(tmp_path: Path, style: str, name: str) -> None:
    source, call, form, answer = PYTHON[style]
    (tmp_path / name).write_text(source)
    check(tmp_path, Reading("Python", name, call, form, answer))


def test_a_copy_with_a_statement_that_fails(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FAILS)
    solver = CopySolver(tmp_path / "mine.py", name="mine", level="first")
    try:
        check(tmp_path, solver.reading)
    finally:
        solver.close()


DRIVEN = Path(__file__).parent / "driven"
PROGRAMS = {".js": "node", ".rb": "ruby", ".php": "php", ".pl": "perl", ".lua": "lua"}
COPIES = (
    "leetcode.js returns.js arrow.js class.js prints.js program.js class.rb text.rb board.rb program.rb "
    "leetcode.php program.php text.pl program.pl module.lua program.lua"
).split()


@pytest.mark.slow
@pytest.mark.parametrize("name", COPIES)
def test_other_languages(tmp_path: Path, name: str) -> None:
    program = PROGRAMS[Path(name).suffix]
    if shutil.which(program) is None:
        skip_or_fail(program, f"{program} is not installed")
    shutil.copy(DRIVEN / name, tmp_path)
    solver = CopySolver(tmp_path / name, name="copy", level="first")
    try:
        check(tmp_path, solver.reading)
    finally:
        solver.close()


def test_a_board_that_another_file_cannot_set(tmp_path: Path) -> None:
    shutil.copy(DRIVEN / "board.lua", tmp_path)
    reading = Reading("Lua", "board.lua", "grid = GRID; solve(); grid", "rows", "in place and returned")
    with pytest.raises(NoWrapper):
        wrapper_of(reading, tmp_path, tmp_path / "wrapper.lua")


def test_no_wrapper_is_known(tmp_path: Path) -> None:
    (tmp_path / "mine.hs").write_text("solve :: [[Int]] -> [[Int]]\nsolve = id\n")
    reading = Reading("Haskell", "mine.hs", "solve GRID", "rows", "returned")
    with pytest.raises(NoWrapper, match="no wrapper is known for this Haskell solver"):
        wrapper_of(reading, tmp_path, tmp_path / "wrapper.hs")


def test_the_file_of_the_wrapper(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SOLVE)
    reading = Reading("Python", "mine.py", "solve(GRID)", "rows", "in place")
    for file, reason in (("mine.py", "solver itself"), ("w.js", r"\.py"), ("other/w.py", "folder")):
        with pytest.raises(NoWrapper, match=reason):
            wrapper_of(reading, tmp_path, tmp_path / file)


TYPED = Path(__file__).parent / "typed_copies"
OTHER_COPIES = {
    "Sudoku.java": "constructor.java",
    "SudokuSolver.java": "text.java",
    "Main.java": "board.java",
    "value.go": "value.go",
    **{f"{name}.R": name for name in R_COPIES},
    "octave.m": "octave",
    **{f"{name}.c": name for name in C_COPIES},
    **{f"{name}.cpp": name for name in CPP_COPIES},
}
COMPILERS = {".c": "cc", ".cpp": "c++", ".java": "javac", ".go": "go", ".R": "Rscript", ".m": "octave-cli"}


def text_of_copy(suffix: str, copy: str) -> str:
    match suffix:
        case ".c":
            return dedent(C_COPIES[copy][0])
        case ".cpp":
            return dedent(CPP_COPIES[copy][0])
        case ".R":
            return dedent(R_COPIES[copy][0])
        case ".m":
            return dedent(M_SEARCH.format(comment="%")) + "end\n"
    return (TYPED / copy).read_text()


@pytest.mark.slow
@pytest.mark.parametrize("name", OTHER_COPIES)
def test_compiled_languages_and_matrices(tmp_path: Path, name: str) -> None:
    suffix, copy = Path(name).suffix, OTHER_COPIES[name]
    if shutil.which(COMPILERS[suffix]) is None:
        skip_or_fail(COMPILERS[suffix], f"{COMPILERS[suffix]} is not installed")
    (tmp_path / name).write_text(text_of_copy(suffix, copy))
    solver = CopySolver(tmp_path / name, name="copy", level="first")
    try:
        check(tmp_path, solver.reading)
    finally:
        solver.close()


@pytest.mark.parametrize(
    ("name", "copy", "reason"),
    [("board.go", "board.go", "has a main"), ("mine.java", "text.java", r"rename it to SudokuSolver\.java")],
)
def test_the_reason_is_said(tmp_path: Path, name: str, copy: str, reason: str) -> None:
    shutil.copy(TYPED / copy, tmp_path / name)
    calls = {"board.go": "board = GRID; resoudre(0); board", "mine.java": "SudokuSolver.solve(GRID)"}
    language = "Go" if name.endswith(".go") else "Java"
    reading = Reading(language, name, calls[name], "rows" if language == "Go" else "text:.", "returned")
    with pytest.raises(NoWrapper, match=reason):
        wrapper_of(reading, tmp_path, tmp_path / f"wrapper{Path(name).suffix}")
