"""The search works, and its index is loaded only when it is used."""

from pathlib import Path

import pytest
from browser import Browser
from http_host import serve

pytestmark = pytest.mark.slow


def test_the_index_is_loaded_on_use_and_finds_the_page(site: Path, chromium: Browser) -> None:
    with serve(site) as address:
        found = chromium.run_json("search.mjs", address, "solve_many", "fr/", "en/follow/")
    for language, seen in zip(("fr", "en"), found, strict=True):
        assert not any("search_index" in name or "lunr" in name for name in seen["before"])
        assert f"{language}/search/search_index.json" in seen["after"]
        assert any(link.startswith(f"/{language}/reference/python/") for link in seen["links"])
        assert seen["complaints"] == []
