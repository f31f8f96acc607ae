"""Programs of anyone's, by the program contract: their answers are read, and nothing of them is left behind."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from demand import skip_or_fail
from sudoku_rosetta import Grid, SolverMissing
from sudoku_rosetta.solvers import sandbox
from sudoku_rosetta.solvers.command import CommandSolver
from sudoku_rosetta.solvers.confined import Limits, confinement
from sudoku_rosetta.solvers.foreign import SolverBroke

FULL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
PUZZLE = "0" + FULL[1:]
QUICK = Limits(seconds=1.0, memory_mb=200, output_bytes=200_000, processes=10)

Written = Callable[..., CommandSolver]


def alive(mark: str) -> list[str]:
    """The processes, but zombies, that have the mark in their environment."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_text().replace("\0", " "))
    return found


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A word that every process started meanwhile carries; none of them may be left in the end."""
    word = uuid.uuid4().hex
    monkeypatch.setenv("STARTED_BY_A_TEST", word)
    yield word
    assert alive(word) == []


@pytest.fixture
def program(tmp_path: Path, mark: str) -> Written:
    """A program with this text, behind the solvers' face."""

    def written(text: str, limits: Limits = QUICK, **options: object) -> CommandSolver:
        path = tmp_path / "mine.py"
        path.write_text("import os, signal, sys, time\n" + text, encoding="utf-8")
        return CommandSolver([sys.executable, str(path)], limits=limits, **options)  # type: ignore[arg-type]

    return written


def broken(solver: CommandSolver, limit: int | None = None) -> SolverBroke:
    with pytest.raises(SolverBroke) as caught:
        solver.raw_search(PUZZLE, limit)
    assert "\n" not in str(caught.value)
    assert caught.value.fr
    return caught.value


# --- what it answers --------------------------------------------------------------------------------------


def test_its_lines_are_its_solutions(program: Written) -> None:
    solver = program(f"assert input() == {PUZZLE!r}\nprint('# mine\\n\\n {FULL} \\r\\n{FULL[::-1]}')")
    assert solver.raw_search(PUZZLE) == [FULL, FULL[::-1]]
    assert solver.count(Grid(PUZZLE)) == 2


def test_no_line_is_no_solution(program: Written) -> None:
    assert program("").raw_search(PUZZLE) == []
    assert program("").solve(Grid(PUZZLE)) is None


def test_its_last_line_needs_no_end(program: Written) -> None:
    assert program(f"print({FULL!r}, end='')").raw_search(PUZZLE) == [FULL]


def test_it_is_stopped_once_the_limit_is_reached(program: Written) -> None:
    solver = program(f"while True: print({FULL!r}, flush=True)")
    report = solver.search(Grid(PUZZLE), limit=3)
    assert (report.solutions, report.complete) == (3, False)


def test_it_is_stopped_when_its_solutions_are_not_wanted_any_more(program: Written) -> None:
    solver = program(f"while True: print({FULL!r}, flush=True)")
    solutions = solver.solutions(Grid(PUZZLE))
    assert str(next(solutions)) == FULL
    time.sleep(1.2)  # the time that the caller takes is not the program's
    assert str(next(solutions)) == FULL
    solutions.close()  # type: ignore[attr-defined]


def test_a_count_is_stopped_by_an_event(program: Written) -> None:
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    began = time.monotonic()
    with pytest.raises(BaseException, match=r"^$"):
        program("time.sleep(60)", Limits(seconds=30)).count(Grid(PUZZLE), stop=stop)
    assert time.monotonic() - began < 10


def test_a_wrong_grid_reaches_the_checks_but_is_no_solution(program: Written) -> None:
    solver = program("print('1' * 81)")
    assert solver.raw_search(PUZZLE) == ["1" * 81]
    with pytest.raises(SolverBroke, match="no legal grid: 1 twice in row 1"):
        solver.solve(Grid(PUZZLE))


def test_at_level_count_a_number_is_an_answer(program: Written) -> None:
    counting = program("print(13)", level="count")
    assert counting.count(Grid(PUZZLE)) == 13
    assert counting.count(Grid(PUZZLE), limit=2) == 2
    assert counting.raw_count(PUZZLE) == 13
    assert "expected: one line of 81 digits" in str(broken(program("print(13)")))


def test_a_level_says_what_it_can(program: Written) -> None:
    assert program("", level="first").can == {"first"}
    assert program("", level="fast").can == {"first", "all", "count"}
    with pytest.raises(ValueError, match="no level is called 'expert'; there are: first, all, count, fast"):
        program("", level="expert")


def test_one_that_does_not_read_its_input_is_judged_on_its_answer(program: Written) -> None:
    assert program(f"os.close(0)\nprint({FULL!r})").raw_search(PUZZLE) == [FULL]


def test_two_at_once_do_not_disturb_each_other(program: Written) -> None:
    solver = program("grid = input()\ntime.sleep(0.2)\nprint(grid)")
    grids = [str(digit) * 81 for digit in range(1, 5)]
    answers: dict[str, list[str]] = {}
    threads = [
        threading.Thread(target=lambda grid=grid: answers.update({grid: solver.raw_search(grid)}))
        for grid in grids
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == {grid: [grid] for grid in grids}


# --- what it does instead ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "message"),
    [
        ("time.sleep(60)", "timed out", "no answer after 1 s"),
        ("while True: pass", "timed out", "no answer after 1 s"),
        ("signal.signal(signal.SIGTERM, signal.SIG_IGN)\ntime.sleep(60)", "timed out", "no answer"),
        ("while True: print(9, flush=True); time.sleep(0.01)", "timed out", "no answer after 1 s"),
        ("os.close(1); os.close(2); time.sleep(60)", "timed out", "no answer"),
        ("while True: print('9' * 81)", "too much output", "more than 200000 bytes printed"),
        ("while True: print('9' * 81, file=sys.stderr)", "too much output", "more than 200000 bytes"),
        ("while True: sys.stdout.write('9' * 9999)", "too much output", "more than 200000 bytes"),
        ("all = []\nwhile True: all.append(bytearray(9999999))", "too much memory", "more than 200 MB"),
        ("all = [0] * 10 ** 11", "too much memory", "out of memory"),
        ("sys.exit(3)", "crashed", "exit code 3; 0 is expected"),
        ("raise RuntimeError('oh')", "crashed", "exit code 1"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "crashed", "SIGSEGV: a wrong index or pointer?"),
        (
            "print('Solved!')",
            "unreadable",
            "line 1 of its output is 'Solved!'; expected: one line of 81 digits",
        ),
        (
            "print('#')\nprint('1 2 3 4 5 6 7 8 9\\n' * 9)",
            "unreadable",
            "line 2 .* print the nine rows as one",
        ),
        ("print('9' * 80)", "unreadable", r"this one has 80"),
        ("print('oh')\nsys.exit(1)", "crashed", "exit code 1"),
        ("os.write(1, bytes(range(256)))", "unreadable", "expected"),
        ("while os.fork() or True: time.sleep(0.01)", "too many processes", "more than 10 processes"),
        (
            "os.kill(os.getppid(), signal.SIGKILL)\ntime.sleep(60)",
            "crashed",
            "killed the process that watches",
        ),
    ],
)
def test_what_it_does_instead_is_told(program: Written, text: str, kind: str, message: str) -> None:
    began = time.monotonic()
    error = broken(program(text))
    assert time.monotonic() - began < 8
    assert error.kind == kind
    with pytest.raises(SolverBroke, match=message):
        raise error


def test_the_end_of_what_it_said_is_kept(program: Written) -> None:
    error = broken(program("for n in range(9999): print(n, file=sys.stderr)\nraise RuntimeError('oh')"))
    assert error.detail.endswith("RuntimeError: oh")
    assert len(error.detail) <= 4000


def test_what_it_said_on_its_output_is_kept_where_it_crashed(program: Written) -> None:
    assert broken(program("print('Undefined variable: M')\nsys.exit(1)")).detail == "Undefined variable: M"


def test_a_program_that_is_not_there_is_missing(tmp_path: Path) -> None:
    with pytest.raises(SolverMissing, match="no program is called no-such-program here"):
        CommandSolver("no-such-program").raw_search(PUZZLE)
    with pytest.raises(SolverMissing, match=r"there is no file \./a\.out"):
        CommandSolver("./a.out", folder=tmp_path).raw_search(PUZZLE)
    (tmp_path / "a.out").write_text("")
    with pytest.raises(SolverMissing, match=r"chmod \+x \./a\.out"):
        CommandSolver("./a.out", folder=tmp_path).raw_search(PUZZLE)


@pytest.mark.parametrize("command", ["", "'open"])
def test_a_command_that_cannot_be_read_is_refused(command: str) -> None:
    with pytest.raises(ValueError, match="the command"):
        CommandSolver(command)


# --- what it leaves behind: the fixture `mark` sees that there is nothing -----------------------------------

CHILD = "if os.fork() == 0:\n    {}\n    time.sleep(300)\n"
DAEMON = """\
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.setsid()
        time.sleep(300)
    os._exit(0)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives orphans to an ancestor that asks")
@pytest.mark.parametrize(
    "text",
    [
        CHILD.format("pass"),
        CHILD.format("os.setsid()"),
        CHILD.format("os.setpgid(0, 0)"),
        CHILD.format("os.setsid(); os.environ.clear(); os.execve('/bin/sleep', ['sleep', '300'], {})"),
        CHILD.format("signal.signal(signal.SIGTERM, signal.SIG_IGN)"),
        CHILD.format("os.kill(os.getpid(), signal.SIGSTOP)"),
        DAEMON,
        DAEMON * 3,
        "for _ in range(3): os.fork() or os.setsid()\n",
    ],
)
@pytest.mark.parametrize("then", [f"print({FULL!r}, flush=True); os._exit(0)", "time.sleep(300)"])
def test_nothing_that_it_started_is_left(program: Written, text: str, then: str) -> None:
    below = children_of_this_process()
    with contextlib.suppress(SolverBroke):
        program(text + then).raw_search(PUZZLE)
    assert children_of_this_process() == below


def children_of_this_process() -> set[str]:
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (folder / "stat").read_text().rpartition(")")[2].split()[1] == str(os.getpid()):
                found.add(folder.name)
    return found


def test_one_whose_children_leave_it_is_ended_with_all_of_them(program: Written) -> None:
    text = """\
while True:
    if os.fork() == 0:
        os.setsid()
        time.sleep(300)
    time.sleep(0.005)
"""
    assert broken(program(text)).kind == "too many processes"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_where_we_are_killed_it_is_killed_too(tmp_path: Path, mark: str, number: signal.Signals) -> None:
    """A kill that cannot be caught, and Ctrl-C."""
    (tmp_path / "mine.py").write_text(f"import os, time\n{DAEMON}open('begun', 'w')\ntime.sleep(300)")
    ours = (
        "from sudoku_rosetta.solvers.command import CommandSolver\n"
        f"CommandSolver([{sys.executable!r}, 'mine.py']).raw_search({PUZZLE!r})"
    )
    process = subprocess.Popen([sys.executable, "-c", ours], cwd=tmp_path, stderr=subprocess.PIPE)
    wait_until(lambda: (tmp_path / "begun").exists())
    process.send_signal(number)
    _, errors = process.communicate(timeout=20)
    assert (b"KeyboardInterrupt" in errors) == (number == signal.SIGINT)
    wait_until(lambda: not alive(mark))


def wait_until(so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_no_descriptor_is_left_open(program: Written) -> None:
    solver = program(f"print({FULL!r})")
    solver.raw_search(PUZZLE)
    before = open_descriptors()
    solver.raw_search(PUZZLE)
    broken(program("time.sleep(9)", Limits(seconds=0.1)))
    assert open_descriptors() == before


def open_descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


# --- the sandbox --------------------------------------------------------------------------------------------


@pytest.fixture
def sandboxed(program: Written) -> Written:
    if reason := sandbox.why_not():
        skip_or_fail("bwrap", reason)
    return lambda text: program(text, sandbox=True)


def test_the_sandbox_answers_like_the_world(sandboxed: Written) -> None:
    assert sandboxed(f"assert input() == {PUZZLE!r}; print({FULL!r})").raw_search(PUZZLE) == [FULL]


@pytest.mark.parametrize(
    "text",
    [
        "open(os.path.join(os.path.dirname(__file__), 'new'), 'w')",
        "open('new', 'w')",
        "open('/usr/new', 'w')",
        "import socket; socket.create_connection(('127.0.0.1', 9), 1)",
    ],
)
def test_the_sandbox_keeps_the_world_as_it_is(sandboxed: Written, text: str) -> None:
    assert broken(sandboxed(text)).kind == "crashed"


def test_the_sandbox_has_a_private_folder_and_tmp(sandboxed: Written) -> None:
    text = (
        "import pathlib, tempfile\n"
        "pathlib.Path('/tmp/new-here').touch(); pathlib.Path.home().joinpath('x').touch()\n"
        f"tempfile.TemporaryFile().close()\nassert len(os.listdir('/proc')) < 300\nprint({FULL!r})"
    )
    assert sandboxed(text).raw_search(PUZZLE) == [FULL]
    assert not Path("/tmp/new-here").exists()


def test_nothing_is_left_of_the_sandbox(sandboxed: Written) -> None:
    assert broken(sandboxed(DAEMON + "time.sleep(300)")).kind == "timed out"


def test_which_confinement_held_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "why_not", lambda: "bwrap is not installed")
    assert "no sandbox (bwrap is not installed)" in confinement()
    assert "pas de bac à sable (bwrap is not installed)" in confinement(language="fr")
    monkeypatch.setattr(sandbox, "why_not", lambda: None)
    assert "no network" in confinement()
    assert "pas de réseau" in confinement(language="fr")
    assert confinement(sandboxed=False).endswith("no sandbox")


def test_a_bwrap_that_is_forbidden_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    false = tmp_path / "bwrap"
    false.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    false.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(false))
    assert sandbox.why_not.__wrapped__() == "bwrap: No permissions to create new namespace"
