"""`study`: run, interrupt, resume, show, compare, predict, survey."""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, get_args

import pytest
from naming import naming
from sudoku_rosetta.cli import run as run_here
from sudoku_rosetta.study import Store, StoreError, worker_pools
from sudoku_rosetta.study.comparison import Verdict
from sudoku_rosetta.study.near import NOT_BUILT
from waiting import HANG_GUARD_S, until, until_computing

Run = Callable[..., Any]
OTHER_GRID = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
SMALL = ("--method", "2", "--clues", "44..45", "--grids", "30", "--seed", "1")


def test_run_and_show(run: Run, tmp_path: Path) -> None:
    ended = run("study", "run", *SMALL, "--out", "results")
    assert (ended.code, ended.out) == (0, "")
    assert ended.complains(60, "sudoku-rosetta study show results")
    shown = run("study", "show", "results", "--bars")
    assert re.search(naming("results", 2, 30), shown.lines[0])
    assert re.search(r"^44 +30 +[\d.]+", shown.out, re.M)
    assert "█" in shown.out
    begun, _ = (tmp_path / "results" / "journal.txt").read_text().splitlines()
    assert re.search(naming(0, 60), begun)


def test_an_unreliable_mean_is_marked_and_the_mark_is_explained(run: Run) -> None:
    for grids, marked in ((5, True), (200, False)):
        command = ("--method", "2", "--clues", "44..44", "--grids", str(grids))
        run("study", "run", *command, "--out", f"of-{grids}")
        shown = run("study", "show", f"of-{grids}").out
        assert bool(re.search(r"^44 +[\d,]+ +[\d.]+ \*", shown, re.M)) is marked
        assert bool(re.search(r"^\* \w", shown, re.M)) is marked


def test_a_finished_study_is_not_run_again(run: Run) -> None:
    run("study", "run", *SMALL, "--out", "results")
    assert run("study", "run", "--out", "results").code == 0
    ended = run("study", "run", "--method", "2", "--clues", "44", "--grids", "30", "--out", "results")
    assert ended.refuses("results", "clues", "(44, 45)", "(44,)")


def test_an_external_solver_counts_and_is_loaded_again_to_resume(run: Run, mine: str, tmp_path: Path) -> None:
    command = ("study", "run", *SMALL, "--jobs", "2")
    for solver in (mine, "fast-c"):
        assert run(*command, "--solver", solver, "--out", solver[:4]).code == 0
    by_mine, by_ours = (run("study", "show", folder, "--format", "csv").out for folder in ("mine", "fast"))
    assert by_mine == by_ours != ""
    assert re.search(naming(mine), run("study", "show", "mine").lines[0])
    assert run(*command, "--solver", mine, "--out", "mine").code == 0
    assert run("study", "run", "--out", "mine").code == 0
    (tmp_path / "mine.py").unlink()
    assert run("study", "run", "--out", "mine").refuses(mine)


@pytest.mark.slow
def test_an_interrupted_run_keeps_its_results(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "long"
    command = [sys.executable, "-m", "sudoku_rosetta", "study", "run", "--method", "2", "--clues", "40"]
    command += ["--grids", "1e9", "--out", str(folder)]

    def counted() -> int:
        with contextlib.suppress(StoreError), Store.open(folder) as store:
            return store.grids_done()
        return 0

    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as program:
        until(counted, "some grids being counted", program)
        program.send_signal(signal.SIGINT)
        _, errors = program.communicate(timeout=HANG_GUARD_S)
    stored = counted()
    assert program.returncode == 130
    assert 0 < stored < 10**9
    # a long run writes a line each minute before
    assert re.search(naming(f"{stored:,}", "1,000,000,000"), errors.splitlines()[-1])
    assert re.search(naming(f"{stored:,}", "1,000,000,000"), run("study", "show", "long").out)


def test_a_study_is_shown_as_csv_and_json(run: Run) -> None:
    run("study", "run", *SMALL, "--out", "results")
    lines = run("study", "show", "results", "--format", "csv").lines
    assert lines[0].startswith("clues,grids,accepted,mean,")
    first, _ = map(json.loads, run("study", "show", "results", "--format", "json").lines)
    assert float(lines[1].split(",")[3]) == first["mean"]
    assert run("study", "show", "results", "--counts", "c.csv").code == 0
    assert run("study", "show", "results", "--counts", "c.xls").refuses("c.xls", ".csv", ".parquet", ".arrow")


@pytest.mark.slow
def test_values_hidden_by_a_limit_are_not_shown(run: Run) -> None:
    run("study", "run", "--method", "2", "--clues", "20", "--grids", "3", "--limit", "1", "--out", "one")
    heading, *_ = shown = run("study", "show", "one").lines
    assert re.search(naming("one", 1, 3, "fast-c"), heading)
    assert re.search(r"^20 +3 +>= 1 \* +1 \.\. - +>= 1 +0\.00% +- +- +>= 1$", "\n".join(shown), re.M)
    record = json.loads(run("study", "show", "one", "--format", "json").out)
    assert (record["limit"], record["grids"], record["capped"], record["one"]) == (1, 3, 3, None)
    run("study", "run", "--method", "2", "--clues", "20", "--grids", "3", "--limit", "9", "--out", "nine")
    assert re.search(naming(1), run("study", "compare", "one", "nine").lines[-1])
    assert not re.search(naming(1), run("study", "compare", "nine", "nine").lines[-1])


def test_without_accepted_grids_no_value_is_shown(run: Run) -> None:
    """Method 1 does not reach 75 clues."""
    run("study", "run", "--method", "1", "--clues", "75", "--grids", "5", "--out", "none")
    line = run("study", "show", "none", "--format", "json").out
    assert "NaN" not in line
    assert json.loads(line)["mean"] is None
    assert "nan" not in run("study", "show", "none").out


def test_two_studies_are_one_csv_table(run: Run) -> None:
    for seed in ("1", "2"):
        run("study", "run", "--method", seed, *SMALL[2:], "--out", f"of{seed}")
    lines = run("study", "show", "of1", "of2", "--format", "csv").lines
    assert [line.split(",")[:3] for line in lines] == [
        ["study", "method", "clues"],
        *(["of1", "1", clues] for clues in ("44", "45")),
        *(["of2", "2", clues] for clues in ("44", "45")),
    ]


def test_a_study_of_another_version_is_a_one_line_error(run: Run, tmp_path: Path) -> None:
    run("study", "run", *SMALL, "--out", "ours")
    run("study", "run", *SMALL, "--out", "theirs")
    with closing(sqlite3.connect(tmp_path / "theirs" / "study.sqlite")) as database, database:
        (text,) = database.execute("SELECT json FROM plan").fetchone()
        text = text.replace('"version": 1', '"version": 2')
        digest = hashlib.blake2b(text.encode(), digest_size=16).digest()
        database.execute("UPDATE plan SET json = ?, digest = ?", (text, digest))
    assert run("study", "compare", "ours", "theirs").refuses("version")


def test_the_help_of_compare_explains_each_verdict(run: Run) -> None:
    text = run("study", "compare", "--help").out
    assert all(re.search(rf"^ *{verdict}  ", text, re.M) for verdict in get_args(Verdict))


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


def test_a_bound_larger_than_the_sum_is_not_shown(run: Run) -> None:
    shown = run("study", "predict", "document", "--distance", "6", "--clues", "27..80")
    rows = {line.split()[0]: line.split() for line in shown.lines if re.match(r"\d+ ", line)}
    assert "e+" not in shown.out
    assert rows["27"][2] == "-" != rows["76"][2]
    assert any(line.startswith("-:") for line in shown.lines)


@pytest.mark.slow
def test_predict(run: Run) -> None:
    predicted = run("study", "predict", "document", "--distance", "12", "--clues", "44..46")
    assert predicted.code == 0
    assert "A(11) = 240, A(12) = 866" in predicted.out
    assert any(re.search(naming(77, 4), line) for line in predicted.lines)
    answer = json.loads(run("study", "predict", "document", "--distance", "12", "--format", "json").out)
    assert answer["differing"][4:9] == [6, 0, 35, 4, 22]
    run("study", "run", "--method", "2", "--clues", "45", "--grids", "60", "--out", "m")
    curve = run("study", "predict", "document", "--distance", "12", "--measured", "m", "--figure", "c.svg")
    assert curve.code == 0
    assert curve.complains("c.svg")
    assert run("study", "predict", "0" * 81).refuses(81)
    assert run("study", "predict", OTHER_GRID, "--measured", "m").refuses("m", 2)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("run", "--method", "2", "--out", "x"), ["--method", "--clues", "--grids"]),
        (("run", "--out", "x"), ["x"]),
        (("run", "--out", "x", "--seed", "3"), ["--seed", "--method"]),
        (("run", "--out", "x", "--limit", "3", "--rng", "scilab"), ["--limit", "--rng"]),
        (("run", "--method", "1", *SMALL[2:], "--out", "x", "--from", "uniform"), ["--from", "--method"]),
        (("run", *SMALL, "--out", "x", "--scheduler", "tcp://x", "--jobs", "2"), ["--scheduler", "--jobs"]),
        (("show", "x", "--log", "--png", "--lang", "fr"), ["--log", "--png", "--lang", "--figures"]),
        (("show", "x", "--bars", "--format", "csv"), ["--bars", "--format csv"]),
        (("show", "x"), ["x"]),
        (("show", "x", "--counts", "no/c.csv"), ["no/c.csv"]),
        (("show", "x", "--counts", "c.xls"), ["c.xls", ".csv", ".parquet", ".arrow"]),
        (
            ("run", "--method", "2", "--clues", "20", "--grids", "1e14", "--out", "x"),
            ["100,000,000,000,000", "50,000,000,000", "fast-c"],
        ),
        (("predict", "document", "--clues", "80..90"), [0, 81]),
        (("predict", "document", "--clues", "90.."), [0, 81]),
        (("predict", "document", "--distance", "40", "--figure", "x.pdf"), ["x.pdf", ".svg", ".png"]),
        (("run", *SMALL, "--out", "x", "--from", "7" * 81), [7, "row 1"]),
    ],
)
def test_an_impossible_request_is_one_line_on_stderr(
    run: Run, arguments: tuple[str, ...], named: list[object]
) -> None:
    assert run("study", *arguments).refuses(*named)


def test_an_error_names_a_scheduler_that_does_not_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With or without Dask installed; the timeout is shorter than the default."""
    monkeypatch.setattr(worker_pools, "CONNECT_TIMEOUT_S", 0.2)
    scheduler = ("--scheduler", "tcp://127.0.0.1:1")
    assert run_here(["study", "run", *SMALL, "--out", str(tmp_path / "x"), *scheduler]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "--scheduler" in err.splitlines()[-1]


@pytest.mark.slow
@pytest.mark.skipif(NOT_BUILT is not None, reason="needs the C core")
def test_an_interrupted_survey_shows_its_results(tmp_path: Path) -> None:
    """A grid takes milliseconds at distance 10 and hours at distance 60, where only the stop flag ends it."""
    some, none = (_surveyed_until_ctrl_c(distance, tmp_path) for distance in ("10", "60"))
    assert re.search(r"^4 +[\d.,]+ ", some[0], re.M)
    assert none[0] == ""
    last = [errors.splitlines()[-1] for _, errors in (some, none)]
    assert all(re.search(naming("1,000,000"), line) for line in last)
    assert [re.search(naming(0), line) is not None for line in last] == [False, True]


def _surveyed_until_ctrl_c(distance: str, folder: Path) -> tuple[str, str]:
    command = [sys.executable, "-m", "sudoku_rosetta", "study", "survey", "--grids", "1e6"]
    with subprocess.Popen(
        [*command, "--distance", distance],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
    ) as program:
        until_computing(program, 2.5)
        program.send_signal(signal.SIGINT)
        try:
            streams = program.communicate(timeout=HANG_GUARD_S)
        finally:
            program.kill()
    assert program.returncode == 130
    return streams
