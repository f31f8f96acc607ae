"""The built site: links, anchors, ids, and no requests to other servers."""

import gzip
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

pytestmark = pytest.mark.slow

DOCS = Path(__file__).resolve().parents[2] / "docs"
HERE = "http://site"
LOADS = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("link", "href")}


class Page(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.language = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.language = self.language or given.get("lang", "") if tag == "html" else self.language
        if "id" in given:
            self.ids.append(given["id"])
        for name in {"href", "src"} & set(given):
            if (tag, name) in LOADS and given.get("rel", "").strip() not in {
                "alternate",
                "canonical",
                "prev",
                "next",
            }:
                self.loaded.append(given[name])
            self.links.append(given[name])


def test_a_folder_that_is_not_a_site_is_not_replaced(tmp_path: Path) -> None:
    kept = tmp_path / "letter.txt"
    kept.touch()
    command = [sys.executable, str(DOCS / "build.py"), "--out", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert str(tmp_path) in ended.stderr
    assert "Traceback" not in ended.stderr
    assert kept.exists()


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Page]:
    """The pages of the site by address."""
    files = {file: file.relative_to(site).as_posix() for file in site.rglob("*.html")}
    addresses = {file: f"{HERE}/{name.removesuffix('index.html')}" for file, name in files.items()}
    return {address: Page(file.read_text(encoding="utf-8")) for file, address in addresses.items()}


def test_every_link_and_anchor_exists(site: Path, pages: dict[str, Page]) -> None:
    def leads_somewhere(address: str, link: str) -> bool:
        to = urlsplit(urljoin(address, link))
        if to.netloc != "site" or to.scheme not in {"http", "https"}:
            return True
        page = pages.get(f"{HERE}{to.path}")
        if page is None:
            return (site / unquote(to.path).lstrip("/")).is_file()
        return not to.fragment or "=" in to.fragment or unquote(to.fragment) in page.ids

    # a 404 page is shown at any address, so its links are absolute
    whole = {address: page for address, page in pages.items() if not address.endswith("404.html")}
    lost = [(at, link) for at, page in whole.items() for link in page.links if not leads_somewhere(at, link)]
    assert lost == []


def test_ids_are_unique(pages: dict[str, Page]) -> None:
    for address, page in pages.items():
        doubled = {name for name in page.ids if page.ids.count(name) > 1}
        assert not doubled, f"{address}: {doubled}"


def test_nothing_is_loaded_from_other_servers(site: Path, pages: dict[str, Page]) -> None:
    elsewhere = {link for page in pages.values() for link in page.loaded if urlsplit(link).netloc}
    assert elsewhere == set()
    for file in site.rglob("*.css"):
        asked = re.findall(r"url\(\s*['\"]?((?:https?:)?//[^)'\"]+)", file.read_text(encoding="utf-8"))
        assert asked == [], file


def test_the_language_switch_stays_on_the_page(site: Path) -> None:
    for here, other in (("fr", "en"), ("en", "fr")):
        for file in (site / here).rglob("index.html"):
            page = file.relative_to(site / here).as_posix()
            found = re.search(r'<a class="language" href="([^"]*)"', file.read_text(encoding="utf-8"))
            assert found, file
            at = urlsplit(urljoin(f"{HERE}/{here}/{page}", found[1])).path
            assert at == f"/{other}/{page.removesuffix('index.html')}"


def test_pages_declare_their_language_and_the_root_links_to_both(site: Path, pages: dict[str, Page]) -> None:
    for address, page in pages.items():
        language = urlsplit(address).path.split("/")[1]
        assert page.language == (language or "fr")
    assert {"fr/", "en/"} <= set(pages[f"{HERE}/"].links)


def test_scripts_are_small(site: Path) -> None:
    own = [file.read_bytes() for file in [*(site / "assets" / "js").glob("*.*js"), site / "sw.js"]]
    assert own
    assert sum(len(gzip.compress(code)) for code in own) <= 15_000
