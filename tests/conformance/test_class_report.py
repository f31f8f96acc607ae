"""The report of a class: what to look at first, the marks, each copy with one grid; and a page for each copy."""

import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from html import unescape
from pathlib import Path
from typing import Any

import browser
import pytest
from conformance.html_page import Page, assert_valid_and_loads_nothing
from sudoku_rosetta.conformance.case import case_named
from sudoku_rosetta.conformance.class_report import class_report, file_names, group_of, pages_per_copy
from sudoku_rosetta.conformance.copy_section import JudgedCopy
from sudoku_rosetta.conformance.first_failure import FirstFailure
from sudoku_rosetta.conformance.grid_drawing import Drawing
from sudoku_rosetta.conformance.outcome import Outcome
from sudoku_rosetta.conformance.plain_reason import plain_reason
from sudoku_rosetta.conformance.results import Results
from sudoku_rosetta.conformance.submissions import Submission
from sudoku_rosetta.external.reading import Reading
from sudoku_rosetta.external.spec import SolverSpec
from sudoku_rosetta.messages import LANGUAGES, Language, Message, sentences
from waiting import HANG_GUARD_S

CASE = case_named("document-c-grid")
SOLUTION = CASE.solutions[0]
FIRST, SECOND = (cell for cell, digit in enumerate(CASE.grid) if digit == "0" and cell in (1, 2))
WRONG = "".join({FIRST: SOLUTION[SECOND], SECOND: SOLUTION[FIRST]}.get(c, d) for c, d in enumerate(SOLUTION))
"""The solution with two digits exchanged."""
CONFINEMENT = Message("as_written", en="Held in a box.", fr="Tenu en boîte.")
NASTY = "</style><script>alert(1)</script><b>&amp;\"'"
TWICE = Message(
    "line.digit_twice", digit=WRONG[FIRST], unit=Message("unit.column", number=FIRST + 1), line=WRONG
)
RAISED = Message(
    "solver_error.said_in_detail",
    opening=Message("solver_error.kind.raised"),
    said=Message("function.raised", line="IndexError: list index out of range"),
    detail='Traceback (most recent call last): File "/tmp/x1/brice.py", line 7, in solve g[9] ~^^^ '
    'File "/usr/lib/python3.11/copy.py", line 2, in copy IndexError: list index out of range',
)


ODD = Message("as_written", en="line 9 was left out", fr="la ligne 9 a été laissée de côté")
NOT_LOADED = Message("unread.not_loaded", what=Message.verbatim("line 3 is wrong"))


def outcome(name: str, verdict: str, reason: Message | None = None, check: str = "answer") -> Outcome:
    return Outcome(name, check, CASE.id, verdict, reason, CASE.grid, expects="solutions")  # type: ignore[arg-type]


def unread(name: str, reason: Message) -> Outcome:
    return Outcome(name, "read", "-", "unread", reason)


def copies_of(
    outcomes: Sequence[Outcome], readings: dict[str, Reading] | None = None
) -> tuple[Results, list[JudgedCopy]]:
    results = Results(list(outcomes), version="0.1.0", date="2026-01-31T12:00:00+00:00", machine="a machine")
    names = dict.fromkeys(each.solver for each in outcomes)
    submissions = [
        Submission(SolverSpec(name, "copy", (f"{name}.py",), "."), (readings or {}).get(name))
        for name in names
    ]
    return results, [JudgedCopy.of(submission, results) for submission in submissions]


def a_class() -> tuple[Results, list[JudgedCopy]]:
    """One that is right, one that is wrong, one that raises, and three that are unread for two reasons."""
    readings = {
        "alice": Reading("Python", "alice.py", "solve(GRID)", "rows", "returned", odd=(ODD,)),
        "brice": Reading("Python", "brice.py", "resoudre(GRID)", "rows", "in place", "doubtful"),
    }
    outcomes = [
        outcome("alice", "passed"),
        outcome("bob", "passed"),
        *[outcome("bob", "failed", TWICE)] * 3,
        *[outcome("brice", "errored", RAISED)] * 20,
        unread("carl", NOT_LOADED),
        unread("dora", NOT_LOADED),
        unread("emma", Message.verbatim("another reason")),
    ]
    return copies_of(outcomes, readings)


def position(text: str, *parts: str) -> list[int]:
    found = [text.find(part) for part in parts]
    assert -1 not in found, parts[found.index(-1)]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_are_valid_and_load_nothing(language: Language) -> None:
    results, copies = a_class()
    for text in (
        class_report(results, copies, language),
        *pages_per_copy(results, copies, language).values(),
    ):
        assert_valid_and_loads_nothing(text)
        assert f'<html lang="{language}">' in text
        assert "<script" not in text


def test_first_what_to_look_at_then_the_marks_then_each_copy() -> None:
    text = class_report(*a_class(), "en", CONFINEMENT)
    order = position(
        text,
        'id="first"',
        'id="copy-3"',
        'id="marks"',
        'id="copies"',
        'id="copy-0"',
        'id="copy-1"',
        'id="copy-2"',
    )
    assert order == sorted(order)


def test_what_to_do_is_said_once_for_each_group_of_unread_copies() -> None:
    text = unescape(class_report(*a_class(), "en"))
    for group, number in (("not_loaded", 1), ("any", 1), ("python2", 0)):
        assert text.count(Message(f"class_report.todo.{group}").en) == number
    assert text.count("Line 3 is wrong.") == 2


def test_an_unread_copy_has_no_mark_and_no_section() -> None:
    text = class_report(*a_class(), "en")
    row = re.search(r'<tr><th scope="row"><a href="#copy-3">carl.*', text)
    assert row is not None
    assert row[0].count('<td class="number">–</td>') == 3
    assert text.count("<article") == 3


def test_the_confinement_is_said_once_and_not_on_the_page_of_a_copy() -> None:
    results, copies = a_class()
    assert class_report(results, copies, "en", CONFINEMENT).count(CONFINEMENT.en) == 1
    assert not any(CONFINEMENT.en in page for page in pages_per_copy(results, copies, "en").values())


def test_a_section_begins_with_what_was_recognised_then_what_is_right() -> None:
    results, copies = a_class()
    for text in (class_report(results, copies, "en"), pages_per_copy(results, copies, "en")["alice.html"]):
        order = position(
            text, "alice.py: function solve; takes nine", "Line 9 was", Message("class_report.right").en
        )
        assert order == sorted(order)
    assert "fonction solve" in class_report(results, copies, "fr")


def test_a_doubtful_reading_is_to_look_at_first_and_has_marks() -> None:
    text = class_report(*a_class(), "en")
    assert text.count(Message("class_report.doubtful").en) == 1
    listed = text[text.index(Message("class_report.doubtful_title").en) : text.index('id="marks"')]
    assert re.findall(r'<a href="(#copy-\d)">(\w+)</a>', listed) == [("#copy-2", "brice")]


def test_there_is_no_caret_no_folder_and_no_traceback_and_an_error_is_said_once() -> None:
    results, copies = a_class()
    text = class_report(results, copies, "en")
    article = text[text.index('id="copy-2"') :]
    assert not re.search(r"\^|~~|/tmp/|/usr/|Traceback", text)
    assert article.count("IndexError") == 1
    assert "line 7 of brice.py" in article


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_reason_has_no_folders(language: Language) -> None:
    said = Message.verbatim("gcc: /tmp/a/b/c.c:1: error 'x' | ^~~~ in '/home/my class/jean petit.py' and 3/4")
    assert plain_reason(said, language) == "gcc: c.c:1: error 'x' in 'jean petit.py' and 3/4"


def test_the_drawing_marks_the_wrong_cells_with_the_right_digits() -> None:
    drawing = FirstFailure(outcome("bob", "failed", TWICE)).drawing
    assert drawing == Drawing(CASE.grid, WRONG, SOLUTION, drawing.named if drawing else ())
    assert drawing.wrong == [FIRST, SECOND]
    assert FIRST in drawing.named
    svg = drawing.svg("en")
    assert len(re.findall("M", re.findall(r'class="wrong" d="([^"]*)"', svg)[0])) == 2
    assert re.findall(r'class="due"[^>]*>(\d+)<', svg) == [SOLUTION[FIRST] + SOLUTION[SECOND]]
    assert "1-2, 1-3" in svg


def test_a_drawing_without_an_answer_shows_a_solution_or_the_clues_that_clash() -> None:
    missed = Message("answer.missed_the_only_one", solution=SOLUTION)
    drawing = FirstFailure(outcome("bob", "failed", missed)).drawing
    assert drawing == Drawing(CASE.grid, "", SOLUTION)
    assert drawing.wrong == []
    shown = "".join(re.findall(r'class="solution"[^>]*>(\d+)<', drawing.svg("fr")))
    assert shown == "".join(digit for digit, clue in zip(SOLUTION, CASE.grid, strict=True) if clue == "0")
    assert Drawing("11" + "0" * 79).wrong == [0, 1]


def test_an_unchanged_grid_is_drawn_with_its_empty_cells_as_wrong() -> None:
    drawing = FirstFailure(outcome("bob", "failed", Message("line.unchanged"))).drawing
    assert drawing is not None
    assert drawing.wrong == [cell for cell, clue in enumerate(CASE.grid) if clue == "0"]


def test_every_meaning_is_that_of_a_message() -> None:
    meanings = {code.removeprefix("class_report.meaning.") for code in sentences("en") if ".meaning." in code}
    assert meanings <= {code.replace(".", "_") for code in sentences("en")}
    for reason in (TWICE, RAISED, Message("answer.of_none", why=TWICE)):
        assert FirstFailure(outcome("bob", "failed", reason)).meaning is not None


def test_every_group_says_what_to_do_and_every_unread_copy_has_one() -> None:
    groups = {code.rpartition(".")[2] for code in sentences("en") if code.startswith("class_report.group.")}
    assert groups == {
        code.rpartition(".")[2] for code in sentences("en") if code.startswith("class_report.todo.")
    }
    parts = {"unread.at_line"}
    for code in sentences("en"):
        if code.startswith("unread.") and code not in parts:
            assert group_of(Message(code)) != "any", code


def test_text_of_a_copy_is_escaped() -> None:
    plain = copies_of([outcome("a", "failed", TWICE), outcome("b", "errored", Message.verbatim("x"))])
    nasty = copies_of(
        [outcome("a", "failed", TWICE), outcome(NASTY, "errored", Message.verbatim(NASTY))],
        {
            NASTY: Reading(
                "Python", NASTY, f"{NASTY}(GRID)", "rows", "returned", odd=(Message.verbatim(NASTY),)
            )
        },
    )
    tags = [[tag for tag, _ in Page(class_report(*each, "en")).tags] for each in (plain, nasty)]
    assert [tag for tag in tags[0] if tag in ("script", "b", "style")] == [
        tag for tag in tags[1] if tag in ("script", "b", "style")
    ]


def test_file_names_are_safe_and_different() -> None:
    names = ["jean petit (NSI)", "../../etc/passwd", "Ada", "ada", "con", "", "élodie", "x" * 300, ".hidden"]
    found = file_names(names)
    assert len({name.casefold() for name in found}) == len(names)
    assert all(re.fullmatch(r"[\w=+()-][\w.=+()-]*\.html", name) for name in found), found
    assert max(len(name.encode()) for name in found) < 200
    assert found[6] == "élodie.html"


def test_sixty_copies_stay_under_two_megabytes() -> None:
    reasons = [
        Message(
            "line.digit_twice", digit=str(n % 9 + 1), unit=Message("unit.row", number=n % 9 + 1), line=WRONG
        )
        for n in range(100)
    ] + [Message.verbatim(f"{'ab'[n % 2] * n} {'long ' * 60}") for n in range(100)]
    outcomes = [outcome(f"copy-{number}", "failed", reason) for number in range(60) for reason in reasons]
    assert len(class_report(*copies_of(outcomes), "fr").encode()) < 2_000_000


def test_a_class_without_copies_or_failures_is_a_page_too() -> None:
    assert_valid_and_loads_nothing(class_report(Results([]), [], "en"))
    text = class_report(*copies_of([outcome("ada", "passed")]), "en")
    assert_valid_and_loads_nothing(text)
    assert Message("class_report.all_right").en in text


# --- in a browser -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def observed(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The observations of `axe/pages.mjs` on the page of a class and on those of its copies."""
    place = tmp_path_factory.mktemp("axe")
    chromium = browser.require_chromium(place)
    shutil.copy(Path(__file__).parent / "axe" / "pages.mjs", place)
    results, copies = a_class()
    pages = {"class.html": class_report(results, copies, "fr", CONFINEMENT)}
    pages |= pages_per_copy(results, copies, "en")
    for name, text in pages.items():
        (place / name).write_text(text, encoding="utf-8")
    ran = subprocess.run(
        ["node", "pages.mjs", chromium, "class.html", "bob.html", "carl.html"],
        cwd=place,
        capture_output=True,
        text=True,
        timeout=HANG_GUARD_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    answer: list[dict[str, Any]] = json.loads(ran.stdout)
    return answer


@pytest.mark.slow
def test_axe_reports_no_violation_on_screen_and_on_paper(observed: list[dict[str, Any]]) -> None:
    assert len(observed) == 15
    for view in observed:
        assert view["violations"] == [], (view["file"], view["colorScheme"], view["width"], view["media"])
        assert view["complaints"] == view["requests"] == []


@pytest.mark.slow
def test_on_a_phone_no_page_scrolls_sideways(observed: list[dict[str, Any]]) -> None:
    assert not any(view["overflows"] for view in observed)
