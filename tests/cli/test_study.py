"""`study`: run, stop, go on, show, compare."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from sudoku_rosetta.study.near import NOT_BUILT

Run = Callable[..., Any]
OTHER_GRID = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
SMALL = ("--method", "2", "--clues", "44..45", "--grids", "30", "--seed", "1")


def test_run_and_show(run: Run, tmp_path: Path) -> None:
    ended = run("study", "run", *SMALL, "--out", "results")
    assert (ended.code, ended.out) == (0, "")
    assert ended.err == "complete: 60 grids in results; sudoku-rosetta study show results\n"
    shown = run("study", "show", "results", "--plot")
    assert re.match(r"results: method 2, 30 grids .*; complete\nclues +accepted +mean", shown.out)
    assert re.search(r"^44 +30 +[\d.]+", shown.out, re.M)
    assert "█" in shown.out
    journal = (tmp_path / "results" / "journal.txt").read_text()
    assert "begun: 0 of 60" in journal
    assert "complete, after" in journal


def test_a_mean_that_one_grid_makes_is_marked_and_the_mark_explained(run: Run) -> None:
    for grids, marked in ((5, True), (200, False)):
        asked = ("--method", "2", "--clues", "44..44", "--grids", str(grids))
        run("study", "run", *asked, "--out", f"of-{grids}")
        shown = run("study", "show", f"of-{grids}").out
        assert bool(re.search(r"^44 +[\d,]+ +[\d.]+ \*", shown, re.M)) is marked
        assert ("* one grid makes more than a tenth of it" in shown) is marked


def test_again_there_is_nothing_to_do(run: Run) -> None:
    run("study", "run", *SMALL, "--out", "results")
    assert run("study", "run", "--out", "results").code == 0
    ended = run("study", "run", "--method", "2", "--clues", "44", "--grids", "30", "--out", "results")
    assert ended.code == 2
    assert "results holds another study (clues (44, 45) there, (44,) asked" in ended.err


def test_ctrl_c_then_the_rest(run: Run, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sudoku_rosetta", "study", "run", "--method", "2", "--clues", "40"]
    command += ["--grids", "20000000", "--out", str(tmp_path / "long")]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as program:
        time.sleep(2.5)
        program.send_signal(signal.SIGINT)
        _, told = program.communicate(timeout=30)
    assert program.returncode == 130
    assert re.fullmatch(
        r"Interrupted: [\d,]+ of 20,000,000 grids counted\. The same command goes on\.\n", told
    )
    shown = run("study", "show", "long").out
    kept = int(re.findall(r"([\d,]+) of 20,000,000 grids so far", shown)[0].replace(",", ""))
    assert kept > 0


def test_the_table_for_other_programs(run: Run) -> None:
    run("study", "run", *SMALL, "--out", "results")
    lines = run("study", "show", "results", "--format", "csv").lines
    assert lines[0].startswith("clues,grids,accepted,mean,")
    first, _ = map(json.loads, run("study", "show", "results", "--format", "json").lines)
    assert float(lines[1].split(",")[3]) == first["mean"]
    assert run("study", "show", "results", "--counts", "c.csv").code == 0
    assert run("study", "show", "results", "--counts", "c.xls").err == (
        "c.xls: counts are written as .csv, .parquet, .arrow\n"
    )


def test_two_studies_compared(run: Run) -> None:
    for seed in ("1", "2"):
        run(
            "study",
            "run",
            "--method",
            "2",
            "--clues",
            "50",
            "--grids",
            "30",
            "--seed",
            seed,
            "--out",
            f"of{seed}",
        )
    ended = run("study", "compare", "of1", "of2")
    assert re.search(r"^50 ", ended.out, re.M)
    assert (ended.code == 0) == ("undecided" not in ended.out and "different" not in ended.out)


def test_predict(run: Run) -> None:
    told = run("study", "predict", "document", "--distance", "12", "--clues", "44..46")
    assert told.code == 0
    assert "A(11) = 240, A(12) = 866" in told.out
    assert "two solutions are possible with up to 77 clues: some grid differs in 4 cells only" in told.out
    answer = json.loads(run("study", "predict", "document", "--distance", "12", "--format", "json").out)
    assert answer["differing"][4:9] == [6, 0, 35, 4, 22]
    run("study", "run", "--method", "2", "--clues", "45", "--grids", "60", "--out", "m")
    curve = run("study", "predict", "document", "--distance", "12", "--measured", "m", "--figure", "c.svg")
    assert (curve.code, curve.err) == (0, "written: c.svg\n")
    assert run("study", "predict", "0" * 81).err == "a full grid is needed: 81 cells are empty\n"
    other = run("study", "predict", OTHER_GRID, "--measured", "m")
    assert other.err == "m is not a study by method 2 of this grid, with all solutions counted\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("run", "--method", "2", "--out", "x"), "a study needs --method, --clues and --grids"),
        (("run", "--out", "x"), "x: no study there"),
        (("show", "x"), "x: no study there"),
        (("run", *SMALL, "--out", "x", "--from", "1" * 81), "1 twice in row 1"),
        (
            ("run", *SMALL, "--out", "x", "--scheduler", "tcp://127.0.0.1:1"),
            "--scheduler tcp://127.0.0.1:1: "
            if find_spec("distributed")
            else "--scheduler needs Dask: pip install",
        ),
    ],
)
def test_what_cannot_be_is_one_line(run: Run, arguments: tuple[str, ...], says: str) -> None:
    ended = run("study", *arguments)
    assert ended.code == 2
    assert says in ended.err.splitlines()[-1]


@pytest.mark.skipif(NOT_BUILT is not None, reason="needs the C core")
def test_a_survey_that_is_interrupted_shows_what_it_has(tmp_path: Path) -> None:
    """Each grid takes minutes at that distance, so that only the flag ends those under way."""
    ended = {distance: _surveyed_until_ctrl_c(distance, tmp_path) for distance in ("10", "26")}
    assert re.search(r"^d +mean of A.*\n4 ", ended["10"][0], re.M)
    assert re.fullmatch(r"Interrupted: [\d,]+ of 1,000,000 full grids done\.\n", ended["10"][1])
    assert ended["26"] == ("", "Interrupted: 0 of 1,000,000 full grids done.\n")


def _surveyed_until_ctrl_c(distance: str, folder: Path) -> tuple[str, str]:
    command = [sys.executable, "-m", "sudoku_rosetta", "study", "survey", "--grids", "1e6"]
    with subprocess.Popen(
        [*command, "--distance", distance],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    ) as program:
        time.sleep(3)
        program.send_signal(signal.SIGINT)
        try:
            told = program.communicate(timeout=20)
        finally:
            program.kill()
    assert program.returncode == 130
    return told
