"""A copy of a solver's folder, in which a driver is written and compiled. Nothing is written beside the
solver itself."""

from __future__ import annotations

import itertools
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Self

from ..runtime.temporary_folder import TemporaryFolder
from .recognise import is_ignored

MAX_FILES, MAX_TOTAL_BYTES, MAX_DEPTH = 300, 20_000_000, 4
SMALL_FOLDER_FILES = 12
"""All files of a folder with no more files than this are copied."""
MAX_LISTED_FILES, MAX_SEARCHED_BYTES = 2000, 200_000
_WORD = re.compile(r"\w+")
_PROJECT_FILES = {"makefile", "cargo.toml", "cargo.lock", "package.json", "tsconfig.json", "go.mod", "go.sum"}
_SUFFIXES_WITHOUT_IMPORTS = {".go", ".cs", ".kt"}
"""The files of a program in these languages do not name each other."""


class StagedCopy:
    """A temporary folder with the files of another. `file` is the solver's own: it comes first if there are
    too many files. In a large folder, such as that of a class, only the files that it needs are copied."""

    def __init__(self, folder: Path, file: str) -> None:
        self._temporary: TemporaryFolder | None = TemporaryFolder()
        self.root = self._temporary.path / "copy"
        self.folder = (self.root / file).parent
        """Where the solver's own file is."""
        self.folder.mkdir(parents=True)
        shutil.copyfile(folder / file, self.root / file)
        total = 0
        for number, source in enumerate(_needed_files(folder, file)):
            size = source.stat().st_size
            target = self.root / source.relative_to(folder)
            if number >= MAX_FILES or total + size > MAX_TOTAL_BYTES or target.exists():
                continue
            total += size
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)

    @classmethod
    def existing(cls, root: Path, file: str) -> Self:
        """The staged copy that another object has made, and will remove."""
        copy = cls.__new__(cls)
        copy._temporary = None
        copy.root = root
        copy.folder = (root / file).parent
        return copy

    def write(self, files: Mapping[str, str]) -> None:
        """Write files beside the solver's own."""
        for name, text in files.items():
            target = self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")

    def close(self) -> None:
        """Remove the folder."""
        if self._temporary is not None:
            self._temporary.close()


def _needed_files(folder: Path, file: str) -> list[Path]:
    """The files that a solver may need: all of a small folder; otherwise those that it names, and so on."""
    files = list(itertools.islice(_files(folder), MAX_LISTED_FILES))
    if len(files) <= SMALL_FOLDER_FILES:
        return files
    suffix = Path(file).suffix.lower()
    needed: list[Path] = []
    words: set[str] = set()
    new = [folder / file]
    rest = [source for source in files if source != folder / file]
    while new:
        needed += new
        for source in new:
            words |= _words_of(source)
        new = [source for source in rest if set(_WORD.findall(source.stem)) <= words]
        new += [source for source in rest if source.name.lower() in _PROJECT_FILES and source not in new]
        if suffix in _SUFFIXES_WITHOUT_IMPORTS:
            new += [source for source in rest if source.suffix.lower() == suffix and source not in new]
        rest = [source for source in rest if source not in new]
    return needed


def _words_of(source: Path) -> set[str]:
    if source.stat().st_size > MAX_SEARCHED_BYTES:
        return set()
    return set(_WORD.findall(source.read_text(encoding="utf-8", errors="replace")))


def _files(folder: Path) -> Iterator[Path]:
    """The files of a folder and of its subfolders, those near the top first."""
    level = [folder]
    for _ in range(MAX_DEPTH):
        below: list[Path] = []
        for each in level:
            try:
                entries = sorted(os.scandir(each), key=lambda entry: entry.name)
            except OSError:
                continue
            for entry in entries:
                if is_ignored(Path(entry.path)):
                    continue
                if entry.is_file() and os.access(entry.path, os.R_OK):
                    yield Path(entry.path)
                elif entry.is_dir(follow_symlinks=False):
                    below.append(Path(entry.path))
        level = below
