"""An append-only file of records, valid even after a kill. Each record is a line of JSON with a digest.

One process at a time may write to a journal. An incomplete last line is removed. A line whose digest does not
match is damaged.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import IO, Any, Self

Record = dict[str, Any]


class JournalBusy(RuntimeError):
    """Another process is writing to the journal."""


class JournalDamaged(RuntimeError):
    """The digest of a line does not match."""

    def __init__(self, path: Path, line: int) -> None:
        super().__init__(f"{path} is damaged: the digest of line {line} does not match")
        self.path = path
        self.line = line


class JournalMismatch(RuntimeError):
    """The journal has a different header, so its records belong to another run."""


class Journal:
    """A file of records. `records` contains those that were in the file when it was opened."""

    def __init__(
        self,
        path: Path,
        *,
        header: Record | None = None,
        skip_damaged: bool = False,
        durable: bool = False,
    ) -> None:
        """`header`, the first record, identifies the run. `skip_damaged` ignores damaged lines. With `durable`,
        `add` writes each record to disk (fsync)."""
        self.path = path
        self._durable = durable
        self._file = open_locked(path)
        try:
            self.records, end = self._read(header, skip_damaged)
            self._file.truncate(end)
            if header is not None and not end:
                self.add(header)
        except BaseException:
            self._file.close()
            raise

    def _read(self, header: Record | None, skip_damaged: bool) -> tuple[list[Record], int]:
        records: list[Record] = []
        end = 0
        self._file.seek(0)
        for number, line in enumerate(self._file, 1):
            if not line.endswith(b"\n"):
                break
            record = _record_of_line(line)
            if number == 1 and header is not None:
                if record != header:
                    raise JournalMismatch(f"{self.path} belongs to another run")
            elif record is not None:
                records.append(record)
            elif not skip_damaged:
                raise JournalDamaged(self.path, number)
            end += len(line)
        return records, end

    def add(self, record: Record) -> None:
        """Append one record."""
        self._file.write(json.dumps(record | {"digest": _digest(record)}).encode() + b"\n")
        self._file.flush()
        if self._durable:
            os.fsync(self._file.fileno())

    def clear(self) -> None:
        """Delete all records and the header."""
        self._file.truncate(0)
        self.records = []

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def open_locked(path: Path) -> IO[bytes]:
    """Open a file for appending and lock it until it is closed. Raise JournalBusy if it is already locked."""
    import fcntl  # not at the top of the file: Windows has no fcntl

    file = path.open("a+b")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise JournalBusy(f"{path}: another process is writing to it") from None
    return file


def _record_of_line(line: bytes) -> Record | None:
    try:
        record = json.loads(line)
        digest = record.pop("digest")
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return record if digest == _digest(record) else None


def _digest(record: Record) -> str:
    text = json.dumps(record, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
