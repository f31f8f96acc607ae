"""Real comparisons, without assertions on times, and comparisons with simulated times."""

from __future__ import annotations

import math
import re
import signal
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Self

import pytest
from demand import skip_or_fail
from naming import naming
from sudoku_rosetta.compare import NothingToCompare, Results, _program_run, compare, load_set
from sudoku_rosetta.compare._measure import MAX_ROUNDS, Measurement
from sudoku_rosetta.compare._timing import SolverFailed, TimedWorker
from sudoku_rosetta.compare._timing_service import TimingService
from sudoku_rosetta.external.spec import SolverSpec, parse, registered
from sudoku_rosetta.grid import Grid
from sudoku_rosetta.solvers import solver_named, solvers
from sudoku_rosetta.solvers.protocol import Declared
from waiting import HANG_GUARD_S, alive, until

pytestmark = pytest.mark.slow

EASY = load_set("easy")


def compare_file(path: Path, *names: str, **terms: float) -> Results:
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
    reference = results.solver("c-style").ratio
    assert reference is not None
    assert reference.low == reference.value == reference.high == 1
    assert results.run.control is not None
    assert results.run.generations >= 2
    assert results.run.rounds == results.run.generations
    assert len(results.pairs) == 6
    assert all(pair.ratio.value >= 1 for pair in results.pairs)


def test_counts_are_those_that_the_solver_reports(results: Results) -> None:
    for one in results.solvers:
        assert one.work is not None
        reports = [
            solver_named(one.name).search(grid, limit=2, watch=True).counts
            for grid in EASY.grids[: one.work.puzzles]
        ]
        for name, count in one.work.counts.items():
            assert count == sum(report[name] for report in reports) / len(reports)


def test_the_factors_of_a_chain_multiply_to_its_ratio(results: Results) -> None:
    kinds = [[factor.kind for factor in chain.factors] for chain in results.chains]
    assert kinds == [["implementation"], ["implementation"], ["algorithm"]]
    assert all(chain.same_tree for chain in results.chains)
    for chain in results.chains:
        product = math.prod(factor.ratio.value for factor in chain.factors)
        assert product == pytest.approx(chain.ratio.value, rel=1e-9)


def test_the_language_is_a_factor_if_the_c_is_built() -> None:
    if reason := _missing("original-c"):
        skip_or_fail("core", reason)
    found = compare(["c-style", "scilab-style", "original-c"], EASY.first(1), budget=4)
    assert found.settings.reference == "original-c"
    (chain,) = found.chains
    assert [factor.kind for factor in chain.factors] == ["implementation", "language"]
    assert math.prod(factor.ratio.value for factor in chain.factors) == pytest.approx(
        chain.ratio.value, rel=1e-9
    )
    assert chain.factors[1].ratio.value > 2  # the measured ratio is about 90


def _missing(name: str) -> str | None:
    return next(solver.declared().missing for solver in solvers() if solver.id == name)


# --- simulated times ------------------------------------------------------------------------------------


class SimulatedWorker:
    """A worker with random times: the milliseconds in its spec, multiplied by a factor per process and by noise."""

    def __init__(self, spec: SolverSpec, grids: Sequence[Grid], limit: int, cap: float, *_: float) -> None:
        self.declared = Declared(spec.name, "", "", "Python", None, ("all",))
        self.startup = self.startup_wall = 50_000_000
        self.pace = float(spec.target[0]) * NOISE.lognormvariate(0, 0.003)

    def time_once(self, puzzle: int) -> int:
        return round(self.pace * 1_000_000)

    def time_loops(self, puzzles: list[int], loops: list[int]) -> dict[str, list[int]]:
        times = [round(self.pace * NOISE.lognormvariate(0, 0.02) * 1_000_000) for _ in puzzles]
        return {"cpu": times, "wall": times, "solutions": [1] * len(puzzles)}

    def observe(self, puzzle: int) -> dict[str, object]:
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
def simulated(monkeypatch: pytest.MonkeyPatch) -> Results:
    """A comparison of four simulated solvers."""
    monkeypatch.setattr("sudoku_rosetta.compare._measure.TimedWorker", SimulatedWorker)
    NOISE.seed(1)
    speeds = {"one": "1", "the same": "1", "5% more": "1.05", "twice": "2"}
    specs = [SolverSpec(name, "program", (speed,)) for name, speed in speeds.items()]
    return compare(specs, EASY.first(3), budget=600, reference="one", seed=1)


def test_a_slower_solver_is_detected_and_an_equal_one_is_not(simulated: Results) -> None:
    verdicts = {one.name: one.ratio.verdict for one in simulated.solvers if one.ratio}
    assert verdicts["the same"] == "not significant"
    assert verdicts["5% more"] == verdicts["twice"] == "slower"
    twice = simulated.solver("twice").ratio
    assert twice is not None
    assert twice.low < 2 < twice.high


def test_a_comparison_with_time_left_ends_after_the_maximum_of_rounds(simulated: Results) -> None:
    assert simulated.run.ended_by == "rounds"
    assert simulated.run.rounds == MAX_ROUNDS
    assert simulated.run.control is not None
    assert simulated.run.control.verdict == "not significant"


# --- broken solvers -------------------------------------------------------------------------------------


def test_a_solver_with_a_wrong_answer_is_not_measured(solver_file: Path) -> None:
    found = compare_file(solver_file, "Wrong", "None_")
    for name in ("mine.py:Wrong", "mine.py:None_"):
        assert found.solver(name).failed
        assert found.solver(name).times is None
    assert re.search(
        r"\b0 .*\bpuzzle 1\b.*\bdeduction-style .*\b1$", str(found.solver("mine.py:None_").failed)
    )


def test_waiting_for_a_request_is_not_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The timer that enforces the cap is set during a calibration run only."""
    timers = {signal.ITIMER_PROF: 0.0}
    running = []
    monkeypatch.setattr(signal, "setitimer", lambda which, seconds: timers.update({which: seconds}))
    service = TimingService(registered("deduction-style").to_json(), [str(EASY.grids[0])], 2)
    service.load()
    solver = service._solver._solver  # type: ignore[attr-defined]
    search = solver.search

    def recording(*given: object, **terms: object) -> object:
        running.append(dict(timers))
        return search(*given, **terms)

    monkeypatch.setattr(solver, "search", recording)
    service.time_once(0, 0.05)
    assert running == [{signal.ITIMER_PROF: 0.05}]
    assert timers == {signal.ITIMER_PROF: 0}
    service.time_loops([0], [1])
    assert running[1] == {signal.ITIMER_PROF: 0}


def test_a_solver_that_takes_too_long_to_load_fails(solver_file: Path) -> None:
    with pytest.raises(SolverFailed, match=naming("0.5 s")):
        TimedWorker(parse(f"{solver_file}:sleeps"), EASY.grids[:1], 2, 1, loading=0.5)


@pytest.mark.parametrize(("budget", "seconds"), [(2, 9), (45, 60), (600, 60)])
def test_the_loading_timeout_grows_with_the_budget(
    monkeypatch: pytest.MonkeyPatch, budget: float, seconds: float
) -> None:
    class Loading(SimulatedWorker):
        def __init__(self, *given: Any) -> None:
            super().__init__(*given[:-1])
            timeouts.append(given[-1])

    timeouts: list[float] = []
    monkeypatch.setattr("sudoku_rosetta.compare._measure.TimedWorker", Loading)
    spec = SolverSpec("one", "program", ("1",))
    Measurement([spec], EASY, budget=budget, cap=1, seed=1, on_progress=lambda *_: None).calibrate()
    assert set(timeouts) == {seconds}


@pytest.mark.parametrize("reference", ["one", "all"])
def test_a_solver_of_first_solutions_agrees_with_one_of_all_solutions(reference: str) -> None:
    agreeing = _failures(reference, {"one": 1, "all": 90})
    differing = _failures(reference, {"one": 0, "all": 90})
    assert agreeing == {"one": None, "all": None}
    assert [name for name, failed in differing.items() if failed] == [{"one": "all", "all": "one"}[reference]]


def _failures(reference: str, solutions: dict[str, int]) -> dict[str, str | None]:
    """The reason why each solver fails, given its number of solutions. `one` finds the first solution only."""
    specs = [replace(parse("cmd:true"), name=name) for name in solutions]
    measurement = Measurement(specs, EASY, budget=1, cap=1, seed=1, on_progress=lambda *_: None)
    for solver in measurement.solvers:
        can = ("first",) if solver.name == "one" else ("all", "count", "first")
        solver.declared = Declared("", can=can)
        solver.solutions = {1: solutions[solver.name]}
    measurement.check_answers(reference)
    return {solver.name: solver.failed for solver in measurement.solvers}


def test_an_endless_solver_is_stopped(solver_file: Path) -> None:
    found = compare_file(solver_file, "endless", cap=0.3).solver("mine.py:endless")
    assert "0.3 s" in str(found.failed)
    assert found.unfinished == 2


def test_a_solver_that_crashes_does_not_end_the_comparison(solver_file: Path) -> None:
    found = compare_file(solver_file, "dies", "raises")
    assert "exit code 3" in str(found.solver("mine.py:dies").failed)
    assert "ValueError: no idea" in str(found.solver("mine.py:raises").failed)
    assert found.solver("deduction-style").times is not None


def test_a_reference_that_cannot_be_measured_ends_the_comparison(solver_file: Path) -> None:
    with pytest.raises(NothingToCompare, match=r"mine.py:Wrong"):
        compare(
            ["deduction-style", f"{solver_file}:Wrong"], EASY.first(1), budget=2, reference="mine.py:Wrong"
        )
    with pytest.raises(NothingToCompare, match=r"unknown.*deduction-style"):
        compare(["deduction-style"], EASY.first(1), budget=1, reference="unknown")


def test_a_program_is_timed_with_its_startup(tmp_path: Path) -> None:
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
    found = compare(["deduction-style", f"cmd:{script}"], EASY.first(2), budget=3)
    one = found.solver("solver.sh")
    assert one.failed is None
    assert one.kind == "program"
    assert one.times is not None
    assert one.times.mean > 0


def test_a_run_of_a_program_leaves_no_process_behind(tmp_path: Path, mark: str) -> None:
    script = tmp_path / "solver.sh"
    script.write_text(f"#!/bin/sh\nsleep {10 * HANG_GUARD_S} &\necho 1\n")
    script.chmod(0o755)
    _program_run.run([str(script)], str(tmp_path), str(EASY.grids[0]), HANG_GUARD_S)
    until(lambda: not alive(mark), "the end of its child processes")
