"""Results files: reading, writing, the JSON Schema, and the changes between two results."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any

import jsonschema
import pytest
from sudoku_rosetta.compare import Ratio, Results, changes, from_json
from sudoku_rosetta.compare.difference import NotComparable
from sudoku_rosetta.compare.results import SchemaError, Work, json_schema

pytestmark = pytest.mark.slow


def test_results_are_read_as_they_were_written(results: Results) -> None:
    assert from_json(results.to_json()) == results


def test_results_match_their_schema(results: Results) -> None:
    schema = json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    data = json.loads(results.to_json())
    jsonschema.validate(data, schema)
    data["run"]["rounds"] = "many"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(data, schema)


def test_every_field_has_a_description() -> None:
    def walk(schema: dict[str, Any], where: str) -> None:
        for name, inside in schema.get("properties", {}).items():
            assert inside.get("description"), f"{where}.{name}"
            walk(inside, f"{where}.{name}")
        for inside in [*schema.get("anyOf", []), *([schema["items"]] if "items" in schema else [])]:
            walk(inside, where)

    walk(json_schema(), "results")


def test_an_invalid_file_is_refused_with_the_place_of_the_error(results: Results) -> None:
    def refused(change: Any) -> str:
        data = json.loads(results.to_json())
        change(data)
        with pytest.raises(SchemaError) as error:
            from_json(json.dumps(data))
        return str(error.value)

    def is_named(message: str, *words: str) -> bool:
        return all(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", message) for word in words)

    assert is_named(refused(lambda data: data.pop("run")), "results", "run")
    assert is_named(refused(lambda data: data.update(more=1)), "results", "more")
    renamed = refused(lambda data: data["solvers"][1].update(name=3))
    assert is_named(renamed, "results.solvers[1].name", "int", "str")
    ended = refused(lambda data: data["run"].update(ended_by="magic"))
    assert is_named(ended, "results.run.ended_by", "magic", "tight intervals", "time")
    assert is_named(refused(lambda data: data.update(format="other 9")), "format", "other 9")
    with pytest.raises(SchemaError, match="JSON"):
        from_json("{")


def changed(results: Results, name: str, **fields: Any) -> Results:
    solvers = tuple(replace(one, **fields) if one.name == name else one for one in results.solvers)
    return replace(results, solvers=solvers)


def test_a_result_has_no_change_from_itself(results: Results) -> None:
    found = changes(results, results)
    assert {each.solver for each in found} == {"scilab-style", "pseudocode-style", "deduction-style"}
    assert {each.verdict for each in found} == {"not significant"}


def test_changes_beyond_the_noise_have_a_verdict(results: Results) -> None:
    before = changed(results, "scilab-style", ratio=Ratio(20.0, 19.6, 20.4))
    slower = changed(results, "scilab-style", ratio=Ratio(21.0, 20.6, 21.4))
    within = changed(results, "scilab-style", ratio=Ratio(20.4, 20.0, 20.8))

    def verdict(old: Results, new: Results) -> str:
        return next(each.verdict for each in changes(old, new) if each.solver == "scilab-style")

    assert verdict(before, slower) == "slower"
    assert verdict(slower, before) == "faster"
    assert verdict(before, within) == "not significant"
    assert verdict(before, changed(before, "scilab-style", ratio=None)) == "removed"


def test_a_changed_count_is_reported_even_of_the_reference(results: Results) -> None:
    work = results.solver("c-style").work
    assert work is not None
    more = changed(
        results, "c-style", work=Work(work.puzzles, dict(work.counts) | {"tests": 1.0}, 1.0, False)
    )
    (found,) = (each for each in changes(results, more) if each.solver == "c-style")
    assert found.counts == {"tests": (work.counts["tests"], 1.0)}


def test_results_of_different_puzzles_are_not_comparable(results: Results) -> None:
    other = replace(results, settings=replace(results.settings, digest="0" * 16))
    with pytest.raises(NotComparable, match="0" * 16):
        changes(results, other)
