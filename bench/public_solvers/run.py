"""The conformance suite on solvers that anyone can install from PyPI: what each gets wrong, as a table.

    python bench/public_solvers/run.py [--only NAME] [--out docs/data]

Each `with_*.py` beside this file calls one of them. Results go to public_solvers.json and, made from it,
public_solvers.md. With --only, the other rows stay as they were. See bench/README.md.
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
"""The budget of a search that does not go row by row: the size of the row-major tree says nothing of it."""
LIMITS = Limits(
    seconds=SECONDS, memory_mb=2048
)  # xcover is compiled when it is imported: 20 s the first time
SHOWN = 3
"""So many grids are shown for each check that did not hold."""


@dataclass(frozen=True)
class Adapter:
    """One `with_*.py`, read without importing what it needs."""

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
        said: dict[str, Any] = {}
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
                for target in node.targets:
                    if isinstance(target, ast.Name):
                        said[target.id] = node.value.value
        what = " ".join((ast.get_docstring(tree) or "").split())
        name = path.stem.removeprefix("with_")
        return cls(
            name,
            path,
            said["PACKAGE"],
            said["VERSION_SEEN"],
            said["LEVEL"],
            what,
            said.get("NOTE", ""),
            said.get("ROW_MAJOR", False),
        )

    def installed(self) -> str | None:
        try:
            return version(self.package)
        except PackageNotFoundError:
            return None


@dataclass
class Row:
    """What one solver did. `wrong` has a check's name, how many cases, and a few of them with their grids;
    `note` is what was understood of it by hand."""

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


def the_cases() -> tuple[tuple[Case, ...], str]:
    """The suite's cases, and in words which they are."""
    return cases(), f"{len(cases())} cases of the suite"


def judged(adapter: Adapter, asked: tuple[Case, ...], which: str) -> Row:
    """The suite on one solver, at the level that it says it has."""
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
        which,
    )
    if row.version is None:
        return row
    level: Any = adapter.level
    began = time.perf_counter()
    with FunctionSolver(
        f"{adapter.path}:solve", name=adapter.name, limits=LIMITS, level=level, form="str"
    ) as solver:
        budget = None if adapter.row_major else ANY_TREE
        results = run_suite(
            [solver], cases=asked, level=level, budget_placements=budget, seconds=SECONDS + 10
        )
    row.seconds = round(time.perf_counter() - began, 1)
    row.tally = {str(verdict): number for verdict, number in results.tally().items()}
    row.wrong = wrong_of(results)
    row.skipped = dict(Counter(_plain(each) for each in results.outcomes if each.verdict == "skipped"))
    return row


def wrong_of(results: Results) -> list[dict[str, Any]]:
    """By check and verdict: how many, and the few with the fewest empty cells."""
    groups: dict[tuple[str, str], list[Outcome]] = {}
    for each in results.outcomes:
        if each.verdict in ("failed", "errored"):
            groups.setdefault((each.check, each.verdict), []).append(each)
    wrong = []
    for (check, verdict), some in groups.items():
        some.sort(key=lambda each: (each.grid.count("0"), each.case))
        shown = [{"case": each.case, "why": _plain(each), "grid": each.grid} for each in some[:SHOWN]]
        names = [each.case for each in some]
        wrong.append(
            {"check": check, "verdict": verdict, "number": len(some), "cases": names, "shown": shown}
        )
    return wrong


def _plain(outcome: Outcome) -> str:
    """Its reason on one line, without the traceback and the places on this machine that it may end with."""
    said = " ".join((outcome.reason.en if outcome.reason else "").split())
    said = re.sub(r"; expected: a solution \(.*", "", said)
    return re.sub(r" \((?:\.\.\.|File |Traceback ).*", "", said)


def table(rows: list[Row]) -> str:
    """The page, out of what the JSON says."""
    lines = [
        "# Public solvers before the conformance suite",
        "",
        f"Made by `{COMMAND}`, from what it saw. Each package is judged at the level that it promises:",
        "first (one solution), all (every solution), fast (every solution, however long a row-major search is).",
        "Failed: a wrong answer. Errored: no answer (an exception, out of time). Skipped: not asked, with a reason",
        f"in the JSON beside this page; a grid may take {SECONDS:g} s. A package may be right where our case is",
        "stricter than its promise: this says what was seen.",
        "",
        "| package (adapter) | version | level | passed | failed | errored | skipped | seconds | what was seen |",
        "|---|---|---|--:|--:|--:|--:|--:|---|",
    ]
    for row in rows:
        numbers = [str(row.tally.get(key, "-")) for key in ("passed", "failed", "errored", "skipped")]
        name = row.package if _file(row.package) == row.name else f"{row.package} ({row.name})"
        cells = [name, row.version or "-", row.level, *numbers, f"{row.seconds:g}", in_short(row)]
        lines.append(f"| {' | '.join(cells)} |")
    lines += ["", "## With which grids", ""]
    for row in rows:
        lines += section(row)
    lines += ["## Where and when", ""]
    places = dict.fromkeys((row.machine, row.python, row.date, row.cases) for row in rows)
    lines += [f"- {machine}, Python {python}, {date}; {which}." for machine, python, date, which in places]
    return "\n".join(lines) + "\n"


def in_short(row: Row) -> str:
    if row.version is None:
        return "not installed"
    if not row.wrong:
        return f"nothing wrong. {row.note}" if row.note else "nothing wrong"
    counted = ", ".join(f"{each['check']} {each['number']} {each['verdict']}" for each in row.wrong)
    return f"{row.note} ({counted})" if row.note else counted


def section(row: Row) -> list[str]:
    """A solver that got something wrong: each check, with the smallest grid that shows it."""
    if not row.wrong:
        return []
    lines = [f"### {row.name}", "", row.what, *(["", row.note] if row.note else []), ""]
    same: dict[tuple[str, str, str], list[str]] = {}
    for each in row.wrong:
        first = each["shown"][0]
        key = first["case"], first["why"], first["grid"]
        same.setdefault(key, []).append(f"`{each['check']}` {each['number']} {each['verdict']}")
    for (case, why, grid), checks in same.items():
        lines.append(f"- {', '.join(checks)}; for one, `{case}`: {why}")
        if grid:
            lines.append(f"  Grid: `{grid}`")
    return [*lines, ""]


def _file(package: str) -> str:
    return package.lower().replace("-", "_")


def kept(path: Path) -> dict[str, Row]:
    """The rows of an earlier run."""
    if not path.is_file():
        return {}
    return {row["name"]: Row(**row) for row in json.loads(path.read_text(encoding="utf-8"))["solvers"]}


def write(folder: Path, rows: list[Row]) -> None:
    """Both files, after each solver: a run that is broken off leaves what it saw."""
    told = {"schema": SCHEMA, "command": COMMAND, "solvers": [asdict(row) for row in rows]}
    text = json.dumps(told, ensure_ascii=False, indent=1)
    (folder / f"{NAME}.json").write_text(text + "\n", encoding="utf-8")
    (folder / f"{NAME}.md").write_text(table(rows), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="the conformance suite on public solvers from PyPI")
    adapters = {each.name: each for each in map(Adapter.read, sorted(HERE.glob("with_*.py")))}
    parser.add_argument("--only", metavar="NAME", choices=sorted(adapters), action="append")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "data", metavar="FOLDER")
    options = parser.parse_args()
    asked, which = the_cases()
    rows = kept(options.out / f"{NAME}.json") if options.only else {}
    options.out.mkdir(parents=True, exist_ok=True)
    for name in options.only or adapters:
        rows[name] = judged(adapters[name], asked, which)
        print(f"{name} {rows[name].version}: {rows[name].tally or 'not installed'}, {rows[name].seconds:g} s")
        print(f"    {in_short(rows[name])}", flush=True)
        write(options.out, [rows[each] for each in sorted(rows)])
    return 0


if __name__ == "__main__":
    sys.exit(main())
