"""`generate`: what `solve` and `check` read back; one, many; on paper."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]
ENDLESS = ("--count", "9999", "--clues", "20")
"""More work than a test has time for: what is refused must be refused before it."""


@pytest.mark.parametrize("style", ["text", "grid", "sdk"])
def test_what_is_made_can_be_read_back(run: Run, style: str) -> None:
    made = run("generate", "--seed", "1", "--count", "3", "--clues", "32", "--format", style)
    assert (made.code, made.err) == (0, "")
    checked = run("check", "--format", "json", stdin=made.out)
    assert [json.loads(line)["unique"] for line in checked.lines] == [True] * 3
    assert [json.loads(line)["grid"] for line in checked.lines] == run(
        "generate", "--seed", "1", "--count", "3", "--clues", "32"
    ).lines


def test_without_a_seed_it_says_which_one_makes_them_again(run: Run) -> None:
    first = run("generate", "--way", "full")
    seed = first.err.split()[1]
    assert run("generate", "--way", "full", "--seed", seed).out == first.out


def test_json_says_what_was_made(run: Run) -> None:
    made = run("generate", "--seed", "5", "--count", "2", "--clues", "36", "--format", "json", "--rate")
    first, second = map(json.loads, made.lines)
    assert (first["number"], second["number"], first["seed"], first["clues"]) == (0, 1, 5, 36)
    assert first["rules"] in ("candidates", "places", "guesses")
    assert run("solve", first["grid"]).out.strip() == first["solution"]


def test_many_stream_and_a_reader_may_go(run: Run) -> None:
    command = [
        sys.executable,
        "-m",
        "sudoku_rosetta",
        "generate",
        "--way",
        "full",
        "--count",
        "1e9",
        "--seed",
        "1",
    ]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        lines = [program.stdout.readline().strip() for _ in range(20)]
        program.stdout.close()
        assert program.wait(timeout=30) == 141
        assert program.stderr.read() == ""
    assert lines == run("generate", "--way", "full", "--count", "20", "--seed", "1").lines


@pytest.mark.parametrize("name", ["class.pdf", "class.svg"])
def test_a_sheet(run: Run, tmp_path: Path, name: str) -> None:
    ended = run("generate", "--seed", "1", "--way", "full", "--count", "3", "--sheet", name)
    assert ended.code == 0
    written = sorted(path.name for path in tmp_path.iterdir())
    assert written == (["class.pdf"] if name == "class.pdf" else ["class-1.svg", "class-2.svg"])


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--clues", "16"), "no puzzle with 16 clues has one solution: it takes 17\n"),
        (
            ("--way", "removal", "--clues", "30", "--from", "0" * 81),
            "--from: a full grid is needed, 81 cells are",
        ),
        (("--count", "1.5"), "'1.5' is not a whole number"),
        (("--count", "1,5e6"), "'1,5e6' is not a whole number"),
        (("--guesses", "5..3"), "5 is more than 3"),
        (("--sheet", "a.png"), "a sheet is a .pdf or a .svg"),
        (("--sheet", "nowhere/a.pdf", *ENDLESS), "nowhere/a.pdf: no such folder"),
        (("--solver", "nobody"), "no solver is called 'nobody'"),
    ],
)
def test_what_cannot_be_is_one_line(run: Run, arguments: tuple[str, ...], says: str) -> None:
    ended = run("generate", "--seed", "1", *arguments)
    assert ended.code == 2
    assert says in ended.err
    assert ended.err.count("\n") == 1


def test_ctrl_c_ends_several_workers_at_once() -> None:
    command = [sys.executable, "-m", "sudoku_rosetta", "generate", "--seed", "1", "--count", "1e9"]
    command += ["--jobs", "2", "--solver", "c-style", "--clues", "30"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        assert program.stdout is not None
        for _ in range(8):  # then each of them has dozens before it
            assert len(program.stdout.readline()) == 82
        os.killpg(program.pid, signal.SIGINT)  # as a terminal does: to the workers too
        _, errors = program.communicate(timeout=10)
    assert program.returncode == 130
    assert errors.startswith("Interrupted: ")
    assert errors.count("\n") == 1
