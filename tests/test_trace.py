"""Traces of the documents' programs: their steps, and the equal search trees of three programs."""

import json
import sys
import threading

import pytest
import sudoku_rosetta as rosetta
from sudoku_rosetta import trace as tracing
from sudoku_rosetta.trace import Trace, trace_program

GRID_1 = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
GRID_2 = "080107060004000100050609020013000240200000006075000310090805000001000700030402090"
IMPLEMENTATIONS = ["c-style", "scilab-style", "pseudocode-style", "deduction-style"]
IMPLEMENTATIONS_WITH_MARKS = [
    pytest.param(each, marks=[pytest.mark.slow] if each == "scilab-style" else []) for each in IMPLEMENTATIONS
]


def steps(trace: Trace) -> list[tuple[str, int, int]]:
    return [(step.kind, step.cell, step.digit) for step in trace.steps]


@pytest.mark.slow
def test_three_programs_take_the_same_steps() -> None:
    c, scilab, pseudocode = (
        steps(trace_program(implementation, GRID_2))
        for implementation in ("c-style", "scilab-style", "pseudocode-style")
    )
    assert c == scilab
    # the pseudocode program stops at 9 in the first empty cell, without removing it
    assert c == [*pseudocode, ("back", 0, 0)]
    assert [kind for kind, _, _ in c].count("place") == 4226


def test_the_counts_on_the_grid_of_document_c_are_those_of_the_document() -> None:
    trace = trace_program("c-style", GRID_1)
    kinds = [step.kind for step in trace.steps]
    assert (kinds.count("place"), kinds.count("solution"), trace.steps[-1].tests) == (18884, 1, 169956)


def test_the_deduction_program_guesses_95_times_before_the_first_solution() -> None:
    kinds = [step.kind for step in trace_program("deduction-style", GRID_1, limit=1).steps]
    assert (kinds.count("guess"), kinds[-1]) == (95, "solution")
    assert kinds.count("place") == 815 + 102


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS_WITH_MARKS)
def test_replaying_the_steps_gives_the_solution(implementation: str) -> None:
    trace = trace_program(implementation, GRID_2, limit=1)
    grid = [int(digit) for digit in GRID_2]
    filled: list[tuple[int, bool]] = []
    for step in trace.steps:
        if step.kind == "back" and implementation != "deduction-style":
            grid[step.cell] = 0
        elif step.kind == "back":  # remove the last guess and all later placements
            while True:
                cell, guessed = filled.pop()
                grid[cell] = 0
                if guessed:
                    break
        elif step.kind != "solution":
            grid[step.cell] = step.digit
            filled.append((step.cell, step.kind == "guess"))
    assert "".join(map(str, grid)) == str(rosetta.solve(GRID_2))


def test_the_json_contains_every_step() -> None:
    trace = trace_program("c-style", GRID_2)
    data = json.loads(trace.text())
    assert {len(data[name]) for name in ("at", "cells", "digits", "tests")} == {len(trace.steps)}
    assert sum(ord(letter) - (35 if letter < "\\" else 36) for letter in data["tests"]) == 38034
    assert len(trace.text()) < 5 * len(trace.steps)


@pytest.mark.parametrize("implementation", IMPLEMENTATIONS_WITH_MARKS)
def test_a_trace_stops_at_the_maximum_number_of_steps(implementation: str) -> None:
    whole = trace_program(implementation, GRID_2, limit=1)
    cut = trace_program(implementation, GRID_2, limit=1, max_steps=40)
    assert cut.steps == whole.steps[:40]
    assert (cut.cut, cut.complete, whole.cut) == (True, False, False)
    assert json.loads(cut.text())["cut"]
    assert "cut" not in json.loads(whole.text())
    assert not trace_program(implementation, GRID_2, limit=1, max_steps=len(whole.steps)).cut


@pytest.mark.skipif(sys.version_info < (3, 12), reason="sys.monitoring needs Python 3.12")
@pytest.mark.parametrize("limit", [None, 1, 2])
@pytest.mark.parametrize("implementation", IMPLEMENTATIONS)
def test_monitoring_and_settrace_give_the_same_steps(
    implementation: str, limit: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    grid = rosetta.Grid(GRID_2).with_digit(3, 0)
    monitored = trace_program(implementation, grid, limit=limit)
    monkeypatch.setattr(tracing, "_free_tool", lambda: None)
    assert trace_program(implementation, grid, limit=limit) == monitored


def test_no_tracing_remains_after_a_trace_that_was_stopped() -> None:
    before = sys.gettrace()
    trace_program("scilab-style", GRID_2, max_steps=1)
    assert sys.gettrace() is before
    if sys.version_info >= (3, 12):
        assert [sys.monitoring.get_tool(tool) for tool in (3, 4)] == [None, None]


def test_a_search_in_another_thread_is_not_recorded() -> None:
    alone = trace_program("scilab-style", GRID_2, max_steps=300)
    ended = threading.Event()

    def search() -> None:
        while not ended.is_set():
            rosetta.solve(GRID_1, solver="scilab-style")

    other = threading.Thread(target=search)
    other.start()
    try:
        in_parallel = trace_program("scilab-style", GRID_2, max_steps=300)
    finally:
        ended.set()
        other.join()
    assert in_parallel == alone
