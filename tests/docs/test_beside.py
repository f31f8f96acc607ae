"""The fence `side-by-side`: it shows the lines of the files, and rejects stale sections and links."""

import html as escaping
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hooks import beside, errata_list, links
from hooks.fences import StaleError, fence
from hooks.sections import SECTIONS, WRITINGS, section_of, writing_named
from naming import naming

Refusal = Callable[[Callable[..., str], str], str]

ALL = "original, c-style, scilab-style, pseudocode-style, deduction-style"
LINES = re.compile(r'<span class="beside-line" data-line="(\d+)"[^>]*>(.*?)</span>\n', re.DOTALL)


def shown(asked: str, language: str = "en") -> str:
    return fence(beside.html, language)(asked)


@pytest.mark.parametrize("writing", WRITINGS)
@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_has_the_lines_of_its_file_with_their_numbers(writing: str, section: str) -> None:
    found = section_of(writing_named(writing), section)
    file = found.path.read_text(encoding="utf-8").splitlines()
    assert found.lines
    for number, text in found.lines:
        assert file[number - 1] == text
        assert "[section:" not in text


def test_the_page_shows_those_lines() -> None:
    page = shown(f"section: possible\nwritings: {ALL}\nlinks: possible")
    column = page[page.index('id="possible-possible-c-style"') :]
    section = section_of(writing_named("c-style"), "possible")
    column_lines = LINES.findall(column)[: len(section.lines)]
    assert [int(number) for number, _ in column_lines] == [number for number, _ in section.lines]
    texts = [escaping.unescape(re.sub(r"<[^>]+>", "", code)).rstrip() for _, code in column_lines]
    assert texts == [text.rstrip() for _, text in section.lines]


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ("section: possibel\nwritings: c-style\nlinks: possible", ["possibel", "possible"]),
        ("section: possible\nwritings: c-stile\nlinks: possible", ["c-stile"]),
        ("section: possible\nwritings: c-style\nlinks: posible", ["posible", "possible"]),
        ("section: possible\nwritings: c-style", ["links"]),
        ("section: possible\nwritings: c-style\nlinks: possible\nlines: 3", ["lines"]),
    ],
)
def test_a_stale_fence_fails_the_build(asked: str, named: list[str], refusal: Refusal) -> None:
    assert re.search(naming(*named), refusal(fence(beside.html, "en"), asked))


TABLE = """
[[grid]]
section = "possible"
id = "one"
fr = "une"
en = "one"
differ_fr = "d"
differ_en = "d"
[grid.lines]
c-style = ["chiffre[L][i]"]
[[grid]]
section = "possible"
id = "two"
fr = "deux"
en = "two"
differ_fr = "d"
differ_en = "d"
[grid.lines]
c-style = ["TEXT"]
"""


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("what no line holds", ["two", "what no line holds", "c_style.py"]),
        ("if chiffre[L][i] == n", ["one", "two"]),
    ],
)
def test_a_stale_link_is_rejected(tmp_path: Path, text: str, named: list[str]) -> None:
    file = tmp_path / "links.toml"
    file.write_text(TABLE.replace("TEXT", text), encoding="utf-8")
    with pytest.raises(StaleError, match=naming(*named)):
        links.claimed(links.ideas("grid", file), section_of(writing_named("c-style"), "possible"))


@pytest.mark.parametrize("table", SECTIONS)
def test_every_text_of_a_table_is_in_its_implementation(table: str) -> None:
    found = links.ideas(table)
    for writing in WRITINGS.values():
        for name in {idea.section for idea in found}:
            links.claimed([idea for idea in found if idea.section == name], section_of(writing, name))


def test_an_erratum_of_a_line_is_below_the_column() -> None:
    for language, why in (("en", "A typing error"), ("fr", "Une faute de frappe")):
        page = shown("section: possible\nwritings: pseudocode-style\nlinks: possible", language)
        assert page.count('href="#possible-possible-pseudocode-style-P2"') == 1
        unfolding = page[page.index('<details class="erratum" id="possible-possible-pseudocode-style-P2"') :]
        assert "(q+!)" in unfolding
        assert why in unfolding


def test_all_errata_have_a_french_text() -> None:
    english, french = errata_list.entries("en"), errata_list.entries("fr")
    assert set(english) == set(french)
    for name, entry in french.items():
        assert entry["why"] != english[name]["why"]
        assert {entry["symptom"], entry["kind"]} <= set(errata_list.WORDS["fr"])
