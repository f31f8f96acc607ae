"""The cases hold together, say what they are for, and are right: by the loader's rules, by the document's C and
by an oracle from elsewhere."""

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
SOON = 3_000_000
"""Placements that the document's C makes in a fraction of a second; the longest of the others takes minutes."""
SEARCHED = [
    pytest.param(case, id=case.id, marks=[pytest.mark.slow] if (case.placements or 0) >= SOON else [])
    for case in CASES
    if case.limit or case.placements is not None
]

KINDS = {
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


# --- what is there ------------------------------------------------------------------------------------


def test_no_grid_is_asked_twice() -> None:
    assert len({(case.grid, case.limit) for case in CASES}) == len(CASES)


def test_every_kind_is_there() -> None:
    there = Counter(tag for case in CASES for tag in case.tags)
    assert {kind: there[kind] for kind, least in KINDS.items() if there[kind] < least} == {}
    assert {case.expect for case in CASES} == {"unique", "multiple", "none", "invalid"}


def test_every_number_of_solutions_is_there() -> None:
    numbers = {case.count or 0 for case in CASES}
    assert {0, 1, 2, 3, 4, 5, 100} <= numbers
    assert any(100 < number <= 1000 for number in numbers)
    assert any(number > 10_000 for number in numbers)


def test_every_cell_is_once_the_last_to_be_filled_and_every_digit_fills_one() -> None:
    last = with_tag("every-last-cell")
    assert sorted(case.grid.rindex("0") for case in last) == list(range(81))
    assert {case.solutions[0][case.grid.rindex("0")] for case in last} == set("123456789")


def test_each_case_says_what_it_catches_in_both_languages() -> None:
    for case in CASES:
        assert case.why.endswith(".")
        assert case.why_fr.endswith(".")
        assert case.why != case.why_fr
    for texts in ([case.why for case in CASES], [case.why_fr for case in CASES]):
        same = {why for why, times in Counter(texts).items() if times > 1}
        assert {case.id for case in CASES if case.why in same or case.why_fr in same} <= {
            case.id for case in CASES if case.id.startswith(("sudopedia-", "three-", "one-solution-"))
        }


# --- whether it is right ------------------------------------------------------------------------------


@pytest.mark.usefixtures("_core")
@pytest.mark.parametrize("case", SEARCHED)
def test_the_document_s_c_finds_what_is_expected_in_as_many_placements(case: Case) -> None:
    found: list[Grid] = []
    report = solver_named("original-c").search(Grid(case.grid), found.append, limit=case.limit, watch=True)
    assert report.solutions == case.asked
    assert case.is_answered_by(map(str, found))
    if case.limit is None:
        assert report.counts["placements"] == case.placements
    else:
        assert report.counts["placements"] <= 100_000, "a limit that a slow writing does not reach in time"


@pytest.mark.slow
@each_case
def test_an_independent_oracle_agrees(case: Case) -> None:
    if not oracle.is_installed():
        skip_or_fail("oracle", oracle.ABSENT)
    assert list(oracle.complaints(case)) == []


def test_the_oracle_tells_right_from_wrong() -> None:
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
        assert list(oracle.complaints(changed)) != []


def _with(case: Case, **changes: object) -> Case:
    fields = {name: getattr(case, name) for name in Case.__slots__}
    return Case(**{**fields, **changes})


@pytest.mark.parametrize("case", with_tag("no-guess"), ids=lambda case: case.id)
def test_rules_alone_go_to_the_end_where_a_case_says_no_guess(case: Case) -> None:
    assert solver_named("deduction-style").search(Grid(case.grid), watch=True).counts["guesses"] == 0


@pytest.mark.parametrize("case", with_tag("guess"), ids=lambda case: case.id)
def test_rules_have_to_guess_where_a_case_says_guess(case: Case) -> None:
    counts = solver_named("deduction-style").search(Grid(case.grid), watch=True).counts
    assert counts["guesses"] >= (12 if "long-rules" in case.tags else 1)


def test_a_search_is_long_or_short_where_a_case_says_so() -> None:
    assert all((case.placements or 0) >= 1_000_000 for case in with_tag("long-row-major"))
    assert all((case.placements or SOON) <= 6_000 for case in with_tag("short-row-major"))
    assert {case.id for case in with_tag("short-rules")} <= {case.id for case in with_tag("no-guess")}


# --- how files of cases are refused -------------------------------------------------------------------

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
    """A file with GOOD, once for each of the changes; a value None takes the key away."""
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
    assert (limited.group, limited.count, limited.asked, none.count, none.placements) == (
        "some",
        None,
        1,
        0,
        3,
    )


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"colour": "red"}, "no key is called 'colour'; there are: id, grid,"),
        ({"why": None}, "why is missing"),
        ({"tags": None}, "tags is missing"),
        ({"tags": []}, "tags is a list of texts, not an empty one"),
        ({"tags": ["Far"]}, "'Far' is not a name"),
        ({"id": "Not a name"}, "'Not a name' is not a name: small letters and digits, words joined by -"),
        ({"why": " "}, "why is one line"),
        ({"why_fr": "two\nlines"}, "why_fr is one line"),
        ({"source": 3}, "source is a text"),
        ({"limit": "3"}, "limit is a whole number"),
        ({"limit": True}, "limit is a whole number"),
        ({"limit": 0, "solutions": None}, "count is at least 2 and limit at least 1"),
        ({"limit": 2}, "solutions lists 2 grids"),
        ({"count": 1}, "multiple asks for either count or limit"),
        ({"count": 1, "limit": None}, "count is at least 2"),
        ({"grid": "0" * 80}, "grid is 81 digits"),
        ({"grid": "." * 81}, "grid is 81 digits"),
        ({"expect": "maybe"}, "expect is one of unique, multiple, none, invalid"),
        ({"expect": "none"}, "limit has no place where none is expected"),
        ({"expect": "unique", "limit": None, "solutions": None}, "solutions lists 1 grid, without a digest"),
        ({"expect": "invalid", "limit": None, "solutions": None, "placements": 1}, "placements has no place"),
        ({"solutions": ["1" * 80]}, "a solution is 81 digits from 1 to 9"),
        ({"limit": 2, "solutions": [SOLUTION, SOLUTION]}, "solutions are in lexicographic order, each once"),
        ({"digest": "abc"}, "digest is a SHA-256"),
        ({"digest": "0" * 64}, "solutions lists 1 grid, without a digest"),
        ({"limit": 101}, "more than 100 solutions are told by a digest alone"),
    ],
)
def test_a_wrong_case_is_refused_in_one_line(
    tmp_path: Path, change: dict[str, object], complaint: str
) -> None:
    write(tmp_path, {"id": "before"}, change)
    with pytest.raises(CaseError) as error:
        read_cases(tmp_path)
    assert str(error.value).startswith("some.toml, case 2")
    assert complaint in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[[case]", "some.toml: not TOML: "),
        ("", "some.toml: a file of cases holds [[case]] tables and nothing else"),
        ("case = 3", "some.toml: a file of cases holds"),
        ("case = [3]", "some.toml, case 1: not a [[case]] table"),
        ("title = 'x'\n[[case]]\nid = 'a'", "some.toml: a file of cases holds"),
    ],
)
def test_a_wrong_file_is_refused_in_one_line(tmp_path: Path, text: str, complaint: str) -> None:
    (tmp_path / "some.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CaseError) as error:
        read_cases(tmp_path)
    assert str(error.value).startswith(complaint)
    assert "\n" not in str(error.value)


def test_an_id_is_used_once_in_all_the_files(tmp_path: Path) -> None:
    write(tmp_path, {}, name="a.toml")
    write(tmp_path, {}, name="b.toml")
    with pytest.raises(CaseError, match=r"b\.toml: the id good is already in a\.toml"):
        read_cases(tmp_path)


def test_a_replaced_case_is_no_longer_given_but_its_id_stays_taken(tmp_path: Path) -> None:
    write(tmp_path, {}, {"id": "better", "replaces": "good"})
    assert [case.id for case in read_cases(tmp_path)] == ["better"]
    write(tmp_path, {"id": "better", "replaces": "gone"})
    with pytest.raises(CaseError, match=r"some\.toml: better replaces gone, which is not another case"):
        read_cases(tmp_path)


def test_a_digest_depends_on_the_order() -> None:
    first, second = case_named("few-2-solutions").solutions
    assert digest_of([first, second]) != digest_of([second, first])
