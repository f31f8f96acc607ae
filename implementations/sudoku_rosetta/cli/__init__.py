"""The command line: each command is one module here that has a `command`, imported only when it is asked for.

A command returns its exit code; `run` turns whatever ends it otherwise into one line and an exit code.
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
from .failures import (
    BAD_INPUT,
    CLOSED_PIPE,
    INTERRUPTED,
    Failure,
    Interrupted,
    ended_by,
    silence,
    silence_if_full,
)


class Commands(click.Group):
    """The modules beside this one that have a `command`: to add one takes one file."""

    def list_commands(self, context: click.Context) -> list[str]:
        names = sorted(module.name for module in pkgutil.iter_modules(__path__))
        return [name for name in names if self.get_command(context, name) is not None]

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        if name not in {module.name for module in pkgutil.iter_modules(__path__)}:
            return None
        command = getattr(importlib.import_module(f".{name}", __name__), "command", None)
        return command if isinstance(command, click.Command) else None

    def invoke(self, context: click.Context) -> Any:
        """What click would take for its own affair, an interrupt or a closed pipe, is `run`'s."""
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
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Each command has a manual: sudoku-rosetta COMMAND --help. A good start: sudoku-rosetta tour.",
)
@click.version_option(__version__, prog_name="sudoku-rosetta", message="%(prog)s %(version)s")
@click.pass_context
def commands(context: click.Context) -> int:
    """One puzzle, four writings, one tree: French documents that solve Sudoku, as programs that run.

    \b
    Examples:
      sudoku-rosetta tour                            every writing on one grid, compared
      sudoku-rosetta solve grids.txt                 the first solution of each grid
      sudoku-rosetta solve GRID --all --solver c-style
      sudoku-rosetta check GRID                      is it legal, unique, minimal?
      sudoku-rosetta errata --id S1                  what a document had wrong, and how it shows

    \b
    Exit codes:
      0    done, and the answer is good       2    bad input, or the command was misspelt
      1    done, and it is not                130  interrupted (Ctrl-C)

    Shell completion: sudoku-rosetta completion --help.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
    return 0


def run(arguments: list[str] | None = None) -> int:
    """Run a command to its exit code, whatever happens; what is wrong is one line on standard error."""
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
    """Any file's name can be written; and both streams are there, whatever the shell closed."""
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w")  # noqa: SIM115 - for as long as we run
    if sys.stdout is None:
        raise Failure("standard output is closed")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
