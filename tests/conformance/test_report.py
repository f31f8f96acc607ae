"""The report is one self-contained, accessible page that works without JavaScript."""

import json
import re
import shutil
import subprocess
from html import unescape
from pathlib import Path
from typing import Any

import browser
import pytest
from conformance.html_page import Page, assert_valid_and_loads_nothing
from sudoku_rosetta.conformance.outcome import Outcome, Verdict
from sudoku_rosetta.conformance.report import html
from sudoku_rosetta.conformance.results import Results
from sudoku_rosetta.messages import LANGUAGES, Language, Message, sentences
from sudoku_rosetta.solvers.protocol import Declared
from waiting import HANG_GUARD_S

GRID = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
SOLVED = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
NASTY = "</script><script>alert(1)</script><b>&amp;\"'"
VERDICTS: tuple[Verdict, ...] = ("passed", "passed", "passed", "failed", "skipped", "errored", "passed")


def results(
    solvers: int = 3, cases: int = 5, checks: int = 3, name: str = "solver", reason: str = ""
) -> Results:
    """Results with all verdicts, always the same."""
    cases_json: list[dict[str, Any]] = [
        {
            "id": f"case-{number}",
            "group": "documents" if number % 2 else "made",
            "grid": GRID,
            "expect": ("unique", "none", "multiple", "invalid")[number % 4],
            "count": (1, 0, 90, None)[number % 4],
            "limit": None,
            "placements": 18884,
            "why": f"Rows taken for columns {reason}",
            "why_fr": f"Lignes prises pour colonnes {reason}",
            "source": f"document c {reason}",
            "tags": ["tree"],
        }
        for number in range(cases)
    ]
    names = [f"{name}-{number}" for number in range(solvers)]
    outcomes = [
        Outcome(
            solver,
            f"check-{check}",
            case,
            verdict,
            reason_for(verdict, reason),
            GRID,
            0.0123,
            {"placements": 18884},
        )
        for place, solver in enumerate(names)
        for number, case in enumerate(each["id"] for each in cases_json)
        for check in range(checks)
        for verdict in [VERDICTS[(3 * place + 5 * number + check) % len(VERDICTS)]]
    ]
    outcomes.append(Outcome(names[0], "stop", "-", "skipped", Message("skipped.level", level="first")))
    return Results(
        outcomes,
        [Declared(solver, f"The title of {solver}", "a style", "Python") for solver in names],
        "0.1.0",
        "2026-01-31T12:00:00+00:00",
        "Linux, x86_64, 2 cores, Python 3.11",
        checks=[
            {"name": f"check-{number}", "level": "first", "promise": {"en": "It works.", "fr": "Il marche."}}
            for number in range(checks)
        ],
        cases=cases_json,
    )


def reason_for(verdict: Verdict, more: str) -> Message | None:
    if verdict == "passed":
        return None
    return Message(
        "as_written",
        en=f"it {verdict}; it misses {SOLVED} {more}",
        fr=f"{verdict} ; il manque {SOLVED} {more}",
    )


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_page_is_valid_and_loads_nothing(language: Language) -> None:
    text = html(results(), language)
    assert_valid_and_loads_nothing(text)
    assert f'<html lang="{language}">' in text


def test_text_of_a_solver_is_escaped() -> None:
    plain, nasty = Page(html(results())), Page(html(results(name=NASTY, reason=NASTY)))
    assert [tag for tag, _ in plain.tags] == [tag for tag, _ in nasty.tags]


WORDS: dict[Language, dict[str, str]] = {
    language: {
        code.removeprefix("report."): text
        for code, text in sentences(language).items()
        if code.startswith("report.") and isinstance(text, str)
    }
    for language in LANGUAGES
}


@pytest.mark.parametrize("language", WORDS)
def test_verdicts_have_signs_and_words(language: Language) -> None:
    text = html(results(), language)
    for sign, verdict in zip("✓✗–!", ("passed", "failed", "skipped", "errored"), strict=True):
        assert f'<span class="sign">{sign}</span><b>{WORDS[language][verdict]}</b>' in text


def test_the_worst_verdict_wins_and_a_skip_never_hides_a_pass() -> None:
    def cell(*verdicts: Verdict) -> str | None:
        outcomes = [
            Outcome("s", f"c{n}", "x", verdict, reason_for(verdict, "")) for n, verdict in enumerate(verdicts)
        ]
        return re.findall(r'<td class="(\w)">', html(Results(outcomes)))[0]  # type: ignore[no-any-return]

    assert cell("passed", "skipped") == "p"
    assert cell("skipped", "skipped") == "s"
    assert cell("passed", "errored", "skipped") == "e"
    assert cell("errored", "failed", "passed") == "f"


def test_each_language_has_all_texts_and_no_text_of_the_other() -> None:
    long = {
        language: {text for text in words.values() if len(text) > 20 and not re.search(r"[{]", text)}
        for language, words in WORDS.items()
    }
    pairs: list[tuple[Language, Language]] = [("en", "fr"), ("fr", "en")]
    for language, other in pairs:
        page = unescape(html(results(), language))
        assert long[language]
        assert not [text for text in long[language] if text not in page]
        assert not [text for text in long[other] if text in page]


def test_six_solvers_on_180_cases_stay_under_a_megabyte() -> None:
    assert len(html(results(6, 180, 10)).encode()) < 1_000_000


def test_an_empty_run_is_a_page_too() -> None:
    assert Page(html(Results([]))).open == []


# --- in a browser -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def observed(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Any]]:
    """The observations of `axe/axe.mjs` on two reports: a few solvers, and a class in French."""
    place = tmp_path_factory.mktemp("axe")
    chromium = browser.require_chromium(place)
    shutil.copy(Path(__file__).parent / "axe" / "axe.mjs", place)
    remarks = [Message("as_written", en="Confinement: bubblewrap.", fr="Confinement : bubblewrap.")]
    (place / "few.html").write_text(html(results(4, 12), "en"), encoding="utf-8")
    (place / "class.html").write_text(
        html(results(30, 8, name="un élève au nom plutôt long"), "fr", remarks=remarks), encoding="utf-8"
    )
    ran = subprocess.run(
        ["node", "axe.mjs", chromium, "-", "few.html", "class.html"],
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
def test_axe_reports_no_violation_in_light_and_dark_wide_and_narrow(observed: list[dict[str, Any]]) -> None:
    views = [view for page in observed for view in page["views"]]
    assert len(views) == 8
    for view in views:
        assert view["violations"] == [], (view["file"], view["colorScheme"], view["width"])
        assert view["complaints"] == []


@pytest.mark.slow
def test_the_page_makes_no_request(observed: list[dict[str, Any]]) -> None:
    assert all(view["requests"] == [] for page in observed for view in page["views"])


@pytest.mark.slow
def test_on_a_phone_only_tables_scroll_sideways(observed: list[dict[str, Any]]) -> None:
    assert not any(view["overflows"] for page in observed for view in page["views"])


@pytest.mark.slow
def test_the_dialog_of_a_cell_works_by_keyboard_and_shows_the_reason(observed: list[dict[str, Any]]) -> None:
    for view in (view for page in observed for view in page["views"]):
        assert "it misses" in view["dialog"] or "il manque" in view["dialog"]
        assert view["closed"]
        assert view["focusBack"]
        assert view["moved"]


@pytest.mark.slow
def test_filters_select_cases_and_can_be_reset(observed: list[dict[str, Any]]) -> None:
    for view in (view for page in observed for view in page["views"]):
        assert 0 < view["failedOnly"] <= view["all"] == view["afterReset"]
        assert str(view["failedOnly"]) in view["caseCount"]


@pytest.mark.slow
def test_without_script_reasons_are_shown_and_filters_are_hidden(observed: list[dict[str, Any]]) -> None:
    for page in observed:
        assert "it misses" in page["plain"]["text"] or "il manque" in page["plain"]["text"]
        assert page["plain"]["filters"] is False
