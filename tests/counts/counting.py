"""Count the work of solvers: placements and tests of all solvers, CPU instructions of compiled solvers.

    python tests/counts/counting.py --record     write a new baseline.toml, after an intended change
    python tests/counts/counting.py --passes original-c 3    search the fixed puzzles three times, for valgrind

Counts do not depend on the load of the machine, so a change of 1% is a change of the program.
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
from sudoku_rosetta.compare.sets import load_set
from sudoku_rosetta.grid import Grid
from sudoku_rosetta.solvers import Solver, solver_named, solvers
from sudoku_rosetta.solvers.fast_c import FastC

BASELINE = Path(__file__).with_name("baseline.toml")
TOLERANCE = 0.01
PUZZLES = 5
"""Number of puzzles of each of the sets easy and medium; scilab-style takes a second to solve them."""
FEW_PASSES, MANY_PASSES = 1, 4
BATCH = 200
"""Copies of the puzzles in one call of the fast core. In single calls most instructions would be Python's."""

Counts = dict[str, float]


def puzzles() -> list[Grid]:
    return [grid for name in ("easy", "medium") for grid in load_set(name).grids[:PUZZLES]]


def work_of(solver: Solver) -> Counts:
    """The mean counts per puzzle that the solver reports."""
    total: dict[str, int] = {}
    for grid in puzzles():
        for name, count in solver.search(grid, limit=2, watch=True).counts.items():
            total[name] = total.get(name, 0) + count
    return {name: count / (2 * PUZZLES) for name, count in sorted(total.items())}


def compiled() -> list[Solver]:
    """The solvers whose instructions are counted."""
    return [each for each in solvers() if each.language != "Python" and each.missing() is None]


def instructions_of(solver: Solver) -> float:
    """Instructions per puzzle, counted by callgrind. The difference of two runs excludes the startup."""
    # this writes the .pyc files, so that they are not compiled in the counted runs
    subprocess.run([sys.executable, __file__, "--passes", solver.id, "0"], check=True)
    few, many = (_collected(solver, passes) for passes in (FEW_PASSES, MANY_PASSES))
    searches = (MANY_PASSES - FEW_PASSES) * 2 * PUZZLES * (BATCH if isinstance(solver, FastC) else 1)
    return (many - few) / searches


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
    """The key of the baseline: compiler and exact Python version (3.11.2 and 3.11.7 differ by 0.7%)."""
    machine = this_machine()
    version = re.search(r"(\d+)\.\d+(?:\.\d+)?\s*$", machine.compiler or "")
    kind = "clang" if "clang" in (machine.compiler or "") else "gcc"
    return f"{kind} {version[1] if version else '?'}, {machine.python}, {os.uname().machine}"


def baseline() -> dict[str, Any]:
    return tomllib.loads(BASELINE.read_text(encoding="utf-8")) if BASELINE.exists() else {}


def differences(name: str, now: Mapping[str, float], then: Mapping[str, float]) -> list[str]:
    """One line for each count that differs from the baseline by more than 1%."""
    found = [f"{name}: {what} is no longer counted" for what in then if what not in now]
    for what, count in now.items():
        if what not in then:
            found.append(f"{name}: {what} is not in the baseline")
        elif abs(count - then[what]) > TOLERANCE * then[what]:
            change = f"{count / then[what] - 1:+.1%}" if then[what] else "from 0"
            found.append(
                f"{name}: {what} per puzzle: {then[what]:,.0f} in the baseline, {count:,.0f} now ({change})"
            )
    return found


def record() -> None:
    """Write the counts of this toolchain; the baselines of other toolchains are kept."""
    available = [solver for solver in solvers() if solver.missing() is None]
    work = {solver.id: work_of(solver) for solver in available}
    instructions = baseline().get("instructions", {})
    if have_valgrind():
        instructions[toolchain()] = {solver.id: round(instructions_of(solver)) for solver in compiled()}
    lines = [
        "# Written by `make baseline`: means per puzzle, over the fixed puzzles of counting.py.",
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
