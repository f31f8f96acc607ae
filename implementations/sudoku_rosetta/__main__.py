"""The program `sudoku-rosetta`, also as `python -m sudoku_rosetta`; what it can do is in `cli`."""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    try:
        from .cli import run

        return run(arguments)
    except KeyboardInterrupt:  # outside any command: the commands say how far they are
        print("Interrupted.", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(main())
