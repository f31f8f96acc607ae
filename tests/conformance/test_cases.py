"""The cases are valid and correct. The loader, the C program of document c and an independent solver check them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from conformance import oracle
from demand import skip_or_fail
from sudoku_rosetta import Grid, solver_named, solvers
from sudoku_rosetta.conformance.case import Case, CaseError, case_named, cases, digest_of, read_cases

CASES = cases()
each_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
FAST_PLACEMENTS = 3_000_000
"""The C of document c makes this many in a fraction of a second. The largest cases take it minutes."""
SEARCHED = [
    pytest.param(
        case, id=case.id, marks=[pytest.mark.slow] if (case.placements or 0) >= FAST_PLACEMENTS else []
    )
    for case in CASES
    if case.limit or case.placements is not None
]

MIN_CASES_BY_TAG = {
    "document": 4, "none": 12, "unique": 100, "few": 20, "many": 8, "limit": 8, "full": 10, "right": 4, "wrong": 6,
    "clash": 20, "row": 6, "column": 6, "square": 6, "several": 6, "adjacent": 4, "far": 6, "band": 3, "stack": 2,
    "empty-grid": 3, "long-row-major": 8, "short-rules": 4, "short-row-major": 4, "long-rules": 4, "guess": 8,
    "no-guess": 6, "every-last-cell": 81, "symmetry": 20, "asymmetric": 20, "published": 15, "seventeen": 3,
}  # fmt: skip


@pytest.fixture
def _core() -> None:
    missing = {solver.id: solver.missing() for solver in solvers()}["original-c"]
    if missing:
        skip_or_fail("core", str(missing))


def with_tag(tag: str) -> list[Case]:
    return [case for case in CASES if tag in case.tags]


# --- coverage -----------------------------------------------------------------------------------------


def test_no_grid_is_used_twice() -> None:
    assert len({(case.grid, case.limit) for case in CASES}) == len(CASES)


def test_every_tag_has_enough_cases() -> None:
    there = Counter(tag for case in CASES for tag in case.tags)
    assert {kind: there[kind] for kind, least in MIN_CASES_BY_TAG.items() if there[kind] < least} == {}
    assert {case.expect for case in CASES} == {"unique", "multiple", "none", "invalid"}


def test_small_and_large_numbers_of_solutions_are_covered() -> None:
    numbers = {case.count or 0 for case in CASES}
    assert {0, 1, 2, 3, 4, 5, 100} <= numbers
    assert any(100 < number <= 1000 for number in numbers)
    assert any(number > 10_000 for number in numbers)


def test_every_cell_is_the_last_empty_one_once_and_every_digit_fills_one() -> None:
    last = with_tag("every-last-cell")
    assert sorted(case.grid.rindex("0") for case in last) == list(range(81))
    assert {case.solutions[0][case.grid.rindex("0")] for case in last} == set("123456789")


def test_each_case_explains_its_mistake_in_both_languages() -> None:
    for case in CASES:
        assert case.why.endswith(".")
        assert case.why_fr.endswith(".")
        assert case.why != case.why_fr
    for texts in ([case.why for case in CASES], [case.why_fr for case in CASES]):
        same = {why for why, times in Counter(texts).items() if times > 1}
        assert {case.id for case in CASES if case.why in same or case.why_fr in same} <= {
            case.id for case in CASES if case.id.startswith(("sudopedia-", "three-", "one-solution-"))
        }


# --- correctness --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("_core")
@pytest.mark.parametrize("case", SEARCHED)
def test_the_c_program_of_document_c_finds_the_expected_solutions_with_the_expected_placements(
    case: Case,
) -> None:
    found: list[Grid] = []
    report = solver_named("original-c").search(Grid(case.grid), found.append, limit=case.limit, watch=True)
    assert report.solutions == case.expected_count
    assert case.accepts(map(str, found))
    if case.limit is None:
        assert report.counts["placements"] == case.placements
    else:
        assert report.counts["placements"] <= 100_000, "too many placements for the slow implementations"


@pytest.mark.slow
@each_case
def test_an_independent_solver_agrees(case: Case) -> None:
    if not oracle.is_installed():
        skip_or_fail("oracle", oracle.ABSENT)
    assert list(oracle.errors(case)) == []


def test_the_oracle_rejects_wrong_cases() -> None:
    if not oracle.is_installed():
        skip_or_fail("oracle", oracle.ABSENT)
    right = case_named("few-3-solutions")
    wrong = {"count": 4}, {"count": 2}, {"expect": "unique"}, {"solutions": right.solutions[:2] * 2}
    limited = case_named("limit-empty-grid-two")
    for changed in [_with(right, **change) for change in wrong] + [
        _with(limited, solutions=limited.solutions[::-1]),
        _with(limited, grid=limited.solutions[0], limit=1, solutions=limited.solutions[:1]),
        _with(right, grid="11" + "0" * 79),
        _with(right, expect="invalid"),
        _with(case_named("many-last-band-empty"), digest="0" * 64),
        _with(case_named("clash-in-the-last-row"), expect="none"),
    ]:
        assert list(oracle.errors(changed)) != []


def _with(case: Case, **changes: object) -> Case:
    fields = {name: getattr(case, name) for name in Case.__slots__}
    return Case(**{**fields, **changes})


@pytest.mark.parametrize("case", with_tag("no-guess"), ids=lambda case: case.id)
def test_a_case_tagged_no_guess_is_solved_by_rules_alone(case: Case) -> None:
    assert solver_named("deduction-style").search(Grid(case.grid), watch=True).counts["guesses"] == 0


@pytest.mark.parametrize("case", with_tag("guess"), ids=lambda case: case.id)
def test_a_case_tagged_guess_needs_guesses(case: Case) -> None:
    counts = solver_named("deduction-style").search(Grid(case.grid), watch=True).counts
    assert counts["guesses"] >= (12 if "long-rules" in case.tags else 1)


def test_tags_of_long_and_short_searches_are_correct() -> None:
    assert all((case.placements or 0) >= 1_000_000 for case in with_tag("long-row-major"))
    assert all((case.placements or FAST_PLACEMENTS) <= 6_000 for case in with_tag("short-row-major"))
    assert {case.id for case in with_tag("short-rules")} <= {case.id for case in with_tag("no-guess")}


# --- invalid case files -------------------------------------------------------------------------------

SOLUTION = case_named("document-c-grid").solutions[0]
GOOD: dict[str, object] = {
    "id": "good",
    "grid": "0" * 81,
    "expect": "multiple",
    "limit": 1,
    "solutions": [SOLUTION],
    "why": "A mistake.",
    "why_fr": "Une erreur.",
    "source": "this test",
    "tags": ["limit"],
}


def write(folder: Path, *changes: dict[str, object], name: str = "some.toml") -> None:
    """Write a file with a copy of GOOD for each change; None removes a key."""
    tables = []
    for change in changes:
        table = {key: value for key, value in {**GOOD, **change}.items() if value is not None}
        tables.append(
            "[[case]]\n" + "\n".join(f"{key} = {json.dumps(value)}" for key, value in table.items())
        )
    (folder / name).write_text("\n\n".join(tables), encoding="utf-8")


def test_a_good_file_is_read(tmp_path: Path) -> None:
    write(tmp_path, {}, {"id": "none", "expect": "none", "limit": None, "solutions": None, "placements": 3})
    limited, none = read_cases(tmp_path)
    assert (limited.group, limited.count, limited.expected_count, none.count, none.placements) == (
        "some",
        None,
        1,
        0,
        3,
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"colour": "red"}, "unknown key 'colour'; known keys: id, grid,"),
        ({"why": None}, "why is missing"),
        ({"tags": None}, "tags is missing"),
        ({"tags": []}, "tags must be a non-empty list of strings"),
        ({"tags": ["Far"]}, "'Far' is not a valid name"),
        ({"id": "Not a name"}, "'Not a name' is not a valid name: use lowercase letters and digits"),
        ({"why": " "}, "why must be one non-empty line"),
        ({"why_fr": "two\nlines"}, "why_fr must be one non-empty line"),
        ({"source": 3}, "source must be a string"),
        ({"limit": "3"}, "limit must be an integer"),
        ({"limit": True}, "limit must be an integer"),
        ({"limit": 0, "solutions": None}, "count must be at least 2, limit at least 1"),
        ({"limit": 2}, "expected: 2 solutions"),
        ({"count": 1}, "expect = multiple needs either count or limit"),
        ({"count": 1, "limit": None}, "count must be at least 2"),
        ({"grid": "0" * 80}, "grid must be 81 digits"),
        ({"grid": "." * 81}, "grid must be 81 digits"),
        ({"expect": "maybe"}, "expect must be one of unique, multiple, none, invalid"),
        ({"expect": "none"}, "limit is not allowed with expect = none"),
        ({"expect": "unique", "limit": None, "solutions": None}, "expected: 1 solution, and no digest"),
        (
            {"expect": "invalid", "limit": None, "solutions": None, "placements": 1},
            "placements is not allowed",
        ),
        ({"solutions": ["1" * 80]}, "each solution must be 81 digits from 1 to 9"),
        (
            {"limit": 2, "solutions": [SOLUTION, SOLUTION]},
            "solutions must be in lexicographic order",
        ),
        ({"digest": "abc"}, "digest must be a SHA-256"),
        ({"digest": "0" * 64}, "expected: 1 solution, and no digest"),
        ({"limit": 101}, "more than 100 solutions need a digest, and no solutions"),
    ],
)
def test_an_invalid_case_is_rejected_in_one_line(
    tmp_path: Path, change: dict[str, object], message: str
) -> None:
    write(tmp_path, {"id": "before"}, change)
    with pytest.raises(CaseError) as error:
        read_cases(tmp_path)
    assert str(error.value).startswith("some.toml, case 2")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[case]", "some.toml: not TOML: "),
        ("", "some.toml: a case file holds only [[case]] tables"),
        ("case = 3", "some.toml: a case file holds"),
        ("case = [3]", "some.toml, case 1: not a [[case]] table"),
        ("title = 'x'\n[[case]]\nid = 'a'", "some.toml: a case file holds"),
    ],
)
def test_an_invalid_file_is_rejected_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "some.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CaseError) as error:
        read_cases(tmp_path)
    assert str(error.value).startswith(message)
    assert "\n" not in str(error.value)


def test_ids_are_unique_across_files(tmp_path: Path) -> None:
    write(tmp_path, {}, name="a.toml")
    write(tmp_path, {}, name="b.toml")
    with pytest.raises(CaseError, match=r"b\.toml: the id good is already in a\.toml"):
        read_cases(tmp_path)


def test_a_replaced_case_is_not_used_but_its_id_stays_reserved(tmp_path: Path) -> None:
    write(tmp_path, {}, {"id": "better", "replaces": "good"})
    assert [case.id for case in read_cases(tmp_path)] == ["better"]
    write(tmp_path, {"id": "better", "replaces": "gone"})
    with pytest.raises(
        CaseError, match=r"some\.toml: better replaces gone, which is not the id of another case"
    ):
        read_cases(tmp_path)


def test_a_digest_depends_on_the_order() -> None:
    first, second = case_named("few-2-solutions").solutions
    assert digest_of([first, second]) != digest_of([second, first])
