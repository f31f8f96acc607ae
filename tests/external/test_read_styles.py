"""Copies in the styles of several languages are read, or have the reason why not."""

import shutil
from pathlib import Path

import pytest
from demand import skip_or_fail
from sudoku_rosetta.external.copy_solver import CopySolver
from sudoku_rosetta.external.driven import driver_of
from sudoku_rosetta.external.reading import Reading, Unread
from sudoku_rosetta.runtime.limits import Limits
from waiting import HANG_GUARD_S

LIMITS = Limits(seconds=HANG_GUARD_S)
C = """
#include <stdio.h>
#include <unistd.h>
static int fits(short g[10][10], int r, int c, int v) {
    for (int i = 0; i < 9; i++)
        if (g[r][i] == v || g[i][c] == v || g[r / 3 * 3 + i / 3][c / 3 * 3 + i % 3] == v) return 0;
    return 1;
}
"""
SEARCH = """
    for (int k = 0; k < 81; k++) if (g[k / 9][k % 9] == 0) {
        for (int v = 1; v < 10; v++) if (fits(g, k / 9, k % 9, v)) {
            g[k / 9][k % 9] = v;
            if (solve()) return 1;
            g[k / 9][k % 9] = 0;
        }
        return 0;
    }
"""
PHP = """
class Solution {
    function solveSudoku(&$board) { $this->search($board); }
    private function search(&$b) {
        for ($r = 0; $r < 9; $r++) for ($c = 0; $c < 9; $c++) if ($b[$r][$c] === '.') {
            for ($v = '1'; $v <= 9; $v++) {
                $free = true;
                for ($i = 0; $i < 9; $i++)
                    if ($b[$r][$i] == $v || $b[$i][$c] == $v
                        || $b[intdiv($r, 3) * 3 + intdiv($i, 3)][intdiv($c, 3) * 3 + $i % 3] == $v) $free = false;
                if (!$free) continue;
                $b[$r][$c] = (string) $v;
                if ($this->search($b)) return true;
                $b[$r][$c] = '.';
            }
            return false;
        }
        return true;
    }
}
"""
OCTAVE = """function [X, n] = sudoku(X)
n = 0;
k = find(X == 0, 1);
if isempty(k), return, end
[r, c] = ind2sub([9 9], k);
box = X(3*ceil(r/3)-2:3*ceil(r/3), 3*ceil(c/3)-2:3*ceil(c/3));
for v = setdiff(1:9, [X(r, :), X(:, c)', box(:)'])
  Y = X; Y(k) = v;
  Y = sudoku(Y);
  if all(Y(:) > 0), X = Y; return, end
end
end
"""


def read(path: Path, text: str, program: str) -> Reading:
    if shutil.which(program) is None:
        skip_or_fail(path.suffix, f"needs {program}")
    path.write_text(text, encoding="utf-8")
    solver = CopySolver(path, name="x", limits=LIMITS, level="first")
    try:
        return solver.reading
    finally:
        solver.close()


def reason(path: Path, text: str, program: str) -> str:
    with pytest.raises(Unread) as caught:
        read(path, text, program)
    return f"{caught.value.message.code}: {caught.value}"


def test_the_driver_of_each_name_is_found() -> None:
    assert all(driver_of(name) for name in ("C", "C++", "C#", "Octave/MATLAB", "Octave", "PHP"))
    assert driver_of("shell") is None


def test_an_animation_does_not_wait(tmp_path: Path) -> None:
    text = C + "static short g[10][10];\nint solve(void) { usleep(900000);" + SEARCH + "return 1; }"
    assert read(tmp_path / "animated.c", text, "cc").call == "g = GRID; solve()"


def test_what_one_trial_leaves_does_not_disturb_the_next(tmp_path: Path) -> None:
    text = C.replace("short", "char") + (
        "static char g[10][10]; static int tried;\n"
        "int solve(void) { tried += g[0][0] < 10; if (tried > 30) return 0;"
        + SEARCH.replace("== 0", "== '0'").replace("= 1; v < 10", "= '1'; v <= '9'").replace("= 0;", "= '0';")
        + "return 1; }"
    )
    reading = read(tmp_path / "state.c", text.replace("= '0'; k < 81", "= 0; k < 81"), "cc")
    assert (reading.call, reading.form) == ("g = GRID; solve()", "characters:0")


def test_a_function_that_is_not_there_is_left_out(tmp_path: Path) -> None:
    text = (
        C
        + "static short g[10][10];\nvoid solveSudoku(short g[10][10]);\nint solve(void) {"
        + SEARCH
        + "return 1; }"
    )
    assert read(tmp_path / "declared.c", text, "cc").call == "g = GRID; solve()"


def test_two_sizes_and_a_solution_in_a_file(tmp_path: Path) -> None:
    text = C + (
        "static short g[10][10]; int n, m;\nint next(void) {"
        + SEARCH.replace("solve()", "next()")
        + """return 1; }
int main() {
    FILE *f = fopen("data.txt", "r");
    fscanf(f, "%d %d", &n, &m);
    for (int k = 0; k < 81; k++) fscanf(f, "%hd", &g[k / 9][k % 9]);
    next();
    FILE *o = fopen("output.txt", "w");
    for (int k = 0; k < 81; k++) fprintf(o, "%hd%c", g[k / 9][k % 9], k % 9 == 8 ? '\\n' : ' ');
}
""".replace("next();", "if (n == 9 && m == 9) next(), n = 0; else return 1;")
    ).replace("int next(void) {", "int next(void) { if (n != 9) return 0;")
    reading = read(tmp_path / "sizes.c", text, "cc")
    assert (reading.call, reading.form) == ("", "file data.txt sized-twice")


def test_methods_declared_with_the_name_of_their_class(tmp_path: Path) -> None:
    (tmp_path / "sudoku.h").write_text(
        "#include <vector>\nclass Sudoku {\npublic:\n  bool Sudoku::backtrack();\nprivate:\n"
        "  std::vector<std::vector<int>> g;\n  bool fits(int r, int c, int v);\n};\n"
    )
    text = (
        '#include "sudoku.h"\nbool Sudoku::fits(int r, int c, int v) {\n'
        + C.partition("{\n")[2]
        + "bool Sudoku::backtrack() {"
        + SEARCH.replace("solve()", "backtrack()").replace("fits(g, ", "fits(")
        + "return true; }\n"
    )
    reading = read(tmp_path / "sudoku.cpp", text, "c++")
    assert reading.call == "Sudoku s{}; s.g = GRID; s.backtrack()"


def test_php_without_its_tag(tmp_path: Path) -> None:
    reading = read(tmp_path / "answer.php", PHP, "php")
    assert reading.call == "(new Solution())->solveSudoku(GRID)"


def test_a_missing_php_file_is_named(tmp_path: Path) -> None:
    text = f"<?php\ninclude 'Grid.php';\n{PHP.replace('class Solution', 'class Solution extends Grid')}"
    found = reason(tmp_path / "answer.php", text, "php")
    assert found.startswith("unread.missing_header")
    assert "Grid.php" in found


def test_an_octave_file_with_any_name(tmp_path: Path) -> None:
    reading = read(tmp_path / "12-sudoku.m", OCTAVE, "octave-cli")
    assert reading.call == "[X, n] = sudoku(GRID)"


def test_the_error_of_ruby_is_said(tmp_path: Path) -> None:
    found = reason(tmp_path / "wrong.rb", "puts 'begin'\nraise ArgumentError, 'no more cells'\n", "ruby")
    assert found.startswith("unread.raises")
    assert "line 2: no more cells (ArgumentError)" in found


def test_a_program_that_prints_wrong_grids_is_a_solver(tmp_path: Path) -> None:
    text = "$stdin.each_line { |l| puts l.chomp.tr('0-9', '9012345678') }\n"
    reading = read(tmp_path / "wrong.rb", text, "ruby")
    assert (reading.call, reading.sure) == ("", "doubtful")
