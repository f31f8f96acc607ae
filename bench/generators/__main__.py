"""Compare the speed of programs that generate Sudoku puzzles: CPU time, one thread each.

    python -m bench.generators [--tdoku PATH] [--rustoku PYTHON] [--rounds 5] [--out docs/data]

Each program runs twice, for few and for many puzzles; the difference of the two times does not include the startup.
A round runs all programs in random order. The intervals are those of sudoku_rosetta.compare.statistics. The fast
core checks the puzzles.

The programs generate different puzzles:
- sudoku-rosetta: minimal puzzles from uniformly random full grids;
- tdoku's `generate` with its fastest options (no rating, all puzzles printed: -p0 -s0 -e0 -a1): minimal puzzles,
  each made from a puzzle of its pool by removing three clues, completing at random and minimizing;
- qqwing: minimal puzzles of any difficulty;
- rustoku: easy puzzles, which are not minimal.
"""

from __future__ import annotations

import argparse
import json
import math
import platform
import random
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from statistics import geometric_mean

from sudoku_rosetta.compare.statistics import Ratio, interval
from sudoku_rosetta.solvers import solver_named

RUSTOKU = "import sys, rustoku\nfor _ in range(int(sys.argv[1])): print(rustoku.generate('easy'))"


@dataclass
class Generator:
    """A program that prints puzzles, one per line."""

    name: str
    command: Sequence[str]  # {n} is replaced by the number of puzzles
    few: int
    many: int
    rates: list[float] = field(default_factory=list)
    puzzles: int = 0
    unique: int = 0
    minimal: int = 0
    clues: float = 0.0

    @property
    def rate(self) -> float:
        return geometric_mean(self.rates)

    def time_ratio(self, other: Generator) -> Ratio | None:
        """Its time per puzzle divided by the other's."""
        return interval([math.log(other / mine) for mine, other in zip(self.rates, other.rates, strict=True)])


def generators(tdoku: Path | None, rustoku: str | None) -> list[Generator]:
    ours = (sys.executable, "-m", "sudoku_rosetta", "generate", "--count", "{n}", "--seed", "1")
    found = [Generator("sudoku-rosetta", ours, 100, 100_000)]
    if tdoku:
        options = ("-p0", "-s0", "-e0", "-a1", "-l", "{n}")
        found.append(Generator("tdoku", (str(tdoku), *options), 100, 20_000))
    if shutil.which("qqwing"):
        found.append(Generator("qqwing", ("qqwing", "--generate", "{n}", "--one-line"), 20, 600))
    if rustoku:
        found.append(Generator("rustoku", (rustoku, "-c", RUSTOKU, "{n}"), 20, 600))
    return found


def run(generator: Generator, number: int) -> tuple[float, list[str]]:
    """Run the program; return its CPU time and the puzzles."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [word.format(n=number) for word in generator.command]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, re.findall(r"^[0-9.]{81}(?![0-9.])", done.stdout, re.M)


def check(generator: Generator, puzzles: Sequence[str]) -> None:
    """Count the puzzles with a unique solution and, among the first hundred, the minimal ones."""
    core = solver_named("fast-c")
    grids = [puzzle.replace(".", "0").encode() for puzzle in puzzles]
    generator.puzzles = len(grids)
    generator.unique = sum(count == 1 for count in core.count_batch(b"".join(grids), limit=2))
    generator.clues = sum(81 - grid.count(48) for grid in grids) / max(len(grids), 1)
    for grid in grids[:100]:
        less = [grid[:cell] + b"0" + grid[cell + 1 :] for cell in range(81) if grid[cell] != 48]
        generator.minimal += all(count == 2 for count in core.count_batch(b"".join(less), limit=2))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.generators", description=__doc__.split("\n")[0])
    parser.add_argument("--tdoku", type=Path, metavar="PATH", help="tdoku's program `generate`")
    parser.add_argument("--rustoku", metavar="PYTHON", help="a Python interpreter with rustoku installed")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument(
        "--out", type=Path, metavar="DIR", help="write generators.json and generators.md to DIR"
    )
    options = parser.parse_args()
    competing = generators(options.tdoku, options.rustoku)
    for number in range(options.rounds):
        for generator in random.Random(number).sample(competing, len(competing)):
            few, _ = run(generator, generator.few)
            many, puzzles = run(generator, generator.many)
            generator.rates.append((generator.many - generator.few) / (many - few))
            if not generator.puzzles:
                check(generator, puzzles)
    lines = table(competing)
    print("\n".join(lines))
    if options.out:
        write(options.out, competing, lines, options.rounds)


def table(competing: Sequence[Generator]) -> list[str]:
    lines = [
        "| generator | puzzles/s | time ratio | one solution | minimal | clues |",
        "|---|---|---|---|---|---|",
    ]
    for each in competing:
        unique = f"{each.unique:,} of {each.puzzles:,}"
        minimal = f"{each.minimal} of {min(100, each.puzzles)}"
        found = None if each is competing[0] else each.time_ratio(competing[0])
        ratio = f"{found.value:.1f} [{found.low:.1f}, {found.high:.1f}]" if found else "-"
        lines.append(
            f"| {each.name} | {each.rate:,.0f} | {ratio} | {unique} | {minimal} | {each.clues:.1f} |"
        )
    return lines


def write(folder: Path, competing: Sequence[Generator], lines: Sequence[str], rounds: int) -> None:
    when = datetime.now(UTC).isoformat(timespec="minutes")
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    header = f"Measured {when} ({machine}), {rounds} rounds, CPU time of one thread."
    header += " Time ratios with 95% intervals."
    found = [
        {"rate": each.rate} | {k: v for k, v in vars(each).items() if k != "command"} for each in competing
    ]
    (folder / "generators.json").write_text(
        json.dumps({"when": when, "machine": machine, "found": found}, indent=1)
    )
    (folder / "generators.md").write_text("\n".join(["# Generators", "", header, "", *lines, ""]))


if __name__ == "__main__":
    main()
