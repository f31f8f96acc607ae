"""Compare the fast core with other Sudoku solvers in one run: `python -m bench.rivals`, or `make bench`.

`bench_solver` is the interface of a solver; `ours`, `libraries`, `packages` and `programs` implement it. `lists`
reads the puzzles, `check` excludes libraries with wrong answers, `rounds` measures, `report` writes the results.
The intervals are those of `sudoku_rosetta.compare.statistics`. bench/README.md says how to add solvers.
"""
