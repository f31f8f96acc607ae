"""`sudoku-rosetta solvers`: who can solve here, and what each can do, promises and counts."""

from __future__ import annotations

from typing import Any

import click

from ..solvers import Solver, solvers
from . import options
from .outputs import json_line, table

HEADS = ("name", "document", "style", "can", "promises", "counts", "here?")


@click.command(short_help="List the solvers: what each can do, promises and counts.")
@options.text_or_json
def command(style: str) -> int:
    """List the solvers, with the document that each writes down, if any, and whether it can run here.

    \b
    style     how the document is written, and the language that it is here in
    can       first: a solution; all: every one; count: how many
    promises  lexicographic: solutions in rising order; row-major: the tree of the documents' own search,
              cell by cell, row after row
    counts    what it can report of a search

    \b
    Examples:
      sudoku-rosetta solvers
      sudoku-rosetta solvers --format json

    Exit code: 0.
    """
    if style == "json":
        for solver in solvers():
            click.echo(json_line(_described(solver)))
    else:
        table(HEADS, [_row(solver) for solver in solvers()])
        for solver in solvers():
            if reason := solver.missing():
                click.echo(f"\n{solver.id} is not here: {reason}")
    return 0


def _described(solver: Solver) -> dict[str, Any]:
    return {
        "name": solver.id,
        "title": solver.title,
        "document": solver.document,
        "style": solver.style,
        "language": solver.language,
        "can": [ability for ability in ("first", "all", "count") if ability in solver.can],
        "promises": sorted(solver.promises),
        "counts": sorted(solver.reports),
        "missing": solver.missing(),
    }


def _row(solver: Solver) -> list[str]:
    """Style and language in one cell, so that a terminal of 80 columns has room for all."""
    told = _described(solver)
    style = solver.style if solver.style == solver.language else f"{solver.style} in {solver.language}"
    lists = [", ".join(told[key]) or "-" for key in ("can", "promises", "counts")]
    return [solver.id, solver.document or "-", style, *lists, "no" if solver.missing() else "yes"]
