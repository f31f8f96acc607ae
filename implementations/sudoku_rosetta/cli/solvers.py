"""`sudoku-rosetta solvers`: list the registered solvers and their features."""

from __future__ import annotations

from typing import Any

import click

from ..solvers import Solver, solvers
from . import help_pages, options
from .outputs import json_line, table

HEADINGS = ("name", "document", "style", "can", "promises", "counts", "runs")


@help_pages.command(short_help="List the solvers and their features.")
@options.text_or_json
def command(style: str) -> int:
    """List the registered solvers and their features.

    \b
    Columns:
      name      the name for --solver
      document  the document whose program the solver transcribes
      style     the style of that document, and the programming language
      can       first: find one solution; all: list every solution;
                count: count the solutions
      promises  lexicographic: solutions in ascending order; row-major: always
                fills the first empty cell, with digits in ascending order, as
                the programs of documents c, scilab and pseudocode do
      counts    the operations that the solver can count during a search
      runs      whether the solver can run on this computer

    \b
    The option --solver SPEC of other commands takes one of:
      c-style                a registered solver
      mine.py                a Python file; its solve function is recognized
      mine.py:solve          a function of a Python file
      mine.py:Solver.solve   a method of a class of a Python file
      package.module:solve   a function of an installed Python module
      mine.c, mine.js        a source file in another language
      folder/                a folder with one source file
      cmd:COMMAND            a program that reads a grid of 81 digits from
                             standard input, with 0 for an empty cell, and
                             prints each solution as a line of 81 digits

    \b
    Examples:
      sudoku-rosetta solvers
      sudoku-rosetta solvers --format json

    \b
    Exit codes:
      0    success
      2    usage error
    """
    if style == "json":
        for solver in solvers():
            click.echo(json_line(_described(solver)))
    else:
        table(HEADINGS, [_row(solver) for solver in solvers()])
        for solver in solvers():
            if reason := solver.missing():
                click.echo(f"\n{solver.id} cannot run here: {reason}")
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
        "missing": solver.declared().missing,
    }


def _row(solver: Solver) -> list[str]:
    """Style and language share a column, so that the table fits 80 characters."""
    described = _described(solver)
    style = solver.style if solver.style == solver.language else f"{solver.style} in {solver.language}"
    lists = [", ".join(described[key]) or "-" for key in ("can", "promises", "counts")]
    return [solver.id, solver.document or "-", style, *lists, "no" if solver.missing() else "yes"]
