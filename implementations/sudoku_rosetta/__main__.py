"""The program `sudoku-rosetta`, also started by `python -m sudoku_rosetta`. The commands are in `cli`."""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    try:
        from .cli import run

        return run(arguments)
    except KeyboardInterrupt:  # before or after a command; the commands handle it and report their progress
        print("Interrupted.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
