"""The command line of the benchmark."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from . import lists, report
from .bench_solver import Batch, BenchSolver, Excluded
from .check import check_library
from .libraries import Library, entries
from .ours import FastMany, FastOne, FastPython, Original
from .packages import Package, adapters
from .programs import Qqwing
from .rounds import Benchmark, Plan

ROOT = Path(__file__).parents[2]
DEFAULT_DRAW = 20_000


def options(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.rivals", description="Compare the fast core with other solvers."
    )
    add = parser.add_argument
    paths = "a shared library, or a folder of them"
    add("--rivals", metavar="PATH", action="append", default=[], type=Path, help=paths)
    add("--lists", metavar="FILE", nargs="+", default=[], type=Path, help="files with one puzzle per line")
    add("--as-it-is", action="store_true", help="use the puzzles as listed: no sampling, no symmetries")
    add("--limit", type=int, choices=(0, 1, 2), default=2, help="solutions per puzzle; 0: count all")
    add("--only", metavar="NAME", nargs="+", default=[], help="run these solvers only")
    add("--reference", metavar="NAME", help="baseline for the ratios (default: fast-c, else original-c)")
    add(
        "--instruction-set",
        help="instruction set of the fast core: avx512, avx2, portable... (default: the best)",
    )
    add("--rounds", type=int, default=9, help="rounds of new processes (default: %(default)s)")
    add("--turn", metavar="SECONDS", type=float, default=0.1, help="approximate duration of a timed run")
    add("--draw", metavar="N", type=int, default=DEFAULT_DRAW, help="sample N puzzles (default: %(default)s)")
    add("--seed", type=int, default=1)
    add("--cores", type=int, default=1, help="also run in parallel on this many cores (0: all)")
    add("--out", metavar="FOLDER", type=Path, default=ROOT / "build" / "bench")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    chosen = options(words)
    cores = chosen.cores or len(os.sched_getaffinity(0))
    plan = Plan(chosen.limit, chosen.rounds, chosen.turn, chosen.seed, cores)
    found = report.header(plan)
    solvers = list(available_solvers(chosen, found["unavailable"]))
    names = {each.name for each in solvers}
    reference = chosen.reference or ("fast-c" if "fast-c" in names else "original-c")
    if reference not in names:
        log(f"no solver is named {reference!r}; the solvers are: {', '.join(sorted(names))}")
        return 2
    counter = next((each for each in solvers if isinstance(each, FastMany)), None)
    try:
        for puzzles in [
            lists.read(path, transformed=not chosen.as_it_is) for path in chosen.lists
        ] or lists.default_lists():
            batch = puzzles.draw(chosen.draw, chosen.seed)
            benchmark = Benchmark(batch, plan, expected_counts(batch, plan.limit, counter), log)
            scores = benchmark.run(solvers)
            found["lists"].append(report.list_report(puzzles, benchmark, scores, reference))
            report.write(chosen.out, found)
            print("\n".join(["", *report.section(found["lists"][-1], plan.cores, plan.limit)]), flush=True)
    finally:
        for each in solvers:
            each.close()
    print("\n".join(["", *report.summary(found)]))
    log(f"written: {chosen.out / 'rivals.json'} and rivals.md")
    return 0


def available_solvers(chosen: argparse.Namespace, unavailable: dict[str, str]) -> Iterator[BenchSolver]:
    """The solvers that can run here; the others are added to `unavailable`, with the reason."""

    def try_to_make(name: str, make: Callable[[], BenchSolver]) -> Iterator[BenchSolver]:
        if chosen.only and name not in chosen.only:
            return
        try:
            yield make()
        except Excluded as reason:
            unavailable[name] = str(reason)
            log(f"{name}: {reason}")

    yield from try_to_make("fast-c", lambda: FastMany(chosen.instruction_set))
    yield from try_to_make("fast-c-one", lambda: FastOne(chosen.instruction_set))
    yield from try_to_make("fast-c-python", lambda: FastPython(chosen.instruction_set))
    yield from try_to_make("original-c", Original)
    for where in chosen.rivals:
        for entry in entries(where):
            if isinstance(entry, str):
                unavailable[entry.partition(":")[0]] = entry.partition(": ")[2]
                log(entry)
            elif not chosen.only or entry.name in chosen.only:
                try:
                    yield Library(entry, check_library(entry))
                except Excluded as reason:
                    unavailable[f"{entry.name} {entry.build}".strip()] = str(reason)
                    log(f"{entry.name} {entry.build}: {reason}")
    for adapter in adapters():
        yield from try_to_make(adapter.name, lambda adapter=adapter: Package(adapter))  # type: ignore[misc]
    yield from try_to_make("qqwing", Qqwing)


def expected_counts(batch: Batch, limit: int, counter: FastMany | None) -> list[int] | None:
    """The number of solutions of each puzzle, counted by the fast core; None if it is not available."""
    return counter.counts(batch, limit) if counter else None


def log(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
