"""The documents' ways of making a grid, held against their programs and against what a real Scilab printed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sudoku_rosetta.documents import scilab, scilab_style
from sudoku_rosetta.generate import OF_DOCUMENT, Draws, ScilabDraws, emptied, generate, matrix_random
from sudoku_rosetta.grid import Grid
from sudoku_rosetta.solvers import solver_named

LINES = (Path(__file__).parents[1] / "edition/scilab-6.1.1.txt").read_text(encoding="ascii").splitlines()
STYLE: Any = scilab_style
WORDS: Any = scilab


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(STYLE, "disp", lambda *_: None)
    yield
    WORDS.rand("seed", 0)


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("MR")])
def test_mr_gives_what_scilab_gave_and_leaves_its_numbers_where_scilab_did(line: str) -> None:
    given = dict(re.findall(r"(\w+)=(\S+)", line))
    draws = ScilabDraws(int(given["seed"]))
    assert matrix_random(int(given["n"]), draws).decode() == given["grid"]
    assert draws.below(2**20) == int(float(given["next"]) * 2**20)


@pytest.mark.parametrize("seed", [3, 4, 5])
@pytest.mark.parametrize("n", [25, 38, 50])
def test_mr_is_the_documents_where_it_fails_too(seed: int, n: int) -> None:
    WORDS.rand("seed", seed)
    draws = ScilabDraws(seed)
    for _ in range(3):
        assert matrix_random(n, draws).decode() == "".join(str(digit) for digit in STYLE.MR(n).T)


def test_removal_is_the_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    monkeypatch.setattr(STYLE, "sudokuSol", lambda M: made.append("".join(f"{x:.0f}" for x in M.T)))  # noqa: N803
    WORDS.rand("seed", 42)
    STYLE.statSudoku(5, 33)
    draws = ScilabDraws(42)
    assert made == [emptied(OF_DOCUMENT, 33, draws).decode() for _ in range(5)]
    assert [
        puzzle.line
        for puzzle in generate(5, seed=42, way="removal", clues=33, start=OF_DOCUMENT, scilab=True)
    ] == made


def test_removal_with_chance_of_ours_keeps_any_cells_as_often() -> None:
    kept = [0] * 81
    for number in range(3000):
        for cell, digit in enumerate(emptied(OF_DOCUMENT, 27, Draws(1, number))):
            kept[cell] += digit != 48
    assert sum((times - 1000) ** 2 / 667 for times in kept) < 130  # chi square, 80 degrees of freedom


def test_document_c_adds_digits_until_one_solution_is_left() -> None:
    for puzzle in generate(3, seed=1, way="until-unique", few=20):
        assert solver_named(None).count(puzzle.grid, limit=2) == 1
        assert puzzle.grid.clues > 20


def test_mr_with_chance_of_ours_never_clashes() -> None:
    assert all(Grid(puzzle.line).clues <= 30 for puzzle in generate(50, seed=1, way="mr", clues=30))
