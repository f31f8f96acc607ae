"""Processes and threads: how they are started, limited, stopped and asked. Nothing here knows about Sudoku."""
