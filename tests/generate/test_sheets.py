"""Sheets: every puzzle on paper, its solution at the end under the same number, in a file that programs read."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from sudoku_rosetta.generate import generate
from sudoku_rosetta.generate.sheets import PER_PAGE, Sheet, pages
from sudoku_rosetta.generate.svg_and_pdf import Page, Word, as_pdf, as_svg


def made(count: int, per_page: int) -> list[Page]:
    return list(pages(list(generate(count, seed=1, way="full")), Sheet("Classe 2", "Solutions", per_page)))


def digits_of(page: Page) -> list[Word]:
    return [mark for mark in page.marks if isinstance(mark, Word) and mark.middle]


@pytest.mark.parametrize("per_page", list(PER_PAGE))
def test_pages_of_puzzles_then_pages_of_solutions(per_page: int) -> None:
    printed = made(13, per_page)
    assert len(printed) == -(-13 // per_page) + 2
    for page in printed:
        for mark in page.marks:
            x, y = (mark.x, mark.y) if isinstance(mark, Word) else (mark.x1, mark.y1)
            assert 10 <= x <= page.width - 10
            assert 10 <= y <= page.height - 10


def test_the_solution_stands_under_the_puzzles_number() -> None:
    puzzles = list(generate(3, seed=1, clues=30))
    printed = list(pages(puzzles, Sheet()))
    clues, solved = digits_of(printed[0]), digits_of(printed[1])
    assert len(clues) == 90
    assert [word.text for word in solved] == [digit for puzzle in puzzles for digit in str(puzzle.solution())]
    assert [word.bold for word in solved].count(True) == 90


def test_the_svg_is_xml_with_every_word() -> None:
    (page, _) = made(1, 1)
    page.marks.append(Word(20, 20, 4, "a < b & c"))
    root = ElementTree.fromstring(as_svg(page))
    words = [text.text for text in root.iter("{http://www.w3.org/2000/svg}text")]
    assert words == [mark.text for mark in page.marks if isinstance(mark, Word)]


def test_the_pdf_says_where_each_of_its_objects_is() -> None:
    pdf = as_pdf(made(5, 4))
    places = [int(place) for place in re.findall(rb"^(\d{10}) 00000 n ", pdf, re.M)]
    assert len(places) == 4 + 2 * 3
    for number, place in enumerate(places, 1):
        assert pdf[place:].startswith(b"%d 0 obj\n" % number)
    table = int(re.findall(rb"startxref\n(\d+)\n", pdf)[0])
    assert pdf[table:].startswith(b"xref\n0 11\n")
    assert b"/Count 3" in pdf
    for length, content in re.findall(rb"/Length (\d+) >>\nstream\n(.*?)\nendstream", pdf, re.S):
        assert len(content) == int(length)


def test_the_pdf_escapes_what_it_must_and_shows_french_letters() -> None:
    page = Page(marks=[Word(20, 20, 4, r"Énoncé (a\b)")])
    assert "(Énoncé \\(a\\\\b\\)) Tj".encode("cp1252") in as_pdf([page])
