"""Solvers in JavaScript, TypeScript, Ruby, PHP, Perl and Lua that are called by a driver: how they are read,
and how they answer.

The solvers are in `driven/`, each in one usual style.
"""

import shutil
from pathlib import Path

import pytest
from demand import skip_or_fail
from sudoku_rosetta.external.attempt import EASY, Status
from sudoku_rosetta.external.driven import DrivenSolver, best_driven_attempt, driver_of
from sudoku_rosetta.external.driver import MAIN
from sudoku_rosetta.external.entries import (
    entry_readings,
    split_parameters,
    without_comments,
    without_strings,
)
from sudoku_rosetta.external.errors import SolverError
from sudoku_rosetta.external.names import name_rank, ranked
from sudoku_rosetta.external.reading import Reading
from sudoku_rosetta.runtime.limits import Limits

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parent / "driven"
LANGUAGES = {
    ".js": ("JavaScript", "node"),
    ".ts": ("TypeScript", "tsc"),
    ".rb": ("Ruby", "ruby"),
    ".php": ("PHP", "php"),
    ".pl": ("Perl", "perl"),
    ".lua": ("Lua", "lua"),
}
LIMITS = Limits(seconds=20)
NO_SOLUTION = EASY[0][0].replace("0", "1", 1)
"""The digit 1 is twice in a row, so that there is no solution."""

EXPECTED = {
    "leetcode.js": ("solveSudoku(GRID)", "characters", "in place"),
    "returns.js": ("solve(GRID)", "rows", "returned"),
    "arrow.js": ("solve(GRID)", "rows", "in place and returned"),
    "text.js": ("module.exports(GRID)", "text:.", "returned"),
    "class.js": ("s = new Sudoku(GRID); s.solve(); s.cells", "rows", "returned"),
    "board.js": ("board = GRID; solve(); board", "rows", "in place and returned"),
    "prints.js": ("solve(GRID)", "rows", "printed"),
    "program.js": (MAIN, "spaced", "printed"),
    "shell.js": (MAIN, "line", "printed"),
    "typed.ts": ("solve(GRID)", "rows", "returned"),
    "class.rb": ("SudokuSolver.new(GRID).solve()", "rows", "in place"),
    "text.rb": ("solve(GRID)", "text:.", "returned"),
    "board.rb": ("$grid = GRID; solve(); $grid", "rows", "in place and returned"),
    "program.rb": (MAIN, "nine-lines", "printed"),
    "leetcode.php": ("(new Solution())->solveSudoku(GRID)", "characters", "in place"),
    "board.php": ("$board = GRID; solve(); $board", "rows", "returned"),
    "class.php": ("$s = new Solver(GRID); $s->solve(); (fn() => $this->grid)->call($s)", "rows", "returned"),
    "program.php": (MAIN, "nine-lines", "printed"),
    "board.pl": ("@board = @{GRID}; solve(); \\@board", "rows", "in place and returned"),
    "text.pl": ("solve_sudoku(GRID)", "text:.", "returned"),
    "class.pl": ("$s = Sudoku->new(GRID); $s->solve(0); $s->{grid}", "rows", "returned"),
    "program.pl": (MAIN, "nine-lines", "printed"),
    "board.lua": ("grid = GRID; solve(); grid", "rows", "in place and returned"),
    "class.lua": ("s = Sudoku.new(GRID); s:solve(1); s.cells", "text:.", "returned"),
    "module.lua": ("M.solve(GRID)", "rows", "in place and returned"),
    "program.lua": (MAIN, "nine-lines", "printed"),
}


def test_every_solver_of_the_folder_is_expected() -> None:
    assert {each.name for each in FOLDER.iterdir()} == set(EXPECTED)


def read(file: Path) -> Reading:
    language, program = LANGUAGES[file.suffix]
    if shutil.which(program) is None:
        skip_or_fail(language, f"{program} is not installed")
    found = best_driven_attempt(entry_readings(file, language), file.parent, limits=LIMITS)
    assert found is not None
    assert found.status is Status.RIGHT, found
    return found.reading


@pytest.mark.parametrize("name", EXPECTED)
def test_a_usual_style_is_read_and_answers(name: str) -> None:
    reading = read(FOLDER / name)
    assert (reading.call, reading.form, reading.answer) == EXPECTED[name]
    with DrivenSolver(reading, FOLDER, limits=LIMITS) as solver:
        assert [solver.raw_search(grid) for grid, _ in EASY] == [[solution] for _, solution in EASY]
        assert all("0" in answer for answer in solver.raw_search(NO_SOLUTION))
        assert solver.in_place == reading.answer.startswith("in place")


def test_the_process_is_kept_between_grids(tmp_path: Path) -> None:
    need("node")
    written(
        tmp_path,
        "a.js",
        "let calls = 0;\nfunction solve(board) { calls++; return board.map((row) => row.map(() => calls)); }\n",
    )
    reading = Reading("JavaScript", "a.js", "solve(GRID)", "rows", "returned")
    with DrivenSolver(reading, tmp_path, limits=LIMITS) as solver:
        answers = [solver.raw_search(EASY[0][0])[0][0] for _ in range(3)]
    assert answers == ["1", "2", "3"]


def test_it_starts_again_after_a_crash_and_a_time_limit(tmp_path: Path) -> None:
    need("node")
    loops, crashes = "if (b[0][0] === 1) while (true) {}", "if (b[0][0] === 2) process.abort();"
    text = f"function solve(b) {{ {loops} {crashes} return b; }}"
    written(tmp_path, "a.js", text)
    reading = Reading("JavaScript", "a.js", "solve(GRID)", "rows", "returned")
    full = EASY[0][1]
    with DrivenSolver(reading, tmp_path, limits=Limits(seconds=2)) as solver:
        kinds = []
        for first in "1234":
            try:
                kinds.append(solver.raw_search(first + full[1:])[0][0])
            except SolverError as error:
                kinds.append(error.kind)
    assert kinds == ["timed out", "crashed", "3", "4"]


def test_exit_is_an_error_of_one_call(tmp_path: Path) -> None:
    for name, text in {
        "a.js": "function solve(b) { if (b[0][0] === 1) process.exit(3); return b; }",
        "a.rb": "def solve(b)\n  exit 3 if b[0][0] == 1\n  b\nend\n",
        "a.php": "<?php function solve($b) { if ($b[0][0] == 1) exit(3); return $b; }",
        "a.pl": "sub solve { my ($b) = @_; exit 3 if $b->[0][0] == 1; return $b }",
        "a.lua": "function solve(b) if b[1][1] == 1 then os.exit(3) end return b end",
    }.items():
        file = written(tmp_path, name, text)
        language, program = LANGUAGES[file.suffix]
        if shutil.which(program) is None:
            continue
        with DrivenSolver(
            Reading(language, name, "solve(GRID)", "rows", "returned"), tmp_path, limits=LIMITS
        ) as solver:
            with pytest.raises(SolverError, match="exit"):
                solver.raw_search(EASY[0][1])
            assert solver.raw_search(EASY[1][1]) == [EASY[1][1]]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.js", "function solve(b) { return b;"),
        ("a.rb", "def solve(b)\n  b\n"),
        ("a.php", "<?php function solve($b) { return $b;"),
        ("a.pl", "sub solve { my ($b) = @_; return $b"),
        ("a.lua", "function solve(b) return b"),
    ],
)
def test_a_syntax_error_is_told_once(tmp_path: Path, name: str, text: str) -> None:
    file = written(tmp_path, name, text)
    language, program = LANGUAGES[file.suffix]
    need(program)
    found = best_driven_attempt(entry_readings(file, language), tmp_path, limits=LIMITS)
    assert found is not None
    assert found.error is not None
    assert found.error.while_loading
    assert "sudoku-rosetta-" not in str(found.error)


def test_a_demonstration_that_fails_does_not_hide_the_function(tmp_path: Path) -> None:
    need("node")
    solver = (FOLDER / "returns.js").read_text(encoding="utf-8")
    text = f"{solver}\nconst text = require('fs').readFileSync('missing.txt', 'utf8');\n"
    file = written(tmp_path, "a.js", text + "console.log(solve(text.split('')));\nwhile (true) {}\n")
    reading = read(file)
    assert reading.call == "solve(GRID)"
    assert [each.code for each in reading.odd] == ["reading.odd.skipped"] * 3


def test_nothing_is_written_beside_the_copy(tmp_path: Path) -> None:
    need("node")
    written(
        tmp_path,
        "a.js",
        "const fs = require('fs'); fs.writeFileSync('out.txt', 'x');\n" + (FOLDER / "returns.js").read_text(),
    )
    read(tmp_path / "a.js")
    assert [each.name for each in tmp_path.iterdir()] == ["a.js"]


def test_names_are_ranked() -> None:
    assert ranked(["isValid", "backtrack", "solveSudoku", "helper"]) == [
        "solveSudoku",
        "backtrack",
        "helper",
        "isValid",
    ]
    assert name_rank("resoudre") == 0


def test_comments_and_strings_keep_their_places() -> None:
    source = "a = '//'; // b\n/* c\n */ d # e"
    assert without_comments(source, "JavaScript") == "a = '//';     \n    \n    d # e"
    assert without_strings(source, "JavaScript") == "a = '  ';     \n    \n    d # e"
    assert without_comments("x = 1 # y", "Ruby") == "x = 1    "
    assert split_parameters("a, b = [1, 2], c") == ["a", "b = [1, 2]", "c"]


def test_a_language_without_a_driver_has_no_readings(tmp_path: Path) -> None:
    assert driver_of("awk") is None
    assert entry_readings(written(tmp_path, "a.awk", "{ print }"), "awk") == []


def need(program: str) -> None:
    if shutil.which(program) is None:
        skip_or_fail(program, f"{program} is not installed")


def written(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file
