"""What a file or folder of anyone's holds: which file is the solver, in which language, and how it is run."""

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
"""Functions with these names are taken for the solver, in this order."""
OUT = "{out}"
"""Stands in a compile command for the program that it makes."""
SOLVER_STEMS = ("solver", "main")
IGNORED = {"__pycache__", "__MACOSX", "Thumbs.db", "desktop.ini", "node_modules"}
MAX_SOURCE_BYTES = 2_000_000
Kind = Literal["function", "program", "source"]


class Unrecognised(SolverMissing):
    """There is no solver to run in the file or folder; `message` says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.en)
        self.message = message


class NotInstalled(SolverMissing):
    """What runs this language is not on this machine."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.en)
        self.message = message


@dataclass(frozen=True)
class Recognised:
    """A solver's file, and how it is run in its folder."""

    kind: Kind
    file: Path
    language: str
    command: tuple[str, ...]
    """A function's file, a program's command, or the command that compiles a source file."""


@dataclass(frozen=True)
class Language:
    """One entry of languages.toml."""

    name: str
    suffixes: tuple[str, ...]
    run: tuple[str, ...] = ()
    compile: tuple[str, ...] = ()


@functools.cache
def languages() -> Mapping[str, Language]:
    """The languages by suffix."""
    table = tomllib.loads((files(__package__) / "languages.toml").read_text(encoding="utf-8"))
    found: dict[str, Language] = {}
    for name, entry in table.items():
        language = Language(name, **{key: tuple(value) for key, value in entry.items()})
        found |= dict.fromkeys(language.suffixes, language)
    return found


def recognise(path: Path) -> Recognised:
    """How the solver in a file or folder is run; Unrecognised or NotInstalled where it cannot be."""
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
    """Whether it is a file that systems and tools leave in a folder."""
    return entry.name.startswith(".") or entry.name in IGNORED or entry.name.endswith(".pyc")


def _solver_in(folder: Path) -> Path:
    """solver.* or main.*, or the only file; a folder in a folder is opened too."""
    inside = sorted(entry for entry in folder.iterdir() if not is_ignored(entry))
    if len(inside) == 1 and inside[0].is_dir():
        return _solver_in(inside[0])
    everything = [entry for entry in inside if entry.is_file()]
    runnable = [entry for entry in everything if _can_run(entry)]
    for stem in SOLVER_STEMS:
        named = [entry for entry in runnable if entry.stem.lower() == stem]
        if len(named) == 1:
            return named[0]
    for some in (runnable, everything):
        if len(some) == 1:
            return some[0]
    raise Unrecognised(Message("recognise.which_file" if everything else "recognise.empty_folder"))


def _can_run(file: Path) -> bool:
    return file.suffix.lower() in languages() or os.access(file, os.X_OK)


def _recognised(file: Path) -> Recognised:
    import shutil

    here = f"./{file.name}"  # it is run in its folder, and its messages show no other folder's name
    suffix = file.suffix.lower()
    language = languages().get(suffix)
    if suffix == ".py":
        if is_program(file):
            return Recognised("program", file, "Python", (sys.executable, here))
        return Recognised("function", file, "Python", (here,))
    if language is not None:
        command = tuple(here if word == "{file}" else word for word in language.run or language.compile)
        if shutil.which(command[0]) is None:
            raise NotInstalled(Message("recognise.not_installed", program=command[0]))
        return Recognised("program" if language.run else "source", file, language.name, command)
    if os.access(file, os.X_OK):
        return Recognised("program", file, suffix[1:], (here,))
    raise Unrecognised(Message("recognise.unknown_language", file=file.name, expected=", ".join(languages())))


def is_program(file: Path) -> bool:
    """Whether a Python file is a program that reads its grid, and not a function that takes it as an argument.

    A function with one of the usual names wins. A file with a syntax error is no program: it fails when it is
    loaded, with Python's own message.
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
