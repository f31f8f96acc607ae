"""The fast core against whatever else solves Sudoku, in one run: `python -m bench.rivals`, or `make bench`.

contestant.py says what a contestant is; ours, libraries, packages and programs are the four kinds of them; lists.py
has the puzzles, trial.py admits only those that answer rightly, rounds.py measures, report.py writes it down.
Intervals are made by sudoku_rosetta.compare.statistics. bench/README.md says how to bring rivals. The package does
not import this.
"""
