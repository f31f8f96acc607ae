"""The fence `data`: its tables match the recorded files, and missing files or tables fail the build."""

import json
import re
from collections.abc import Callable

import pytest
from hooks import data
from hooks.fences import fence
from naming import naming

Refusal = Callable[[Callable[..., str], str], str]

SHOWS = [
    ("compare.json", "speeds"),
    ("compare-grid-1.json", "counts"),
    ("compare.json", "factors"),
    ("compare-growth.json", "growth"),
    ("generators.json", "generators"),
    ("study/method2.csv", "means"),
]


@pytest.mark.parametrize(("file", "show"), SHOWS)
def test_a_table_is_complete_in_both_languages(file: str, show: str) -> None:
    pages = [fence(data.html, language)(f"file: {file}\nshow: {show}") for language in ("fr", "en")]
    sizes = []
    for page in pages:
        columns = page.count('<th scope="col">')
        rows = page.count("<tr>") - 1
        assert rows >= 4
        assert page.count("<td>") == rows * (columns - 1)
        sizes.append((rows, columns))
    assert sizes[0] == sizes[1]


def test_the_placements_of_the_document_are_exact() -> None:
    recorded = json.loads((data.DATA / "compare-grid-1.json").read_text(encoding="utf-8"))
    c = next(solver for solver in recorded["solvers"] if solver["name"] == "c-style")
    assert c["work"]["counts"]["placements"] == 18884
    page = fence(data.html, "en")("file: compare-grid-1.json\nshow: counts")
    row = next(row for row in page.split("<tr>") if "c-style" in row)
    assert re.findall("<td>(.*?)</td>", row)[:3] == ["18,884", "169,956", "–"]
    assert "18\u202f884" in fence(data.html, "fr")("file: compare-grid-1.json\nshow: counts")


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("file: gone.json\nshow: speeds", ["docs/data/gone.json"]),
        ("file: compare.json\nshow: speed", ["speed", "speeds"]),
        ("file: compare.svg\nshow: picture", ["alt"]),
    ],
)
def test_missing_data_fails_the_build(asked: str, named: list[str], refusal: Refusal) -> None:
    assert re.search(naming(*named), refusal(fence(data.html, "en"), asked))
