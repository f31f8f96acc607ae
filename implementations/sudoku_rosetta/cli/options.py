"""Options and operands that several commands share, with what a shell completes for them."""

from __future__ import annotations

import click

from ..solvers import solvers


def _solver_names(context: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    return [solver.id for solver in solvers() if solver.id.startswith(begun)]


grids = click.argument("grids", nargs=-1, metavar="[GRIDS]...", type=click.Path())
solver = click.option(
    "--solver",
    metavar="NAME",
    shell_complete=_solver_names,
    help="Who solves; 'sudoku-rosetta solvers' lists them.",
)
text_or_json = click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="For a person, or one JSON object a line.",
)
