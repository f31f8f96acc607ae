"""Compare the speed of puzzle generators: python -m bench.generators --help."""
