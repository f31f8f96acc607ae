"""The README's picture: what `sudoku-rosetta tour` shows in a terminal, as SVG.

Run by `make picture`. The figures in it are those of the machine that it runs on.
"""

import io
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text


def seen_in_a_terminal(command: list[str]) -> str:
    """What a program writes to a terminal; its progress, on stderr, is not in it."""
    ours, theirs = pty.openpty()
    environment = os.environ | {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "60"}
    subprocess.run(command, stdout=theirs, stderr=subprocess.DEVNULL, check=True, env=environment)
    os.close(theirs)
    seen = b""
    try:
        while block := os.read(ours, 65536):
            seen += block
    except OSError:  # how Linux says that the other side is closed
        pass
    return seen.decode().replace("\r\n", "\n")


def main() -> None:
    folder = Path(__file__).parent
    text = seen_in_a_terminal([sys.executable, "-m", "sudoku_rosetta", "tour"])
    shown = text.partition("What to try next")[0].rstrip()
    console = Console(record=True, width=82, file=io.StringIO())
    console.print(Text.from_ansi(shown))
    svg = console.export_svg(title="sudoku-rosetta tour")
    svg = re.sub(
        r"@font-face \{.*?\}", "", svg, flags=re.DOTALL
    )  # a picture that asks nothing of the network
    (folder / "tour.svg").write_text(re.sub(r"[ \t]+$", "", svg, flags=re.MULTILINE), encoding="utf-8")


if __name__ == "__main__":
    main()
