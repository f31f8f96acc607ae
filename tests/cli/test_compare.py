"""`compare` as a user meets it; what it measures is tests/compare's matter."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
QUICK = ("--solver", "deduction-style", "--set", "easy", "--puzzles", "2", "--budget", "2")


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """One run with all its files."""
    folder = tmp_path_factory.mktemp("compared")
    words = [*QUICK, "--solver", "c-style", "--json", "a.json", "--markdown", "a.md", "--plot", "a.svg"]
    command = [sys.executable, "-m", "sudoku_rosetta", "compare", *words]
    return folder, subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_tables_the_factors_and_the_notes_are_on_standard_output(compared: Any) -> None:
    _, ended = compared
    assert ended.returncode == 0
    assert ended.stderr.splitlines() == ["written: a.json", "written: a.svg", "written: a.md"]
    lines = ended.stdout.splitlines()
    assert lines[0].startswith("easy: 2 puzzles, up to 2 solutions of each.")
    assert lines[2].split() == "solver puzzles a second median 90% 99% times as long".split()
    assert "the algorithm: another search, one language" in ended.stdout
    assert "Control: deduction-style against itself under another name:" in ended.stdout
    assert "\x1b" not in ended.stdout


def test_the_files_show_the_same(compared: Any, run: Run) -> None:
    folder, ended = compared
    shown = run("compare", "show", str(folder / "a.json"))
    assert shown.code == 0
    assert shown.out == ended.stdout
    assert "| c-style |" in (folder / "a.md").read_text()
    assert (folder / "a.svg").read_text().startswith("<?xml")
    pairs = run("compare", "show", str(folder / "a.json"), "--pairs")
    assert "every pair" in pairs.out


def test_a_result_does_not_differ_from_itself(compared: Any, run: Run) -> None:
    folder, _ = compared
    same = run("compare", "diff", str(folder / "a.json"), str(folder / "a.json"))
    assert same.code == 0
    assert "same, as far as can be told" in same.out


def test_what_became_slower_is_exit_code_1(compared: Any, run: Run) -> None:
    folder, _ = compared
    data = json.loads((folder / "a.json").read_text())
    for one in data["solvers"]:
        if one["name"] != data["asked"]["reference"]:
            one["ratio"] = {name: 50 * value for name, value in one["ratio"].items()}
    (folder / "b.json").write_text(json.dumps(data))
    ended = run("compare", "diff", str(folder / "a.json"), str(folder / "b.json"))
    assert ended.code == 1
    assert "slower" in ended.out


def test_the_sets_are_listed_and_printed(run: Run) -> None:
    listed = run("compare", "sets")
    assert listed.code == 0
    assert any(line.startswith("enemies ") for line in listed.lines)
    printed = run("compare", "sets", "documents")
    assert [len(line) for line in printed.lines] == [81] * 4


def test_the_schema_is_json(run: Run) -> None:
    assert json.loads(run("compare", "schema").out)["title"] == "sudoku-rosetta compare 1"


def test_a_file_of_grids_is_a_set(run: Run, tmp_path: Path) -> None:
    grid = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
    (tmp_path / "mine.txt").write_text(grid + "\n")
    ended = run("compare", "--solver", "deduction-style", "--set", "mine.txt", "--budget", "1")
    assert ended.code == 0
    assert ended.lines[0].startswith("mine.txt: 1 puzzle, ")


def test_growth_shows_what_was_not_finished(run: Run) -> None:
    ended = run(
        "compare", "growth", "--solver", "c-style", "--set", "documents", "--cap", "0.05", "--json", "g.json"
    )
    assert ended.code == 0
    assert "> 0.05 s" in ended.out
    assert run("compare", "show", "g.json").out == ended.out
    refused = run("compare", "diff", "g.json", "g.json")
    assert (refused.code, refused.err) == (
        2,
        "g.json: it is of compare growth; results of compare are expected\n",
    )


def test_growth_goes_on_without_a_solver_that_breaks(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def solve(grid):\n    return 1 / 0\n")
    words = ["--solver", "deduction-style", "--solver", "broken.py:solve", "--set", "documents"]
    ended = run("compare", "growth", *words, "--json", "g.json")
    assert (ended.code, ended.err) == (1, "written: g.json\n")
    assert "broken.py:solve broke: it raised ZeroDivisionError: division by zero." in ended.out
    curves = json.loads((tmp_path / "g.json").read_text())["curves"]
    assert [len(curve["points"]) for curve in curves] == [4, 0]


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_an_interrupted_growth_keeps_what_is_done(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import time\n\ndef solve(grid):\n    time.sleep(grid.count('0') - 1)\n"
    )
    words = [
        "--solver",
        "deduction-style",
        "--solver",
        "mine.py:solve",
        "--set",
        "documents",
        "--json",
        "g.json",
    ]
    command = [sys.executable, "-m", "sudoku_rosetta", "compare", "growth", *words, "--cap", "5"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        for _ in range(600):
            if (tmp_path / "g.json").exists():
                break
            time.sleep(0.05)
        time.sleep(0.5)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=20)
    assert (program.returncode, out, err) == (130, b"", b"Interrupted: 1 solver done, kept in g.json.\n")
    assert run("compare", "show", "g.json").lines[0].split() == ["puzzle", "placements", "deduction-style"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--solver", "c-stile"], "no solver is called 'c-stile' (did you mean c-style?)"),
        (["--solver", "gone.py:solve"], "gone.py:solve: there is no file gone.py"),
        (["--solver-cmd", "no-such-program"], "no program is called no-such-program here"),
        (["--solver-cmd", ""], "the command is empty: say which program to run"),
        (["--set", "medum"], "no set is called 'medum' (did you mean medium?)"),
        (["--reference", "nobody", *QUICK], "the reference nobody is not among those that are compared"),
        (["--json", "no/folder/a.json"], "no/folder/a.json: no such folder"),
        (["--plot", "a.gif", *QUICK], "a.gif: a picture is .svg, .png or .pdf"),
        (["--budget", "0"], "sudoku-rosetta compare: invalid value for '--budget'"),
        (["show", "gone.json"], "gone.json: no such file or directory"),
        (["sets", "medum"], "no set is called 'medum'"),
    ],
)
def test_a_failure_is_one_clear_line(run: Run, words: list[str], told: str) -> None:
    ended = run("compare", *words)
    assert ended.code == 2
    assert told in ended.err
    assert len(ended.err.splitlines()) == 1
    assert ended.out == ""


def test_a_file_of_another_kind_is_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[]")
    ended = run("compare", "show", "a.json")
    assert (ended.code, ended.out) == (2, "")
    assert (
        ended.err
        == "a.json: not results of compare: its format is None; 'sudoku-rosetta compare 1' is expected\n"
    )


def test_a_bad_grid_in_a_set_is_told_with_its_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("11" + "0" * 79 + "\n")
    ended = run("compare", "--set", "bad.txt")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("bad.txt, line 1: 1 twice in row 1")


def test_a_solver_without_figures_is_exit_code_1(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def solve(grid):\n    raise ValueError('no idea')\n")
    ended = run("compare", *QUICK, "--solver", "mine.py:solve")
    assert ended.code == 1
    assert "mine.py:solve has no figures: it raised ValueError: no idea." in ended.out
