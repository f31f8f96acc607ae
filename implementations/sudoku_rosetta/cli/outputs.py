"""What a command writes: answers as JSON lines and tables; and files, each whole or not at all."""

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
from .inputs import Asked


def place(asked: Asked) -> dict[str, object]:
    """Which grid an answer in JSON is about."""
    grid = str(asked.grid) if asked.grid else None
    return {"input": asked.input, "number": asked.number, "line": asked.line, "grid": grid}


def json_line(answer: Mapping[str, object]) -> str:
    import json

    return json.dumps(answer)


PIPE_WIDTH, MOST_WIDTH = 100, 140
GAP = "  "


def width() -> int:
    """Of a line: that of the terminal; in a pipe, a fixed one."""
    return min(shutil.get_terminal_size().columns, MOST_WIDTH) if sys.stdout.isatty() else PIPE_WIDTH


def paragraph(text: str) -> None:
    """A text, with its lines broken between words where it is longer than a line."""
    print("\n".join(wrap(text, width(), break_long_words=False, break_on_hyphens=False)))


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Columns that fit the width: a long cell continues in the lines below, within its column."""
    cells = [[" ".join(cell.splitlines()) for cell in row] for row in (heads, *rows)]
    columns = list(zip(*cells, strict=True))
    widths = column_widths(columns, width() - len(GAP) * (len(heads) - 1))
    wrapped = [_wrapped(column, size) for column, size in zip(columns, widths, strict=True)]
    for row in zip(*wrapped, strict=True):
        for line in zip_longest(*row, fillvalue=""):
            print(GAP.join(part.ljust(size) for part, size in zip(line, widths, strict=True)).rstrip())


def _wrapped(column: Sequence[str], size: int) -> list[list[str]]:
    """Broken at hyphens only where the column is narrower than a word."""
    hyphens = size < _longest_word(column)
    return [wrap(cell, size, break_on_hyphens=hyphens) or [""] for cell in column]


def _longest_word(column: Sequence[str], between: str = r"\s+") -> int:
    return max(1, *(len(word) for cell in column for word in re.split(between, cell)))


def column_widths(columns: Sequence[Sequence[str]], room: int) -> list[int]:
    """Short columns keep their width and long ones share the rest; no word is broken where that can be avoided.

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
    """The files that options name, checked before the work and not after it.

    `OutputFiles(json=path)` is for the option --json; None for an option that was not given.
    """

    def __init__(self, **files: Path | None) -> None:
        self._files = {name: path for name, path in files.items() if path is not None}
        for path in self.all():
            check_writable(path)
        replaced = [path.resolve() for path in self.all() if _is_replaced(path)]
        if len(set(replaced)) < len(replaced):
            *others, last = (f"--{name}" for name in self._files)
            raise Failure(f"{', '.join(others)} and {last} need a file each")

    def __getitem__(self, name: str) -> Path | None:
        return self._files.get(name)

    def all(self) -> list[Path]:
        """Those that were given, in the order of the options."""
        return list(self._files.values())

    def put(self, name: str, text: str) -> None:
        """Write the file of that option, if it was given."""
        if path := self[name]:
            with written_whole(path) as fresh:
                fresh.write_text(
                    text, encoding="utf-8", errors="backslashreplace"
                )  # file names hold surrogates


@contextmanager
def written_whole(path: Path) -> Iterator[Path]:
    """Where to write what becomes the file at the end, so that no reader sees half of it."""
    if not _is_replaced(path):
        yield path
        return
    fresh = path.with_name(f".{path.stem}.{os.getpid()}{path.suffix}")
    try:
        yield fresh
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def _is_replaced(path: Path) -> bool:
    """Whether it is replaced by a new file; a link, a pipe or a device is written to instead."""
    return not path.is_symlink() and (path.is_file() or not path.exists())


def check_writable(path: Path) -> None:
    """Refuse a path that `written_whole` cannot write."""
    if not path.parent.is_dir():
        raise Failure(f"{printable(path)}: no such folder")
    if path.is_dir():
        raise Failure(f"{printable(path)}: it is a folder; a file is expected")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise Failure(f"{printable(path)}: no permission to write it")
    if _is_replaced(path) and not os.access(path.parent, os.W_OK):
        raise Failure(f"{printable(path)}: no permission to write in its folder, where the new file is made")
