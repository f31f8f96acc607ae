"""A study with Scilab's generator gives the same lists as document scilab's program and as Scilab 6.1.1."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sudoku_rosetta.documents import scilab, scilab_style
from sudoku_rosetta.study import Plan, Store, run
from sudoku_rosetta.study._work import REFUSED

LINES = (Path(__file__).parents[1] / "edition/scilab-6.1.1.txt").read_text(encoding="ascii").splitlines()
STYLE: Any = scilab_style
PRIMITIVES: Any = scilab


def counted(folder: Path, plan: Plan) -> list[int]:
    """Run a study with one number of clues and return its counts without the refused grids, as `stat` does."""
    run(plan, folder)
    with Store.open(folder) as store:
        (clues,) = store.plan.clues
        return [count for counts in store.counts(clues) for count in counts if count != REFUSED]


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(STYLE, "disp", lambda *_: None)
    yield
    PRIMITIVES.rand("seed", 0)


@pytest.mark.parametrize("line", [line for line in LINES if line.startswith("stat")])
def test_a_study_gives_the_lists_that_scilab_printed(line: str, tmp_path: Path) -> None:
    given = dict(re.findall(r"(\w+)=([\d. ]+?)(?= \w+=|$)", line))
    method = 2 if line.startswith("statSudoku") else 1
    plan = Plan(method, (int(given["k"]),), int(given["n"]), int(given["seed"]), rng="scilab")  # type: ignore[arg-type]
    assert counted(tmp_path, plan) == [int(number) for number in given["N"].split()]


@pytest.mark.usefixtures("quiet")
@pytest.mark.parametrize(("method", "clues", "grids"), [(1, 36, 15), (2, 40, 12)])
@pytest.mark.parametrize("solver", [pytest.param("scilab-style", marks=pytest.mark.slow), ""])
def test_a_study_gives_the_list_of_the_document_program(
    method: Any, clues: int, grids: int, solver: str, tmp_path: Path
) -> None:
    PRIMITIVES.rand("seed", 7)
    document = list((STYLE.stat if method == 1 else STYLE.statSudoku)(grids, clues))
    plan = Plan(method, (clues,), grids, 7, solver=solver, rng="scilab", chunk=4)
    assert counted(tmp_path, plan) == document


def test_scilabs_sequence_does_not_depend_on_the_chunk_size(tmp_path: Path) -> None:
    for method in (1, 2):
        lists = [
            counted(tmp_path / f"{method} {chunk}", Plan(method, (38,), 30, 3, rng="scilab", chunk=chunk))
            for chunk in (30, 7, 1)
        ]
        assert lists[0] == lists[1] == lists[2]
