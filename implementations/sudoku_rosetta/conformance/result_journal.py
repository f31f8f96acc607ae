"""The outcomes of a class, written beside its report as they come: a run that was killed goes on from there.

An outcome counts as long as its submission has the fingerprint that it was made with.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..runtime.journal import Journal, Record
from .outcome import Event, Known, Outcome


class ResultJournal:
    """The journal of a class."""

    def __init__(self, path: Path, fingerprints: Mapping[str, str]) -> None:
        self._fingerprints = fingerprints
        self._journal = Journal(path, skip_damaged=True)
        self.known = {name: Known() for name in fingerprints}
        for record in self._journal.records:
            self._take(record)

    def _take(self, record: Record) -> None:
        name = record.get("copy", "")
        if self._fingerprints.get(name) != record.get("key"):
            return
        known = self.known[name]
        if "outcome" in record:
            known.outcomes[record["question"]] = Outcome.from_json(record["outcome"])
            known.strikes = record["strikes"]
        else:
            known.ended = True

    def add(self, event: Event) -> None:
        """Write one event."""
        record: dict[str, Any] = {"copy": event.name, "key": self._fingerprints[event.name]}
        if event.outcome is not None:
            record |= {
                "question": event.question,
                "strikes": event.strikes,
                "outcome": event.outcome.to_json(),
            }
        self._journal.add(record)

    def clear(self) -> None:
        """Forget what is known."""
        self._journal.clear()
        self.known = {name: Known() for name in self._fingerprints}

    def close(self) -> None:
        self._journal.close()
