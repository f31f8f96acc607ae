"""Every page in Chromium: accessibility (axe), requests, size, keyboard use, and use without scripts."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hooks.player import WORDS

pytestmark = pytest.mark.slow

# Pages tested in four ways and used by keyboard; the others are tested in two ways.
PAGES = (
    "fr/",
    "en/",
    "fr/read/may-this-digit-go-here/",
    "en/read/may-this-digit-go-here/",
    "fr/follow/",
    "en/follow/",
    "fr/run/",
    "en/run/",
)
SOLUTION_2 = "382157964964328175157649823813596247249731586675284319796815432421963758538472691"


@pytest.fixture(scope="module")
def others(site: Path) -> list[str]:
    """The addresses of the other pages."""
    found = [file.parent.relative_to(site).as_posix() + "/" for file in site.glob("*/**/index.html")]
    assert set(PAGES) <= set(found)
    return sorted(set(found) - set(PAGES))


@pytest.fixture(scope="module")
def seen(others: list[str], run_once: Callable[..., Any]) -> dict[str, list[dict[str, Any]]]:
    answer: dict[str, list[dict[str, Any]]] = run_once("look.mjs", "-", *PAGES, "--", *others)
    return answer


def test_axe_finds_nothing_in_light_and_dark_wide_and_narrow(seen: dict[str, Any], others: list[str]) -> None:
    assert len(others) > 40 - len(PAGES)
    assert len(seen["looks"]) == 4 * len(PAGES) + 2 * len(others)
    for look in seen["looks"]:
        assert look["violations"] == [], (look["path"], look["colorScheme"], look["width"])
        assert not look["overflows"], (look["path"], look["width"])


def test_no_requests_to_other_servers_and_no_console_errors(seen: dict[str, Any]) -> None:
    for look in seen["looks"]:
        assert (look["elsewhere"], look["complaints"]) == ([], []), look["path"]


def test_a_page_weighs_at_most_120_kb_compressed(seen: dict[str, Any]) -> None:
    for look in seen["looks"]:
        assert sum(look["weights"].values()) <= 120_000, look["weights"]


def test_the_keyboard_selects_an_idea_and_the_difference_is_announced(seen: dict[str, Any]) -> None:
    views = [look for look in seen["looks"] if "beside" in look and "read" in look["path"]]
    assert len(views) == 8
    for look in views:
        view = look["beside"]
        assert view["pressed"] == "true"
        assert view["lit"] >= 4
        assert len(view["said"]) > 80
        assert view["address"].startswith("#possible-possible=")
        assert view["columns"] == (1 if look["width"] == 390 else 5)
        if look["width"] == 390:
            assert view["shown"] == "possible-possible-scilab-style"
        else:
            assert view["unfolded"]


def test_without_scripts_all_columns_are_visible(seen: dict[str, Any]) -> None:
    plain = {page["path"]: page for page in seen["plain"]}
    assert plain["en/read/may-this-digit-go-here/"]["columns"] == 5
    assert "Possible_Case" in plain["fr/read/may-this-digit-go-here/"]["text"]


# --- the player -----------------------------------------------------------------------------------------


@pytest.fixture
def players(seen: dict[str, Any]) -> list[dict[str, Any]]:
    found = [look["player"] for look in seen["looks"] if "player" in look]
    assert len(found) == 8
    return found


def test_a_step_back_is_exact(players: list[dict[str, Any]]) -> None:
    for player in players:
        assert player["back"] == player["three"] != player["four"]


def test_programs_with_the_same_tree_show_the_same_grid_at_other_lines(players: list[dict[str, Any]]) -> None:
    for player in players:
        for moment in ("three", "dead", "solution"):
            c, pseudocode, rules = player[moment]["columns"]
            assert (c["writing"], pseudocode["writing"]) == ("c-style", "pseudocode-style")
            assert c["digits"] == pseudocode["digits"]
            assert c["line"] != pseudocode["line"]
        assert c["digits"] == rules["digits"] == SOLUTION_2


def test_the_solution_has_the_counts_of_the_document(players: list[dict[str, Any]]) -> None:
    for player in players:
        _, pseudocode, rules = player["solution"]["columns"]
        shown_numbers = re.findall(r"\d+", re.sub(r"(?<=\d)\W(?=\d{3})", "", pseudocode["counts"]))
        assert shown_numbers[0] == "3076"
        assert "27490" in shown_numbers
        assert re.search(rf"\b4 ({'|'.join(said['guesses'] for said in WORDS.values())})", rules["counts"])


def test_the_address_restores_grid_implementations_and_step(players: list[dict[str, Any]]) -> None:
    for player in players:
        assert player["again"] == player["played"]
        assert player["played"]["address"].startswith("#grid=grid-2&writings=c-style,pseudocode-style")


def test_at_full_speed_a_frame_takes_several_steps_and_draws_only_the_last(
    players: list[dict[str, Any]],
) -> None:
    """512 steps per second in frames of 16 ms of a fake clock; a late frame catches up at most 60 steps."""
    for player in players:
        second, late = player["frames"]["second"], player["frames"]["late"]
        assert sum(frame["steps"] for frame in second) == pytest.approx(512, abs=16)
        assert max(frame["steps"] for frame in second) <= 9
        assert late["steps"] == 60
        for frame in (*second, late):
            assert frame["changes"] <= 60  # changes of the page; drawing every step would need six or more
            assert frame["painted"] <= 3 * (71 + 81)  # in each column the last 71 placements and their path
        taken = sum(frame["steps"] for frame in (*second, late))
        assert int(player["played"]["at"].split()[0]) == taken
