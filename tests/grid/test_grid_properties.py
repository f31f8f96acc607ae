"""Property-based tests: any source is a Grid or raises GridError, and the properties of any Grid."""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from sudoku_rosetta.formats import read_grids
from sudoku_rosetta.grid import ClashError, Grid, GridError

# no time limit per example, because the machine may be busy
without_deadline = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
SOLUTION = [(3 * (row % 3) + row // 3 + column) % 9 + 1 for row in range(9) for column in range(9)]


@st.composite
def grids(draw: st.DrawFn) -> Grid:
    """A legal grid with any number of clues: a part of a full grid with permuted digits."""
    names = draw(st.permutations(range(1, 10)))
    kept = draw(st.lists(st.booleans(), min_size=81, max_size=81))
    return Grid([names[digit - 1] if keep else 0 for digit, keep in zip(SOLUTION, kept, strict=True)])


grid_like = st.text(alphabet="0123456789.*_ |+-=\t\n\r,;#[]Puzle─│┼\ufeff\0x", max_size=300)
any_text = st.text(alphabet=st.characters(exclude_categories=()), max_size=200)  # including surrogates
scalars = st.none() | st.booleans() | st.integers() | st.integers(0, 9) | st.floats() | any_text | st.binary()
nested = st.recursive(
    scalars,
    lambda inner: st.lists(inner) | st.tuples(inner, inner) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=100,
)
# with the size of a grid, so that the cells are checked
sized = st.lists(scalars, min_size=81, max_size=81) | st.lists(
    st.lists(scalars, min_size=9, max_size=9) | st.text("0123456789.", min_size=9, max_size=9),
    min_size=9,
    max_size=9,
)
lines_of_81 = st.text("123456789" + "." * 40 + "x", min_size=81, max_size=81)


def outcome(make: Callable[[], Grid]) -> Grid | GridError:
    try:
        return make()
    except GridError as error:
        return error


@without_deadline
@given(grid_like | any_text | lines_of_81 | st.binary() | nested | sized)
@example("-" * 100_000 + "x")
@example("[" + " " * 100_000)
@example("[a" + " " * 100_000)
@example("+" * 100_000 + "." * 100_000)
def test_anything_is_a_grid_or_a_grid_error(source: object) -> None:
    result = outcome(lambda: Grid(source))
    if isinstance(result, Grid):
        assert len(list(result)) == 81
        assert all(0 <= digit <= 9 for digit in result)
    else:
        assert len(str(result).splitlines()) == 1
        assert len(str(result)) < 250


@without_deadline
@given(
    st.binary()
    | grid_like.map(lambda text: text.encode())
    | any_text.map(lambda t: t.encode("utf-8", "ignore"))
)
def test_any_file_gives_entries_and_no_exception(data: bytes) -> None:
    entries = list(read_grids(io.BytesIO(data)))
    assert entries
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    assert [entry.line for entry in entries] == sorted(entry.line for entry in entries)
    for entry in entries:
        assert (entry.grid is None) == (entry.error is not None)


@without_deadline
@given(grids())
def test_every_output_format_of_a_grid_can_be_read(grid: Grid) -> None:
    sources: list[object] = [str(grid), grid.line(), grid.line("*"), grid.pretty(), grid.rows, list(grid)]
    assert all(Grid(source) == grid for source in sources)
    assert all(Grid(text.encode()) == grid for text in (str(grid), grid.pretty()))
    assert eval(repr(grid)) == grid
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(grid, protocol)) == grid


@without_deadline
@given(st.lists(grids(), min_size=1, max_size=4), st.sampled_from(["\n", "\n\n", "\r\n", "\n# next\n"]))
def test_a_file_of_any_grids_can_be_read(expected: list[Grid], between: str) -> None:
    for write in (str, Grid.pretty):
        text = between.join(map(write, expected))
        assert [entry.grid for entry in read_grids(io.BytesIO(text.encode()))] == expected


@without_deadline
@given(grids(), grids())
def test_equality_hash_and_order_agree_with_the_text(one: Grid, other: Grid) -> None:
    assert (one == other) == (str(one) == str(other))
    assert (one < other) == (str(one) < str(other))
    assert (one >= other) == (str(one) >= str(other))
    if one == other:
        assert hash(one) == hash(other)
    assert hash(Grid(str(one))) == hash(one)


@without_deadline
@given(grids(), st.text(min_size=1), st.integers())
def test_no_attribute_of_a_grid_can_be_set(grid: Grid, name: str, value: int) -> None:
    before = str(grid)
    for attribute in (name, "_digits", "clues"):
        with pytest.raises(AttributeError):
            setattr(grid, attribute, value)
    assert str(grid) == before


def naive_clashes(digits: list[int]) -> set[tuple[int, int]]:
    """All pairs of cells with the same digit in one row, column or box, found by comparing all pairs."""
    units = [[(row, column) for column in range(9)] for row in range(9)]
    units += [[(row, column) for row in range(9)] for column in range(9)]
    units += [[(r + i, c + j) for i in range(3) for j in range(3)] for r in (0, 3, 6) for c in (0, 3, 6)]
    pairs = set()
    for unit in units:
        for first in unit:
            for second in unit:
                a, b = 9 * first[0] + first[1], 9 * second[0] + second[1]
                if a < b and digits[a] == digits[b] != 0:
                    pairs.add((a, b))
    return pairs


few_clues = st.dictionaries(st.integers(0, 80), st.integers(1, 9), max_size=12)


@without_deadline
@given(few_clues)
def test_clashes_are_those_of_a_naive_checker(clues: dict[int, int]) -> None:
    digits = [clues.get(cell, 0) for cell in range(81)]
    clashes = naive_clashes(digits)
    clash = outcome(lambda: Grid(digits))
    if isinstance(clash, ClashError):
        assert clash.cells in clashes
        assert clash.digit == digits[clash.cells[0]]
        assert clash.cells[1] == min(second for _, second in clashes)  # the first in row-major order
        assert str(clash.digit) in str(clash)
    else:
        assert isinstance(clash, Grid)
        assert not clashes


@without_deadline
@given(grids(), st.integers(0, 80), st.integers(0, 9))
def test_with_digit_changes_one_cell_or_raises_a_clash_with_it(grid: Grid, cell: int, digit: int) -> None:
    other = outcome(lambda: grid.with_digit(cell, digit))
    if isinstance(other, ClashError):
        assert cell in other.cells
        assert other.digit == digit
    else:
        assert isinstance(other, Grid)
        assert [other[c] for c in range(81)] == [digit if c == cell else grid[c] for c in range(81)]


@without_deadline
@given(grids(), st.permutations(range(1, 10)))
def test_a_full_grid_solves_exactly_the_grids_whose_clues_it_contains(clues: Grid, names: list[int]) -> None:
    full = Grid([names[digit - 1] for digit in SOLUTION])
    assert full.solves(clues) == all(clue in (0, mine) for clue, mine in zip(clues, full, strict=True))
    assert clues.solves(clues) == clues.is_full
