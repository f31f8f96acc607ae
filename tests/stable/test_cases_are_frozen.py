"""A case recorded in cases.txt never changes, moves or disappears; a new case is recorded by one command."""

from __future__ import annotations

from pathlib import Path

import pytest
from stable import cases

RECORDED = cases.in_record(cases.RECORD)
STANDING = cases.in_files(cases.CASES)


def test_no_recorded_case_has_changed() -> None:
    assert len(RECORDED) >= 268
    complaints = cases.differences(STANDING, RECORDED)
    assert not complaints, "\n".join(complaints)


def test_every_case_is_recorded() -> None:
    complaints = cases.unrecorded(STANDING, RECORDED)
    assert not complaints, "\n".join(complaints)


# --- the record itself --------------------------------------------------------------------------------

CASE = """
[[case]]
id = "{id}"
grid = "{grid}"
expect = "none"
why = "A mistake."
why_fr = "Une erreur."
source = "this test"
tags = ["none"]
"""


class Place:
    """A folder of cases and its record."""

    def __init__(self, folder: Path) -> None:
        self.cases, self.record = folder / "cases", folder / "cases.txt"
        self.cases.mkdir()

    def write(self, file: str, *cases: tuple[str, str], more: str = "") -> None:
        text = "".join(CASE.format(id=id_, grid=grid) for id_, grid in cases)
        (self.cases / file).write_text(text + more, encoding="utf-8")

    def run(self, *arguments: str) -> int:
        return cases.main(list(arguments), self.cases, self.record)

    def lines(self) -> list[str]:
        return self.record.read_text(encoding="utf-8").splitlines()


ONE, TWO, THREE = (("case-" + word, digit + "0" * 80) for word, digit in (("a", "1"), ("b", "2"), ("c", "3")))


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """Two files of one case each, recorded."""
    made = Place(tmp_path)
    made.write("one.toml", ONE)
    made.write("two.toml", TWO)
    assert made.run("--record") == 0
    return made


def test_a_new_case_is_asked_for_and_recorded_in_its_place_beside_the_others(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    before = place.lines()
    place.write("one.toml", THREE, ONE)
    assert place.run() == 1
    told = "one.toml: case-c is not recorded yet. Run: python tests/stable/cases.py --record\n"
    assert capsys.readouterr().err == told
    assert place.run("--record") == 0
    assert place.lines()[1:] == before
    assert place.lines()[0].startswith("one.toml case-c ")
    assert place.run() == 0


@pytest.mark.parametrize(
    ("one", "two", "wrong"),
    [
        (("case-a", "9" + "0" * 80), TWO, "one.toml: case-a differs from the case that was recorded"),
        (THREE, TWO, "one.toml: case-a is recorded, and is no longer in the cases"),
        (TWO, ONE, "one.toml: case-a was moved to two.toml"),
    ],
)
def test_a_recorded_case_that_differs_is_named_and_never_recorded_again(
    place: Place,
    one: tuple[str, str],
    two: tuple[str, str],
    wrong: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = place.lines()
    capsys.readouterr()
    place.write("one.toml", one)
    place.write("two.toml", two)
    for arguments in ([], ["--record"]):
        assert place.run(*arguments) == 1
        told = capsys.readouterr().err
        assert told.startswith(wrong)
        assert 'add a new case with replaces = "case-a"' in told.splitlines()[0]
    assert place.lines() == before


def test_how_a_table_is_written_down_is_free(place: Place) -> None:
    text = (place.cases / "one.toml").read_text(encoding="utf-8")
    head, *lines = text.strip().splitlines()
    (place.cases / "one.toml").write_text(
        "\n".join([head, "# a comment", *reversed(lines)]), encoding="utf-8"
    )
    assert place.run() == 0


def test_a_replaced_case_stays_recorded(place: Place) -> None:
    place.write("one.toml", ONE, THREE, more='replaces = "case-a"\n')
    assert place.run("--record") == 0
    assert [line.split()[1] for line in place.lines()] == ["case-a", "case-c", "case-b"]
    place.write("one.toml", THREE, more='replaces = "case-b"\n')
    assert place.run() == 1


def test_a_malformed_case_is_not_recorded(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    before = place.lines()
    place.write("one.toml", ONE, THREE, more='colour = "red"\n')
    assert place.run("--record") == 1
    assert "no key is called 'colour'" in capsys.readouterr().err
    assert place.lines() == before
