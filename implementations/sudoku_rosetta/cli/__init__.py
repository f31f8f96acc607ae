"""The command line. Each module here with a `command` is a command; it is imported when it is used.

A command returns its exit code; `run` turns an exception into one line and an exit code.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import Any

import click

from .. import __version__
from .exits import (
    BAD_INPUT,
    CLOSED_PIPE,
    INTERRUPTED,
    Failure,
    Interrupted,
    discard_stdout,
    discard_stdout_if_full,
    message_and_exit_code,
)
from .suggestions import Group


class Commands(Group):
    """The commands: every module of this package that defines `command`."""

    def list_commands(self, context: click.Context) -> list[str]:
        names = sorted(module.name for module in pkgutil.iter_modules(__path__))
        return [name for name in names if self.get_command(context, name) is not None]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in {module.name for module in pkgutil.iter_modules(__path__)}:
            return None
        command = getattr(importlib.import_module(f".{name}", __name__), "command", None)
        return command if isinstance(command, click.Command) else None

    def invoke(self, context: click.Context) -> Any:
        """Handle interrupts and closed pipes before click does."""
        try:
            status = super().invoke(context)
            sys.stdout.flush()
            return status
        except KeyboardInterrupt:
            raise Interrupted from None
        except BrokenPipeError:
            discard_stdout()
            return CLOSED_PIPE


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    subcommand_metavar="COMMAND [ARGS]...",
)
@click.version_option(__version__, prog_name="sudoku-rosetta", message="%(prog)s %(version)s")
@click.pass_context
def commands(context: click.Context) -> int:
    """Solve, check, generate and study Sudoku grids, and compare Sudoku solvers.

    Four French documents each contain a program that solves Sudoku. This package has
    a faithful Python version of each program, a fast solver in C, and tools to test
    and measure any solver.

    To begin, run "sudoku-rosetta tour". For the options of a command, run
    "sudoku-rosetta COMMAND --help".

    \b
    Examples:
      sudoku-rosetta tour                       compare all solvers on one grid
      sudoku-rosetta solve grids.txt            print one solution of each grid
      sudoku-rosetta check grids.txt            test if each solution is unique
      sudoku-rosetta generate --count 10        print ten new puzzles
      sudoku-rosetta compare                    measure the speed of all solvers
      sudoku-rosetta conform mine.py:solve      test your own solver

    \b
    Exit codes (the help page of a command lists any others):
      0    success
      1    finished with a negative answer, such as "no solution"
      2    invalid input or usage error
      130  interrupted (Ctrl-C)
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    return 0


def run(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code. Errors are reported in one line on standard error."""
    try:
        _prepare_streams()
        status = commands.main(arguments, prog_name="sudoku-rosetta", standalone_mode=False)
    except click.Abort:
        click.echo("Interrupted.", err=True)
        return INTERRUPTED
    except Exception as error:
        ended = message_and_exit_code(error)
        if ended is None:
            raise
        message, status = ended
        click.echo(message, err=True)
        if isinstance(error, OSError):
            discard_stdout_if_full()
    return status if isinstance(status, int) else BAD_INPUT


def _prepare_streams() -> None:
    """Escape undecodable file names in output; replace standard error if the shell closed it."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - for as long as the program runs
    if sys.stdout is None:
        raise Failure("standard output is closed")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
