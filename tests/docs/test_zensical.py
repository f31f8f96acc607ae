"""zensical builds the same pages from the same sources, and rejects stale fences.

Allowed differences: the files of its theme, how code escapes quotation marks, and an empty link at the top of a
page, the target of "skip to content".
"""

import html
import os
import re
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from zlib import crc32

import build as builder
import pytest
from demand import skip_or_fail
from naming import naming
from waiting import HANG_GUARD_S

pytestmark = pytest.mark.slow

DOCS = Path(__file__).resolve().parents[2] / "docs"
LANGUAGES = ("fr", "en")
FENCES = {
    "side-by-side": '<div class="beside" id="',
    "errata": '<div class="errata',
    "data": 'class="measured"',
    "player": '<div class="player" data-walks="',
    "exercise": '<a href="',
    "worked": '<a href="',
    "manual": '<div class="manual" lang="en">',
    "case": "<code>",
}
ARTICLE = re.compile(r"<article[^>]*>(.*?)</article>", re.DOTALL)
SKIPPED_TO = re.compile(r'<a id="__skip"[^>]*></a>')


@pytest.fixture(scope="module")
def other(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if find_spec("zensical") is None:
        skip_or_fail("docs", "zensical is not installed")
    out = tmp_path_factory.mktemp("zensical") / "site"
    command = [sys.executable, str(DOCS / "build.py"), "--with", "zensical", "--out", str(out)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=HANG_GUARD_S, check=False)
    assert ran.returncode == 0, ran.stderr[-3000:]
    return out


def said(file: Path) -> list[str]:
    """The tags and the texts between them, in order."""
    found = ARTICLE.search(file.read_text(encoding="utf-8"))
    assert found, file
    text = SKIPPED_TO.sub("", found[1]).replace("<section data-search-exclude>", "<section>")
    parts = (html.unescape(" ".join(part.split())) for part in re.split(r"(<[^>]*>)", text))
    return [part for part in parts if part]


def pages(site: Path) -> set[str]:
    return {
        file.relative_to(site).as_posix()
        for language in LANGUAGES
        for file in (site / language).rglob("*.html")
    }


def test_both_have_the_same_pages(site: Path, other: Path) -> None:
    assert pages(other) == pages(site)
    assert len(pages(site)) > 40


def test_a_page_has_the_same_text_and_tags(site: Path, other: Path) -> None:
    for page in sorted(pages(site)):
        if not page.endswith("404.html"):
            assert said(other / page) == said(site / page), page


def test_every_fence_is_rendered(other: Path) -> None:
    seen = set()
    for language in LANGUAGES:
        for source in (DOCS / language).rglob("*.md"):
            name = source.relative_to(DOCS).with_suffix("")
            page = name.parent if name.name == "index" else name
            text = (other / page / "index.html").read_text(encoding="utf-8")
            for fence in re.findall(r"^```([a-z-]+)$", source.read_text(encoding="utf-8"), re.MULTILINE):
                assert FENCES.get(fence, "<") in text, (source, fence)
                seen.add(fence)
    assert set(FENCES) <= seen


def test_shared_files_are_the_same(site: Path, other: Path) -> None:
    def files(folder: Path) -> dict[str, int]:
        shared = (file for file in (folder / "assets").rglob("*") if file.is_file())
        return {file.relative_to(folder).as_posix(): crc32(file.read_bytes()) for file in shared}

    assert files(other) == files(site)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (("section: try", "section: tryy"), "tryy"),
        (("# Try\n", "# Try\n\n[away](nowhere.md)\n"), "nowhere.md"),
        (("# Try\n", "# Try\n\n[away](go-back.md#nowhere)\n"), "go-back.md#nowhere"),
    ],
)
def test_stale_fences_are_rejected(change: tuple[str, str], named: str, tmp_path: Path) -> None:
    if find_spec("zensical") is None:
        skip_or_fail("docs", "zensical is not installed")
    for name in ("mkdocs.base.yml", "mkdocs.en.yml"):
        shutil.copy(DOCS / name, tmp_path)
    for name in ("en", "overrides"):
        shutil.copytree(DOCS / name, tmp_path / name)
    page = tmp_path / "en" / "read" / "try.md"
    text = page.read_text(encoding="utf-8")
    assert change[0] in text
    page.write_text(text.replace(*change), encoding="utf-8")
    command = [sys.executable, "-m", "zensical", "build", "--strict", "-f", str(tmp_path / "mkdocs.en.yml")]
    code = DOCS.parent / "implementations"
    environment = os.environ | {"PYTHONPATH": str(DOCS), "SUDOKU_ROSETTA_CODE": str(code), "NO_COLOR": "1"}
    ran = subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=HANG_GUARD_S, check=False
    )
    assert ran.returncode != 0
    plain = re.sub(r"\x1b\[[\d;]*m", "", ran.stdout + ran.stderr)
    assert re.search(naming(named), plain)


def test_an_error_of_zensical_fails_the_build(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("mkdocs.base.yml", "mkdocs.en.yml"):
        shutil.copy(DOCS / name, tmp_path)
    for name in ("en", "overrides", "hooks"):
        shutil.copytree(DOCS / name, tmp_path / name)
    (tmp_path / "en" / "index.md").write_text("# Home\n\n[away](nowhere.md)\n", encoding="utf-8")
    monkeypatch.setattr(builder, "HERE", tmp_path)
    with pytest.raises(subprocess.CalledProcessError):
        builder.zensical("en", tmp_path / "out")
