"""Output of the commands: JSON lines, tables, and files that are written atomically."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap

from .exits import Failure, printable
from .inputs import InputGrid


def source_fields(item: InputGrid) -> dict[str, object]:
    """The JSON fields that identify a grid of the input."""
    grid = str(item.grid) if item.grid else None
    return {"input": item.input, "number": item.number, "line": item.line, "grid": grid}


def json_line(fields: Mapping[str, object]) -> str:
    import json

    return json.dumps(fields)


PIPE_WIDTH, MAX_WIDTH = 100, 140
GAP = "  "


def line_width() -> int:
    """The width of the terminal, at most MAX_WIDTH; in a pipe, PIPE_WIDTH."""
    return min(shutil.get_terminal_size().columns, MAX_WIDTH) if sys.stdout.isatty() else PIPE_WIDTH


def paragraph(text: str) -> None:
    """Print a text, wrapped between words."""
    print("\n".join(wrap(text, line_width(), break_long_words=False, break_on_hyphens=False)))


def table(headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print a table that fits the line width; long cells are wrapped within their column."""
    cells = [[" ".join(cell.splitlines()) for cell in row] for row in (headings, *rows)]
    columns = list(zip(*cells, strict=True))
    widths = column_widths(columns, line_width() - len(GAP) * (len(headings) - 1))
    wrapped = [_wrapped(column, size) for column, size in zip(columns, widths, strict=True)]
    for row in zip(*wrapped, strict=True):
        for line in zip_longest(*row, fillvalue=""):
            print(GAP.join(part.ljust(size) for part, size in zip(line, widths, strict=True)).rstrip())


def _wrapped(column: Sequence[str], size: int) -> list[list[str]]:
    """The lines of each cell; words are broken at hyphens only if the column is narrower than a word."""
    hyphens = size < _longest_word(column)
    return [wrap(cell, size, break_on_hyphens=hyphens) or [""] for cell in column]


def _longest_word(column: Sequence[str], between: str = r"\s+") -> int:
    return max(1, *(len(word) for cell in column for word in re.split(between, cell)))


def column_widths(columns: Sequence[Sequence[str]], room: int) -> list[int]:
    """The widths: short columns stay whole, long ones share the rest, and words are broken only if necessary.

    >>> column_widths([["id", "S1"], ["a rather long text", "-"], ["words and more words", "x"]], 20)
    [2, 9, 9]
    """
    longest = [max(map(len, column)) for column in columns]
    sizes = [1] * len(columns)
    for between in (r"\s+", r"\s+|(?<=-)"):
        least = [_longest_word(column, between) for column in columns]
        if sum(least) <= room:
            sizes = least
            break
    while sum(sizes) < room:
        cut = [number for number, size in enumerate(sizes) if size < longest[number]]
        if not cut:
            break
        sizes[min(cut, key=sizes.__getitem__)] += 1
    return sizes


# --- files --------------------------------------------------------------------------------------------


class OutputFiles:
    """The output files of a command, by option name. Their paths are checked before the command starts working.

    `OutputFiles(json=path)` is for the option --json; None means that the option is absent.
    """

    def __init__(self, **files: Path | None) -> None:
        self._files = {name: path for name, path in files.items() if path is not None}
        for path in self.paths():
            check_writable(path)
        replaced = [path.resolve() for path in self.paths() if _can_be_replaced(path)]
        if len(set(replaced)) < len(replaced):
            *others, last = (f"--{name}" for name in self._files)
            raise Failure(f"{', '.join(others)} and {last} must name different files")

    def __getitem__(self, name: str) -> Path | None:
        return self._files.get(name)

    def paths(self) -> list[Path]:
        """The paths of the options that are present."""
        return list(self._files.values())

    def write(self, name: str, text: str) -> None:
        """Write the file of that option, if it is present."""
        if path := self[name]:
            with atomic_write(path) as fresh:
                # backslashreplace: the text may contain undecodable file names
                fresh.write_text(text, encoding="utf-8", errors="backslashreplace")


class OutputFolder:
    """A folder of output files. It is checked before the command starts, and made when they are written."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if path.exists() and not path.is_dir():
            raise Failure(f"{printable(path)}: is a file, not a folder")
        if not path.exists() and not path.parent.is_dir():
            raise Failure(f"{printable(path.parent)}: no such folder")
        if not os.access(path if path.exists() else path.parent, os.W_OK | os.X_OK):
            raise Failure(f"{printable(path)}: no permission to create files in it")

    def write(self, files: Mapping[str, str]) -> None:
        """Write the files, by name."""
        self.path.mkdir(exist_ok=True)
        for name, text in files.items():
            check_writable(self.path / name)
            with atomic_write(self.path / name) as fresh:
                fresh.write_text(text, encoding="utf-8", errors="backslashreplace")


@contextmanager
def atomic_write(path: Path) -> Iterator[Path]:
    """A temporary path to write to; on success it replaces `path`, so that the file is never incomplete."""
    if not _can_be_replaced(path):
        yield path
        return
    fresh = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        yield fresh
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def _can_be_replaced(path: Path) -> bool:
    """Whether a new file can replace this one. Links, pipes and devices are written to directly."""
    return not path.is_symlink() and (path.is_file() or not path.exists())


def check_writable(path: Path) -> None:
    """Raise Failure if `atomic_write` cannot write this path."""
    if not path.parent.is_dir():
        raise Failure(f"{printable(path)}: no such folder")
    if path.is_dir():
        raise Failure(f"{printable(path)}: is a folder, not a file")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise Failure(f"{printable(path)}: no permission to write it")
    if _can_be_replaced(path) and not os.access(path.parent, os.W_OK):
        raise Failure(f"{printable(path)}: no permission to create a file in its folder")
