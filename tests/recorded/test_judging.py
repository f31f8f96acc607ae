"""Our solvers before the whole conformance suite: every outcome, and what was counted, as it was recorded."""

from __future__ import annotations

import json
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest
from demand import skip_or_fail
from recorded.running import ANSWERS, PROGRAM, digest
from recording import same_as_recorded
from sudoku_rosetta import solvers

pytestmark = [pytest.mark.recorded, pytest.mark.slow]
PATIENT = "600"
"""Seconds for a grid: no machine is so busy that a right solver is taken for one that hangs."""


def test_our_solvers_get_the_outcomes_that_were_recorded(tmp_path: Path) -> None:
    if missing := [solver.id for solver in solvers() if solver.missing()]:
        skip_or_fail("core", f"not built: {', '.join(missing)}")
    command = [*PROGRAM, "conform", "--json", "report.json", "--seconds", PATIENT]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=1800, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    results = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    same_as_recorded(ANSWERS / "our-solvers.json", verdicts(results) | counts(results))


SIGNS = {"passed": ".", "failed": "F", "skipped": "s", "errored": "E"}


def verdicts(results: dict[str, Any]) -> dict[str, str]:
    """For each question (check and case) a sign for each solver, in the order of their names."""
    names = sorted(solver["id"] for solver in results["solvers"])
    asked: dict[str, dict[str, str]] = defaultdict(dict)
    for outcome in results["outcomes"]:
        asked[f"{outcome['check']} {outcome['case']}"][outcome["solver"]] = SIGNS[outcome["verdict"]]
    found = {
        question: "".join(asked[question].get(name, "-") for name in names) for question in sorted(asked)
    }
    return {"solvers": " ".join(names)} | found


def counts(results: dict[str, Any]) -> dict[str, Any]:
    """For each solver the sums of what it counted, and a digest of all its counts."""
    found = {}
    for solver in sorted(solver["id"] for solver in results["solvers"]):
        rows = [
            (outcome["check"], outcome["case"], sorted(outcome["counts"].items()))
            for outcome in results["outcomes"]
            if outcome["solver"] == solver and outcome["counts"]
        ]
        sums: dict[str, int] = defaultdict(int)
        for _, _, counted in rows:
            for name, count in counted:
                sums[name] += count
        found[f"counts of {solver}"] = sums | {"sha256": digest(json.dumps(sorted(rows)).encode())}
    return found
