"""What is read in Python files: the calls that are tried, packages, cells, and the reasons of unread ones."""

import ast
from pathlib import Path

import pytest
from sudoku_rosetta.external.attempt import EASY
from sudoku_rosetta.external.function_values import printed_solution
from sudoku_rosetta.external.python_entries import python_calls
from sudoku_rosetta.external.reader import read
from sudoku_rosetta.external.reading import Reading, Unread
from sudoku_rosetta.external.recognise import copy_at

FREE = """
def is_free(g, r, c, n):
    return all(n not in (g[r][k], g[k][c], g[r // 3 * 3 + k // 3][c // 3 * 3 + k % 3]) for k in range(9))
"""
CELLS = """
class Cell:
    def __init__(self, value):
        self.value = value


class Board:
    def __init__(self, rows):
        self.cells = [[Cell(digit) for digit in row] for row in rows]
"""
SOLVER_OF_CELLS = """
def fill(board):
    rows = [[cell.value for cell in row] for row in board.cells]
    for r in range(9):
        for c in range(9):
            if not rows[r][c]:
                for n in range(1, 10):
                    if is_free(rows, r, c, n):
                        board.cells[r][c].value = n
                        if fill(board):
                            return True
                board.cells[r][c].value = 0
                return False
    return True


def solve(grid):
    board = Board(grid)
    return board if fill(board) else None
"""
SOLVER_WITH_SYMBOLS = """
class Sudoku:
    def complete(self, board, symbols):
        for r in range(9):
            for c in range(9):
                if board[r][c] == "-":
                    for n in symbols:
                        if is_free(board, r, c, n):
                            board[r][c] = n
                            if self.complete(board, symbols):
                                return True
                    board[r][c] = "-"
                    return False
        return True
"""


def reading_of(path: Path) -> Reading:
    copy = copy_at(path)
    try:
        return read(copy, name="copy", level="first")
    finally:
        copy.close()


@pytest.mark.parametrize(
    ("source", "calls"),
    [
        ("def solve(grid, digits): ...", ["solve(GRID, [1, 2, 3, 4, 5, 6, 7, 8, 9])"]),
        ("def solve(size, grid): ...", ["solve(9, GRID)", "solve((3, 3), GRID)"]),
        ("def solve(verbose=False, grid=None): ...", ["solve(grid=GRID)"]),
        ("class A:\n    @staticmethod\n    def solve(grid): ...", ["A.solve(GRID)"]),
        (
            "class A:\n    def __init__(self, grid, n, root=None, window=None): ...\n    def solve(self): ...",
            ["A(GRID, 9).solve()"],
        ),
        ("def solve(grid, *, method): ...", []),
    ],
)
def test_the_usual_arguments_are_guessed(source: str, calls: list[str]) -> None:
    found = python_calls(ast.parse(source))
    assert found[: len(calls)] == calls
    assert bool(found) == bool(calls)


def test_only_the_calls_of_a_named_class_or_method_are_tried() -> None:
    tree = ast.parse("class A:\n    def solve(self, g): ...\n    def other(self, g): ...\ndef solve(g): ...")
    assert python_calls(tree, "A.other")[0] == "A().other(GRID)"
    assert python_calls(tree, "A")[0] == "A().solve(GRID)"
    assert python_calls(tree, "solve")[0] == "solve(GRID)"


def test_the_digits_may_be_characters(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FREE + SOLVER_WITH_SYMBOLS)
    reading = reading_of(tmp_path / "mine.py")
    assert (reading.form, reading.answer) == ("characters:-", "in place")


@pytest.mark.parametrize("imported", [".board", "sudoku.board"])
def test_a_module_of_a_package_is_read_and_so_are_its_cells(tmp_path: Path, imported: str) -> None:
    folder = tmp_path / "sudoku"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "board.py").write_text(CELLS)
    (folder / "solver.py").write_text(f"from {imported} import Board\n{FREE}{SOLVER_OF_CELLS}")
    reading = reading_of(folder)
    assert (reading.call, reading.sure) == ("solve(GRID).cells", "sure")


@pytest.mark.parametrize(
    ("source", "named"),
    [
        (
            "def resoudre(t):\n    return [[t[r][s] for c in range(9)] for r in range(9)]",
            "'s' is not defined",
        ),
        ("grid = [[0] * 9] * 9\ndef solve():\n    return grid[9][0]", "IndexError"),
    ],
)
def test_a_mistake_of_the_solver_is_the_reason(tmp_path: Path, source: str, named: str) -> None:
    (tmp_path / "mine.py").write_text(f"{source}\ndef show(g):\n    pass\n")
    with pytest.raises(Unread) as caught:
        reading_of(tmp_path / "mine.py")
    assert caught.value.message.code == "unread.raises"
    assert named in caught.value.message.en


def test_xrange_and_a_float_as_index_are_of_python_2(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "try:\n    xrange\nexcept NameError:\n    xrange = range\n"
        "def solve(grid):\n    return [grid[n / 9][n % 9] for n in xrange(81)]\n"
    )
    with pytest.raises(Unread) as caught:
        reading_of(tmp_path / "mine.py")
    assert caught.value.message.code == "unread.python2"


def test_a_generator_is_not_a_solver(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from random import sample\nrows, digits = sample(range(9), 9), sample(range(1, 10), 9)\n"
        "for r in rows:\n    print(*[digits[(3 * r + r // 3 + c) % 9] for c in range(9)])\n"
    )
    with pytest.raises(Unread):
        reading_of(tmp_path / "mine.py")


def test_a_solution_is_found_in_a_text_that_begins_within_a_grid() -> None:
    grid, solution = EASY[0]
    rows = [" ".join(solution[start : start + 9]) for start in range(0, 81, 9)]
    assert printed_solution("\n".join([*rows[4:], *rows, *rows[:2]]), grid) == solution
    assert printed_solution("\n".join([*rows[4:], *rows[1:], *rows[:1]]), EASY[1][0]) is None
