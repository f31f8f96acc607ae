"""The command line: who is there, on which lists, how long; then the contests, and the report."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from . import lists, report
from .contestant import Absent, Batch, Contestant
from .libraries import Entry, Library, entries
from .ours import FastMany, FastOne, FastPython, Original
from .packages import Package, adapters
from .programs import Qqwing
from .rounds import Contest, Plan
from .trial import tried

ROOT = Path(__file__).parents[2]
DRAWN = 20_000


def options(words: Sequence[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m bench.rivals", description="the fast core against others, interleaved in one run"
    )
    parser.add_argument(
        "--rivals",
        metavar="PATH",
        action="append",
        default=[],
        type=Path,
        help="a library, or a folder of libraries",
    )
    parser.add_argument("--lists", metavar="FILE", nargs="+", default=[], type=Path, help="one puzzle a line")
    parser.add_argument(
        "--as-it-is", action="store_true", help="do not draw and move puzzles: the list, in its order"
    )
    parser.add_argument(
        "--limit", type=int, choices=(0, 1, 2), default=2, help="0: count all (default: %(default)s)"
    )
    parser.add_argument("--only", metavar="NAME", nargs="+", default=[], help="these solvers only")
    parser.add_argument(
        "--reference", metavar="NAME", help="baseline for the ratios (default: fast-c, else original-c)"
    )
    parser.add_argument(
        "--path", help="the fast core's instructions: avx512, avx2, portable, ... (default: the best)"
    )
    parser.add_argument("--rounds", type=int, default=9, help="fresh processes (default: %(default)s)")
    parser.add_argument(
        "--turn", metavar="SECONDS", type=float, default=0.1, help="how long a turn is, about"
    )
    parser.add_argument(
        "--draw", metavar="N", type=int, default=DRAWN, help="puzzles drawn (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cores", type=int, default=1, help="also on this many cores (0: all)")
    parser.add_argument("--out", metavar="FOLDER", type=Path, default=ROOT / "build" / "bench")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    chosen = options(words)
    cores = chosen.cores or len(os.sched_getaffinity(0))
    plan = Plan(chosen.limit, chosen.rounds, chosen.turn, chosen.seed, cores)
    found = report.begun(plan)
    contestants = list(gathered(chosen, found["absent"]))
    names = {each.name for each in contestants}
    reference = chosen.reference or ("fast-c" if "fast-c" in names else "original-c")
    if reference not in names:
        print(f"nobody here is called {reference!r}; there are: {', '.join(sorted(names))}", file=sys.stderr)
        return 2
    judge = next((each for each in contestants if isinstance(each, FastMany)), None)
    try:
        for puzzles in [
            lists.read(path, moved=not chosen.as_it_is) for path in chosen.lists
        ] or lists.shipped():
            batch = puzzles.draw(chosen.draw, chosen.seed)
            contest = Contest(batch, plan, known(batch, plan.limit, judge), say)
            scores = contest.run(contestants)
            found["lists"].append(report.part(puzzles, contest, scores, reference))
            report.write(chosen.out, found)
            print("\n".join(["", *report.section(found["lists"][-1], plan.cores, plan.limit)]), flush=True)
    finally:
        for each in contestants:
            each.close()
    print("\n".join(["", *report.summary(found)]))
    say(f"written: {chosen.out / 'rivals.json'} and rivals.md")
    return 0


def gathered(chosen: argparse.Namespace, absent: dict[str, str]) -> Iterator[Contestant]:
    """All that can take part; the others go to `absent`, with the reason."""

    def here(name: str, make: Callable[[], Contestant]) -> Iterator[Contestant]:
        if chosen.only and name not in chosen.only:
            return
        try:
            yield make()
        except Absent as reason:
            absent[name] = str(reason)
            say(f"{name}: {reason}")

    yield from here("fast-c", lambda: FastMany(chosen.path))
    yield from here("fast-c-one", lambda: FastOne(chosen.path))
    yield from here("fast-c-python", lambda: FastPython(chosen.path))
    yield from here("original-c", Original)
    for where in chosen.rivals:
        for entry in entries(where):
            if isinstance(entry, str):
                absent[entry.partition(":")[0]] = entry.partition(": ")[2]
                say(entry)
            elif not chosen.only or entry.name in chosen.only:
                try:
                    yield admitted(entry)
                except Absent as reason:
                    absent[f"{entry.name} {entry.build}".strip()] = str(reason)
                    say(f"{entry.name} {entry.build}: {reason}")
    for adapter in adapters():
        yield from here(adapter.name, lambda adapter=adapter: Package(adapter))  # type: ignore[misc]
    yield from here("qqwing", Qqwing)


def admitted(entry: Entry) -> Contestant:
    return Library(entry, tried(entry))


def known(batch: Batch, limit: int, judge: FastMany | None) -> list[int] | None:
    """How many solutions each puzzle has. Where the fast core is not, nobody knows in time."""
    return judge.counts(batch, limit) if judge else None


def say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
