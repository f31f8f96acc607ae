"""Recognises a solver in a file or folder: which file it is, in which language, and the command that runs it."""

from __future__ import annotations

import ast
import functools
import os
import sys
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Literal

from ..messages import Message
from ..solvers import SolverMissing

USUAL_NAMES = (
    "solve",
    "resoudre",
    "résoudre",
    "solve_sudoku",
    "solveSudoku",
    "resoudre_sudoku",
    "sudoku",
    "main",
)
"""Usual names of a solver's function, in the order in which they are tried."""
OUT = "{out}"
"""Placeholder in a compile command for the path of the program."""
SOLVER_STEMS = ("solver", "main")
IGNORED_NAMES = {"__pycache__", "__MACOSX", "Thumbs.db", "desktop.ini", "node_modules"}
MAX_SOURCE_BYTES = 2_000_000
Kind = Literal["function", "program", "source"]


class Unrecognised(SolverMissing):
    """No solver was found in the file or folder. `message` gives the reason."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.en)
        self.message = message


class NotInstalled(SolverMissing):
    """The compiler or interpreter of this language is not installed."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.en)
        self.message = message


@dataclass(frozen=True)
class Recognised:
    """A solver's file, and the command that runs it in its folder."""

    kind: Kind
    file: Path
    language: str
    command: tuple[str, ...]
    """The file of a function, the command of a program, or the command that compiles a source file."""


@dataclass(frozen=True)
class Language:
    """One entry of languages.toml."""

    name: str
    suffixes: tuple[str, ...]
    run: tuple[str, ...] = ()
    compile: tuple[str, ...] = ()


@functools.cache
def languages() -> Mapping[str, Language]:
    """Return the languages by file suffix."""
    table = tomllib.loads((files(__package__) / "languages.toml").read_text(encoding="utf-8"))
    found: dict[str, Language] = {}
    for name, entry in table.items():
        language = Language(name, **{key: tuple(value) for key, value in entry.items()})
        found |= dict.fromkeys(language.suffixes, language)
    return found


def recognise(path: Path) -> Recognised:
    """Recognise the solver in a file or folder. Raise Unrecognised or NotInstalled if it cannot be run."""
    try:
        file = _solver_in(path) if path.is_dir() else path
        if not file.is_file():
            raise Unrecognised(Message("recognise.no_file"))
        if file.stat().st_size == 0:
            raise Unrecognised(Message("recognise.empty_file"))
        return _recognised(file)
    except OSError as error:
        raise Unrecognised(
            Message("recognise.unreadable", reason=error.strerror or type(error).__name__)
        ) from None


def is_ignored(entry: Path) -> bool:
    """Whether an operating system or a tool has created this file or folder."""
    return entry.name.startswith(".") or entry.name in IGNORED_NAMES or entry.name.endswith(".pyc")


def _solver_in(folder: Path) -> Path:
    """The file called solver.* or main.*, or the only file. If there is only a subfolder, search it instead."""
    entries = sorted(entry for entry in folder.iterdir() if not is_ignored(entry))
    if len(entries) == 1 and entries[0].is_dir():
        return _solver_in(entries[0])
    all_files = [entry for entry in entries if entry.is_file()]
    runnable = [entry for entry in all_files if _can_run(entry)]
    for stem in SOLVER_STEMS:
        named = [entry for entry in runnable if entry.stem.lower() == stem]
        if len(named) == 1:
            return named[0]
    for candidates in (runnable, all_files):
        if len(candidates) == 1:
            return candidates[0]
    raise Unrecognised(Message("recognise.which_file" if all_files else "recognise.empty_folder"))


def _can_run(file: Path) -> bool:
    return file.suffix.lower() in languages() or os.access(file, os.X_OK)


def _recognised(file: Path) -> Recognised:
    import shutil

    path = f"./{file.name}"  # relative, so that error messages do not show the full path
    suffix = file.suffix.lower()
    language = languages().get(suffix)
    if suffix == ".py":
        if is_program(file):
            return Recognised("program", file, "Python", (sys.executable, path))
        return Recognised("function", file, "Python", (path,))
    if language is not None:
        command = tuple(path if word == "{file}" else word for word in language.run or language.compile)
        if shutil.which(command[0]) is None:
            raise NotInstalled(Message("recognise.not_installed", program=command[0]))
        return Recognised("program" if language.run else "source", file, language.name, command)
    if os.access(file, os.X_OK):
        return Recognised("program", file, suffix[1:], (path,))
    raise Unrecognised(Message("recognise.unknown_language", file=file.name, expected=", ".join(languages())))


def is_program(file: Path) -> bool:
    """Whether a Python file is a program that reads a grid from stdin, rather than a module with a function.

    A file that defines a function with one of the usual names is a module. So is a file with a syntax error:
    loading it then raises Python's own message.
    """
    with file.open("rb") as source:
        text = source.read(MAX_SOURCE_BYTES)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    defined = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    if defined & (set(USUAL_NAMES) - {"main"}):
        return False
    return any(
        (isinstance(node, ast.Name) and node.id == "input")
        or (isinstance(node, ast.Attribute) and node.attr == "stdin")
        for node in ast.walk(tree)
    )
