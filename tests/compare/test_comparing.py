"""Comparisons that really run: short ones, whose verdicts leave wide margins."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from pathlib import Path

import pytest
from demand import skip_or_fail
from sudoku_rosetta.compare import NothingToCompare, Results, compare, program, set_named
from sudoku_rosetta.compare.crew import Broke, Member
from sudoku_rosetta.compare.entrants import Facts, named, registered
from sudoku_rosetta.compare.measure import Measuring
from sudoku_rosetta.grid import Grid
from sudoku_rosetta.solvers import solver_named, solvers

pytestmark = pytest.mark.slow

EASY = set_named("easy")


def of_file(path: Path, *names: str, **terms: float) -> Results:
    solvers = ["deduction-style", *(f"{path}:{name}" for name in names)]
    return compare(solvers, EASY.first(2), budget=3, reference="deduction-style", **terms)  # type: ignore[arg-type]


def test_a_comparison_has_everything_that_its_table_shows(results: Results) -> None:
    assert next(one.name for one in results.solvers) == "deduction-style"
    scilab = results.named("scilab-style")
    assert scilab.failed is None
    assert scilab.times is not None
    assert scilab.ratio is not None
    assert scilab.ratio.low > 5
    assert scilab.work is not None
    assert scilab.process is not None
    assert scilab.process.startup > 10_000_000
    assert results.took.control is not None
    assert results.named("c-style").ratio is not None
    assert len(results.pairs) == 6
    assert all(pair.ratio.value >= 1 for pair in results.pairs)


def test_what_is_counted_is_what_the_solver_reports(results: Results) -> None:
    for one in results.solvers:
        assert one.work is not None
        reports = [
            solver_named(one.name).search(grid, limit=2, watch=True).counts
            for grid in EASY.grids[: one.work.puzzles]
        ]
        for name, count in one.work.counts.items():
            assert count == sum(report[name] for report in reports) / len(reports)


def test_the_difference_is_taken_apart_and_the_factors_multiply_to_the_whole(results: Results) -> None:
    kinds = [[factor.kind for factor in chain.factors] for chain in results.chains]
    assert kinds == [["writing"], ["writing"], ["algorithm"]]
    assert all(chain.one_tree for chain in results.chains)
    for chain in results.chains:
        product = math.prod(factor.ratio.value for factor in chain.factors)
        assert product == pytest.approx(chain.whole.value, rel=1e-9)


def test_the_language_is_a_factor_where_the_c_is_built() -> None:
    if reason := _missing("original-c"):
        skip_or_fail("core", reason)
    found = compare(["c-style", "scilab-style", "original-c"], EASY.first(1), budget=4)
    assert found.asked.reference == "original-c"
    (chain,) = found.chains
    assert [factor.kind for factor in chain.factors] == ["writing", "language"]
    assert math.prod(factor.ratio.value for factor in chain.factors) == pytest.approx(
        chain.whole.value, rel=1e-9
    )
    assert chain.factors[1].ratio.low > 20


def _missing(name: str) -> str | None:
    return next(solver.missing() for solver in solvers() if solver.id == name)


def test_a_solver_that_does_twice_the_work_is_seen_as_slower(solver_file: Path) -> None:
    found = compare(["c-style", f"{solver_file}:Twice"], EASY.first(3), budget=8, reference="c-style", seed=1)
    seen = found.named("mine.py:Twice").ratio
    assert seen is not None
    assert seen.low < 2 < seen.high or seen.value == pytest.approx(2, rel=0.25)


@pytest.mark.slow
def test_5_percent_slower_is_seen_and_another_name_is_not(solver_file: Path) -> None:
    """Needs a machine whose neighbours are not at work: where the control's interval is wide, it says nothing."""
    solvers = ["deduction-style", f"{solver_file}:ALittleMore", "deduction-style"]
    found = compare(solvers, EASY.first(10), budget=100, reference="deduction-style")
    assert found.took.control is not None
    if found.took.control.half > 0.03:
        pytest.skip(f"the machine is too noisy now: the control is {found.took.control}")
    more, again = found.named("mine.py:ALittleMore").ratio, found.named("deduction-style-2").ratio
    assert more is not None
    assert again is not None
    assert more.verdict == "slower"
    assert again.verdict == "not told apart"


def test_a_wrong_answer_has_no_figures(solver_file: Path) -> None:
    found = of_file(solver_file, "Wrong", "None_")
    assert "does not solve" in str(found.named("mine.py:Wrong").failed)
    assert found.named("mine.py:Wrong").times is None
    told = found.named("mine.py:None_").failed
    assert told == "0 solutions of puzzle 1, where deduction-style has 1"


def test_waiting_for_ones_turn_is_not_counted() -> None:
    with Member(registered("deduction-style"), EASY.grids[:1], 2, 0.05) as member:
        member.run([0], [1])
        time.sleep(1.7)  # more than ten caps by the clock, and a second
        assert member.run([0], [1])["solutions"] == [1]


def test_a_solver_that_does_not_begin_is_told_so(solver_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_rosetta.compare.crew._LOADING", 1.0)
    with pytest.raises(Broke, match="it did not begin: no answer to a grid with one empty cell"):
        Member(named(f"{solver_file}:sleeps"), EASY.grids[:1], 2, 1)


@pytest.mark.parametrize("reference", ["one", "all"])
def test_who_gives_the_first_solution_only_agrees_with_who_gives_all(reference: str) -> None:
    every, none = _agreed(reference, {"one": 1, "all": 90}), _agreed(reference, {"one": 0, "all": 90})
    assert every == {"one": None, "all": None}
    assert [name for name, failed in none.items() if failed] == [{"one": "all", "all": "one"}[reference]]


def _agreed(reference: str, solutions: dict[str, int]) -> dict[str, str | None]:
    """What is held against each, where they give so many solutions of a puzzle; `one` gives no more than one."""
    entrants = [program("true"), program("true")]
    entrants = [replace(each, name=name) for each, name in zip(entrants, solutions, strict=True)]
    measuring = Measuring(entrants, EASY, budget=1, cap=1, seed=1, tell=lambda *_: None)
    for standing in measuring.standings:
        can = ("first",) if standing.name == "one" else ("all", "count", "first")
        standing.facts = Facts("", "", "", None, can, (), ())
        standing.solutions = {1: solutions[standing.name]}
    measuring.agree(reference)
    return {standing.name: standing.failed for standing in measuring.standings}


def test_a_solver_that_does_not_end_is_ended(solver_file: Path) -> None:
    found = of_file(solver_file, "endless", cap=0.3).named("mine.py:endless")
    assert found.failed == "no puzzle finished within 0.3 s"
    assert found.unfinished == 2


def test_a_solver_that_breaks_does_not_break_the_comparison(solver_file: Path) -> None:
    found = of_file(solver_file, "dies", "raises")
    assert found.named("mine.py:dies").failed == "its process ended (exit code 3)"
    assert "ValueError: no idea" in str(found.named("mine.py:raises").failed)
    assert found.named("deduction-style").times is not None


def test_a_reference_that_cannot_be_measured_ends_it(solver_file: Path) -> None:
    with pytest.raises(NothingToCompare, match=r"reference, mine.py:Wrong, cannot be measured: wrong answer"):
        compare(
            ["deduction-style", f"{solver_file}:Wrong"], EASY.first(1), budget=2, reference="mine.py:Wrong"
        )
    with pytest.raises(NothingToCompare, match="the reference nobody is not among those"):
        compare(["deduction-style"], EASY.first(1), budget=1, reference="nobody")


def test_a_program_is_weighed_as_a_whole(tmp_path: Path) -> None:
    script = tmp_path / "solver.sh"
    script.write_text("#!/bin/sh\nread grid\ncase $grid in\n")
    with script.open("a") as file:
        for text in [
            *map(str, EASY.grids[:2]),
            "123456789456789123789123456231564897564807231897231564312645978645978312978312645",
        ]:
            answer = solver_named("deduction-style").solve(Grid(text))
            file.write(f"{text}) echo {answer};;\n")
        file.write("esac\n")
    script.chmod(0o755)
    found = compare(["deduction-style", program(str(script))], EASY.first(2), budget=3)
    one = found.named("solver.sh")
    assert one.failed is None
    assert one.kind == "program"
    assert one.times is not None
    assert one.times.mean > 100_000
