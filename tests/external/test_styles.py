"""Small solvers in the styles of pupils: how they are read, and whether they solve.

`styles/styles.toml` says what is expected.

A careless solver is right on grids that follow the rules, and fills a grid with clashing clues.
"""

import tomllib
from contextlib import closing
from pathlib import Path

import pytest
from sudoku_rosetta.external.copy_solver import CopySolver
from sudoku_rosetta.external.errors import SolverError
from sudoku_rosetta.external.reading import Unread
from sudoku_rosetta.external.reading_sentence import sentence_of
from sudoku_rosetta.runtime.limits import Limits
from waiting import HANG_GUARD_S

FOLDER = Path(__file__).with_name("styles")
STYLES = tomllib.loads((FOLDER / "styles.toml").read_text(encoding="utf-8"))
PUZZLES = {
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079": (
        "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
    ),
    "100007090030020008009600500005300900010080002600004000300000010040000007007000300": (
        "162857493534129678789643521475312986913586742628794135356478219241935867897261354"
    ),
}
CLASHING = "034678912672195348198342567859761423426853791713924856961537284287419635345286178"
"""One empty cell; the digit 8 is twice in the last row."""
FAST = (
    "board_in_global checked_first default_position generator in_place_same_list in_place_true leetcode norvig "
    "raises_for_none row_and_column "
    "solved_object_with_board text_returned unread_empty unread_syntax_error wrong_cell_not_emptied"
).split()
NEEDS_TIME_LIMIT = "unread.too_slow"


def _marks(file: str) -> list[pytest.MarkDecorator]:
    known = STYLES[file].get("known")
    marks = [pytest.mark.xfail(reason=known, strict=True)] if known else []
    return marks if Path(file).stem in FAST else [*marks, pytest.mark.slow]


@pytest.mark.parametrize("file", [pytest.param(file, marks=_marks(file), id=file) for file in STYLES])
def test_a_style_is_read_and_judged(file: str) -> None:
    expected = STYLES[file]
    seconds = 5 if expected["verdict"] == NEEDS_TIME_LIMIT else HANG_GUARD_S
    if "numpy" in file:
        pytest.importorskip("numpy")
    with closing(CopySolver(FOLDER / file, name=file, limits=Limits(seconds=seconds))) as solver:
        if "call" not in expected:
            with pytest.raises(Unread) as unread:
                solver.prepare()
            assert unread.value.message.code == expected["verdict"]
            return
        reading = solver.reading
        read = {"call": reading.call, "form": reading.form, "answer": reading.answer}
        assert read == {key: expected.get(key) for key in read}
        assert sentence_of(reading).en != sentence_of(reading).fr
        assert _verdict(solver) == expected["verdict"]


def test_every_file_is_expected() -> None:
    files = {path.relative_to(FOLDER).as_posix() for path in FOLDER.glob("*/*") if path.is_file()}
    assert files == set(STYLES)


def _verdict(solver: CopySolver) -> str:
    if any(_answers(solver, puzzle) != [solution] for puzzle, solution in PUZZLES.items()):
        return "wrong"
    return "careless" if _answers(solver, CLASHING) else "right"


def _answers(solver: CopySolver, grid: str) -> list[str | int]:
    """The complete grids. An error, such as one that says that there is none, is no answer."""
    try:
        return [answer for answer in solver.answers(grid, 1) if "0" not in str(answer)]
    except SolverError:
        return []
