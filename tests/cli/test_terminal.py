"""Output on a terminal: width and progress."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from naming import naming
from sudoku_rosetta.cli.progress import Progress
from waiting import HANG_GUARD_S

if os.name == "nt":
    pytest.skip("needs a pseudo-terminal of Unix", allow_module_level=True)

import fcntl
import pty
import select
import struct
import termios

GRID = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
# A short tour, with an unavailable solver.
TOUR = """
import sys
from sudoku_rosetta.__main__ import main
from sudoku_rosetta.solvers import registry
from sudoku_rosetta.solvers.original_c import OriginalC
OriginalC.missing = lambda self: "not built: " + "a long reason, " * 15
registry.BUILT_IN = tuple(solver for solver in registry.BUILT_IN if solver.id != "scilab-style")
sys.exit(main(["tour"]))
"""


# Run `solve` and print the names of its threads.
SOLVE = """
import sys, threading
started = []
start = threading.Thread.start
def noted(thread):
    started.append(thread.name)
    start(thread)
threading.Thread.start = noted
from sudoku_rosetta.__main__ import main
code = main(["solve", *sys.argv[1:]])
print("threads:", *started)
sys.exit(code)
"""

Written = Callable[[str], object]


def seen(
    *command: str,
    interrupt_once: Written | None = None,
    typed: str = "",
    type_once: Written | None = None,
    columns: int = 80,
) -> tuple[int, str]:
    """Run a command in a pseudo-terminal and return its exit code and output.

    It is interrupted, or `typed` is written to it, when the callback first returns true for the output so far.
    """
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    program = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env=environment | {"TERM": "xterm-256color"}
    )
    os.close(theirs)
    deadline, written = time.monotonic() + HANG_GUARD_S, b""
    while program.poll() is None or select.select([ours], [], [], 0)[0]:
        if interrupt_once is not None and interrupt_once(written.decode(errors="replace")):
            program.send_signal(signal.SIGINT)
            interrupt_once = None
        if type_once is not None and type_once(written.decode(errors="replace")):
            os.write(ours, typed.encode())
            type_once = None
        assert time.monotonic() < deadline, written
        if select.select([ours], [], [], 0.05)[0]:
            try:
                written += os.read(ours, 65536)
            except OSError:  # on Linux this means that the other side is closed
                break
    os.close(ours)
    return program.wait(), written.decode()


def plain(text: str) -> list[str]:
    """The lines without escape sequences; a line that overwrites another one is a separate line."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", text).replace("\r\n", "\n").replace("\r", "\n").splitlines()


PROGRAM = (sys.executable, "-m", "sudoku_rosetta")


@pytest.mark.slow
def test_the_tour_fits_80_columns() -> None:
    code, text = seen(sys.executable, "-c", TOUR)
    assert code == 0
    lines = plain(text)
    assert max(map(len, lines)) <= 80
    assert "\x1b[1m" in text
    assert any("a long reason" in line for line in lines)
    assert any("█" in line for line in lines)
    assert any(re.findall(r"\d+", line) == ["4"] for line in lines)  # the number of solvers that agree


@pytest.mark.parametrize("command", ["solvers", "errata"])
def test_tables_fit_80_columns(command: str) -> None:
    code, text = seen(*PROGRAM, command)
    assert code == 0
    assert max(map(len, plain(text))) <= 80


def test_on_a_terminal_one_grid_is_drawn_but_not_a_file(tmp_path: Path) -> None:
    code, text = seen(*PROGRAM, "solve", GRID)
    assert (code, plain(text)[0], len(plain(text))) == (0, "+-------+-------+-------+", 13)
    (tmp_path / "one.txt").write_text(GRID)
    assert plain(seen(*PROGRAM, "solve", str(tmp_path / "one.txt"))[1])[0].startswith("162857493534")


CLOCK = re.compile(r"\b0, (\d+):(\d\d):(\d\d)")
"""Progress with nothing done: hours, minutes and seconds."""


@pytest.mark.slow
def test_progress_appears_after_a_second_and_is_erased() -> None:
    code, text = seen(*PROGRAM, "solve", "." * 81, "--count", interrupt_once=CLOCK.search)
    assert code == 130
    clocks = [CLOCK.search(line) for line in plain(text)]
    hours, minutes, seconds = next(clock for clock in clocks if clock).groups()
    assert int(hours) + int(minutes) + int(seconds) >= 1
    # the line is erased before the last message
    last = text.rpartition("\x1b[2K")[2] or text
    assert not CLOCK.search(last)
    assert re.search(naming(0), plain(text)[-1])
    assert text.count("\x1b[?25l") == text.count("\x1b[?25h") >= 1  # the cursor is visible again


@pytest.mark.slow
@pytest.mark.parametrize("paper", [[], ["--sheet", "class.pdf"]])
def test_progress_of_a_known_number_has_its_total(
    paper: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ("generate", "--seed", "1", "--clues", "20", "--count", "9999", *paper)
    code, text = seen(*PROGRAM, *command, interrupt_once=re.compile(r"\b0 of 9,999 \(0%\)").search)
    assert code == 130
    assert re.search(naming(0, "9,999"), plain(text)[-1])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("columns", [45, 30])
def test_the_progress_line_never_wraps(columns: int) -> None:
    command = ("generate", "--seed", "1", "--clues", "20", "--count", "9999")
    _, text = seen(*PROGRAM, *command, interrupt_once=re.compile(r"\(0%\)").search, columns=columns)
    assert text.count("\x1b[1A") == text.count("\x1b[?25h") == 1  # only one line is erased


@pytest.mark.parametrize(("done", "total"), [(999_999, 1_000_000), (999_999_999, 10**9), (12_345, None)])
def test_the_progress_line_fits_80_columns_and_mentions_ctrl_c(done: int, total: int | None) -> None:
    progress = Progress("grids counted", total=total)
    progress.done, progress._start = done, progress._start - 99
    line = progress._line(80)
    assert len(line) <= 80
    assert re.search(naming(f"{done:,}", *([f"{total:,}", "left"] if total else []), "Ctrl-C"), line)


def test_typed_grids_have_a_prompt_and_no_progress() -> None:
    """A thread draws the progress, but nothing appears within the first second."""
    code, text = seen(sys.executable, "-c", SOLVE, typed=f"{GRID}\n\x04", type_once=naming_81)
    assert code == 0
    prompt, *_, threads = plain(text)
    assert re.search(naming(81, 9, "Ctrl-D"), prompt)
    assert any(line.startswith("162857493534") for line in plain(text))
    assert "progress" not in threads.split()
    _, beside = seen(sys.executable, "-c", SOLVE, GRID)
    assert "progress" in plain(beside)[-1].split()


def naming_81(text: str) -> object:
    return re.search(naming(81), text)
