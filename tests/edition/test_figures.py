"""The figures of the documents come out, and three programs and the C walk one tree."""

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest
from sudoku_rosetta import Grid, Report, solver_named, solvers

FIGURES: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parent / "figures.toml").read_text(encoding="utf-8")
)["grid"]
ROW_MAJOR = [solver for solver in solvers() if "row-major" in solver.promises]
each_grid = pytest.mark.parametrize("figures", FIGURES, ids=lambda figures: f"grid {figures['name']}")
FULL = "123756489756489123984123765435867291267591834891234657349678512578912346612345978"


def test_the_row_major_writings_are_the_four_that_the_design_names() -> None:
    assert {solver.id for solver in ROW_MAJOR} == {
        "c-style",
        "scilab-style",
        "pseudocode-style",
        "original-c",
    }


def _searches() -> list[Any]:
    """Every solver on every grid; what copies a matrix 18,885 times is slow, and the suite asks it these too."""
    return [
        pytest.param(
            solver,
            figures,
            id=f"{solver.id}-grid {figures['name']}",
            marks=[pytest.mark.slow] if solver.id == "scilab-style" and figures["calls"] > 10_000 else [],
        )
        for solver in solvers()
        for figures in FIGURES
    ]


@pytest.mark.parametrize(("solver", "figures"), _searches())
def test_a_whole_search_gives_the_solutions_and_takes_the_steps_of_the_table(
    solver: Any, figures: Any
) -> None:
    """The solutions in order; and of those on the one tree, the calls, tests and placements."""
    grid, found = Grid(figures["clues"]), list[str]()
    report = solver.search(grid, lambda solution: found.append(str(solution)), watch=True)
    assert report.complete
    assert report.solutions == len(found) == figures["solutions"] == len(set(found))
    assert found == sorted(found)
    assert found[:1] == [figures.get("solution", found[0])]
    assert all(Grid(each).solves(grid) for each in found)
    if solver in ROW_MAJOR:
        assert {"tests", "placements"} <= report.counts.keys()
        counted = {"calls", "tests", "placements"} & solver.reports
        assert {name: report.counts[name] for name in counted} == {name: figures[name] for name in counted}


@pytest.mark.parametrize(
    "figures", [each for each in FIGURES if "first" in each], ids=lambda each: each["name"]
)
def test_the_pseudocode_stops_at_its_first_solution_where_it_did(figures: Any) -> None:
    report = solver_named("pseudocode-style").search(Grid(figures["clues"]), limit=1, watch=True)
    assert report.counts == figures["first"]


@each_grid
def test_the_rules_take_the_guesses_and_singles_of_the_table_to_their_first_solution(figures: Any) -> None:
    report = solver_named("deduction-style").search(Grid(figures["clues"]), limit=1, watch=True)
    assert {name: report.counts[name] for name in figures["rules"]} == figures["rules"]


def some_grids(number: int) -> list[Grid]:
    """Grids of many shapes whose trees stay small enough for the slowest writing."""
    chance = random.Random(2026)
    grids = []
    for _ in range(number):
        names = [0, *chance.sample(range(1, 10), 9)]
        digits = [names[int(digit)] for digit in FULL]
        for cell in chance.sample(range(81), chance.randint(8, 46)):
            digits[cell] = 0
        if chance.random() < 0.2:  # grids without a solution have trees too
            cell = chance.choice([cell for cell in range(81) if digits[cell]])
            for digit in range(1, 10):
                try:
                    digits = list(Grid([*digits[:cell], digit, *digits[cell + 1 :]]))
                except ValueError:
                    continue
        grids.append(Grid(digits))
    return grids


@pytest.mark.slow
def test_four_writings_make_the_very_same_placements_on_two_hundred_grids() -> None:
    grids = some_grids(210)
    assert len(set(grids)) == 210

    def trees(name: str) -> list[tuple[str | None, int, int, int]]:
        reports: list[Report] = [solver_named(name).search(grid, watch=True) for grid in grids]
        return [
            (each.tree, each.solutions, each.counts["placements"], each.counts["tests"]) for each in reports
        ]

    expected = trees("original-c")
    assert len(set(expected)) == 210
    assert {solutions for _, solutions, _, _ in expected} >= {0, 1, 2}
    for solver in ROW_MAJOR:
        assert trees(solver.id) == expected, solver.id
