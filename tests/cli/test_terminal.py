"""What a person sees: a terminal of 80 columns, and progress that comes late and goes away."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

if os.name == "nt":
    pytest.skip("a pseudo-terminal of Unix", allow_module_level=True)

import fcntl
import pty
import select
import struct
import termios

GRID = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
# A tour of a second, with a core that is not built.
TOUR = """
import sys
from sudoku_rosetta.__main__ import main
from sudoku_rosetta.solvers import registry
from sudoku_rosetta.solvers.original_c import OriginalC
OriginalC.missing = lambda self: "not built: " + "a long reason, " * 15
registry.OURS = tuple(solver for solver in registry.OURS if solver.id != "scilab-style")
sys.exit(main(["tour"]))
"""


def seen(*command: str, interrupt_after: float | None = None) -> tuple[int, str]:
    """All that the command wrote to its terminal, which is its standard input, output and error."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 80, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    program = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment | {"TERM": "xterm-256color"}
    )
    os.close(theirs)
    began, written = time.monotonic(), b""
    while program.poll() is None or select.select([ours], [], [], 0)[0]:
        if interrupt_after is not None and time.monotonic() - began > interrupt_after:
            program.send_signal(signal.SIGINT)
            interrupt_after = None
        assert time.monotonic() - began < 60
        if select.select([ours], [], [], 0.05)[0]:
            try:
                written += os.read(ours, 65536)
            except OSError:  # Linux says so when the other side is closed
                break
    os.close(ours)
    return program.wait(), written.decode()


def plain(text: str) -> list[str]:
    """Without colours and the like; what is written over a line, as progress is, is a line of its own."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r\n", "\n").replace("\r", "\n").splitlines()


PROGRAM = (sys.executable, "-m", "sudoku_rosetta")


def test_the_tour_fits_80_columns_and_needs_no_colour() -> None:
    code, text = seen(sys.executable, "-c", TOUR)
    assert code == 0
    lines = plain(text)
    assert max(map(len, lines)) <= 80
    assert "\x1b[1m" in text
    assert any("not built: a long reason" in line for line in lines)
    assert any("█" in line for line in lines)
    assert "  The same answer from all 4." in lines


@pytest.mark.parametrize("command", ["solvers", "errata"])
def test_tables_fit_80_columns(command: str) -> None:
    code, text = seen(*PROGRAM, command)
    assert code == 0
    assert max(map(len, plain(text))) <= 80


def test_one_grid_on_a_terminal_is_drawn_and_a_file_is_not(tmp_path: Path) -> None:
    code, text = seen(*PROGRAM, "solve", GRID)
    assert (code, plain(text)[0], len(plain(text))) == (0, "+-------+-------+-------+", 13)
    (tmp_path / "one.txt").write_text(GRID)
    assert plain(seen(*PROGRAM, "solve", str(tmp_path / "one.txt"))[1])[0].startswith("162857493534")


def test_progress_comes_after_a_second_and_leaves_nothing() -> None:
    code, text = seen(*PROGRAM, "solve", "." * 81, "--count", interrupt_after=2.5)
    assert code == 130
    assert any(line.startswith("grids done: 0, 0:00:0") for line in plain(text))
    assert text.endswith("Interrupted: 0 grids done.\r\n")
    assert text.count("\x1b[?25l") == text.count("\x1b[?25h")  # the cursor is back
    assert "grids done:" not in seen(*PROGRAM, "solve", GRID, "--count")[1]


def test_the_keyboard_is_told_what_is_expected() -> None:
    _, text = seen(*PROGRAM, "solve", interrupt_after=2.0)
    assert text.startswith("Reading grids from the keyboard: 81 characters a line")
    assert "grids done: 0," not in text
