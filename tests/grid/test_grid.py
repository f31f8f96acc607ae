"""The class Grid: accepted and refused sources, errors, and its methods."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
import re
from array import array
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from naming import names, numbers
from sudoku_rosetta.grid import ClashError, Grid, GridError

LINE = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"
ROWS = [LINE[start : start + 9] for start in range(0, 81, 9)]
GRID = Grid(LINE)
FULL = Grid("123456789456789123789123456231564897564897231897231564312645978645978312978312645")

UNICODE = "\n".join(
    ["┏━━━┯━━━┯━━━┓", *(f"┃{r[:3]}│{r[3:6]}│{r[6:]}┃" for r in ROWS[:3]), "┠───┼───┼───┨"]
    + [f"║{r[:3]}│{r[3:6]}│{r[6:]}║" for r in ROWS[3:]]
    + ["╚═══╧═══╧═══╝"]
)
WITH_ASTERISKS = "\n".join(["*-----------*", *(f"|{r}|" for r in ROWS), "*-----------*"])
SDK = "#AAuthor\n#DSome day\n[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\nnot read: 5\n"

TEXTS = {
    "a line": LINE,
    "dots": LINE.replace("0", "."),
    "stars": LINE.replace("0", "*"),
    "underscores": LINE.replace("0", "_"),
    "a line with its line end": LINE + "\r\n",
    "a line and a comment": LINE + "  # the documents' grid",
    "a line in bytes": LINE.encode(),
    "a bytearray": bytearray(LINE.encode()),
    "a byte order mark": "\ufeff" + LINE,
    "nine rows": "\n".join(ROWS),
    "CR line ends": "\r".join(ROWS),
    "spaced": "\n".join(" ".join(row) for row in ROWS),
    "tabs": "\n".join("\t".join(row) for row in ROWS),
    "commas": "\n".join(",".join(row) + "," for row in ROWS),
    "semicolons": "\n".join(";".join(row) for row in ROWS),
    "blank lines and comments": "# a\n\n" + "\n\n# b\n".join(ROWS) + "\n\n",
    "frame": GRID.pretty(),
    "frame in bytes": UNICODE.encode(),
    "box drawing": UNICODE,
    "frame with asterisks at the corners": WITH_ASTERISKS,
    ".sdk": SDK,
}


@pytest.mark.parametrize("name", TEXTS)
def test_text_in_every_layout_is_read(name: str) -> None:
    assert Grid(TEXTS[name]) == GRID


class Wrapped:
    """An object whose only method is tolist(), like that of an array."""

    def __init__(self, value: object) -> None:
        self.value = value

    def tolist(self) -> object:
        return self.value


class Index:
    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


FLAT = [int(c) for c in LINE]
NESTED = [[int(c) for c in row] for row in ROWS]
OBJECTS = {
    "a grid": GRID,
    "81 ints": FLAT,
    "a tuple": tuple(FLAT),
    "a generator": (digit for digit in FLAT),
    "characters": list(LINE),
    "None for empty": [digit or None for digit in FLAT],
    "'' for empty": [str(digit) if digit else "" for digit in FLAT],
    "dots for empty": [digit or "." for digit in FLAT],
    "objects with __index__": [Index(digit) for digit in FLAT],
    "integral floats": [float(digit) for digit in FLAT],
    "rows": NESTED,
    "rows that are iterators": iter([iter(row) for row in NESTED]),
    "rows of text": ROWS,
    "rows of bytes": [row.encode() for row in ROWS],
    "lines of a file": [line + "\n" for line in GRID.pretty().splitlines()],
    "mixed rows": [*ROWS[:4], *NESTED[4:]],
    "array.array": array("b", FLAT),
    "flat .tolist()": Wrapped(FLAT),
    "nested .tolist()": Wrapped(NESTED),
    "rows with .tolist()": [Wrapped(row) for row in NESTED],
    "scalars with .tolist()": [Wrapped(digit) for digit in FLAT],
}


@pytest.mark.parametrize("name", OBJECTS)
def test_objects_that_contain_a_grid_are_read(name: str) -> None:
    assert Grid(OBJECTS[name]) == GRID


@pytest.mark.parametrize("dtype", ["int8", "uint64", "float32", "float64", "object", "U1", "S1"])
@pytest.mark.parametrize("shape", [(81,), (9, 9)])
def test_numpy_arrays_are_read(dtype: str, shape: tuple[int, ...]) -> None:
    numpy = pytest.importorskip("numpy")
    matrix = numpy.array(FLAT).astype(dtype).reshape(shape)
    assert Grid(matrix) == Grid(list(matrix)) == Grid(matrix.T.copy().T) == GRID


class Hostile:
    """An object whose methods all raise."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError("two\nlines")

    def __repr__(self) -> str:
        raise RuntimeError("no name")

    def __iter__(self) -> object:
        raise KeyError("no items")


GRID_LAYOUT, CELL_CHARACTERS = (81, 9, 9), (1, 9, "0 . * _")
"""What an error message names as expected: the layout of a grid, the characters of a cell."""

REFUSED: list[tuple[object, tuple[object, ...]]] = [
    ("", GRID_LAYOUT),
    ("# only a comment", GRID_LAYOUT),
    (LINE[:-1], (80, *GRID_LAYOUT)),
    (LINE + "1", (82, *GRID_LAYOUT)),
    (LINE[:50], (50, 31, *GRID_LAYOUT)),
    (LINE + "\n" + LINE, (2, 81)),
    ("\n".join([*ROWS[:2], ROWS[2][:8], *ROWS[3:]]), (3, 8, 80, *GRID_LAYOUT)),
    ("\n".join([*ROWS[:8], ROWS[8] + "00"]), (9, 11, 2, 83, *GRID_LAYOUT)),
    ("\n".join(ROWS[:8]), (8, 72, *GRID_LAYOUT)),
    (LINE[:40] + "\n" + LINE[40:], (2, 7, 81, *GRID_LAYOUT)),
    (LINE.replace("9", "x", 1), ("'x'", 1, 8, *CELL_CHARACTERS)),
    ("\n\n  " + LINE.replace("9", "\ud800", 1), (r"'\ud800'", 3, 10, *CELL_CHARACTERS)),
    ("٣" * 81, (r"'\u0663'", 1, 1, *CELL_CHARACTERS)),
    (LINE.replace("0", "-"), (23, 58, *GRID_LAYOUT, "-", "0 . *", "_")),
    ("\n".join(ROWS).replace("0", "-"), (1, 3, 6, 23, *GRID_LAYOUT, "-", "0 . *", "_")),
    (bytes(81), (r"'\x00'", 1, 1, *CELL_CHARACTERS)),
    (b"\xff" + LINE.encode(), ("0xff", 0)),
    (None, ("None", *GRID_LAYOUT)),
    (5, ("int", *GRID_LAYOUT)),
    (math.nan, ("float", *GRID_LAYOUT)),
    (object(), ("object", *GRID_LAYOUT)),
    (Grid, ("type", *GRID_LAYOUT)),
    (dict.fromkeys(range(81), 0), ("dict", *GRID_LAYOUT)),
    ({tuple(row) for row in NESTED}, ("set", *GRID_LAYOUT)),
    ([], (0, 81, *GRID_LAYOUT)),
    (FLAT[:-1], (80, *GRID_LAYOUT)),
    (itertools.repeat(0), (81, *GRID_LAYOUT)),
    (itertools.repeat([0]), (81, *GRID_LAYOUT)),
    ([itertools.repeat(0)] * 9, (81, 1, *GRID_LAYOUT)),
    ([[]] * 9, (1, 0, 9, 0, *GRID_LAYOUT)),
    ([*NESTED[:8], NESTED[8][:8]], (9, 8, 80, *GRID_LAYOUT)),
    ([*NESTED[:8], 5], (9, "int", *GRID_LAYOUT)),
    ([[NESTED]] * 9, (1, 1, 8, 9, *GRID_LAYOUT)),
    ([[[0]] * 9] * 9, (1, 1, "list", *CELL_CHARACTERS)),
    ([0] * 13 + [12] + [0] * 67, (2, 5, 12, *CELL_CHARACTERS)),
    ([-1] * 81, (1, 1, "-1", *CELL_CHARACTERS)),
    ([10**5000] * 81, (1, 1, "int", *CELL_CHARACTERS)),
    ([True] * 81, (1, 1, "True", *CELL_CHARACTERS)),
    ([math.nan] * 81, (1, 1, "nan", *CELL_CHARACTERS)),
    ([math.inf] * 81, (1, 1, "inf", *CELL_CHARACTERS)),
    ([5.5] * 81, (1, 1, "5.5", *CELL_CHARACTERS)),
    ([Fraction(5)] * 81, (1, 1, "Fraction", *CELL_CHARACTERS)),
    (["²"] * 81, (1, 1, r"'\xb2'", *CELL_CHARACTERS)),
    ([Index(12)] * 81, (1, 1, 12, *CELL_CHARACTERS)),
    (Hostile(), ("Hostile", "RuntimeError", *GRID_LAYOUT)),
    ([Hostile()] * 81, ("list", "RuntimeError", *GRID_LAYOUT)),
    (Wrapped(5), ("int", *GRID_LAYOUT)),
]
"""Invalid sources, and what the error message must name: the number found, the position, the invalid value."""


@pytest.mark.parametrize(
    ("source", "named"), REFUSED, ids=["-".join(map(str, named[:4])) for _, named in REFUSED]
)
def test_an_invalid_source_is_refused_with_one_line(source: object, named: tuple[object, ...]) -> None:
    with pytest.raises(GridError) as caught:
        Grid(source)
    assert names(str(caught.value), *named)
    assert "\n" not in str(caught.value)
    assert str(caught.value).isascii()
    assert len(str(caught.value)) < 160


def test_at_most_82_items_of_an_infinite_iterator_are_read() -> None:
    counter = itertools.count()
    with pytest.raises(GridError):
        Grid(counter)
    assert next(counter) == 82


CLASHES = [
    ({(2, 1): 5, (2, 6): 5}, [5, 3, 2, 7]),  # in row 3: columns 2 and 7
    ({(0, 3): 5, (8, 3): 5}, [5, 4, 1, 9]),  # in column 4: rows 1 and 9
    ({(3, 3): 5, (5, 4): 5}, [5, 5, 4, 4, 6, 5]),  # in box 5: row 4 column 4 and row 6 column 5
    ({(0, 0): 1, (0, 1): 1}, [1, 1, 1, 2]),  # in row 1, although also in box 1
    # a cell with two clashes: the row is named before the column, the column before the box
    ({(0, 4): 4, (4, 0): 4, (4, 4): 4}, [4, 5, 1, 5]),
    ({(0, 4): 4, (3, 3): 4, (4, 4): 4}, [4, 5, 1, 5]),
    ({(0, 0): 1, (8, 8): 9, (8, 7): 9}, [9, 9, 8, 9]),
]
"""Clues, and the numbers in the message: the digit, the unit, and the positions of the two cells in it."""


@pytest.mark.parametrize(("clues", "expected"), CLASHES)
def test_a_clash_names_its_two_cells(clues: dict[tuple[int, int], int], expected: list[int]) -> None:
    digits = [clues.get(divmod(cell, 9), 0) for cell in range(81)]
    with pytest.raises(ClashError) as caught:
        Grid(digits)
    clash = caught.value
    assert numbers(str(clash)) == expected
    assert clash.digit == expected[0]
    assert all(digits[cell] == clash.digit for cell in clash.cells)
    assert clash.cells[0] < clash.cells[1]
    for again in (pickle.loads(pickle.dumps(clash)), copy.copy(clash)):
        assert type(again) is ClashError
        assert str(again) == str(clash)
        assert vars(again) == vars(clash)


def test_the_unit_of_a_clash_is_the_first_that_its_cells_share() -> None:
    """Three clashes of the same digit, in a row, a column and a box."""
    messages = set()
    for clues in ([(4, 0), (4, 4)], [(0, 4), (4, 4)], [(3, 3), (4, 4)]):
        with pytest.raises(ClashError) as caught:
            Grid([4 if divmod(cell, 9) in clues else 0 for cell in range(81)])
        messages.add(re.sub(r"\d", "", str(caught.value)))
    assert len(messages) == 3


def test_a_located_error_keeps_its_class_cells_and_code() -> None:
    with pytest.raises(ClashError) as caught:
        Grid("11" + "0" * 79)
    located = caught.value.located("here")
    assert str(located) == f"here: {caught.value}"
    assert (located.digit, located.cells) == (1, (0, 1))
    assert (located.code, located.arguments) == (caught.value.code, caught.value.arguments)


def test_numpy_converts_a_grid_to_an_array_of_9_by_9() -> None:
    numpy = pytest.importorskip("numpy")
    array = numpy.array(GRID)
    assert array.tolist() == NESTED
    assert numpy.asarray(GRID, dtype="uint8").dtype == numpy.uint8
    assert numpy.array([GRID, GRID]).shape == (2, 9, 9)
    assert Grid(array) == GRID
    array[0, 0] = 9
    assert list(GRID) == FLAT
    if int(numpy.__version__.partition(".")[0]) >= 2:
        with pytest.raises(ValueError, match="copied"):
            numpy.array(GRID, copy=False)


def test_cells_are_read_by_number_or_by_row_and_column() -> None:
    assert len(GRID) == 81
    assert list(GRID) == FLAT == [GRID[cell] for cell in range(81)]
    assert [[GRID[row, column] for column in range(9)] for row in range(9)] == NESTED
    assert GRID[-1] == GRID[80]
    assert GRID[-1, -3] == GRID[8, 6]
    assert GRID.rows == tuple(map(tuple, NESTED))
    assert 7 in GRID
    for place in (81, -82, (9, 0), (0, 9)):
        with pytest.raises(IndexError) as caught:
            GRID[place]
        assert numbers(str(caught.value)) == [0, 80, 0, 8]  # the valid cells, rows and columns
    for junk in ("0", (1, 2, 3), slice(3), 1.0, None):
        with pytest.raises(TypeError):
            GRID[junk]  # type: ignore[index]


def test_a_grid_is_immutable() -> None:
    for name in ("_digits", "clues", "other"):
        with pytest.raises(AttributeError, match="with_digit"):  # the method to use instead
            setattr(GRID, name, b"")
        with pytest.raises(AttributeError, match="with_digit"):
            delattr(GRID, name)
    with pytest.raises(TypeError):
        GRID[0] = 5  # type: ignore[index]
    assert not hasattr(GRID, "__dict__")
    assert str(GRID) == LINE


def test_grids_are_equal_hashed_and_ordered_by_their_digits() -> None:
    same = Grid(GRID.pretty())
    assert same == GRID
    assert hash(same) == hash(GRID)
    assert {same, GRID} == {GRID}
    assert GRID != LINE
    assert sorted([FULL, GRID, Grid("0" * 81)]) == [Grid("0" * 81), GRID, FULL]
    assert GRID <= same < FULL
    with pytest.raises(TypeError):
        assert GRID < LINE


def test_texts_of_a_grid() -> None:
    assert str(GRID) == LINE
    assert repr(GRID) == f"Grid('{LINE}')"
    assert GRID.line() == LINE.replace("0", ".")
    assert GRID.line(empty="_") == LINE.replace("0", "_")
    assert GRID.pretty().splitlines()[:5] == [
        "+-------+-------+-------+",
        "| 1 . . | . . 7 | . 9 . |",
        "| . 3 . | . 2 . | . . 8 |",
        "| . . 9 | 6 . . | 5 . . |",
        "+-------+-------+-------+",
    ]
    assert len(GRID.pretty().splitlines()) == 13
    for junk in ("", "..", "5"):
        with pytest.raises(ValueError, match="character"):
            GRID.line(junk)


def test_counts_and_solutions() -> None:
    assert (GRID.clues, FULL.clues, Grid("." * 81).clues) == (23, 81, 0)
    assert FULL.is_full
    assert not GRID.is_full
    assert FULL.solves(FULL)
    assert FULL.solves(Grid("." * 81))
    assert not FULL.solves(GRID)
    assert not GRID.solves(GRID)


def test_with_digit_returns_a_changed_copy() -> None:
    other = GRID.with_digit(1, 6)
    assert (other[1], GRID[1]) == (6, 0)
    assert other.with_digit((0, 1), 0) == GRID
    with pytest.raises(ClashError) as clash:
        GRID.with_digit(1, 1)
    assert (clash.value.digit, clash.value.cells) == (1, (0, 1))
    with pytest.raises(GridError) as refused:
        GRID.with_digit(1, 10)
    assert names(str(refused.value), 1, 2, 10)  # row 1, column 2
    with pytest.raises(IndexError):
        GRID.with_digit(81, 1)


class Table(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.counts: dict[str, int] = {}

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.counts[tag] = self.counts.get(tag, 0) + 1

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_html_table_is_complete_and_has_no_colours() -> None:
    html = GRID._repr_html_()
    table = Table()
    table.feed(html)
    assert not table.open
    assert table.counts == {"table": 1, "caption": 1, "tbody": 1, "tr": 9, "td": 81}
    assert numbers(re.sub(r"(?s).*<caption.*?>(.*)</caption>.*", r"\1", html)) == [23, 81]
    assert "currentColor" in html
    assert "#" not in html.replace("&#", "")  # no colour, so that it suits light and dark themes
