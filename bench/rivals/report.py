"""Write the results as JSON, and as Markdown from the same data."""

from __future__ import annotations

import json
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sudoku_rosetta.compare.machine import this_machine
from sudoku_rosetta.compare.statistics import Ratio

from .bench_solver import ALL
from .lists import Puzzles
from .rounds import Benchmark, Plan, Score, rate, ratio

SCHEMA = 4
TASKS = {
    1: "find a solution of each puzzle",
    2: "find a solution of each puzzle and check that it is unique",
    ALL: "count all solutions of each puzzle",
}


def header(plan: Plan) -> dict[str, Any]:
    """The header of the report: date, machine, settings."""
    machine = this_machine()
    return {
        "schema": SCHEMA,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "version": machine.version,
        "commit": machine.commit,
        "cpu": machine.cpu or "unknown processor",
        "system": machine.system,
        "python": platform.python_version(),
        "task": TASKS[plan.limit],
        "limit": plan.limit,
        "rounds": plan.rounds,
        "turn_seconds": plan.turn,
        "seed": plan.seed,
        "cores": plan.cores,
        "unavailable": {},
        "lists": [],
    }


def list_report(
    puzzles: Puzzles, benchmark: Benchmark, scores: list[Score], reference: str
) -> dict[str, Any]:
    """The results on one list. Ratios are relative to the fastest build of the reference."""
    ours = next((score for score in scores if score.solver.name == reference), None)
    return {
        "name": puzzles.name,
        "digest": puzzles.digest,
        "puzzles": len(puzzles.lines),
        "drawn": len(benchmark.task.batch),
        "transformed": puzzles.transformed,
        "checked": benchmark.task.expected is not None,
        "headlines": headlines(scores, reference),
        "excluded": benchmark.excluded,
        "scores": [_row(score, ours) for score in scores],
    }


def headlines(scores: list[Score], reference: str) -> list[dict[str, Any]]:
    """The reference and its variants (fast-c-one...), each compared to the fastest other solver of the same
    task."""
    ours = [score for score in scores if f"{score.solver.name}-".startswith(f"{reference}-")]
    others = [score for score in scores if score.solver.kind != "ours"]
    lines: list[dict[str, Any]] = []
    for score in ours:
        best = next((other for other in others if other.limit == score.limit), None)
        if best is not None:
            names = {"ours": score.solver.id, "rate": score.rate, "other": best.solver.id}
            between = _ends(score.speed_ratio(best))
            lines.append({**names, "other_rate": best.rate, "ratio": between})
    return lines


def _row(score: Score, ours: Score | None) -> dict[str, Any]:
    row: dict[str, Any] = {
        "name": score.solver.name,
        "build": score.solver.build,
        "kind": score.solver.kind,
        "how": score.solver.how,
        "puzzles": score.puzzles,
        "whole": score.is_whole_batch,
        "limit": score.limit,
        "rate": score.rate,
    }
    if ours is not None and ours is not score:
        row["ratio"] = _ends(ours.speed_ratio(score))
    if score.parallel:
        row["parallel_rate"] = rate(score.parallel)
        if ours is not None and ours.parallel and ours is not score:
            row["parallel_ratio"] = _ends(ratio(ours.parallel, score.parallel))
    return row


def _ends(found: Ratio | None) -> list[float]:
    """The ratio and its interval as a list; empty for fewer than two rounds."""
    return [found.value, found.low, found.high] if found else []


def write(folder: Path, report: dict[str, Any]) -> None:
    """Write rivals.json and rivals.md. Called after each list, so that an interrupt keeps the finished lists."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "rivals.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    (folder / "rivals.md").write_text(page(report), encoding="utf-8")


def page(report: dict[str, Any]) -> str:
    ours = f"sudoku-rosetta {report['version']}" + (
        f", commit {report['commit']}" if report["commit"] else ""
    )
    lines = [
        "# The fast core and other solvers",
        "",
        f"{report['date'][:10]}, {report['cpu']}, Python {report['python']}, {ours}.",
        "",
        f"Task: {report['task']}. CPU time of one thread, {report['rounds']} rounds of new processes.",
        "A ratio is the reference's speed divided by the solver's, with its 95% interval (docs/comparing.md).",
        "*: too slow for all puzzles; speed and ratio are those of the first puzzles.",
        "",
        *summary(report),
    ]
    for part in report["lists"]:
        lines += ["", *section(part, report["cores"], report["limit"])]
    if report["unavailable"]:
        lines += ["", "## Not available", ""]
        lines += [f"- {name}: {why}" for name, why in sorted(report["unavailable"].items())]
    return "\n".join(lines) + "\n"


def summary(report: dict[str, Any]) -> list[str]:
    """The first table: on each list our solvers, and the fastest other solver."""
    lines = [
        "| list | our solver | thousands/s | fastest other | thousands/s | ratio |",
        "|---|---|--:|---|--:|--:|",
    ]
    for part in report["lists"]:
        for line in part["headlines"]:
            cells = [part["name"], line["ours"], _thousands(line["rate"]), line["other"]]
            cells += [_thousands(line["other_rate"]), _interval(line["ratio"])]
            lines.append(f"| {' | '.join(cells)} |")
    return lines if len(lines) > 2 else []


def section(part: dict[str, Any], cores: int, limit: int) -> list[str]:
    """The table of one list, fastest solver first."""
    sampled = f"{part['drawn']:,} puzzles" + (
        f" sampled from {part['puzzles']:,}, transformed" if part["transformed"] else ""
    )
    checked = (
        "all answers checked" if part["checked"] else "answers not checked: the fast core is not available"
    )
    heads, marks = (
        ["solver", "build", "puzzles per turn", "thousands/s", "µs/puzzle", "ratio"],
        "---|---|--:|--:|--:|--:",
    )
    parallel = any("parallel_rate" in row for row in part["scores"])
    if parallel:
        heads, marks = [*heads, f"{cores} cores, thousands/s", "ratio"], marks + "|--:|--:"
    lines = [f"## {part['name']}", "", f"{sampled}; {checked}.", "", f"| {' | '.join(heads)} |", f"|{marks}|"]
    for row in part["scores"]:
        ratio = _interval(row["ratio"]) if "ratio" in row else "1"
        puzzles = f"{row['puzzles']:,}" + ("" if row["whole"] else "*")
        name = row["name"] + (" (first solution only)" if row["limit"] != limit else "")
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
            cells += [_interval(row["parallel_ratio"]) if "parallel_ratio" in row else "-"]
        lines.append(f"| {' | '.join(cells)} |")
    return (
        lines
        + ([""] if part["excluded"] else [])
        + [f"- {name}: {why}" for name, why in sorted(part["excluded"].items())]
    )


def _thousands(rate: float) -> str:
    return f"{rate / 1000:,.0f}" if rate >= 100_000 else f"{rate / 1000:.3g}"


def _interval(ends: list[float]) -> str:
    if not ends:
        return "-"
    value, low, high = ends
    return f"{value:.3g} [{low:.3g}, {high:.3g}]"
