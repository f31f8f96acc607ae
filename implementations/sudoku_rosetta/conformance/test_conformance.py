"""Runs each check of each solver on each case as a test:

    pytest --pyargs sudoku_rosetta.conformance --solver=mine.py:solve --solver="cmd:node mine.js"

Without --solver, all registered solvers are judged. A wrong answer is a failure; a crash or a timeout is an error.

Without options, only a quick part is run: see `_is_quick_run`. `--conformance-budget=all` runs everything.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import pytest

from ..external.errors import SolverError
from ..external.reading import Unread
from ..external.spec import parse
from ..messages import Language, locale_language
from ..solvers import Solver, SolverMissing, solvers
from .case import Case, cases, matching_cases
from .outcome import Outcome, format_grid
from .plugin import QUICK_PLACEMENTS, is_quick
from .solver_under_test import SolverUnderTest
from .suite import CheckRun, judge, plan


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "run" in metafunc.fixturenames:
        runs = _runs(metafunc.config)
        metafunc.parametrize("run", runs, ids=[run.id for run in runs], scope="function")


@pytest.fixture
def outcome(run: CheckRun, request: pytest.FixtureRequest) -> Outcome:
    """Judge in a fixture, so that pytest reports a missing answer as an error and not as a failure."""
    judged = judge(run)
    if judged.verdict == "errored":
        pytest.fail(_report(judged, _language(request.config)), pytrace=False)
    return judged


def test_solver(outcome: Outcome, request: pytest.FixtureRequest) -> None:
    language = _language(request.config)
    if outcome.verdict == "skipped":
        assert outcome.reason is not None
        pytest.skip(outcome.reason.in_language(language))
    if outcome.verdict == "failed":
        pytest.fail(_report(outcome, language), pytrace=False)


def _report(outcome: Outcome, language: Language) -> str:
    reason = outcome.reason.in_language(language) if outcome.reason else ""
    grid = f"\n\n{format_grid(outcome.grid)}\n{outcome.grid}" if outcome.grid else ""
    return f"{outcome.solver}, {outcome.check}, {outcome.case}: {reason}{grid}"


def _option(config: pytest.Config, name: str, default: Any = None) -> Any:
    """An option of the plugin; `default` if the plugin is disabled."""
    value = config.getoption(f"conformance_{name}", default=None)
    return default if value is None else value


def _language(config: pytest.Config) -> Language:
    chosen: Language | None = _option(config, "lang")
    return chosen or locale_language()


@functools.cache
def _runs(config: pytest.Config) -> tuple[CheckRun, ...]:
    level, budget = _option(config, "level"), _option(config, "budget")
    chosen = _chosen_cases(_option(config, "case", []))
    found: list[CheckRun] = []
    for solver in _chosen_solvers(config):
        found += plan(SolverUnderTest(solver, level, None if budget == "all" else budget), chosen)
    return tuple(run for run in found if _is_quick_run(run)) if is_quick(config) else tuple(found)


WHOLE_SEARCH = ("answer", "all", "order", "tree")


def _is_quick_run(run: CheckRun) -> bool:
    """Whether it is part of a quick run: small cases, and complete searches of the grids of the documents."""
    if run.case is None or run.case.expect == "invalid":
        return True
    if "document" in run.case.tags:
        return run.check.name in WHOLE_SEARCH
    return run.case.placements is not None and run.case.placements <= QUICK_PLACEMENTS


def _chosen_cases(patterns: list[str]) -> tuple[Case, ...]:
    if not patterns:
        return cases()
    chosen = matching_cases(patterns)
    if not chosen:
        raise pytest.UsageError(f"no case matches {' or '.join(patterns)}")
    return chosen


def _chosen_solvers(config: pytest.Config) -> Iterator[Solver]:
    specs = _option(config, "solver", [])
    if not specs:
        yield from solvers()
    level = _option(config, "level", "all")
    try:
        for spec in specs:
            solver = parse(spec).solver(level=level)
            solver.check_available()  # a solver given by name must not be skipped
            if (prepare := getattr(solver, "prepare", None)) is not None:
                prepare()  # one error instead of one for each check
            yield solver
    except (SolverError, Unread) as error:
        raise pytest.UsageError(f"{spec}: {error.message.in_language(_language(config))}") from None
    except (LookupError, ValueError, SolverMissing) as error:
        raise pytest.UsageError(str(error.args[0] if error.args else error)) from None
