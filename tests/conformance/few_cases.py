"""A few small cases, for tests of the suite: twenty solutions, one, none, a full grid, a clash, a limit."""

from sudoku_rosetta.conformance._reference_walk import walk
from sudoku_rosetta.conformance.case import Case

TWENTY = "123750089000089003984100760400860091200591034091200000300600500000012040002000000"
ONE = "123750089000089003984100760400860091270591034091200000300600500000012040002040908"
NONE = "123750089600089003984100760400860091200591034091200000300600500000012040002000000"
FULL = "123756489756489123984123765435867291267591834891234657349678512578912346612345978"
CLASH = "113756089756089123984123765435867291267591834891234657349678512578912346612345978"


def made(name: str, grid: str, expect: str, limit: int | None = None) -> Case:
    found = walk(grid, limit) if expect != "invalid" else None
    return Case(
        id=name,
        group="few",
        grid=grid,
        expect=expect,  # type: ignore[arg-type]
        why="a test of the suite",
        why_fr="un essai de la suite",
        source="made for the tests",
        tags=("few",),
        count=None if found is None or limit else len(found.solutions),
        limit=limit,
        solutions=found.solutions if found else (),
        placements=found.placements if found and not limit else None,
    )


FEW = (
    made("twenty", TWENTY, "multiple"),
    made("one", ONE, "unique"),
    made("none", NONE, "none"),
    made("full", FULL, "unique"),
    made("clash", CLASH, "invalid"),
    made("three-of-many", "0" * 81, "multiple", limit=3),
)
