"""The program itself: it starts fast, ends well, and a person can learn it from its help."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

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


def test_it_starts_in_less_than_150_ms_of_python_time() -> None:
    def seconds(*command: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *command], capture_output=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    ours = min(seconds("-m", "sudoku_rosetta", "--version") for _ in range(7))
    bare = min(seconds("-c", "pass") for _ in range(7))
    assert ours - bare < 0.15


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
    "arguments",
    [
        *[
            ("slove",),
            ("solve", "--foo"),
            ("solve", "--limit", "0"),
            ("solve", "--first", "--all"),
            ("--bar",),
        ],
        *[("solve", "-", "x"), ("solve", GRID, "--format", "xml"), ("failures",), ("completion", "tcsh")],
    ],
)
def test_a_misspelt_command_is_one_line(run: Run, arguments: tuple[str, ...]) -> None:
    ended = run(*arguments)
    assert (ended.code, ended.out, ended.err.count("\n")) == (2, "", 1)
    assert "--help)" in ended.err


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(run: Run, shell: str) -> None:
    ended = run("completion", shell)
    assert ended.code == 0
    assert "_SUDOKU_ROSETTA_COMPLETE" in ended.out
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=ended.out, text=True, check=True, timeout=20)


def test_completion_knows_commands_and_solvers() -> None:
    for words, expected in (
        ("sudoku-rosetta to", "tour"),
        ("sudoku-rosetta solve --solver de", "deduction-style"),
    ):
        asked = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
        environment = os.environ | asked | {"_SUDOKU_ROSETTA_COMPLETE": "bash_complete"}
        done = subprocess.run(PROGRAM, capture_output=True, text=True, env=environment, check=False)
        assert done.stdout.split() == [f"plain,{expected}"]


@pytest.mark.skipif(os.name == "nt", reason="signals and pipes of Unix")
class TestEnds:
    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:
        pipes: dict[str, Any] = {
            "stdin": subprocess.PIPE,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
        }
        return subprocess.Popen([*PROGRAM, *arguments], **(pipes | options))

    def wait_for_its_work(self, program: subprocess.Popen[bytes]) -> None:
        """Until it has loaded the C: at Python's own start nobody would hear an interrupt."""
        loaded = Path(f"/proc/{program.pid}/maps")
        for _ in range(1000):
            if not loaded.exists() or "_original_c" in loaded.read_text(errors="replace"):
                break
            time.sleep(0.02)
        time.sleep(0.8)

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
        time.sleep(0.4)
        program.send_signal(signal.SIGINT)
        out, err = program.communicate(timeout=20)
        assert (first, program.returncode, out, err) == (b"1\n", 130, b"", b"Interrupted: 1 grid done.\n")

    @pytest.mark.parametrize(
        "arguments", [("tour",), ("solve", "-"), ("check", GRID, "--solver", "scilab-style")]
    )
    def test_ctrl_c_is_one_line(self, arguments: tuple[str, ...]) -> None:
        program = self.start(*arguments)
        self.wait_for_its_work(program)
        program.send_signal(signal.SIGINT)
        _, err = program.communicate(timeout=20)
        assert program.returncode == 130
        assert re.fullmatch(rb"Interrupted[^\n]*\.\n", err)

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
        assert program.wait(timeout=20) == 141
        assert program.stderr.read() == b""
        program.stderr.close()

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
    def test_a_full_disk_is_one_line(self) -> None:
        with Path("/dev/full").open("w") as full:
            program = self.start("solve", GRID, stdout=full)
            _, err = program.communicate(timeout=20)
        assert (program.returncode, err) == (2, b"the output: no space left on device\n")

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
