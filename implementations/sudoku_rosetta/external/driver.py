"""Driver: what `drivers` knows of one language, and the protocol that its programs follow.

A driver is a small program in the language of the copy, made from a template, that contains or loads the copy
and makes one call in it. It reads one line of 81 digits for each grid and writes one reply: the line `REPLY`
followed by JSON {"returned": ..., "argument": ..., "error": ...}: what the call returned, the grid that was
given to it as it is after the call, and the text of an exception. What is written before that line was
printed by the call. A reply may have "skipped": [[line, text], ...], the statements of the copy that failed
while it was loaded, and "ended": true if it is the last one of its process. The answers are converted in
Python, by `function_values`; the driver only writes values as JSON.

The call "main" is the whole program: the driver starts it again for each grid in the same process. Its
request is the text of standard input as a JSON string, and its reply is {"exit": code}.

To try many calls, one driver can serve several readings: with `many`, the number of the reading and a space
precede each request; with `request`, a driver of an interpreted language gets the call itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from .reading import Reading

REPLY = "\x1e"
"""The sign before the JSON of a reply, at the beginning of a line."""
MAIN = "main"


@dataclass(frozen=True)
class Driver:
    """How the functions of one language are found and called."""

    calls: Callable[[str], list[tuple[str, str]]]
    """The calls in a source file, each with the code of a form, most plausible first. In a language with
    types, the types give the form; "" is any form."""
    files: Callable[[Reading, str], Mapping[str, str]]
    """The files to write beside the file of the copy, from a reading and the text of the copy's source. An
    entry with the name of the copy's own file replaces it."""
    compile: tuple[tuple[str, ...], ...] = ()
    """The commands that compile them, run in the folder that holds them. {file} is the copy's file."""
    run: tuple[str, ...] = ()
    """The command that starts the driver in the same folder."""
    needs: tuple[str, ...] = ()
    """The programs that a script of `compile` starts."""
    limits_bytes: Mapping[str, int] | None = None
    """Larger limits than usual, by the names of the fields of `Limits`, for a runtime that needs much:
    {"memory_mb": 2048}."""
    many: Callable[[Sequence[Reading], str], Mapping[str, str]] | None = None
    """Like `files`, for several readings of the same file. The request is then "NUMBER DIGITS", or "NUMBER
    JSON" for `MAIN`."""
    fresh: bool = False
    """Whether each reading is tried in a new process, because calls change variables of the copy."""
    request: Callable[[Reading, str, bool], str] | None = None
    """The request line from a reading, the grid and whether this is a trial, which must not change the state
    of the copy. Without a grid, the request is to load the copy, before its first call; it is not made for
    `MAIN`. `files` is then the same for all readings of a file."""
    ready: bool = False
    """Whether the driver writes a reply before it reads the first request: {}, or {"error": text} if the copy
    cannot be loaded."""
    attribute: str = "{object}.{name}"
    """How an attribute of an object is written, for a reply {"returned": {"type": ..., "grids": [names]}}."""
    read: Callable[[Path], str] | None = None
    """Reads the source that `calls` and `files` get, with the headers beside it; None for the text of the file
    alone."""
