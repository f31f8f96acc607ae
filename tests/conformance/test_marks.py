"""The two scores, and the mark that they make."""

import pytest
from sudoku_rosetta.conformance.marks import Weights, WeightsError, scores_of
from sudoku_rosetta.conformance.outcome import Expects, Outcome, Verdict
from sudoku_rosetta.messages import Message


def outcomes(
    check: str, expects: Expects, verdicts: list[Verdict], *, given_up: bool = False
) -> list[Outcome]:
    reason = Message.verbatim("so")
    return [
        Outcome(
            "x", check, "c", each, None if each == "passed" else reason, given_up=given_up, expects=expects
        )
        for each in verdicts
    ]


PASSED: list[Verdict] = ["passed"]
FAILED: list[Verdict] = ["failed"]
RIGHT_SOLUTIONS = outcomes("answer", "solutions", PASSED * 10)
WRONG_SOLUTIONS = outcomes("answer", "solutions", FAILED * 10)
RIGHT_NONE = outcomes("answer", "none", PASSED * 5)
ALL_CARE = [
    *outcomes("refusing", "clash", PASSED * 3),
    *outcomes("answer", "full", PASSED * 2),
    *outcomes("again", "solutions", PASSED),
    *outcomes("between", "none", PASSED),
    *outcomes("input", "solutions", PASSED),
    *outcomes("after-error", "solutions", PASSED),
]


def test_a_solver_that_is_always_right_has_all_points() -> None:
    scores = scores_of([*RIGHT_SOLUTIONS, *RIGHT_NONE, *ALL_CARE])
    assert (scores.solves, scores.care, scores.mark(), scores.percent()) == (1, 1, 20, 100)


def test_to_return_the_input_or_always_none_earns_nothing() -> None:
    scores = scores_of([*WRONG_SOLUTIONS, *RIGHT_NONE, *ALL_CARE])
    assert (scores.solves, scores.care, scores.mark()) == (0, 0, 0)


def test_right_answers_that_there_is_none_count_by_the_share_of_right_solutions() -> None:
    half = [*RIGHT_SOLUTIONS[:5], *WRONG_SOLUTIONS[:5]]
    assert scores_of([*half, *RIGHT_NONE]).solves == pytest.approx((5 + 5 / 2) / 15)


def test_full_grids_and_clashing_clues_are_care() -> None:
    wrong = [*outcomes("answer", "full", FAILED), *outcomes("refusing", "clash", FAILED)]
    scores = scores_of([*RIGHT_SOLUTIONS, *wrong])
    assert (scores.solves, scores.care) == (1, 0)
    assert set(scores.care_groups) == {"full", "clashing"}


def test_each_group_of_care_has_the_same_weight() -> None:
    clashes = outcomes("refusing", "clash", FAILED * 20)
    assert scores_of([*RIGHT_SOLUTIONS, *clashes, *outcomes("again", "none", PASSED)]).care == 0.5


def test_skipped_checks_do_not_count_unless_they_were_given_up() -> None:
    skipped = outcomes("all", "solutions", ["skipped"] * 10)
    assert scores_of([*RIGHT_SOLUTIONS, *skipped]).mark() == 20
    given_up = outcomes("all", "solutions", ["skipped"] * 10, given_up=True)
    scores = scores_of([*RIGHT_SOLUTIONS, *given_up])
    assert (scores.mark(), scores.given_up, scores.counted) == (10, 10, 20)


def test_a_mark_is_rounded_down() -> None:
    nearly = scores_of([*RIGHT_SOLUTIONS * 100, *WRONG_SOLUTIONS[:1]])
    assert (nearly.mark(digits=2), nearly.percent()) == (19.98, 99.9)


def test_an_unread_solver_has_no_mark() -> None:
    scores = scores_of(outcomes("read", "", ["unread"]))
    assert scores.is_unread
    assert (scores.solves, scores.care, scores.mark(), scores.percent()) == (None, None, None, None)


def test_the_weights_change_the_mark() -> None:
    scores = scores_of([*RIGHT_SOLUTIONS, *outcomes("again", "none", FAILED)])
    assert scores.mark(Weights.parse("solves=10, care=30")) == 10
    assert scores.mark(Weights.parse("care=5")) == 0
    assert scores.points("solves", Weights.parse("solves=8")) == 8


@pytest.mark.parametrize(
    "text", ["", "solves", "solves=x", "solves=1,solves=2", "speed=3", "solves=0", "care=-1"]
)
def test_invalid_weights_are_rejected(text: str) -> None:
    with pytest.raises(WeightsError, match="solves=16,care=4"):
        Weights.parse(text)
