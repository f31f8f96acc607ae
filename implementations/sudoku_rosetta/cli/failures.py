"""How a command ends when it cannot go on: its exit code, and the one line that it says.

A grid that is bad among others ends nothing; `inputs` tells of it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import click

from ..solvers import SolverMissing, UnknownSolver
from ..solvers.broke import SolverBroke

NOT_SO = 1
"""All was done, and the answer is no: no solution, not unique, no agreement."""
BAD_INPUT = 2
INTERRUPTED = 130
CLOSED_PIPE = 141
"""What a shell reports of any program whose reader has gone: 128 + SIGPIPE."""


class Failure(Exception):
    """Ends a command; its text is the line that the user sees."""


class Interrupted(Exception):
    """Ctrl-C; its text, if any, says what was done before."""


def ended_by(error: Exception) -> tuple[str, int] | None:
    """The line to say and the exit code; None where it is a mistake of ours, which deserves its traceback."""
    if isinstance(error, Interrupted):
        return f"Interrupted{str(error) or '.'}", INTERRUPTED
    if isinstance(error, Failure | SolverMissing | UnknownSolver | SolverBroke):
        return str(error), BAD_INPUT
    if isinstance(error, click.ClickException):
        return _usage(error), BAD_INPUT
    if isinstance(error, OSError) and error.strerror:
        return f"{printable(error.filename or 'the output')}: {because(error)}", BAD_INPUT
    return None


def _usage(error: click.ClickException) -> str:
    context = getattr(error, "ctx", None)
    path = context.command_path if context else "sudoku-rosetta"
    message = " ".join(error.format_message().split()).removesuffix(".")
    return f"{path}: {message[:1].lower()}{message[1:]} (see {path} --help)"


def because(error: OSError) -> str:
    """The system's reason, as a part of a sentence: "no such file or directory"."""
    reason = error.strerror or str(error) or "no reason given"
    return reason[:1].lower() + reason[1:]


def printable(text: object) -> str:
    """A name as one line that a terminal can show, whatever the file system allowed in it."""
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in os.fsdecode(str(text)))


def silence() -> None:
    """The reader of the output has gone: what is left in the buffers must not be missed at the end."""
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), sys.stdout.fileno())


def silence_if_full() -> None:
    """What a full disk refused has been told of once; Python must not try, and tell of it, again at the end."""
    try:
        sys.stdout.flush()
    except OSError:
        silence()


def put(path: Path, text: str) -> None:
    """Whole or not at all: a reader never sees half a report."""
    if not _is_replaced(path):
        path.write_text(text, encoding="utf-8")
        return
    fresh = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def _is_replaced(path: Path) -> bool:
    """Whether a new file may stand in its place: a link, a pipe or a device is there to be written to."""
    return not path.is_symlink() and (path.is_file() or not path.exists())


def check_writable(paths: Iterable[Path], *, whole: bool = False) -> None:
    """Whether what is to come can be written there, `whole` by `put`: before a minute of work, or hours, and not
    after it."""
    for path in paths:
        if not path.parent.is_dir():
            raise Failure(f"{printable(path)}: no such folder")
        if path.is_dir():
            raise Failure(f"{printable(path)}: it is a folder; a file is expected")
        if not os.access(path if path.exists() else path.parent, os.W_OK):
            raise Failure(f"{printable(path)}: it may not be written")
        if whole and _is_replaced(path) and not os.access(path.parent, os.W_OK):
            raise Failure(
                f"{printable(path)}: nothing may be written beside it, which replaces it when whole"
            )
