"""What was measured, as JSON (for machines) and Markdown (for people), made from the same data."""

from __future__ import annotations

import json
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sudoku_rosetta.compare.machine import this_machine
from sudoku_rosetta.compare.statistics import Ratio

from .contestant import ALL
from .lists import Puzzles
from .rounds import Contest, Plan, Score, rate, ratio

SCHEMA = 2
ASKED = {
    1: "some solution of each",
    2: "the solution of each, and whether it is the only one",
    ALL: "all, counted",
}


def begun(plan: Plan) -> dict[str, Any]:
    """The head of the report: where, when, how."""
    machine = this_machine()
    return {
        "schema": SCHEMA,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "version": machine.version,
        "commit": machine.commit,
        "cpu": machine.cpu or "an unknown processor",
        "system": machine.system,
        "python": platform.python_version(),
        "asked": ASKED[plan.limit],
        "limit": plan.limit,
        "rounds": plan.rounds,
        "turn_seconds": plan.turn,
        "seed": plan.seed,
        "cores": plan.cores,
        "absent": {},
        "lists": [],
    }


def part(puzzles: Puzzles, contest: Contest, scores: list[Score], reference: str) -> dict[str, Any]:
    """One list's part of the report. Ratios are to the best build of the reference."""
    ours = next((score for score in scores if score.contestant.name == reference), None)
    return {
        "name": puzzles.name,
        "digest": puzzles.digest,
        "puzzles": len(puzzles.lines),
        "drawn": len(contest.list.batch),
        "moved": puzzles.moved,
        "checked": contest.list.expected is not None,
        "headlines": headlines(scores, reference),
        "out": contest.out,
        "scores": [_row(score, ours) for score in scores],
    }


def headlines(scores: list[Score], reference: str) -> list[dict[str, Any]]:
    """The reference and the other ways to ask it (fast-c-one...), each by the best of the others asked the same."""
    ours = [score for score in scores if f"{score.contestant.name}-".startswith(f"{reference}-")]
    others = [score for score in scores if score.contestant.kind != "ours"]
    lines: list[dict[str, Any]] = []
    for score in ours:
        best = next((other for other in others if other.limit == score.limit), None)
        if best is not None:
            names = {"ours": score.contestant.id, "rate": score.rate, "other": best.contestant.id}
            between = _ends(score.faster_than(best))
            lines.append({**names, "other_rate": best.rate, "ours_by_other": between})
    return lines


def _row(score: Score, ours: Score | None) -> dict[str, Any]:
    row: dict[str, Any] = {
        "name": score.contestant.name,
        "build": score.contestant.build,
        "kind": score.contestant.kind,
        "how": score.contestant.how,
        "puzzles": score.puzzles,
        "whole": score.whole,
        "limit": score.limit,
        "rate": score.rate,
    }
    if ours is not None and ours is not score:
        row["ours_by_it"] = _ends(ours.faster_than(score))
    if score.parallel:
        row["parallel_rate"] = rate(score.parallel)
        if ours is not None and ours.parallel and ours is not score:
            row["parallel_ours_by_it"] = _ends(ratio(ours.parallel, score.parallel))
    return row


def _ends(found: Ratio | None) -> list[float]:
    """Value, low and high; empty for fewer than two rounds."""
    return [found.value, found.low, found.high] if found else []


def write(folder: Path, report: dict[str, Any]) -> None:
    """rivals.json and rivals.md; after each list, so that an interrupted run leaves the lists that are done."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rivals.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    (folder / "rivals.md").write_text(page(report), encoding="utf-8")


def page(report: dict[str, Any]) -> str:
    ours = f"sudoku-rosetta {report['version']}" + (
        f", commit {report['commit']}" if report["commit"] else ""
    )
    lines = [
        "# The fast core and the others",
        "",
        f"{report['date'][:10]}, {report['cpu']}, Python {report['python']}, {ours}.",
        "",
        f"Asked: {report['asked']}. Processor time of one thread, {report['rounds']} rounds of fresh processes.",
        "A ratio is the reference's speed by this one's, with its 95% interval (docs/comparing.md).",
        "A star: only a part of the puzzles, too slow for all; speed and ratio are of these.",
        "",
        *summary(report),
    ]
    for part in report["lists"]:
        lines += ["", *section(part, report["cores"], report["limit"])]
    if report["absent"]:
        lines += ["", "## Not here", ""]
        lines += [f"- {name}: {why}" for name, why in sorted(report["absent"].items())]
    return "\n".join(lines) + "\n"


def summary(report: dict[str, Any]) -> list[str]:
    """The table at the top: on each list ours, and the best of the others."""
    lines = [
        "| list | ours | thousands/s | the best other | thousands/s | ratio |",
        "|---|---|--:|---|--:|--:|",
    ]
    for part in report["lists"]:
        for line in part["headlines"]:
            cells = [part["name"], line["ours"], _thousands(line["rate"]), line["other"]]
            cells += [_thousands(line["other_rate"]), _interval(line["ours_by_other"])]
            lines.append(f"| {' | '.join(cells)} |")
    return lines if len(lines) > 2 else []


def section(part: dict[str, Any], cores: int, limit: int) -> list[str]:
    """One list: everybody, the fastest first."""
    of = f"{part['drawn']:,} puzzles" + (f" drawn from {part['puzzles']:,}, moved" if part["moved"] else "")
    checked = (
        "all answers checked"
        if part["checked"]
        else "answers not checked: nobody of ours can count them in time"
    )
    heads, marks = (
        ["solver", "build", "puzzles a turn", "thousands/s", "µs a puzzle", "ratio"],
        "---|---|--:|--:|--:|--:",
    )
    parallel = any("parallel_rate" in row for row in part["scores"])
    if parallel:
        heads, marks = [*heads, f"{cores} cores, thousands/s", "ratio"], marks + "|--:|--:"
    lines = [f"## {part['name']}", "", f"{of}; {checked}.", "", f"| {' | '.join(heads)} |", f"|{marks}|"]
    for row in part["scores"]:
        ratio = _interval(row["ours_by_it"]) if "ours_by_it" in row else "1"
        puzzles = f"{row['puzzles']:,}" + ("" if row["whole"] else "*")
        name = row["name"] + (" (a solution only)" if row["limit"] != limit else "")
        cells = [
            name,
            row["build"],
            puzzles,
            _thousands(row["rate"]),
            f"{1e6 / row['rate']:.3g}",
            ratio,
        ]
        if parallel:
            cells += [_thousands(row["parallel_rate"]) if "parallel_rate" in row else "-"]
            cells += [_interval(row["parallel_ours_by_it"]) if "parallel_ours_by_it" in row else "-"]
        lines.append(f"| {' | '.join(cells)} |")
    return (
        lines
        + ([""] if part["out"] else [])
        + [f"- {name}: {why}" for name, why in sorted(part["out"].items())]
    )


def _thousands(rate: float) -> str:
    return f"{rate / 1000:,.0f}" if rate >= 100_000 else f"{rate / 1000:.3g}"


def _interval(ends: list[float]) -> str:
    if not ends:
        return "-"
    value, low, high = ends
    return f"{value:.3g} [{low:.3g}, {high:.3g}]"
