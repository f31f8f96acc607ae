"""Results that survive a kill: a file to which records are added as they come, each with a digest of its own.

One process at a time may write into it. A last line that a kill has cut is dropped; a line that is not what was
written is damaged.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import IO, Any, Self

Record = dict[str, Any]


class JournalBusy(RuntimeError):
    """Another process is writing into the journal."""


class JournalDamaged(RuntimeError):
    """A line is not what was written."""

    def __init__(self, path: Path, line: int) -> None:
        super().__init__(f"{path} is damaged: line {line} is not what was written")
        self.path = path
        self.line = line


class JournalMismatch(RuntimeError):
    """The journal has another header: its records are of something else."""


class Journal:
    """A file of records; `records` are those that were there."""

    def __init__(
        self,
        path: Path,
        *,
        header: Record | None = None,
        skip_damaged: bool = False,
        durable: bool = False,
    ) -> None:
        """`header`, the first record, says what the others belong to. `skip_damaged` leaves out damaged lines.
        `durable`: a record is on the disk when `add` returns, not only in the system's cache."""
        self.path = path
        self._durable = durable
        self._file = locked(path)
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
            record = _checked(line)
            if number == 1 and header is not None:
                if record != header:
                    raise JournalMismatch(f"{self.path} is of something else")
            elif record is not None:
                records.append(record)
            elif not skip_damaged:
                raise JournalDamaged(self.path, number)
            end += len(line)
        return records, end

    def add(self, record: Record) -> None:
        """Write one record."""
        self._file.write(json.dumps(record | {"digest": _digest(record)}).encode() + b"\n")
        self._file.flush()
        if self._durable:
            os.fsync(self._file.fileno())

    def clear(self) -> None:
        """Forget all records."""
        self._file.truncate(0)
        self.records = []

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def locked(path: Path) -> IO[bytes]:
    """The file, opened to append, and locked until it is closed; JournalBusy if another process has it."""
    import fcntl  # not on Windows, where this module is imported all the same

    file = path.open("a+b")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise JournalBusy(f"{path}: another process is writing into it") from None
    return file


def _checked(line: bytes) -> Record | None:
    try:
        record = json.loads(line)
        digest = record.pop("digest")
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return record if digest == _digest(record) else None


def _digest(record: Record) -> str:
    text = json.dumps(record, sort_keys=True)
    return hashlib.blake2b(text.encode(), digest_size=12).hexdigest()
