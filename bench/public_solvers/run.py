"""Run the conformance suite on Sudoku solvers from PyPI, and write a table of their failures.

    python bench/public_solvers/run.py [--only NAME] [--out docs/data]

Each `with_*.py` in this folder is the adapter of one solver. The results are written to public_solvers.json and,
from it, to public_solvers.md. With --only, the other rows are kept. See bench/README.md.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import platform
import re
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from sudoku_rosetta.conformance.case import Case, cases
from sudoku_rosetta.conformance.outcome import Outcome
from sudoku_rosetta.conformance.results import Results
from sudoku_rosetta.conformance.suite import run_suite
from sudoku_rosetta.external.function import FunctionSolver
from sudoku_rosetta.runtime.limits import Limits

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
COMMAND = "python bench/public_solvers/run.py"
NAME = "public_solvers"
SCHEMA = 1
SECONDS = 30.0
ANY_TREE = 10**12
"""The budget of a search that is not row-major: it does not depend on the size of the row-major tree."""
LIMITS = Limits(seconds=SECONDS, memory_mb=2048)  # the first import of xcover compiles it, which takes 20 s
SHOWN = 3
"""Number of grids to show for each failed check."""


@dataclass(frozen=True)
class Adapter:
    """One `with_*.py`, read without importing its package."""

    name: str
    path: Path
    package: str
    version_seen: str
    level: str
    what: str
    note: str
    row_major: bool

    @classmethod
    def read(cls, path: Path) -> Adapter:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        constants: dict[str, Any] = {}
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        constants[target.id] = node.value.value
        what = " ".join((ast.get_docstring(tree) or "").split())
        name = path.stem.removeprefix("with_")
        return cls(
            name,
            path,
            constants["PACKAGE"],
            constants["VERSION_SEEN"],
            constants["LEVEL"],
            what,
            constants.get("NOTE", ""),
            constants.get("ROW_MAJOR", False),
        )

    def installed(self) -> str | None:
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None


@dataclass
class Row:
    """The results of one solver. `wrong` has the failed checks, each with its cases and some of their grids;
    `note` is an explanation written by hand."""

    name: str
    package: str
    version: str | None
    version_seen: str
    level: str
    what: str
    note: str
    date: str = ""
    machine: str = ""
    python: str = ""
    cases: str = ""
    seconds: float = 0.0
    tally: dict[str, int] = field(default_factory=dict)
    wrong: list[dict[str, Any]] = field(default_factory=list)
    skipped: dict[str, int] = field(default_factory=dict)


def all_cases() -> tuple[tuple[Case, ...], str]:
    """The cases of the suite, and a description of them."""
    return cases(), f"{len(cases())} cases of the suite"


def run_solver(adapter: Adapter, chosen: tuple[Case, ...], description: str) -> Row:
    """Run the suite on one solver, at its declared level."""
    row = Row(
        adapter.name,
        adapter.package,
        adapter.installed(),
        adapter.version_seen,
        adapter.level,
        adapter.what,
        adapter.note,
        datetime.now(UTC).date().isoformat(),
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores",
        platform.python_version(),
        description,
    )
    if row.version is None:
        return row
    level: Any = adapter.level
    began = time.perf_counter()
    with FunctionSolver(
        f"{adapter.path}:solve", name=adapter.name, limits=LIMITS, level=level, form="text"
    ) as solver:
        budget = None if adapter.row_major else ANY_TREE
        results = run_suite(
            [solver], cases=chosen, level=level, budget_placements=budget, seconds=SECONDS + 10
        )
    row.seconds = round(time.perf_counter() - began, 1)
    row.tally = {str(verdict): number for verdict, number in results.tally().items()}
    row.wrong = failed_checks(results)
    row.skipped = dict(Counter(_one_line(each) for each in results.outcomes if each.verdict == "skipped"))
    return row


def failed_checks(results: Results) -> list[dict[str, Any]]:
    """The failed outcomes by check and verdict, with the grids that have the fewest empty cells."""
    groups: dict[tuple[str, str], list[Outcome]] = {}
    for each in results.outcomes:
        if each.verdict in ("failed", "errored"):
            groups.setdefault((each.check, each.verdict), []).append(each)
    wrong = []
    for (check, verdict), some in groups.items():
        some.sort(key=lambda each: (each.grid.count("0"), each.case))
        shown = [{"case": each.case, "why": _one_line(each), "grid": each.grid} for each in some[:SHOWN]]
        names = [each.case for each in some]
        wrong.append(
            {"check": check, "verdict": verdict, "number": len(some), "cases": names, "shown": shown}
        )
    return wrong


def _one_line(outcome: Outcome) -> str:
    """The reason on one line, without traceback and local paths."""
    text = " ".join((outcome.reason.en if outcome.reason else "").split())
    text = re.sub(r"; expected: a solution \(.*", "", text)
    return re.sub(r" \((?:\.\.\.|File |Traceback ).*", "", text)


def table(rows: list[Row]) -> str:
    """The Markdown page, from the rows of the JSON file."""
    lines = [
        "# Public solvers and the conformance suite",
        "",
        f"Written by `{COMMAND}`. Each package is tested at the level that it declares:",
        "first (one solution), all (all solutions), fast (all solutions, even if a row-major search takes long).",
        "Failed: a wrong answer. Errored: no answer (exception or timeout). Skipped: not tested; the reason is",
        f"in the JSON file. The time limit is {SECONDS:g} s per grid. A failure need not be a bug: some cases are",
        "stricter than the documentation of the package.",
        "",
        "| package (adapter) | version | level | passed | failed | errored | skipped | seconds | failures |",
        "|---|---|---|--:|--:|--:|--:|--:|---|",
    ]
    for row in rows:
        numbers = [str(row.tally.get(key, "-")) for key in ("passed", "failed", "errored", "skipped")]
        name = row.package if _file(row.package) == row.name else f"{row.package} ({row.name})"
        cells = [name, row.version or "-", row.level, *numbers, f"{row.seconds:g}", failures_text(row)]
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", "## Grids", ""]
    for row in rows:
        lines += section(row)
    lines += ["## Environment", ""]
    places = dict.fromkeys((row.machine, row.python, row.date, row.cases) for row in rows)
    lines += [f"- {machine}, Python {python}, {date}; {which}." for machine, python, date, which in places]
    return "\n".join(lines) + "\n"


def failures_text(row: Row) -> str:
    if row.version is None:
        return "not installed"
    if not row.wrong:
        return f"none. {row.note}" if row.note else "none"
    counted = ", ".join(f"{each['check']} {each['number']} {each['verdict']}" for each in row.wrong)
    return f"{row.note} ({counted})" if row.note else counted


def section(row: Row) -> list[str]:
    """The failed checks of one solver, each with its smallest grid."""
    if not row.wrong:
        return []
    lines = [f"### {row.name}", "", row.what, *(["", row.note] if row.note else []), ""]
    same: dict[tuple[str, str, str], list[str]] = {}
    for each in row.wrong:
        first = each["shown"][0]
        key = first["case"], first["why"], first["grid"]
        same.setdefault(key, []).append(f"`{each['check']}` {each['number']} {each['verdict']}")
    for (case, why, grid), checks in same.items():
        lines.append(f"- {', '.join(checks)}; for example `{case}`: {why}")
        if grid:
            lines.append(f"  Grid: `{grid}`")
    return [*lines, ""]


def _file(package: str) -> str:
    return package.lower().replace("-", "_")


def earlier_rows(path: Path) -> dict[str, Row]:
    """The rows of an earlier run."""
    if not path.is_file():
        return {}
    return {row["name"]: Row(**row) for row in json.loads(path.read_text(encoding="utf-8"))["solvers"]}


def write(folder: Path, rows: list[Row]) -> None:
    """Write both files. Called after each solver, so that an interrupt keeps the finished rows."""
    data = {"schema": SCHEMA, "command": COMMAND, "solvers": [asdict(row) for row in rows]}
    text = json.dumps(data, ensure_ascii=False, indent=1)
    (folder / f"{NAME}.json").write_text(text + "\n", encoding="utf-8")
    (folder / f"{NAME}.md").write_text(table(rows), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Run the conformance suite on Sudoku solvers from PyPI.")
    adapters = {each.name: each for each in map(Adapter.read, sorted(HERE.glob("with_*.py")))}
    parser.add_argument("--only", metavar="NAME", choices=sorted(adapters), action="append")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "data", metavar="FOLDER")
    options = parser.parse_args()
    chosen, description = all_cases()
    rows = earlier_rows(options.out / f"{NAME}.json") if options.only else {}
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.only or adapters:
        rows[name] = run_solver(adapters[name], chosen, description)
        print(f"{name} {rows[name].version}: {rows[name].tally or 'not installed'}, {rows[name].seconds:g} s")
        print(f"    {failures_text(rows[name])}", flush=True)
        write(options.out, [rows[each] for each in sorted(rows)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
