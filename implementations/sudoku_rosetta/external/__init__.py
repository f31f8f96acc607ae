"""External solvers: naming them, recognising their files, running them and parsing their output."""
