"""Every number on a page is in a recorded file, and both languages have the same numbers.

Checked are numbers from 100 on and numbers with decimals, outside code, addresses, versions and years.
Smaller numbers count cells and clues.
"""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
FIGURES = tomllib.loads((DOCS / "figures.toml").read_text(encoding="utf-8"))["figure"]
RECORDED = {figure["said"] for figure in FIGURES}
PAGES = sorted(page.relative_to(DOCS / "en").as_posix() for page in (DOCS / "en").rglob("*.md"))

THIN = "\u202f"
NUMBER = {
    "en": re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\d{3,}"),
    "fr": re.compile(rf"\d{{1,3}}(?:{THIN}\d{{3}})+(?:,\d+)?|\d+,\d+|\d{{3,}}"),
}
NOT_TOLD = re.compile(
    r"```.*?```|`[^`\n]*`|\]\([^)\n]*\)|<[^>\n]*>|\d+\.\d+\.\d+|WCAG \d\.\d|\b20\d\d\b", re.DOTALL
)


def numbers_on(language: str, page: str) -> list[str]:
    text = NOT_TOLD.sub(" ", (DOCS / language / page).read_text(encoding="utf-8"))
    numbers = NUMBER[language].findall(text)
    return numbers if language == "en" else [in_english(number) for number in numbers]


def in_english(number: str) -> str:
    return number.replace(",", ".").replace(THIN, ",")


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure["said"])
def test_a_number_is_in_the_file_named_for_it(figure: dict[str, str]) -> None:
    digits = figure["said"].replace(",", "")
    assert digits in figure["holds"].replace(",", "")
    assert figure["holds"] in (ROOT / figure["file"]).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_a_page_has_only_recorded_numbers(page: str) -> None:
    assert set(numbers_on("en", page)) <= RECORDED


@pytest.mark.parametrize("page", PAGES)
def test_both_languages_have_the_same_numbers(page: str) -> None:
    assert sorted(numbers_on("fr", page)) == sorted(numbers_on("en", page))


def test_every_listed_number_is_used() -> None:
    assert {number for page in PAGES for number in numbers_on("en", page)} == RECORDED
