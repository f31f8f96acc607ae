"""`sudoku-rosetta solvers`: the registered solvers, and what each can do, promises and counts."""

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
    """List the registered solvers, the document that each one transcribes, and whether
    it can run here.

    \b
    style     how the document is written, and the language of the transcription
    can       first: one solution; all: every solution; count: their number
    promises  lexicographic: solutions in ascending order; row-major: the search
              tree of the documents' programs, cell by cell in reading order
    counts    what it can report of a search

    \b
    Commands that take --solver SPEC take any of these:
      c-style                       a registered solver
      mine.py, mine.py:solve        a Python function: of a file,
      mine.py:Solver.solve          or a method;
      package.module:solve          or of an installed module
      mine.c, mine.js, folder/      a source file, or a folder that holds one
      cmd:COMMAND                   a program: one grid of 81 digits on standard
                                    input, one line of 81 digits per solution on
                                    standard output

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
        "missing": solver.declared().missing,
    }


def _row(solver: Solver) -> list[str]:
    """Style and language share a cell, so that the table fits 80 columns."""
    described = _described(solver)
    style = solver.style if solver.style == solver.language else f"{solver.style} in {solver.language}"
    lists = [", ".join(described[key]) or "-" for key in ("can", "promises", "counts")]
    return [solver.id, solver.document or "-", style, *lists, "no" if solver.missing() else "yes"]
