"""Grids in printed text: each is printed in every usual style and read back."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sudoku_rosetta.external.parse import answers_in, printed_grids, says_none
from sudoku_rosetta.external.substitute import has_grid, with_grid

FULL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
PUZZLE = "123456789406709123780123056231064807564807231890231064302645078645978012908312645"
OTHER = "5" + "0" * 79 + "1"
NAMES = [row + column for row in "ABCDEFGHI" for column in "123456789"]

Style = Callable[[str], str]


def rows(grid: str) -> list[str]:
    return [grid[start : start + 9] for start in range(0, 81, 9)]


def numbers(grid: str) -> list[list[int]]:
    return [list(map(int, row)) for row in rows(grid)]


def each(before: str, between: str, after: str) -> Style:
    return lambda grid: "\n".join(before + between.join(row) + after for row in rows(grid))


def boxed(grid: str, side: str = "|", border: str = "+-------+-------+-------+") -> str:
    lines = [
        side + side.join(f" {' '.join(row[at : at + 3])} " for at in (0, 3, 6)) + side for row in rows(grid)
    ]
    blocks = ["\n".join(lines[at : at + 3]) for at in (0, 3, 6)]
    return "\n".join([border, f"\n{border}\n".join(blocks), border])


def cells(grid: str, border: str = "+---+---+---+---+---+---+---+---+---+") -> str:
    lines = ["│" + "│".join(f" {cell} " for cell in row) + "│" for row in rows(grid)]
    return f"{border}\n" + f"\n{border}\n".join(lines) + f"\n{border}"


def headed(grid: str) -> str:
    lines = [f"{'ABCDEFGHI'[number]}  {' '.join(row)}" for number, row in enumerate(rows(grid))]
    return "\n".join(["   1 2 3 4 5 6 7 8 9", "   -----------------", *lines])


def numbered(grid: str) -> str:
    lines = [f"{number} | {' '.join(row)}" for number, row in enumerate(rows(grid), 1)]
    return "\n".join(["    1 2 3 4 5 6 7 8 9", *lines])


def as_node_prints_it(grid: str) -> str:
    parts = [f"  [\n    {', '.join(row[:5])},\n    {', '.join(row[5:])}\n  ]" for row in rows(grid)]
    return "[\n" + ",\n".join(parts) + "\n]"


def as_r_prints_it(grid: str) -> str:
    lines = [f" [{number},]    {'    '.join(row)}" for number, row in enumerate(rows(grid), 1)]
    return "\n".join(["      [,1] [,2] [,3] [,4] [,5] [,6] [,7] [,8] [,9]", *lines])


def as_php_prints_it(grid: str) -> str:
    lines = ["Array", "("]
    for number, row in enumerate(rows(grid)):
        lines += [f"    [{number}] => Array", "        ("]
        lines += [f"            [{at}] => {cell}" for at, cell in enumerate(row)] + ["        )", ""]
    return "\n".join([*lines, ")"])


STYLES: dict[str, Style] = {
    "a line": str,
    "nine rows": each("", "", ""),
    "spaced rows": each("", " ", " "),
    "rows with tabs": each("", "\t", ""),
    "rows with commas": each("", ",", ""),
    "rows of a list": each("[", ", ", "],"),
    "rows of characters": each("['", "', '", "']"),
    "floats": each(" [", ". ", ".]"),
    "Scilab": each("   ", ".   ", "."),
    "rows with names": lambda grid: "\n".join(f"Row {n}: {' '.join(r)}" for n, r in enumerate(rows(grid), 1)),
    "groups": lambda grid: "\n".join(f"{row[:3]} {row[3:6]} {row[6:]}" for row in rows(grid)),
    "boxes": boxed,
    "boxes of lines": lambda grid: boxed(grid, "║", "╠═══════╬═══════╬═══════╣"),
    "boxes with short borders": lambda grid: boxed(grid, "|", "---------+---------+---------"),
    "cells": cells,
    "cells with other borders": lambda grid: cells(grid, "├───┼───┼───┼───┼───┼───┼───┼───┼───┤"),
    "headings": headed,
    "numbers as headings": numbered,
    "Python": lambda grid: str(numbers(grid)),
    "Python, characters": lambda grid: str([list(row) for row in rows(grid)]),
    "Python, a flat list": lambda grid: str(list(map(int, grid))),
    "Python, strings": lambda grid: str(rows(grid)),
    "Python, a dictionary": lambda grid: str(dict(zip(NAMES, grid, strict=True))),
    "numpy": lambda grid: str(numbers(grid)).replace("], [", "]\n [").replace(",", ""),
    "numpy, repr": lambda grid: f"array({numbers(grid)})".replace("], [", "],\n       ["),
    "numpy, scalars": lambda grid: str([[f"np.int64({cell})" for cell in row] for row in rows(grid)]).replace(
        "'", ""
    ),
    "JSON": lambda grid: json.dumps(numbers(grid), indent=2),
    "node": as_node_prints_it,
    "R": as_r_prints_it,
    "PHP": as_php_prints_it,
    "Go": lambda grid: str(numbers(grid)).replace(",", ""),
    "Java": lambda grid: str(numbers(grid)).replace("[", "{").replace("]", "}"),
    "colours": lambda grid: "\x1b[2J\x1b[H" + boxed(grid).replace("5", "\x1b[31;1m5\x1b[0m"),
}
FULL_GRIDS = st.permutations("123456789").map(
    lambda digits: FULL.translate(str.maketrans("123456789", "".join(digits)))
)


@pytest.mark.parametrize("style", STYLES)
@settings(max_examples=15)
@given(grid=FULL_GRIDS)
def test_a_printed_grid_is_read_back(style: str, grid: str) -> None:
    text = STYLES[style](grid)
    assert printed_grids(text) == [grid]
    assert printed_grids(f"Solving...\n{text}\nDone in 0.0031 s\n") == [grid]
    assert printed_grids(f"0.003123\n{text}\n12 nodes\n") == [grid]
    assert printed_grids(f"Solution 1:\n{text}\n\nSolution 2:\n{text}\n") == [grid, grid]


@pytest.mark.parametrize("style", STYLES)
@settings(max_examples=15)
@given(kept=st.sets(st.integers(0, 80), min_size=17), full=FULL_GRIDS)
def test_an_echo_of_the_puzzle_is_no_answer(style: str, kept: set[int], full: str) -> None:
    puzzle = "".join(digit if cell in kept else "0" for cell, digit in enumerate(full))
    text = f"Puzzle:\n{STYLES[style](puzzle)}\nSolved:\n{STYLES[style](full)}\n"
    assert answers_in(text, puzzle)[-1:] == [full]
    assert puzzle == full or answers_in(text, puzzle) == [full]


@pytest.mark.parametrize("blank", list("0._-*x?"))
@pytest.mark.parametrize("style", ["a line", "nine rows", "spaced rows", "boxes", "Python, characters"])
def test_the_signs_of_empty_cells(style: str, blank: str) -> None:
    assert printed_grids(STYLES[style](PUZZLE.replace("0", blank))) == [PUZZLE]


@pytest.mark.parametrize("style", ["boxes", "cells", "nine rows"])
def test_spaces_for_empty_cells(style: str) -> None:
    text = STYLES[style](PUZZLE.replace("0", " "))
    assert printed_grids(text) == [PUZZLE]
    assert answers_in(f"Puzzle\n{text}\n\n{STYLES[style](FULL)}\n", PUZZLE) == [FULL]


@pytest.mark.parametrize("blank", ["-1", "None", "null", "nan"])
def test_words_for_empty_cells(blank: str) -> None:
    text = str([[blank if cell == "0" else int(cell) for cell in row] for row in rows(PUZZLE)]).replace(
        "'", ""
    )
    assert printed_grids(text) == [PUZZLE]


def test_prompts_before_the_answer() -> None:
    prompts = "".join(f"Row {number}? " for number in range(1, 10))
    assert printed_grids(prompts + each("", " ", "")(FULL)) == [FULL]
    assert printed_grids(f"Enter the grid > {FULL}") == [FULL]
    assert printed_grids(f"solution={FULL} (3 ms)") == [FULL]


@pytest.mark.parametrize(
    "text", ["", "12345678", "1 2 3\n" * 5, "1" * 80, "1" * 82, "0.123456789\n" * 9, "x" * 81, "a\n" * 99]
)
def test_other_text_has_no_grid(text: str) -> None:
    assert [grid for grid in printed_grids(text) if "0" not in grid] == []


@given(st.text(alphabet="0123456789 .|-+[],\nxA\x1b:", max_size=600))
def test_any_text_is_read(text: str) -> None:
    assert all(len(grid) == 81 and grid.isdigit() for grid in printed_grids(text))


@pytest.mark.slow
def test_a_long_text_is_read_in_linear_time() -> None:
    """No text of a megabyte takes as long as a quadratic search would."""
    texts = [
        boxed(FULL) * 3000,
        "1 " * 500_000,
        "some words 12\n" * 70_000,
        "9\n" * 500_000,
        "[" * 1_000_000,
        "1" * 1_000_000,
    ]
    start = time.process_time()
    for text in texts:
        answers_in(text, PUZZLE)
    assert time.process_time() - start < 60


# --- no solution ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "No solution",
        "There is no solution.",
        "This sudoku has no valid solution!",
        "impossible",
        "Unsolvable puzzle",
        "not solvable",
        "Invalid grid",
        "No solution exists",
        "cannot be solved",
        "Could not solve the puzzle",
        "Pas de solution",
        "Aucune solution trouvée",
        "Il n'y a pas de solution",
        "grille insoluble",
        "Ce sudoku est irrésoluble",
        "False",
        "None",
        "[]",
        "0 solutions",
    ],
)
def test_words_for_no_solution(text: str) -> None:
    assert says_none(text)
    assert answers_in(f"{boxed(PUZZLE)}\n{text}\n", PUZZLE) == []
    assert answers_in(f"{boxed(FULL)}\n{text}\n", FULL) == []


@pytest.mark.parametrize(
    "text", ["Solution:", "Solved in 3 s", "Grille résolue", "1 solution found", "True", ""]
)
def test_other_words(text: str) -> None:
    assert not says_none(text)


def test_a_full_puzzle_is_its_own_answer() -> None:
    assert answers_in(FULL, FULL) == [FULL]
    assert answers_in(f"{FULL}\n{FULL}", FULL) == [FULL]


# --- the grid in a source ---------------------------------------------------------------------------------

LITERALS: dict[str, Style] = {
    "Python": lambda grid: f"grid = {numbers(grid)}\nfor i in range(9):\n    print(1)",
    "C": lambda grid: (
        f"int g[9][9] = {numbers(grid)}; /* 9 rows */".replace("[", "{")
        .replace("]", "}")
        .replace("g{9}{9}", "g[9][9]")
    ),
    "C, comments": lambda grid: (
        "int g[] = {\n" + "".join(f"  {', '.join(row)}, // row 3 of 9\n" for row in rows(grid)) + "};"
    ),
    "Rust": lambda grid: f"let g = vec!{numbers(grid)};".replace(" [", " vec!["),
    "MATLAB": lambda grid: "M = [" + "\n     ".join(" ".join(row) for row in rows(grid)) + "];",
    "OCaml": lambda grid: "let g = [|" + ";\n".join(f"[|{';'.join(row)}|]" for row in rows(grid)) + "|]",
    "R": lambda grid: f"g <- matrix(c({', '.join(grid)}), nrow = 9, byrow = TRUE)",
    "Java": lambda grid: (
        "int[][] g = new int[][] {" + ", ".join(f"new int[] {{{','.join(row)}}}" for row in rows(grid)) + "};"
    ),
    "characters": lambda grid: f"board = {[list(row) for row in rows(grid)]}",
    "dots": lambda grid: f"board = {[list(row) for row in rows(grid.replace('0', '.'))]}",
    "strings": lambda grid: " +\n".join(f'"{row}"' for row in rows(grid)) + ";",
    "a string": lambda grid: f"solve('{grid.replace('0', '.')}')",
    "lines": lambda grid: 's = """\n' + "\n".join(rows(grid)) + '\n"""',
    "data": lambda grid: "my $text = join '', <DATA>;\n__DATA__\n" + "\n".join(rows(grid)) + "\n",
    "row by row": lambda grid: "\n".join(f"g[{n}] = [{', '.join(row)}]" for n, row in enumerate(rows(grid))),
    "None": lambda grid: str([[int(cell) or None for cell in row] for row in rows(grid)]),
    "-1": lambda grid: str([[int(cell) or -1 for cell in row] for row in rows(grid)]),
}


@pytest.mark.parametrize("literal", LITERALS)
def test_the_grid_in_a_source_is_replaced(literal: str) -> None:
    write = LITERALS[literal]
    assert has_grid(write(PUZZLE))
    assert with_grid(write(PUZZLE), OTHER) == write(OTHER)


def test_all_puzzles_are_replaced_but_not_the_expected_solution() -> None:
    source = f"a = '{PUZZLE}'\nb = '{PUZZLE[::-1]}'\nassert solve(a) == '{FULL}'"
    assert with_grid(source, OTHER) == f"a = '{OTHER}'\nb = '{OTHER}'\nassert solve(a) == '{FULL}'"


@pytest.mark.parametrize("source", ["", "print(1, 2, 3)", f"check('{FULL}')", "x = [0] * 81", "a = '12345'"])
def test_a_source_without_a_puzzle(source: str) -> None:
    assert with_grid(source, OTHER) is None
