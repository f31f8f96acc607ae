"""`tour`: the figures of the documents, and disagreements."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from click.testing import CliRunner
from naming import naming
from sudoku_rosetta.cli import tour
from sudoku_rosetta.cli.exits import Failure
from sudoku_rosetta.grid import Grid
from sudoku_rosetta.solvers import Report, Solver, registry
from sudoku_rosetta.solvers.documents import CStyle, DeductionStyle
from sudoku_rosetta.solvers.protocol import Handler

Run = Callable[..., Any]


class Missing(CStyle):
    id = "not-here"

    def missing(self) -> str | None:
        return "not built: a reason of [many] words, " + "and more words, " * 12


class Liar(CStyle):
    id = "liar"

    def search(
        self, grid: Grid, on_solution: Handler | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        def turned(solution: Grid) -> None:
            if on_solution is not None:
                on_solution(Grid([digit % 9 + 1 for digit in solution]))

        return super().search(grid, turned, limit=limit, watch=watch)


class OtherTree(CStyle):
    id = "other-tree"

    def search(
        self, grid: Grid, on_solution: Handler | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        report = super().search(grid, on_solution, limit=limit, watch=watch)
        return Report(report.solutions, report.complete, report.counts, report.tree and report.tree[::-1])


class Lazy(CStyle):
    id = "lazy"

    def search(
        self, grid: Grid, on_solution: Handler | None = None, *, limit: int | None = None, watch: bool = False
    ) -> Report:
        return Report(
            0, True, {"placements": 0, "tests": 0, "calls": 1} if watch else {}, "0" if watch else None
        )


@contextmanager
def counted_here(grid: Grid, solvers: Sequence[Solver]) -> Iterator[Iterator[Report]]:
    """The reports without a subprocess, which would not know the solvers of a test."""
    yield (solver.search(grid, watch=True) for solver in solvers)


def toured(monkeypatch: pytest.MonkeyPatch, *solvers: Solver) -> tuple[int, str]:
    monkeypatch.setattr(registry, "BUILT_IN", solvers)
    monkeypatch.setattr(tour, "counts_from_subprocess", counted_here)
    result = CliRunner().invoke(tour.command, standalone_mode=False)
    assert result.exception is None
    return result.return_value, result.output


def test_an_error_of_the_subprocess_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "BUILT_IN", (Lazy(),))  # the subprocess does not know it
    result = CliRunner().invoke(tour.command, standalone_mode=False)
    assert isinstance(result.exception, Failure)
    assert re.search(naming("lazy"), str(result.exception))


@pytest.mark.slow
def test_the_whole_tour_in_a_pipe(run: Run) -> None:
    ended = run("tour")
    assert (ended.code, ended.err) == (0, "")
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f]", ended.out)
    for row in (
        r"c-style +1 +18,885 +169,956 +18,884",
        r"scilab-style +1 +18,885 +169,956 +18,884",
        r"pseudocode-style +1 +- +169,956 +18,884",
        r"deduction-style +1 +1,506 +- +1,505\n +by rules: 134 guesses, 177 hidden singles and 1,194 naked",
    ):
        assert re.search(f"^  {row}", ended.out, re.M), row
    (one_tree,) = (part for part in ended.out.split("\n\n") if "digest" in part)
    flowing = " ".join(one_tree.split())
    assert re.search(naming("c-style", "scilab-style", "pseudocode-style", "169,956", "18,884"), flowing)
    assert "deduction-style" not in flowing


def test_an_unavailable_solver_is_shown_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    code, page = toured(monkeypatch, CStyle(), DeductionStyle(), Missing())
    assert code == 0
    assert re.search(r"^  not-here +.*a reason of \[many\] words", page, re.M)
    assert says_that_all_agree(page, 2)
    assert max(map(len, page.splitlines())) <= 80


def says_that_all_agree(page: str, solvers: int) -> bool:
    """Whether a line has this number and no other."""
    return any(re.findall(r"\d+", line) == [str(solvers)] for line in page.splitlines())


@pytest.mark.parametrize(
    ("solver", "named"),
    [
        (Liar(), [["liar"], ["liar", "c-style"]]),  # a wrong solution, and a different one
        pytest.param(
            Lazy(), [["lazy", "c-style"], ["lazy", "c-style"]], marks=pytest.mark.slow
        ),  # different solutions, different tree
        pytest.param(OtherTree(), [["other-tree", "c-style"]], marks=pytest.mark.slow),
    ],
)
def test_a_disagreement_is_reported_with_exit_code_1(
    monkeypatch: pytest.MonkeyPatch, solver: Solver, named: list[list[str]]
) -> None:
    code, page = toured(monkeypatch, CStyle(), solver)
    assert code == 1
    assert not says_that_all_agree(page, 2)
    rows = rf"^  {solver.id} "  # rows of the tables
    said = [line for line in page.splitlines() if solver.id in line and not re.match(rows, line)]
    assert len(said) == len(named)
    for line, names in zip(said, named, strict=True):
        assert [name for name in (solver.id, "c-style") if re.search(naming(name), line)] == names
