"""The Python module gives the same results as the document's functions in a real Scilab.

scilab-6.1.1.txt has the results of Scilab. `MR seed n clues grid next`: after rand("seed",seed), MR(n) returned
this grid with this number of clues, and the next rand() was `next`. `statSudoku`, `stat`: the returned list.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sudoku_rosetta.documents import scilab, scilab_style

LINES = (Path(__file__).parent / "scilab-6.1.1.txt").read_text(encoding="ascii").splitlines()
STYLE: Any = scilab_style
WORDS: Any = scilab


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(STYLE, "disp", lambda *_: None)
    yield
    WORDS.rand("seed", 0)


def test_all_three_functions_have_results() -> None:
    assert {line.split()[0] for line in LINES} == {"MR", "statSudoku", "stat"}
    assert len(LINES) == 30


def is_slow(line: str) -> bool:
    """Whether the document's program takes seconds per grid with this number of clues."""
    return line.startswith("stat ") and "k=30" in line


@pytest.mark.parametrize(
    "line", [pytest.param(line, marks=[pytest.mark.slow] if is_slow(line) else []) for line in LINES]
)
def test_the_module_gives_the_results_of_scilab(line: str) -> None:
    given = dict(re.findall(r"(\w+)=([\d. ]+?)(?= \w+=|$)", line))
    WORDS.rand("seed", int(given["seed"]))
    if line.startswith("MR"):
        matrix = STYLE.MR(int(given["n"]))
        grid = "".join(str(digit) for digit in matrix.T)
        assert grid == given["grid"]
        assert sum(digit != "0" for digit in grid) == int(given["clues"])
        assert WORDS.rand() == float(given["next"])
    else:
        function = STYLE.statSudoku if line.startswith("statSudoku") else STYLE.stat
        numbers = list(function(int(given["n"]), int(given["k"])))
        assert numbers == [int(number) for number in given["N"].split()]


def test_the_generator_is_scilabs_to_the_last_digit() -> None:
    WORDS.rand("seed", 0)
    assert [WORDS.rand() for _ in range(3)] == [
        0.21132486546412110,
        0.75604385416954756,
        0.00022113462910056114,
    ]
    WORDS.rand("seed", 42)
    assert WORDS.rand() == 0.70468638418242335
