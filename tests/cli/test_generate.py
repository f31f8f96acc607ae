"""`generate`: what `solve` and `check` read back; one, many; on paper."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from naming import naming
from waiting import HANG_GUARD_S, until_all_computing

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
    assert first.complains("--seed")
    (seed,) = re.findall(r"\d+", first.err)
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
        assert program.wait(timeout=HANG_GUARD_S) == 141
        assert program.stderr.read() == ""
    assert lines == run("generate", "--way", "full", "--count", "20", "--seed", "1").lines


@pytest.mark.parametrize("name", ["class.pdf", "class.svg"])
def test_a_sheet(run: Run, tmp_path: Path, name: str) -> None:
    ended = run("generate", "--seed", "1", "--way", "full", "--count", "3", "--sheet", name)
    assert ended.code == 0
    written = sorted(path.name for path in tmp_path.iterdir())
    assert written == (["class.pdf"] if name == "class.pdf" else ["class-1.svg", "class-2.svg"])


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("--clues", "16"), [16, 17]),
        (("--way", "removal", "--clues", "30", "--from", "0" * 81), ["--from", 81]),
        (("--count", "1.5"), ["--count", "1.5"]),
        (("--count", "1,5e6"), ["--count", "1,5e6"]),
        (("--guesses", "5..3"), ["--guesses", "5..3"]),
        (("--sheet", "a.png"), ["a.png", ".pdf", ".svg"]),
        (("--sheet", "nowhere/a.pdf", *ENDLESS), ["nowhere/a.pdf"]),
        (("--solver", "nobody"), ["nobody", "c-style"]),
    ],
)
def test_what_cannot_be_is_one_line(run: Run, arguments: tuple[str, ...], named: list[object]) -> None:
    assert run("generate", "--seed", "1", *arguments).refuses(*named)


@pytest.mark.slow
def test_ctrl_c_ends_several_workers_in_the_middle_of_a_grid() -> None:
    """A puzzle with 20 clues takes a worker hours: none of them ends by having made its own."""
    command = [sys.executable, "-m", "sudoku_rosetta", "generate", "--seed", "1", *ENDLESS]
    command += ["--jobs", "2", "--solver", "c-style"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        until_all_computing(program, processes=2, seconds=1)
        os.killpg(program.pid, signal.SIGINT)  # as a terminal does: to the workers too
        out, errors = program.communicate(timeout=HANG_GUARD_S)
    assert (program.returncode, out) == (130, "")
    assert re.search(naming(0), errors)
    assert errors.count("\n") == 1
