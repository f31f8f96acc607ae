"""The French and the English pages have the same headings, fences and figures."""

import re
from pathlib import Path

import pytest
import yaml

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = sorted(path.relative_to(DOCS / "fr").as_posix() for path in (DOCS / "fr").rglob("*.md"))

_FENCE = re.compile(r"^( *)(```+|~~~+) *([\w-]*)[^\n]*\n(.*?)^\1\2 *$", re.MULTILINE | re.DOTALL)


def outline(text: str) -> tuple[list[str], list[tuple[str, str]], list[str], list[str]]:
    """The levels of the headings, the fences, the boxes and the links of a page."""
    fences = [
        (name, body if name in {"side-by-side", "errata"} else "")
        for _, _, name, body in _FENCE.findall(text)
    ]
    prose = _FENCE.sub("", text)
    headings = re.findall(r"^(#+) ", prose, re.MULTILINE)
    boxes = re.findall(r"^ *(?:!!!|\?\?\?\+?) (\w+)", prose, re.MULTILINE)
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", prose)
    return headings, fences, boxes, sorted(links)


def test_both_languages_have_the_same_pages() -> None:
    english = sorted(path.relative_to(DOCS / "en").as_posix() for path in (DOCS / "en").rglob("*.md"))
    assert english == PAGES
    assert PAGES


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_the_same_outline_in_both(page: str) -> None:
    french, english = (outline((DOCS / lang / page).read_text(encoding="utf-8")) for lang in ("fr", "en"))
    assert french == english


@pytest.mark.parametrize("page", PAGES)
def test_french_pages_have_no_break_spaces(page: str) -> None:
    text = _FENCE.sub("", (DOCS / "fr" / page).read_text(encoding="utf-8"))
    prose = re.sub(r"`[^`\n]*`|<[^>\n]*>|^:::.*$|^ *\?\?\?.*?\"", "code", text, flags=re.MULTILINE)
    assert re.findall(r".{,20}(?:\S [:;?!%»](?!\S)|« |['\"]\w+['\"]).{,10}", prose) == []


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_the_same_figures_in_both(page: str) -> None:
    def figures(language: str) -> set[str]:
        prose = _FENCE.sub("", (DOCS / language / page).read_text(encoding="utf-8"))
        thousands, point = (",", r"\.") if language == "en" else ("[\u202f\u00a0]", ",")  # 18,885 and 18 885
        whole = re.sub(rf"(?<=\d){thousands}(?=\d{{3}}\b)", "", prose)
        decimal = re.sub(rf"(?<=\d){point}(?=\d)", ".", whole)
        return {figure for figure in re.findall(r"\d+(?:\.\d+)?", decimal) if len(figure) > 2}

    assert figures("fr") == figures("en")


def test_the_menus_list_the_same_pages() -> None:
    def listed(entry: object) -> list[str]:
        if isinstance(entry, str):
            return [entry]
        inside = entry.values() if isinstance(entry, dict) else entry
        assert not isinstance(inside, str)
        return [page for each in inside for page in listed(each)]  # type: ignore[attr-defined]

    menus = []
    for language in ("fr", "en"):
        text = (DOCS / f"mkdocs.{language}.yml").read_text(encoding="utf-8").replace("!!python/name:", "")
        menus.append(listed(yaml.safe_load(text)["nav"]))
    assert menus[0] == menus[1]
    assert sorted(menus[0]) == PAGES
