"""A whole visit by keyboard alone; no motion for who wants none; the columns on paper."""

from pathlib import Path
from typing import Any

import pytest
from hooks import links, runner
from seeing import Browser
from served import host

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def seen(site: Path, chromium: Browser) -> dict[str, Any]:
    with host(site) as address:
        told: dict[str, Any] = chromium.asked("visit.mjs", address)
    return told


def test_the_first_stop_skips_to_the_content(seen: dict[str, Any]) -> None:
    assert seen["skip"]["place"].startswith("md-skip")
    assert seen["skip"]["seen"]
    assert seen["afterSkip"]


def test_every_stop_is_in_view_and_shows_that_it_has_the_focus(seen: dict[str, Any]) -> None:
    assert len(seen["stops"]) == 7
    for page, stops in seen["stops"].items():
        assert 20 < len(stops) < 300, page
        assert [stop for stop in stops if not (stop["seen"] and stop["inView"])] == [], page


def test_tabs_language_and_search_need_no_mouse(seen: dict[str, Any]) -> None:
    assert seen["tab"] == "en/read/the-grid-and-its-clues/"
    assert seen["language"] == "fr/read/the-grid-and-its-clues/"
    assert seen["result"]["seen"]
    assert seen["found"] == "fr/documents/deduction/"


def test_ideas_errata_player_and_hints_need_no_mouse(seen: dict[str, Any]) -> None:
    assert seen["lit"] >= 4
    column = next(idea for idea in links.ideas("possible") if idea.id == "column")
    assert seen["said"].startswith(column.name["en"])
    assert (seen["erratum"], seen["erratumInView"]) == (True, True)
    assert (seen["stepped"], seen["slid"]) == (2, 3)
    assert seen["end"][0] == seen["end"][1] > 1000
    assert seen["hint"] == 1


def test_an_idea_put_out_leaves_the_address_and_a_link_pasted_lights_it(seen: dict[str, Any]) -> None:
    assert seen["litAt"] == "#possible-possible=column"
    assert seen["putOut"] == ["", 0]
    assert seen["pasted"] == ["column", "#possible-possible=column"]


def test_a_link_pasted_into_the_player_is_followed_and_a_heading_s_is_not(seen: dict[str, Any]) -> None:
    assert seen["pastedWalk"] == [5, 1]
    assert seen["afterHeading"] == 5


def test_without_a_walk_the_player_s_controls_break_nothing(seen: dict[str, Any]) -> None:
    words = runner.WORDS["en"]
    refused = words["twice"].replace("{d}", "4").replace("{u}", words["row"]).replace("{n}", "1")
    assert seen["without"] == {"complaints": [], "said": refused, "code": 0}


def test_who_wants_no_motion_sees_none(seen: dict[str, Any]) -> None:
    assert seen["still"]["step"].startswith("0 ")
    assert seen["still"]["moving"] == []


def test_on_paper_all_columns_are_whole_and_nothing_else_is_there(seen: dict[str, Any]) -> None:
    assert seen["paper"] == {"shown": 5, "titles": 5, "cut": 0, "chrome": 0}
