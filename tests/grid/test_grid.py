"""What a Grid reads, refuses, shows and promises."""

from __future__ import annotations

import copy
import itertools
import math
import pickle
from array import array
from fractions import Fraction
from html.parser import HTMLParser

import pytest
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
STARRED = "\n".join(["*-----------*", *(f"|{r}|" for r in ROWS), "*-----------*"])
SDK = "#AAuthor\n#DSome day\n[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\nnot read: 5\n"

TEXTS = {
    "a line": LINE,
    "dots": LINE.replace("0", "."),
    "stars": LINE.replace("0", "*"),
    "underscores": LINE.replace("0", "_"),
    "a line with its end": LINE + "\r\n",
    "a line and a comment": LINE + "  # the documents' grid",
    "a line in bytes": LINE.encode(),
    "a bytearray": bytearray(LINE.encode()),
    "a byte order mark": "\ufeff" + LINE,
    "nine rows": "\n".join(ROWS),
    "old Mac ends": "\r".join(ROWS),
    "spaced": "\n".join(" ".join(row) for row in ROWS),
    "tabs": "\n".join("\t".join(row) for row in ROWS),
    "commas": "\n".join(",".join(row) + "," for row in ROWS),
    "semicolons": "\n".join(";".join(row) for row in ROWS),
    "blank lines and comments": "# a\n\n" + "\n\n# b\n".join(ROWS) + "\n\n",
    "frame": GRID.pretty(),
    "frame in bytes": UNICODE.encode(),
    "box drawing": UNICODE,
    "cornered frame": STARRED,
    ".sdk": SDK,
}


@pytest.mark.parametrize("name", TEXTS)
def test_text_in_every_layout_is_read(name: str) -> None:
    assert Grid(TEXTS[name]) == GRID


class Wrapped:
    """Something that only has .tolist(), as arrays have."""

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
    "int-likes": [Index(digit) for digit in FLAT],
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
def test_objects_that_hold_a_grid_are_read(name: str) -> None:
    assert Grid(OBJECTS[name]) == GRID


@pytest.mark.parametrize("dtype", ["int8", "uint64", "float32", "float64", "object", "U1", "S1"])
@pytest.mark.parametrize("shape", [(81,), (9, 9)])
def test_numpy_arrays_are_read(dtype: str, shape: tuple[int, ...]) -> None:
    numpy = pytest.importorskip("numpy")
    matrix = numpy.array(FLAT).astype(dtype).reshape(shape)
    assert Grid(matrix) == Grid(list(matrix)) == Grid(matrix.T.copy().T) == GRID


class Hostile:
    """Raises whatever is asked of it."""

    def __getattr__(self, name: str) -> object:
        raise RuntimeError("two\nlines")

    def __repr__(self) -> str:
        raise RuntimeError("no name")

    def __iter__(self) -> object:
        raise KeyError("no items")


REFUSED = [
    ("", "no cell in it: a grid is one line of 81, or 9 rows of 9"),
    ("# only a comment", "no cell in it"),
    (LINE[:-1], "80 characters, one is missing: "),
    (LINE + "1", "82 characters, one too many: "),
    (LINE[:50], "50 characters, 31 are missing: "),
    (LINE + "\n" + LINE, "2 lines of 81 cells: one grid is expected here"),
    (
        "\n".join([*ROWS[:2], ROWS[2][:8], *ROWS[3:]]),
        "row 3 has 8 cells, one is missing: 80 cells found of 81",
    ),
    ("\n".join([*ROWS[:8], ROWS[8] + "00"]), "row 9 has 11 cells, 2 too many: 83 cells found of 81"),
    ("\n".join(ROWS[:8]), "8 rows, one is missing: 72 cells found of 81"),
    (LINE[:40] + "\n" + LINE[40:], "2 rows, 7 are missing: 81 cells found of 81 (a grid is"),
    (
        LINE.replace("9", "x", 1),
        "bad character 'x' at line 1, column 8: a cell is 1 to 9, or one of 0 . * _ when",
    ),
    ("\n\n  " + LINE.replace("9", "\ud800", 1), r"bad character '\ud800' at line 3, column 10: "),
    ("٣" * 81, r"bad character '\u0663' at line 1, column 1: "),
    (
        LINE.replace("0", "-"),
        "23 characters, 58 are missing: a grid is one line of 81, or 9 rows of 9; - draws a ",
    ),
    ("\n".join(ROWS).replace("0", "-"), "; - draws a border, an empty cell is 0 . * or _"),
    (bytes(81), r"bad character '\x00' at line 1, column 1"),
    (b"\xff" + LINE.encode(), "not text: byte 0xff at offset 0"),
    (None, "the source is None: "),
    (5, "the source is an int: "),
    (math.nan, "the source is a float: "),
    (object(), "the source is an object: "),
    (Grid, "the source is a type: "),
    (dict.fromkeys(range(81), 0), "the source is a dict, which has no rows in order: "),
    ({tuple(row) for row in NESTED}, "the source is a set, which has no rows in order: "),
    ([], "0 cells, 81 are missing: "),
    (FLAT[:-1], "80 cells, one is missing: "),
    (itertools.repeat(0), "more than 81 items in the source: "),
    (itertools.repeat([0]), "more than 81 items in the source: "),
    ([itertools.repeat(0)] * 9, "more than 81 items in row 1: "),
    ([[]] * 9, "row 1 has 0 cells, 9 are missing: 0 cells found of 81"),
    ([*NESTED[:8], NESTED[8][:8]], "row 9 has 8 cells, one is missing: 80 cells found of 81"),
    ([*NESTED[:8], 5], "row 9 is an int: "),
    ([[NESTED]] * 9, "row 1 has 1 cell, 8 are missing"),
    ([[[0]] * 9] * 9, "row 1 column 1 holds a list: "),
    ([0] * 13 + [12] + [0] * 67, "row 2 column 5 holds 12: a cell is 1 to 9, or one of 0 . * _ when empty"),
    ([-1] * 81, "row 1 column 1 holds -1: "),
    ([10**5000] * 81, "row 1 column 1 holds an int: "),
    ([True] * 81, "row 1 column 1 holds True: "),
    ([math.nan] * 81, "row 1 column 1 holds nan: "),
    ([math.inf] * 81, "row 1 column 1 holds inf: "),
    ([5.5] * 81, "row 1 column 1 holds 5.5: "),
    ([Fraction(5)] * 81, "row 1 column 1 holds a Fraction: "),
    (["²"] * 81, r"row 1 column 1 holds '\xb2': "),
    ([Index(12)] * 81, "row 1 column 1 holds 12: "),
    (Hostile(), "a Hostile cannot be read as a grid (RuntimeError): "),
    ([Hostile()] * 81, "a list cannot be read as a grid (RuntimeError): "),
    (Wrapped(5), "the source is an int: "),
]


@pytest.mark.parametrize(("source", "said"), REFUSED, ids=[said[:40] for _, said in REFUSED])
def test_what_is_no_grid_is_refused_in_one_clear_line(source: object, said: str) -> None:
    with pytest.raises(GridError) as caught:
        Grid(source)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert str(caught.value).isascii()
    assert len(str(caught.value)) < 160


def test_an_endless_iterator_is_asked_for_82_items_at_most() -> None:
    counter = itertools.count()
    with pytest.raises(GridError):
        Grid(counter)
    assert next(counter) == 82


CLASHES = [
    ({(2, 1): 5, (2, 6): 5}, "5 twice in row 3: columns 2 and 7"),
    ({(0, 3): 5, (8, 3): 5}, "5 twice in column 4: rows 1 and 9"),
    ({(3, 3): 5, (5, 4): 5}, "5 twice in square 5: row 4 column 4 and row 6 column 5"),
    ({(0, 0): 1, (0, 1): 1}, "1 twice in row 1: columns 1 and 2"),  # and in square 1
    # three cells that meet in one: its row is named before its column, its column before its square
    ({(0, 4): 4, (4, 0): 4, (4, 4): 4}, "4 twice in row 5: columns 1 and 5"),
    ({(0, 4): 4, (3, 3): 4, (4, 4): 4}, "4 twice in column 5: rows 1 and 5"),
    ({(0, 0): 1, (8, 8): 9, (8, 7): 9}, "9 twice in row 9: columns 8 and 9"),
]


@pytest.mark.parametrize(("clues", "said"), CLASHES)
def test_a_clash_names_its_two_cells(clues: dict[tuple[int, int], int], said: str) -> None:
    digits = [clues.get(divmod(cell, 9), 0) for cell in range(81)]
    with pytest.raises(ClashError) as caught:
        Grid(digits)
    clash = caught.value
    assert str(clash) == said
    assert clash.digit == int(said[0])
    assert all(digits[cell] == clash.digit for cell in clash.cells)
    assert clash.cells[0] < clash.cells[1]
    for again in (pickle.loads(pickle.dumps(clash)), copy.copy(clash)):
        assert (type(again), str(again), again.digit, again.cells) == (
            ClashError,
            said,
            clash.digit,
            clash.cells,
        )


def test_a_located_error_keeps_its_kind_and_its_cells() -> None:
    with pytest.raises(ClashError) as caught:
        Grid("11" + "0" * 79)
    located = caught.value.located("here")
    assert str(located) == "here: 1 twice in row 1: columns 1 and 2"
    assert located.cells == (0, 1)


def test_a_grid_is_81_cells_read_by_number_or_by_row_and_column() -> None:
    assert len(GRID) == 81
    assert list(GRID) == FLAT == [GRID[cell] for cell in range(81)]
    assert [[GRID[row, column] for column in range(9)] for row in range(9)] == NESTED
    assert GRID[-1] == GRID[80]
    assert GRID[-1, -3] == GRID[8, 6]
    assert GRID.rows() == tuple(map(tuple, NESTED))
    assert 7 in GRID
    for place in (81, -82, (9, 0), (0, 9)):
        with pytest.raises(IndexError, match="no such cell"):
            GRID[place]
    for junk in ("0", (1, 2, 3), slice(3), 1.0, None):
        with pytest.raises(TypeError, match="a cell is one integer, or a row and a column"):
            GRID[junk]  # type: ignore[index]


def test_nothing_of_a_grid_can_be_changed() -> None:
    for name in ("_digits", "clues", "other"):
        with pytest.raises(AttributeError, match="never changes"):
            setattr(GRID, name, b"")
        with pytest.raises(AttributeError, match="never changes"):
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
        with pytest.raises(ValueError, match="one character"):
            GRID.line(junk)


def test_counts_and_solutions() -> None:
    assert (GRID.clues, FULL.clues, Grid("." * 81).clues) == (23, 81, 0)
    assert FULL.is_full
    assert not GRID.is_full
    assert FULL.solves(FULL)
    assert FULL.solves(Grid("." * 81))
    assert not FULL.solves(GRID)
    assert not GRID.solves(GRID)


def test_with_digit_makes_another_grid() -> None:
    other = GRID.with_digit(1, 6)
    assert (other[1], GRID[1]) == (6, 0)
    assert other.with_digit((0, 1), 0) == GRID
    with pytest.raises(ClashError, match="1 twice in row 1: columns 1 and 2"):
        GRID.with_digit(1, 1)
    with pytest.raises(GridError, match="row 1 column 2 holds 10"):
        GRID.with_digit(1, 10)
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


def test_notebooks_get_a_table_that_stands_alone() -> None:
    html = GRID._repr_html_()
    table = Table()
    table.feed(html)
    assert not table.open
    assert table.counts == {"table": 1, "caption": 1, "tbody": 1, "tr": 9, "td": 81}
    assert "Sudoku grid, 23 of 81 cells filled" in html
    assert "currentColor" in html
    assert "#" not in html.replace("&#", "")  # no colour of its own: dark and light both suit it
