"""`errata` and `solvers`: tables and JSON."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest
from sudoku_rosetta.cli.outputs import column_widths

Run = Callable[..., Any]


def every_erratum() -> list[dict[str, Any]]:
    text = files("sudoku_rosetta.documents").joinpath("errata.toml").read_text("utf-8")
    errata: list[dict[str, Any]] = tomllib.loads(text)["erratum"]
    return errata


def rows(lines: list[str]) -> list[str]:
    """The first line of each row of a table, without the heading; continuation lines start with a space."""
    return [line for line in lines[1:] if not line.startswith(" ")]


def test_every_erratum_has_its_row(run: Run) -> None:
    ended = run("errata")
    assert ended.code == 0
    for line, erratum in zip(rows(ended.lines), every_erratum(), strict=True):
        first, *_, last = line.split()
        assert (first, last) == (erratum["id"], erratum["symptom"])
        assert erratum["document"] in line


@pytest.mark.parametrize("command", [("errata",), ("solvers",), ("compare", "sets")])
def test_a_table_in_a_pipe_fits_100_columns_and_loses_no_word(run: Run, command: tuple[str, ...]) -> None:
    heading, *lines = run(*command).lines
    assert max(map(len, (heading, *lines))) <= 100
    starts = [found.start() for found in re.finditer(r"(?<!\S)\S+( \S+)*", heading)]
    assert all(
        line[start - 2 : start].isspace() for line in lines for start in starts if 0 < start <= len(line)
    )


def test_columns_share_the_width_and_short_ones_stay_whole() -> None:
    long, short = ["head", "some words that go on " * 5], ["id", "S1"]
    sizes = column_widths([short, long, short, long], 60)
    assert (sizes[0], sizes[2], sum(sizes)) == (2, 2, 60)
    assert column_widths([short, ["x" * 90]], 20) == [2, 18]
    assert column_widths([short, short], 60) == [2, 2]
    assert column_widths([short, ["one-word", "x"]], 8) == [2, 6]  # at its hyphen: "one-", "word"
    assert column_widths([[""], ["", "x"]], 0) == [1, 1]


def test_one_document_and_one_erratum(run: Run) -> None:
    of_scilab = rows(run("errata", "--document", "scilab").lines)
    assert {line.split()[1] for line in of_scilab} == {"scilab"}
    in_full = run("errata", "--id", "s1")
    assert in_full.lines[0] == "S1"
    assert max(map(len, in_full.lines)) <= 80
    whole = " ".join(in_full.out.split())
    (erratum,) = (each for each in every_erratum() if each["id"] == "S1")
    for key in ("document", "place", "symptom", "why"):
        assert " ".join(erratum[key].split()) in whole, key


def test_a_narrow_terminal_is_no_error(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    assert run("errata", "--id", "P3").code == 0


def test_no_such_erratum_or_document(run: Run) -> None:
    for option, name in (("--id", "Z9"), ("--document", "latin")):
        there = dict.fromkeys(erratum[option[2:]] for erratum in every_erratum())
        assert run("errata", option, name).refuses(name, option[2:], *there)


def test_the_errata_as_json(run: Run) -> None:
    answers = [json.loads(line) for line in run("errata", "--format", "json").lines]
    assert [(each["id"], each["why"]) for each in answers] == [(e["id"], e["why"]) for e in every_erratum()]


def test_the_solvers_in_a_pipe_have_a_row_each(run: Run) -> None:
    ended = run("solvers")
    assert ended.code == 0
    ours = [line.split()[0] for line in rows(ended.lines)[:5]]
    assert ours == ["c-style", "scilab-style", "pseudocode-style", "deduction-style", "original-c"]


def test_the_solvers_as_json(run: Run) -> None:
    answers = {solver["name"]: solver for solver in map(json.loads, run("solvers", "--format", "json").lines)}
    assert answers["c-style"]["can"] == ["first", "all", "count"]
    assert answers["c-style"]["promises"] == ["lexicographic", "row-major"]
    assert (answers["original-c"]["language"], answers["c-style"]["missing"]) == ("C", None)
