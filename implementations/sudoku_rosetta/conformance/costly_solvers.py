"""Fewer grids for a solver whose start takes long, such as a program that answers one grid in each process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..messages import Message
from .suite import CheckRun

MAX_COST_S = 60.0
"""A solver whose starts take longer than this in total is asked `CHOSEN_CASES` only."""
CALLS_OF_CHECK: Mapping[str, int] = {
    "again": 2,
    "between": 3,
    "after-error": 3,
    "threads": 4,
    "forked": 4,
    "limit": 4,
}
"""The number of starts in one check; 1 for the others."""
CHOSEN_CASES = frozenset(
    """
    full-at-random
    empties-in-the-last-row empties-in-the-last-column empties-in-the-square-at-the-right-of-the-middle
    empties-around-the-border last-cell-row-1-column-1 last-cell-row-5-column-5 last-cell-row-9-column-9
    one-first-cell-is-nine one-with-an-empty-first-row one-with-an-empty-square one-with-25-clues
    one-where-eight-digits-are-given project-euler-96-first wikipedia-example
    no-guess-single-candidates guess-whose-last-digit-is-right guesses-inside-guesses
    one-solution-transposed one-solution-turned-left one-solution-digits-at-random
    few-two-that-differ-in-four-cells-at-the-bottom few-2-solutions few-12-solutions limit-empty-grid-two
    none-first-empty-cell-has-no-digit none-last-empty-cell-has-no-digit none-digit-without-a-place-in-a-square
    none-because-of-the-last-row
    clash-in-a-row-side-by-side clash-in-a-column-far-apart clash-in-a-square-only full-wrong-in-squares-only
    full-wrong-by-the-last-digit
    """.split()
)
"""Each of these catches a common mistake: in the last row, column or cell, in the numbering of boxes, with the
digit 9, with guesses inside of guesses, with several solutions or none, and with clashing clues."""


def with_fewer_grids(runs: Sequence[CheckRun], cost_per_grid: float) -> Sequence[CheckRun]:
    """The same check runs. If the starts take too long, most of them are skipped, with the reason."""
    asked = [run for run in runs if run.skip_reason is None]
    total = cost_per_grid * sum(CALLS_OF_CHECK.get(run.check.name, 1) for run in asked)
    if total <= MAX_COST_S:
        return runs
    first_of_check = {run.check.name: run for run in reversed(asked) if run.check.on_pair}
    kept = [run for run in asked if _is_kept(run, first_of_check)]
    grids = len({run.case.id for run in kept if run.case})
    reason = Message("skipped.costly", seconds=round(cost_per_grid, 1), number=grids)
    ids = {run.id for run in kept}
    return [
        run if run.skip_reason is not None or run.id in ids else replace(run, skip_reason=reason)
        for run in runs
    ]


def _is_kept(run: CheckRun, first_of_check: Mapping[str, CheckRun]) -> bool:
    if run.case is None:
        return True
    return run is first_of_check[run.check.name] if run.check.on_pair else run.case.id in CHOSEN_CASES
