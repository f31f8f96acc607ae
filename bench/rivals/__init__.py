"""The fast core against whatever else solves Sudoku, in one run: `python -m bench.rivals`, or `make bench`.

contestant.py says what a contestant is; ours, libraries, packages and programs are the four kinds of them;
lists.py has the puzzles, trial.py lets nobody in who answers wrongly, rounds.py measures, ratios.py says what the
measures are worth, report.py writes it down. bench/README.md says how to bring rivals. The package knows nothing
of this.
"""
