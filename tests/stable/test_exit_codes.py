"""The exit codes and the program contract are stable."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import HANG_GUARD_S

PROGRAM = [sys.executable, "-m", "sudoku_rosetta"]
FULL = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
ONE = FULL.replace("1", "0", 1)
NONE = "123456780000000009" + "0" * 63
SEVERAL = "0" * 81
CLASH = "11" + "0" * 79

RIGHT = f"def solve(grid):\n    return {FULL!r}\n"
WRONG = f"def solve(grid):\n    return {FULL[::-1]!r}\n"
BROKEN = "def solve(grid):\n    raise ValueError\n"
A_CASE = ("--level", "first", "--case", "document-c-grid")

OK, NEGATIVE_RESULT, BAD_INPUT, NO_ANSWER_TO_JUDGE, INTERRUPTED, CLOSED_PIPE = 0, 1, 2, 3, 130, 141
CODES = [
    (("solve", ONE), OK),
    (("solve", NONE), NEGATIVE_RESULT),
    (("solve", CLASH), BAD_INPUT),
    (("solve", "no-such-file.txt"), BAD_INPUT),
    (("check", ONE), OK),
    (("check", SEVERAL), NEGATIVE_RESULT),
    (("check", CLASH), BAD_INPUT),
    (("generate", "--seed", "1"), OK),
    (("generate", "--way", "full", "--clues", "3", "--seed", "1"), BAD_INPUT),
    (("errata",), OK),
    (("errata", "--id", "nothing"), BAD_INPUT),
    (("solvers",), OK),
    (("no-such-command",), BAD_INPUT),
    (("solve", "--no-such-option"), BAD_INPUT),
    (("--version",), OK),
    (("--help",), OK),
    (("conform", "right.py:solve", *A_CASE), OK),
    (("conform", "wrong.py:solve", *A_CASE), NEGATIVE_RESULT),
    (("conform", "broken.py:solve", *A_CASE), NO_ANSWER_TO_JUDGE),
    (("conform", "no-such-file.py"), BAD_INPUT),
    (("study", "show", "no-such-folder"), BAD_INPUT),
    (("compare", "show", "no-such-file.json"), BAD_INPUT),
]


@pytest.mark.parametrize(
    ("words", "code"), CODES, ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else None
)
def test_exit_codes_are_stable(words: tuple[str, ...], code: int, tmp_path: Path) -> None:
    for name, text in (("right", RIGHT), ("wrong", WRONG), ("broken", BROKEN)):
        (tmp_path / f"{name}.py").write_text(text)
    ran = subprocess.run([*PROGRAM, *words], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == code, ran.stdout + ran.stderr
    assert "Traceback" not in ran.stderr
    if code == BAD_INPUT:
        assert (ran.stdout, ran.stderr.count("\n")) == ("", 1) or words[0] == "check"


@pytest.mark.skipif(os.name == "nt", reason="signals and pipes of Unix")
@pytest.mark.parametrize("code", [INTERRUPTED, CLOSED_PIPE])
def test_exit_codes_of_an_interrupt_and_a_closed_pipe_are_stable(code: int) -> None:
    program = subprocess.Popen(
        [*PROGRAM, "solve", "--all", SEVERAL], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert program.stdout is not None
    assert len(program.stdout.readline()) == 82
    if code == CLOSED_PIPE:
        program.stdout.close()
    else:
        program.send_signal(signal.SIGINT)
        program.stdout.read()
    assert program.wait(timeout=HANG_GUARD_S) == code
    assert program.stderr is not None
    assert "Traceback" not in program.stderr.read()
    for pipe in (program.stdout, program.stderr):
        pipe.close()


@pytest.mark.parametrize(
    ("given", "lines", "code"),
    [
        (f"{ONE}\n", [FULL], 0),
        (f"# a comment\n\n{ONE}\n", [FULL], 0),
        (f"{ONE}".replace("0", "."), [FULL], 0),
        (f"{NONE}\n", [], 0),
        (f"{CLASH}\n", [], 2),
        ("12345\n", [], 2),
        ("", [], 2),
    ],
)
def test_solve_keeps_the_program_contract(given: str, lines: list[str], code: int) -> None:
    """One grid on stdin, one line of 81 digits per solution, exit code 0."""
    ran = subprocess.run([*PROGRAM, "solve", "-"], input=given, capture_output=True, text=True, check=False)
    assert (ran.stdout.splitlines(), ran.returncode) == (lines, code)
    assert (ran.stderr == "") == (code == 0)
