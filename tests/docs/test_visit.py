"""A visit by keyboard alone, with reduced motion, and in print."""

from pathlib import Path
from typing import Any

import pytest
from browser import Browser
from hooks import links, runner
from http_host import serve

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def seen(site: Path, chromium: Browser) -> dict[str, Any]:
    with serve(site) as address:
        observed: dict[str, Any] = chromium.run_json("visit.mjs", address)
    return observed


def test_the_first_tab_stop_skips_to_the_content(seen: dict[str, Any]) -> None:
    assert seen["skip"]["place"].startswith("md-skip")
    assert seen["skip"]["seen"]
    assert seen["afterSkip"]


def test_every_tab_stop_is_visible_and_shows_the_focus(seen: dict[str, Any]) -> None:
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


def test_deselecting_an_idea_removes_it_from_the_address_and_a_pasted_link_selects_it(
    seen: dict[str, Any],
) -> None:
    assert seen["litAt"] == "#possible-possible=column"
    assert seen["putOut"] == ["", 0]
    assert seen["pasted"] == ["column", "#possible-possible=column"]


def test_the_player_follows_pasted_links_except_those_to_headings(seen: dict[str, Any]) -> None:
    assert seen["pastedWalk"] == [5, 1]
    assert seen["afterHeading"] == 5


def test_without_a_trace_the_player_s_controls_do_no_harm(seen: dict[str, Any]) -> None:
    words = runner.WORDS["en"]
    refused = words["twice"].replace("{d}", "4").replace("{u}", words["row"]).replace("{n}", "1")
    assert seen["without"] == {"complaints": [], "said": refused, "code": 0}


def test_reduced_motion_is_respected(seen: dict[str, Any]) -> None:
    assert seen["still"]["step"].startswith("0 ")
    assert seen["still"]["moving"] == []


def test_print_has_all_columns_and_nothing_else(seen: dict[str, Any]) -> None:
    assert seen["paper"] == {"shown": 5, "titles": 5, "cut": 0, "chrome": 0}
