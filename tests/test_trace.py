"""The steps of the documents' programs: the figures of the documents, and three programs on one tree."""

import json
import sys
import threading

import pytest
import sudoku_rosetta as rosetta
from sudoku_rosetta import trace as tracing
from sudoku_rosetta.trace import Trace, traced

GRID_1 = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
GRID_2 = "080107060004000100050609020013000240200000006075000310090805000001000700030402090"
WRITINGS = ["c-style", "scilab-style", "pseudocode-style", "deduction-style"]
QUICK = [pytest.param(each, marks=[pytest.mark.slow] if each == "scilab-style" else []) for each in WRITINGS]


def steps(trace: Trace) -> list[tuple[str, int, int]]:
    return [(step.kind, step.cell, step.digit) for step in trace.steps]


@pytest.mark.slow
def test_three_programs_take_the_same_steps() -> None:
    c, scilab, pseudocode = (
        steps(traced(writing, GRID_2)) for writing in ("c-style", "scilab-style", "pseudocode-style")
    )
    assert c == scilab
    # the pseudocode stops when the first empty cell holds a 9, and never empties that one
    assert c == [*pseudocode, ("back", 0, 0)]
    assert [kind for kind, _, _ in c].count("place") == 4226


def test_the_figures_of_document_c_s_grid_come_out() -> None:
    trace = traced("c-style", GRID_1)
    kinds = [step.kind for step in trace.steps]
    assert (kinds.count("place"), kinds.count("solution"), trace.steps[-1].tests) == (18884, 1, 169956)


def test_rules_guess_95_times_to_the_first_solution() -> None:
    kinds = [step.kind for step in traced("deduction-style", GRID_1, limit=1).steps]
    assert (kinds.count("guess"), kinds[-1]) == (95, "solution")
    assert kinds.count("place") == 815 + 102


@pytest.mark.parametrize("writing", QUICK)
def test_walking_the_steps_comes_to_the_solution(writing: str) -> None:
    trace = traced(writing, GRID_2, limit=1)
    grid = [int(digit) for digit in GRID_2]
    filled: list[tuple[int, bool]] = []
    for step in trace.steps:
        if step.kind == "back" and writing != "deduction-style":
            grid[step.cell] = 0
        elif step.kind == "back":  # the guess and all that followed from it
            while True:
                cell, guessed = filled.pop()
                grid[cell] = 0
                if guessed:
                    break
        elif step.kind != "solution":
            grid[step.cell] = step.digit
            filled.append((step.cell, step.kind == "guess"))
    assert "".join(map(str, grid)) == str(rosetta.solve(GRID_2))


def test_the_text_holds_every_step() -> None:
    trace = traced("c-style", GRID_2)
    held = json.loads(trace.text())
    assert {len(held[name]) for name in ("at", "cells", "digits", "tests")} == {len(trace.steps)}
    assert sum(ord(letter) - (35 if letter < "\\" else 36) for letter in held["tests"]) == 38034
    assert len(trace.text()) < 5 * len(trace.steps)


@pytest.mark.parametrize("writing", QUICK)
def test_a_walk_is_cut_after_so_many_steps(writing: str) -> None:
    whole = traced(writing, GRID_2, limit=1)
    cut = traced(writing, GRID_2, limit=1, steps=40)
    assert cut.steps == whole.steps[:40]
    assert (cut.cut, cut.complete, whole.cut) == (True, False, False)
    assert json.loads(cut.text())["cut"]
    assert "cut" not in json.loads(whole.text())
    assert not traced(writing, GRID_2, limit=1, steps=len(whole.steps)).cut


@pytest.mark.skipif(sys.version_info < (3, 12), reason="sys.monitoring came with Python 3.12")
@pytest.mark.parametrize("limit", [None, 1, 2])
@pytest.mark.parametrize("writing", WRITINGS)
def test_both_ways_of_looking_see_the_same_steps(
    writing: str, limit: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = rosetta.Grid(GRID_2).with_digit(3, 0)
    monitored = traced(writing, grid, limit=limit)
    monkeypatch.setattr(tracing, "_free_tool", lambda: None)
    assert traced(writing, grid, limit=limit) == monitored


def test_nobody_is_looked_at_any_more_once_a_walk_was_left() -> None:
    before = sys.gettrace()
    traced("scilab-style", GRID_2, steps=1)
    assert sys.gettrace() is before
    if sys.version_info >= (3, 12):
        assert [sys.monitoring.get_tool(tool) for tool in (3, 4)] == [None, None]


def test_what_another_thread_searches_meanwhile_is_not_seen() -> None:
    alone = traced("scilab-style", GRID_2, steps=300)
    ended = threading.Event()

    def search() -> None:
        while not ended.is_set():
            rosetta.solve(GRID_1, solver="scilab-style")

    other = threading.Thread(target=search)
    other.start()
    try:
        beside = traced("scilab-style", GRID_2, steps=300)
    finally:
        ended.set()
        other.join()
    assert beside == alone
