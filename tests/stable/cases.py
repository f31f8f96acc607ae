"""Compares the cases of the conformance suite with cases.txt: a recorded case never changes.

    python tests/stable/cases.py             prints the differences; exits 1 if there are any
    python tests/stable/cases.py --record    records new cases; fails if a recorded case differs

Each line of cases.txt has the file of a case, its id, and the SHA-256 of its parsed table without `why` and
`why_fr`. No other value may change; these sentences, comments, line breaks and the order of keys may. Lines are in
the order of the files. To record a case again before it is merged, delete its line.
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
        read_cases(folder)  # an invalid case must not be recorded
    except CaseError as invalid:
        print(invalid, file=sys.stderr)
        return 1
    current, recorded = in_files(folder), in_record(record)
    errors = differences(current, recorded)
    if not arguments:
        errors += unrecorded(current, recorded)
    for error in errors:
        print(error, file=sys.stderr)
    if errors:
        return 1
    if arguments:
        lines = [f"{file} {id_} {digest}\n" for id_, (file, digest) in current.items()]
        record.write_text("".join(lines), encoding="utf-8")
        print(f"{len(current)} cases are recorded, {len(current) - len(recorded)} of them new.")
    return 0


def differences(current: Digests, recorded: Digests) -> list[str]:
    """One line for each recorded case that was changed, moved or removed."""
    found = []
    for id_, (file, digest) in recorded.items():
        if id_ not in current:
            wrong = "is recorded, but no longer in the case files"
        elif current[id_][0] != file:
            wrong = f"was moved to {current[id_][0]}"
        elif current[id_][1] != digest:
            wrong = "differs from the case that was recorded"
        else:
            continue
        found.append(
            f"{file}: {id_} {wrong}. A case is never changed or removed: restore it; to correct it, add a new "
            f'case with replaces = "{id_}".'
        )
    return found


def unrecorded(current: Digests, recorded: Digests) -> list[str]:
    """One line for each case that is not recorded yet."""
    return [
        f"{file}: {id_} is not recorded yet. Run: {COMMAND}"
        for id_, (file, _) in current.items()
        if id_ not in recorded
    ]


def in_files(folder: Path) -> Digests:
    """All cases of the files, including replaced ones."""
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
    fixed = {key: value for key, value in table.items() if key not in ("why", "why_fr")}
    text = json.dumps(fixed, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
