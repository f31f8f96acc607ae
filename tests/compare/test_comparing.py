"""Comparisons that really run, of which structure is asked and no time; and some whose times are drawn."""

from __future__ import annotations

import io
import json
import math
import re
import signal
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from random import Random
from typing import Self

import pytest
from demand import skip_or_fail
from sudoku_rosetta.compare import NothingToCompare, Results, compare, program, set_named, worker
from sudoku_rosetta.compare.crew import Broke, Member
from sudoku_rosetta.compare.entrants import Entrant, Facts, named, registered
from sudoku_rosetta.compare.measure import GENERATIONS, ROUNDS, Measuring
from sudoku_rosetta.grid import Grid
from sudoku_rosetta.solvers import solver_named, solvers

pytestmark = pytest.mark.slow

EASY = set_named("easy")


def of_file(path: Path, *names: str, **terms: float) -> Results:
    solvers = ["deduction-style", *(f"{path}:{name}" for name in names)]
    return compare(solvers, EASY.first(2), budget=3, reference="deduction-style", **terms)  # type: ignore[arg-type]


def test_a_comparison_has_everything_that_its_table_shows(results: Results) -> None:
    ratios = []
    for one in results.solvers:
        assert one.failed is None
        assert one.times is not None
        assert one.work is not None
        assert one.process is not None
        assert one.process.startup > 0
        assert one.ratio is not None
        assert one.ratio.low <= one.ratio.value <= one.ratio.high
        ratios.append(one.ratio.value)
    assert ratios == sorted(ratios)
    reference = results.named("c-style").ratio
    assert reference is not None
    assert reference.low == reference.value == reference.high == 1
    assert results.took.control is not None
    assert results.took.generations >= 2
    assert results.took.rounds == ROUNDS * results.took.generations
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
    assert chain.factors[1].ratio.value > 2  # it is about 90


def _missing(name: str) -> str | None:
    return next(solver.missing() for solver in solvers() if solver.id == name)


# --- on processors that go as the test says -------------------------------------------------------------


class Paced:
    """A member of a crew with drawn times: milliseconds by its entrant, the luck of its process, noise."""

    def __init__(self, entrant: Entrant, grids: Sequence[Grid], limit: int, cap: float) -> None:
        self.facts = Facts(entrant.name, "", "Python", None, ("all",), (), ())
        self.startup = self.startup_wall = 50_000_000
        self.luck = float(entrant.what[0]) * NOISE.lognormvariate(0, 0.003)

    def first(self, puzzle: int) -> int:
        return round(self.luck * 1_000_000)

    def run(self, puzzles: list[int], loops: list[int]) -> dict[str, list[int]]:
        told = [round(self.luck * NOISE.lognormvariate(0, 0.02) * 1_000_000) for _ in puzzles]
        return {"cpu": told, "wall": told, "solutions": [1] * len(puzzles)}

    def look(self, puzzle: int) -> dict[str, object]:
        return {"solutions": 1, "counts": {}, "tree": None, "wrong": None}

    def peak(self) -> int:
        return 0

    def end(self) -> None:
        pass

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass


NOISE = Random()


@pytest.fixture
def paced(monkeypatch: pytest.MonkeyPatch) -> Results:
    """Of four solvers, whose names say how they do."""
    monkeypatch.setattr("sudoku_rosetta.compare.measure.Member", Paced)
    NOISE.seed(1)
    speeds = {"one": "1", "the same": "1", "5% more": "1.05", "twice": "2"}
    entrants = [Entrant(name, "program", (speed,)) for name, speed in speeds.items()]
    return compare(entrants, EASY.first(3), budget=600, reference="one", seed=1)


def test_what_is_slower_is_seen_to_be_and_the_same_is_not(paced: Results) -> None:
    verdicts = {one.name: one.ratio.verdict for one in paced.solvers if one.ratio}
    assert verdicts["the same"] == "not told apart"
    assert verdicts["5% more"] == verdicts["twice"] == "slower"
    twice = paced.named("twice").ratio
    assert twice is not None
    assert twice.low < 2 < twice.high


def test_a_comparison_ends_once_all_intervals_are_tight(paced: Results) -> None:
    assert paced.took.ended_by == "tight intervals"
    assert paced.took.generations == GENERATIONS
    assert paced.took.control is not None
    assert paced.took.control.verdict == "not told apart"


# --- solvers of all kinds of conduct --------------------------------------------------------------------


def test_a_wrong_answer_has_no_figures(solver_file: Path) -> None:
    found = of_file(solver_file, "Wrong", "None_")
    for name in ("mine.py:Wrong", "mine.py:None_"):
        assert found.named(name).failed
        assert found.named(name).times is None
    assert re.search(
        r"\b0 .*\bpuzzle 1\b.*\bdeduction-style .*\b1$", str(found.named("mine.py:None_").failed)
    )


def test_waiting_for_ones_turn_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """While a request is answered a timer runs, which would end the process; while it waits for one, none does."""
    timers = {signal.ITIMER_REAL: 0.0, signal.ITIMER_PROF: 0.0}
    waited = []

    class Requests(list[str]):
        def readline(self) -> str:
            return self.pop(0)

        def __iter__(self) -> Iterator[str]:
            for line in self.copy():
                waited.append(max(timers.values()))
                yield line

    begun = {"entrant": asdict(registered("deduction-style")), "grids": [str(EASY.grids[0])], "limit": 2}
    run = {"do": "run", "seconds": 0.5, "puzzles": [0], "loops": [1]}
    first = {"do": "first", "seconds": 0.5, "puzzle": 0, "cap": 0.05}
    running = []

    def timed(*_: object, **__: object) -> dict[str, object]:
        running.append(timers[signal.ITIMER_REAL])
        return {}

    monkeypatch.setattr(signal, "setitimer", lambda which, seconds: timers.update({which: seconds}))
    monkeypatch.setattr(worker, "quiet", lambda: None)
    monkeypatch.setattr(worker.Worker, "run", timed)
    answers = io.StringIO()
    worker.serve(Requests(map(json.dumps, (begun, run, first, run))), answers)  # type: ignore[arg-type]
    assert len(answers.getvalue().splitlines()) == 4
    assert waited == [0, 0, 0]
    assert all(running)


def test_a_solver_that_does_not_begin_is_broken(solver_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sudoku_rosetta.compare.crew._LOADING", 1.0)
    with pytest.raises(Broke):
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
    assert "0.3 s" in str(found.failed)
    assert found.unfinished == 2


def test_a_solver_that_breaks_does_not_break_the_comparison(solver_file: Path) -> None:
    found = of_file(solver_file, "dies", "raises")
    assert "exit code 3" in str(found.named("mine.py:dies").failed)
    assert "ValueError: no idea" in str(found.named("mine.py:raises").failed)
    assert found.named("deduction-style").times is not None


def test_a_reference_that_cannot_be_measured_ends_it(solver_file: Path) -> None:
    with pytest.raises(NothingToCompare, match=r"mine.py:Wrong"):
        compare(
            ["deduction-style", f"{solver_file}:Wrong"], EASY.first(1), budget=2, reference="mine.py:Wrong"
        )
    with pytest.raises(NothingToCompare, match=r"nobody.*deduction-style"):
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
    assert one.times.mean > 0
