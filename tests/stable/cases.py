"""The cases of the conformance suite as they were recorded in cases.txt: a recorded case never changes.

    python tests/stable/cases.py             lists what differs from the record, and exits 1 if anything does
    python tests/stable/cases.py --record    adds the new cases to the record; refuses if a recorded case differs

A line of cases.txt is the file of a case, its id, and the SHA-256 of its table as parsed: comments, line breaks
and the order of keys are free, every value is fixed. Lines stand in the order of the files. The line of a case
that is not merged yet may be deleted by hand, and the case recorded again.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

import sudoku_rosetta.conformance
from sudoku_rosetta.conformance.case import CaseError, read_cases

CASES = Path(sudoku_rosetta.conformance.__path__[0]) / "cases"
RECORD = Path(__file__).with_name("cases.txt")
COMMAND = "python tests/stable/cases.py --record"

Digests = dict[str, tuple[str, str]]
"""For each id: the case's file and the digest of its table."""


def main(arguments: list[str], folder: Path = CASES, record: Path = RECORD) -> int:
    if arguments not in ([], ["--record"]):
        print("usage: cases.py [--record]", file=sys.stderr)
        return 2
    try:
        read_cases(folder)  # the rules of the format first: a malformed case must not be recorded
    except CaseError as error:
        print(error, file=sys.stderr)
        return 1
    standing, recorded = in_files(folder), in_record(record)
    complaints = differences(standing, recorded)
    if not arguments:
        complaints += unrecorded(standing, recorded)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if complaints:
        return 1
    if arguments:
        lines = [f"{file} {id_} {digest}\n" for id_, (file, digest) in standing.items()]
        record.write_text("".join(lines), encoding="utf-8")
        print(f"{len(standing)} cases are recorded, {len(standing) - len(recorded)} of them new.")
    return 0


def differences(standing: Digests, recorded: Digests) -> list[str]:
    """What is wrong with each recorded case that is changed, moved or removed: one line each."""
    found = []
    for id_, (file, digest) in recorded.items():
        if id_ not in standing:
            wrong = "is recorded, and is no longer in the cases"
        elif standing[id_][0] != file:
            wrong = f"was moved to {standing[id_][0]}"
        elif standing[id_][1] != digest:
            wrong = "differs from the case that was recorded"
        else:
            continue
        found.append(
            f"{file}: {id_} {wrong}. A case is never changed or removed: restore it; to correct it, add a new "
            f'case with replaces = "{id_}".'
        )
    return found


def unrecorded(standing: Digests, recorded: Digests) -> list[str]:
    """The cases that are not in the record yet: one line each."""
    return [
        f"{file}: {id_} is not recorded yet. Run: {COMMAND}"
        for id_, (file, _) in standing.items()
        if id_ not in recorded
    ]


def in_files(folder: Path) -> Digests:
    """Every case that is there, replaced ones too."""
    return {
        table["id"]: (path.name, digest_of(table))
        for path in sorted(folder.glob("*.toml"))
        for table in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
    }


def in_record(record: Path) -> Digests:
    if not record.exists():
        return {}
    lines = (line.split() for line in record.read_text(encoding="utf-8").splitlines())
    return {id_: (file, digest) for file, id_, digest in lines}


def digest_of(table: Mapping[str, object]) -> str:
    text = json.dumps(table, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
