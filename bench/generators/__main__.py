"""Which program makes minimal puzzles fastest: ours and others', in one run; processor time, one thread each.

    python -m bench.generators [--tdoku PATH] [--rustoku PYTHON] [--rounds 5] [--out docs/data]

A rate is that of the puzzles beyond the first few: each program is run for a few and for many, and the difference
of the two times is what the others took. Rounds run all programs in random order; sudoku_rosetta.compare.statistics
makes the ratios and intervals. What is printed is checked by the fast core.

What each makes: ours, minimal puzzles from uniform full grids. tdoku's `generate`: its fastest way (no rating, all
puzzles shown: -p0 -s0 -e0 -a1), minimal puzzles too, each made from one of its pool by dropping three clues,
completing at random and minimising. qqwing: puzzles of any difficulty, minimal. rustoku: easy ones, not minimal.
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
    """A program that prints so many puzzles, one a line."""

    name: str
    command: Sequence[str]  # {n} stands for how many
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

    def slower_than(self, other: Generator) -> Ratio | None:
        """How many times as long it takes, by round."""
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
    """The processor time that it took, and the puzzles."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [word.format(n=number) for word in generator.command]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, re.findall(r"^[0-9.]{81}(?![0-9.])", done.stdout, re.M)


def judge(generator: Generator, puzzles: Sequence[str]) -> None:
    """How many have one solution, and how many of the first hundred can spare no clue."""
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
    parser.add_argument(
        "--tdoku", type=Path, metavar="PATH", help="its `generate`, built as its authors build it"
    )
    parser.add_argument("--rustoku", metavar="PYTHON", help="a Python that has rustoku")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=Path, metavar="DIR", help="write generators.json and .md there")
    words = parser.parse_args()
    entered = generators(words.tdoku, words.rustoku)
    for number in range(words.rounds):
        for generator in random.Random(number).sample(entered, len(entered)):
            few, _ = run(generator, generator.few)
            many, puzzles = run(generator, generator.many)
            generator.rates.append((generator.many - generator.few) / (many - few))
            if not generator.puzzles:
                judge(generator, puzzles)
    lines = table(entered)
    print("\n".join(lines))
    if words.out:
        write(words.out, entered, lines, words.rounds)


def table(entered: Sequence[Generator]) -> list[str]:
    lines = [
        "| generator | puzzles/s | ratio | one solution | minimal | clues |",
        "|---|---|---|---|---|---|",
    ]
    for each in entered:
        unique = f"{each.unique:,} of {each.puzzles:,}"
        minimal = f"{each.minimal} of {min(100, each.puzzles)}"
        found = None if each is entered[0] else each.slower_than(entered[0])
        ratio = f"{found.value:.1f} [{found.low:.1f}, {found.high:.1f}]" if found else "-"
        lines.append(
            f"| {each.name} | {each.rate:,.0f} | {ratio} | {unique} | {minimal} | {each.clues:.1f} |"
        )
    return lines


def write(folder: Path, entered: Sequence[Generator], lines: Sequence[str], rounds: int) -> None:
    when = datetime.now(UTC).isoformat(timespec="minutes")
    machine = f"{platform.machine()}, Python {platform.python_version()}"
    head = f"Measured {when} ({machine}), {rounds} rounds, processor time of one thread, in one run."
    head += " Ratios with 95% intervals."
    found = [
        {"rate": each.rate} | {k: v for k, v in vars(each).items() if k != "command"} for each in entered
    ]
    (folder / "generators.json").write_text(
        json.dumps({"when": when, "machine": machine, "found": found}, indent=1)
    )
    (folder / "generators.md").write_text("\n".join(["# Generators", "", head, "", *lines, ""]))


if __name__ == "__main__":
    main()
