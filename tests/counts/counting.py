"""What solvers take, in counts: placements and tests of each, and the instructions of those that are compiled.

    python tests/counts/counting.py --record     writes baseline.toml anew: after a change that was meant
    python tests/counts/counting.py --passes original-c 3    searches the fixed puzzles three times, for valgrind

Counts do not depend on the hour or the neighbours, so that a change of 1% is a change of the program.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sudoku_rosetta.bulk import solve_many
from sudoku_rosetta.compare.machine import this_machine
from sudoku_rosetta.compare.sets import set_named
from sudoku_rosetta.grid import Grid
from sudoku_rosetta.solvers import Solver, solver_named, solvers
from sudoku_rosetta.solvers.fast_c import FastC

BASELINE = Path(__file__).with_name("baseline.toml")
ALLOWED = 0.01
PUZZLES = 5
"""Of each of the sets easy and medium; scilab-style takes a second over them."""
FEW, MORE = 1, 4
BATCH = 200
"""The fast core gets the puzzles so many times at once: one after another, most of what is counted is Python."""

Counts = dict[str, float]


def puzzles() -> list[Grid]:
    return [grid for name in ("easy", "medium") for grid in set_named(name).grids[:PUZZLES]]


def work_of(solver: Solver) -> Counts:
    """What it reports of a search, for a puzzle on average."""
    total: dict[str, int] = {}
    for grid in puzzles():
        for name, count in solver.search(grid, limit=2, watch=True).counts.items():
            total[name] = total.get(name, 0) + count
    return {name: count / (2 * PUZZLES) for name, count in sorted(total.items())}


def compiled() -> list[Solver]:
    """Those whose instructions are counted."""
    return [each for each in solvers() if each.language != "Python" and each.missing() is None]


def instructions_of(solver: Solver) -> float:
    """Instructions for a puzzle, by callgrind: what more passes over the puzzles take more, start-up left out."""
    subprocess.run(
        [sys.executable, __file__, "--passes", solver.id, "0"], check=True
    )  # compiles what it imports
    few, more = (_collected(solver, passes) for passes in (FEW, MORE))
    return (more - few) / (MORE - FEW) / (2 * PUZZLES) / (BATCH if isinstance(solver, FastC) else 1)


def _collected(solver: Solver, passes: int) -> int:
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={os.devnull}"]
    command += [sys.executable, __file__, "--passes", solver.id, str(passes)]
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    found = re.search(r"Collected : (\d+)", ran.stderr)
    if ran.returncode or not found:
        raise RuntimeError(f"valgrind: {ran.stderr[-600:]}")
    return int(found[1])


def search_all(solver: Solver, passes: int) -> None:
    grids = puzzles()
    lines = "".join(map(str, grids)).encode() * BATCH
    for _ in range(passes):
        if isinstance(solver, FastC):
            solve_many(lines, threads=1)
            continue
        for grid in grids:
            solver.search(grid, limit=2)


def have_valgrind() -> bool:
    return shutil.which("valgrind") is not None


def toolchain() -> str:
    """Each compiler and each Python, to its last number, has its own baseline: 3.11.2 and 3.11.7 differ by 0.7%."""
    machine = this_machine()
    version = re.search(r"(\d+)\.\d+(?:\.\d+)?\s*$", machine.compiler or "")
    kind = "clang" if "clang" in (machine.compiler or "") else "gcc"
    return f"{kind} {version[1] if version else '?'}, {machine.python}, {os.uname().machine}"


def baseline() -> dict[str, Any]:
    return tomllib.loads(BASELINE.read_text(encoding="utf-8")) if BASELINE.exists() else {}


def moved(name: str, now: Mapping[str, float], then: Mapping[str, float]) -> list[str]:
    """One clear line for each count that is not what it was, within 1%."""
    found = [f"{name}: {what} is counted no more" for what in then if what not in now]
    for what, count in now.items():
        if what not in then:
            found.append(f"{name}: {what} is not in the baseline")
        elif abs(count - then[what]) > ALLOWED * then[what]:
            part = f"{count / then[what] - 1:+.1%}" if then[what] else "from nothing"
            found.append(
                f"{name}: {what} for a puzzle: {then[what]:,.0f} in the baseline, {count:,.0f} now ({part})"
            )
    return found


def record() -> None:
    """All counts of this machine's toolchain; those of other toolchains stay."""
    stands = baseline()
    here = [solver for solver in solvers() if solver.missing() is None]
    work = {solver.id: work_of(solver) for solver in here}
    instructions = stands.get("instructions", {})
    if have_valgrind():
        instructions[toolchain()] = {solver.id: round(instructions_of(solver)) for solver in compiled()}
    lines = [
        "# Written by `make baseline`: for a puzzle, on average over the fixed puzzles of counting.py.",
        "",
    ]
    for name, counts in work.items():
        lines += [f"[work.{name}]", *(f"{json.dumps(what)} = {count}" for what, count in counts.items()), ""]
    for tools, counts in instructions.items():
        lines += [
            f"[instructions.{json.dumps(tools)}]",
            *(f"{name} = {count}" for name, count in counts.items()),
            "",
        ]
    BASELINE.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    if arguments == ["--record"]:
        record()
        return 0
    if len(arguments) == 3 and arguments[0] == "--passes":
        search_all(solver_named(arguments[1]), int(arguments[2]))
        return 0
    print("usage: counting.py --record | --passes SOLVER N", file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
