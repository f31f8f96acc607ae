"""Where a study's results are kept: one SQLite file, in which each chunk is whole or absent, and vouched for.

A chunk's counts are one blob: for each grid its count plus one, or 0 where method 1 refused it, as numbers of seven
bits a byte, the lowest first, all bytes but a number's last with the eighth bit set. Beside it a digest of the
plan, the chunk's place and the blob: what a disk or a hand has changed is recognised, named, and never counted.

Nothing in the file depends on who computed it, when, or in which order: once all chunks are there it is written
anew in their order, so that two runs of a plan end with the same bytes. When and where a run took place is told
in journal.txt beside it.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Self

from ..runtime.journal import JournalBusy, locked
from ._plan import Plan, PlanError

__all__ = ["DamagedError", "Store", "StoreBusyError", "StoreError", "packed", "unpacked"]

NAME, LOCK = "study.sqlite", "study.lock"
APPLICATION = 0x53524F53
FINISHED = 1
SCHEMA = """
CREATE TABLE plan (json TEXT NOT NULL, digest BLOB NOT NULL);
CREATE TABLE chunks (
    clues INTEGER NOT NULL, chunk INTEGER NOT NULL, counts BLOB NOT NULL, digest BLOB NOT NULL,
    PRIMARY KEY (clues, chunk)
) WITHOUT ROWID;
"""


class StoreError(Exception):
    """The results cannot be read or kept; its text is one line that says what to do."""


class DamagedError(StoreError):
    """The store is not as it was written."""


class StoreBusyError(StoreError):
    """Another run is at work in the same folder."""


class Store:
    """The results in a folder. To write, `begun`; to read, `opened`."""

    def __init__(self, path: Path, database: sqlite3.Connection, plan: Plan, lock: IO[bytes] | None) -> None:
        self.path = path
        self.plan = plan
        self._database = database
        self._lock = lock
        self._digest = plan.digest()

    @classmethod
    def begun(cls, folder: str | os.PathLike[str], plan: Plan | None) -> Self:
        """To go on with the plan that the folder holds, or to begin with this one; PlanError where they differ."""
        path = Path(folder) / NAME
        if plan is None and not path.exists():
            raise StoreError(f"{folder}: no study there to go on with")
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = _locked(path.with_name(LOCK))
        try:
            with _named(path):
                if not path.exists() or path.stat().st_size == 0:
                    assert plan is not None
                    _create(path, plan)
                store = cls(path, *_connected(path), lock)
                store._check_pages()
        except BaseException:
            lock.close()
            raise
        if plan is not None and (differences := plan.differs(store.plan)):
            store.close()
            told = ", ".join(
                f"{name} {theirs!r} there, {ours!r} asked" for name, (ours, theirs) in differences.items()
            )
            raise PlanError(f"{folder} holds another study ({told}): name another folder")
        return store

    @classmethod
    def opened(cls, folder: str | os.PathLike[str]) -> Self:
        """To read, also while a run writes."""
        path = Path(folder) / NAME
        if not path.exists():
            raise StoreError(f"{folder}: no study there")
        with _named(path):
            return cls(path, *_connected(path), None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._database.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    # --- writing ----------------------------------------------------------------------------------------

    def add(self, chunks: Iterable[tuple[int, int, Sequence[int]]]) -> None:
        """Keep the counts of (clues, chunk, counts), all or none of them, on the disk when this returns.

        A chunk that is there already is left as it is: an interrupt may come just after a commit, and whoever was
        interrupted cannot know, and adds the same again.
        """
        rows = []
        for clues, chunk, counts in chunks:
            blob = packed(counts)
            rows.append((clues, chunk, blob, self._vouched(clues, chunk, blob)))
        with _named(self.path), self._database:
            self._database.executemany("INSERT OR IGNORE INTO chunks VALUES (?, ?, ?, ?)", rows)

    def finish(self) -> None:
        """Write the file anew, its chunks in their order: the same bytes whatever happened before."""
        fresh = self.path.with_suffix(".finished")
        fresh.unlink(missing_ok=True)
        with _named(self.path):
            self._database.execute("VACUUM INTO ?", (str(fresh),))
            again = sqlite3.connect(fresh)
            again.execute(f"PRAGMA user_version = {FINISHED}")
            again.close()
        with fresh.open("rb+") as file:
            os.fsync(file.fileno())
        self._database.close()
        fresh.replace(self.path)
        _sync_folder(self.path.parent)
        with _named(self.path):
            self._database = _connected(self.path)[0]

    # --- reading ----------------------------------------------------------------------------------------

    def there(self, clues: int) -> bytearray:
        """For each chunk of that number of clues, 1 where it is kept."""
        found = bytearray(self.plan.chunks)
        with _named(self.path):
            for (chunk,) in self._database.execute("SELECT chunk FROM chunks WHERE clues = ?", (clues,)):
                if not 0 <= chunk < len(found):
                    raise DamagedError(f"{self.path} is damaged: it has a chunk {chunk} of {clues} clues")
                found[chunk] = 1
        return found

    def grids_done(self) -> int:
        """How many grids the kept chunks have."""
        return sum(
            self.plan.size(chunk)
            for clues in self.plan.clues
            for chunk, kept in enumerate(self.there(clues))
            if kept
        )

    @property
    def is_finished(self) -> bool:
        """Whether `finish` has come to its end."""
        (version,) = self._database.execute("PRAGMA user_version").fetchone()
        return bool(version == FINISHED)

    @property
    def is_complete(self) -> bool:
        return self.grids_done() == self.plan.grids * len(self.plan.clues)

    def counts(self, clues: int) -> Iterator[list[int]]:
        """The kept chunks of so many clues in their order, each checked; -1 for a grid that method 1 refused."""
        question = "SELECT chunk, counts, digest FROM chunks WHERE clues = ? ORDER BY chunk"
        with _named(self.path):
            for chunk, blob, digest in self._database.execute(question, (clues,)):
                if not isinstance(blob, bytes) or digest != self._vouched(clues, chunk, blob):
                    raise DamagedError(
                        f"{self.path} is damaged: chunk {chunk} of {clues} clues is not what was written"
                    )
                counts = unpacked(blob)
                if len(counts) != self.plan.size(chunk):
                    raise DamagedError(
                        f"{self.path} is damaged: chunk {chunk} of {clues} clues has a wrong size"
                    )
                yield counts

    def _vouched(self, clues: int, chunk: int, blob: bytes) -> bytes:
        key = b"%b %d %d " % (self._digest, clues, chunk)
        return hashlib.blake2b(key + blob, digest_size=16).digest()

    def _check_pages(self) -> None:
        """Before more is written into it: whether SQLite finds its file in order, and each chunk as it was."""
        (verdict,) = self._database.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise DamagedError(f"{self.path} is damaged: {verdict}")
        for clues in self.plan.clues:
            for _ in self.counts(clues):
                pass


def _create(path: Path, plan: Plan) -> None:
    """Whole or not at all: a kill in between leaves nothing under that name."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    database = sqlite3.connect(fresh)
    try:
        database.executescript(f"PRAGMA application_id = {APPLICATION};\n{SCHEMA}")
        with database:
            database.execute("INSERT INTO plan VALUES (?, ?)", (plan.to_json(), plan.digest()))
    finally:
        database.close()
    fresh.replace(path)
    _sync_folder(path.parent)


def _connected(path: Path) -> tuple[sqlite3.Connection, Plan]:
    """Every commit reaches the disk before it counts as done (SQLite's rollback journal, fully synchronous)."""
    database = sqlite3.connect(path, timeout=60)
    try:
        database.execute("PRAGMA synchronous = FULL")
        if database.execute("PRAGMA application_id").fetchone() != (APPLICATION,):
            raise DamagedError(f"{path} is not a study's store, or is damaged")
        rows = database.execute("SELECT json, digest FROM plan").fetchall()
        if len(rows) != 1 or hashlib.blake2b(str(rows[0][0]).encode(), digest_size=16).digest() != rows[0][1]:
            raise DamagedError(f"{path} is damaged: its plan is not what was written")
        return database, Plan.from_json(rows[0][0])
    except BaseException:
        database.close()
        raise


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """SQLite's errors as a line that says which file, and what to do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        # the low byte of an extended code; Python's own error has none: a text that is not UTF-8
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise DamagedError(f"{path} is damaged: {error}; move it away to begin anew") from None
        if code == sqlite3.SQLITE_FULL:
            raise StoreError(
                f"{path}: no space left on the disk; what was kept is safe, run again to go on"
            ) from None
        raise StoreError(f"{path}: {error}") from None


def _locked(path: Path) -> IO[bytes]:
    try:
        return locked(path)
    except JournalBusy:
        raise StoreBusyError(f"{path.parent}: another run is at work there") from None


def _sync_folder(folder: Path) -> None:
    """The new name is on the disk too."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# --- counts as bytes ------------------------------------------------------------------------------------


def packed(counts: Iterable[int]) -> bytes:
    """
    >>> packed([0, 126, 300, -1]).hex()
    '017fad0200'
    """
    numbers = [count + 1 for count in counts]
    if max(numbers, default=0) < 128:
        return bytes(numbers)
    out = bytearray()
    for number in numbers:
        while number > 127:
            out.append(number & 127 | 128)
            number >>= 7
        out.append(number)
    return bytes(out)


def unpacked(blob: bytes) -> list[int]:
    """
    >>> unpacked(bytes.fromhex("017fad0200"))
    [0, 126, 300, -1]
    """
    if not blob or max(blob) < 128:
        return [number - 1 for number in blob]
    counts, number, shift = [], 0, 0
    for byte in blob:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            counts.append(number - 1)
            number = shift = 0
    return counts
