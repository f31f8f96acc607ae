"""How a command ends that cannot go on: its exit code, and one line on standard error.

One invalid grid among others does not end a command; `inputs` reports it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import click

from ..solvers import SolverMissing, UnknownSolver
from .suggestions import message_of

NOT_SO = 1
"""Finished; the answer is no: no solution, not unique, no agreement."""
BAD_INPUT = 2
INTERRUPTED = 130
CLOSED_PIPE = 141
"""As a shell reports a program that a closed pipe has ended: 128 + SIGPIPE."""


class Failure(Exception):
    """Ends a command; its text is the line that the user sees."""


class Interrupted(Exception):
    """Ctrl-C; the text, if any, says how far the work was."""


def ended_by(error: Exception) -> tuple[str, int] | None:
    """The line to print and the exit code; None for an error of our own, which gets its traceback."""
    from ..external.errors import SolverError

    if isinstance(error, Interrupted):
        return f"Interrupted{str(error) or '.'}", INTERRUPTED
    if isinstance(error, SolverError):
        return error.in_one_line(), BAD_INPUT
    if isinstance(error, Failure | SolverMissing | UnknownSolver):
        return str(error), BAD_INPUT
    if isinstance(error, click.ClickException):
        return _usage(error), BAD_INPUT
    if isinstance(error, OSError) and error.strerror:
        return f"{printable(error.filename or 'the output')}: {because(error)}", BAD_INPUT
    return None


def _usage(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "sudoku-rosetta"
    message = " ".join(message_of(error).split()).removesuffix(".")
    return f"{path}: {message[:1].lower()}{message[1:]} (see {path} --help)"


def because(error: OSError) -> str:
    """The system's reason, as a part of a sentence: "no such file or directory"."""
    reason = error.strerror or str(error) or "no reason given"
    return reason[:1].lower() + reason[1:]


def printable(text: object) -> str:
    """A name as one line without control characters, whatever the file system allows."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in os.fsdecode(str(text)))


def silence() -> None:
    """Point stdout at /dev/null, so that the interpreter can flush its buffers at exit without an error."""
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def silence_if_full() -> None:
    """Point stdout at /dev/null so the interpreter does not report the same ENOSPC again at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        silence()
