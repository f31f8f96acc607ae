"""`sudoku-rosetta conform`: exit codes and error messages."""

import errno
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conformance.pupils import IN_C, TEXT
from naming import names
from sudoku_rosetta.cli.exits import Failure
from sudoku_rosetta.cli.outputs import check_writable
from sudoku_rosetta.conformance.case import Case, cases
from sudoku_rosetta.conformance.outcome import format_grid
from sudoku_rosetta.conformance.results import Results
from sudoku_rosetta.runtime.limits import is_available
from sudoku_rosetta.solvers import solvers
from waiting import HANG_GUARD_S

pytestmark = pytest.mark.skipif(not is_available(), reason="programs cannot be limited on this system")


def small(number: range) -> Case:
    """A small case with a number of solutions in the range."""
    sized = [case for case in cases() if case.placements is not None and 10 < case.placements < 2000]
    return min((case for case in sized if case.count in number), key=lambda case: case.placements or 0)


ONE, SOME = small(range(1, 2)), small(range(2, 21))
FEW = ("--case", ONE.id, "--case", SOME.id)


def conform(place: Path, *arguments: str, code: int, lang: str = "en") -> tuple[str, str]:
    done = subprocess.run(
        [sys.executable, "-m", "sudoku_rosetta", "conform", "--lang", lang, "--seconds", "600", *arguments],
        cwd=place,
        capture_output=True,
        text=True,
        timeout=HANG_GUARD_S,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout, done.stderr


@pytest.mark.slow
def test_all_registered_solvers_pass_or_are_skipped(tmp_path: Path) -> None:
    files = ("--report", "r.html", "--json", "r.json", "--csv", "m.csv")
    out, _ = conform(tmp_path, *FEW, *files, code=0)
    names = sorted(each.id for each in solvers())
    assert sorted(line.partition(":")[0] for line in out.splitlines()) == names
    results = Results.from_json((tmp_path / "r.json").read_text())
    assert results.is_success
    assert sorted(solver.id for solver in results.solvers) == names
    marks = (tmp_path / "m.csv").read_text().splitlines()[1:]
    assert sorted(line.partition(",")[0] for line in marks) == names
    page = (tmp_path / "r.html").read_text()
    assert all(name in page for name in names)


def test_characters_that_utf_8_cannot_encode_are_escaped(tmp_path: Path) -> None:
    mine = tmp_path / os.fsdecode(b"mine\xff.py")
    mine.write_text("def solve(grid): raise ValueError('oh \\ud800')")
    files = ("--report", "r.html", "--json", "r.json", "--csv", "m.csv")
    out, _ = conform(tmp_path, mine.name, "--case", ONE.id, *files, code=3, lang="fr")
    assert "oh \\ud800" in out
    for name in files[1::2]:
        assert "ud800" in (tmp_path / name).read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_solver_passes_level_first_and_fails_level_all_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(TEXT)
    conform(tmp_path, "mine.py:solve", "--level", "first", *FEW, code=0)
    out, _ = conform(tmp_path, "mine.py:solve", *FEW, code=1)
    french, _ = conform(tmp_path, "mine.py", *FEW, code=1, lang="fr")
    assert out != french
    for text in (out, french):
        assert names(text, "all", SOME.id, 1, SOME.count, format_grid(SOME.grid).splitlines()[0], SOME.grid)


@pytest.mark.slow
def test_programs_files_and_names_can_be_mixed(tmp_path: Path) -> None:
    (tmp_path / "mine.c").write_text(IN_C)
    (tmp_path / "mine.py").write_text(TEXT)
    words = ["mine.c", "mine.py", "mine.py", "--solver", "c-style", f"cmd:{sys.executable} -c 'input()'"]
    out, _ = conform(tmp_path, *words, "--level", "first", *FEW, code=1)
    assert {"c-style", "mine.c", "mine.py", "mine.py-2"} < set(tallied(out))
    assert len(tallied(out)) == 5


def tallied(out: str) -> list[str]:
    """The solvers of summary lines such as: c-style: 5 passed, 2 failed... and mine.py: first: 5 of 7..."""
    counts = r"\d+ [^\d]+ \d+ [^\d]+ \d+ [^\d]+ \d+ \w+|first: \d+ of \d+.*"
    return re.findall(rf"^([^ :]+): (?:{counts})$", out, re.M)


def test_the_summary_of_one_solver_goes_level_by_level(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(TEXT)
    out, _ = conform(tmp_path, "mine.py", *FEW, code=1)
    summary, _, mend = out[out.index("mine.py: first:") :].partition("\n")
    first, every = re.findall(r"(\d+) of (\d+)", summary)
    assert first[0] == first[1]
    assert int(every[0]) < int(every[1])
    assert names(summary, "first", "all right")
    assert names(mend, "first thing to mend", "level all", SOME.grid)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_an_unread_solver_is_one_line_and_code_3(tmp_path: Path, lang: str) -> None:
    (tmp_path / "mine.py").write_text(TEXT)
    (tmp_path / "broken.py").write_text("def solve(grid:\n")
    (tmp_path / "broken.c").write_text("int main( {\n")
    for spec, reason in (
        ("mine.py:nope", "nope"),
        ("broken.py", "SyntaxError"),
        ("broken.c", "broken.c"),
    ):
        out, _ = conform(tmp_path, spec, "--json", "r.json", *FEW, code=3, lang=lang)
        assert out.count("\n") == 1
        assert spec in out
        assert reason in out
        (outcome,) = Results.from_json((tmp_path / "r.json").read_text()).outcomes
        assert (outcome.check, outcome.verdict) == ("read", "unread")
        assert outcome.reason is not None
        assert outcome.reason.code.startswith("unread.")


def test_the_weights_of_the_scores_are_chosen(tmp_path: Path) -> None:
    (tmp_path / "copies").mkdir()
    (tmp_path / "copies" / "ada.py").write_text(TEXT)
    words = ("--folder", "copies", "--level", "first", "--csv", "marks.csv", *FEW)
    conform(tmp_path, *words, "--marks", "solves=9,care=1", code=0)
    head, line = (tmp_path / "marks.csv").read_text().splitlines()
    assert head.startswith("copy,file,mark_of_10,solves_of_9,care_of_1,percent")
    assert line.startswith("ada,ada.py,10.0,9.0,1.0,100.0")
    conform(tmp_path, *words, "--lang", "fr", code=0)
    head, line = (tmp_path / "marks.csv").read_text(encoding="utf-8").splitlines()
    assert head.startswith("\ufeffcopie;fichier;note_sur_20;")
    assert line.startswith("ada;ada.py;20,0;16,0;4,0;100,0")


def test_a_registered_name_takes_precedence_over_a_folder_of_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "c-style").mkdir()
    out, _ = conform(tmp_path, "c-style", "--case", "one", code=0)
    assert names(out, "c-style")


def test_a_registered_solver_given_twice_is_judged_once(tmp_path: Path) -> None:
    names = ("--solver", "c-style", "--solver", "c-style")
    out, _ = conform(tmp_path, *names, *FEW, "--json", "r.json", code=0)
    assert tallied(out) == ["c-style"]
    assert [solver["id"] for solver in json.loads((tmp_path / "r.json").read_text())["solvers"]] == [
        "c-style"
    ]


def test_a_second_run_ignores_the_output_files_of_the_first(tmp_path: Path) -> None:
    (tmp_path / "ada.py").write_text(TEXT)
    words = ("--folder", ".", "--level", "first", *FEW, "--report", "r.html", "--csv", "marks.csv")
    for _ in range(2):
        conform(tmp_path, *words, code=0)
        assert [line.partition(",")[0] for line in (tmp_path / "marks.csv").read_text().splitlines()] == [
            "copy",
            "ada",
        ]


def test_each_copy_has_a_page_in_a_folder_that_is_not_a_copy(tmp_path: Path) -> None:
    (tmp_path / "Zoé (NSI).py").write_text(TEXT)
    (tmp_path / "bob.py").write_text("def solve(text):\n    return text.replace('0', '1')\n")
    words = ("--folder", ".", "--level", "first", *FEW, "--report", "r.html", "--per-copy", "pages")
    for lang in ("en", "fr"):
        conform(tmp_path, *words, code=1, lang=lang)
        assert sorted(path.name for path in (tmp_path / "pages").iterdir()) == ["Zoé-(NSI).html", "bob.html"]
        page = (tmp_path / "pages" / "bob.html").read_text(encoding="utf-8")
        assert f'<html lang="{lang}">' in page
        assert "Zoé" not in page
        assert page.count("<svg") == 2  # the frame of all grids, and the smallest failure


def test_a_named_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with subprocess.Popen(
        ["timeout", str(HANG_GUARD_S), "cat", "pipe"], cwd=tmp_path, stdout=subprocess.PIPE
    ) as reader:
        conform(tmp_path, "--solver", "c-style", *FEW, "--json", "pipe", code=0)
        written, _ = reader.communicate()
    assert json.loads(written)["solvers"][0]["id"] == "c-style"
    assert (tmp_path / "pipe").is_fifo()


def test_failures_are_printed_even_if_the_output_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(TEXT)
    (tmp_path / "full").symlink_to("/dev/full")
    out, errors = conform(tmp_path, "mine.py:solve", *FEW, "--json", "full", code=2)
    assert names(out, "all", SOME.id, 1, SOME.count)
    assert os.strerror(errno.ENOSPC).lower() in errors.lower()


def test_a_file_that_cannot_be_replaced_is_rejected_before_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "r.json").write_text("")
    monkeypatch.setattr(os, "access", lambda path, mode: Path(path) != tmp_path)
    with pytest.raises(Failure, match=r"r\.json"):
        check_writable(tmp_path / "r.json")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("mine.py:solve", "--report", "one", "--csv", "./one"), ("--report", "--csv")),
        (("--folder", ".", "--again"), ("--again", "--report")),
        (("mine.py:solve", "--again"), ("--again", "--folder")),
        (("mine.py:solve", "--per-copy", "pages"), ("--per-copy", "--folder")),
        (("--folder", ".", "--per-copy", "mine.py"), ("mine.py:",)),
        (("--folder", ".", "--per-copy", "nowhere/pages"), ("nowhere:",)),
        (("--folder", ".", "--per-copy", "."), ("--per-copy", "--folder")),
        (("c-style", "--sandbox"), ("--sandbox",)),
        (("c-style", "--no-sandbox", "--memory", "99"), ("--sandbox", "--memory")),
    ],
)
def test_options_without_effect_and_equal_outputs_are_rejected(
    tmp_path: Path, arguments: tuple[str, ...], named: tuple[str, ...]
) -> None:
    (tmp_path / "mine.py").write_text(TEXT)
    out, errors = conform(tmp_path, *arguments, *FEW, code=2)
    assert names(errors, *named)
    assert (out, len(errors.splitlines())) == ("", 1)


def test_a_missing_answer_is_not_a_wrong_answer(tmp_path: Path) -> None:
    out, _ = conform(tmp_path, "--solver", "cmd:sh -c 'exit 7'", *FEW, code=3)
    assert names(out, 7, 0)  # the exit code, and the expected one


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["nothing.py"], ("nothing.py",)),
        ([""], ("solver",)),
        (["--solver", "no-such-solver"], ("'no-such-solver'", "c-style", "fast-c")),
        (["--solver", "cmd:no-such-program-here"], ("no-such-program-here",)),
        (["--solver", "cmd:'unbalanced"], ("'unbalanced",)),
        (["--folder", "nowhere"], ("nowhere",)),
        (["--folder", "."], (".:",)),
        (["--marks", "speed=20"], ("--marks", "speed=20", "solves=16,care=4")),
        (["--case", "no-such-case"], ("no-such-case",)),
        (["--report", "nowhere/r.html"], ("nowhere/r.html",)),
        (["--report", "."], (".:",)),
        (["--folder", ".", "mine.py"], ("--folder", "conform --help")),
        (["--level", "best"], ("--level", "best", "first", "all", "count", "fast", "conform --help")),
    ],
)
def test_bad_input_is_one_line_and_code_2(
    tmp_path: Path, arguments: list[str], named: tuple[object, ...]
) -> None:
    out, errors = conform(tmp_path, *arguments, code=2)
    assert (out, errors.count("\n")) == ("", 1)
    assert names(errors, *named)
