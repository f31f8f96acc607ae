"""Files of grids: their layouts, invalid grids in them, and files that are not text."""

from __future__ import annotations

import bz2
import errno
import gzip
import io
import json
import os
import sys
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import BinaryIO, cast

import pytest
from naming import names, numbers
from sudoku_rosetta.formats import Entry, read_grids
from sudoku_rosetta.grid import ClashError, Grid, GridError
from waiting import ended

LINE = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
OTHER = "080107060004000100050609020013000240200000006075000310090805000001000700030402090"
GRIDS = [Grid(LINE), Grid(OTHER), Grid("." * 81)]


def nine_rows(grid: Grid) -> list[str]:
    return ["".join(map(str, row)) for row in grid.rows]


def read(data: str | bytes, name: str | None = None) -> list[Entry]:
    return list(read_grids(io.BytesIO(data.encode() if isinstance(data, str) else data), name))


def with_blank_lines(rows: list[str], size: int) -> str:
    """Join the rows, with a blank line after each group of `size` rows."""
    return "".join(row + "\n" * (2 if number % size == 0 else 1) for number, row in enumerate(rows, 1))


def framed(rows: list[str]) -> str:
    bands = ["\n".join(f"| {row} |" for row in rows[start : start + 3]) for start in range(0, len(rows), 3)]
    return "+---+\n" + "\n+---+\n".join(bands) + "\n+---+\n"


LAYOUTS: dict[str, Callable[[Grid], str]] = {
    "JSON objects": lambda grid: json.dumps({"way": "#1", "grid": grid.line(), "solution": "[x]"}) + "\n",
    "JSON strings": lambda grid: json.dumps(str(grid)) + "\r\n",
    "JSON lists of digits": lambda grid: "  " + json.dumps(list(grid)) + "\n",
    "JSON lists of rows": lambda grid: json.dumps({"grid": grid.rows}) + "\n\n",
    "JSON with null for an empty cell": lambda grid: json.dumps([cell or None for cell in grid]) + "\n",
    "lines": lambda grid: f"{grid}\n",
    "lines with CRLF": lambda grid: f"{grid}\r\n",
    "lines with CR": lambda grid: f"{grid}\r",
    "lines with comments": lambda grid: f"# next\n{grid.line()}  # easy\n\n",
    "rows": lambda grid: "\n".join(nine_rows(grid)) + "\n",
    "rows and blanks": lambda grid: "\n".join(nine_rows(grid)) + "\n\n",
    "rows and comments": lambda grid: "# next\n" + "\n".join(nine_rows(grid)) + "\n",
    "bands": lambda grid: with_blank_lines(nine_rows(grid), 3),
    "bands with wide gaps": lambda grid: with_blank_lines(nine_rows(grid), 3).replace(
        "\n\n", "\n\n# band\n \n\n"
    ),
    "double-spaced": lambda grid: with_blank_lines(nine_rows(grid), 1),
    "frames": lambda grid: grid.pretty() + "\n",
    "frames and blanks": lambda grid: grid.pretty() + "\n\n",
    "a rule after each row": lambda grid: "---\n" + "\n---\n".join(nine_rows(grid)) + "\n---\n",
    ".sdk": lambda grid: "#A me\n[Puzzle]\n" + "\n".join(nine_rows(grid)) + "\n[State]\n" + LINE + "\nx\n",
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_several_grids_of_each_layout_are_read(layout: str, mark: str) -> None:
    entries = read(mark + "".join(map(LAYOUTS[layout], GRIDS)))
    assert [(entry.number, entry.grid, entry.error) for entry in entries] == [
        (number, grid, None) for number, grid in enumerate(GRIDS, 1)
    ]


PAIRS = [(first, second) for first in LAYOUTS for second in LAYOUTS if first != ".sdk" or second == ".sdk"]
"""A section [State] ends only at the next [Puzzle], so only another .sdk grid can follow it."""


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_layouts_may_follow_one_another(first: str, second: str) -> None:
    entries = read(LAYOUTS[first](GRIDS[0]) + LAYOUTS[second](GRIDS[1]))
    assert [entry.grid for entry in entries] == GRIDS[:2]


def test_an_entry_has_the_line_where_its_grid_begins() -> None:
    text = f"# first\n\n{LINE}\n\n" + "\n".join(nine_rows(GRIDS[1])) + f"\n12345\n{LINE} # last"
    assert [(e.number, e.line, e.grid is None) for e in read(text)] == [
        (1, 3, False),
        (2, 5, False),
        (3, 14, True),
        (4, 15, False),
    ]


@pytest.mark.parametrize(
    "layout", [name for name in LAYOUTS if "double" not in name and "each row" not in name]
)
@pytest.mark.parametrize("change", ["a row missing", "a row too many"])
@pytest.mark.parametrize("at", range(9))
def test_an_invalid_grid_does_not_affect_the_others(layout: str, change: str, at: int) -> None:
    rows = nine_rows(GRIDS[0])
    rows[at : at + 1] = [] if change == "a row missing" else [rows[at], rows[at]]
    bad = {
        "bands": with_blank_lines(rows, 3) + "\n",
        "bands with wide gaps": with_blank_lines(rows, 3) + "\n",
        "frames": framed(rows),
        "frames and blanks": framed(rows) + "\n",
        "rows": "\n".join(rows) + "\n\n",
    }.get(layout, "\n".join(rows) + "\n\n" if "rows" in layout else "".join(rows) + "\n")
    if layout == ".sdk":
        bad = "[Puzzle]\n" + "\n".join(rows) + "\n[State]\n"
    write = LAYOUTS[layout]
    entries = read(write(GRIDS[1]) + bad + write(GRIDS[1]) + write(GRIDS[2]))
    assert entries[0].grid == GRIDS[1]
    assert [entry.grid for entry in entries[-2:]] == GRIDS[1:]
    assert any(entry.error for entry in entries[1:-2])


@pytest.mark.parametrize("at", range(9))
def test_a_band_with_a_missing_or_repeated_row_does_not_affect_the_next_grid(at: int) -> None:
    for copies in (0, 2):
        bands = [nine_rows(GRIDS[0])[start : start + 3] for start in (0, 3, 6)]
        bands[at // 3][at % 3 : at % 3 + 1] = [bands[at // 3][at % 3]] * copies
        bad = "\n\n".join("\n".join(band) for band in bands) + "\n\n"
        entries = read(
            bad + with_blank_lines(nine_rows(GRIDS[1]), 3) + with_blank_lines(nine_rows(GRIDS[2]), 3)
        )
        assert [entry.grid for entry in entries] == [None, *GRIDS[1:]]


def test_a_frame_without_its_last_band_does_not_affect_the_next_grid() -> None:
    short = framed(nine_rows(GRIDS[0])[:6])
    for between in ("", "\n", "# next\n"):
        entries = read(short + between + framed(nine_rows(GRIDS[1])) + framed(nine_rows(GRIDS[2])))
        assert [entry.grid for entry in entries] == [None, *GRIDS[1:]]


def test_two_bands_do_not_affect_the_nine_rows_after_them() -> None:
    entries = read(with_blank_lines(nine_rows(GRIDS[0])[:6], 3) + "\n".join(nine_rows(GRIDS[1])))
    assert [(entry.line, entry.grid) for entry in entries] == [(1, None), (9, GRIDS[1])]


def test_each_invalid_line_has_its_own_entry() -> None:
    clash = "11" + "0" * 79
    text = "\n".join(
        [LINE, LINE[:-1], OTHER.replace("7", "x", 1), clash, LINE + "0", "Grid " + LINE[1:], OTHER]
    )
    entries = read(text, "grids.txt")
    assert [entry.grid for entry in entries] == [GRIDS[0], None, None, None, None, None, GRIDS[1]]
    named: list[tuple[object, ...]] = [(80,), ("'x'", 6), (1, 1, 1, 2), (82,), ("'G'", 1)]
    for number, entry, parts in zip(range(2, 7), entries[1:6], named, strict=True):
        assert names(str(entry.error), "grids.txt", number, *parts)
    assert isinstance(entries[3].error, ClashError)
    assert entries[3].error.cells == (0, 1)
    assert numbers(str(read(clash)[0].error)) == [1, 1, 1, 2]  # 1 twice in row 1: columns 1 and 2


@pytest.mark.parametrize("data", ["", "\n\n", "# nothing\n", "\ufeff", "[State]\n" + LINE, "+---+\n"])
def test_a_file_without_a_grid_is_an_error(data: str) -> None:
    (entry,) = read(data)
    assert entry.grid is None
    assert names(str(entry.error), 81, 9, 9)
    assert names(str(read(data, "empty.txt")[0].error), "empty.txt", 81, 9, 9)


NOT_TEXT: list[tuple[bytes, int, tuple[object, ...]]] = [
    (b"\x7fELF\x02\x01\x01\x00\x00", 1, ("0x00", 7)),  # the byte and its offset in the file
    (b"\x89PNG\r\n\x1a\n\x00", 1, ("0x89", 0)),
    ((LINE + "\n").encode() + b"12\x0034", 2, ("0x00", 84)),
    ("[Puzzle]\n".encode("utf-16"), 1, ("0xff", 0)),
    (b"# caf\x83", 1, ("0x83", 5)),
    (b"1" * 5000, 1, (1, "4,096")),  # the line and its maximum length
    (b"\n# " + b"\xc3\xa9" * 5000, 2, (2, "4,096")),
    (b"\n#  " + b"\xc3\xa9" * 5000, 2, (2, "4,096")),
    (b"1" * 5000 + b"\0", 1, (1, "4,096")),
]


@pytest.mark.parametrize(("data", "line", "named"), NOT_TEXT)
def test_a_file_that_is_not_text_ends_with_one_error(
    data: bytes, line: int, named: tuple[object, ...]
) -> None:
    last = read(data)[-1]
    assert (last.line, last.grid) == (line, None)
    assert names(str(last.error), *named)
    assert len(read(data)) == 1 + data.startswith(LINE.encode())


def test_a_line_of_4096_characters_is_read() -> None:
    comment = "#" + "x" * 4095
    assert [entry.grid for entry in read(f"{comment}\n{comment}\r\n{LINE}")] == GRIDS[:1]


def test_a_file_may_be_plain_or_compressed_with_gzip(tmp_path: Path) -> None:
    text = "".join(f"{grid}\n" for grid in GRIDS).encode()
    (tmp_path / "plain.txt").write_bytes(text)
    (tmp_path / "zipped").write_bytes(gzip.compress(text))
    for path in (tmp_path / "plain.txt", tmp_path / "zipped"):
        assert [entry.grid for entry in read_grids(path)] == GRIDS
        assert [entry.grid for entry in read_grids(str(path))] == GRIDS
        reader = read_grids(path)
        next(reader)
        reader.close()


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('{"grid"', ["JSON"]),
        ('{"puzzle": 1}', ["grid"]),
        ('{"grid": 5}', ["int"]),
        ('{"grid": "12"}', [2, 79]),
        ("[1, 2]", [2, 79]),
        ("[" * 4000, ["JSON"]),
    ],
)
def test_an_invalid_line_of_json_does_not_affect_the_others(line: str, named: list[object]) -> None:
    good = json.dumps({"grid": LINE})
    first, bad, last = read(f"{good}\n{line}\n{good}\n")
    assert first.grid == last.grid == Grid(LINE)
    assert (bad.line, bad.grid) == (2, None)
    assert names(str(bad.error), *named)
    assert "\n" not in str(bad.error)


@pytest.mark.parametrize("damage", ["cut", "changed", "checksum"])
def test_a_damaged_gzip_file_ends_with_one_error(damage: str, tmp_path: Path) -> None:
    data = bytearray(gzip.compress("".join(f"{grid}\n" for grid in GRIDS * 50).encode()))
    if damage == "cut":
        del data[-20:]
    else:
        data[-8 if damage == "checksum" else 12] ^= 0xFF
    (tmp_path / "bad.gz").write_bytes(data)
    last = list(read_grids(tmp_path / "bad.gz"))[-1]
    assert last.grid is None
    assert "damaged" in str(last.error)
    assert "\n" not in str(last.error)


def test_a_changed_bzip2_file_is_reported_as_damaged(tmp_path: Path) -> None:
    data = bytearray(bz2.compress("".join(f"{grid}\n" for grid in GRIDS * 50).encode()))
    data[5] ^= 0xFF  # where a block begins
    (tmp_path / "bad.bz2").write_bytes(data)
    (entry,) = read_grids(tmp_path / "bad.bz2")
    assert (entry.line, entry.grid) == (1, None)
    assert names(str(entry.error), "damaged", "Invalid data stream")  # the latter is Python's message


def test_system_errors_are_raised_and_not_reported_as_damage(tmp_path: Path) -> None:
    class Breaks(io.BytesIO):
        def readline(self, size: int | None = -1) -> bytes:
            raise OSError(errno.EIO, "Input/output error")

    with pytest.raises(OSError, match="Input/output error"):
        next(read_grids(Breaks()))
    with (tmp_path / "new").open("wb") as written, pytest.raises(io.UnsupportedOperation):
        next(read_grids(written))


def test_a_missing_file_and_a_directory_raise_oserror(tmp_path: Path) -> None:
    for path in (tmp_path / "missing", tmp_path):
        with pytest.raises(OSError, match=tmp_path.name):
            next(read_grids(path))


def test_text_streams_are_read() -> None:
    assert [entry.grid for entry in read_grids(io.StringIO(f"{LINE}\n{OTHER}"))] == GRIDS[:2]
    undecoded = io.TextIOWrapper(io.BytesIO(b"\xff" * 9), encoding="utf-8")
    for stream in (io.StringIO("\ud800"), undecoded):
        (entry,) = read_grids(stream)
        assert (entry.line, entry.grid) == (1, None)
        assert "not a text" in str(entry.error)


def test_an_entry_is_available_before_the_next_line_is_written() -> None:
    read_end, write_end = os.pipe()
    with os.fdopen(read_end, "rb") as stream, os.fdopen(write_end, "wb", buffering=0) as other_end:
        entries = read_grids(stream)
        for grid in GRIDS:
            other_end.write(f"{grid}\n".encode())
            assert ended(lambda: next(entries)).grid == grid


def test_an_entry_is_frozen() -> None:
    entry = read(LINE)[0]
    with pytest.raises(AttributeError):
        entry.number = 5  # type: ignore[misc]


class Generated(io.RawIOBase):
    """A large stream that is generated while it is read."""

    def __init__(self, piece: bytes, size: int) -> None:
        self.piece, self.left = piece, size

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        view = memoryview(cast(bytearray, buffer))
        count = min(len(view), len(self.piece), self.left)
        view[:count] = self.piece[:count]
        self.left -= count
        return count


def _consume(entries: Iterator[Entry]) -> tuple[int, GridError | None]:
    count, error = 0, None
    for entry in entries:
        count, error = entry.number, entry.error
    return count, error


PIECE = f"{LINE}\n{LINE[1:]}\n".encode() + (b"# " + b"x" * 3900 + b"\n") * 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("piece", "size"),
    [(PIECE, 50_000_000), (b"5" * 8192, 50_000_000), (b"\n" * 8192, 150_000), (b"#" + b"\r" * 4095, 150_000)],
    ids=["grids and comments", "one line", "blank lines", "carriage returns"],
)
def test_memory_use_does_not_grow_with_the_stream(piece: bytes, size: int) -> None:
    stream = cast(BinaryIO, io.BufferedReader(Generated(piece, size)))
    tracemalloc.start()
    try:
        count, error = _consume(read_grids(stream))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 100_000
    assert error is not None
    assert count > 10_000 if piece is PIECE else count == 1


def test_the_number_of_calls_is_proportional_to_the_number_of_lines() -> None:
    """There are fewer than 100 calls per line."""

    def calls(lines: int) -> int:
        number = 0

        def count(frame: FrameType, event: str, argument: object) -> None:
            nonlocal number
            number += event in ("call", "c_call")

        stream = io.BytesIO(f"{LINE}\n".encode() * lines)
        before = sys.getprofile()
        sys.setprofile(count)
        try:
            assert _consume(read_grids(stream)) == (lines, None)
        finally:
            sys.setprofile(before)
        return number

    few, more, most = (calls(lines) for lines in (1000, 2000, 3000))
    assert most - more == more - few
    assert (more - few) / 1000 < 100
