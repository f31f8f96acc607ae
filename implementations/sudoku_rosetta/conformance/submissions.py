"""Submissions of a class: a folder in which each file or folder is the solver of one pupil."""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ..external.reading import Reading
from ..external.reading_sentence import sentence_of
from ..external.recognise import is_ignored
from ..external.spec import SolverSpec, copy_spec, unique_names
from ..messages import Message
from ..solvers.protocol import Declared


@dataclass(frozen=True)
class Submission:
    """A solver to judge, and how it was read."""

    spec: SolverSpec
    reading: Reading | None = None
    """None: it is not a copy, or it is not read yet, or unread."""

    @property
    def name(self) -> str:
        return self.spec.name

    @property
    def path(self) -> Path | None:
        """Its file or folder, if it has one."""
        return self.spec.path

    @property
    def language(self) -> str:
        return self.reading.language if self.reading else self.spec.language

    @property
    def sentence(self) -> Message | None:
        """What was recognised in it."""
        return sentence_of(self.reading) if self.reading else None

    def declared(self) -> Declared:
        """The declarations of the solver, with its file name as title."""
        declared = self.spec.solver().declared()
        if self.path is None:
            return declared
        return replace(declared, title=self.path.name, language=self.language)


def submissions_in(
    folder: Path, outputs: Iterable[Path] = (), readings: Mapping[str, Reading] | None = None
) -> list[Submission]:
    """All submissions in the folder, sorted by name, without the output files of the run. Copies with a reading are
    not read again."""
    ignored = {os.path.realpath(path) for path in outputs}
    entries = sorted(
        entry
        for entry in folder.iterdir()
        if not is_ignored(entry) and os.path.realpath(entry) not in ignored
    )
    stems = [entry.stem if entry.is_file() else entry.name for entry in entries]
    names = unique_names(
        [
            _printable(entry.name if stems.count(name) > 1 else name)
            for entry, name in zip(entries, stems, strict=True)
        ]
    )
    known = readings or {}
    return [
        Submission(copy_spec(entry, name, reading=known.get(name)))
        for name, entry in zip(names, entries, strict=True)
    ]


def _printable(name: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in os.fsencode(name).decode(errors="replace"))


def fingerprint(submission: Submission, settings: object, version: str) -> str:
    """A digest of everything that affects the outcomes: files, settings, cases, and this package."""
    digest = hashlib.sha256(f"{version} {_package_digest()} {settings!r}".encode())
    digest.update(repr(replace(submission.spec, folder=None)).encode())
    path = submission.path
    if path is not None:
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if "__pycache__" not in file.parts:
                digest.update(f"\0{file.relative_to(path.parent)}\0".encode(errors="replace"))
                digest.update(_content_digest(file))
    return digest.hexdigest()


def _content_digest(file: Path) -> bytes:
    """The digest of a file; the error if it cannot be read, because one unreadable file must not stop the run."""
    try:
        if not file.is_file():
            return b""
        with file.open("rb") as content:
            return hashlib.file_digest(content, "sha256").digest()
    except OSError as error:
        return repr(error).encode(errors="replace")


@functools.cache
def _package_digest() -> str:
    digest = hashlib.sha256()
    for file in sorted(Path(__file__).parents[1].rglob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()
