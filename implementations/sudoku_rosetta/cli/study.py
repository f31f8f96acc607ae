"""`sudoku-rosetta study`: document scilab's experiments at any scale. The subcommands are in `study_*.py`."""

from __future__ import annotations

import click

from .study_compare import compare_command
from .study_predict import predict_command, survey_command
from .study_run import run_command
from .study_show import show_command
from .suggestions import Group


@click.group(cls=Group, short_help="Run and evaluate document scilab's experiments at any scale.")
def command() -> None:
    """Make grids by the two methods of document scilab, count all solutions of each, and
    evaluate the counts.

    \b
    Examples:
      sudoku-rosetta study run --method 2 --clues 40..50 --grids 99 --out results/
      sudoku-rosetta study show results/
      sudoku-rosetta study compare results1/ results2/
      sudoku-rosetta study predict document --distance 16

    \b
    Exit codes:
      0    success
      1    compare found a difference, or too few grids to decide
      2    invalid input, usage error or damaged results
      130  interrupted
    """


for subcommand in (run_command, show_command, compare_command, predict_command, survey_command):
    command.add_command(subcommand)
