"""The documents' methods make the same grids as the documents' programs and as Scilab 6.1.1."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sudoku_rosetta.documents import scilab, scilab_style
from sudoku_rosetta.generate import (
    DOCUMENT_GRID,
    ScilabRng,
    SplitMix64,
    generate,
    matrix_random,
    remove_digits,
)
from sudoku_rosetta.grid import Grid
from sudoku_rosetta.solvers import solver_named

LINES = (Path(__file__).parents[1] / "edition/scilab-6.1.1.txt").read_text(encoding="ascii").splitlines()
STYLE: Any = scilab_style
PRIMITIVES: Any = scilab


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(STYLE, "disp", lambda *_: None)
    yield
    PRIMITIVES.rand("seed", 0)


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("MR")])
def test_mr_matches_scilab_in_grid_and_generator_state(line: str) -> None:
    given = dict(re.findall(r"(\w+)=(\S+)", line))
    rng = ScilabRng(int(given["seed"]))
    assert matrix_random(int(given["n"]), rng).decode() == given["grid"]
    assert rng.below(2**20) == int(float(given["next"]) * 2**20)


@pytest.mark.parametrize("seed", [3, 4, 5])
@pytest.mark.parametrize("n", [25, 38, 50])
def test_mr_matches_the_document_also_when_it_places_fewer_digits(seed: int, n: int) -> None:
    PRIMITIVES.rand("seed", seed)
    rng = ScilabRng(seed)
    for _ in range(3):
        assert matrix_random(n, rng).decode() == "".join(str(digit) for digit in STYLE.MR(n).T)


def test_removal_matches_the_document(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    monkeypatch.setattr(STYLE, "sudokuSol", lambda M: made.append("".join(f"{x:.0f}" for x in M.T)))  # noqa: N803
    PRIMITIVES.rand("seed", 42)
    STYLE.statSudoku(5, 33)
    rng = ScilabRng(42)
    assert made == [remove_digits(DOCUMENT_GRID, 33, rng).decode() for _ in range(5)]
    assert [
        puzzle.line
        for puzzle in generate(5, seed=42, way="removal", clues=33, start=DOCUMENT_GRID, scilab=True)
    ] == made


def test_removal_with_splitmix_keeps_each_cell_equally_often() -> None:
    kept = [0] * 81
    for number in range(3000):
        for cell, digit in enumerate(remove_digits(DOCUMENT_GRID, 27, SplitMix64(1, number))):
            kept[cell] += digit != 48
    assert sum((times - 1000) ** 2 / 667 for times in kept) < 130  # chi square, 80 degrees of freedom


def test_document_c_adds_digits_until_the_solution_is_unique() -> None:
    for puzzle in generate(3, seed=1, way="until-unique", few=20):
        assert solver_named(None).count(puzzle.grid, limit=2) == 1
        assert puzzle.grid.clues > 20


def test_mr_with_splitmix_never_conflicts() -> None:
    assert all(Grid(puzzle.line).clues <= 30 for puzzle in generate(50, seed=1, way="mr", clues=30))
