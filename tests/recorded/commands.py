"""The commands with recorded answers, by area. The commands of an area run in this order, in a temporary folder.

A command is the arguments of `sudoku-rosetta`. `< NAME` is its standard input; `> NAME` is a file that it writes:
its content is recorded too. The command is the key of its recorded answer. Add renamed options to RENAMED.
"""

from __future__ import annotations

GRID_1 = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
LESS_ONE = "100007090030020008009600500005300900010080002600004000300000010040000007007000000"
FULL = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
SOLVERS = ("c-style", "scilab-style", "pseudocode-style", "deduction-style", "original-c", "fast-c")

RENAMED: dict[str, str] = {"--workers": "--jobs"}
"""Maps a recorded option name to the current one."""

AREAS: dict[str, list[str]] = {
    "solve": [
        "solve grids.txt",
        "solve mixed.txt",
        "solve drawing.sdk",
        "solve nothing.txt",
        f"solve {GRID_1}",
        f"solve {GRID_1} --format grid",
        "solve --format json < mixed.txt",
        "solve --format json --first few.txt grids.txt",
        "solve - < drawing.sdk",
        "solve - --first < drawing.sdk",
        "solve - < mixed.txt",
        "solve --solver nobody few.txt",
        "solve --no-such-option",
        *(f"solve few.txt --solver {name}" for name in SOLVERS),
    ],
    "solve-counts": [
        "solve --count grids.txt",
        "solve --count --limit 2 grids.txt",
        "solve --count --limit 5 grids.txt",
        "solve --count < mixed.txt",
        "solve --count --format json few.txt",
        "solve --all grids.txt",
        "solve --limit 3 grids.txt",
        "solve --limit 3 --format json few.txt",
        f"solve --all {LESS_ONE}",
        f"solve --limit 40 {'.' * 81}",
        *(f"solve --all few.txt --solver {name}" for name in SOLVERS),
        *(f"solve --count few.txt --format json --solver {name}" for name in SOLVERS),
    ],
    "check": [
        "check grids.txt --format json",
        "check mixed.txt --format json",
        "check few.txt --format json --solver deduction-style",
        f"check {GRID_1} --format json",
        f"check {LESS_ONE} --format json",
        "check nothing.txt",
    ],
    "generate": [
        *(
            f"generate --way {way} --count 20 --seed {seed}"
            for seed in (1, 2026)
            for way in ("minimal", "until-unique", "full", "mr --clues 24", "removal --clues 36")
        ),
        "generate --way mr --clues 27 --rng scilab --seed 42 --count 3",
        "generate --way removal --clues 30 --rng scilab --seed 42 --count 3",
        "generate --way removal --clues 30 --from random --seed 42 --count 3",
        f"generate --way removal --clues 30 --seed 7 --from {FULL}",
        "generate --way until-unique --few 12 --seed 3 --count 3 --format json --rate",
        "generate --clues 30 --seed 4 --count 3",
        "generate --symmetry half-turn --seed 5 --count 3",
        "generate --symmetry diagonal --seed 5 --count 3",
        "generate --rules candidates --seed 6 --count 2 --format json --rate",
        "generate --rules places --seed 6 --count 2 --format json",
        "generate --guesses 1..3 --seed 6 --count 2 --format json --rate",
        "generate --tree ..3000 --seed 6 --count 2",
        "generate --seed 8 --count 2 --format sdk",
        "generate --seed 8 --count 2 --format grid",
        "generate --seed 18446744073709551615 --count 40 --jobs 2",
        *(
            f"generate --way {way} --seed 9 --solver deduction-style"
            for way in ("minimal", "until-unique", "full", "mr --clues 24", "removal --clues 36")
        ),
        "generate --way mr --clues 82",
        "generate --from 123",
        "generate --rules candidates --guesses 3..5",
        "generate --rules guesses --guesses 0..0",
        "generate --symmetry all --clues 30",
        "generate --clues 79 --rules places",
        "generate --few 12",
        "generate --rate --format grid",
        "generate --way mr --clues 27 --rng scilab --jobs 2",
    ],
    "study": [
        "study run --method 2 --clues 40..44 --grids 300 --seed 1 --out removal > removal/study.sqlite",
        "study run --method 1 --clues 24..28 --grids 200 --seed 1 --out added > added/study.sqlite",
        "study run --method 2 --clues 40..41 --grids 300 --seed 3 --from uniform --limit 5 --out each "
        "> each/study.sqlite",
        "study run --method 1 --clues 27..28 --grids 10 --rng scilab --seed 42 --out scilab > scilab/study.sqlite",
        "study run --method 2 --clues 48..49 --grids 4 --rng scilab --seed 42 --solver scilab-style --out stat "
        "> stat/study.sqlite",
        "study run --out removal",
        "study run --out nothing",
        "study run --out removal --seed 1",
        "study show removal --log",
        "study show removal --format csv",
        "study show removal --format json",
        "study show added each --format csv",
        "study show removal --format csv --counts counts.csv > counts.csv",
        "study compare removal each --format json",
        "study compare removal added --format json",
        "study predict document --distance 10 --clues 60..80 --workers 1 --format json",
        "study survey --grids 3 --distance 8 --seed 1 --workers 1 --format json",
    ],
    "errata": [
        "errata --format json",
        "errata --id S1 --format json",
        "errata --document c --format json",
        "errata --id X",
    ],
    "solvers": ["solvers --format json"],
    "compare": [
        *(
            f"compare sets {name}"
            for name in "documents easy enemies growth hard many medium minimal".split()
        ),
        "compare sets nobody",
        "compare --solver nobody",
        "compare --solver cmd:nothing-of-that-name",
        "compare --cap 1 sets",
        "compare show nothing.json",
    ],
}
