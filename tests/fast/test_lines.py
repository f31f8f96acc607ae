"""`solve` on files with one grid per line: the fast path and the general path have identical output."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import random
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from demand import skip_or_fail
from naming import names, numbers
from sudoku_rosetta.bulk import Block, NoSolution, stream_solver
from sudoku_rosetta.bulk.stream import BATCH_BYTES, LINE_BYTES, UNPACK_BYTES, _Reader
from sudoku_rosetta.conformance.case import cases
from sudoku_rosetta.formats import Entry
from sudoku_rosetta.grid import Grid
from sudoku_rosetta.runtime.stoppable_thread import StopFlag
from sudoku_rosetta.solvers import fast_c
from sudoku_rosetta.solvers.documents import CStyle
from sudoku_rosetta.solvers.protocol import Buffer, split_batch
from waiting import HANG_GUARD_S

if fast_c.lib is None:
    skip_or_fail("core", "the fast core is not built")

UNIQUE = [case.grid for case in cases() if case.expect == "unique" and (case.placements or 0) < 20_000]
SEVERAL = [case.grid for case in cases() if case.expect == "multiple" and (case.placements or 10**9) < 9_000]
NONE = [case.grid for case in cases() if case.expect == "none" and (case.placements or 10**9) < 9_000]
CLASHES = [case.grid for case in cases() if case.expect == "invalid"]
A, B, C = UNIQUE[:3]
EASY = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
NEWLINE = b"\n"
PRETTY = "\n".join(A[start : start + 9] for start in range(0, 81, 9))

FILES = {
    "lines": "\n".join(UNIQUE) + "\n",
    "no line end after the last grid": f"{A}\n{B}",
    "carriage returns": f"{A}\r\n{B}\r\n{C}\r\n",
    "mixed line ends": f"{A}\r\n{B}\n{C}\r\n{A}\n",
    "comments and blank lines": f"# a list\n\n{A}\n   \n# another\n{B}\n#\n",
    "several solutions and none": "\n".join(SEVERAL + NONE + UNIQUE[:5]),
    "clashes": "\n".join([A, *CLASHES, B, *CLASHES, C]) + "\n",
    "drawings in the middle": f"{A}\n{B}\n\n{PRETTY}\n\n{C}\n",
    "a comment after a grid": f"{A}\n{B}  # easy\n{C}\n",
    "an invalid line": f"{A}\n{A[:-1]}\n{B}\nnothing\n{C}\n",
    "letters": f"{A}\n{'x' * 81}\n{B}\n",
    "a byte order mark": f"\ufeff{A}\n{B}\n",
    "an empty file": "",
    "only a comment": "# nothing here\n",
    "a .sdk section": f"{A}\n[Puzzle]\n{PRETTY}\n[State]\n{PRETTY}\n",
    "a zero byte": f"{A}\n{B}\n\0\n{C}\n",
    "a long line": f"{A}\n{'1' * 5000}\n{B}\n",
    "a lone carriage return in a comment": f"# one\r{A}\n{B}\n",
    "lone carriage returns": f"# one\r{A}\r{B}\r",
    "an extra carriage return": f"# one\r\r\n{A}\n{A[:-1]}\n",
    "a comment of 4,096 characters": f"{A}\n#{'x' * 4095}\r\n{B}\n",
    "a comment of 5,000 characters": f"{A}\n#{'x' * 5000}\n{B}\n",
    "a blank line of 5,000 characters": f"{A}\n{' ' * 5000}\n{B}\n",
    "a zero byte in a comment": f"{A}\n# \0\n{B}\n",
    "a comment with an accent": f"# Grilles de l'été\n{A}\n{A[:-1]}\n",
    "a comment in Latin-1": f"{A}\n# \udce9t\udce9\n{B}\n",
    "other characters for empty cells": f"{A.replace('0', '*')}\n{B.replace('0', '_')}\n{C.replace('0', '.')}\n",
}


def solve(*arguments: str, given: bytes | None = None) -> tuple[bytes, bytes, int]:
    done = subprocess.run(
        [sys.executable, "-m", "sudoku_rosetta", "solve", *arguments],
        input=given,
        capture_output=True,
        timeout=HANG_GUARD_S,
    )
    return done.stdout, done.stderr, done.returncode


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
@pytest.mark.parametrize(
    ("options", "by_file"),
    [
        pytest.param((), True, id="first of a file", marks=pytest.mark.slow),
        pytest.param((), False, id="first of a stream", marks=pytest.mark.slow),
        pytest.param(("--count", "--limit", "3"), True, id="count of a file", marks=pytest.mark.slow),
        pytest.param(("--count", "--limit", "3"), False, id="count of a stream", marks=pytest.mark.slow),
    ],
)
def test_the_fast_path_and_the_general_path_agree(
    text: str, options: tuple[str, ...], by_file: bool, tmp_path: Path
) -> None:
    data = text.encode(errors="surrogateescape")
    (tmp_path / "grids.txt").write_bytes(data)
    operands = (str(tmp_path / "grids.txt"),) if by_file else ()
    given = None if by_file else data
    general = solve(*operands, *options, "--solver", "original-c", given=given)
    assert solve(*operands, *options, given=given) == general


def test_the_fast_path_and_the_general_path_agree_on_all_files_in_one_call(tmp_path: Path) -> None:
    for number, text in enumerate(FILES.values()):
        (tmp_path / f"{number}.txt").write_bytes(text.encode(errors="surrogateescape"))
    files = [str(tmp_path / f"{number}.txt") for number in range(len(FILES))]
    assert solve(*files) == solve(*files, "--solver", "original-c")


class PythonBatches(CStyle):
    """A solver in Python that takes batches."""

    takes_batches = True

    def solve_batch(
        self, grids: Buffer, counts: Buffer, solutions: Buffer | None = None, *, stop: StopFlag | None = None
    ) -> None:
        records = split_batch(grids, len(grids) // len(counts))
        found = [list(self.solutions(Grid(each), limit=2)) for each in records]
        memoryview(counts)[:] = bytes(map(len, found))
        if solutions is not None:
            lines = (str(each[0]) if each else "0" * 81 for each in found)
            memoryview(solutions)[:] = "".join(f"{line}\n" for line in lines).encode()

    def leading_grids(self, records: Buffer, size: int) -> int:
        lines = [bytes(records[at : at + size]) for at in range(0, len(records) // size * size, size)]
        wrong = (at for at, line in enumerate(lines) if not re.fullmatch(rb"[0-9.]{81}\r?\n", line))
        return next(wrong, len(lines))


@pytest.mark.parametrize("count", [False, True], ids=["first", "count"])
def test_any_solver_that_takes_batches_is_streamed(count: bool) -> None:
    lines = f"{A}\n# next\n{B}\r\n{NONE[0]}\n{C}\n{PRETTY}\n".encode()
    with stream_solver(PythonBatches(), count=count) as solve_file:
        block, entry = solve_file(io.BytesIO(lines))
    assert isinstance(block, Block)
    assert block.number == 4
    solved = b"".join(b"." if isinstance(part, NoSolution) else bytes(part) for part in block.parts)  # type: ignore[arg-type]
    expected = [b"1" if count else str(CStyle().solve(Grid(each))).encode() for each in (A, B, C)]
    assert solved.replace(b".", b".\n").split() == [*expected[:2], b".", expected[2]]
    assert NoSolution(4) in block.parts
    assert isinstance(entry, Entry)
    assert entry.grid == Grid(A)


def test_a_comment_with_accents_stays_on_the_fast_path() -> None:
    lines = io.BytesIO(f"# Grilles de l'été\n{A}\n# été\n{B}\n".encode())
    reader = _Reader(lines, fast_c.FastC(), [])
    assert [batch.number for batch in reader.batches() if batch and batch.spans] == [2]
    assert (reader.rest, reader.position.grids, reader.position.lines) == (None, 2, 4)


@pytest.mark.parametrize("packed", [gzip.compress, bz2.compress, lzma.compress])
def test_a_compressed_file_is_read_and_a_damaged_one_is_reported(packed: object, tmp_path: Path) -> None:
    assert callable(packed)
    lines = "".join(f"{grid}\n" for grid in UNIQUE * 20).encode()
    plain, whole, cut = tmp_path / "plain", tmp_path / "whole", tmp_path / "cut"
    plain.write_bytes(lines)
    whole.write_bytes(packed(lines))
    cut.write_bytes(packed(lines)[:-20])
    assert solve(str(whole)) == solve(str(plain))
    out, err, code = solve(str(cut))
    assert code == 2
    assert len(err.splitlines()) == 1
    assert str(cut).encode() in err
    assert solve(str(plain))[0].startswith(out)


@pytest.mark.slow
@pytest.mark.parametrize("packed", [gzip.compress, bz2.compress, lzma.compress])
def test_the_grids_before_the_end_of_a_truncated_file_are_solved(
    packed: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    data = packed(many_grids())
    (tmp_path / "cut").write_bytes(data[: 9 * len(data) // 10])
    file = str(tmp_path / "cut")
    out, err, code = solve(file)
    assert (out, err, code) == solve(file, "--solver", "original-c")
    assert out.count(NEWLINE) > BATCH_BYTES // LINE_BYTES  # a whole batch and part of the next one
    assert names(err.decode(), file, out.count(NEWLINE) + 1)  # the line where it is damaged
    assert err.count(NEWLINE) == 1


@pytest.mark.slow
@pytest.mark.parametrize("packed", [gzip.compress, bz2.compress, lzma.compress])
def test_a_corrupt_file_loses_at_most_one_unpacked_block(
    packed: Callable[[bytes], bytes], tmp_path: Path
) -> None:
    data = bytearray(packed(many_grids()))
    data[9 * len(data) // 10] ^= 0xFF
    (tmp_path / "changed").write_bytes(data)
    out, _, code = solve(str(tmp_path / "changed"))
    general = solve(str(tmp_path / "changed"), "--solver", "original-c")[0]
    assert code == 2
    assert general.startswith(out)
    assert len(out) > max(BATCH_BYTES, len(general) - UNPACK_BYTES)


def many_grids() -> bytes:
    """Grids for several batches. They are all different, so that the compressed file is not too small."""
    rng = random.Random(1)
    digits = [str.maketrans("123456789", "".join(rng.sample("123456789", 9))) for _ in range(15_000)]
    return "".join(f"{EASY.translate(names)}\n" for names in digits).encode()


def test_several_operands_keep_their_order(tmp_path: Path) -> None:
    for name, grid in (("a", A), ("b", B)):
        (tmp_path / name).write_text(grid)
    out, err, code = solve(str(tmp_path / "b"), C, str(tmp_path / "a"), str(tmp_path / "nowhere"))
    expected = [solve(grid)[0] for grid in (B, C, A)]
    assert (out, code) == (b"".join(expected), 2)
    assert b"nowhere" in err


def test_each_answer_is_written_before_the_next_grid_is_read() -> None:
    """Another program may write a grid and wait for the answer before it writes the next."""
    with subprocess.Popen(
        [sys.executable, "-m", "sudoku_rosetta", "solve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as program:
        assert program.stdin is not None
        assert program.stdout is not None
        for grid in (A, B, C):
            program.stdin.write(f"{grid}\n".encode())
            program.stdin.flush()
            assert program.stdout.readline() == solve(grid)[0]
        program.stdin.close()


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc to read the peak memory")
def test_a_file_of_200_megabytes_is_not_loaded_into_memory(tmp_path: Path) -> None:
    times = 200_000_000 // (82 * len(UNIQUE))
    file, solved = tmp_path / "grids.txt", tmp_path / "solved.txt"
    with file.open("w") as grids:
        grids.writelines("".join(f"{grid}\n" for grid in UNIQUE) for _ in range(times))
    code = (
        "import re, sys; from pathlib import Path; from sudoku_rosetta.__main__ import main\n"
        f"main(['solve', {str(file)!r}])\n"
        "status = Path('/proc/self/status').read_text()\n"
        "print(re.search(r'VmHWM:\\s*(\\d+) kB', status)[1], file=sys.stderr)"
    )
    with solved.open("w") as out:
        done = subprocess.run([sys.executable, "-c", code], stdout=out, stderr=subprocess.PIPE, check=True)
    assert solved.stat().st_size == file.stat().st_size
    assert int(done.stderr) * 1024 < file.stat().st_size / 2


def test_an_interrupt_reports_the_number_of_solved_grids() -> None:
    program = subprocess.Popen(
        [sys.executable, "-m", "sudoku_rosetta", "solve"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdin is not None
    assert program.stdout is not None
    for grid in (A, B, C):
        program.stdin.write(f"{grid}\n".encode())
        program.stdin.flush()
        assert len(program.stdout.readline()) == LINE_BYTES
    program.send_signal(2)
    out, err = program.communicate(timeout=HANG_GUARD_S)
    assert (out, err.count(NEWLINE), program.returncode) == (b"", 1, 130)
    assert numbers(err.decode()) in ([2], [3])  # the third answer was written, but may not be counted yet
