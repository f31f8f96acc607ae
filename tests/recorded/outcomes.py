"""Extracts what is recorded from the JSON of the conformance suite: verdicts and counts, no sentences."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

from recorded.running import digest

SIGNS = {"passed": ".", "failed": "F", "skipped": "s", "errored": "E"}


def outcome_key(outcome: dict[str, Any]) -> str:
    """The check and the case of an outcome, as a key."""
    return f"{outcome['check']} {outcome['case']}"


def verdicts(results: dict[str, Any]) -> dict[str, str]:
    """For each check and case, a sign per solver, sorted by solver."""
    names = sorted(solver["id"] for solver in results["solvers"])
    signs: dict[str, dict[str, str]] = defaultdict(dict)
    for outcome in results["outcomes"]:
        signs[outcome_key(outcome)][outcome["solver"]] = SIGNS[outcome["verdict"]]
    found = {key: "".join(answers.get(name, "-") for name in names) for key, answers in sorted(signs.items())}
    return {"solvers": " ".join(names)} | found


def not_passed(results: dict[str, Any], solver: str) -> dict[str, str]:
    """The verdicts of one solver that are not passed."""
    return {
        outcome_key(outcome): outcome["verdict"]
        for outcome in results["outcomes"]
        if outcome["solver"] == solver and outcome["verdict"] != "passed"
    }


def counts(results: dict[str, Any]) -> dict[str, Any]:
    """For each solver, the sums of its counts and a digest of all its counts."""
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
