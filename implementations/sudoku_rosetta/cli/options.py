"""Options and operands that several commands share, with what a shell completes for them."""

from __future__ import annotations

from collections.abc import Callable

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
_solvers = click.option(
    "--solver",
    "solvers",
    multiple=True,
    metavar="NAME",
    shell_complete=_solver_names,
    help="One who takes part; see above.",
)
_commands = click.option(
    "--solver-cmd", "commands", multiple=True, metavar="CMD", help="A program that takes part."
)


def solvers_of_any_kind(command: Callable[..., object]) -> Callable[..., object]:
    """Both ways to name those who take part in a comparison."""
    return _solvers(_commands(command))


text_or_json = click.option(
    "--format",
    "style",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="For a person, or one JSON object a line.",
)
