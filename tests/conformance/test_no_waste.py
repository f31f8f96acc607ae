"""A solver is not asked for nothing: repeated failures, slow starts, and endless searches with clashing clues."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from conformance.few_cases import FEW
from sudoku_rosetta.conformance import _answer_checks
from sudoku_rosetta.conformance.case import cases
from sudoku_rosetta.conformance.costly_solvers import CHOSEN_CASES, with_fewer_grids
from sudoku_rosetta.conformance.giving_up import MAX_REPEATS, Repeats
from sudoku_rosetta.conformance.marks import scores_of
from sudoku_rosetta.conformance.outcome import Outcome
from sudoku_rosetta.conformance.solver_under_test import SolverUnderTest
from sudoku_rosetta.conformance.suite import judge, plan
from sudoku_rosetta.external.function import FunctionSolver
from sudoku_rosetta.solvers import solver_named

SOLUTIONS = {case.grid: case.solutions[0] if case.solutions else None for case in FEW}
CLASHES = {case.grid for case in FEW if case.expect == "invalid"}
Function = Callable[[str], Any]


def subject(function: Function, seconds: float | None = None) -> SolverUnderTest:
    solver = FunctionSolver.from_function(function, level="first", form="text")
    return SolverUnderTest(solver, "first", seconds=seconds)


def outcomes(function: Function) -> list[Outcome]:
    repeats, found = Repeats(), []
    for run in plan(subject(function), FEW):
        outcome = repeats.outcome_without_run(run) or judge(run)
        repeats.add(outcome)
        found.append(outcome)
    return found


def codes(found: list[Outcome]) -> set[str]:
    return {each.reason.code for each in found if each.reason and each.given_up}


def raises(text: str) -> str:
    raise ValueError("no idea")


def test_a_solver_that_always_fails_is_asked_three_times() -> None:
    found = outcomes(raises)
    asked = [each for each in found if each.verdict == "errored" and not each.given_up]
    assert len(asked) == MAX_REPEATS
    assert codes(found) == {"judging.same_failure"}
    assert scores_of(found).mark() == 0
    assert {each.verdict for each in found} == {"errored", "skipped"}


def test_a_solver_that_fails_on_some_grids_is_asked_the_others() -> None:
    def raises_without_solution(text: str) -> str:
        solution = SOLUTIONS[text] if text in SOLUTIONS else text.replace("0", "1")
        if solution is None:
            raise ValueError("no solution")
        return solution

    found = outcomes(raises_without_solution)
    solved = [each for each in found if each.check == "answer" and each.expects == "solutions"]
    assert {each.verdict for each in solved} == {"passed"}
    assert {each.verdict for each in found if each.check == "refusing"} == {"passed"}


def test_different_errors_and_wrong_answers_are_not_given_up() -> None:
    def raises_differently(text: str) -> str:
        raise ValueError(text)

    assert codes(outcomes(raises_differently)) == set()
    assert codes(outcomes(lambda text: text)) == set()


def test_a_costly_solver_is_asked_the_chosen_grids_and_the_others_are_skipped_with_the_reason() -> None:
    runs = list(plan(SolverUnderTest(solver_named("c-style"), "first"), cases()))
    assert with_fewer_grids(runs, 0.01) is runs
    fewer = with_fewer_grids(runs, 2.0)
    assert [run.id for run in fewer] == [run.id for run in runs]
    asked = {run.case.id for run in fewer if run.case and run.skip_reason is None}
    assert len(asked) >= 25
    assert asked >= CHOSEN_CASES
    reasons = {run.skip_reason for run in fewer if run.skip_reason and run.case}
    assert "skipped.costly" in {reason.code for reason in reasons}


def test_the_chosen_grids_exist_and_are_of_all_kinds() -> None:
    chosen = [case for case in cases() if case.id in CHOSEN_CASES]
    assert len(chosen) == len(CHOSEN_CASES)
    assert {case.expect for case in chosen} == {"unique", "multiple", "none", "invalid"}


def test_an_endless_search_with_clashing_clues_counts_in_care_only(monkeypatch: pytest.MonkeyPatch) -> None:
    def hangs_on_clashes(text: str) -> str | None:
        while text in clashing:
            time.sleep(0.01)
        return right.get(text, text)

    some = [case for case in cases() if case.group in ("clashes", "empties") and case.expect != "multiple"]
    clashing = {case.grid for case in some if case.expect == "invalid"}
    right = {case.grid: case.solutions[0] for case in some if case.solutions}
    monkeypatch.setattr(_answer_checks, "CLASH_TIMEOUT_S", 0.05)
    found = [judge(run) for run in plan(subject(hangs_on_clashes, seconds=600), some)]
    refusing = [each for each in found if each.check == "refusing"]
    assert {each.verdict for each in refusing} == {"skipped"}
    assert all(each.given_up for each in refusing)
    endless = [each for each in refusing if each.reason and each.reason.code == "refusing.endless"]
    assert len(endless) == _answer_checks.MAX_CLASH_HANGS
    scores = scores_of(found)
    assert (scores.solves, scores.care_groups["clashing"].right) == (1, 0)
    assert {each.verdict for each in found} == {"passed", "skipped"}
