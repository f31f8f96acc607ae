"""The suite, tested: each wrong-on-purpose solver makes exactly those checks fail, or break, that should."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator

import pytest
from conformance import wrong_solvers as wrong
from conformance.few_cases import FEW, ONE, TWENTY
from sudoku_rosetta import Grid
from sudoku_rosetta.conformance.case import case_named
from sudoku_rosetta.conformance.outcome import Outcome
from sudoku_rosetta.conformance.reference import walk
from sudoku_rosetta.conformance.results import Results
from sudoku_rosetta.conformance.subject import within
from sudoku_rosetta.conformance.suite import run_suite

FAILS, BREAKS = {"failed"}, {"errored"}
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
    # as many solutions, in order: only what they are is wrong
    wrong.SwapsIndexes: dict.fromkeys(["answer", "all", "limit"], FAILS),
    wrong.ChangesAClue: dict.fromkeys(["answer", "all", "count", "limit"], FAILS),
    wrong.KeepsState: dict.fromkeys(
        "again between after-error nested threads forked answer all order count limit".split(), FAILS
    ),
    wrong.OneBoard: dict.fromkeys(["nested", "threads"], FAILS),
    wrong.MutatesItsInput: {"input": FAILS},
    wrong.Raises: dict.fromkeys(SEARCHES, BREAKS),
    wrong.Exits: dict.fromkeys(SEARCHES, BREAKS),
    # after three time-outs it is asked no more
    wrong.Hangs: {"again": BREAKS},
    wrong.Sleeps: {"again": BREAKS},
    wrong.PrintsGarbage: dict.fromkeys(["answer", "all", "limit"], BREAKS),
    # to count its solutions takes for ever
    wrong.Floods: {"all": FAILS, "order": FAILS, "limit": FAILS, "count": BREAKS},
    wrong.WrongOrder: {"order": FAILS},
    wrong.LiesAboutItsCount: dict.fromkeys(["count", "limit"], FAILS),
    wrong.LiesAboutItsEnd: {"limit": FAILS},
    # the first solution of the empty grid takes for ever, and nothing more is asked of it
    wrong.IgnoresTheLimit: {"limit": FAILS, "answer": BREAKS},
    wrong.SwallowsErrors: {"after-error": FAILS},
    wrong.DiesInAFork: {"forked": FAILS},
    wrong.LeavesAThread: {"closing": FAILS},
    wrong.DeafToAStop: {"stop": FAILS},
    wrong.AnotherTree: {"tree": FAILS},
    wrong.MiscountsPlacements: {"tree": FAILS},
    wrong.MiscountsTests: {"tree": FAILS},
    wrong.RawTakesAnyClues: {"refusing": FAILS},
    wrong.RawGarbage: dict.fromkeys(["answer", "all", "limit"], BREAKS),
    wrong.RawFloods: dict.fromkeys("again between after-error threads all count".split(), BREAKS),
    wrong.RawHangs: {"again": BREAKS},
}


def judged(kind: type[wrong.Right]) -> Results:
    return run_suite([kind()], cases=FEW, seconds=0.4 if kind in SLOW else 20)


SLOW = (wrong.Hangs, wrong.Sleeps, wrong.Floods, wrong.IgnoresTheLimit)


@pytest.mark.parametrize("kind", EXPECTED, ids=lambda kind: kind.__name__)
def test_a_wrong_solver_makes_exactly_the_checks_fail_that_should(kind: type[wrong.Right]) -> None:
    results = judged(kind)
    assert results.failing_checks("right") == EXPECTED[kind], results.smallest_failure("right")
    for outcome in results.outcomes:
        assert (outcome.reason is None) == (outcome.verdict == "passed"), outcome


def test_every_wrong_solver_is_expected_something() -> None:
    kinds = {
        kind for kind in vars(wrong).values() if isinstance(kind, type) and issubclass(kind, wrong.Right)
    }
    assert kinds == set(EXPECTED)


def smallest(kind: type[wrong.Right]) -> Outcome:
    outcome = judged(kind).smallest_failure("right")
    assert outcome is not None
    assert outcome.reason is not None
    return outcome


def test_a_missed_solution_is_shown_with_the_smallest_grid_in_both_languages() -> None:
    results = run_suite([wrong.MissesLast()], cases=[case for case in FEW if case.id == "twenty"])
    outcome = next(each for each in results.outcomes if each.check == "all")
    last = walk(TWENTY).solutions[-1]
    assert outcome.reason is not None
    assert outcome.reason.en == (
        f"with this grid your program gives 19 solutions; there are 20; here is the one that it misses: {last}"
    )
    assert outcome.reason.fr == (
        "avec cette grille votre programme donne 19 solutions ; il y en a 20 ; "
        f"en voici une qui lui manque : {last}"
    )
    assert outcome.grid == TWENTY


def test_the_smallest_failure_is_the_one_with_the_fewest_empty_cells() -> None:
    outcome = smallest(wrong.MissesLast)
    assert (outcome.case, outcome.verdict, outcome.grid.count("0")) == ("full", "failed", 0)


def test_an_empty_cell_and_a_changed_clue_are_named() -> None:
    results = run_suite(
        [wrong.Unchanged(), wrong.ChangesAClue()], cases=[case for case in FEW if case.grid == ONE]
    )
    said = [each.reason.en for each in results.outcomes if each.check == "answer" and each.reason]
    assert said[0] == "your program gives the grid back as it was, its empty cells still empty"
    # one clue changed: there is no such solution
    assert "no solution" in said[1] or "changes a clue" in said[1]


def test_what_a_program_says_of_its_own_end_is_told_in_both_languages() -> None:
    reason = smallest(wrong.RawHangs).reason
    assert reason is not None
    assert reason.en == "your program does not answer in time: nothing after 10 s"
    assert reason.fr == "votre programme ne répond pas à temps : rien après 10 s"


def test_a_solver_that_is_not_built_is_skipped_with_its_reason_and_asked_nothing() -> None:
    class NotBuilt(wrong.Raises):
        def missing(self) -> str:
            return "not built: there is no compiler"

    results = run_suite([NotBuilt()], cases=FEW)
    assert {each.verdict for each in results.outcomes} == {"skipped"}
    assert {each.reason and each.reason.en for each in results.outcomes} == {
        "not built: there is no compiler"
    }


def test_a_case_over_the_budget_is_skipped_with_its_figure() -> None:
    results = run_suite([wrong.Tree()], cases=FEW[:1], budget_placements=50)
    skipped = [each for each in results.outcomes if each.check == "all"]
    assert [each.verdict for each in skipped] == ["skipped"]
    assert skipped[0].reason is not None
    assert skipped[0].reason.en == (
        f"over the budget: a row-major search of it takes {FEW[0].placements:,} placements, of 50"
    )


@pytest.mark.parametrize("platform", [sys.platform, "emscripten"])
def test_a_solver_that_exits_ends_itself_and_not_the_suite(
    platform: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    with pytest.raises(RuntimeError, match="it ended with SystemExit"):
        within(5, sys.exit)


def test_a_level_asks_no_more_than_it_says() -> None:
    results = run_suite([wrong.FirstTwice()], cases=FEW, level="first")
    assert results.all_right
    skipped = {each.check for each in results.outcomes if each.verdict == "skipped"}
    assert {"all", "order", "limit", "count", "refusing"} <= skipped


def test_results_come_back_from_their_json_and_come_in_the_same_order_each_time() -> None:
    results = judged(wrong.MissesLast)
    again = Results.from_json(results.to_json())
    assert again == results
    assert again.to_json() == results.to_json()
    keys = [(each.solver, each.check, each.case, each.verdict) for each in results.outcomes]
    assert keys == [(e.solver, e.check, e.case, e.verdict) for e in judged(wrong.MissesLast).outcomes]
    with pytest.raises(ValueError, match="schema"):
        Results.from_json("{}")


def test_the_first_solution_of_a_great_many_is_missed_though_a_digest_is_all_that_is_known() -> None:
    class MissesTheFirst(wrong.Right):
        def stream(self, grid: Grid) -> Iterator[str]:
            return itertools.islice(super().stream(grid), 1, None)

    def orders(solver: wrong.Right) -> list[Outcome]:
        results = run_suite([solver], cases=[case_named("limit-empty-grid-thousand")])
        return [each for each in results.outcomes if each.check == "order"]

    (outcome,) = orders(MissesTheFirst())
    assert outcome.verdict == "failed"
    assert outcome.reason is not None
    assert outcome.reason.en.endswith("its 1000 are not the first ones of all")
    assert [each.verdict for each in orders(wrong.Right())] == ["passed"]
