"""The pages Run and Follow in Chromium: counts, stopping, tests of an edited file, and what is loaded when."""

import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hooks import live, player, runner
from hooks.fences import fence
from hooks.walks import GRIDS
from naming import naming
from sudoku_rosetta import Grid, solver_named
from sudoku_rosetta.conformance.case import case_named
from sudoku_rosetta.conformance.checks import CHECKS

pytestmark = pytest.mark.slow

Refusal = Callable[[Callable[..., str], str], str]

GRID_1 = GRIDS["grid-1"]
WRITINGS = ["c-style", "scilab-style", "pseudocode-style", "deduction-style", "original-c"]
HEAVY = re.compile(r"assets/run/(pyodide|\w+\.(wasm|zip))|worker\.mjs")

ROWS = [GRID_1[start : start + 9] for start in range(0, 81, 9)]
FRAMED = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|".replace("0", ".") for row in ROWS]
TEXTS = {
    "one line": GRID_1,
    "pretty": Grid(GRID_1).pretty(),
    "commas": "\r\n".join(",".join(row) for row in ROWS),
    "semicolons": ";".join(ROWS),
    "double rules": "\n=====\n".join("\n".join(ROWS[start : start + 3]) for start in (0, 3, 6)),
    "boxes": "\n".join(["┌─────────┐", *(f"│{row}│" for row in ROWS), "└─────────┘"]),
    "corners": "\n".join(["*-----------*", *FRAMED, "*-----------*"]),
    "dots and quotes": "\n".join([".---.---.---.", *FRAMED, "'---'---'---'"]),
    "comments": "# grid 1\n" + "\n".join(f"{row} # row {number}" for number, row in enumerate(ROWS, 1)),
    "sections": "[Author]\nNo. 12\n[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + "\n".join(ROWS),
}


@pytest.fixture(scope="module")
def seen(run_once: Callable[..., Any]) -> dict[str, Any]:
    answer: dict[str, Any] = run_once("run.mjs", json.dumps(list(TEXTS.values())))
    return answer


def said(name: str, language: str = "en", **values: object) -> str:
    """A label of the page."""
    return re.sub(r"\{(\w)\}", lambda place: str(values[place[1]]), runner.WORDS[language][name])


def says(text: str, name: str) -> re.Match[str] | None:
    """Whether the text is this label, with any values in its placeholders."""
    places = re.sub(r"\\\{(\w)\\\}", r"(?P<\1>.*)", re.escape(runner.WORDS["en"][name]))
    return re.fullmatch(places, text)


def number(text: str) -> int:
    return int(re.sub(r"\D", "", text))


# --- the page Run -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("writing", WRITINGS)
def test_counts_in_the_page_equal_those_outside(seen: dict[str, Any], writing: str) -> None:
    found: list[Grid] = []
    outside = solver_named(writing).search(Grid(GRID_1), found.append, limit=1000, watch=True)
    result = seen["en"]["grid1"][writing]
    assert result["first"] == str(found[0])
    assert result["solutions"] == str(outside.solutions)
    for name in runner.COUNTS:
        if name in outside.counts:
            assert number(result[name]) == outside.counts[name]
        else:
            assert result[name] == "–"


def test_the_page_shows_the_figures_of_document_c(seen: dict[str, Any]) -> None:
    result = [(row["calls"], row["tests"], row["placements"]) for row in seen["en"]["grid1"].values()]
    assert result.count(("18,885", "169,956", "18,884")) == 3
    french = seen["fr"]["grid1"]["original-c"]
    assert [number(french[name]) for name in ("calls", "tests", "placements")] == [18885, 169956, 18884]


def test_fast_c_finds_the_same_solution_and_count(seen: dict[str, Any]) -> None:
    result = seen["en"]["grid1"]["fast-c"]
    assert (result["first"], result["solutions"]) == (str(solver_named("fast-c").solve(Grid(GRID_1))), "1")
    assert number(result["guesses"]) > 0


def test_a_limit_is_applied_and_shown(seen: dict[str, Any]) -> None:
    for limit, expected in (("1", said("limited", n=1)), ("2", said("limited", n=2)), ("0", "90")):
        rows = seen["en"]["several"][limit]
        assert {row["solutions"] for row in rows.values()} == {expected}
        assert len({row["first"] for row in rows.values()}) == 1
        assert number(rows["c-style"]["tests"]) == number(rows["original-c"]["tests"])


def test_an_invalid_grid_is_rejected_in_one_line(seen: dict[str, Any]) -> None:
    for language in ("en", "fr"):
        row, column = (runner.WORDS[language][unit] for unit in ("row", "column"))
        assert seen[language]["refused"] == [
            said("too-long", language, n=80),
            said("not-a-cell", language, x="x", n=1),
            said("twice", language, d=4, u=row, n=1),
            said("twice", language, d=4, u=column, n=1),
            f"{said('too-long', language, n=23)} {said('dash', language)}",
        ]


def test_the_page_accepts_the_same_grids_as_grid_py(seen: dict[str, Any]) -> None:
    for (name, text), cells in zip(TEXTS.items(), seen["en"]["read"], strict=True):
        assert cells == str(Grid(text)) == GRID_1, name


def test_the_status_during_the_first_search(seen: dict[str, Any]) -> None:
    heard = seen["en"]["heard"]
    loading = next(number for number, (sentence, _) in enumerate(heard) if sentence == said("loading"))
    sentence, first = heard[loading + 1]
    assert says(sentence, "running")
    assert first == "…"


def test_stop_ends_a_search_and_the_page_still_works(seen: dict[str, Any]) -> None:
    """Immediately, before any other event of the page. The search itself would never end."""
    assert seen["en"]["stopped"] == said("stopped")
    assert seen["en"]["focused"] == "run"
    assert len(seen["en"]["afterStop"]["c-style"]["first"]) == 81


def test_nothing_is_loaded_before_the_first_run(seen: dict[str, Any]) -> None:
    for asked in (
        *(seen[language][when] for language in ("en", "fr") for when in ("before", "afterRefusals")),
        *(seen["follow"][when] for when in ("before", "afterRefusal")),
    ):
        assert asked
        assert [file for file in asked if HEAVY.search(file)] == []
    assert {Path(file).name for file in seen["en"]["loaded"]} >= {*live.PYODIDE, "fast.wasm", "package.zip"}


def test_the_first_run_loads_the_announced_files(seen: dict[str, Any], site: Path) -> None:
    loaded = {file for file in seen["en"]["loaded"] if HEAVY.search(file)}
    megabytes = sum((site / file).stat().st_size for file in loaded) / 1e6
    page = (Path(live.__file__).parents[1] / "en" / "run.md").read_text(encoding="utf-8")
    result = re.search(r"(\d+) MB", page)
    assert result
    assert abs(megabytes - int(result[1])) < 1


def test_no_requests_to_other_servers_and_no_console_errors(seen: dict[str, Any]) -> None:
    assert (seen["elsewhere"], seen["complaints"]) == ([], [])


def test_axe_finds_nothing_in_the_results(seen: dict[str, Any]) -> None:
    for part in ("en", "fr", "change", "follow"):
        assert seen[part]["violations"] == [], part


def test_a_failed_download_is_reported_and_the_rest_runs(seen: dict[str, Any]) -> None:
    broken, _ = seen["broken"]
    assert broken["c-style"]["first"] == "package.zip: 404"
    assert broken["original-c"]["first"] == "original.wasm: 404"
    assert broken["fast-c"]["solutions"] == "1"


def test_a_failed_download_is_tried_again(seen: dict[str, Any]) -> None:
    for before, again in (seen["broken"], seen["without"]["worker"], seen["without"]["python"]):
        assert before["c-style"]["solutions"] == "…"
        assert {row["solutions"] for row in again.values()} == {"1"}


def test_without_scripts_the_page_says_what_is_missing(seen: dict[str, Any]) -> None:
    for language, text in seen["plain"].items():
        assert runner.WORDS[language]["script"] in text


# --- an implementation edited in the page -------------------------------------------------------------------------


def verdicts(sentence: str) -> dict[str, int]:
    """The number of tests per verdict, as the page shows it."""
    found = {
        verdict: re.search(rf"(\d+) {re.escape(said(verdict))}", sentence)
        for verdict in ("passed", "skipped", "failed", "errored")
    }
    return {verdict: int(number[1]) for verdict, number in found.items() if number}


def test_each_failure_is_shown_with_case_check_and_reason(seen: dict[str, Any]) -> None:
    checks = {check.name for check in CHECKS}
    for name in ("notUndone", "wrong", "erratum", "exits"):
        for failure in seen["change"][name]["failures"]:
            head = re.match(r"(\S+) \((.+?)\)", failure)
            assert head
            assert head[2] in checks
            assert case_named(head[1]).why in failure


def test_the_unchanged_file_has_no_failures(seen: dict[str, Any]) -> None:
    unchanged = seen["change"]["unchanged"]
    assert verdicts(unchanged["said"])["passed"] > 500
    assert verdicts(unchanged["said"]).keys() == {"passed", "skipped"}
    assert unchanged["said"].endswith(said("all-right"))
    assert unchanged["failures"] == []


def test_a_missing_undo_is_detected_by_the_cases(seen: dict[str, Any]) -> None:
    broken = seen["change"]["notUndone"]
    assert verdicts(broken["said"])["failed"] == len(broken["failures"]) == 20
    first = broken["failures"][0]
    case = case_named(first.split()[0])
    assert case.grid in first
    assert any(solution in first for solution in case.solutions)  # one that the program missed


def test_a_wrong_solution_is_reported_as_wrong(seen: dict[str, Any]) -> None:
    wrong = seen["change"]["wrong"]
    assert verdicts(wrong["said"])["failed"] == 20
    assert any(re.search(naming(*twice_in_a_column(failure)), failure) for failure in wrong["failures"])


def twice_in_a_column(failure: str) -> tuple[object, ...]:
    """The digit that is twice in a column of the reported answer, and the column."""
    grid = case_named(failure.split()[0]).grid
    answers = [line for line in re.findall(r"\b[1-9]{81}\b", failure) if line != grid]
    for answer in answers:
        for column in range(9):
            doubled = [digit for digit in "123456789" if answer[column::9].count(digit) > 1]
            if doubled:
                return doubled[0], f"column {column + 1}"
    return ("no answer with a digit twice",)


def test_undoing_an_erratum_in_the_page_shows_failures(seen: dict[str, Any]) -> None:
    assert seen["change"]["erratum"]["failures"]


def test_a_syntax_error_is_reported_with_its_line(seen: dict[str, Any]) -> None:
    source = (live.PACKAGE / "documents" / "c_style.py").read_text(encoding="utf-8").splitlines()
    for name, line, named in (
        ("notPython", "def arbre(etage):", ["SyntaxError"]),
        ("noName", "chiffre = [[0]*10 for", ["NameError", "zero"]),
    ):
        result = says(seen["change"][name]["said"], "unreadable")
        assert result
        place = next(n for n, text in enumerate(source, 1) if text.startswith(line))
        assert re.search(naming(*named, f"line {place}"), result["e"])


def test_an_error_in_another_file_has_the_line_of_this_file(seen: dict[str, Any]) -> None:
    source = (live.PACKAGE / "documents" / "scilab_style.py").read_text(encoding="utf-8").splitlines()
    line = source.index("M = Matrix([") + 1
    result = says(seen["change"]["elsewhere"]["said"], "unreadable")
    assert result
    assert re.search(naming("ValueError", f"line {line}"), result["e"])


def test_a_program_that_exits_is_errored(seen: dict[str, Any]) -> None:
    result = says(seen["change"]["exitsAtOnce"]["said"], "unreadable")
    assert result
    assert re.search(naming("SystemExit", "line 1"), result["e"])
    exits = seen["change"]["exits"]
    assert verdicts(exits["said"]) == {"errored": 20}
    assert "SystemExit" in exits["failures"][0]


def test_loading_an_endless_file_times_out(seen: dict[str, Any]) -> None:
    assert seen["change"]["reading"] == said("reading")
    assert seen["change"]["unread"] == said("unread", s=30)


def test_an_endless_edit_can_be_stopped_and_restored(seen: dict[str, Any]) -> None:
    change = seen["change"]
    assert (change["stopped"], change["putBack"]) == (said("stopped"), True)
    assert change["lines"][0] == change["lines"][1]


def test_an_endless_program_times_out_and_the_test_is_known(seen: dict[str, Any]) -> None:
    """After ten seconds of the page's clock, and not after nine."""
    ended = seen["change"]["timedOut"]
    assert (seen["change"]["early"], ended["timedOut"]) == (False, True)
    assert ended["last"]["check"]
    assert ended["last"]["case"]


# --- the reader's own grid in the player ------------------------------------------------------------------


def test_a_trace_made_in_the_page_is_the_recorded_one(seen: dict[str, Any]) -> None:
    same = seen["follow"]["same"]
    assert len(same) == 4
    assert all(same.values()), same


def test_the_player_follows_the_reader_s_own_grid(seen: dict[str, Any]) -> None:
    follow = seen["follow"]
    assert follow["proposed"] == GRIDS["grid-2"]
    assert follow["refused"]["said"] == said("too-long", n=3)
    assert re.fullmatch(r"100000 \w+ 100000", follow["cut"]["at"])
    assert player.WORDS["en"]["cut"] in follow["cut"]["said"]
    assert re.search(r"\d\d,\d{3}\+ ", follow["cut"]["counts"][0])


def test_a_link_restores_grid_and_step(seen: dict[str, Any]) -> None:
    linked = seen["follow"]["linked"]
    assert linked["at"].startswith("3 ")
    assert linked["address"] == f"#grid={GRID_1}&writings=c-style,deduction-style&step=3"
    counts = seen["follow"]["solved"]["counts"]
    assert re.search(naming("8,969", "18,884"), counts[0])
    assert re.search(naming(95), counts[1])


def test_tracing_a_hundred_thousand_steps_has_few_callbacks(
    seen: dict[str, Any],
) -> None:
    """So it takes a second or two in a page: a line that is not a step has only one callback."""
    result = seen["follow"]["looks"]
    assert {writing: each["steps"] for writing, each in result.items()} == {
        writing: player.STEPS[writing] for writing in ("c-style", "pseudocode-style", "scilab-style")
    }
    for each in result.values():
        assert each["looks"] <= each["steps"] + each["tests"] + 100, result


# --- building ------------------------------------------------------------------------------------


def test_an_unknown_part_fails_the_build(refusal: Refusal) -> None:
    assert re.search(naming("walk", "run", "change"), refusal(fence(runner.html, "en"), "part: walk"))


def test_both_languages_have_the_same_labels_and_placeholders() -> None:
    french, english = runner.WORDS["fr"], runner.WORDS["en"]
    assert set(french) == set(english)
    for name, sentence in french.items():
        assert sorted(re.findall(r"{\w}", sentence)) == sorted(re.findall(r"{\w}", english[name])), name


def test_without_npm_the_build_names_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "CACHE", tmp_path / "cache")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(live.MissingError, match=naming("npm")):
        live.prepare(tmp_path / "run")


def test_the_zip_of_the_package_has_the_real_files(site: Path) -> None:
    with zipfile.ZipFile(site / "assets" / "run" / "package.zip") as archive:
        names = archive.namelist()
        for name in names:
            file = live.HERE / name if name == "page.py" else live.PACKAGE.parent / name
            assert archive.read(name) == file.read_bytes()
    assert "sudoku_rosetta/documents/c_style.py" in names
    assert "sudoku_rosetta/conformance/cases/few.toml" in names
