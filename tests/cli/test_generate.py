"""`generate`: grids that `solve` and `check` can read, streams, sheets, refused options."""

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
"""Takes hours: a test that uses it checks that the command fails before the work starts, or can be interrupted."""


@pytest.mark.parametrize("style", ["text", "grid", "sdk"])
def test_check_reads_the_generated_grids(run: Run, style: str) -> None:
    made = run("generate", "--seed", "1", "--count", "3", "--clues", "32", "--format", style)
    assert (made.code, made.err) == (0, "")
    checked = run("check", "--format", "json", stdin=made.out)
    assert [json.loads(line)["unique"] for line in checked.lines] == [True] * 3
    assert [json.loads(line)["grid"] for line in checked.lines] == run(
        "generate", "--seed", "1", "--count", "3", "--clues", "32"
    ).lines


def test_without_a_seed_the_random_seed_is_reported(run: Run) -> None:
    first = run("generate", "--way", "full")
    assert first.complains("--seed")
    (seed,) = re.findall(r"\d+", first.err)
    assert run("generate", "--way", "full", "--seed", seed).out == first.out


@pytest.mark.parametrize("refused", [("--clues", "16"), ("--way", "mr"), ("--solver", "nobody"), ("--rate",)])
def test_a_refused_request_reports_no_seed(run: Run, refused: tuple[str]) -> None:
    assert "--seed" not in run("generate", *refused).err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_every_counting_solver_gives_the_same_puzzles(run: Run, mine: str, jobs: str) -> None:
    command = ("generate", "--seed", "1", "--count", "3", "--clues", "40", "--jobs", jobs)
    assert run(*command, "--solver", mine).out == run(*command).out != ""


@pytest.mark.usefixtures("mine")
@pytest.mark.parametrize("command", [("generate",), ("check", "0" * 81)])
def test_a_solver_of_first_solutions_only_is_refused(run: Run, command: tuple[str, ...]) -> None:
    assert run(*command, "--solver", "mine.py:first").refuses("--solver", "mine.py:first")


def test_json_describes_each_grid(run: Run) -> None:
    made = run("generate", "--seed", "5", "--count", "2", "--clues", "36", "--format", "json", "--rate")
    first, second = map(json.loads, made.lines)
    assert (first["number"], second["number"], first["seed"], first["clues"]) == (0, 1, 5, 36)
    assert first["rules"] in ("candidates", "places", "guesses")
    assert run("solve", first["grid"]).out.strip() == first["solution"]


def test_grids_are_streamed_and_a_closed_pipe_ends_the_command(run: Run) -> None:
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
def test_a_sheet_is_written_as_pdf_or_as_one_svg_per_page(run: Run, tmp_path: Path, name: str) -> None:
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
        (("--rules", "candidates", "--guesses", "3..5", *ENDLESS[:2]), ["candidates", 0]),
        (("--rules", "guesses", "--guesses", "0..0", *ENDLESS[:2]), ["guesses", 1]),
        (("--symmetry", "all", "--clues", "30", *ENDLESS[:2]), ["all", 30]),
        (("--tree", "..20", *ENDLESS[:2]), [40, 41]),
        (("--few", "3"), ["until-unique"]),
        (("--way", "mr", "--clues", "30", "--from", "random"), ["--from", "mr"]),
        (("--way", "mr", "--clues", "27", "--rng", "scilab", "--jobs", "2"), ["--jobs", "--rng"]),
        (("--rate",), ["--rate", "--format", "json"]),
        (("--way", "full", "--rate", "--format", "json"), ["--rate", "full"]),
        (("--per-page", "6"), ["--per-page", "--sheet"]),
        (("--title", "Class"), ["--title", "--sheet"]),
        (("--sheet", "a.pdf", "--format", "json"), ["--format", "--sheet"]),
    ],
)
def test_an_impossible_request_is_one_line_on_stderr(
    run: Run, arguments: tuple[str, ...], named: list[object]
) -> None:
    assert run("generate", "--seed", "1", *arguments).refuses(*named)


@pytest.mark.slow
@pytest.mark.parametrize(("solver", "processes"), [("c-style", 2), ("fast-c", 1)])
def test_ctrl_c_ends_all_workers_in_the_middle_of_a_grid(solver: str, processes: int) -> None:
    """A puzzle with 20 clues takes a worker hours, so no worker finishes by itself. The fast core works in threads,
    the other solvers in processes."""
    command = [sys.executable, "-m", "sudoku_rosetta", "generate", "--seed", "1", *ENDLESS]
    command += ["--jobs", "2", "--solver", solver]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        until_all_computing(program, processes=processes, seconds=1)
        os.killpg(program.pid, signal.SIGINT)  # a terminal sends it to the workers too
        out, errors = program.communicate(timeout=HANG_GUARD_S)
    assert (program.returncode, out) == (130, "")
    assert re.search(naming(0), errors)
    assert errors.count("\n") == 1
