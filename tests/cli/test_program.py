"""The program itself: it starts fast, ends well, and a person can learn it from its help."""

from __future__ import annotations

import errno
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from naming import naming
from waiting import HANG_GUARD_S, until, until_computing

PROGRAM = (sys.executable, "-m", "sudoku_rosetta")
COMMANDS = ("check", "completion", "errata", "generate", "solve", "solvers", "study", "tour")
GRID = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
SOLUTION = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
EMPTY = "0" * 81

Run = Callable[..., Any]


def test_version_is_that_of_the_package_and_of_its_installation(run: Run) -> None:
    from importlib.metadata import version

    import sudoku_rosetta

    assert run("--version").out == f"sudoku-rosetta {sudoku_rosetta.__version__}\n"
    assert version("sudoku-rosetta") == sudoku_rosetta.__version__


def test_nothing_heavy_is_imported_to_start() -> None:
    script = "import sys; from sudoku_rosetta.__main__ import main; main(['--version']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    modules = set(done.stdout.split())
    heavy = {"rich", "cffi", "json", "tomllib", "multiprocessing", "sudoku_rosetta.cli.tour"}
    assert not modules & heavy
    assert not {name for name in modules if name.startswith("sudoku_rosetta.documents.")}


# Counts the calls of functions, Python's own included, between the start of the interpreter and the version's line.
CALLS_TO_START = """
import sys
calls = 0
def count(frame, event, argument):
    global calls
    calls += event in ("call", "c_call")
sys.setprofile(count)
from sudoku_rosetta.__main__ import main
main(["--version"])
sys.setprofile(None)
print(calls)
"""


def test_to_start_takes_less_than_100_000_calls() -> None:
    """It was 60,000 in 70 ms when this was written; rich alone would add as many."""
    done = subprocess.run([sys.executable, "-c", CALLS_TO_START], capture_output=True, text=True, check=True)
    assert int(done.stdout.split()[-1]) < 100_000


@pytest.mark.slow
def test_help_is_a_manual(run: Run) -> None:
    manual = run("--help")
    assert manual.out == run().out
    for command in COMMANDS:
        assert re.search(rf"^  {command}\b", manual.out, re.M)
        page = run(command, "--help").out
        assert re.search("Exit codes?:", page)
        assert "sudoku-rosetta " + command in page.replace("Usage: sudoku-rosetta", "", 1)


def test_the_example_of_the_contract_in_the_manual(run: Run) -> None:
    grid = re.search(r"echo (\S{81}) ", run("solve", "--help").out)
    assert grid is not None
    assert len(run("solve", "-", stdin=grid[1]).lines) == 90


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("slove",), ["slove"]),
        (("solve", "--foo"), ["--foo"]),
        (("solve", "--limit", "0"), ["--limit", 0, 1]),
        (("solve", "--first", "--all"), ["--first", "--all"]),
        (("--bar",), ["--bar"]),
        (("solve", "-", "x"), []),
        (("solve", GRID, "--format", "xml"), ["--format", "xml", "text", "grid", "json"]),
        (("failures",), ["failures"]),
        (("completion", "tcsh"), ["tcsh", "bash", "zsh", "fish"]),
    ],
)
def test_a_misspelt_command_is_one_line_that_leads_to_the_manual(
    run: Run, arguments: tuple[str, ...], named: list[object]
) -> None:
    there = arguments[:1] if arguments[0] in COMMANDS else ()
    manual = " ".join(("sudoku-rosetta", *there, "--help"))
    assert run(*arguments).refuses(manual, *named)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(run: Run, shell: str) -> None:
    ended = run("completion", shell)
    assert ended.code == 0
    assert "_SUDOKU_ROSETTA_COMPLETE" in ended.out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=ended.out, text=True, check=True, timeout=HANG_GUARD_S)


def test_completion_knows_commands_and_solvers() -> None:
    for words, expected in (
        ("sudoku-rosetta to", "tour"),
        ("sudoku-rosetta solve --solver de", "deduction-style"),
    ):
        asked = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
        environment = os.environ | asked | {"_SUDOKU_ROSETTA_COMPLETE": "bash_complete"}
        done = subprocess.run(PROGRAM, capture_output=True, text=True, env=environment, check=False)
        assert done.stdout.split() == [f"plain,{expected}"]


def bytes_left(pipe: int) -> int:
    """What has been written into the pipe and not been read yet."""
    import fcntl
    import termios

    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


@pytest.mark.skipif(os.name == "nt", reason="signals and pipes of Unix")
class TestEnds:
    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:
        pipes: dict[str, Any] = {
            "stdin": subprocess.PIPE,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
        }
        return subprocess.Popen([*PROGRAM, *arguments], **(pipes | options))

    @pytest.mark.parametrize("solver", ["c-style", "scilab-style", "deduction-style", None])
    def test_ctrl_c_says_how_far_it_is(self, solver: str | None) -> None:
        program = self.start("solve", "--count", *(("--solver", solver) if solver else ()))
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(f"{SOLUTION}\n".encode())
        program.stdin.flush()
        first = program.stdout.readline()
        program.stdin.write(f"{EMPTY}\n".encode())
        program.stdin.flush()
        until_computing(program)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=HANG_GUARD_S)
        assert (first, program.returncode, out) == (b"1\n", 130, b"")
        assert self.is_one_line(err, 1)

    @staticmethod
    def is_one_line(err: bytes, *named: object) -> bool:
        return err.count(b"\n") == 1 and re.search(naming(*named), err.decode()) is not None

    def interrupted(self, program: subprocess.Popen[bytes]) -> bool:
        program.send_signal(signal.SIGINT)
        _, err = program.communicate(timeout=HANG_GUARD_S)
        return program.returncode == 130 and self.is_one_line(err)

    def test_ctrl_c_during_a_tour_is_one_line(self) -> None:
        program = self.start("tour")
        assert program.stdout is not None
        assert program.stdout.readline()  # the page has begun: the searches are next
        assert self.interrupted(program)

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="asks a pipe how much is left in it")
    def test_ctrl_c_while_it_waits_for_grids_is_one_line(self) -> None:
        program = self.start("solve", "-")
        assert program.stdin is not None
        program.stdin.write(b"# a comment, and then nothing\n")
        program.stdin.flush()
        pipe = program.stdin.fileno()
        until(lambda: bytes_left(pipe) == 0, "the comment being read", program)
        assert self.interrupted(program)

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks at what a process has loaded")
    def test_ctrl_c_during_a_check_is_one_line(self) -> None:
        program = self.start("check", GRID, "--solver", "scilab-style")  # for minutes
        loaded = Path(f"/proc/{program.pid}/maps")
        # at Python's own start nobody would hear an interrupt
        until(
            lambda: "_original_c" in loaded.read_text(errors="replace"), "the solvers being loaded", program
        )
        until_computing(program, 1)
        assert self.interrupted(program)

    @pytest.mark.parametrize("arguments", [("solve", EMPTY, "--all"), ("solve", "-"), ("errata",), ("tour",)])
    def test_a_reader_that_goes_away_ends_it_quietly(self, arguments: tuple[str, ...]) -> None:
        program = self.start(*arguments)
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdin.write(EMPTY.encode())
        program.stdin.close()
        if arguments[0] == "solve":
            program.stdout.readline()
        program.stdout.close()
        assert program.wait(timeout=HANG_GUARD_S) == 141
        assert program.stderr.read() == b""
        program.stderr.close()

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
    def test_a_full_disk_is_one_line(self) -> None:
        with Path("/dev/full").open("w") as full:
            program = self.start("solve", GRID, stdout=full)
            _, err = program.communicate(timeout=HANG_GUARD_S)
        assert program.returncode == 2
        assert self.is_one_line(err)
        assert os.strerror(errno.ENOSPC).lower() in err.decode().lower()

    def test_solutions_come_out_as_they_are_found(self) -> None:
        program = self.start("solve", "-", "--solver", "c-style")
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(EMPTY.encode())
        program.stdin.close()
        assert len(program.stdout.readline()) == 82
        program.kill()
        program.stdout.close()
        if program.stderr is not None:
            program.stderr.close()
        program.wait()

    def test_memory_does_not_grow_with_the_file(self) -> None:
        script = (
            "import resource, sys; from sudoku_rosetta.__main__ import main; code = main(['solve']);"
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr); sys.exit(code)"
        )

        def peak(grids: int) -> int:
            given = f"{SOLUTION}\n" * grids
            command = [sys.executable, "-c", script]
            done = subprocess.run(command, input=given, capture_output=True, text=True, check=True)
            assert len(done.stdout) == len(given)
            return int(done.stderr)

        assert peak(50_000) < 1.2 * peak(500)
