"""Sheets: each puzzle and its solution are printed under the same number, in valid SVG and PDF."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from sudoku_rosetta.generate import generate
from sudoku_rosetta.generate.sheets import PER_PAGE, Sheet, pages
from sudoku_rosetta.generate.svg_and_pdf import Page, Text, as_pdf, as_svg


def made(count: int, per_page: int) -> list[Page]:
    return list(pages(list(generate(count, seed=1, way="full")), Sheet("Classe 2", "Solutions", per_page)))


def digits_of(page: Page) -> list[Text]:
    return [element for element in page.elements if isinstance(element, Text) and element.middle]


@pytest.mark.parametrize("per_page", list(PER_PAGE))
def test_pages_of_puzzles_then_pages_of_solutions(per_page: int) -> None:
    printed = made(13, per_page)
    assert len(printed) == -(-13 // per_page) + 2
    for page in printed:
        for element in page.elements:
            x, y = (element.x, element.y) if isinstance(element, Text) else (element.x1, element.y1)
            assert 10 <= x <= page.width - 10
            assert 10 <= y <= page.height - 10


def test_solutions_come_in_the_order_of_the_puzzles() -> None:
    puzzles = list(generate(3, seed=1, clues=30))
    printed = list(pages(puzzles, Sheet()))
    clues, solved = digits_of(printed[0]), digits_of(printed[1])
    assert len(clues) == 90
    assert [text.text for text in solved] == [digit for puzzle in puzzles for digit in str(puzzle.solution())]
    assert [text.bold for text in solved].count(True) == 90


def test_the_svg_is_xml_with_every_text() -> None:
    (page, _) = made(1, 1)
    page.elements.append(Text(20, 20, 4, "a < b & c"))
    root = ElementTree.fromstring(as_svg(page))
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert words == [element.text for element in page.elements if isinstance(element, Text)]


def test_the_pdf_has_the_offset_of_each_object() -> None:
    pdf = as_pdf(made(5, 4))
    offsets = [int(offset) for offset in re.findall(rb"^(\d{10}) 00000 n ", pdf, re.M)]
    assert len(offsets) == 4 + 2 * 3
    for number, offset in enumerate(offsets, 1):
        assert pdf[offset:].startswith(b"%d 0 obj\n" % number)
    table = int(re.findall(rb"startxref\n(\d+)\n", pdf)[0])
    assert pdf[table:].startswith(b"xref\n0 11\n")
    assert b"/Count 3" in pdf
    for length, content in re.findall(rb"/Length (\d+) >>\nstream\n(.*?)\nendstream", pdf, re.S):
        assert len(content) == int(length)


def test_the_pdf_escapes_special_characters_and_shows_french_letters() -> None:
    page = Page(elements=[Text(20, 20, 4, r"Énoncé (a\b)")])
    assert "(Énoncé \\(a\\\\b\\)) Tj".encode("cp1252") in as_pdf([page])
