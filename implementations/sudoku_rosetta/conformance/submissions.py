"""A class: a folder in which each file or folder is one pupil's solver, in whatever language it is written."""

from __future__ import annotations

import functools
import hashlib
import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from ..external.recognise import NotInstalled, Unrecognised, is_ignored, recognise
from ..external.spec import SolverSpec, numbered, of_recognised
from ..messages import Message
from ..solvers.protocol import Declared
from .outcome import Outcome
from .suite import NO_CASE


@dataclass(frozen=True)
class Submission:
    """One solver to be judged: how it is run, or why it cannot be."""

    name: str
    spec: SolverSpec | None = None
    path: Path | None = None
    """Its file or folder, if it was given by that."""
    unrecognised: Message | None = None
    """There is nothing to run: this counts against it."""
    not_installed: Message | None = None
    """What runs it is not on this machine: this counts neither way."""

    @classmethod
    def named(cls, spec: SolverSpec) -> Submission:
        """A solver that was named on the command line."""
        return cls(spec.name, spec, Path(spec.folder or ".", spec.title) if spec.title else None)

    @classmethod
    def in_path(cls, path: Path, name: str) -> Submission:
        """A pupil's file or folder."""
        try:
            return cls(name, of_recognised(recognise(path), name), path)
        except Unrecognised as error:
            return cls(name, None, path, unrecognised=error.message)
        except NotInstalled as error:
            return cls(name, None, path, not_installed=error.message)

    def outcome(self) -> Outcome | None:
        """What is reported of one that is not run."""
        if self.unrecognised:
            return Outcome(self.name, "found", NO_CASE, "errored", self.unrecognised)
        if self.not_installed:
            return Outcome(self.name, "found", NO_CASE, "skipped", self.not_installed)
        return None

    def declared(self) -> Declared:
        """What it declares, with its file as its title."""
        title = self.path.name if self.path else ""
        if self.spec is None:
            return Declared(self.name, title)
        declared = self.spec.solver().declared()
        return replace(declared, title=title, language=self.spec.language) if title else declared


def submissions_in(folder: Path, written: Iterable[Path] = ()) -> list[Submission]:
    """Every submission in the folder, by name; the files that a run writes there are none."""
    ours = {os.path.realpath(path) for path in written}
    entries = sorted(
        entry for entry in folder.iterdir() if not is_ignored(entry) and os.path.realpath(entry) not in ours
    )
    short = [entry.stem if entry.is_file() else entry.name for entry in entries]
    names = numbered(
        [
            _printable(entry.name if short.count(name) > 1 else name)
            for entry, name in zip(entries, short, strict=True)
        ]
    )
    return [Submission.in_path(entry, name) for name, entry in zip(names, entries, strict=True)]


def _printable(name: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in os.fsencode(name).decode(errors="replace"))


def fingerprint(submission: Submission, terms: object, version: str) -> str:
    """A digest that changes whenever its outcomes may: with its files, the terms, the cases, this package."""
    digest = hashlib.sha256(f"{version} {_package_digest()} {terms!r}".encode())
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
    """Of a file that cannot be read, the reason: one pupil's file must not stop the class."""
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
