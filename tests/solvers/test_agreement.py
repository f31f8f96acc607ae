"""All solvers agree on any legal grid with few empty cells."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sudoku_rosetta import Grid, Solver, solvers

FULL = "123756489756489123984123765435867291267591834891234657349678512578912346612345978"
HERE = [solver for solver in solvers() if solver.missing() is None]


@st.composite
def legal_grids(draw: st.DrawFn) -> Grid:
    """A full grid with permuted digits and some empty cells, one of which may get a random digit."""
    names = draw(st.permutations("123456789"))
    digits = list(FULL.translate(str.maketrans("123456789", "".join(names))))
    emptied: set[int] = draw(st.sets(st.integers(0, 80), max_size=34))
    for cell in emptied:
        digits[cell] = "0"
    changed: bool = draw(st.booleans())
    if emptied and changed:
        cell, digit = draw(st.sampled_from(sorted(emptied))), draw(st.sampled_from("123456789"))
        try:
            return Grid("".join([*digits[:cell], digit, *digits[cell + 1 :]]))
        except ValueError:
            pass
    return Grid("".join(digits))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])  # a busy machine
@given(legal_grids())
def test_all_solvers_agree_on_any_legal_grid_with_few_empty_cells(grid: Grid) -> None:
    answers = {solver.id: [str(each) for each in _solutions(solver, grid)] for solver in HERE}
    first = answers[HERE[0].id]
    assert all(answer == first for answer in answers.values()), answers
    assert all(Grid(each).solves(grid) for each in first)


def _solutions(solver: Solver, grid: Grid) -> list[Grid]:
    found: list[Grid] = []
    report = solver.search(grid, found.append, watch=True)
    assert report.solutions == len(found)
    assert set(report.counts) == solver.reports
    return found


def test_counts_and_tree_are_only_reported_with_watch() -> None:
    for solver in HERE:
        report = solver.search(Grid(FULL))
        assert (report.solutions, report.complete, dict(report.counts), report.tree) == (1, True, {}, None)
