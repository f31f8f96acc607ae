"""Lighthouse on Home, Read and Follow, on a desk and on a phone: 0.95 for performance, 1 for all else."""

from pathlib import Path
from typing import Any

import browser
import pytest
from seeing import Browser
from served import host

PAGES = [f"{language}/{page}" for language in ("fr", "en") for page in ("", "read/try/", "follow/")]
RUNS = 5  # at most, and the best of them: other work on the machine only takes from a performance

pytestmark = pytest.mark.alone


@pytest.fixture(scope="module")
def lighthouse(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    place = tmp_path_factory.mktemp("lighthouse")
    return Browser(browser.made_ready(place, Path(__file__).parent / "lighthouse"), place)


@pytest.mark.parametrize("preset", ["desktop", "mobile"])
def test_lighthouse_takes_nothing_off(preset: str, site: Path, lighthouse: Browser) -> None:
    with host(site) as address:
        told: list[dict[str, Any]] = lighthouse.asked("lighthouse.mjs", address, preset, RUNS, *PAGES)
    assert [found["page"] for found in told] == PAGES
    for found in told:
        scores = dict(found["scores"])
        assert scores.pop("performance") >= 0.95, found
        assert scores == {"accessibility": 1, "best-practices": 1, "seo": 1}, found
