"""`check`: legal, unique, minimal; and which clues are to spare."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

GRID = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
SOLUTION = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
NONE = "516849732307605000809700065135060907472591006968370050253186074684207500791050608"
CLASH = "11" + "0" * 79

Run = Callable[..., Any]


def test_a_minimal_grid(run: Run) -> None:
    ended = run("check", GRID)
    assert (ended.code, ended.out) == (0, "argument 1: legal, 23 clues, one solution, minimal\n")


def test_the_clues_that_can_go_are_named(run: Run) -> None:
    ended = run("check", GRID[:1] + "6" + GRID[2:])
    assert ended.code == 0
    assert "24 clues, one solution, not minimal" in ended.lines[0]
    assert "  row 1, column 2: 6" in ended.lines[1:]


def test_what_is_not_unique_is_exit_code_1(run: Run) -> None:
    several = run("check", GRID[:78] + "000")
    assert (several.code, several.out) == (1, "argument 1: legal, 22 clues, several solutions\n")
    none = run("check", NONE)
    assert (none.code, none.out) == (1, "argument 1: legal, 57 clues, no solution\n")


def test_a_clash_is_an_answer_and_exit_code_2(run: Run) -> None:
    ended = run("check", CLASH, GRID)
    assert (ended.code, ended.err) == (2, "")
    assert ended.lines[0] == "argument 1: not legal: 1 twice in row 1: columns 1 and 2"
    assert ended.lines[1].startswith("argument 2: legal")


def test_a_bad_grid_is_told_and_the_others_go_on(run: Run) -> None:
    ended = run("check", stdin=f"123\n\n{GRID}\n")
    assert (ended.code, len(ended.lines)) == (2, 1)
    assert ended.err.startswith("stdin:1: 3 characters")


def test_json(run: Run) -> None:
    full, clash, none = (
        json.loads(line) for line in run("check", SOLUTION, CLASH, NONE, "--format", "json").lines
    )
    assert (full["legal"], full["clues"], full["unique"], full["minimal"]) == (True, 81, True, False)
    assert len(full["spare"]) == 81
    assert full["spare"][0] == {"row": 1, "column": 1, "digit": 1}
    assert (clash["legal"], clash["clash"]) == (False, "1 twice in row 1: columns 1 and 2")
    assert (none["unique"], none["solutions"], "minimal" in none) == (False, "no", False)
