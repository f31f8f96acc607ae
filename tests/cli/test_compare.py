"""The command `compare`; tests/compare tests the measurements."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from naming import names, naming
from waiting import HANG_GUARD_S, alive, until

Run = Callable[..., Any]
QUICK = ("--solver", "deduction-style", "--set", "easy", "--puzzles", "2", "--budget", "2")


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """One run that writes all its files."""
    folder = tmp_path_factory.mktemp("compared")
    words = [*QUICK, "--solver", "c-style", "--json", "a.json", "--markdown", "a.md", "--plot", "a.svg"]
    command = [sys.executable, "-m", "sudoku_rosetta", "compare", *words]
    return folder, subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def rows_with(text: str, *parts: object) -> list[str]:
    return [line for line in text.splitlines() if re.search(naming(*parts), line)]


def shows(line: str, value: float) -> bool:
    """Whether the line has the number, rounded to three digits."""
    numbers = (float(number) for number in re.findall(r"\d+(?:\.\d+)?", line))
    return any(abs(number - value) <= 0.006 * value for number in numbers)


@pytest.mark.slow
def test_tables_factors_and_notes_are_printed_to_stdout(compared: Any) -> None:
    folder, ended = compared
    assert ended.returncode == 0
    for line, file in zip(ended.stderr.splitlines(), ("a.json", "a.svg", "a.md"), strict=True):
        assert file in line
    heading, *rest = ended.stdout.splitlines()
    assert re.search(naming("easy", 2), heading)
    for solver in ("c-style", "deduction-style"):  # once in the table of times, once in the table of counts
        assert len([line for line in rest if line.startswith(f"{solver} ")]) >= 2
    found = json.loads((folder / "a.json").read_text())
    (chain,) = found["chains"]
    assert [(each["kind"], each["slower"], each["faster"]) for each in chain["factors"]] == [
        ("algorithm", "c-style", "deduction-style")
    ]
    (shown,) = rows_with(ended.stdout, "c-style", "deduction-style")
    assert shows(shown, chain["ratio"]["value"])
    control = found["run"]["control"]["value"]
    assert any(shows(line, control) for line in rows_with(ended.stdout, "deduction-style") if line != shown)
    assert "\x1b" not in ended.stdout


@pytest.mark.slow
def test_the_files_have_the_same_results(compared: Any, run: Run) -> None:
    folder, ended = compared
    shown = run("compare", "show", str(folder / "a.json"))
    assert shown.code == 0
    assert shown.out == ended.stdout
    assert "| c-style |" in (folder / "a.md").read_text()
    assert (folder / "a.svg").read_text().startswith("<?xml")
    pairs = run("compare", "show", str(folder / "a.json"), "--pairs")
    assert pairs.out.startswith(shown.out)
    assert rows_with(pairs.out.removeprefix(shown.out), "c-style", "deduction-style")


def with_ratio(data: dict[str, Any], value: float) -> str:
    """The results with a given ratio to the reference and an interval of 1%, independent of the machine."""
    for one in data["solvers"]:
        if one["name"] != data["settings"]["reference"]:
            one["ratio"] = {"value": value, "low": 0.99 * value, "high": 1.01 * value}
    return json.dumps(data)


@pytest.mark.slow
def test_the_exit_code_of_diff_is_1_if_a_solver_became_slower(
    compared: Any, run: Run, tmp_path: Path
) -> None:
    folder, _ = compared
    data = json.loads((folder / "a.json").read_text())
    for name, ratio in (("before", 5.0), ("after", 25.0)):
        (tmp_path / f"{name}.json").write_text(with_ratio(data, ratio))
    same = run("compare", "diff", str(folder / "a.json"), str(folder / "a.json"))
    slower = run("compare", "diff", "before.json", "after.json")
    faster = run("compare", "diff", "after.json", "before.json")
    assert (same.code, slower.code, faster.code) == (0, 1, 0)
    verdicts = [rows_with(ended.out, "c-style")[0].split()[-1] for ended in (same, slower, faster)]
    assert len(set(verdicts)) == 3
    assert shows(rows_with(slower.out, "c-style")[0].partition("]")[2].partition("]")[2], 5)


def test_the_sets_are_listed_and_printed(run: Run) -> None:
    listed = run("compare", "sets")
    assert listed.code == 0
    assert any(line.startswith("enemies ") for line in listed.lines)
    printed = run("compare", "sets", "documents")
    assert [len(line) for line in printed.lines] == [81] * 4


def test_the_schema_is_json(run: Run) -> None:
    assert json.loads(run("compare", "schema").out)["title"] == "sudoku-rosetta compare 3"


@pytest.mark.slow
def test_a_file_of_grids_is_a_set(run: Run, tmp_path: Path) -> None:
    grid = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
    (tmp_path / "mine.txt").write_text(grid + "\n")
    ended = run("compare", "--solver", "deduction-style", "--set", "mine.txt", "--budget", "1")
    assert ended.code == 0
    assert re.search(naming("mine.txt", 1), ended.lines[0])


@pytest.mark.slow
def test_growth_shows_timeouts(run: Run, tmp_path: Path) -> None:
    words = ["--solver", "c-style", "--set", "documents", "--cap", "0.01", "--json", "g.json"]
    ended = run("compare", "growth", *words)
    assert ended.code == 0
    (curve,) = json.loads((tmp_path / "g.json").read_text())["curves"]
    last = curve["points"][-1]
    assert last["time"] is None
    assert rows_with(ended.out, last["puzzle"], "0.01")
    assert run("compare", "show", "g.json").out == ended.out
    assert run("compare", "show", "g.json", "--pairs").refuses("g.json", "--pairs")
    assert run("compare", "diff", "g.json", "g.json").refuses("g.json", "growth")


@pytest.mark.slow
def test_growth_continues_without_a_solver_that_fails(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def solve(grid):\n    return 1 / 0\n")
    words = ["--solver", "deduction-style", "--solver", "broken.py:solve", "--set", "documents"]
    ended = run("compare", "growth", *words, "--json", "g.json")
    assert ended.code == 1
    assert ended.complains("g.json")
    assert names(" ".join(ended.out.split()), "broken.py:solve", "ZeroDivisionError", "division by zero")
    curves = json.loads((tmp_path / "g.json").read_text())["curves"]
    assert [len(curve["points"]) for curve in curves] == [4, 0]


# Creates the file `called` when it gets a puzzle, and does not return. The startup grid has one empty cell only.
SILENT = """
import pathlib, time

def solve(grid):
    if grid.count("0") > 30:  # more than in the grids on which a solver is read
        pathlib.Path(__file__).with_name("called").touch()
        time.sleep(36_000)
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
def test_an_interrupted_growth_saves_the_finished_curves(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(SILENT)
    words = ["--solver", "deduction-style", "--solver", "mine.py:solve", "--set", "documents"]
    command = [sys.executable, "-m", "sudoku_rosetta", "compare", "growth", *words, "--json", "g.json"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as program:
        until((tmp_path / "called").exists, "a call of the second solver", program)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=HANG_GUARD_S)
    assert (program.returncode, out, err.count(b"\n")) == (130, b"", 1)
    assert re.search(naming(1, "g.json"), err.decode())
    (curve,) = json.loads((tmp_path / "g.json").read_text())["curves"]
    assert (curve["solver"], len(curve["points"])) == ("deduction-style", 4)
    assert run("compare", "show", "g.json").lines[0].split()[-1] == "deduction-style"


# Hangs while it is loaded, or at the startup grid.
HANGS = f"open('started', 'w'); import time; time.sleep({10 * HANG_GUARD_S})\n"
HANGS_AT_A_PUZZLE = f"""#!{sys.executable}
grid = input()
if grid.count("0") > 1:
    {HANGS}
print(grid.replace("0", "9"))
"""


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize(
    ("solver", "text"),
    [
        ("mine.py:solve", HANGS),
        ("cmd:./mine.py", f"#!{sys.executable}\n{HANGS}"),
        ("cmd:./mine.py", HANGS_AT_A_PUZZLE),
    ],
    ids=["loading a file", "a program at the startup grid", "a program at a puzzle"],
)
def test_no_solver_outlives_its_comparison(
    tmp_path: Path, mark: str, number: signal.Signals, solver: str, text: str
) -> None:
    (tmp_path / "mine.py").write_text(text)
    (tmp_path / "mine.py").chmod(0o755)
    words = ["--solver", solver, "--set", "easy", "--cap", str(HANG_GUARD_S)]
    command = [sys.executable, "-m", "sudoku_rosetta", "compare", *words]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL) as program:
        until((tmp_path / "started").exists, "the start of the solver", program)
        program.send_signal(number)
    until(lambda: not alive(mark), "the end of the solver and its process")


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (["--solver", "c-stile"], ["c-stile", "c-style"]),
        (["--solver", "gone.py:solve"], ["gone.py"]),
        (["--solver", "cmd:no-such-program"], ["no-such-program"]),
        (["--solver", "cmd:"], ["command"]),
        (["--set", "medum"], ["medum", "medium"]),
        (["--reference", "unknown", *QUICK], ["unknown"]),
        (["--json", "no/folder/a.json"], ["no/folder/a.json"]),
        (["--plot", "a.gif", *QUICK], ["a.gif", ".svg", ".png", ".pdf"]),
        (["--budget", "0"], ["--budget", 0, 1]),
        (["--json", "a.txt", "--markdown", "a.txt"], ["--json", "--markdown"]),
        (["--cap", "3", "sets"], ["--cap", "sets"]),
        (["--solver", "c-style", "growth"], ["--solver", "growth"]),
        (["show", "gone.json"], ["gone.json"]),
        (["sets", "medum"], ["medum", "medium"]),
    ],
)
def test_an_error_is_one_line_that_names_the_bad_value(
    run: Run, words: list[str], named: list[object]
) -> None:
    assert run("compare", *words).refuses(*named)


def test_a_file_of_another_format_is_refused_in_one_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("[]")
    assert run("compare", "show", "a.json").refuses("a.json", "sudoku-rosetta compare 3")


def test_an_invalid_grid_in_a_set_is_reported_with_its_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("# a comment\n\n" + "77" + "0" * 79 + "\n")
    assert run("compare", "--set", "bad.txt").refuses("bad.txt", 3, 7, "row 1")


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_a_program_and_a_source_file_are_compared_too(run: Run, tmp_path: Path) -> None:
    shutil.copy(Path(__file__).parents[2] / "examples" / "solvers" / "c" / "solver.c", tmp_path / "mine.c")
    solve = f"cmd:{shlex.join([sys.executable, '-m', 'sudoku_rosetta', 'solve', '-'])}"
    ended = run("compare", *QUICK, "--solver", "mine.c", "--solver", solve)
    assert ended.code == 0
    assert rows_with(ended.out, "mine.c")


def test_a_missing_function_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def solve(grid):\n    return grid\n")
    ended = run("compare", "--solver", "mine.py:nope", "--set", "easy", "--budget", "2")
    assert ended.refuses("mine.py:nope", "nope", "solve")
    assert "ServiceError" not in ended.err


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_a_source_file_that_does_not_compile_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.c").write_text("int main(void) { return nope; }\n")
    ended = run("compare", *QUICK, "--solver", "bad.c")
    assert ended.refuses("nope")
    assert ended.err.startswith("bad.c: ")


@pytest.mark.slow
def test_the_exit_code_is_1_if_a_solver_fails(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def solve(grid):\n    raise ValueError('no idea')\n")
    ended = run("compare", *QUICK, "--solver", "mine.py:solve")
    assert ended.code == 1
    assert names(" ".join(ended.out.split()), "mine.py:solve", "ValueError", "no idea")
