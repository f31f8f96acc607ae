"""The outcomes and counts of the registered solvers in the whole conformance suite are the recorded ones."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from demand import skip_or_fail
from recorded.outcomes import counts, outcome_key, verdicts
from recorded.running import ANSWERS, PROGRAM
from recording import RECORDING, same_as_recorded
from sudoku_rosetta import solvers
from waiting import HANG_GUARD_S

pytestmark = [pytest.mark.recorded, pytest.mark.slow]
RECORDED = ANSWERS / "our-solvers.json"


def test_registered_solvers_get_their_recorded_outcomes(tmp_path: Path) -> None:
    if missing := [solver.id for solver in solvers() if solver.missing()]:
        skip_or_fail("core", f"not built: {', '.join(missing)}")
    command = [*PROGRAM, "conform", "--json", "report.json", "--seconds", str(HANG_GUARD_S)]
    ran = subprocess.run(
        command, cwd=tmp_path, capture_output=True, text=True, timeout=6 * HANG_GUARD_S, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    results = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    if not RECORDING:
        results = recorded_part(results)
    same_as_recorded(RECORDED, verdicts(results) | counts(results))


def recorded_part(results: dict[str, Any]) -> dict[str, Any]:
    """The results without new cases and solvers: adding one is not a change of behaviour."""
    recorded = json.loads(RECORDED.read_text(encoding="utf-8"))
    solvers, keys = recorded["solvers"].split(), recorded.keys()
    outcomes = [
        each for each in results["outcomes"] if each["solver"] in solvers and outcome_key(each) in keys
    ]
    return {"solvers": [each for each in results["solvers"] if each["id"] in solvers], "outcomes": outcomes}
