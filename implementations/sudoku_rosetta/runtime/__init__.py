"""Processes and threads: starting, limiting, stopping and communicating. Nothing here is about Sudoku."""
