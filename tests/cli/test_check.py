"""`check`: legal, unique, minimal, and redundant clues."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from naming import naming

GRID = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
SOLUTION = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
NONE = "516849732307605000809700065135060907472591006968370050253186074684207500791050608"
CLASH = "11" + "0" * 79

Run = Callable[..., Any]


def test_a_minimal_grid(run: Run) -> None:
    ended = run("check", GRID)
    assert (ended.code, ended.err, len(ended.lines)) == (0, "", 1)
    assert re.search(naming("argument 1", 23), ended.out)
    (answer,) = map(json.loads, run("check", GRID, "--format", "json").lines)
    assert (answer["legal"], answer["clues"], answer["unique"], answer["minimal"]) == (True, 23, True, True)


def test_redundant_clues_are_listed(run: Run) -> None:
    less = run("check", GRID[:1] + "6" + GRID[2:])
    first, *clues = less.lines
    assert less.code == 0
    assert re.search(naming("argument 1", 24, len(clues)), first)
    assert any(re.search(naming("row 1", "column 2", 6), clue) for clue in clues)


def test_a_grid_that_is_not_unique_gives_exit_code_1(run: Run) -> None:
    for grid, clues, solutions in ((GRID[:78] + "000", 22, "several"), (NONE, 57, "no")):
        ended = run("check", grid)
        assert (ended.code, ended.err, len(ended.lines)) == (1, "", 1)
        assert re.search(naming("argument 1", clues), ended.out)
        (answer,) = map(json.loads, run("check", grid, "--format", "json").lines)
        assert (answer["legal"], answer["unique"], answer["solutions"]) == (True, False, solutions)


def test_each_verdict_has_its_own_message(run: Run) -> None:
    grids = (GRID, GRID[:1] + "6" + GRID[2:], GRID[:78] + "000", NONE, CLASH)
    answers = [line for line in run("check", *grids).lines if "argument" in line]
    assert len({re.sub(r"\d+", "", line) for line in answers}) == len(grids)


def test_an_illegal_grid_is_an_answer_with_exit_code_2(run: Run) -> None:
    ended = run("check", CLASH, GRID)
    assert (ended.code, ended.err) == (2, "")
    first, second = ended.lines
    assert re.search(naming("argument 1", "row 1", 1, 2), first)
    assert re.search(naming("argument 2", 23), second)


def test_an_invalid_grid_is_reported_and_the_rest_are_checked(run: Run) -> None:
    ended = run("check", stdin=f"12345\n\n{GRID}\n")
    assert (ended.code, len(ended.lines)) == (2, 1)
    assert ended.complains("stdin:1", 5)


def test_json(run: Run) -> None:
    full, clash, none = (
        json.loads(line) for line in run("check", SOLUTION, CLASH, NONE, "--format", "json").lines
    )
    assert (full["legal"], full["clues"], full["unique"], full["minimal"]) == (True, 81, True, False)
    assert len(full["spare"]) == 81
    assert full["spare"][0] == {"row": 1, "column": 1, "digit": 1}
    assert not clash["legal"]
    assert re.search(naming("row 1", 1, 2), clash["clash"])
    assert (none["unique"], none["solutions"], "minimal" in none) == (False, "no", False)
