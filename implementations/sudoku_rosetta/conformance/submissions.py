"""Submissions of a class: a folder in which each file or folder is the solver of one pupil."""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from ..external.recognise import NotInstalled, Unrecognised, is_ignored, recognise
from ..external.spec import SolverSpec, spec_of_recognised, unique_names
from ..messages import Message
from ..solvers.protocol import Declared
from .outcome import Outcome
from .suite import NO_CASE


@dataclass(frozen=True)
class Submission:
    """A solver to judge, or the reason why it cannot run."""

    name: str
    spec: SolverSpec | None = None
    path: Path | None = None
    """Its file or folder, if it has one."""
    unrecognised: Message | None = None
    """No solver was recognised: this counts as errored."""
    not_installed: Message | None = None
    """Its language is not installed: this counts as skipped."""

    @classmethod
    def from_spec(cls, spec: SolverSpec) -> Submission:
        """A solver given on the command line."""
        return cls(spec.name, spec, Path(spec.folder or ".", spec.title) if spec.title else None)

    @classmethod
    def from_path(cls, path: Path, name: str) -> Submission:
        """A pupil's file or folder."""
        try:
            return cls(name, spec_of_recognised(recognise(path), name), path)
        except Unrecognised as error:
            return cls(name, None, path, unrecognised=error.message)
        except NotInstalled as error:
            return cls(name, None, path, not_installed=error.message)

    def outcome(self) -> Outcome | None:
        """The outcome of a submission that cannot run; None if it can."""
        if self.unrecognised:
            return Outcome(self.name, "found", NO_CASE, "errored", self.unrecognised)
        if self.not_installed:
            return Outcome(self.name, "found", NO_CASE, "skipped", self.not_installed)
        return None

    def declared(self) -> Declared:
        """The declarations of the solver, with its file name as title."""
        title = self.path.name if self.path else ""
        if self.spec is None:
            return Declared(self.name, title)
        declared = self.spec.solver().declared()
        return replace(declared, title=title, language=self.spec.language) if title else declared


def submissions_in(folder: Path, outputs: Iterable[Path] = ()) -> list[Submission]:
    """All submissions in the folder, sorted by name, without the output files of the run."""
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
    return [Submission.from_path(entry, name) for name, entry in zip(names, entries, strict=True)]


def _printable(name: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in os.fsencode(name).decode(errors="replace"))


def fingerprint(submission: Submission, settings: object, version: str) -> str:
    """A digest of everything that affects the outcomes: files, settings, cases, and this package."""
    digest = hashlib.sha256(f"{version} {_package_digest()} {settings!r}".encode())
    if submission.spec is not None:
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
