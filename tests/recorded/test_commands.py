"""Each command gives its recorded answer: output without sentences, exit code, files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from demand import skip_or_fail
from recorded.commands import AREAS
from recorded.running import ANSWERS, KEYS, Answer, answers_of, without_sentences
from recording import RECORDING, differences, same_as_recorded
from sudoku_rosetta import solvers

pytestmark = pytest.mark.recorded


@pytest.mark.parametrize("area", AREAS)
def test_the_commands_of_an_area_give_their_recorded_answers(area: str, tmp_path: Path) -> None:
    if missing := [solver.id for solver in solvers() if solver.missing()]:
        skip_or_fail("core", f"not built: {', '.join(missing)}")
    path, now = ANSWERS / f"{area}.json", answers_of(area, tmp_path)
    if area in KEYS and not RECORDING:
        now = without_additions(now, json.loads(path.read_text(encoding="utf-8")))
    same_as_recorded(path, now)


def without_additions(now: dict[str, Answer], then: dict[str, Answer]) -> dict[str, Answer]:
    return {
        command: {key: answer[key] for key in answer if key in then.get(command, answer)}
        for command, answer in now.items()
    }


def test_a_difference_names_the_command_and_the_change() -> None:
    then = {"a": {"exit": 0, "out": ["1"]}, "b": {"exit": 0}}
    assert differences(then, then) == []
    assert differences({"a": {"exit": 1, "out": ["1"]}, "c": {}}, then) == [
        "b: missing",
        "a: exit was 0, is 1",
        "c: not recorded",
    ]


def test_sentences_and_last_digits_are_not_compared() -> None:
    assert without_sentences("# grids.txt:3: no solution") == "#"
    assert without_sentences('{"title": "x", "count": 3}') == '{"count": 3}'
    assert without_sentences("40,2.7566666666666661,0.5") == "40,2.75666667,0.5"
