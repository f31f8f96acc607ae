"""A class at once: a folder of copies, one pupil's solver each, whatever language it is written in.

`copies_in` finds out how each is run; `Kept` keeps the outcomes as they come, so that a run that was killed goes
on where it was; `marks_csv` writes the marks. Running them is left to `side_by_side`.
"""

from __future__ import annotations

import ast
import csv
import functools
import hashlib
import io
import itertools
import json
import os
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import IO

from ..solvers.host import USUAL_NAMES
from .marks import Mark
from .outcome import Language, Outcome, Reason
from .side_by_side import Known, News
from .suite import NO_CASE
from .worker import OUT, Job, outcome_from

COMPILERS: Mapping[str, tuple[str, ...]] = {
    ".c": ("cc", "-O2", "-w", "-o", OUT, "{file}", "-lm"),
    ".cc": ("c++", "-O2", "-w", "-o", OUT, "{file}"),
    ".cpp": ("c++", "-O2", "-w", "-o", OUT, "{file}"),
}
INTERPRETERS: Mapping[str, tuple[str, ...]] = {
    ".js": ("node", "{file}"),
    ".mjs": ("node", "{file}"),
    ".sce": ("scilab-cli", "-nb", "-quit", "-f", "{file}"),
    ".sh": ("sh", "{file}"),
    ".awk": ("awk", "-f", "{file}"),
}
LANGUAGES = {
    ".py": "Python",
    ".c": "C",
    ".cc": "C++",
    ".cpp": "C++",
    ".js": "JavaScript",
    ".mjs": "JavaScript",
    ".sce": "Scilab",
    ".sh": "shell",
    ".awk": "awk",
}
SOLVER_NAMES = ("solver", "main")
NOT_COPIES = {"__pycache__", "__MACOSX", "Thumbs.db", "desktop.ini", "node_modules"}
LONGEST_SOURCE = 2_000_000


@dataclass(frozen=True)
class Copy:
    """One pupil's file or folder; how it is run, or why it cannot be."""

    name: str
    path: Path
    job: Job | None = None
    wrong: Reason | None = None
    """There is nothing to run: this counts against it."""
    lacking: Reason | None = None
    """What runs it is not on this machine: no fault of the pupil's."""
    language: str = ""

    @property
    def outcome(self) -> Outcome | None:
        """What is said of a copy that is not run."""
        if self.wrong:
            return Outcome(self.name, "found", NO_CASE, "errored", self.wrong)
        if self.lacking:
            return Outcome(self.name, "found", NO_CASE, "skipped", self.lacking)
        return None


def copies_in(folder: Path, terms: Job, ours: Iterable[Path] = ()) -> list[Copy]:
    """Every copy in the folder, in the order of their names; `terms` says how they are to be judged, `ours` which
    files are what a run writes, and no pupil's."""
    written = {os.path.realpath(path) for path in ours}
    entries = sorted(
        entry for entry in folder.iterdir() if _is_copy(entry) and os.path.realpath(entry) not in written
    )
    short = [entry.stem if entry.is_file() else entry.name for entry in entries]
    names = distinct(
        printable(entry.name if short.count(name) > 1 else name)
        for entry, name in zip(entries, short, strict=True)
    )
    return [copy_of(entry, name, terms) for name, entry in zip(names, entries, strict=True)]


def distinct(names: Iterable[str]) -> list[str]:
    """Two of one name are told apart by a number: outcomes are known by it alone.

    >>> distinct(["ada", "ada", "ada-2"])
    ['ada', 'ada-2', 'ada-2-2']
    """
    found: dict[str, None] = {}
    for name in names:
        numbered = (f"{name}-{number}" for number in itertools.count(2))
        found[next(each for each in itertools.chain([name], numbered) if each not in found)] = None
    return list(found)


def _is_copy(entry: Path) -> bool:
    return not entry.name.startswith(".") and entry.name not in NOT_COPIES and not entry.name.endswith(".pyc")


def printable(name: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in os.fsencode(name).decode(errors="replace"))


def copy_of(entry: Path, name: str, terms: Job) -> Copy:
    """How this file or folder is run, by that name and on those terms."""
    copy = Copy(name, entry)
    file = entry
    try:
        if entry.is_dir():
            found = _solver_file(entry)
            if isinstance(found, Reason):
                return replace(copy, wrong=found)
            file = found
        if not file.is_file():
            return replace(copy, wrong=Reason("it is not a file", "ce n'est pas un fichier"))
        if file.stat().st_size == 0:
            return replace(copy, wrong=Reason("the file is empty", "le fichier est vide"))
        copy = replace(copy, language=LANGUAGES.get(file.suffix.lower(), file.suffix[1:]))
        return _how_it_runs(copy, file, replace(terms, name=name, folder=str(file.parent.absolute())))
    except OSError as error:
        said = error.strerror or type(error).__name__
        return replace(copy, wrong=Reason(f"it cannot be read: {said}", f"illisible : {said}"))


def _solver_file(folder: Path) -> Path | Reason:
    """Of a folder: solver.* or main.*, or its only file; a folder in a folder is opened too."""
    inside = sorted(entry for entry in folder.iterdir() if _is_copy(entry))
    if len(inside) == 1 and inside[0].is_dir():
        return _solver_file(inside[0])
    files = [entry for entry in inside if entry.is_file()]
    for name in SOLVER_NAMES:
        named = [entry for entry in files if entry.stem.lower() == name and _known(entry)]
        if len(named) == 1:
            return named[0]
    runnable = [entry for entry in files if _known(entry)]
    for some in (runnable, files):
        if len(some) == 1:
            return some[0]
    if not files:
        return Reason("the folder is empty", "le dossier est vide")
    return Reason(
        "which file is the solver? Call it solver.* or main.*",
        "quel fichier est le solveur ? Appelez-le solver.* ou main.*",
    )


def _known(file: Path) -> bool:
    suffix = file.suffix.lower()
    return suffix == ".py" or suffix in COMPILERS or suffix in INTERPRETERS or os.access(file, os.X_OK)


def _how_it_runs(copy: Copy, file: Path, job: Job) -> Copy:
    suffix = file.suffix.lower()
    here = (
        f"./{file.name}"  # it is run in its folder, and what it says of itself shows no other folder's name
    )
    if suffix == ".py":
        if is_program(file):
            return replace(copy, job=replace(job, kind="command", what=(sys.executable, here)))
        return replace(copy, job=replace(job, kind="function", what=(here,)))
    for kinds, kind in ((COMPILERS, "source"), (INTERPRETERS, "command")):
        if suffix in kinds:
            words = tuple(here if word == "{file}" else word for word in kinds[suffix])
            if shutil.which(words[0]) is None:
                return replace(copy, lacking=_lacking(words[0]))
            return replace(copy, job=replace(job, kind=kind, what=words))  # type: ignore[arg-type]
    if os.access(file, os.X_OK):
        return replace(copy, job=replace(job, kind="command", what=(here,)))
    expected = ", ".join((".py", *COMPILERS, *INTERPRETERS))
    return replace(
        copy,
        wrong=Reason(
            f"{file.name}: not a kind of file that is run here ({expected}, or an executable)",
            f"{file.name} : ce genre de fichier n'est pas lancé ici ({expected}, ou un exécutable)",
        ),
    )


def _lacking(program: str) -> Reason:
    return Reason(
        f"{program} is not installed on this machine", f"{program} n'est pas installé sur cette machine"
    )


def is_program(file: Path) -> bool:
    """Whether a Python file is a program that reads its grid, rather than a function that is given it.

    A function of one of the usual names wins; one that cannot be read as Python is said to be no program, and
    fails when it is loaded, with Python's own message.
    """
    with file.open("rb") as source:
        text = source.read(LONGEST_SOURCE)
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


# --- what is kept of a run ----------------------------------------------------------------------------


class Busy(RuntimeError):
    """Another run is writing into the same record."""


class Kept:
    """A file beside the report, to which each outcome is added as it comes.

    A line is of use as long as the copy, the cases and the terms are those that it was made with: they are all in
    its key. What a kill has cut in two is passed over.
    """

    def __init__(self, path: Path, keys: Mapping[str, str]) -> None:
        self.path = path
        self._keys = keys
        self._file: IO[bytes] = path.open("a+b")
        import fcntl  # not on Windows, where this module is imported all the same

        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise Busy(str(path)) from None
        self.known = self._read()

    def _read(self) -> dict[str, Known]:
        known = {name: Known() for name in self._keys}
        self._file.seek(0)
        for raw in self._file:
            try:
                told = json.loads(raw)
                name = told["copy"]
                if self._keys.get(name) != told["key"]:
                    continue
                if "outcome" in told:
                    known[name].outcomes[told["question"]] = outcome_from(told["outcome"])
                    known[name].strikes = told["strikes"]
                else:
                    known[name].ended = True
            except (ValueError, KeyError, TypeError):
                continue
        if self._file.tell() and not _ends_a_line(self._file):
            self._file.write(b"\n")
            self._file.flush()
        return known

    def add(self, news: News) -> None:
        told: dict[str, object] = {"copy": news.job.name, "key": self._keys[news.job.name]}
        if news.outcome is not None:
            told |= {
                "question": news.question,
                "strikes": news.strikes,
                "outcome": asdict(news.outcome),
            }
        self._file.write(json.dumps(told).encode() + b"\n")
        self._file.flush()

    def forget(self) -> None:
        """Begin anew."""
        self._file.truncate(0)
        self.known = {name: Known() for name in self._keys}

    def close(self) -> None:
        self._file.close()


def _ends_a_line(file: IO[bytes]) -> bool:
    file.seek(-1, os.SEEK_END)
    return file.read(1) == b"\n"


def key_of(copy: Copy, version: str) -> str:
    """Changes whenever the outcomes may: with the copy, the terms, the cases, this package."""
    digest = hashlib.sha256(f"{version} {_own_code()}".encode())
    if copy.job is not None:
        digest.update(repr((replace(copy.job, folder=None), copy.job.chosen())).encode())
    for file in sorted(copy.path.rglob("*")) if copy.path.is_dir() else [copy.path]:
        if "__pycache__" not in file.parts:
            digest.update(f"\0{file.relative_to(copy.path.parent)}\0".encode(errors="replace"))
            digest.update(_content_of(file))
    return digest.hexdigest()


def _content_of(file: Path) -> bytes:
    """A digest; where it cannot be read, why: one pupil's file must not cost the class its marks."""
    try:
        if not file.is_file():
            return b""
        with file.open("rb") as content:
            return hashlib.file_digest(content, "sha256").digest()
    except OSError as error:
        return repr(error).encode(errors="replace")


@functools.cache
def _own_code() -> str:
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parents[1].rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()


# --- marks --------------------------------------------------------------------------------------------

_HEADS: Mapping[Language, Sequence[str]] = {
    "en": "copy file mark_of_20 percent passed failed skipped errored seconds confinement remark".split(),
    "fr": "copie fichier note_sur_20 pourcent réussis échoués sautés erreurs secondes confinement remarque".split(),
}


@dataclass(frozen=True)
class Line:
    """A pupil's line in the marks."""

    copy: Copy
    mark: Mark
    remark: Reason | None
    confinement: Reason


def marks_csv(lines: Iterable[Line], language: Language) -> str:
    """For a spreadsheet: in French with semicolons, commas in numbers and a byte order mark, as its Excel wants."""
    french = language == "fr"
    out = io.StringIO()
    if french:
        out.write("\ufeff")
    writer = csv.writer(out, delimiter=";" if french else ",", lineterminator="\n")
    writer.writerow(_HEADS[language])
    for line in lines:
        counts = line.mark.counts
        row: list[object] = [_inert(line.copy.name), _inert(line.copy.path.name)]
        row += [_figure(line.mark.out_of(20, 2), french), _figure(line.mark.out_of(100), french)]
        row += [counts["passed"], counts["failed"], counts["skipped"], counts["errored"]]
        row += [_figure(round(line.mark.seconds, 1), french), line.confinement.in_language(language)]
        row.append(_inert(" ".join(line.remark.in_language(language).split())) if line.remark else "")
        writer.writerow(row)
    return out.getvalue()


def _figure(number: float | None, french: bool) -> str:
    if number is None:
        return ""
    return str(number).replace(".", ",") if french else str(number)


def _inert(text: str) -> str:
    """A pupil may call a file =HYPERLINK(...): a spreadsheet must take it for text."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t") else text
