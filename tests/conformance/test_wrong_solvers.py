"""Tests of the suite: for each deliberately wrong solver, exactly the expected checks fail."""

from __future__ import annotations

import itertools
import json
import sys
import threading
from collections.abc import Callable, Iterator

import pytest
from conformance import wrong_solvers as wrong
from conformance.few_cases import FEW, ONE, TWENTY
from naming import numbers
from recorded.outcomes import not_passed
from recorded.running import ANSWERS
from recording import same_as_recorded
from sudoku_rosetta import Grid
from sudoku_rosetta.conformance import _stopping_checks as stopping
from sudoku_rosetta.conformance._reference_search import search_row_major
from sudoku_rosetta.conformance._solution_faults import solution_fault
from sudoku_rosetta.conformance.case import case_named
from sudoku_rosetta.conformance.checks import CHECKS
from sudoku_rosetta.conformance.marks import scores_of
from sudoku_rosetta.conformance.outcome import Outcome
from sudoku_rosetta.conformance.results import Results
from sudoku_rosetta.conformance.solver_under_test import SolverUnderTest
from sudoku_rosetta.conformance.suite import CheckRun, judge, plan, run_suite
from sudoku_rosetta.runtime.stoppable_thread import run_within
from waiting import HANG_GUARD_S

FAILS, ERRS = {"failed"}, {"errored"}
SEARCHES = (
    "again between input after-error nested threads forked closing stop answer all order count limit".split()
)

EXPECTED: dict[type[wrong.Right], dict[str, set[str]]] = {
    wrong.Right: {},
    wrong.Tree: {},
    wrong.Raw: {},
    wrong.RawRefuses: {},
    wrong.RawFirst: {},
    wrong.Unchanged: dict.fromkeys(["answer", "all", "count", "limit"], FAILS),
    wrong.AlwaysNone: dict.fromkeys(["answer", "all", "count", "limit"], FAILS),
    wrong.FirstTwice: dict.fromkeys(["all", "count", "limit"], FAILS),
    wrong.MissesLast: dict.fromkeys(["answer", "all", "count", "limit"], FAILS),
    # it gives the right number of solutions, in order, but wrong ones
    wrong.SwapsIndexes: dict.fromkeys(["answer", "all", "limit"], FAILS),
    wrong.ChangesAClue: dict.fromkeys(["answer", "all", "count", "limit"], FAILS),
    wrong.KeepsState: dict.fromkeys(
        "again between after-error nested threads forked answer all order count limit".split(), FAILS
    ),
    wrong.OneBoard: dict.fromkeys(["nested", "threads"], FAILS),
    wrong.MutatesItsInput: {"input": FAILS},
    wrong.Raises: dict.fromkeys(SEARCHES, ERRS),
    wrong.Exits: dict.fromkeys(SEARCHES, ERRS),
    # after three timeouts all other checks are skipped
    wrong.Hangs: {"again": ERRS},
    wrong.Sleeps: {"again": ERRS},
    wrong.PrintsGarbage: dict.fromkeys(["answer", "all", "limit"], ERRS),
    # the count of its solutions never ends
    wrong.Floods: {"all": FAILS, "order": FAILS, "limit": FAILS, "count": ERRS},
    wrong.WrongOrder: {"order": FAILS},
    wrong.LiesAboutItsCount: dict.fromkeys(["count", "limit"], FAILS),
    wrong.LiesAboutItsEnd: {"limit": FAILS},
    # the first solution of the empty grid times out, and the other checks of that case are skipped
    wrong.IgnoresTheLimit: {"limit": FAILS, "answer": ERRS},
    wrong.SwallowsErrors: {"after-error": FAILS},
    wrong.DiesInAFork: {"forked": FAILS},
    wrong.LeavesAThread: {"closing": FAILS},
    wrong.DeafToAStop: {"stop": FAILS},
    wrong.AnotherTree: {"tree": FAILS},
    wrong.MiscountsPlacements: {"tree": FAILS},
    wrong.MiscountsTests: {"tree": FAILS},
    wrong.RawTakesAnyClues: {"refusing": FAILS},
    wrong.RawGarbage: dict.fromkeys(["answer", "all", "limit"], ERRS),
    wrong.RawFloods: dict.fromkeys("again between after-error threads all count".split(), ERRS),
    wrong.RawHangs: {"again": ERRS},
}


HANG_TIMEOUT_S = 0.1
"""For answers that never come."""
NEVER_ANSWERED: dict[type[wrong.Right], Callable[[CheckRun], bool]] = {
    wrong.Hangs: lambda run: True,
    wrong.Sleeps: lambda run: True,
    wrong.Floods: lambda run: run.check.name == "count",
    # the empty grid
    wrong.IgnoresTheLimit: lambda run: run.check.name == "answer" and run.case is FEW[-1],
}


@pytest.fixture(autouse=True)
def _barriers_wait_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the check of threads, a thread waits long enough for the first solution of the other one."""
    wait = threading.Barrier.wait
    monkeypatch.setattr(threading.Barrier, "wait", lambda barrier, seconds: wait(barrier, HANG_GUARD_S))


def judged(kind: type[wrong.Right]) -> Results:
    """Run the whole suite. Answers and threads that never end get a short timeout."""
    solver, outcomes = kind(), []
    subject = SolverUnderTest(solver)
    for run in plan(subject, FEW):
        never = kind in NEVER_ANSWERED and NEVER_ANSWERED[kind](run)
        left = kind is wrong.LeavesAThread and run.check.name == "closing"
        subject.seconds = HANG_TIMEOUT_S if never else HANG_GUARD_S
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(stopping, "STOP_TIMEOUT_S", HANG_TIMEOUT_S if left else HANG_GUARD_S)
            outcomes.append(judge(run))
    return Results.of(outcomes, [solver], FEW, CHECKS)


@pytest.mark.recorded
@pytest.mark.parametrize("kind", EXPECTED, ids=lambda kind: kind.__name__)
def test_exactly_the_expected_checks_fail_for_a_wrong_solver(kind: type[wrong.Right]) -> None:
    results = judged(kind)
    assert results.failing_checks("right") == EXPECTED[kind], results.smallest_failure("right")
    for outcome in results.outcomes:
        assert (outcome.reason is None) == (outcome.verdict == "passed"), outcome
    if kind is not wrong.OneBoard:  # the result depends on the order of its threads
        mark = scores_of(results.outcomes).mark(digits=2)
        found = {"mark of 20": mark, "asked": results.tally()} | not_passed(
            json.loads(results.to_json()), "right"
        )
        same_as_recorded(ANSWERS / "wrong-solvers.json", {kind.__name__: found}, whole=False)


@pytest.mark.parametrize("kind", [wrong.Unchanged, wrong.AlwaysNone])
def test_to_return_the_input_or_always_none_earns_nothing(kind: type[wrong.Right]) -> None:
    assert scores_of(judged(kind).outcomes).mark() == 0


def test_every_wrong_solver_has_an_expectation() -> None:
    kinds = {
        kind for kind in vars(wrong).values() if isinstance(kind, type) and issubclass(kind, wrong.Right)
    }
    assert kinds == set(EXPECTED)
    recorded = json.loads((ANSWERS / "wrong-solvers.json").read_text(encoding="utf-8"))
    assert recorded.keys() == {kind.__name__ for kind in kinds - {wrong.OneBoard}}


def smallest(kind: type[wrong.Right]) -> Outcome:
    outcome = judged(kind).smallest_failure("right")
    assert outcome is not None
    assert outcome.reason is not None
    return outcome


def test_a_missing_solution_is_reported_with_the_smallest_grid_in_both_languages() -> None:
    results = run_suite([wrong.MissesLast()], cases=[case for case in FEW if case.id == "twenty"])
    outcome = next(each for each in results.outcomes if each.check == "all")
    assert numbers_in(outcome) == [19, 20, int(search_row_major(TWENTY).solutions[-1])]
    assert outcome.grid == TWENTY


def numbers_in(outcome: Outcome) -> list[int]:
    """The numbers in its reason, which are the same in both languages."""
    assert outcome.reason is not None
    assert outcome.reason.en != outcome.reason.fr
    assert numbers(outcome.reason.en) == numbers(outcome.reason.fr)
    return numbers(outcome.reason.en)


def test_the_smallest_failure_is_the_one_with_the_fewest_empty_cells_and_not_full() -> None:
    outcome = smallest(wrong.MissesLast)
    assert (outcome.case, outcome.verdict) == ("one", "failed")


def test_an_empty_cell_a_changed_clue_and_a_digit_twice_are_named() -> None:
    (one,) = (case for case in FEW if case.grid == ONE)
    right = one.solutions[0]
    wrong_lines: dict[str, list[int]] = {
        "9" + right[1:]: [1, 1, 1, 9],  # row 1, column 1: clue 1, answer 9
        right[:5] + "0" + right[6:]: [1, 1, 6],  # one run, in row 1, column 6
        right[:6] + right[5] + right[7:]: [int(right[5]), 1],  # that digit twice, in row 1
    }
    for line, named in wrong_lines.items():
        reason = solution_fault(line, ONE)
        assert numbers_in(Outcome("x", "answer", "one", "failed", reason)) == [*named, int(line)]
    assert (
        numbers_in(Outcome("x", "answer", "one", "failed", solution_fault(ONE, ONE))) == []
    )  # unchanged grid
    assert solution_fault(right, ONE) is None


def test_the_error_of_a_program_is_reported_in_both_languages() -> None:
    outcome = smallest(wrong.RawHangs)
    assert numbers_in(outcome) == [10]
    assert outcome.reason is not None
    assert outcome.reason.en.endswith("nothing after 10 s")  # the text of the error
    assert outcome.reason.fr.endswith("rien après 10 s")


def test_a_solver_that_is_not_built_is_skipped_with_its_reason_and_not_called() -> None:
    class NotBuilt(wrong.Raises):
        def missing(self) -> str:
            return "not built: there is no compiler"

    results = run_suite([NotBuilt()], cases=FEW)
    assert {each.verdict for each in results.outcomes} == {"skipped"}
    assert {each.reason and each.reason.en for each in results.outcomes} == {
        "not built: there is no compiler"
    }


def test_a_case_over_the_budget_is_skipped_with_its_number_of_placements() -> None:
    results = run_suite([wrong.Tree()], cases=FEW[:1], budget_placements=50)
    skipped = [each for each in results.outcomes if each.check == "all"]
    assert [each.verdict for each in skipped] == ["skipped"]
    assert numbers_in(skipped[0]) == [FEW[0].placements, 50]


@pytest.mark.parametrize("platform", [sys.platform, "emscripten"])
def test_a_solver_that_exits_does_not_end_the_suite(platform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(RuntimeError, match="SystemExit"):
        run_within(HANG_GUARD_S, sys.exit)


def test_a_level_skips_the_checks_of_higher_levels() -> None:
    results = run_suite([wrong.FirstTwice()], cases=FEW, level="first")
    assert results.is_success
    skipped = {each.check for each in results.outcomes if each.verdict == "skipped"}
    assert {"all", "order", "limit", "count"} <= skipped


def test_results_round_trip_through_json_in_a_stable_order() -> None:
    results = judged(wrong.MissesLast)
    again = Results.from_json(results.to_json())
    assert again == results
    assert again.to_json() == results.to_json()
    keys = [(each.solver, each.check, each.case, each.verdict) for each in results.outcomes]
    assert keys == [(e.solver, e.check, e.case, e.verdict) for e in judged(wrong.MissesLast).outcomes]
    with pytest.raises(ValueError, match="schema"):
        Results.from_json("{}")


def test_results_from_before_message_codes_are_read() -> None:
    results = judged(wrong.MissesLast)
    written = json.loads(results.to_json())
    for outcome in written["outcomes"]:
        del outcome["given_up"]
        outcome["reason"] = outcome["reason"] and {key: outcome["reason"][key] for key in ("en", "fr")}
    read = Results.from_json(json.dumps(written))
    for before, after in zip(results.outcomes, read.outcomes, strict=True):
        assert (before.verdict, before.given_up) == (after.verdict, after.given_up)
        assert (before.reason is None) == (after.reason is None)
        if before.reason and after.reason:
            assert (before.reason.en, before.reason.fr) == (after.reason.en, after.reason.fr)


@pytest.mark.slow
def test_a_missing_first_solution_is_detected_by_the_digest_alone() -> None:
    class MissesTheFirst(wrong.Right):
        def stream(self, grid: Grid) -> Iterator[str]:
            return itertools.islice(super().stream(grid), 1, None)

    def orders(solver: wrong.Right) -> list[Outcome]:
        results = run_suite([solver], cases=[case_named("limit-empty-grid-thousand")], seconds=HANG_GUARD_S)
        return [each for each in results.outcomes if each.check == "order"]

    (outcome,) = orders(MissesTheFirst())
    assert outcome.verdict == "failed"
    assert numbers_in(outcome)[-1] == 1000
    assert [each.verdict for each in orders(wrong.Right())] == ["passed"]
