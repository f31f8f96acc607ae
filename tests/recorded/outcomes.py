"""What is recorded of the JSON of the conformance suite: verdicts and counts, no sentences."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from recorded.running import digest

SIGNS = {"passed": ".", "failed": "F", "skipped": "s", "errored": "E"}


def question(outcome: dict[str, Any]) -> str:
    """Its check and its case."""
    return f"{outcome['check']} {outcome['case']}"


def verdicts(results: dict[str, Any]) -> dict[str, str]:
    """For each question a sign for each solver, in the order of their names."""
    names = sorted(solver["id"] for solver in results["solvers"])
    asked: dict[str, dict[str, str]] = defaultdict(dict)
    for outcome in results["outcomes"]:
        asked[question(outcome)][outcome["solver"]] = SIGNS[outcome["verdict"]]
    found = {
        asking: "".join(answers.get(name, "-") for name in names) for asking, answers in sorted(asked.items())
    }
    return {"solvers": " ".join(names)} | found


def not_passed(results: dict[str, Any], solver: str) -> dict[str, str]:
    """The same for one solver, of those questions only that it did not pass."""
    return {
        question(outcome): outcome["verdict"]
        for outcome in results["outcomes"]
        if outcome["solver"] == solver and outcome["verdict"] != "passed"
    }


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
