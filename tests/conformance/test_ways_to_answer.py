"""Right solvers are not accused: those that fill the given grid, or leave cells empty if there is no solution."""

from typing import Any

import pytest
from conformance.few_cases import FEW
from sudoku_rosetta.conformance.case import case_named
from sudoku_rosetta.conformance.outcome import Outcome
from sudoku_rosetta.conformance.solver_under_test import SolverUnderTest
from sudoku_rosetta.conformance.suite import judge, plan
from sudoku_rosetta.external.function import FunctionSolver

CASES = [*(case for case in FEW if case.expect != "invalid"), case_named("full-wrong-in-squares-only")]

Rows = list[list[int]]


def places(rows: Rows, row: int, column: int) -> set[int]:
    box = {rows[row // 3 * 3 + i // 3][column // 3 * 3 + i % 3] for i in range(9)}
    return set(range(1, 10)) - set(rows[row]) - {each[column] for each in rows} - box


def fill(rows: Rows) -> bool:
    empty = [(row, column) for row in range(9) for column in range(9) if rows[row][column] == 0]
    if not empty:
        return True
    row, column = min(empty, key=lambda cell: len(places(rows, *cell)))
    for digit in places(rows, row, column):
        rows[row][column] = digit
        if fill(rows):
            return True
    rows[row][column] = 0
    return False


def fills(rows: Rows) -> None:
    fill(rows)


def fills_and_returns_the_grid(rows: Rows) -> Rows:
    fill(rows)
    return rows


def returns_a_grid_with_empty_cells(rows: Rows) -> Rows:
    copy = [list(row) for row in rows]
    fill(copy)
    return copy


def says_that_a_full_grid_is_not_solved(rows: Rows) -> bool:
    return any(0 in row for row in rows) and fill(rows)


def outcomes(function: Any) -> list[Outcome]:
    solver = FunctionSolver.from_function(function, level="first")
    return [judge(run) for run in plan(SolverUnderTest(solver, "first", seconds=None), CASES)]


@pytest.mark.parametrize("function", [fills, fills_and_returns_the_grid])
def test_a_solver_that_fills_the_given_grid_passes(function: Any) -> None:
    found = outcomes(function)
    assert [each for each in found if each.verdict in ("failed", "errored")] == []
    assert {each.verdict for each in found if each.check == "input"} == {"passed"}
    assert {each.verdict for each in found if each.check == "answer"} == {"passed"}


def test_a_full_grid_with_clashes_that_is_left_as_it_is_is_not_judged() -> None:
    (refusing,) = (each for each in outcomes(fills) if each.check == "refusing")
    assert refusing.reason is not None
    assert (refusing.verdict, refusing.reason.code) == ("skipped", "refusing.left_as_it_is")
    assert not refusing.given_up


def test_a_solver_that_fills_the_grid_may_say_that_there_is_nothing_to_fill() -> None:
    full = [
        each
        for each in outcomes(says_that_a_full_grid_is_not_solved)
        if (each.check, each.expects) == ("answer", "full")
    ]
    assert [each.verdict for each in full] == ["passed"]


def test_a_grid_with_empty_cells_means_that_there_is_no_solution() -> None:
    found = outcomes(returns_a_grid_with_empty_cells)
    assert {each.verdict for each in found if each.expects == "none"} <= {"passed", "skipped"}


def test_a_grid_with_empty_cells_is_wrong_if_there_is_a_solution() -> None:
    (one,) = (each for each in outcomes(lambda text: text) if (each.check, each.case) == ("answer", "one"))
    assert one.reason is not None
    assert (one.verdict, one.reason.code) == ("failed", "line.unchanged")
