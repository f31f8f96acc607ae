"""The search works, and costs nothing to who does not use it."""

from pathlib import Path

import pytest
from seeing import Browser
from served import host

pytestmark = pytest.mark.slow


def test_its_words_come_when_it_is_used_and_find_the_page(site: Path, chromium: Browser) -> None:
    with host(site) as address:
        found = chromium.asked("search.mjs", address, "solve_many", "fr/", "en/follow/")
    for language, seen in zip(("fr", "en"), found, strict=True):
        assert not any("search_index" in name or "lunr" in name for name in seen["before"])
        assert f"{language}/search/search_index.json" in seen["after"]
        assert any(link.startswith(f"/{language}/reference/python/") for link in seen["links"])
        assert seen["complaints"] == []
