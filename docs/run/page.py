"""The functions that the pages Run and Follow call in the browser, through assets/js/worker.mjs."""

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
from sudoku_rosetta.conformance.suite import CheckRun, judge, plan
from sudoku_rosetta.messages import Language
from sudoku_rosetta.solvers import documents
from sudoku_rosetta.trace import trace_program

Send = Callable[[str], object]

EXCLUDED = {"threads", "forked", "closing", "stop"}
"""Checks that need a second thread or process, which a page does not have."""
MAX_PLACEMENTS = 2_000
"""Maximum placements of a test. With more, the slowest implementation takes seconds in a page."""
MAX_FAILURES = 20
"""The tests stop after this number of failures."""


def run(writing: str, grid: str, limit: int, send: Send) -> None:
    """Send the first solution, the number of solutions and the time; then add the counts of a second run."""
    solver, puzzle, max_solutions = solver_named(writing), Grid(grid), limit or None
    found: list[str] = []

    def first(solution: Grid) -> None:
        if not found:
            found.append(str(solution))

    start = time.perf_counter()
    report = solver.search(puzzle, first, limit=max_solutions)
    seconds = time.perf_counter() - start
    result = {
        "writing": writing,
        "first": found[0] if found else "",
        "solutions": report.solutions,
        "complete": report.complete,
        "seconds": seconds,
    }
    send(json.dumps(result))
    result["counts"] = dict(solver.search(puzzle, limit=max_solutions, watch=True).counts)
    send(json.dumps(result))


def trace(writing: str, grid: str, limit: int, steps: int) -> str:
    """The recorded search, in the format of the player."""
    return trace_program(writing, grid, limit=limit or None, max_steps=steps).text()


def examine(writing: str, source: str, language: Language, send: Send) -> None:
    """Replace the implementation's file by `source`, run the conformance suite, and send each result."""
    solver = copy.copy(next(each for each in documents.DOCUMENTS if each.id == writing))
    solver.solution = _unchecked_solution  # type: ignore[method-assign]
    file = files("sudoku_rosetta.documents").joinpath(f"{solver.module}.py")
    file.write_text(source, encoding="utf-8")  # type: ignore[attr-defined]  # in the page's virtual file system
    documents._compiled.cache_clear()
    if (unreadable := _unreadable(solver.module, str(file))) is not None:
        send(json.dumps({"unreadable": unreadable}))
        return
    subject = SolverUnderTest(solver, budget_placements=MAX_PLACEMENTS)
    runs = list(_plan(subject))
    verdicts: Counter[str] = Counter()
    for number, check_run in enumerate(runs, 1):
        case = check_run.case
        send(
            json.dumps(
                {
                    "at": number,
                    "of": len(runs),
                    "check": check_run.check.name,
                    "case": case.id if case else "",
                }
            )
        )
        outcome = judge(check_run)
        verdicts[outcome.verdict] += 1
        if outcome.verdict in ("failed", "errored") and outcome.reason is not None:
            why = (case.why if language == "en" else case.why_fr) if case else ""
            failure = {"case": outcome.case, "check": outcome.check, "grid": outcome.grid, "why": why}
            send(json.dumps({"failed": failure | {"reason": outcome.reason.in_language(language)}}))
        if verdicts["failed"] + verdicts["errored"] == MAX_FAILURES:
            break
    send(json.dumps({"verdicts": dict(verdicts)}))


def _unchecked_solution(digits: Iterable[int]) -> Grid:
    """The solution without checks: the conformance suite reports wrong solutions."""
    return Grid.unchecked("".join(str(int(digit)) for digit in digits).encode())


def _plan(subject: SolverUnderTest) -> Iterator[CheckRun]:
    return plan(subject, cases(), [check for check in CHECKS if check.name not in EXCLUDED])


def _unreadable(module: str, file: str) -> str | None:
    """The error if Python cannot load the file, else None."""
    try:
        documents.fresh_module(module)
    except SyntaxError as error:
        return f"{type(error).__name__}: {error.msg} (line {error.lineno})"
    except (Exception, SystemExit) as error:
        # the last line of this file in the traceback: the error may be in a function that it calls
        lines = [each.lineno for each in traceback.extract_tb(error.__traceback__) if each.filename == file]
        message = f"{type(error).__name__}: {error}".rstrip(": ")
        return f"{message} (line {lines[-1]})" if lines else message
    return None
