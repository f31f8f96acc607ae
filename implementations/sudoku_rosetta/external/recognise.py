"""Finds the files of a solver in a file or folder, and their languages."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..messages import Message
from .languages import Language, language_of_interpreter, language_of_suffix, languages
from .reading import Unread

if TYPE_CHECKING:
    from .staging import StagedCopy

IGNORED_NAMES = {"__pycache__", "__MACOSX", "Thumbs.db", "desktop.ini", "node_modules"}
_IGNORED_FOLDERS = set(
    "venv env build dist target bin obj out site-packages vendor cmake-build-debug".split()
)
MAX_SOURCE_BYTES, MAX_FILES, MAX_DEPTH = 2_000_000, 500, 5
_NOTEBOOK = ".ipynb"
_TEST = re.compile(r"(?i)(?:^|[_.-])(?:unit)?tests?(?:$|[_.-])|^test|[a-z]Tests?$|[_.-]spec$|^conftest$")
_SOLVER_NAME = re.compile(r"(?i)solve|solut|r[eé]sou|resol|backtrack")
_MAIN_NAME = re.compile(r"(?i)^(?:main|app|index|program|__main__|run)$")
_DEFINED_SOLVER = re.compile(
    r"(?i)(?:\bdef|\bfunction|\bfunc|\bfn|\bsub|\blet|\bprocedure|\bvoid|\bbool(?:ean)?|\bint|\bstatic|=)\s+(?:rec\s+)?\w*(?:solve|resou|résou|backtrack|search)"
)
_WINDOW = re.compile(
    r"(?i)\b(?:pygame|tkinter|turtle|javax\.swing|javafx|SDL|PyQt\d|kivy|document\.getElementById|arcade)\b"
)
_OTHER_TASK = re.compile(
    r"(?i)gener|gui|visuali[sz]|display|setup|config|scrap|ocr|camera|server|bench|compare|conv"
)
_EXECUTABLE_STARTS = (b"#!", b"\x7fELF", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")
_COMPILED_BY = {"C", "C++", "Java", "C#", "Go", "Rust", "Haskell", "OCaml", "Pascal", "Kotlin"}


@dataclass
class Copy:
    """A file or folder that contains a solver."""

    path: Path
    """As it was given."""
    folder: Path
    """The folder of `files`."""
    files: tuple[str, ...]
    """The files in which the solver could be, the most plausible first."""
    language: str
    """The language of the first file."""
    project: str = ""
    """"Makefile" or "Cargo.toml", if the folder has one."""
    _temporary: StagedCopy | None = field(default=None, repr=False)

    def language_of(self, file: str) -> str:
        """The language of one of the files."""
        language = language_of_file(self.folder / file)
        return language.name if language else self.language

    def source_of(self, file: str) -> str:
        """The text of one of the files."""
        return source_text(self.folder / file)

    def close(self) -> None:
        """Remove the files that were made from a notebook."""
        if self._temporary is not None:
            self._temporary.close()


def copy_at(path: Path) -> Copy:
    """The files of the solver in a file or folder. Raise Unread if there is none."""
    try:
        if path.is_dir():
            return _copy_in_folder(path)
        if not path.is_file():
            raise Unread(Message("unread.no_file", file=path.name))
        return _copy_of_file(path)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise Unread(Message("unread.unreadable", file=path.name, reason=reason)) from None


def language_of_file(file: Path) -> Language | None:
    """The language of a source file: by its suffix or first line, or its content where a suffix has two
    meanings."""
    found = language_of_suffix(file.suffix)
    if found is not None:
        return None if _is_something_else(file) else found
    with file.open("rb") as opened:
        first = opened.readline(200)
    if first.startswith(b"#!"):
        words = [word for word in first[2:].decode(errors="replace").split() if not word.startswith("-")]
        programs = [Path(word).name for word in words if Path(word).name != "env" and "=" not in word]
        if programs and (found := language_of_interpreter(programs[0])):
            return found
    if os.access(file, os.X_OK) and first.startswith(_EXECUTABLE_STARTS):
        return languages()["executable"]
    return None


def source_text(file: Path) -> str:
    """The text of a source file, in UTF-8 or Latin-1. A very long one is cut."""
    with file.open("rb") as opened:
        data = opened.read(MAX_SOURCE_BYTES)
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        return data.decode("latin-1").replace("\r\n", "\n")


def _is_something_else(file: Path) -> bool:
    suffix = file.suffix.lower()
    if suffix not in (".m", ".pl", ".ts"):
        return False
    source = source_text(file)
    if suffix == ".m":
        return re.search(r"(?m)^\s*(?:#import|@interface|@implementation)\b", source) is not None
    if suffix == ".ts":
        return source.lstrip().startswith("<")
    return re.search(r"(?m)^\s*:-|:-\s*$", source) is not None and re.search(r"[$@%]\w", source) is None


def _copy_of_file(path: Path) -> Copy:
    if path.stat().st_size == 0 or not _has_content(path):
        raise Unread(Message("unread.empty", file=path.name))
    if path.suffix.lower() == _NOTEBOOK:
        return _copy_of_notebook(path)
    language = language_of_file(path)
    if language is None:
        known = ", ".join(name for name in languages() if name != "executable")
        raise Unread(Message("unread.unknown_language", file=path.name, known=known))
    return Copy(path, path.parent.absolute(), (path.name,), language.name)


def _has_content(path: Path) -> bool:
    with path.open("rb") as opened:
        return bool(opened.read(10_000).strip(b"\xef\xbb\xbf \t\r\n\0"))


def _copy_of_notebook(path: Path) -> Copy:
    """The code cells of a Jupyter notebook as a Python file in a temporary folder, with the files beside it."""
    from .staging import StagedCopy  # which imports this module

    code = _notebook_code(path)
    if not code.strip():
        raise Unread(Message("unread.empty", file=path.name))
    staged = StagedCopy(path.parent, path.name)
    name = f"{path.stem}.py"
    staged.write({name: code})
    return Copy(path, staged.folder, (name,), "Python", _temporary=staged)


def _notebook_code(path: Path) -> str:
    try:
        notebook = json.loads(source_text(path))
        cells = notebook.get("cells") or [cell for sheet in notebook["worksheets"] for cell in sheet["cells"]]
        return "\n\n".join(_cell_code(cell) for cell in cells if cell.get("cell_type") == "code") + "\n"
    except (ValueError, KeyError, TypeError, AttributeError):
        raise Unread(Message("unread.unreadable", file=path.name, reason="JSON")) from None


def _cell_code(cell: dict[str, Any]) -> str:
    """The code of a cell, without the lines that are not Python: %matplotlib and !pip."""
    source = cell.get("source", cell.get("input", ""))
    text = "".join(source) if isinstance(source, list) else str(source)
    if text.lstrip().startswith("%%"):
        return ""
    return "\n".join(
        re.sub(r"^(\s*)[%!?].*|^(\s*)\w+\?+\s*$", r"\1\2pass", line) for line in text.splitlines()
    )


def is_ignored(entry: Path) -> bool:
    """Whether an operating system or a tool has created this file or folder."""
    return entry.name.startswith(".") or entry.name in IGNORED_NAMES or entry.name.endswith(".pyc")


# --- folders ------------------------------------------------------------------------------------------


def _copy_in_folder(folder: Path) -> Copy:
    files = list(_source_files(folder))
    root = root_of(folder)
    project = next((name for name in ("Cargo.toml", "Makefile", "makefile") if (root / name).is_file()), "")
    if not files:
        notebooks = [file for file in _all_files(folder) if file.suffix.lower() == _NOTEBOOK]
        if len(notebooks) == 1:
            copy = _copy_of_notebook(notebooks[0])
            copy.path = folder
            return copy
        raise _nothing_in(folder)
    scores = {file: _score(file, root) for file in files}
    ordered = sorted(files, key=lambda file: (-scores[file], str(file)))
    language = language_of_file(ordered[0])
    names = tuple(str(file.relative_to(root)) for file in ordered)
    return Copy(folder, root.absolute(), names, language.name if language else "", project)


def _nothing_in(folder: Path) -> Unread:
    names = sorted({file.suffix or file.name for file in _all_files(folder)})
    if not names:
        return Unread(Message("unread.empty_folder", folder=folder.name))
    known = ", ".join(name for name in languages() if name != "executable")
    return Unread(Message("unread.no_source", folder=folder.name, found=", ".join(names[:6]), known=known))


def root_of(folder: Path) -> Path:
    """The folder itself, or the only folder in it."""
    for _ in range(MAX_DEPTH):
        entries = [entry for entry in folder.iterdir() if not is_ignored(entry)]
        if len(entries) != 1 or not entries[0].is_dir():
            break
        folder = entries[0]
    return folder


def _all_files(folder: Path, depth: int = MAX_DEPTH) -> Iterator[Path]:
    for entry in sorted(folder.iterdir()):
        if is_ignored(entry):
            continue
        if entry.is_file():
            yield entry
        elif (
            entry.is_dir() and not entry.is_symlink() and depth and entry.name.lower() not in _IGNORED_FOLDERS
        ):
            yield from _all_files(entry, depth - 1)


def _source_files(folder: Path) -> Iterator[Path]:
    for number, file in enumerate(_all_files(folder)):
        if number >= MAX_FILES:
            break
        if 0 < file.stat().st_size <= MAX_SOURCE_BYTES and language_of_file(file) is not None:
            yield file


def _score(file: Path, root: Path) -> float:
    """How likely it is that the solver is in this file."""
    language = language_of_file(file)
    source = source_text(file)
    stem = file.stem
    folders = file.relative_to(root).parts[:-1]
    score = -1.0 * len(folders)
    if _TEST.search(stem) or any(_TEST.search(folder) for folder in folders):
        score -= 12
    if _SOLVER_NAME.search(stem):
        score += 5
    if "sudoku" in stem.lower():
        score += 2
    if _MAIN_NAME.search(stem):
        score += 2
    if _OTHER_TASK.search(stem):
        score -= 4
    if _DEFINED_SOLVER.search(source):
        score += 4
    if _WINDOW.search(source):
        score -= 5
    if language and language.name in _COMPILED_BY and language.main and language.has_main(source):
        score += 3
    if language and language.name in ("shell", "executable"):
        score -= 2
    return score
