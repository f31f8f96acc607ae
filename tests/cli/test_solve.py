"""`solve`: answers, formats and errors."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from naming import naming

GRID = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
SOLUTION = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
MANY = GRID[:78] + "000"  # 90 solutions
NONE = "516849732307605000809700065135060907472591006968370050253186074684207500791050608"
CLASH = "77" + "0" * 79
EMPTY = "0" * 81
PYTHON_EXAMPLE = Path(__file__).parents[2] / "examples" / "solvers" / "python" / "solver.py"

Run = Callable[..., Any]


def test_the_first_solution_is_a_line(run: Run) -> None:
    ended = run("solve", GRID)
    assert (ended.code, ended.out, ended.err) == (0, f"{SOLUTION}\n", "")


def test_all_limit_and_count(run: Run) -> None:
    everyone = run("solve", MANY, "--all").lines
    assert len(everyone) == len(set(everyone)) == 90
    assert run("solve", MANY, "--limit", "7").lines == everyone[:7]
    assert run("solve", MANY, "--first").lines == run("solve", MANY).lines == everyone[:1]
    assert run("solve", MANY, "--count").out == "90\n"
    assert run("solve", MANY, "--count", "--limit", "5").out == "5\n"


@pytest.mark.parametrize("solver", ["c-style", "pseudocode-style", "deduction-style"])
def test_any_solver_by_its_name(run: Run, solver: str) -> None:
    assert run("solve", GRID, "--solver", solver).out == f"{SOLUTION}\n"


def test_a_drawing_can_be_read_back(run: Run) -> None:
    drawings = run("solve", MANY, "--limit", "2", "--format", "grid").out
    assert drawings.startswith("+-------+")
    assert run("solve", stdin=drawings).lines == run("solve", MANY, "--limit", "2").lines


def test_json_has_the_location_and_whether_the_solutions_are_complete(run: Run, tmp_path: Path) -> None:
    (tmp_path / "two.txt").write_text(f"# first\n{MANY}\n{NONE}\n")
    first, second = map(json.loads, run("solve", "two.txt", "--limit", "2", "--format", "json").lines)
    assert (first["input"], first["number"], first["line"], first["grid"]) == ("two.txt", 1, 2, MANY)
    assert (len(first["solutions"]), first["complete"]) == (2, False)
    assert (second["number"], second["solutions"], second["complete"]) == (2, [], True)
    counted = json.loads(run("solve", MANY, "--count", "--format", "json", "--solver", "c-style").out)
    assert (counted["count"], counted["complete"], counted["solver"]) == (90, True, "c-style")


def test_grids_keep_their_order_and_an_invalid_one_is_skipped(run: Run, tmp_path: Path) -> None:
    (tmp_path / "some.txt").write_text(f"{GRID}\n{CLASH}\n{NONE}\n\n{GRID}\n")
    ended = run("solve", "some.txt", GRID)
    assert ended.code == 2
    assert ended.complains("some.txt:2", 7, "row 1", 1, 2)
    first, comment, *others = ended.lines
    assert [first, *others] == [SOLUTION] * 3
    assert comment.startswith("#")
    assert "some.txt:3" in comment


def test_no_solution_is_exit_code_1(run: Run) -> None:
    ended = run("solve", NONE)
    assert (ended.code, ended.err) == (1, "")
    assert re.fullmatch(r"# .*argument 1\b.*\n", ended.out)
    assert run("solve", NONE, "--count").code == 1


def test_standard_input_may_have_several_grids(run: Run) -> None:
    assert run("solve", stdin=f"{GRID}\n# twice\n{GRID}\n").lines == [SOLUTION] * 2


def test_a_gzipped_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "one.txt.gz").write_bytes(gzip.compress(GRID.encode()))
    assert run("solve", "one.txt.gz").lines == [SOLUTION]


BAD: dict[str, list[object]] = {
    "x.txt": ["x.txt", 5, 81],
    "": [0, 81],
    GRID[:-1]: ["argument 1", 80, 81],
    GRID + "0": ["argument 1", 82, 81],
    "x" + GRID[1:]: ["argument 1", "x", "line 1", "column 1"],
    "1" * 300: ["argument 1", 300, 81],
    CLASH: ["argument 1", 7, "row 1", 1, 2],
    ".": ["."],
    "empty": ["empty", 81],
    "binary": ["binary", "0x00", 3],
    "a\x1b": [r"a\x1b", 2, 81],
}


@pytest.mark.parametrize("operand", BAD)
def test_invalid_input_is_reported_in_one_line(run: Run, tmp_path: Path, operand: str) -> None:
    (tmp_path / "empty").touch()
    (tmp_path / "binary").write_bytes(b"ELF\0\1\2")
    ended = run("solve", operand)
    assert ended.refuses(*BAD[operand])
    assert len(ended.err) < 200  # the message does not repeat the grid


def test_of_many_invalid_grids_three_are_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "words").write_text(f"{'.' * 50}\n" * 25 + f"{GRID}\n")
    ended = run("solve", "words")
    messages = ended.err.splitlines()
    assert [line.split(": ")[0] for line in messages[:3]] == ["words:1", "words:2", "words:3"]
    (rest,) = messages[3:]
    assert re.search(naming("words", 22), rest)
    assert (ended.code, ended.lines) == (2, [SOLUTION])


def test_a_column_can_be_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "table.csv").write_text(f"id,first,second\n1,{SOLUTION},{GRID}\n")
    for command in ("solve", "check"):
        assert run(command, "table.csv").code == 0
        assert run(command, "table.csv", "--column", "first").code == 0
        assert run(command, "table.csv", "--column", "third").refuses("table.csv:1", "third", "second")


def test_headings_are_skipped_unless_strict(run: Run, tmp_path: Path) -> None:
    (tmp_path / "grids").write_text(f"{GRID}\nGrid 02\n{GRID}\n")
    ended = run("solve", "grids")
    assert (ended.code, ended.err, ended.lines) == (0, "", [SOLUTION] * 2)
    strict = run("solve", "grids", "--strict")
    assert (strict.code, strict.lines) == (2, [SOLUTION] * 2)
    assert strict.complains("grids:2", "Grid 02")


def test_json_of_generate_can_be_read(run: Run, tmp_path: Path) -> None:
    made = run("generate", "--count", "2", "--seed", "1", "--format", "json").out
    solutions = [json.loads(line)["solution"] for line in made.splitlines()]
    (tmp_path / "made.jsonl").write_text(made)
    assert run("solve", stdin=made).lines == run("solve", "made.jsonl").lines == solutions
    assert run("solve", "-", stdin=made.splitlines()[0]).lines == solutions[:1]
    assert run("check", stdin=made).code == 0
    assert run("solve", stdin='{"puzzle": 1}\n').refuses("stdin:1", "grid")


@pytest.mark.parametrize(
    "spec", ["mine.py:solve", "mine.py", f"cmd:{sys.executable} -m sudoku_rosetta solve -", "original-c"]
)
def test_every_kind_of_spec_works(run: Run, tmp_path: Path, spec: str) -> None:
    shutil.copy(PYTHON_EXAMPLE, tmp_path / "mine.py")
    (tmp_path / "two.txt").write_text(f"{GRID}\n{MANY}\n")
    ended = run("solve", "two.txt", "--solver", spec)
    assert (ended.code, ended.err) == (0, "")
    assert ended.lines == run("solve", "two.txt").lines


@pytest.mark.parametrize("spec", ["nowhere.py:solve", "cmd:'a", "notes.txt"])
def test_an_invalid_spec_is_one_line(run: Run, tmp_path: Path, spec: str) -> None:
    (tmp_path / "notes.txt").write_text("no solver\n")
    assert run("solve", GRID, "--solver", spec).refuses(spec.removeprefix("cmd:'").partition(":")[0])


@pytest.mark.parametrize(
    "asked", [["--first", "--all"], ["--all", "--limit", "2"], ["--count", "--first"], ["--count", "--all"]]
)
def test_contradictory_options_are_refused(run: Run, asked: list[str]) -> None:
    assert run("solve", GRID, *asked).refuses(*sorted(word for word in asked if word.startswith("--")))


def test_an_unknown_solver_is_one_line(run: Run) -> None:
    ended = run("solve", GRID, "--solver", "c-stile")
    assert ended.refuses("c-stile", "c-style", "scilab-style", "fast-c")
    assert ended.err.count("c-style") == 2  # the suggestion, and the list


# --- the program contract: solve - --------------------------------------------------------------------


def test_the_contract_prints_only_solutions(run: Run) -> None:
    ended = run("solve", "-", stdin=f"# document c, without cell 78\n\n{MANY}\n")
    assert (ended.code, ended.err, len(ended.lines)) == (0, "", 90)
    assert all(len(line) == 81 and line.isdigit() for line in ended.lines)
    assert run("solve", "-", "--limit", "2", stdin=MANY).lines == ended.lines[:2]
    assert run("solve", "-", "--first", stdin=MANY).lines == ended.lines[:1]


def test_the_contract_prints_nothing_without_a_solution(run: Run) -> None:
    ended = run("solve", "-", stdin=NONE)
    assert (ended.code, ended.out, ended.err) == (0, "", "")


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ("", ["stdin:1", 81]),
        (CLASH, ["stdin:1", 7, "row 1", 1, 2]),
        (f"{GRID}\n{GRID}\n", ["stdin:2"]),
    ],
)
def test_the_contract_requires_one_valid_grid(run: Run, given: str, named: list[object]) -> None:
    assert run("solve", "-", stdin=given).refuses(*named)
