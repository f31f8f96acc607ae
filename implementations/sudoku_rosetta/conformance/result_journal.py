"""The journal of a class: it stores the outcomes, so that an interrupted run can be resumed.

An outcome is valid while the fingerprint of its submission is unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..external.reading import Reading
from ..runtime.journal import Journal, Record
from .outcome import Event, KnownOutcomes, Outcome


class ResultJournal:
    """The known outcomes, and the file to which new ones are appended."""

    def __init__(self, path: Path, fingerprints: Mapping[str, str]) -> None:
        self._fingerprints = fingerprints
        self._journal = Journal(path, skip_damaged=True)
        self.known = {name: KnownOutcomes() for name in fingerprints}
        for record in self._journal.records:
            self._load(record)

    def _load(self, record: Record) -> None:
        name = record.get("copy", "")
        if self._fingerprints.get(name) != record.get("key"):
            return
        known = self.known[name]
        if "outcome" in record:
            known.outcomes[record["run_id"]] = Outcome.from_json(record["outcome"])
            known.limit_hits = record["limit_hits"]
        elif "reading" in record:
            known.reading = Reading.from_json(record["reading"])
        else:
            known.ended = True

    def add(self, event: Event) -> None:
        """Append one event."""
        record: dict[str, Any] = {"copy": event.name, "key": self._fingerprints[event.name]}
        if event.outcome is not None:
            record |= {
                "run_id": event.run_id,
                "limit_hits": event.limit_hits,
                "outcome": event.outcome.to_json(),
            }
        elif event.reading is not None:
            record["reading"] = event.reading.to_json()
        self._journal.add(record)

    def clear(self) -> None:
        """Delete all outcomes."""
        self._journal.clear()
        self.known = {name: KnownOutcomes() for name in self._fingerprints}

    def close(self) -> None:
        self._journal.close()
