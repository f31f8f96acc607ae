"""Solutions and counts of each solver, and the equal search trees of three modules and the C program."""

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


def test_the_row_major_solvers_are_known() -> None:
    assert {solver.id for solver in ROW_MAJOR} == {
        "c-style",
        "scilab-style",
        "pseudocode-style",
        "original-c",
    }


def _searches() -> list[Any]:
    """Every solver on every grid, except slow ones that the conformance suite tests too."""
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
def test_a_complete_search_has_the_solutions_and_counts_of_the_table(solver: Any, figures: Any) -> None:
    """The solutions in order, and for row-major solvers the calls, tests and placements."""
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
def test_the_pseudocode_stops_at_its_first_solution(figures: Any) -> None:
    report = solver_named("pseudocode-style").search(Grid(figures["clues"]), limit=1, watch=True)
    assert report.counts == figures["first"]


@each_grid
def test_deduction_has_the_guesses_and_singles_of_the_table(figures: Any) -> None:
    report = solver_named("deduction-style").search(Grid(figures["clues"]), limit=1, watch=True)
    assert {name: report.counts[name] for name in figures["rules"]} == figures["rules"]


def random_grids(number: int) -> list[Grid]:
    """Random grids with search trees that are small enough for the slowest implementation."""
    generator = random.Random(2026)
    grids = []
    for _ in range(number):
        names = [0, *generator.sample(range(1, 10), 9)]
        digits = [names[int(digit)] for digit in FULL]
        for cell in generator.sample(range(81), generator.randint(8, 46)):
            digits[cell] = 0
        if generator.random() < 0.2:  # also grids without a solution
            cell = generator.choice([cell for cell in range(81) if digits[cell]])
            for digit in range(1, 10):
                try:
                    digits = list(Grid([*digits[:cell], digit, *digits[cell + 1 :]]))
                except ValueError:
                    continue
        grids.append(Grid(digits))
    return grids


@pytest.mark.slow
def test_four_solvers_make_the_same_placements_on_210_grids() -> None:
    grids = random_grids(210)
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
