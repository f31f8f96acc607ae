"""Each check of each solver on each case, as a test:

    pytest --pyargs sudoku_rosetta.conformance --solver=mine.py:solve --solver="cmd:node mine.js"

Without --solver, on every solver that is registered. A wrong answer is a failure, no answer at all
(a crash, a timeout) an error; the reason is given in plain words.

Without any option the run is quick: see `_belongs_to_a_quick_run`. `--conformance-budget=all` runs everything.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import pytest

from ..external.spec import parse
from ..messages import Language, locale_language
from ..solvers import Solver, SolverMissing, solvers
from .case import Case, cases, cases_like
from .outcome import Outcome, drawn
from .plugin import QUICK, is_quick
from .solver_under_test import SolverUnderTest
from .suite import Cell, judge, plan


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "cell" in metafunc.fixturenames:
        cells = _cells(metafunc.config)
        metafunc.parametrize("cell", cells, ids=[cell.id for cell in cells], scope="function")


@pytest.fixture
def outcome(cell: Cell, request: pytest.FixtureRequest) -> Outcome:
    """Judged while the test is set up, so that what is no answer shows as an error and not as a failure."""
    judged = judge(cell)
    if judged.verdict == "errored":
        pytest.fail(_told(judged, _language(request.config)), pytrace=False)
    return judged


def test_solver(outcome: Outcome, request: pytest.FixtureRequest) -> None:
    language = _language(request.config)
    if outcome.verdict == "skipped":
        assert outcome.reason is not None
        pytest.skip(outcome.reason.in_language(language))
    if outcome.verdict == "failed":
        pytest.fail(_told(outcome, language), pytrace=False)


def _told(outcome: Outcome, language: Language) -> str:
    reason = outcome.reason.in_language(language) if outcome.reason else ""
    grid = f"\n\n{drawn(outcome.grid)}\n{outcome.grid}" if outcome.grid else ""
    return f"{outcome.solver}, {outcome.check}, {outcome.case}: {reason}{grid}"


def _option(config: pytest.Config, name: str, otherwise: Any = None) -> Any:
    """The plugin's option; the default where the plugin is turned off."""
    value = config.getoption(f"conformance_{name}", default=None)
    return otherwise if value is None else value


def _language(config: pytest.Config) -> Language:
    chosen: Language | None = _option(config, "lang")
    return chosen or locale_language()


@functools.cache
def _cells(config: pytest.Config) -> tuple[Cell, ...]:
    level, budget = _option(config, "level"), _option(config, "budget")
    chosen = _chosen_cases(_option(config, "case", []))
    found: list[Cell] = []
    for solver in _chosen_solvers(config):
        found += plan(SolverUnderTest(solver, level, None if budget == "all" else budget), chosen)
    return (
        tuple(cell for cell in found if _belongs_to_a_quick_run(cell)) if is_quick(config) else tuple(found)
    )


WHOLE_SEARCH = ("answer", "all", "order", "tree")


def _belongs_to_a_quick_run(cell: Cell) -> bool:
    """Small cases; and the documents' own grids, which every writing searches to the end, once."""
    if cell.case is None or cell.case.expect == "invalid":
        return True
    if "document" in cell.case.tags:
        return cell.check.name in WHOLE_SEARCH
    return cell.case.placements is not None and cell.case.placements <= QUICK


def _chosen_cases(patterns: list[str]) -> tuple[Case, ...]:
    if not patterns:
        return cases()
    chosen = cases_like(patterns)
    if not chosen:
        raise pytest.UsageError(f"no case is like {' or '.join(patterns)}")
    return chosen


def _chosen_solvers(config: pytest.Config) -> Iterator[Solver]:
    specs = _option(config, "solver", [])
    if not specs:
        yield from solvers()
    level = _option(config, "level", "all")
    try:
        for spec in specs:
            solver = parse(spec).solver(level=level)
            solver.demand()  # one that is named must not be skipped
            yield solver
    except (LookupError, ValueError, SolverMissing) as error:
        raise pytest.UsageError(str(error.args[0] if error.args else error)) from None
