"""Errors that end a command: the exit code, and one line on standard error.

An invalid grid does not end a command; `inputs` reports it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from ..solvers import SolverMissing, UnknownSolver
from .suggestions import message_of

NEGATIVE_ANSWER = 1
"""Finished, but the answer is negative: no solution, several solutions, a failed test, a disagreement."""
BAD_INPUT = 2
INTERRUPTED = 130
CLOSED_PIPE = 141
"""128 + SIGPIPE, which shells report for a program that SIGPIPE killed."""


class Failure(Exception):
    """Ends a command with this message."""


class Interrupted(Exception):
    """Raised by Ctrl-C. The text, if any, is the rest of the message, such as ": 3 grids done."."""


def message_and_exit_code(error: Exception) -> tuple[str, int] | None:
    """The line to print and the exit code; None for a bug, whose traceback is printed."""
    from ..external.errors import SolverError

    if isinstance(error, Interrupted):
        return f"Interrupted{str(error) or '.'}", INTERRUPTED
    if isinstance(error, SolverError):
        return error.one_line(), BAD_INPUT
    if isinstance(error, Failure | SolverMissing | UnknownSolver):
        return str(error), BAD_INPUT
    if isinstance(error, click.ClickException):
        return _usage_message(error), BAD_INPUT
    if isinstance(error, OSError) and error.strerror:
        return f"{printable(error.filename or 'the output')}: {system_reason(error)}", BAD_INPUT
    return None


def _usage_message(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "sudoku-rosetta"
    message = " ".join(message_of(error).split()).removesuffix(".")
    return f"{path}: {message[:1].lower()}{message[1:]} (see {path} --help)"


def system_reason(error: OSError) -> str:
    """The reason that the operating system gives, such as "no such file or directory"."""
    reason = error.strerror or str(error) or "no reason given"
    return reason[:1].lower() + reason[1:]


def printable(text: object) -> str:
    """The text on one line, with control characters escaped."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in os.fsdecode(str(text)))


def discard_stdout() -> None:
    """Point stdout at /dev/null, so that the interpreter can flush it at exit without an error."""
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def discard_stdout_if_full() -> None:
    """If the disk is full, point stdout at /dev/null, so that the interpreter does not report it again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        discard_stdout()
