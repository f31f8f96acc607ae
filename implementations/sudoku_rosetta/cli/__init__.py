"""The command line: each command is a module here that has a `command`, imported when it is used.

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
    ended_by,
    silence,
    silence_if_full,
)
from .suggestions import Group


class Commands(Group):
    """The modules beside this one that have a `command`: a new command is one new file."""

    def list_commands(self, context: click.Context) -> list[str]:
        names = sorted(module.name for module in pkgutil.iter_modules(__path__))
        return [name for name in names if self.get_command(context, name) is not None]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in {module.name for module in pkgutil.iter_modules(__path__)}:
            return None
        command = getattr(importlib.import_module(f".{name}", __name__), "command", None)
        return command if isinstance(command, click.Command) else None

    def invoke(self, context: click.Context) -> Any:
        """Leave interrupts and closed pipes to `run`: click would handle them itself."""
        try:
            status = super().invoke(context)
            sys.stdout.flush()
            return status
        except KeyboardInterrupt:
            raise Interrupted from None
        except BrokenPipeError:
            silence()
            return CLOSED_PIPE


@click.group(
    cls=Commands,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
    epilog="Each command has a manual: sudoku-rosetta COMMAND --help. A good start: sudoku-rosetta tour.",
)
@click.version_option(__version__, prog_name="sudoku-rosetta", message="%(prog)s %(version)s")
@click.pass_context
def commands(context: click.Context) -> int:
    """One puzzle, four writings, one tree: French documents that solve Sudoku, as programs that run.

    \b
    Examples:
      sudoku-rosetta tour               all writings compared on one grid
      sudoku-rosetta solve grids.txt    the first solution of each grid
      sudoku-rosetta solve GRID --all --solver c-style
      sudoku-rosetta check GRID         is it legal, unique, minimal?
      sudoku-rosetta errata --id S1     an error of a document, and its symptom

    \b
    Exit codes:
      0    finished; the answer is yes       2    bad input or a usage error
      1    finished; the answer is no        130  interrupted (Ctrl-C)

    Shell completion: sudoku-rosetta completion --help.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    return 0


def run(arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code; an error is one line on standard error."""
    try:
        _ready_streams()
        status = commands.main(arguments, prog_name="sudoku-rosetta", standalone_mode=False)
    except click.Abort:
        click.echo("Interrupted.", err=True)
        return INTERRUPTED
    except Exception as error:
        known = ended_by(error)
        if known is None:
            raise
        message, status = known
        click.echo(message, err=True)
        if isinstance(error, OSError):
            silence_if_full()
    return status if isinstance(status, int) else BAD_INPUT


def _ready_streams() -> None:
    """Make any file name printable, and replace a standard error that the shell has closed."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - for as long as we run
    if sys.stdout is None:
        raise Failure("standard output is closed")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
