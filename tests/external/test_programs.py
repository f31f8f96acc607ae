"""External programs: their answers, failures and remaining processes, and the sandbox."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from demand import skip_or_fail
from external.parallel_searches import search_in_threads
from naming import names, numbers
from sudoku_rosetta import Grid, SolverMissing
from sudoku_rosetta.external.confinement import confinement_message
from sudoku_rosetta.external.errors import SolverError
from sudoku_rosetta.external.program import ProgramSolver
from sudoku_rosetta.messages import Message
from sudoku_rosetta.runtime import limits as limiting
from sudoku_rosetta.runtime import sandbox
from sudoku_rosetta.runtime.limits import Limits
from sudoku_rosetta.runtime.stoppable_thread import Stopped
from waiting import HANG_GUARD_S, alive, until

FULL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
PUZZLE = "0" + FULL[1:]
SLEEP = f"time.sleep({10 * HANG_GUARD_S})"
HANG_TIMEOUT_S = 0.5
"""The time limit of programs that never answer."""
TIGHT = Limits(seconds=HANG_GUARD_S, memory_mb=200, output_bytes=200_000, processes=10)
"""Correct programs need far less, even on a busy machine."""

Written = Callable[..., ProgramSolver]


@pytest.fixture
def program(tmp_path: Path, mark: str) -> Written:
    """A function that writes a Python program with the given text, and returns a solver for it."""

    def written(text: str, seconds: float = HANG_GUARD_S, **options: object) -> ProgramSolver:
        limits = replace(TIGHT, seconds=seconds)
        path = tmp_path / "mine.py"
        path.write_text("import os, signal, sys, time\n" + text, encoding="utf-8")
        return ProgramSolver([sys.executable, str(path)], limits=limits, **options)  # type: ignore[arg-type]

    return written


def error_of(solver: ProgramSolver, limit: int | None = None) -> SolverError:
    with pytest.raises(SolverError) as caught:
        solver.raw_search(PUZZLE, limit)
    assert "\n" not in str(caught.value)
    assert caught.value.message.fr
    return caught.value


# --- answers ----------------------------------------------------------------------------------------------


def test_each_output_line_is_a_solution(program: Written) -> None:
    solver = program(f"assert input() == {PUZZLE!r}\nprint('# mine\\n\\n {FULL} \\r\\n{FULL[::-1]}')")
    assert solver.raw_search(PUZZLE) == [FULL, FULL[::-1]]
    assert solver.count(Grid(PUZZLE)) == 2


def test_no_output_means_no_solution(program: Written) -> None:
    assert program("").raw_search(PUZZLE) == []
    assert program("").solve(Grid(PUZZLE)) is None


def test_the_last_line_needs_no_newline(program: Written) -> None:
    assert program(f"print({FULL!r}, end='')").raw_search(PUZZLE) == [FULL]


def test_the_program_is_stopped_at_the_limit(program: Written) -> None:
    solver = program(f"while True: print({FULL!r}, flush=True)")
    report = solver.search(Grid(PUZZLE), limit=3)
    assert (report.solutions, report.complete) == (3, False)


def test_the_program_is_stopped_when_the_iterator_is_closed(program: Written) -> None:
    solver = program(f"while True: print({FULL!r}, flush=True)")
    solutions = solver.solutions(Grid(PUZZLE))
    assert str(next(solutions)) == FULL
    solutions.close()  # type: ignore[attr-defined]


def test_the_time_limit_does_not_include_the_time_of_the_caller(
    program: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The clock only advances while the caller processes a solution."""
    now = 0.0
    monkeypatch.setattr(limiting, "time", SimpleNamespace(monotonic=lambda: now, sleep=time.sleep))
    solutions = program(f"while True: print({FULL!r}, flush=True)", seconds=1).solutions(Grid(PUZZLE))
    for _ in range(3):
        assert str(next(solutions)) == FULL
        now += 1000
    solutions.close()  # type: ignore[attr-defined]


def test_a_count_is_stopped_by_an_event(program: Written) -> None:
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    with pytest.raises(Stopped):  # not a timeout
        program(SLEEP).count(Grid(PUZZLE), stop=stop)


def test_an_illegal_grid_reaches_the_checks_but_is_not_a_solution(program: Written) -> None:
    solver = program("print('1' * 81)")
    assert solver.raw_search(PUZZLE) == ["1" * 81]
    with pytest.raises(SolverError) as caught:
        solver.solve(Grid(PUZZLE))
    assert caught.value.kind == "unreadable"
    assert numbers(str(caught.value)) == [1, 1, 1, 2]  # 1 twice in row 1: columns 1 and 2


def test_at_level_count_a_number_is_an_answer(program: Written) -> None:
    counting = program("print(13)", level="count")
    assert counting.count(Grid(PUZZLE)) == 13
    assert counting.count(Grid(PUZZLE), limit=2) == 2
    assert counting.raw_count(PUZZLE) == 13
    error = error_of(program("print(13)"))
    assert error.kind == "unreadable"
    assert names(str(error), 1, "'13'", 81)  # the line number, the line, the expected number of digits


def test_the_level_determines_the_abilities(program: Written) -> None:
    assert program("", level="first").can == {"first"}
    assert program("", level="fast").can == {"first", "all", "count"}
    with pytest.raises(ValueError, match=r"'expert'.* first, all, count, fast"):
        program("", level="expert")


def test_a_program_may_ignore_its_input(program: Written) -> None:
    assert program(f"os.close(0)\nprint({FULL!r})").raw_search(PUZZLE) == [FULL]


def test_parallel_searches_are_independent(program: Written) -> None:
    solver = program("grid = input()\ntime.sleep(0.2)\nprint(grid)")
    grids = [str(digit) * 81 for digit in range(1, 5)]
    assert search_in_threads(solver, grids) == {grid: [grid] for grid in grids}


# --- failures ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        SLEEP,
        "while True: pass",
        f"signal.signal(signal.SIGTERM, signal.SIG_IGN)\n{SLEEP}",
        "while True: print(9, flush=True); time.sleep(0.01)",
        f"os.close(1); os.close(2); {SLEEP}",
    ],
)
def test_a_program_that_does_not_end_times_out(program: Written, text: str) -> None:
    error = error_of(program(text, seconds=HANG_TIMEOUT_S))
    assert error.kind == "timed out"
    assert names(str(error), "0.5")


@pytest.mark.parametrize(
    ("text", "kind", "named"),
    [
        ("while True: print('9' * 81)", "too much output", (200_000,)),
        ("while True: print('9' * 81, file=sys.stderr)", "too much output", (200_000,)),
        ("while True: sys.stdout.write('9' * 9999)", "too much output", (200_000,)),
        ("all = []\nwhile True: all.append(bytearray(9999999))", "too much memory", (200,)),
        ("all = [0] * 10 ** 11", "too much memory", (200,)),
        ("sys.exit(3)", "crashed", (3, 0)),  # the exit code and the expected one
        ("raise RuntimeError('oh')", "crashed", (1, 0)),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "crashed", ("SIGSEGV",)),
        ("print('Solved!')", "unreadable", (1, "'Solved!'", 81)),
        ("print('#')\nprint('1 2 3 4 5 6 7 8 9\\n' * 9)", "unreadable", (2, "'1 2 3 4 5 6 7 8 9'", 81)),
        ("print('9' * 80)", "unreadable", (1, 81, 80)),
        ("print('oh')\nsys.exit(1)", "crashed", (1, 0)),
        ("os.write(1, bytes(range(256)))", "unreadable", (81,)),
        ("while os.fork() or True: time.sleep(0.01)", "too many processes", (10,)),
        (f"os.kill(os.getppid(), signal.SIGKILL)\n{SLEEP}", "crashed", ()),
    ],
)
def test_a_failure_is_reported_with_its_kind(
    program: Written, text: str, kind: str, named: tuple[object, ...]
) -> None:
    error = error_of(program(text))
    assert error.kind == kind
    assert names(str(error), *named)


def test_the_error_for_output_in_rows_has_a_hint(program: Written) -> None:
    other, rows = (str(error_of(program(f"print({line!r})"))) for line in ("abcdefghi", "123456789"))
    assert len(rows) > len(other)


def test_the_end_of_stderr_is_kept(program: Written) -> None:
    error = error_of(program("for n in range(9999): print(n, file=sys.stderr)\nraise RuntimeError('oh')"))
    assert error.detail.endswith("RuntimeError: oh")
    assert len(error.detail) <= 4000


def test_the_output_of_a_crashed_program_is_kept(program: Written) -> None:
    assert error_of(program("print('Undefined variable: M')\nsys.exit(1)")).detail == "Undefined variable: M"


def test_a_program_that_does_not_exist_or_is_not_executable_is_missing(tmp_path: Path) -> None:
    with pytest.raises(SolverMissing, match="no-such-program"):
        ProgramSolver("no-such-program").raw_search(PUZZLE)
    with pytest.raises(SolverMissing, match=r"\./a\.out"):
        ProgramSolver("./a.out", folder=tmp_path).raw_search(PUZZLE)
    (tmp_path / "a.out").write_text("")
    with pytest.raises(SolverMissing, match=r"chmod \+x \./a\.out"):
        ProgramSolver("./a.out", folder=tmp_path).raw_search(PUZZLE)


@pytest.mark.parametrize(("command", "named"), [("", "empty"), ("'open", "'open")])
def test_an_invalid_command_is_refused(command: str, named: str) -> None:
    with pytest.raises(ValueError, match=named):
        ProgramSolver(command)


# --- remaining processes; the fixture `mark` checks that there are none -------------------------------------

CHILD = f"if os.fork() == 0:\n    {{}}\n    {SLEEP}\n"
DAEMON = f"""\
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.setsid()
        {SLEEP}
    os._exit(0)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has subreapers")
@pytest.mark.parametrize(
    "text",
    [
        CHILD.format("pass"),
        CHILD.format("os.setsid()"),
        CHILD.format("os.setpgid(0, 0)"),
        CHILD.format("os.setsid(); os.environ.clear(); os.execve('/bin/sleep', ['sleep', '9999'], {})"),
        CHILD.format("signal.signal(signal.SIGTERM, signal.SIG_IGN)"),
        CHILD.format("os.kill(os.getpid(), signal.SIGSTOP)"),
        DAEMON,
        DAEMON * 3,
        "for _ in range(3): os.fork() or os.setsid()\n",
    ],
)
@pytest.mark.parametrize(
    ("then", "seconds"),
    [(f"print({FULL!r}, flush=True); os._exit(0)", HANG_GUARD_S), (SLEEP, HANG_TIMEOUT_S)],
    ids=["ends", "hangs"],
)
def test_no_child_process_is_left(program: Written, text: str, then: str, seconds: float) -> None:
    before = children_of_this_process()
    with contextlib.suppress(SolverError):
        program(text + then, seconds).raw_search(PUZZLE)
    assert children_of_this_process() == before


def test_a_program_that_suspends_its_guard_is_ended_too(
    program: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limiting, "_kill_marked", lambda mark: pytest.fail("the guard had to be killed"))
    stopping = "import os, signal\nos.kill(os.getppid(), signal.SIGSTOP)\n"
    stopping += f"print({FULL!r}, flush=True)\nwhile True: pass"
    assert program(stopping).raw_search(PUZZLE, 1) == [FULL]


def test_the_exit_code_is_known_even_if_sigchld_is_ignored(program: Written) -> None:
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        assert names(str(error_of(program("import os\nos._exit(7)"))), 7)
    finally:
        signal.signal(signal.SIGCHLD, before)


def children_of_this_process() -> set[str]:
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if (folder / "stat").read_text().rpartition(")")[2].split()[1] == str(os.getpid()):
                found.add(folder.name)
    return found


def test_a_program_that_starts_daemons_is_ended_with_all_of_them(program: Written) -> None:
    text = f"""\
while True:
    if os.fork() == 0:
        os.setsid()
        {SLEEP}
    time.sleep(0.005)
"""
    assert error_of(program(text)).kind == "too many processes"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_the_program_is_killed_if_this_process_is_killed(
    tmp_path: Path, mark: str, number: signal.Signals
) -> None:
    (tmp_path / "mine.py").write_text(f"import os, time\n{DAEMON}open('started', 'w')\n{SLEEP}")
    script = (
        "from sudoku_rosetta.external.program import ProgramSolver, Limits\n"
        f"limits = Limits(seconds={HANG_GUARD_S})\n"
        f"ProgramSolver([{sys.executable!r}, 'mine.py'], limits=limits).raw_search({PUZZLE!r})"
    )
    process = subprocess.Popen([sys.executable, "-c", script], cwd=tmp_path, stderr=subprocess.PIPE)
    until((tmp_path / "started").exists, "the program has started")
    process.send_signal(number)
    _, errors = process.communicate(timeout=HANG_GUARD_S)
    assert (b"KeyboardInterrupt" in errors) == (number == signal.SIGINT)
    until(lambda: not alive(mark), "its processes have ended")


def test_no_descriptor_is_left_open(program: Written) -> None:
    solver = program(f"print({FULL!r})")
    solver.raw_search(PUZZLE)
    before = open_descriptors()
    solver.raw_search(PUZZLE)
    error_of(program(SLEEP, seconds=0.1))
    assert open_descriptors() == before


def open_descriptors() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


# --- the sandbox --------------------------------------------------------------------------------------------


@pytest.fixture
def sandboxed(program: Written) -> Written:
    if reason := sandbox.unavailable_reason():
        skip_or_fail("bwrap", reason)
    return lambda text, seconds=HANG_GUARD_S: program(text, seconds, sandbox=True)


def test_a_program_in_the_sandbox_solves(sandboxed: Written) -> None:
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
def test_the_sandbox_prevents_writing_files_and_network_access(sandboxed: Written, text: str) -> None:
    assert error_of(sandboxed(text)).kind == "crashed"


def test_the_sandbox_has_a_private_folder_and_tmp(sandboxed: Written) -> None:
    text = (
        "import pathlib, tempfile\n"
        "pathlib.Path('/tmp/new-here').touch(); pathlib.Path.home().joinpath('x').touch()\n"
        f"tempfile.TemporaryFile().close()\nassert len(os.listdir('/proc')) < 300\nprint({FULL!r})"
    )
    assert sandboxed(text).raw_search(PUZZLE) == [FULL]
    assert not Path("/tmp/new-here").exists()


def test_no_process_of_the_sandbox_is_left(sandboxed: Written) -> None:
    assert error_of(sandboxed(DAEMON + SLEEP, HANG_TIMEOUT_S)).kind == "timed out"


def test_the_confinement_in_effect_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = "bwrap is not installed"
    monkeypatch.setattr(sandbox, "unavailable_reason", lambda: missing)
    without = sentences(confinement_message())
    monkeypatch.setattr(sandbox, "unavailable_reason", lambda: None)
    within = sentences(confinement_message())
    not_asked = sentences(confinement_message(sandboxed=False))
    assert len(without | within | not_asked) == 6
    assert all(missing in sentence for sentence in without)
    assert all("bubblewrap" in sentence for sentence in within)


def sentences(message: Message) -> set[str]:
    return {message.en, message.fr}


def test_a_bwrap_that_is_not_permitted_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    false = tmp_path / "bwrap"
    false.write_text("#!/bin/sh\necho 'bwrap: No permissions to create new namespace' >&2\nexit 1\n")
    false.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(false))
    assert sandbox.unavailable_reason.__wrapped__() == "bwrap: No permissions to create new namespace"
