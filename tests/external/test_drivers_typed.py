"""The drivers of Java, C#, Go, Rust and Kotlin: the calls that they find, and the calls that they make."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from demand import skip_or_fail
from sudoku_rosetta.external import driven
from sudoku_rosetta.external.attempt import EASY, Status
from sudoku_rosetta.external.build import run_compiler
from sudoku_rosetta.external.driven import DrivenSolver, best_driven_attempt, driver_of
from sudoku_rosetta.external.driver import MAIN
from sudoku_rosetta.external.entries import entry_readings
from sudoku_rosetta.external.errors import SolverError
from sudoku_rosetta.external.reading import Reading
from sudoku_rosetta.external.reading_sentence import sentence_of

pytestmark = pytest.mark.slow

COPIES = Path(__file__).with_name("typed_copies")
LANGUAGES = {".java": "Java", ".cs": "C#", ".go": "Go", ".rs": "Rust", ".kt": "Kotlin"}
COMPILERS = {"Java": "javac", "C#": "mcs", "Go": "go", "Rust": "rustc", "Kotlin": "kotlinc"}
READINGS = {
    "leetcode.java": ("new Solution().solveSudoku(GRID)", "characters", "in place"),
    "program.java": ("SudokuSolver.solveBoard(GRID, 0, 0)", "rows", "in place"),
    "constructor.java": ("Sudoku s = new Sudoku(GRID); s.solve(); s.board", "rows", "returned"),
    "board.java": ("Main.grille = GRID; Main.resoudre(0); Main.grille", "rows", "in place and returned"),
    "text.java": ("SudokuSolver.solve(GRID)", "text:.", "returned"),
    "lists.java": ("new Solver().solve(GRID)", "rows", "in place and returned"),
    "object.java": (
        "Board g = new Board(GRID); Solver s = new Solver(g); s.solve(); g.cells",
        "rows",
        "in place and returned",
    ),
    "leetcode.cs": ("new Solution().SolveSudoku(GRID)", "characters", "in place"),
    "program.cs": ("Program.Solve(GRID, 0, 0)", "rows", "in place"),
    "constructor.cs": ("var s = new Sudoku(GRID); s.Solve(); s._board", "rows", "returned"),
    "leetcode.go": ("solveSudoku(GRID)", "characters", "in place"),
    "program.go": ("solve(&GRID)", "rows", "in place"),
    "named_type.go": ("GRID.Solve()", "rows", "in place"),
    "constructor.go": ("s, _ := NewSudoku(GRID); s.Solve(); s.board", "text:.", "returned"),
    "value.go": ("Solve(GRID)", "rows", "returned"),
    "board.go": ("board = GRID; resoudre(0); board", "rows", "returned"),
    "leetcode.rs": ("Solution::solve_sudoku(&mut GRID)", "characters", "in place"),
    "program.rs": ("solve(&mut GRID)", "rows", "in place"),
    "constructor.rs": ("let mut s = Sudoku::new(GRID); s.solve(); s.cells", "rows:None", "returned"),
    "text.rs": ("solve(&GRID)", "text", "returned"),
    "value.rs": ("Solver::default().solve(GRID)", "rows", "returned"),
    "new_type.rs": ("let mut s = Board(GRID); s.solve(); s.0", "rows", "returned"),
    "object.rs": ("let mut g = new_sudoku(&GRID); solve(&mut g); g.cells", "flat", "returned"),
    "board.kt": ("grille = GRID; resoudre(); grille", "rows", "in place and returned"),
    "constructor.kt": ("val s = Sudoku(GRID); s.solve(); s.board", "rows", "in place and returned"),
}
RAISING = {
    "Java": (
        "a.java",
        "class A { static void solve(int[][] b) { System.out.print(1); b[9][0] = 1; } }",
        "A.solve(GRID)",
    ),
    "C#": (
        "a.cs",
        "class A { static void Solve(int[][] b) { System.Console.Write(1); b[9][0] = 1; } }",
        "A.Solve(GRID)",
    ),
    "Go": ("a.go", "func solve(b [][]int) {\n\tfmt.Print(1)\n\tb[9][0] = 1\n}", "solve(GRID)"),
    "Rust": ("a.rs", 'fn solve(b: &mut Vec<Vec<i32>>) { print!("1"); b[9][0] = 1; }', "solve(&mut GRID)"),
}


def need(language: str) -> None:
    if shutil.which(COMPILERS[language]) is None:
        skip_or_fail(COMPILERS[language], f"{language} is not installed")


def copy_of(name: str, folder: Path) -> Path:
    return Path(shutil.copy(COPIES / name, folder / name))


@pytest.mark.parametrize("name", READINGS)
def test_first_call(name: str) -> None:
    driver = driver_of(LANGUAGES[Path(name).suffix])
    assert driver is not None
    assert driver.calls((COPIES / name).read_text(encoding="utf-8"))[0] == READINGS[name][:2]


@pytest.mark.parametrize("name", READINGS)
def test_copy_is_read(name: str, tmp_path: Path) -> None:
    language = LANGUAGES[Path(name).suffix]
    need(language)
    copy = copy_of(name, tmp_path)
    found = best_driven_attempt(entry_readings(copy, language), tmp_path)
    assert found is not None
    assert found.status is Status.RIGHT, found.error
    assert (found.reading.call, found.reading.form, found.reading.answer) == READINGS[name]


@pytest.mark.parametrize("language", RAISING)
def test_exception(language: str, tmp_path: Path) -> None:
    need(language)
    name, source, call = RAISING[language]
    (tmp_path / name).write_text(source, encoding="utf-8")
    with DrivenSolver(Reading(language, name, call, "rows", "auto"), tmp_path) as solver:
        for grid, _ in EASY:
            with pytest.raises(SolverError) as raised:
                list(solver.answers(grid, 1))
            assert raised.value.kind == "raised"
            assert "ndex" in str(raised.value)
            assert "\n" not in str(raised.value)


def test_java_program_answers_many_grids(tmp_path: Path) -> None:
    need("Java")
    copy_of("program.java", tmp_path)
    with DrivenSolver(Reading("Java", "program.java", MAIN, "line", "printed"), tmp_path) as solver:
        for grid, solution in EASY:
            assert list(solver.answers(grid, 1)) == [solution]
        grid, solution = EASY[0]
        none = f"{solution[:79]}{solution[80]}0"
        with pytest.raises(SolverError):  # its exit code is 3
            list(solver.answers(none, 1))
        assert list(solver.answers(grid, 1)) == [solution]


def test_java_class_in_a_package_of_several_files(tmp_path: Path) -> None:
    need("Java")
    folder = tmp_path / "fr" / "lycee"
    folder.mkdir(parents=True)
    source = (COPIES / "board.java").read_text(encoding="utf-8").replace("int[9][9]", "int[Size.N][9]")
    (folder / "Main.java").write_text(f"package fr.lycee;\n{source}", encoding="utf-8")
    (folder / "Size.java").write_text(
        "package fr.lycee;\nclass Size { static int N = 9; } // \u00e9", encoding="cp1252"
    )
    found = best_driven_attempt(entry_readings(folder / "Main.java", "Java", tmp_path), tmp_path)
    assert found is not None
    assert found.status is Status.RIGHT, found.error


def test_deep_recursion(tmp_path: Path) -> None:
    need("Java")
    source = """class A {
        static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }
        static boolean solve(int[][] b) { return deep(200000) < 0; }
    }"""
    (tmp_path / "a.java").write_text(source, encoding="utf-8")
    with DrivenSolver(Reading("Java", "a.java", "A.solve(GRID)", "rows", "in place"), tmp_path) as solver:
        assert list(solver.answers(EASY[0][0], 1)) == []


SLOW_AND_QUICK = """
class Sudoku {
    static boolean fits(int[][] grid, int row, int column, int digit) {
        for (int i = 0; i < 9; i++) {
            int boxRow = row / 3 * 3 + i / 3, boxColumn = column / 3 * 3 + i % 3;
            if (grid[row][i] == digit || grid[i][column] == digit || grid[boxRow][boxColumn] == digit) return false;
        }
        return true;
    }

    static boolean solve(int[][] grid) {
        int empty = 0;
        for (int[] row : grid) for (int digit : row) if (digit == 0) empty++;
        while (empty > 30) { }
        return quickSolve(grid);
    }

    static boolean quickSolve(int[][] grid) {
        for (int row = 0; row < 9; row++)
            for (int column = 0; column < 9; column++)
                if (grid[row][column] == 0) {
                    for (int digit = 1; digit <= 9; digit++)
                        if (fits(grid, row, column, digit)) {
                            grid[row][column] = digit;
                            if (quickSolve(grid)) return true;
                            grid[row][column] = 0;
                        }
                    return false;
                }
        return true;
    }
}
"""


def test_of_a_slow_and_a_quick_solver_the_quick_one_is_read(tmp_path: Path) -> None:
    need("Java")
    copy = tmp_path / "Sudoku.java"
    copy.write_text(SLOW_AND_QUICK, encoding="utf-8")
    best = best_driven_attempt(entry_readings(copy, "Java"), tmp_path)
    assert best is not None
    assert (best.reading.call, best.status) == ("Sudoku.quickSolve(GRID)", Status.RIGHT)


def test_an_error_of_the_copy_is_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need("Java")
    copy = tmp_path / "Sudoku.java"
    copy.write_text(SLOW_AND_QUICK.replace("empty++;", "empty++"), encoding="utf-8")
    commands = []

    def counted(*words: Any, **options: Any) -> None:
        commands.append(words)
        run_compiler(*words, **options)

    monkeypatch.setattr(driven, "run_compiler", counted)
    best = best_driven_attempt(entry_readings(copy, "Java"), tmp_path)
    assert best is not None
    assert best.error is not None
    assert "Sudoku.java:13: error: ';' expected" in str(best.error)
    assert len(commands) == 1


@pytest.mark.parametrize(
    ("call", "entry"),
    [
        ("let mut g = new_sudoku(&GRID); solve(&mut g); g.grid", "function solve"),
        ("var s = new Sudoku(GRID); s.Solve(); s.t", "class Sudoku, made from the grid, method Solve"),
        ("Sudoku s = new Sudoku(); s.load(GRID); s.solve(); s.board", "class Sudoku, method solve"),
        ("GRID.Solve()", "function Solve"),
    ],
)
def test_the_sentence_names_what_solves(call: str, entry: str) -> None:
    said = sentence_of(Reading("Java", "a.java", call, "rows", "returned")).en
    assert said.startswith(f"{entry}; ")
