"""`errata` and `solvers`: tables for a person and for a pipe, and JSON."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from importlib.resources import files
from typing import Any

import pytest

Run = Callable[..., Any]


def every_erratum() -> list[dict[str, Any]]:
    text = files("sudoku_rosetta.documents").joinpath("errata.toml").read_text("utf-8")
    errata: list[dict[str, Any]] = tomllib.loads(text)["erratum"]
    return errata


def test_every_erratum_has_its_line(run: Run) -> None:
    ended = run("errata")
    assert ended.code == 0
    for line, erratum in zip(ended.lines[1:], every_erratum(), strict=True):
        first, *_, last = line.split()
        assert (first, last) == (erratum["id"], erratum["symptom"])
        assert erratum["document"] in line


def test_one_document_and_one_erratum(run: Run) -> None:
    of_scilab = run("errata", "--document", "scilab").lines[1:]
    assert {line.split()[1] for line in of_scilab} == {"scilab"}
    in_full = run("errata", "--id", "s1")
    assert in_full.lines[0] == "S1"
    assert max(map(len, in_full.lines)) <= 80
    whole = " ".join(in_full.out.split())
    (erratum,) = (each for each in every_erratum() if each["id"] == "S1")
    for key in ("document", "place", "symptom", "why"):
        assert " ".join(erratum[key].split()) in whole, key


def test_a_narrow_terminal_is_no_failure(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "10")
    assert run("errata", "--id", "P3").code == 0


def test_no_such_erratum_or_document(run: Run) -> None:
    for option, name in (("--id", "Z9"), ("--document", "latin")):
        there = dict.fromkeys(erratum[option[2:]] for erratum in every_erratum())
        assert run("errata", option, name).refuses(name, option[2:], *there)


def test_the_errata_as_json(run: Run) -> None:
    told = [json.loads(line) for line in run("errata", "--format", "json").lines]
    assert [(each["id"], each["why"]) for each in told] == [(e["id"], e["why"]) for e in every_erratum()]


def test_the_solvers_in_a_pipe_one_a_line(run: Run) -> None:
    ended = run("solvers")
    assert ended.code == 0
    ours = [line.split()[0] for line in ended.lines[1:6]]
    assert ours == ["c-style", "scilab-style", "pseudocode-style", "deduction-style", "original-c"]


def test_the_solvers_as_json(run: Run) -> None:
    told = {solver["name"]: solver for solver in map(json.loads, run("solvers", "--format", "json").lines)}
    assert told["c-style"]["can"] == ["first", "all", "count"]
    assert told["c-style"]["promises"] == ["lexicographic", "row-major"]
    assert (told["original-c"]["language"], told["c-style"]["missing"]) == ("C", None)
