"""Compare the behaviour of the program with a recorded JSON file.

After an intended change of behaviour, `make record` writes the files again. Read the diff before you commit it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

RECORDING = os.environ.get("SUDOKU_ROSETTA_RECORD") == "1"
"""Whether tests write the files instead of comparing."""
MAX_SHOWN = 20


def same_as_recorded(path: Path, now: Mapping[str, Any], *, whole: bool = True) -> None:
    """Fail with a line for each key that differs. Unless `whole`, ignore keys that only the file has."""
    then: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    if RECORDING:
        recorded = dict(now) if whole else then | dict(now)
        path.write_text(json.dumps(recorded, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return
    expected = then if whole else {key: then[key] for key in now if key in then}
    found = differences(json.loads(json.dumps(now)), expected)
    more = [f"and {len(found) - MAX_SHOWN} more"] if len(found) > MAX_SHOWN else []
    lines = "\n".join(f"  {line}" for line in [*found[:MAX_SHOWN], *more])
    assert not found, f"differs from {path.name} (if this is intended, run make record)\n{lines}"


def differences(now: Mapping[str, Any], then: Mapping[str, Any]) -> list[str]:
    """A line for each key that differs."""
    found = [f"{key}: missing" for key in then if key not in now]
    for key, value in now.items():
        if key not in then:
            found.append(f"{key}: not recorded")
        elif value != then[key]:
            found.append(f"{key}: {_change(then[key], value)}")
    return found


def _change(then: Any, now: Any) -> str:
    if not (isinstance(then, dict) and isinstance(now, dict)):
        return f"was {then!r}, is {now!r}"
    changed = [key for key in {**then, **now} if then.get(key) != now.get(key)]
    return "; ".join(f"{key} was {then.get(key)!r}, is {now.get(key)!r}" for key in changed)
