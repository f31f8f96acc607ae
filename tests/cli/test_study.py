"""`study`: run, stop, go on, show, compare."""

from __future__ import annotations

import hashlib
import json
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any, get_args

import pytest
from sudoku_rosetta.study.comparison import Verdict
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


def test_what_a_limit_hides_is_not_told(run: Run) -> None:
    run("study", "run", "--method", "2", "--clues", "20", "--grids", "3", "--limit", "1", "--out", "one")
    shown = run("study", "show", "one").out
    assert "counted up to 1 by" in shown
    assert re.search(r"^20 +3 +>= 1 \* +1 \.\. - +>= 1 +0\.00% +- +- +>= 1$", shown, re.M)
    told = json.loads(run("study", "show", "one", "--format", "json").out)
    assert (told["limit"], told["grids"], told["capped"], told["one"]) == (1, 3, 3, None)
    run("study", "run", "--method", "2", "--clues", "20", "--grids", "3", "--limit", "9", "--out", "nine")
    compared = run("study", "compare", "one", "nine").out
    assert "counted up to 1 solutions a grid: more are not told apart" in compared


def test_where_no_grid_is_accepted_nothing_is_a_number(run: Run) -> None:
    """Method 1 does not reach 75 clues."""
    run("study", "run", "--method", "1", "--clues", "75", "--grids", "5", "--out", "none")
    told = run("study", "show", "none", "--format", "json").out
    assert "NaN" not in told
    assert json.loads(told)["mean"] is None
    assert "nan" not in run("study", "show", "none").out


def test_two_studies_are_one_table_for_other_programs(run: Run) -> None:
    for seed in ("1", "2"):
        run("study", "run", "--method", seed, *SMALL[2:], "--out", f"of{seed}")
    lines = run("study", "show", "of1", "of2", "--format", "csv").lines
    assert [line.split(",")[:3] for line in lines] == [
        ["study", "method", "clues"],
        *(["of1", "1", clues] for clues in ("44", "45")),
        *(["of2", "2", clues] for clues in ("44", "45")),
    ]


def test_a_study_of_another_version_is_one_line(run: Run, tmp_path: Path) -> None:
    run("study", "run", *SMALL, "--out", "ours")
    run("study", "run", *SMALL, "--out", "theirs")
    with closing(sqlite3.connect(tmp_path / "theirs" / "study.sqlite")) as database, database:
        (text,) = database.execute("SELECT json FROM plan").fetchone()
        text = text.replace('"version": 1', '"version": 2')
        digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
        database.execute("UPDATE plan SET json = ?, digest = ?", (text, digest))
    ended = run("study", "compare", "ours", "theirs")
    assert (ended.code, len(ended.err.splitlines())) == (2, 1)
    assert "made by another version" in ended.err


def test_compares_help_has_each_verdict(run: Run) -> None:
    told = run("study", "compare", "--help").out
    assert all(re.search(rf"^ *{verdict}  ", told, re.M) for verdict in get_args(Verdict))


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
        (("show", "x", "--counts", "no/c.csv"), "no/c.csv: no such folder"),
        (("show", "x", "--counts", "c.xls"), "counts are written as"),
        (
            ("run", "--method", "2", "--clues", "20", "--grids", "1e14", "--out", "x"),
            "at most 50,000,000,000",
        ),
        (("predict", "document", "--clues", "80..90"), "numbers of clues are from 0 to 81"),
        (("predict", "document", "--clues", "90.."), "numbers of clues are from 0 to 81"),
        (("predict", "document", "--distance", "40", "--figure", "x.pdf"), "a figure is a .svg or a .png"),
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
