"""The zip works from any folder through python -m http.server, and what was read stays when the server goes."""

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
from seeing import Browser
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


def test_a_changed_word_changes_the_pages_name_and_not_that_of_run(tmp_path: Path) -> None:
    def names() -> list[str]:
        offline.keep(tmp_path)
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


def test_the_list_is_all_that_a_page_may_ask_for(site: Path) -> None:
    lists = [name for names in offline.lists(site).values() for name in names]
    assert len(lists) == len(set(lists))
    for name in lists:
        assert (site / name).exists(), name
    told = {f"{file.parent.relative_to(site).as_posix()}/" for file in site.glob("*/**/index.html")}
    assert told <= set(lists)
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
    offline.keep(folder)
    shutil.copytree(folder, changed)
    for page in changed.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        page.write_text(re.sub(r"(<h1[^>]*>)", r"\1Changé. ", text), encoding="utf-8")
    offline.keep(changed)
    # under the cache's old name, as the worker of an older build has it while a page of the new one is loaded
    for name in ("ours", "pyodide/theirs"):
        (changed / offline.HEAVY / f"{name}.txt").write_text("changed", encoding="utf-8")
    empty.mkdir()
    (empty / "index.html").write_text("another site", encoding="utf-8")
    # a server compares whole seconds: as if it had been built a minute later
    for file in [*changed.rglob("*"), *empty.rglob("*")]:
        os.utime(file, (file.stat().st_atime, file.stat().st_mtime + 60))
    told: dict[str, Any] = chromium.asked("offline.mjs", sys.executable, folder, changed, empty)
    return told


def test_the_unpacked_site_is_clicked_through_without_a_complaint(seen: dict[str, Any]) -> None:
    assert seen["complaintsOnline"] == []
    assert len(set(seen["clicked"])) == 3
    assert all(path.startswith("/fr/read/") for path in seen["clicked"])
    assert seen["english"] == seen["clicked"][-1].replace("/fr/", "/en/")


def title(page: Path) -> str:
    found = re.search(r"<h1[^>]*>(.*?)</h1>", page.read_text(encoding="utf-8"), re.DOTALL)
    assert found
    return html.unescape(re.sub(r"<[^>]+>", "", found[1])).strip()


def test_without_the_server_a_visited_page_is_there_and_an_unvisited_one_too(
    seen: dict[str, Any], site: Path
) -> None:
    assert seen["reloaded"] == seen["online"]
    assert seen["unvisited"] == title(site / "fr/class/why-c-is-faster/index.html")
    assert seen["root"] == title(site / "fr/index.html")
    assert re.match(r"\d{3,} ", seen["walked"])
    assert seen["found"].endswith("/fr/documents/deduction/")


def test_what_run_loaded_stays_once_it_was_loaded(seen: dict[str, Any]) -> None:
    assert (seen["run"], seen["runOffline"]) == ("loaded", ["loaded", "nothing"])
    assert seen["runStillKept"] == "loaded"


def test_of_run_only_pyodide_comes_from_what_was_kept(seen: dict[str, Any]) -> None:
    assert seen["parts"] == ["ours", "pyodide/theirs"]
    assert seen["partsChanged"] == ["changed", "pyodide/theirs"]


def test_a_changed_site_is_seen_at_once_and_kept_anew(seen: dict[str, Any]) -> None:
    assert seen["changed"].startswith("Changé.")
    assert seen["second"] != seen["first"]
    assert seen["changedOffline"] == seen["changed"]


def test_another_site_on_the_same_address_is_not_hidden(seen: dict[str, Any]) -> None:
    assert seen["another"] == "200 another site"
