"""The JSON, CSV and database files have the recorded keys and types.

Keys can be added. Removing a key or changing its type needs a new schema version.
"""

from __future__ import annotations

import csv
import json
import shlex
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from demand import skip_or_fail
from recording import RECORDING, same_as_recorded
from sudoku_rosetta import solvers
from sudoku_rosetta.compare import Growth
from sudoku_rosetta.compare._schema import schema

pytestmark = pytest.mark.recorded
RECORDED = Path(__file__).with_name("schemas.json")
PROGRAM = (sys.executable, "-m", "sudoku_rosetta")
GRIDS = "none.txt several.txt one.txt"
LINES = {
    "solve": f"solve --format json {GRIDS}",
    "solve --count": f"solve --count --limit 2 --format json {GRIDS}",
    "check": f"check --format json {GRIDS} clash.txt",
    "generate": "generate --seed 1 --format json --rate",
    "errata": "errata --format json",
    "solvers": "solvers --format json",
    "study show": "study show first --format json",
    "study compare": "study compare first second --format json",
    "study predict": "study predict document --distance 6 --clues 70..71 --jobs 1 --format json",
    "study survey": "study survey --grids 1 --distance 6 --jobs 1 --format json",
}
"""Commands that print one JSON object per line."""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if absent := [solver.id for solver in solvers() if solver.missing()]:
        skip_or_fail("core", f"not built: {', '.join(absent)}")
    folder = tmp_path_factory.mktemp("schemas")
    full = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
    texts = {"none": "123456780000000009" + "0" * 63, "one": full.replace("1", "0"), "clash": "11" + "0" * 79}
    for name, text in (
        texts | {"several": full.replace("1", "0").replace("2", "0").replace("3", "0")}
    ).items():
        (folder / f"{name}.txt").write_text(text + "\n")
    for name, seed in (("first", 1), ("second", 2)):
        run(folder, f"study run --method 2 --clues 44..45 --grids 40 --seed {seed} --out {name}")
    (folder / "wrong.py").write_text("def solve(grid):\n    return '1' * 81 if '0' in grid else grid\n")
    for language in ("en", "fr"):
        run(
            folder,
            "conform wrong.py:solve --solver c-style --case one-with-36-clues --case clash-in-the-first-row "
            f"--lang {language} --json conform.json --csv {language}.csv",
        )
    return folder


def run(folder: Path, command: str) -> str:
    ran = subprocess.run(
        [*PROGRAM, *shlex.split(command)], cwd=folder, capture_output=True, text=True, check=False
    )
    assert "Traceback" not in ran.stderr, ran.stderr
    return ran.stdout


def shape(value: Any) -> Any:
    """The value with each simple value replaced by the name of its type."""
    if isinstance(value, dict):
        return {key: shape(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [merged([shape(each) for each in value])] if value else []
    return {"NoneType": "null", "str": "text", "int": "integer", "float": "number", "bool": "boolean"}[
        type(value).__name__
    ]


def merged(shapes: list[Any]) -> Any:
    """One shape for several values. For objects, it has the union of their keys."""
    objects = [each for each in shapes if each != "null"]
    if objects and len(objects) < len(shapes) and all(isinstance(each, dict) for each in objects):
        return {"null or": merged(objects)}
    if all(isinstance(each, dict) for each in shapes):
        keys = sorted({key for each in shapes for key in each})
        return {key: merged([each[key] for each in shapes if key in each]) for key in keys}
    if all(isinstance(each, list) for each in shapes):
        inside = [each[0] for each in shapes if each]
        return [merged(inside)] if inside else []
    found = sorted({each if isinstance(each, str) else json.dumps(each) for each in shapes})
    return found[0] if len(found) == 1 else " or ".join(found)


def with_the_same_keys(outcome: dict[str, Any]) -> dict[str, Any]:
    """An outcome without the keys that depend on the solver or the message."""
    reason = outcome["reason"]
    return outcome | {"counts": {}, "reason": reason and reason | {"arguments": {}}}


def without_descriptions(schema: Any) -> Any:
    if isinstance(schema, dict):
        return {key: without_descriptions(value) for key, value in schema.items() if key != "description"}
    return [without_descriptions(each) for each in schema] if isinstance(schema, list) else schema


def first_line(path: Path) -> list[str]:
    with path.open(newline="", encoding="utf-8") as file:
        return next(csv.reader(file, delimiter=";" if path.name == "fr.csv" else ","))


def study_schema(path: Path) -> dict[str, Any]:
    with sqlite3.connect(path) as database:
        tables = [sql for (sql,) in database.execute("SELECT sql FROM sqlite_master ORDER BY name") if sql]
        (plan,) = database.execute("SELECT json FROM plan").fetchone()
        (application,) = database.execute("PRAGMA application_id").fetchone()
    database.close()
    read = json.loads(plan)
    return {
        "tables": tables,
        "application_id": application,
        "plan": shape(read),
        "version": read.get("version"),
    }


def missing(now: Any, then: Any, where: str = "") -> list[str]:
    """The removed keys and changed types."""
    if isinstance(then, dict) and isinstance(now, dict):
        gone = [f"{where}.{key}: gone" for key in then if key not in now]
        return gone + [
            line for key in then if key in now for line in missing(now[key], then[key], f"{where}.{key}")
        ]
    if isinstance(then, list) and isinstance(now, list) and len(now) == len(then):
        return [
            line for one, other in zip(now, then, strict=True) for line in missing(one, other, f"{where}[]")
        ]
    return [] if now == then else [f"{where}: was {then!r}, is {now!r}"]


def test_keys_can_be_added_but_not_removed_or_changed() -> None:
    assert missing({"a": "text", "b": ["integer"], "c": "null"}, {"a": "text", "b": ["integer"]}) == []
    found = missing({"a": "integer"}, {"a": "text", "b": ["integer"]})
    assert [line.partition(":")[0] for line in found] == [".b", ".a"]


def test_schemas_are_the_recorded_ones(place: Path) -> None:
    found: dict[str, Any] = {
        name: merged([shape(json.loads(line)) for line in run(place, command).splitlines()])
        for name, command in LINES.items()
    }
    judged = json.loads((place / "conform.json").read_text(encoding="utf-8"))
    judged["outcomes"] = list(map(with_the_same_keys, judged["outcomes"]))
    found["conform --json"] = shape(judged) | {"schema": judged["schema"]}
    found["conform --csv"] = {language: first_line(place / f"{language}.csv") for language in ("en", "fr")}
    found["compare --json"] = without_descriptions(json.loads(run(place, "compare schema")))
    found["compare growth --json"] = without_descriptions(schema(Growth))
    found["study show --format csv"] = run(place, "study show first --format csv").splitlines()[0].split(",")
    run(place, "study show first --counts counts.csv")
    found["study show --counts"] = first_line(place / "counts.csv")
    found["study.sqlite"] = study_schema(place / "first" / "study.sqlite")
    assert all(found.values())
    if RECORDING:
        same_as_recorded(RECORDED, found)
    gone = missing(found, json.loads(RECORDED.read_text(encoding="utf-8")), "schemas")
    assert not gone, f"if this is intended, increase the schema version and run make record: {gone}"
