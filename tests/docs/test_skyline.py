"""The fence `skyline` draws the recorded searches."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hooks import skyline, walks
from hooks.fences import fence
from naming import naming

Refusal = Callable[[Callable[..., str], str], str]

ALL = "c-style, scilab-style, pseudocode-style, deduction-style"


def walk(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        (walks.recordings() / f"grid-1.{name}.json").read_text(encoding="utf-8")
    )
    return found


@pytest.mark.slow  # records the searches
def test_three_programs_have_the_same_skyline_and_deduction_a_shorter_one() -> None:
    page = fence(skyline.html, "en")(f"grid: grid-1\nwritings: {ALL}")
    drawn = re.findall(r'class="reached" d="([^"]*)"', page)
    assert len(drawn) == 4
    assert drawn[0] == drawn[1] == drawn[2]
    assert 0 < drawn[3].count("h1") < drawn[0].count("h1") / 10
    assert len(re.findall(r"\b18,884 \w", page)) == 6  # in the text, and in the text alternative
    assert re.search("\\b18\u202f884 \\w", fence(skyline.html, "fr")("grid: grid-1\nwritings: c-style"))


@pytest.mark.slow
def test_a_solution_fills_the_grid_and_a_guess_is_undone_completely() -> None:
    empty = walks.GRIDS["grid-1"].count("0")
    for name in ("pseudocode-style", "deduction-style"):
        found = walk(name)
        heights = skyline.heights(found)
        kinds = [found["places"][ord(at) - (35 if ord(at) < 92 else 36)][1] for at in found["at"]]
        assert max(heights) == heights[kinds.index("solution")] == empty <= skyline.HEIGHT
        assert min(heights) >= 0
    back = [n for n, kind in enumerate(kinds) if kind == "back"]
    assert max(heights[n - 1] - heights[n] for n in back) > 1


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("grid: grid-9\nwritings: c-style", ["grid-9"]),
        ("grid: grid-1\nwritings: c-stile", ["c-stile"]),
        ("grid: grid-1", ["writings"]),
    ],
)
def test_a_stale_fence_fails_the_build(asked: str, named: list[str], refusal: Refusal) -> None:
    assert re.search(naming(*named), refusal(fence(skyline.html, "en"), asked))
