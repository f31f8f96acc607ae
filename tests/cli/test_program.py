"""The program as a whole: start, help, usage errors, completion, signals and pipes."""

from __future__ import annotations

import contextlib
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
from click import Context, Group
from click.testing import CliRunner
from naming import naming
from sudoku_rosetta.cli import commands
from sudoku_rosetta.cli.outputs import atomic_write
from waiting import HANG_GUARD_S, alive, until, until_all_computing, until_computing

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


# Counts all function calls, those of Python included, until the version is printed.
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


def test_starting_takes_less_than_100_000_calls() -> None:
    """60,000 calls take 70 ms; importing rich would double them."""
    done = subprocess.run([sys.executable, "-c", CALLS_TO_START], capture_output=True, text=True, check=True)
    assert int(done.stdout.split()[-1]) < 100_000


@pytest.mark.slow
def test_help_pages_have_exit_codes_and_examples(run: Run) -> None:
    manual = run("--help")
    assert manual.out == run().out
    for command in COMMANDS:
        assert re.search(rf"^  {command}\b", manual.out, re.M)
        page = run(command, "--help").out
        assert re.search("Exit codes?:", page)
        assert "sudoku-rosetta " + command in page.replace("Usage: sudoku-rosetta", "", 1)


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("slove",), ["slove", "solve"]),
        (("chekc",), ["chekc", "check"]),
        (("solve", "--slover", "c-style"), ["--slover", "--solver"]),
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
def test_a_usage_error_is_one_line_that_names_the_help_page(
    run: Run, arguments: tuple[str, ...], named: list[object]
) -> None:
    there = arguments[:1] if arguments[0] in COMMANDS else ()
    manual = " ".join(("sudoku-rosetta", *there, "--help"))
    assert run(*arguments).refuses(manual, *named)


def every_command(group: Group, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    found = [path]
    for name in group.list_commands(Context(group)):
        command = group.get_command(Context(group), name)
        found += every_command(command, (*path, name)) if isinstance(command, Group) else [(*path, name)]
    return found


@pytest.mark.parametrize("path", every_command(commands), ids=" ".join)
def test_help_fits_80_columns_however_wide_the_terminal_is(
    path: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    for columns in ("80", "200"):
        monkeypatch.setenv("COLUMNS", columns)
        shown = CliRunner().invoke(commands, [*path, "--help"], prog_name="sudoku-rosetta")
        assert shown.exit_code == 0
        assert [line for line in shown.output.splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("path", every_command(commands), ids=" ".join)
def test_help_lists_options_before_examples(path: tuple[str, ...]) -> None:
    """A line of the docstring with too little indentation would move the examples and break the paragraphs."""
    page = CliRunner().invoke(commands, [*path, "--help"], prog_name="sudoku-rosetta").output
    # without "-h": click keeps the help option of a first use, which may be that of a test without the program
    assert re.search(r"--help +Show", re.split(r"^ *Examples?:", page, flags=re.MULTILINE)[0])
    _, purpose, *_ = page.split("\n\n")
    assert re.match(r"  \S", purpose)
    assert not re.search(r"\S {2,}\S", purpose)


def test_an_option_has_one_help_text_in_every_command() -> None:
    texts: dict[str, set[str | None]] = {}
    for path in every_command(commands):
        command: Any = commands
        for name in path:
            command = command.get_command(Context(command), name)
        for option in command.params:
            if option.opts[0] in ("--jobs", "--rng", "--plot", "--markdown"):
                texts.setdefault(option.opts[0], set()).add(option.help)
    assert {option: len(found) for option, found in texts.items() if len(found) > 1} == {}


@pytest.mark.parametrize(
    ("arguments", "suggested"),
    [
        (("compare", "shwo"), "show"),
        (("study", "pedict"), "predict"),
        (("compare", "growth", "--budget", "3"), None),
        (("compare", "growth", "--plto", "a.svg"), "--plot"),
        (("check", "--jobs", "2"), None),
        (("solve", GRID, "--solver", "c-stile"), "c-style"),
        (("solve", GRID, "--solver", "mine"), None),
        (("compare", "--set", "meduim"), "medium"),
    ],
)
def test_only_a_close_name_of_the_same_kind_is_suggested(
    run: Run, arguments: tuple[str, ...], suggested: str | None
) -> None:
    ended = run(*arguments)
    assert ended.refuses(*([f"'{suggested}'"] if suggested else []))
    assert re.findall(r"; did you mean '(.*?)'\?", ended.err) == ([suggested] if suggested else [])


@pytest.mark.parametrize(
    "command", [("solve", "x"), ("check", "x"), ("generate",), ("study", "run", "--out", "x")]
)
def test_a_second_solver_is_refused_if_the_command_takes_one(run: Run, command: tuple[str, ...]) -> None:
    assert run(*command, "--solver", "c-style", "--solver", "fast-c").refuses("--solver", 2)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.write_text("before")
    with contextlib.suppress(ZeroDivisionError), atomic_write(path) as fresh:
        fresh.write_text("half")
        _ = 1 // 0
    assert (list(tmp_path.iterdir()), path.read_text()) == ([path], "before")
    with atomic_write(path) as fresh:
        assert fresh.suffix == ".svg"  # the suffix selects the file format
        fresh.write_text("after")
    assert (list(tmp_path.iterdir()), path.read_text()) == ([path], "after")


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
        ("sudoku-rosetta compare growth --solver orig", "original-c"),
        ("sudoku-rosetta study run --solver de", "deduction-style"),
    ):
        asked = {"COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
        environment = os.environ | asked | {"_SUDOKU_ROSETTA_COMPLETE": "bash_complete"}
        done = subprocess.run(PROGRAM, capture_output=True, text=True, env=environment, check=False)
        assert done.stdout.split() == [f"plain,{expected}"]


def test_without_a_matching_solver_the_shell_completes_a_file() -> None:
    asked = {"COMP_WORDS": "sudoku-rosetta check --solver mine", "COMP_CWORD": "3"}
    environment = os.environ | asked | {"_SUDOKU_ROSETTA_COMPLETE": "bash_complete"}
    done = subprocess.run(PROGRAM, capture_output=True, text=True, env=environment, check=False)
    assert done.stdout.split() == ["file,mine"]


def bytes_left(pipe: int) -> int:
    """The number of unread bytes in the pipe."""
    import fcntl
    import termios

    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


@pytest.mark.skipif(os.name == "nt", reason="needs signals and pipes of Unix")
class TestEnds:
    def start(self, *arguments: str, **options: Any) -> subprocess.Popen[bytes]:
        pipes: dict[str, Any] = {
            "stdin": subprocess.PIPE,
            "stdout": subprocess.PIPE,
            "stderr": subprocess.PIPE,
        }
        return subprocess.Popen([*PROGRAM, *arguments], **(pipes | options))

    @pytest.mark.parametrize("solver", ["c-style", "scilab-style", "deduction-style", None])
    def test_ctrl_c_reports_the_number_of_grids(self, solver: str | None) -> None:
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
        assert program.stdout.readline()  # the output has started; the searches are next
        assert self.interrupted(program)

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs FIONREAD on a pipe")
    def test_ctrl_c_while_it_waits_for_grids_is_one_line(self) -> None:
        program = self.start("solve", "-")
        assert program.stdin is not None
        program.stdin.write(b"# a comment, and then nothing\n")
        program.stdin.flush()
        pipe = program.stdin.fileno()
        until(lambda: bytes_left(pipe) == 0, "the comment being read", program)
        assert self.interrupted(program)

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="needs /proc/PID/maps")
    def test_ctrl_c_during_a_check_is_one_line(self) -> None:
        program = self.start("check", GRID, "--solver", "scilab-style")  # takes minutes
        loaded = Path(f"/proc/{program.pid}/maps")
        # do not interrupt Python while it starts
        until(
            lambda: "_original_c" in loaded.read_text(errors="replace"), "the solvers being loaded", program
        )
        until_computing(program, 1)
        assert self.interrupted(program)

    @pytest.mark.parametrize("arguments", [("solve", EMPTY, "--all"), ("solve", "-"), ("errata",), ("tour",)])
    def test_a_closed_pipe_ends_the_program_silently(self, arguments: tuple[str, ...]) -> None:
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

    def test_solutions_are_printed_immediately(self) -> None:
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


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize(
    "words",
    [
        ("generate", "--seed", "1", "--count", "9999", "--clues", "20"),
        ("study", "run", "--method", "2", "--clues", "40", "--grids", "1e9", "--out", "study"),
    ],
    ids=["generate", "study"],
)
def test_workers_do_not_outlive_the_program(
    tmp_path: Path, mark: str, words: tuple[str, ...], number: signal.Signals
) -> None:
    command = [*PROGRAM, *words, "--jobs", "2", "--solver", "c-style"]
    with subprocess.Popen(
        command, cwd=tmp_path, stderr=subprocess.DEVNULL, start_new_session=True
    ) as program:
        until_all_computing(program, processes=2, seconds=1)
        program.send_signal(number)
    until(lambda: not alive(mark), "the end of the workers")
