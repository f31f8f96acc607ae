"""What the pages Run and Follow ask of the package, in the reader's browser: assets/js/worker.mjs calls it there.

Nothing here solves, judges or traces: the solvers, the conformance suite and `trace` do, as they do elsewhere.
"""

from __future__ import annotations

import copy
import json
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files

from sudoku_rosetta import Grid, solver_named
from sudoku_rosetta.conformance.case import cases
from sudoku_rosetta.conformance.checks import CHECKS
from sudoku_rosetta.conformance.solver_under_test import SolverUnderTest
from sudoku_rosetta.conformance.suite import Cell, judge, plan
from sudoku_rosetta.messages import Language
from sudoku_rosetta.solvers import documents
from sudoku_rosetta.trace import traced

Say = Callable[[str], object]

APART = {"threads", "forked", "closing", "stop"}
"""The checks that need a second thread or process, which a page does not have."""
BUDGET = 2_000
"""Placements: what is beyond it takes the slowest writing seconds in a page."""
ENOUGH = 20
"""So many mistakes tell what is wrong; no more is asked."""


def run(writing: str, grid: str, limit: int, say: Say) -> None:
    """Say the first solution, how many there are, and the seconds; then the counts, which a second run makes."""
    solver, given, most = solver_named(writing), Grid(grid), limit or None
    found: list[str] = []

    def first(solution: Grid) -> None:
        if not found:
            found.append(str(solution))

    began = time.perf_counter()
    report = solver.search(given, first, limit=most)
    seconds = time.perf_counter() - began
    told = {
        "writing": writing,
        "first": found[0] if found else "",
        "solutions": report.solutions,
        "complete": report.complete,
        "seconds": seconds,
    }
    say(json.dumps(told))
    told["counts"] = dict(solver.search(given, limit=most, watch=True).counts)
    say(json.dumps(told))


def trace(writing: str, grid: str, limit: int, steps: int) -> str:
    """The steps of a writing, as the player reads them."""
    return traced(writing, grid, limit=limit or None, steps=steps).text()


def examine(writing: str, source: str, language: Language, say: Say) -> None:
    """Put a changed file in the writing's place and say, question by question, what the conformance suite finds."""
    solver = copy.copy(next(each for each in documents.DOCUMENTS if each.id == writing))
    solver.solution = _as_shown  # type: ignore[method-assign]
    file = files("sudoku_rosetta.documents").joinpath(f"{solver.module}.py")
    file.write_text(source, encoding="utf-8")  # type: ignore[attr-defined]  # a file in the page's own memory
    documents._compiled.cache_clear()
    if (unreadable := _unreadable(solver.module, str(file))) is not None:
        say(json.dumps({"unreadable": unreadable}))
        return
    subject = SolverUnderTest(solver, budget_placements=BUDGET)
    cells = list(_questions(subject))
    verdicts: Counter[str] = Counter()
    for number, cell in enumerate(cells, 1):
        case = cell.case
        say(
            json.dumps(
                {"at": number, "of": len(cells), "check": cell.check.name, "case": case.id if case else ""}
            )
        )
        outcome = judge(cell)
        verdicts[outcome.verdict] += 1
        if outcome.verdict in ("failed", "errored") and outcome.reason is not None:
            why = (case.why if language == "en" else case.why_fr) if case else ""
            told = {"case": outcome.case, "check": outcome.check, "grid": outcome.grid, "why": why}
            say(json.dumps({"failed": told | {"reason": outcome.reason.in_language(language)}}))
        if verdicts["failed"] + verdicts["errored"] == ENOUGH:
            break
    say(json.dumps({"verdicts": dict(verdicts)}))


def _as_shown(digits: Iterable[int]) -> Grid:
    """Right or wrong: it is the suite that says what is wrong with a solution, in its own words."""
    return Grid.unchecked("".join(str(int(digit)) for digit in digits).encode())


def _questions(subject: SolverUnderTest) -> Iterator[Cell]:
    return plan(subject, cases(), [check for check in CHECKS if check.name not in APART])


def _unreadable(module: str, file: str) -> str | None:
    """Why the file cannot even be begun, in Python's own words; None where it can."""
    try:
        documents.fresh(module)
    except SyntaxError as error:
        return f"{type(error).__name__}: {error.msg} (line {error.lineno})"
    except (Exception, SystemExit) as error:
        # the last line of this file: what it calls may raise in another
        lines = [each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == file]
        said = f"{type(error).__name__}: {error}".rstrip(": ")
        return f"{said} (line {lines[-1]})" if lines else said
    return None
