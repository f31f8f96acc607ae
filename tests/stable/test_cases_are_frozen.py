"""A case in cases.txt is never changed, moved or removed; one command records new cases."""

from __future__ import annotations

from pathlib import Path

import pytest
from stable import cases

RECORDED = cases.in_record(cases.RECORD)
CURRENT = cases.in_files(cases.CASES)


def test_no_recorded_case_has_changed() -> None:
    assert len(RECORDED) >= 268
    errors = cases.differences(CURRENT, RECORDED)
    assert not errors, "\n".join(errors)


def test_every_case_is_recorded() -> None:
    errors = cases.unrecorded(CURRENT, RECORDED)
    assert not errors, "\n".join(errors)


# --- tests of cases.py --------------------------------------------------------------------------------

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


def test_a_new_case_is_reported_and_then_recorded_in_its_place(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    before = place.lines()
    place.write("one.toml", THREE, ONE)
    assert place.run() == 1
    printed = "one.toml: case-c is not recorded yet. Run: python tests/stable/cases.py --record\n"
    assert capsys.readouterr().err == printed
    assert place.run("--record") == 0
    assert place.lines()[1:] == before
    assert place.lines()[0].startswith("one.toml case-c ")
    assert place.run() == 0


@pytest.mark.parametrize(
    ("one", "two", "wrong"),
    [
        (("case-a", "9" + "0" * 80), TWO, "one.toml: case-a differs from the case that was recorded"),
        (THREE, TWO, "one.toml: case-a is recorded, but no longer in the case files"),
        (TWO, ONE, "one.toml: case-a was moved to two.toml"),
    ],
)
def test_a_changed_case_is_reported_and_never_recorded(
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
        printed = capsys.readouterr().err
        assert printed.startswith(wrong)
        assert 'add a new case with replaces = "case-a"' in printed.splitlines()[0]
    assert place.lines() == before


def test_comments_and_the_order_of_keys_may_change(place: Place) -> None:
    text = (place.cases / "one.toml").read_text(encoding="utf-8")
    head, *lines = text.strip().splitlines()
    (place.cases / "one.toml").write_text(
        "\n".join([head, "# a comment", *reversed(lines)]), encoding="utf-8"
    )
    assert place.run() == 0


def test_the_reason_of_a_case_may_be_reworded(place: Place) -> None:
    text = (place.cases / "one.toml").read_text(encoding="utf-8")
    (place.cases / "one.toml").write_text(text.replace("A mistake.", "An error."), encoding="utf-8")
    assert place.run() == 0


def test_a_replaced_case_stays_recorded(place: Place) -> None:
    place.write("one.toml", ONE, THREE, more='replaces = "case-a"\n')
    assert place.run("--record") == 0
    assert [line.split()[1] for line in place.lines()] == ["case-a", "case-c", "case-b"]
    place.write("one.toml", THREE, more='replaces = "case-b"\n')
    assert place.run() == 1


def test_an_invalid_case_is_not_recorded(place: Place, capsys: pytest.CaptureFixture[str]) -> None:
    before = place.lines()
    place.write("one.toml", ONE, THREE, more='colour = "red"\n')
    assert place.run("--record") == 1
    assert "unknown key 'colour'" in capsys.readouterr().err
    assert place.lines() == before
