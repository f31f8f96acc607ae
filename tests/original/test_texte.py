"""The text program of document c, with printf and getchar: `make -C csrc/original texte`.

Every test runs on the plain build and on the build with AddressSanitizer and UBSan.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from naming import names
from waiting import HANG_GUARD_S

ORIGINAL = Path(__file__).resolve().parents[2] / "csrc" / "original"
SkipOrFail = Callable[[str, str], NoReturn]
Program = Callable[..., "subprocess.CompletedProcess[str]"]

GRID_1 = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
SOLVED_1 = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
GRID_1_WITHOUT_78 = GRID_1[:78] + "0" + GRID_1[79:]
GRID_2 = "080107060004000100050609020013000240200000006075000310090805000001000700030402090"
NO_SOLUTION = "123456780" + "000000009" + "0" * 63  # the last cell of the first row has no candidate

PAGES = """\
+-------+-------+-------+
| 1 . . | . . 7 | . 9 . |
| . 3 . | . 2 . | . . 8 |
| . . 9 | 6 . . | 5 . . |
+-------+-------+-------+
| . . 5 | 3 . . | 9 . . |
| . 1 . | . 8 . | . . 2 |
| 6 . . | . . 4 | . . . |
+-------+-------+-------+
| 3 . . | . . . | . 1 . |
| . 4 . | . . . | . . 7 |
| . . 7 | . . . | 3 . . |
+-------+-------+-------+

+-------+-------+-------+
| 1 6 2 | 8 5 7 | 4 9 3 |
| 5 3 4 | 1 2 9 | 6 7 8 |
| 7 8 9 | 6 4 3 | 5 2 1 |
+-------+-------+-------+
| 4 7 5 | 3 1 2 | 9 8 6 |
| 9 1 3 | 5 8 6 | 7 4 2 |
| 6 2 8 | 7 9 4 | 1 3 5 |
+-------+-------+-------+
| 3 5 6 | 4 7 8 | 2 1 9 |
| 2 4 1 | 9 3 5 | 8 6 7 |
| 8 9 7 | 2 6 1 | 3 5 4 |
+-------+-------+-------+

Nombre de solutions : 1
"""


def make(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `make` without the flags of the `make` that runs the tests."""
    outer = {"MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CFLAGS", "LDFLAGS"}
    env = {name: value for name, value in os.environ.items() if name not in outer}
    return subprocess.run(["make", "-C", str(ORIGINAL), *arguments], env=env, capture_output=True, text=True)


@pytest.fixture(scope="session")
def compiler(skip_or_fail: SkipOrFail) -> str:
    for tool in ("make", "cc"):
        if shutil.which(tool) is None:
            skip_or_fail("cc", f"no {tool} on this machine")
    return "cc"


def sanitizers_here(folder: Path) -> bool:
    (folder / "empty.c").write_text("int main(void) { return 0; }\n")
    flags = ["-fsanitize=address,undefined", "-o", str(folder / "empty"), str(folder / "empty.c")]
    return subprocess.run(["cc", *flags], capture_output=True).returncode == 0


@pytest.fixture(scope="session", params=["texte", "sanitize"])
def binary(
    request: pytest.FixtureRequest,
    compiler: str,
    skip_or_fail: SkipOrFail,
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    build = tmp_path_factory.mktemp("build")
    if request.param == "sanitize" and not sanitizers_here(build):
        skip_or_fail("cc", "this compiler comes without AddressSanitizer or UBSan")
    made = make(request.param, f"BUILD={build}")
    assert made.returncode == 0, made.stderr
    return build / ("sudoku-texte" if request.param == "texte" else "sudoku-texte-sanitize")


@pytest.fixture
def program(binary: Path) -> Program:
    def run(*arguments: str, stdin: str | bytes = "") -> subprocess.CompletedProcess[str]:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(
            [str(binary), *arguments], input=data, capture_output=True, timeout=HANG_GUARD_S
        )
        out, err = done.stdout.decode(), done.stderr.decode()
        return subprocess.CompletedProcess(done.args, done.returncode, out, err)

    return run


# ---- the main function of the document ----


@pytest.mark.parametrize("stdin", ["", "\n", "\n\n\n"], ids=["end of file", "one Enter", "three Enters"])
def test_without_a_grid_the_document_s_grid_is_solved_page_by_page(program: Program, stdin: str) -> None:
    done = program(stdin=stdin)
    assert (done.stdout, done.stderr, done.returncode) == (PAGES, "", 0)


def test_dev_null_gives_the_document_s_grid(binary: Path) -> None:
    done = subprocess.run([str(binary)], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert (done.stdout, done.returncode) == (PAGES, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal of POSIX")
def test_at_a_terminal_each_page_waits_for_enter(binary: Path) -> None:
    keyboard, terminal = os.openpty()
    pipe = subprocess.PIPE
    process = subprocess.Popen([str(binary)], stdin=terminal, stdout=pipe, stderr=pipe, text=True)
    assert process.stdout is not None
    assert process.stderr is not None
    grid_lines = PAGES.splitlines(keepends=True)
    assert [process.stdout.readline() for _ in range(14)] == grid_lines[:14]
    assert process.poll() is None
    os.write(keyboard, b"any words\n\n\n")  # each line ends one pause
    rest, prompts = process.communicate(timeout=HANG_GUARD_S)
    assert (rest, process.returncode) == ("".join(grid_lines[14:]), 0)
    assert prompts.strip()
    assert prompts == 3 * prompts[: len(prompts) // 3]
    os.close(keyboard)
    os.close(terminal)


# ---- the program contract ----


@pytest.mark.parametrize("arguments", [["-"], []], ids=["explicit", "detected"])
@pytest.mark.parametrize("grid", [GRID_1, GRID_1.replace("0", ".")], ids=["zeros", "dots"])
def test_a_grid_gives_its_solution_on_one_line(program: Program, arguments: list[str], grid: str) -> None:
    done = program(*arguments, stdin=grid + "\n")
    assert (done.stdout, done.stderr, done.returncode) == (SOLVED_1 + "\n", "", 0)


@pytest.mark.parametrize(
    "around",
    ["{}", "\n\n{}\n", "# grid 1\n{}\n", "{}\r\n", "{}  \n\n", f"#{'-' * 500}\n{{}}\n# the end\n \t\n"],
    ids=["no newline", "blank lines", "comment", "CRLF", "blanks at the end", "long comment"],
)
def test_blank_lines_and_comments_are_ignored(program: Program, around: str) -> None:
    done = program("-", stdin=around.format(GRID_1))
    assert (done.stdout, done.stderr, done.returncode) == (SOLVED_1 + "\n", "", 0)


def test_grid_1_without_cell_78_has_90_solutions_in_lexicographic_order(program: Program) -> None:
    lines = program("-", stdin=GRID_1_WITHOUT_78).stdout.splitlines()
    assert len(lines) == len(set(lines)) == 90
    assert lines == sorted(lines)
    assert SOLVED_1 in lines


def test_grid_2_has_one_solution_that_keeps_its_clues(program: Program) -> None:
    (line,) = program("-", stdin=GRID_2).stdout.splitlines()
    assert all(clue in ("0", digit) for clue, digit in zip(GRID_2, line, strict=True))


def test_no_solution_gives_no_output_and_no_error(program: Program) -> None:
    done = program("-", stdin=NO_SOLUTION)
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)


def test_a_full_grid_is_its_own_solution(program: Program) -> None:
    assert program("-", stdin=SOLVED_1).stdout == SOLVED_1 + "\n"


def test_solutions_are_printed_immediately_and_a_closed_pipe_is_no_error(binary: Path) -> None:
    pipe = subprocess.PIPE
    process = subprocess.Popen([str(binary), "-"], stdin=pipe, stdout=pipe, stderr=pipe)
    assert process.stdin is not None
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdin.write(b"0" * 81)  # the search itself would never end
    process.stdin.close()
    first = process.stdout.readline()
    assert first == b"123456789456789123789123456214365897365897214897214365531642978642978531978531642\n"
    process.stdout.close()
    process.wait(timeout=HANG_GUARD_S)
    assert process.stderr.read() == b""
    process.stderr.close()


BAD: dict[str, tuple[str | bytes, tuple[object, ...]]] = {
    "empty": ("", ()),
    "comments only": ("# nothing\n\n", ()),
    "one character": ("1\n", (1, 1, 81)),  # line 1: 1 character, of 81
    "too short": (GRID_1[:80] + "\n", (1, 80, 81)),
    "too long": ("#\n" + GRID_1 + "0\n", (2, 81)),
    "a letter": (GRID_1[:9] + "x" + GRID_1[10:], (1, 10, "'x'")),  # line 1, column 10
    "an accent": (GRID_1[:9].encode() + "é".encode() + GRID_1[11:].encode(), (1, 10, 195)),
    "a blank first": (" " + GRID_1[1:], (1, 1, 32)),
    "binary": (bytes(range(10)), (1, 9, 81)),
    "huge": (b"\0" * 5_000_000, (1, 81)),
    "two grids": (GRID_1 + "\n" + GRID_2 + "\n", (2,)),
    "row": ("0" * 18 + "050000500" + "0" * 54, (5, 3, 2, 7)),  # 5 twice in row 3: columns 2 and 7
    "column": ("000700000" + "0" * 63 + "000700000", (7, 4, 1, 9)),
    "square": ("0" * 60 + "8" + "0" * 9 + "8" + "0" * 10, (8, 9, 7, 7, 8, 8)),
}


@pytest.mark.parametrize(("stdin", "named"), BAD.values(), ids=list(BAD))
def test_invalid_input_is_one_line_and_exit_code_2(
    program: Program, stdin: str | bytes, named: tuple[object, ...]
) -> None:
    done = program("-", stdin=stdin)
    assert (done.stdout, done.stderr.count("\n"), done.returncode) == ("", 1, 2)
    assert names(done.stderr, "sudoku-texte", *named)


@pytest.mark.parametrize("arguments", [["--help"], [GRID_1], ["-", "-"]], ids=["an option", "a grid", "two"])
def test_any_other_argument_prints_the_usage(program: Program, arguments: list[str]) -> None:
    done = program(*arguments)
    assert (done.stdout, done.returncode) == ("", 2)
    assert names(done.stderr, "sudoku-texte [-]")
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, which behaves like a full disk")
def test_a_full_disk_is_one_line(binary: Path) -> None:
    for stdin in ("", SOLVED_1):
        with Path("/dev/full").open("w") as full:
            done = subprocess.run([str(binary)], input=stdin, stdout=full, stderr=subprocess.PIPE, text=True)
        assert done.returncode == 2
        assert names(done.stderr, "sudoku-texte", os.strerror(errno.ENOSPC))
        assert done.stderr.count("\n") == 1


# ---- the build ----


@pytest.mark.parametrize("cc", ["cc", "gcc", "clang"])
def test_no_compiler_warns(cc: str, compiler: str, tmp_path: Path) -> None:
    if shutil.which(cc) is None:
        pytest.skip(f"no {cc} on this machine")
    made = make("texte", f"BUILD={tmp_path}", f"CC={cc}", "CFLAGS=-std=c11 -O2 -Wall -Wextra -Werror")
    assert made.returncode == 0, made.stderr
    assert "warning" not in made.stderr


def test_make_warns_by_default_and_cleans_up(compiler: str, tmp_path: Path) -> None:
    made = make("texte", f"BUILD={tmp_path / 'build'}")
    assert "-std=c11 -O2 -Wall -Wextra" in made.stdout
    assert (tmp_path / "build" / "sudoku-texte").exists()
    make("clean", f"BUILD={tmp_path / 'build'}")
    assert not (tmp_path / "build").exists()
