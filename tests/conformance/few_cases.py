"""Six small cases for the tests of the suite: twenty solutions, one, none, a full grid, clashing clues, a limit."""

from sudoku_rosetta.conformance._reference_search import search_row_major
from sudoku_rosetta.conformance.case import Case

TWENTY = "123750089000089003984100760400860091200591034091200000300600500000012040002000000"
ONE = "123750089000089003984100760400860091270591034091200000300600500000012040002040908"
NONE = "123750089600089003984100760400860091200591034091200000300600500000012040002000000"
FULL = "123756489756489123984123765435867291267591834891234657349678512578912346612345978"
CLASH = "113756089756089123984123765435867291267591834891234657349678512578912346612345978"


def make_case(name: str, grid: str, expect: str, limit: int | None = None) -> Case:
    found = search_row_major(grid, limit) if expect != "invalid" else None
    return Case(
        id=name,
        group="few",
        grid=grid,
        expect=expect,  # type: ignore[arg-type]
        why="a test of the suite",
        why_fr="un test de la suite",
        source="made for the tests",
        tags=("few",),
        count=None if found is None or limit else len(found.solutions),
        limit=limit,
        solutions=found.solutions if found else (),
        placements=found.placements if found and not limit else None,
    )


FEW = (
    make_case("twenty", TWENTY, "multiple"),
    make_case("one", ONE, "unique"),
    make_case("none", NONE, "none"),
    make_case("full", FULL, "unique"),
    make_case("clash", CLASH, "invalid"),
    make_case("three-of-many", "0" * 81, "multiple", limit=3),
)
