"""Lighthouse scores of Home, Read and Follow, on desktop and mobile: 0.95 for performance, 1 for the rest."""

from pathlib import Path
from typing import Any

import pytest
from browser import Browser, require_chromium
from http_host import serve

PAGES = [f"{language}/{page}" for language in ("fr", "en") for page in ("", "read/try/", "follow/")]
RUNS = 5  # maximum; the best run counts, since other work on the machine lowers the score

pytestmark = pytest.mark.alone


@pytest.fixture(scope="module")
def lighthouse(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    place = tmp_path_factory.mktemp("lighthouse")
    return Browser(require_chromium(place, Path(__file__).parent / "lighthouse"), place)


@pytest.mark.parametrize("preset", ["desktop", "mobile"])
def test_lighthouse_scores_are_high_enough(preset: str, site: Path, lighthouse: Browser) -> None:
    with serve(site) as address:
        results: list[dict[str, Any]] = lighthouse.run_json("lighthouse.mjs", address, preset, RUNS, *PAGES)
    assert [found["page"] for found in results] == PAGES
    for found in results:
        scores = dict(found["scores"])
        assert scores.pop("performance") >= 0.95, found
        assert scores == {"accessibility": 1, "best-practices": 1, "seo": 1}, found
