"""Drivers of C, C++, OCaml, Haskell, R, Octave and Scilab: small solvers in the usual styles are found and called."""
# ruff: noqa: E501 - sources in other languages

import shutil
from pathlib import Path
from textwrap import dedent

import pytest
from demand import skip_or_fail
from sudoku_rosetta.external.attempt import EASY, Attempt, Status
from sudoku_rosetta.external.driven import DrivenSolver, best_driven_attempt
from sudoku_rosetta.external.drivers.c_source import Source
from sudoku_rosetta.external.drivers.haskell import Types
from sudoku_rosetta.external.drivers.matrix_source import OCTAVE, SCILAB, definitions
from sudoku_rosetta.external.entries import entry_readings
from sudoku_rosetta.runtime.limits import Limits
from waiting import HANG_GUARD_S

pytestmark = pytest.mark.slow

GRID = EASY[0][0]
SOLUTION = EASY[0][1]
UNSOLVABLE = GRID[0] + "5" + GRID[2:]
"""No digit is left for the first empty cell."""
PROGRAMS = {
    "C": ("cc", "c"),
    "C++": ("c++", "cpp"),
    "OCaml": ("ocamlopt", "ml"),
    "Haskell": ("ghc", "hs"),
    "R": ("Rscript", "R"),
    "Octave": ("octave-cli", "m"),
    "Scilab": ("scilab-cli", "sce"),
}
LIMITS = Limits(seconds=HANG_GUARD_S)


def attempt(language: str, text: str, folder: Path) -> Attempt:
    program, suffix = PROGRAMS[language]
    if shutil.which(program) is None:
        skip_or_fail(language.lower(), f"needs {program}")
    path = folder / f"copy.{suffix}"
    path.write_text(dedent(text), encoding="utf-8")
    found = best_driven_attempt(entry_readings(path, language), folder, limits=LIMITS)
    assert found is not None, "no call was found"
    return found


def check(language: str, text: str, folder: Path, call: str, *, form: str, answer: str = "in place") -> None:
    """The call is found, and answers several grids in one process."""
    found = attempt(language, text, folder)
    assert (found.reading.call, found.reading.form, found.reading.answer) == (call, form, answer)
    assert found.status is Status.RIGHT
    with DrivenSolver(found.reading, folder, limits=LIMITS) as solver:
        for grid, solution in (*EASY, EASY[0]):
            assert list(solver.answers(grid, 2)) == [solution]
        answers = list(solver.answers(UNSOLVABLE, 2))
        assert not answers or "0" in str(answers[0])
        assert list(solver.answers(GRID, 2)) == [SOLUTION]


# --- C ------------------------------------------------------------------------------------------------

C_SEARCH = """
    static int fits({grid}, int k, {cell} v) {{
        for (int i = 0; i < 9; i++)
            if (g[k / 9][i] == v || g[i][k % 9] == v || g[k / 27 * 3 + i / 3][k % 9 / 3 * 3 + i % 3] == v)
                return 0;
        return 1;
    }}
    int {name}({grid}, int k) {{
        if (k == 81) return 1;
        if (g[k / 9][k % 9] != {blank}) return {name}(g, k + 1);
        for ({cell} v = {one}; v < {one} + 9; v++)
            if (fits(g, k, v)) {{
                g[k / 9][k % 9] = v;
                if ({name}(g, k + 1)) return 1;
                g[k / 9][k % 9] = {blank};
            }}
        return 0;
    }}
"""
INTS = {"cell": "int", "blank": "0", "one": "1"}
SIGNS = {"cell": "char", "blank": "'.'", "one": "'1'"}
C_FLAT = """
    static int fits(char *s, int k, char v) {
        for (int i = 0; i < 9; i++)
            if (s[k / 9 * 9 + i] == v || s[i * 9 + k % 9] == v || s[(k / 27 * 3 + i / 3) * 9 + k % 9 / 3 * 3 + i % 3] == v)
                return 0;
        return 1;
    }
    static int try_cell(char *s, int k) {
        if (k == 81) return 1;
        if (s[k] != '0') return try_cell(s, k + 1);
        for (char v = '1'; v <= '9'; v++)
            if (fits(s, k, v)) {
                s[k] = v;
                if (try_cell(s, k + 1)) return 1;
                s[k] = '0';
            }
        return 0;
    }
"""
C_HEAD = "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdbool.h>\n#define N 9\n"
C_COPIES = {
    "array": (
        C_HEAD
        + C_SEARCH.format(name="solve", grid="int g[N][N]", **INTS)
        + 'int main() { puts("demo"); return 0; }',
        "solve(GRID, 0)",
        "rows",
    ),
    "typedef": (
        C_HEAD + "typedef int Grille[N][N];\n" + C_SEARCH.format(name="resoudre", grid="Grille g", **INTS),
        "resoudre(GRID, 0)",
        "rows",
    ),
    "pointers": (
        C_HEAD + C_SEARCH.format(name="solve", grid="int **g", **INTS),
        "solve(GRID, 0)",
        "rows",
    ),
    "leetcode": (
        C_SEARCH.format(name="dfs", grid="char **g", **SIGNS)
        + "void solveSudoku(char** board, int boardSize, int* boardColSize) { if (boardColSize[8] == 9) dfs(board, 0); }",
        "solveSudoku(GRID, 9, (int[]){9, 9, 9, 9, 9, 9, 9, 9, 9})",
        "characters",
    ),
    "global": (
        C_HEAD
        + "int grid[N][N] = {{0, 0, 3}, {1}};\n"
        + C_SEARCH.format(name="search", grid="int g[N][N]", **INTS)
        + "bool solve(void) { return search(grid, 0); }\nint main() { solve(); }",
        "grid = GRID; solve()",
        "rows",
    ),
    "structure": (
        C_HEAD
        + "typedef struct { int cells[9][9]; int count; } Sudoku;\n"
        + C_SEARCH.format(name="search", grid="int g[N][N]", **INTS)
        + "bool solve(Sudoku *sudoku) { return search(sudoku->cells, 0); }",
        "Sudoku s = {0}; s.cells = GRID; solve(&s)",
        "rows",
    ),
    "text": (C_HEAD + C_FLAT + "int solve(char *s) { return try_cell(s, 0); }", "solve(GRID)", "text"),
}


@pytest.mark.parametrize("name", C_COPIES)
def test_c(name: str, tmp_path: Path) -> None:
    text, call, form = C_COPIES[name]
    check("C", text, tmp_path, call, form=form)


def test_c_text_is_returned(tmp_path: Path) -> None:
    text = (
        C_HEAD
        + C_FLAT
        + "char *solve(const char *puzzle) { char *s = strdup(puzzle); return try_cell(s, 0) ? s : NULL; }"
    )
    check("C", text, tmp_path, "solve(GRID)", form="text", answer="returned")


def test_c_that_exits_after_the_grid_is_printed(tmp_path: Path) -> None:
    text = (
        C_HEAD
        + "int grid[N][N];\n"
        + C_SEARCH.format(name="search", grid="int g[N][N]", **INTS)
        + 'void solve(void) { if (search(grid, 0)) { printf("%d", grid[0][0]); exit(0); } }'
    )
    check("C", text, tmp_path, "grid = GRID; solve()", form="rows")


def test_c_with_0_for_success(tmp_path: Path) -> None:
    text = C_HEAD + C_FLAT + "int solve(char *s) { return try_cell(s, 0) ? 0 : 1; }"
    check("C", text, tmp_path, "solve(GRID); GRID", form="text", answer="in place and returned")


def test_headers_of_the_folder_are_read(tmp_path: Path) -> None:
    (tmp_path / "grid.h").write_text("typedef int Grid[9][9];\n#define N 9\n", encoding="utf-8")
    text = '#include "grid.h"\n' + C_SEARCH.format(name="solve", grid="Grid g", **INTS)
    check("C", text, tmp_path, "solve(GRID, 0)", form="rows")


def test_a_crash_ends_one_call_only(tmp_path: Path) -> None:
    text = C_HEAD + C_SEARCH.format(name="search", grid="int g[N][N]", **INTS)
    text += "int solve(int g[N][N]) { if (g[0][1] == 5) abort(); return search(g, 0); }"
    found = attempt("C", text, tmp_path)
    with DrivenSolver(found.reading, tmp_path, limits=LIMITS) as solver:
        with pytest.raises(RuntimeError, match=r"SIGABRT|ended"):
            list(solver.answers(UNSOLVABLE, 2))
        assert list(solver.answers(GRID, 2)) == [SOLUTION]


def test_declarations() -> None:
    source = Source(
        dedent("""
            #define SIZE (3 * 3)
            const int M = 9;  // int no[M][M];
            typedef char Board[SIZE][SIZE + 1];
            using Rows = vector<vector<int>>;
            static bool f(Board b, int (*g)[M], const Rows& rows, int k = 0);
            class A { public: A(string s) : x(1) { if (x) {} } Rows get() const { return r; } private: int x; Rows r; };
        """)
    )
    (function,) = source.file.functions
    assert [each.dims for each in function.parameters] == [("9", "10"), ("", "9"), (), ()]
    assert (function.parameters[2].base, function.required) == ("vector<vector<int>>", 3)
    (owner,) = source.file.classes
    assert [each.name for each in owner.functions] == ["A", "get"]
    assert [(each.name, each.base) for each in owner.variables] == [
        ("x", "int"),
        ("r", "vector<vector<int>>"),
    ]


# --- C++ ----------------------------------------------------------------------------------------------

CPP_HEAD = "#include <iostream>\n#include <vector>\n#include <string>\n#include <array>\n#include <optional>\nusing namespace std;\n"
CPP_COPIES = {
    "leetcode": (
        "class Solution {\n"
        + C_SEARCH.format(name="dfs", grid="vector<vector<char>>& g", **SIGNS).replace("static ", "")
        + "public:\n void solveSudoku(vector<vector<char>>& board) { dfs(board, 0); }\n};",
        "Solution().solveSudoku(GRID)",
        "characters",
        "in place",
    ),
    "by value": (
        CPP_HEAD
        + "typedef vector<vector<int>> Grille;\nint count = 0;\n"
        + C_SEARCH.format(name="search", grid="Grille& g", **INTS)
        + "Grille resoudre(Grille g) { if (!search(g, 0)) return {}; return g; }\nint main() { string s; cin >> s; }",
        "resoudre(GRID)",
        "rows",
        "returned",
    ),
    "optional": (
        CPP_HEAD
        + "using Board = array<array<int, 9>, 9>;\n"
        + C_SEARCH.format(name="search", grid="Board& g", **INTS)
        + "optional<Board> solve(const Board& b) { Board c = b; if (search(c, 0)) return c; return nullopt; }",
        "solve(GRID)",
        "rows",
        "returned",
    ),
    "constructor": (
        CPP_HEAD
        + C_SEARCH.format(name="search", grid="int g[9][9]", **INTS)
        + "class Sudoku { int board[9][9]; public: Sudoku(int grid[9][9]) { for (int k = 0; k < 81; k++) board[k / 9][k % 9] = "
        "grid[k / 9][k % 9]; } bool solve() { return search(board, 0); } };",
        "Sudoku s(GRID); s.solve() ? &s.board : nullptr",
        "rows",
        "returned",
    ),
    "setter": (
        CPP_HEAD
        + C_SEARCH.format(name="search", grid="vector<vector<int>>& g", **INTS)
        + "struct Sudoku { using Grid = vector<vector<int>>; void load(const Grid& g) { board = g; } bool solve() { return "
        "search(board, 0); } private: Grid board; };",
        "Sudoku s{}; s.load(GRID); s.solve() ? &s.board : nullptr",
        "rows",
        "returned",
    ),
    "namespace": (
        CPP_HEAD
        + "namespace puzzle {\n"
        + C_SEARCH.format(name="search", grid="vector<string>& g", **SIGNS)
        + 'vector<string> solve(vector<string> g) { if (search(g, 0)) return g; throw string("none"); }\n}',
        "solve(GRID)",
        "lines:.",
        "returned",
    ),
}


@pytest.mark.parametrize("name", CPP_COPIES)
def test_cpp(name: str, tmp_path: Path) -> None:
    text, call, form, answer = CPP_COPIES[name]
    if name == "namespace":
        found = attempt("C++", text, tmp_path)
        assert (found.reading.call, found.reading.form, found.status) == (call, form, Status.RIGHT)
    else:
        check("C++", text, tmp_path, call, form=form, answer=answer)


# --- OCaml --------------------------------------------------------------------------------------------

ML_SEARCH = """
    let fits g k v =
      let ok = ref true in
      for i = 0 to 8 do
        if g.(k / 9).(i) = v || g.(i).(k mod 9) = v || g.(k / 27 * 3 + i / 3).(k mod 9 / 3 * 3 + i mod 3) = v then ok := false
      done;
      !ok
    let rec search g k =
      if k = 81 then true
      else if g.(k / 9).(k mod 9) <> 0 then search g (k + 1)
      else
        List.exists
          (fun v -> fits g k v && (g.(k / 9).(k mod 9) <- v; search g (k + 1) || (g.(k / 9).(k mod 9) <- 0; false)))
          [1; 2; 3; 4; 5; 6; 7; 8; 9]
"""
ML_COPIES = {
    "in place": (
        ML_SEARCH + "let solve grid = search grid 0\nlet () = print_int (read_int ())",
        "solve GRID",
        "in place",
    ),
    "option": (
        ML_SEARCH
        + "type board = int array array\n"
        + "let solve (b : board) : board option = let c = Array.map Array.copy b in if search c 0 then Some c else None",
        "solve GRID",
        "returned",
    ),
    "global": (
        ML_SEARCH
        + "let grille = Array.make_matrix 9 9 0;;\nlet resoudre () = search grille 0;;\nresoudre ();;\nprint_int 3;;",
        "Array.iteri (fun i row -> grille.(i) <- row) GRID; resoudre ()",
        "in place",
    ),
    "lists": (
        ML_SEARCH
        + "exception None_found\nlet solve l = let g = Array.of_list (List.map Array.of_list l) in\n"
        + "if search g 0 then Array.to_list (Array.map Array.to_list g) else []",
        "solve GRID",
        "returned",
    ),
}


@pytest.mark.parametrize("name", ML_COPIES)
def test_ocaml(name: str, tmp_path: Path) -> None:
    text, call, answer = ML_COPIES[name]
    check("OCaml", text, tmp_path, call, form="rows", answer=answer)


def test_ocaml_text(tmp_path: Path) -> None:
    text = (
        ML_SEARCH
        + "let solve s = let g = Array.init 9 (fun r -> Array.init 9 (fun c -> Char.code s.[9 * r + c] - 48)) in\n"
        + 'if search g 0 then String.concat "" (List.concat_map (fun r -> List.map string_of_int (Array.to_list r)) (Array.to_list g))\n'
        + 'else ""'
    )
    check("OCaml", text, tmp_path, "solve GRID", form="text", answer="returned")


# --- Haskell ------------------------------------------------------------------------------------------

HS_SEARCH = """
    holes :: [[Int]] -> [(Int, Int)]
    holes b = [(r, c) | r <- [0 .. 8], c <- [0 .. 8], b !! r !! c == 0]

    put :: Int -> Int -> Int -> [[Int]] -> [[Int]]
    put r c v b = [[if (i, j) == (r, c) then v else x | (j, x) <- zip [0 ..] row] | (i, row) <- zip [0 ..] b]

    fits :: Int -> Int -> Int -> [[Int]] -> Bool
    fits r c v b = and [b !! r !! i /= v && b !! i !! c /= v && b !! (3 * div r 3 + div i 3) !! (3 * div c 3 + mod i 3) /= v | i <- [0 .. 8]]

    search :: [[Int]] -> [[[Int]]]
    search b = case holes b of
      [] -> [b]
      ((r, c) : _) -> concat [search (put r c v b) | v <- [1 .. 9], fits r c v b]
"""
HS_COPIES = {
    "maybe": (
        "module Main where\nimport Data.Maybe\ntype Board = [[Int]]\n\nsolve :: Board -> Maybe Board\nsolve = listToMaybe . search\n"
        + HS_SEARCH
        + "\nmain :: IO ()\nmain = getContents >>= print . solve . read\n",
        "solve GRID",
        "rows",
    ),
    "matrix of characters": (
        "import Data.Char\ntype Grid = Matrix Value\ntype Matrix a = [Row a]\ntype Row a = [a]\ntype Value = Char\n\n"
        "solve :: Grid -> [Grid]\nsolve g = map (map (map intToDigit)) (search (map (map number) g))\n  where number '.' = 0\n"
        "        number c = digitToInt c\n" + HS_SEARCH,
        "solve GRID",
        "lines:.",
    ),
    "newtype": (
        "module Sudoku (Sudoku (..), solve) where\nimport Data.Maybe\nnewtype Sudoku = Sudoku [[Maybe Int]] deriving (Show)\n\n"
        "solve :: Sudoku -> Maybe Sudoku\n"
        "solve (Sudoku b) = listToMaybe [Sudoku (map (map Just) s) | s <- search (map (map (fromMaybe 0)) b)]\n"
        + HS_SEARCH,
        "solve GRID",
        "rows:None",
    ),
}


@pytest.mark.parametrize("name", HS_COPIES)
def test_haskell(name: str, tmp_path: Path) -> None:
    text, call, form = HS_COPIES[name]
    text = dedent(text.replace(HS_SEARCH, dedent(HS_SEARCH)))
    check("Haskell", text, tmp_path, call, form=form, answer="returned")


def test_haskell_types() -> None:
    types = Types.of("type Grid = Matrix Char\ntype Matrix a = [Row a]\ntype Row a = [a]\n")
    assert types.plain("Grid") == "[[Char]]"
    assert types.plain("Maybe (Matrix Int)") == "Maybe [[Int]]"


# --- R, Octave and Scilab -----------------------------------------------------------------------------

R_SEARCH = """
    fits <- function(m, r, c, v) {
      a <- 3 * ((r - 1) %/% 3) + 1:3; b <- 3 * ((c - 1) %/% 3) + 1:3
      !(v %in% m[r, ]) && !(v %in% m[, c]) && !(v %in% m[a, b])
    }
    search <- function(m) {
      holes <- which(m == 0, arr.ind = TRUE)
      if (nrow(holes) == 0) return(m)
      for (v in 1:9) if (fits(m, holes[1, 1], holes[1, 2], v)) {
        n <- m; n[holes[1, 1], holes[1, 2]] <- v
        found <- search(n)
        if (!is.null(found)) return(found)
      }
      NULL
    }
"""
R_COPIES = {
    "matrix": (
        R_SEARCH
        + "solve_sudoku <- function(board) search(board)\nprint(solve_sudoku(readLines('grid.txt')))",
        "solve_sudoku(GRID)",
    ),
    "global result": (
        R_SEARCH
        + "solve_sudoku <- function(board, index = 1) {\n s <- search(board)\n if (is.null(s)) return(FALSE)\n result <<- s\n TRUE\n}",
        "if (isTRUE(solve_sudoku(GRID))) result",
    ),
    "global grid": (
        R_SEARCH
        + "grille = matrix(0, 9, 9)\nresoudre = function(k = 1) {\n s = search(grille)\n if (is.null(s)) return(FALSE)\n grille <<- s\n TRUE\n}\n",
        "grille = GRID; if (isTRUE(resoudre())) grille",
    ),
}


@pytest.mark.parametrize("name", R_COPIES)
def test_r(name: str, tmp_path: Path) -> None:
    text, call = R_COPIES[name]
    check("R", text, tmp_path, call, form="rows", answer="returned")


M_SEARCH = """
    {comment} function end
    function [S, ok] = sudoku(M)
      S = M; ok = 0;
      [r, c] = find(M == 0);
      if isempty(r), ok = 1; return; end
      r = r(1); c = c(1);
      for v = 1:9
        a = 3 * floor((r - 1) / 3); b = 3 * floor((c - 1) / 3);
        if ~any(M(r, :) == v) && ~any(M(:, c) == v) && ~any(any(M(a+1:a+3, b+1:b+3) == v))
          M(r, c) = v;
          [S, ok] = sudoku(M);
          if ok, return; end
        end
      end
"""


@pytest.mark.parametrize("ends", [True, False])
def test_octave(ends: bool, tmp_path: Path) -> None:
    text = (
        "clc\nG = sudoku(input('grid'));\ndisp(G(end, end)')\n" * ends
        + M_SEARCH.format(comment="%")
        + "end\n" * ends
    )
    check("Octave", text, tmp_path, "[S, ok] = sudoku(GRID)", form="rows", answer="returned")


def test_scilab(tmp_path: Path) -> None:
    text = M_SEARCH.format(comment="//").replace("&&", "&").replace("any(any(", "or(").replace("any(", "or(")
    text = (
        text.replace("== v))\n", "== v)\n")
        .replace("isempty(r),", "isempty(r) then")
        .replace("if ok,", "if ok == 1 then")
    )
    check(
        "Scilab",
        text + "endfunction\ndisp(sudoku(zeros(9, 9)))\n",
        tmp_path,
        "[S, ok] = sudoku(GRID)",
        form="rows",
        answer="returned",
    )


def test_definitions() -> None:
    octave = "x = 'end';\nfunction a = f(b)\n  a = b(end)';\n  if a, end\nfunction g()\n  disp(1)\n"
    assert [(each.name, each.parameters, each.outputs) for each in definitions(octave, OCTAVE)] == [
        ("f", ("b",), ("a",)),
        ("g", (), ()),
    ]
    scilab = "function [a, b] = f(c) // end\n  for k = 1:2 do a = k; end\nendfunction\nf(1)\n"
    (found,) = definitions(scilab, SCILAB)
    assert found.outputs == ("a", "b")
    assert found.text.endswith("endfunction")
