"""The results of a study: one SQLite file of chunks, each written in one transaction and with a checksum.

The counts of a chunk are one blob. Each grid is a variable-length integer: its count plus one, or 0 if method 1
refused the grid; seven bits per byte, the lowest first, with the high bit set in all bytes but the last. The
checksum covers the plan, the position of the chunk and the blob. A damaged chunk is reported as an error and never
read as a result.

The file does not depend on the machine, the time or the order of the work: after the last chunk it is rewritten in
order, so two runs of a plan end with the same bytes. journal.txt beside it records when and where each run took
place.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Self

from ..runtime.journal import JournalBusy, open_locked
from ._plan import Plan, PlanError

__all__ = ["DamagedError", "Store", "StoreBusyError", "StoreError", "decode_counts", "encode_counts"]

NAME, LOCK = "study.sqlite", "study.lock"
APPLICATION_ID = 0x53524F53
FINISHED = 1
SCHEMA = """
CREATE TABLE plan (json TEXT NOT NULL, digest BLOB NOT NULL);
CREATE TABLE chunks (
    clues INTEGER NOT NULL, chunk INTEGER NOT NULL, counts BLOB NOT NULL, digest BLOB NOT NULL,
    PRIMARY KEY (clues, chunk)
) WITHOUT ROWID;
"""


class StoreError(Exception):
    """The results cannot be read or written; the message is one line that says what to do."""


class DamagedError(StoreError):
    """The contents of the store have changed since they were written."""


class StoreBusyError(StoreError):
    """Another run is writing to the same folder."""


class Store:
    """The results in a folder. Open it with `open_for_writing` or `open`."""

    def __init__(self, path: Path, database: sqlite3.Connection, plan: Plan, lock: IO[bytes] | None) -> None:
        self.path = path
        self.plan = plan
        self._database = database
        self._lock = lock
        self._digest = plan.digest()

    @classmethod
    def open_for_writing(cls, folder: str | os.PathLike[str], plan: Plan | None) -> Self:
        """Create a study with this plan, or resume the existing one.

        Raises PlanError if the existing plan differs. Without a plan, the folder must contain a study.
        """
        path = Path(folder) / NAME
        if plan is None and not path.exists():
            raise StoreError(f"{folder}: there is no study to resume")
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = _acquire_lock(path.with_name(LOCK))
        try:
            with _sqlite_errors_translated(path):
                if not path.exists() or path.stat().st_size == 0:
                    assert plan is not None
                    _create(path, plan)
                store = cls(path, *_connect(path), lock)
                store._check_integrity()
        except BaseException:
            lock.close()
            raise
        if plan is not None and (differences := plan.differences(store.plan)):
            store.close()
            listed = ", ".join(
                f"{name} is {theirs!r}, not {ours!r}" for name, (ours, theirs) in differences.items()
            )
            raise PlanError(f"{folder} contains another study ({listed}): choose another folder")
        return store

    @classmethod
    def open(cls, folder: str | os.PathLike[str]) -> Self:
        """Open for reading, also while a run writes."""
        path = Path(folder) / NAME
        if not path.exists():
            raise StoreError(f"{folder}: there is no study")
        with _sqlite_errors_translated(path):
            return cls(path, *_connect(path), None)

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
        """Store the counts of (clues, chunk, counts) in one transaction; they are on the disk when this returns.

        A chunk that exists is not changed: after an interrupt just after a commit, the caller may add it again.
        """
        rows = []
        for clues, chunk, counts in chunks:
            blob = encode_counts(counts)
            rows.append((clues, chunk, blob, self._checksum(clues, chunk, blob)))
        with _sqlite_errors_translated(self.path), self._database:
            self._database.executemany("INSERT OR IGNORE INTO chunks VALUES (?, ?, ?, ?)", rows)

    def finish(self) -> None:
        """Rewrite the file with its chunks in order, so that its bytes depend only on the plan."""
        fresh = self.path.with_suffix(".finished")
        fresh.unlink(missing_ok=True)
        with _sqlite_errors_translated(self.path):
            self._database.execute("VACUUM INTO ?", (str(fresh),))
            rewritten = sqlite3.connect(fresh)
            rewritten.execute(f"PRAGMA user_version = {FINISHED}")
            rewritten.close()
        with fresh.open("rb+") as file:
            os.fsync(file.fileno())
        self._database.close()
        fresh.replace(self.path)
        _sync_folder(self.path.parent)
        with _sqlite_errors_translated(self.path):
            self._database = _connect(self.path)[0]

    # --- reading ----------------------------------------------------------------------------------------

    def present_chunks(self, clues: int) -> bytearray:
        """One byte for each chunk of this number of clues: 1 if it is stored, else 0."""
        present = bytearray(self.plan.chunk_count)
        with _sqlite_errors_translated(self.path):
            for (chunk,) in self._database.execute("SELECT chunk FROM chunks WHERE clues = ?", (clues,)):
                if not 0 <= chunk < len(present):
                    raise _damaged(
                        self.path, f"it has a chunk {chunk} of {clues} clues, which is not in the plan"
                    )
                present[chunk] = 1
        return present

    def grids_done(self) -> int:
        """The number of grids in the stored chunks."""
        return sum(
            self.plan.chunk_size(chunk)
            for clues in self.plan.clues
            for chunk, is_present in enumerate(self.present_chunks(clues))
            if is_present
        )

    @property
    def is_finished(self) -> bool:
        """Whether `finish` has completed."""
        (version,) = self._database.execute("PRAGMA user_version").fetchone()
        return bool(version == FINISHED)

    @property
    def is_complete(self) -> bool:
        return self.grids_done() == self.plan.grids * len(self.plan.clues)

    def counts(self, clues: int) -> Iterator[list[int]]:
        """The stored chunks of this number of clues, in order and verified; -1 for a grid that method 1 refused."""
        query = "SELECT chunk, counts, digest FROM chunks WHERE clues = ? ORDER BY chunk"
        with _sqlite_errors_translated(self.path):
            for chunk, blob, digest in self._database.execute(query, (clues,)):
                if not isinstance(blob, bytes) or digest != self._checksum(clues, chunk, blob):
                    raise _damaged(
                        self.path, f"the checksum of chunk {chunk} of {clues} clues does not match"
                    )
                counts = decode_counts(blob)
                if len(counts) != self.plan.chunk_size(chunk):
                    raise _damaged(self.path, f"chunk {chunk} of {clues} clues has the wrong size")
                yield counts

    def _checksum(self, clues: int, chunk: int, blob: bytes) -> bytes:
        key = b"%b %d %d " % (self._digest, clues, chunk)
        return hashlib.blake2b(key + blob, digest_size=16).digest()

    def _check_integrity(self) -> None:
        """Verify the SQLite file and all checksums, before anything is added."""
        (verdict,) = self._database.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            raise _damaged(self.path, verdict)
        for clues in self.plan.clues:
            for _ in self.counts(clues):
                pass


def _create(path: Path, plan: Plan) -> None:
    """Write the file under another name and rename it, so that it is never incomplete."""
    fresh = path.with_suffix(".new")
    fresh.unlink(missing_ok=True)
    database = sqlite3.connect(fresh)
    try:
        database.executescript(f"PRAGMA application_id = {APPLICATION_ID};\n{SCHEMA}")
        with database:
            database.execute("INSERT INTO plan VALUES (?, ?)", (plan.to_json(), plan.digest()))
    finally:
        database.close()
    fresh.replace(path)
    _sync_folder(path.parent)


def _connect(path: Path) -> tuple[sqlite3.Connection, Plan]:
    """Open the file with synchronous = FULL, so that a committed chunk survives a power failure."""
    database = sqlite3.connect(path, timeout=60)
    try:
        database.execute("PRAGMA synchronous = FULL")
        if database.execute("PRAGMA application_id").fetchone() != (APPLICATION_ID,):
            raise DamagedError(f"{path} is damaged, or is not a study: move it away to start again")
        rows = database.execute("SELECT json, digest FROM plan").fetchall()
        if len(rows) != 1 or hashlib.blake2b(str(rows[0][0]).encode(), digest_size=16).digest() != rows[0][1]:
            raise _damaged(path, "the checksum of its plan does not match")
        return database, Plan.from_json(rows[0][0])
    except BaseException:
        database.close()
        raise


@contextmanager
def _sqlite_errors_translated(path: Path) -> Iterator[None]:
    """Turn an error of SQLite into a StoreError: one line that names the file and says what to do."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        # The low byte of an extended error code. An error that Python raises (invalid UTF-8) has no code.
        code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
        if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            raise _damaged(path, str(error)) from None
        if code == sqlite3.SQLITE_FULL:
            raise StoreError(
                f"{path}: no space left on the disk; the stored results are safe, run again to resume"
            ) from None
        raise StoreError(f"{path}: {error}") from None


def _damaged(path: Path, why: str) -> DamagedError:
    return DamagedError(f"{path} is damaged: {why}; move it away to start again")


def _acquire_lock(path: Path) -> IO[bytes]:
    try:
        return open_locked(path)
    except JournalBusy:
        raise StoreBusyError(f"{path.parent}: another run is writing there") from None


def _sync_folder(folder: Path) -> None:
    """Make sure that a rename in the folder is on the disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


# --- counts as bytes ------------------------------------------------------------------------------------


def encode_counts(counts: Iterable[int]) -> bytes:
    """
    >>> encode_counts([0, 126, 300, -1]).hex()
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


def decode_counts(blob: bytes) -> list[int]:
    """
    >>> decode_counts(bytes.fromhex("017fad0200"))
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
