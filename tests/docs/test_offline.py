"""Offline use: the zip works from any folder with python -m http.server, and cached pages work without a server."""

import html
import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import offline
import pytest
from browser import Browser
from waiting import HANG_GUARD_S

pytestmark = pytest.mark.slow

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(scope="module")
def packed(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("packed") / "sudoku-rosetta-site.zip"
    offline.pack(site, file)
    return file


def test_the_same_sources_give_the_same_zip(packed: Path, tmp_path: Path) -> None:
    again = tmp_path / "again" / packed.name
    command = [
        sys.executable,
        str(DOCS / "build.py"),
        "--out",
        "elsewhere",
        "--zip",
        str(again),
    ]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True, timeout=HANG_GUARD_S)
    with zipfile.ZipFile(packed) as one, zipfile.ZipFile(again) as two:
        sums = [{entry.filename: entry.CRC for entry in each.infolist()} for each in (one, two)]
    assert sums[0] == sums[1]
    assert packed.read_bytes() == again.read_bytes()


def test_a_changed_page_renames_the_page_cache_but_not_the_run_cache(tmp_path: Path) -> None:
    def names() -> list[str]:
        offline.write_worker(tmp_path)
        return re.findall(r'"(sudoku-rosetta[^"]*)"', (tmp_path / "sw.js").read_text(encoding="utf-8"))

    (tmp_path / "fr").mkdir()
    (tmp_path / "assets" / "run").mkdir(parents=True)
    page, heavy = tmp_path / "fr" / "index.html", tmp_path / "assets" / "run" / "pyodide.wasm"
    page.write_text("un", encoding="utf-8")
    heavy.write_text("x", encoding="utf-8")
    first = names()
    assert names() == first
    page.write_text("deux", encoding="utf-8")
    second = names()
    assert (second[0] == first[0], second[1] == first[1]) == (False, True)
    heavy.write_text("y", encoding="utf-8")
    third = names()
    assert (third[0] == second[0], third[1] == second[1]) == (True, False)


def test_the_list_has_all_files_that_a_page_may_request(site: Path) -> None:
    lists = [name for names in offline.lists(site).values() for name in names]
    assert len(lists) == len(set(lists))
    for name in lists:
        assert (site / name).exists(), name
    result = {f"{file.parent.relative_to(site).as_posix()}/" for file in site.glob("*/**/index.html")}
    assert result <= set(lists)
    assert not [name for name in lists if name.startswith(offline.HEAVY)]


@pytest.fixture(scope="module")
def seen(packed: Path, tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> dict[str, Any]:
    base = tmp_path_factory.mktemp("a folder, é")
    deep, changed, empty = base / "un" / "deux" / "trois", base / "changed", base / "empty"
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(deep)
    folder = next(deep.iterdir())
    heavy = folder / offline.HEAVY
    heavy.mkdir(parents=True, exist_ok=True)
    for name in ("loaded", "unloaded", "ours", "pyodide/theirs"):
        (heavy / f"{name}.txt").write_text(name, encoding="utf-8")
    offline.write_worker(folder)
    shutil.copytree(folder, changed)
    for page in changed.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(re.sub(r"(<h1[^>]*>)", r"\1Changé. ", text), encoding="utf-8")
    offline.write_worker(changed)
    # with the old name of the cache, as if an older worker were active while a new page loads
    for name in ("ours", "pyodide/theirs"):
        (changed / offline.HEAVY / f"{name}.txt").write_text("changed", encoding="utf-8")
    empty.mkdir()
    (empty / "index.html").write_text("another site", encoding="utf-8")
    # servers compare whole seconds: pretend that it was built a minute later
    for file in [*changed.rglob("*"), *empty.rglob("*")]:
        os.utime(file, (file.stat().st_atime, file.stat().st_mtime + 60))
    result: dict[str, Any] = chromium.run_json("offline.mjs", sys.executable, folder, changed, empty)
    return result


def test_the_unpacked_site_works_without_errors(seen: dict[str, Any]) -> None:
    assert seen["complaintsOnline"] == []
    assert len(set(seen["clicked"])) == 3
    assert all(path.startswith("/fr/read/") for path in seen["clicked"])
    assert seen["english"] == seen["clicked"][-1].replace("/fr/", "/en/")


def title(page: Path) -> str:
    found = re.search(r"<h1[^>]*>(.*?)</h1>", page.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return html.unescape(re.sub(r"<[^>]+>", "", found[1])).strip()


def test_without_a_server_visited_and_unvisited_pages_load(seen: dict[str, Any], site: Path) -> None:
    assert seen["reloaded"] == seen["online"]
    assert seen["unvisited"] == title(site / "fr/class/why-c-is-faster/index.html")
    assert seen["root"] == title(site / "fr/index.html")
    assert re.match(r"\d{3,} ", seen["walked"])
    assert seen["found"].endswith("/fr/documents/deduction/")


def test_the_files_of_run_are_cached_after_the_first_use(seen: dict[str, Any]) -> None:
    assert (seen["run"], seen["runOffline"]) == ("loaded", ["loaded", "nothing"])
    assert seen["runStillKept"] == "loaded"


def test_of_the_files_of_run_only_pyodide_is_read_from_the_cache_first(seen: dict[str, Any]) -> None:
    assert seen["parts"] == ["ours", "pyodide/theirs"]
    assert seen["partsChanged"] == ["changed", "pyodide/theirs"]


def test_a_changed_site_is_shown_immediately_and_cached_again(seen: dict[str, Any]) -> None:
    assert seen["changed"].startswith("Changé.")
    assert seen["second"] != seen["first"]
    assert seen["changedOffline"] == seen["changed"]


def test_another_site_on_the_same_address_is_not_hidden(seen: dict[str, Any]) -> None:
    assert seen["another"] == "200 another site"
