"""Formats of puzzle files: the examples of the documentation, and what people make of them."""

from __future__ import annotations

import gzip
import io
import json
import random
import sys
import tomllib
from importlib.resources import files
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from naming import names
from sudoku_rosetta.formats import Entry, read_grids
from sudoku_rosetta.grid import ClashError, Grid

LINE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
DOTS = LINE.replace("0", ".")
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
GRID = Grid(LINE)
ROWS = [LINE[start : start + 9] for start in range(0, 81, 9)]
FORMATS: list[dict[str, Any]] = tomllib.loads(
    files("sudoku_rosetta.formats").joinpath("examples.toml").read_text(encoding="utf-8")
)["format"]


def read(data: str | bytes, **options: Any) -> list[Entry]:
    return list(read_grids(io.BytesIO(data.encode() if isinstance(data, str) else data), **options))


def grids(data: str | bytes, **options: Any) -> list[Grid | None]:
    return [entry.grid for entry in read(data, **options)]


def example(form: dict[str, Any]) -> str:
    text = str(form["text"]).removeprefix("\n")
    return text.replace("LINE", LINE).replace("DOTS", DOTS).replace("FULL", FULL)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: str(form["name_en"]))
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_each_example_of_the_documentation_is_read(form: dict[str, Any], end: str, mark: str) -> None:
    assert grids(mark + example(form).replace("\n", end)) == [GRID] * form["grids"]


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: str(form["name_en"]))
def test_a_compressed_example_is_read(form: dict[str, Any], tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(gzip.compress(example(form).encode()))
    assert [entry.grid for entry in read_grids(tmp_path / "file")] == [GRID] * form["grids"]


SPACED = [" ".join(row) for row in ROWS]
BLANK = [row.replace("0", " ") for row in ROWS]
TEXTS = {
    "quizzes and solutions": f"quizzes,solutions\n{LINE},{FULL}\n",
    "solutions first": f"solution,puzzle\n{FULL},{LINE}\n",
    "solutions first, no names": f"{FULL},{LINE}\n",
    "names that say nothing": f"aaa,bbb\n{FULL},{LINE}\n",
    "semicolons": f"nom;grille;note\nun;{LINE};facile\n",
    "tabs": f"id\tpuzzle\trating\n7\t{DOTS}\t3.2\n",
    "quoted": f'"puzzle","solution"\n"{LINE}","{FULL}"\n',
    "quoted line": f'"{LINE}"\n',
    "single quotes": f"'{LINE}'\n",
    "line of a program": f'    "{DOTS}",\n',
    "81 columns": ",".join(LINE) + "\n",
    "81 columns, empty fields": ",".join(LINE).replace("0", "") + "\n",
    "81 columns and the solution": ",".join(LINE + FULL) + "\n",
    "81 columns with names": ",".join(f"cell{n}" for n in range(81)) + "\n" + ",".join(LINE) + "\n",
    "nine columns": "\n".join(",".join(row) for row in ROWS),
    "nine columns, empty fields": "\n".join(",".join(row).replace("0", "") for row in ROWS),
    "nine columns, trailing delimiter": "\n".join(",".join(row) + "," for row in ROWS),
    "nine columns with tabs": "\n".join("\t".join(row).replace("0", "") for row in ROWS),
    "nine quoted columns": "\n".join(",".join(f'"{cell}"' for cell in row).replace("0", "") for row in ROWS),
    "nine columns with letters above": "A,B,C,D,E,F,G,H,I\n" + "\n".join(map(",".join, ROWS)),
    "pandas": ",0,1,2,3,4,5,6,7,8\n" + "\n".join(f"{n}," + ",".join(row) for n, row in enumerate(ROWS)),
    "pandas without row numbers": "0,1,2,3,4,5,6,7,8\n" + "\n".join(map(",".join, ROWS)),
    "Excel's sep=": f"sep=;\npuzzle;x\n{LINE};1\n",
    "nine groups": " ".join(ROWS) + "\n",
    "a list of 81 in brackets": "[" + ", ".join(LINE) + "]\n",
    "rows of a Python program": "grid = [\n" + "".join(f"    [{', '.join(row)}],\n" for row in ROWS) + "]\n",
    "rows of a Python program with None": "grid = [\n"
    + "".join("  [" + ", ".join("None" if c == "0" else c for c in row) + "],\n" for row in ROWS)
    + "]\n",
    "LeetCode": json.dumps([list(row.replace("0", ".")) for row in ROWS]),
    "Python's quotes": str([list(row.replace("0", ".")) for row in ROWS]),
    "indented JSON": json.dumps([[int(cell) for cell in row] for row in ROWS], indent=2),
    "JSON with -1": json.dumps([[int(cell) or -1 for cell in row] for row in ROWS]),
    "a service's JSON": json.dumps(
        {
            "newboard": {
                "grids": [{"value": [[int(c) for c in row] for row in ROWS], "solution": [[1] * 9] * 9}]
            }
        }
    ),
    "JSON with the solution first": json.dumps({"solution": FULL, "level": "easy", "data": LINE}),
    "JSON with words": json.dumps({"tags": ["a", "b"], "puzzles": [LINE], "names": ["one", "two"]}),
    "dashes with empty rows": "\n".join(["53--7----", *(row.replace("0", "-") for row in ROWS[1:])]),
    "x": LINE.replace("0", "x"),
    "nine lines of x": "\n".join(row.replace("0", "x") for row in ROWS),
    "spaces": "\n".join(BLANK),
    "spaces, removed at the end": "\n".join(row.rstrip() for row in BLANK),
    "wide spaces": "\n".join(" ".join(row) for row in BLANK),
    "bars between all cells": "\n".join("|" + "|".join(row) + "|" for row in BLANK),
    "wide bars": "\n".join("| " + " | ".join(row) + " |" for row in BLANK),
    "box-drawing": "\n".join(
        f"│ {' '.join(row[:3])} │ {' '.join(row[3:6])} │ {' '.join(row[6:])} │" for row in BLANK
    ),
    "a number above": "1\n" + "\n".join(ROWS),
    "a title and a source": "Sudoku of the day\n\n" + "\n".join(SPACED) + "\n\nfrom example.org\n",
    "SudoCue's candidates": "\n".join(
        " ".join(cell if cell != "0" else "u5" if n == 4 else "1259" for n, cell in enumerate(row))
        for row in ROWS
    ),
    "OpenSudoku 1": f'<opensudoku><name>x</name><game data="{LINE}" /></opensudoku>',
    "OpenSudoku, notes": '<opensudoku version="2"><game data="version: 1\n'
    + "".join(f"{cell}|-|{int(cell == '0')}|" for cell in LINE)
    + '"/></opensudoku>',
    "puzzle pack": f"<pack><puzzle>{DOTS}</puzzle><solution>{FULL}</solution></pack>",
    "XML rows": "<sudoku>" + "".join(f"<row>{row}</row>" for row in ROWS) + "</sudoku>",
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_people_write_is_read(name: str) -> None:
    assert [(entry.grid, entry.error) for entry in read(TEXTS[name])] == [(GRID, None)]


@pytest.mark.parametrize("character", "-xX?~")
def test_rows_that_are_empty_are_rows(character: str) -> None:
    rows = ["1........", ".........", *["........."] * 6, "........2"]
    text = "\n".join(rows).replace(".", character)
    assert grids(f"{text}\n\n{text}\n") == [Grid("".join(rows))] * 2


def test_an_empty_row_of_dashes_or_spaces_may_be_the_first() -> None:
    rows = [".........", "1........", *["........."] * 6, "........2"]
    for character in "- ":
        assert grids("\n".join(rows).replace(".", character) + "\n") == [Grid("".join(rows))]


def test_rules_are_not_rows() -> None:
    """A line of dashes between grids whose empty cells are not dashes is a rule."""
    text = "\n---------\n".join("\n".join(ROWS[start : start + 3]) for start in (0, 3, 6))
    assert grids(text) == [GRID]


def test_spaces_at_the_end_of_a_line_may_be_missing() -> None:
    short = LINE[:78].replace("0", " ").rstrip()
    assert grids(f"{short}\n{short}   \n") == [Grid(LINE[:77] + "0000")] * 2


@pytest.mark.parametrize("size", [4, 6, 12, 16, 25])
def test_a_grid_of_another_size_is_named(size: int) -> None:
    letters = "1234567890ABCDEFGHIJKLMNOPQ"[:size]
    rows = [letters[shift:] + letters[:shift] for shift in range(size)]
    wide = [" ".join(str(number + 1) for number in range(size)) for _ in range(size)]
    for text in ("\n".join(rows), "\n".join(" ".join(row) for row in rows), "\n".join(wide)):
        (entry, good) = read(f"{text}\n\n{LINE}\n")
        assert names(str(entry.error), f"{size}x{size}", "9x9"), text
        assert good.grid == GRID
    (entry, good) = read("." * (size * size) + f"\n{LINE}\n")
    assert names(str(entry.error), f"{size}x{size}")


def test_what_a_spreadsheet_has_destroyed_is_named() -> None:
    text = f"quizzes,solutions\n5.3007E+80,5.34679E+80\n{LINE},{FULL}\n"
    rounded, good = read(text)
    assert "5.3007E+80" in str(rounded.error)
    assert good.grid == GRID
    assert "1,00007E+80" in str(read('a;"1,00007E+80";3\n')[0].error)
    lost = "0" * 2 + LINE[2:]
    shorter, good = read(f"puzzle,solution\n{lost[2:]},{FULL}\n{LINE},{FULL}\n")
    assert names(str(shorter.error), 79, 2, "zeros")
    assert good.grid == GRID


def test_the_column_can_be_named_or_numbered() -> None:
    text = f"id,first,second\n1,{LINE},{FULL}\n2,{LINE},{FULL}\n"
    for column, expected in {"first": LINE, "SECOND": FULL, "2": LINE, "3": FULL}.items():
        assert grids(text, column=column) == [Grid(expected)] * 2
    for column in ("third", "4"):
        (entry,) = read(text, column=column)
        assert names(str(entry.error), column, "id, first, second")
    assert names(str(read(text, column="1")[-1].error), 1, "81")
    assert grids(json.dumps({"a": LINE, "b": FULL}), column="b") == [Grid(FULL)]
    assert names(str(read(json.dumps({"a": LINE}), column="b")[0].error), "b")
    assert names(str(read(f"{LINE}\n", column="b")[0].error), "--column")
    assert grids(f"{LINE}\n", column="1") == [GRID]
    assert grids(f'<x><a p="{LINE}" q="{FULL}"/></x>', column="q") == [Grid(FULL)]


def test_strict_reports_what_is_skipped_otherwise() -> None:
    text = f"My grids\n{LINE}\nGrid 02\n" + "\n".join(ROWS) + "\nthe end\n"
    assert grids(text) == [GRID, GRID]
    entries = read(text, strict=True)
    assert [(entry.line, entry.grid is None) for entry in entries] == [
        (1, True),
        (2, False),
        (3, True),
        (4, False),
        (13, True),
    ]
    assert names(str(entries[0].error), "My grids", "--strict")


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: str(form["name_en"]))
def test_strict_accepts_all_formats(form: dict[str, Any]) -> None:
    text = "\n".join(line for line in example(form).split("\n") if not line.startswith("Grid"))
    assert grids(text, strict=True) == [GRID] * form["grids"]


def test_an_invalid_grid_in_a_table_does_not_affect_the_others() -> None:
    clash = "55" + LINE[2:]
    entries = read(f"puzzle,solution\n{LINE},{FULL}\n{clash},{FULL}\n{LINE[1:]}x,{FULL}\n{LINE},{FULL}\n")
    assert [entry.grid for entry in entries] == [GRID, None, None, GRID]
    assert isinstance(entries[1].error, ClashError)
    assert [entry.line for entry in entries] == [2, 3, 4, 5]


def test_a_document_may_be_one_long_line() -> None:
    data = json.dumps([{"puzzle": LINE}] * 200)
    assert len(data) > 4096
    assert grids(data) == [GRID] * 200
    assert grids("<x>" + f'<game data="{LINE}"/>' * 200 + "</x>") == [GRID] * 200


@pytest.mark.parametrize("line", ["[1,", '{"a":', "<x", '"', "---------", "|   |   |   |"])
def test_a_line_that_only_begins_something_is_not_read_again_and_again(line: str) -> None:
    """Each line is read in advance a limited number of times."""
    text = f"{line}\n" * 3000
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        read(text)
    finally:
        sys.setprofile(before)
    assert calls < 3000 * 200


def test_headings_may_be_in_latin_1() -> None:
    assert grids(f"n\xb0;difficult\xe9;grille\n1;\xe0 l'aise;{LINE}\n".encode("latin-1")) == [GRID]


def test_an_unfinished_document_is_one_error_and_the_rest_is_read() -> None:
    first, *rest = read(f'[\n{{"puzzle": "{LINE}"}},\n{{"puzzle": "{LINE}"}},\n')
    assert [entry.grid for entry in (first, *rest)][-2:] == [GRID, GRID]
    *before, last = read(f'<x><game data="{LINE}"/>\n<game data=')
    assert [entry.grid for entry in before] == [GRID]
    assert names(str(last.error), "XML")


def test_a_web_page_and_a_document_type_are_refused() -> None:
    assert names(str(read("<!DOCTYPE html>\n<html><body>x</body></html>")[0].error), "web page")
    bomb = '<!DOCTYPE x [<!ENTITY a "1"><!ENTITY b "&a;&a;">]>\n<x>&b;</x>'
    assert names(str(read(bomb)[0].error), "XML")


WORDS = """"53", {"grid": [1 ]]] }, <x <game data=" </x> ,,,,,,,, ;;;;;;;; --- 3x3:a [Puzzle] 1E+80 | # 'x'"""
PIECES = [
    *(line for form in FORMATS for line in example(form).split("\n")),
    *WORDS.split(" "),
    " " * 9,
    "\t" * 8,
    "|   |   |   |",
    "\0",
    "\ud800",
]


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.sampled_from(PIECES) | st.text(max_size=20), max_size=30).map("\n".join)
    | st.lists(st.sampled_from(PIECES) | st.text(max_size=5), max_size=30).map("".join),
    st.none() | st.sampled_from(["puzzle", "1", "2", "grid", "", "\x1b"]),
    st.booleans(),
)
def test_any_mixture_gives_entries_in_order_and_no_exception(
    text: str, column: str | None, strict: bool
) -> None:
    entries = list(read_grids(io.StringIO(text), column=column, strict=strict))
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert [entry.line for entry in entries] == sorted(entry.line for entry in entries)
    for entry in entries:
        assert (entry.grid is None) == (entry.error is not None)
        if entry.error:
            assert len(str(entry.error).splitlines()) == 1
            assert len(str(entry.error)) < 600


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(FORMATS), st.integers(0, 2**32))
def test_a_damaged_example_gives_entries_and_no_exception(form: dict[str, Any], seed: int) -> None:
    rng = random.Random(seed)
    data = bytearray(example(form).encode())
    for _ in range(rng.randint(1, 6)):
        at = rng.randrange(len(data))
        data[at : at + rng.choice([0, 1, 1, 20])] = bytes(
            rng.choice(b'0159.,;|"\n<>[]{} xE+#-') for _ in range(rng.randint(0, 3))
        )
    assert read(bytes(data))
