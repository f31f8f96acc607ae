"""Generators of puzzles, measured side by side: python -m bench.generators --help."""
