"""The benchmark bench/rivals, with fake solvers: one correct, some wrong on purpose."""

from __future__ import annotations

import json
import math
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest
from demand import skip_or_fail
from sudoku_rosetta import Grid, count, count_many
from sudoku_rosetta.bulk import many
from sudoku_rosetta.compare.statistics import interval
from sudoku_rosetta.solvers import fast_c

ROOT = Path(__file__).parents[2]
if not (ROOT / "bench" / "rivals").is_dir():
    pytest.skip("bench/ is not beside these tests", allow_module_level=True)
sys.path.insert(0, str(ROOT))

from bench.public_solvers.run import Adapter  # noqa: E402
from bench.rivals import check, lists, packages, processes, report, rounds  # noqa: E402
from bench.rivals.__main__ import main  # noqa: E402
from bench.rivals.bench_solver import ALL, Answer, Batch, BenchSolver, Excluded, solution_error  # noqa: E402
from bench.rivals.libraries import Entry, Library, entries  # noqa: E402
from bench.rivals.ours import FastMany  # noqa: E402

EASY = "306057000049030000800400000108090700007106030004570026490765000602001045500000671"
SOLVED = "316857492749632518825419367168293754257146839934578126491765283672381945583924671"
SEVERAL = EASY.replace("1", "0")
Build = Callable[..., Path]


pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Build:
    """Build a library from fake_library.c."""
    compiler = shutil.which("cc")
    if compiler is None:
        skip_or_fail("cc", "no C compiler to build a rival with")

    def build(name: str, entry: int = 1, mistake: int = 0) -> Path:
        path = tmp_path_factory.mktemp("rivals") / name
        source = Path(__file__).with_name("fake_library.c")
        choice = [f"-DENTRY={entry}", f"-DMISTAKE={mistake}"]
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", *choice, "-o", path, source], check=True)
        return path

    return build


def entry(path: Path) -> Entry:
    found = list(entries(path))
    assert len(found) == 1
    assert isinstance(found[0], Entry)
    return found[0]


# --- the check of libraries -----------------------------------------------------------------------------


@pytest.mark.parametrize("interface", [1, 2])
def test_a_correct_library_supports_all_limits(build: Build, interface: int) -> None:
    found = entry(build("tdoku.some-compiler.so", entry=interface))
    assert (found.name, found.build) == ("tdoku", "some-compiler")
    library = Library(found, check.check_library(found))
    assert library.limits == {1, 2, ALL}
    batch = Batch(tuple(grid.replace("0", ".").encode() for grid in (EASY, SEVERAL)))
    assert library.run(batch, 2, 1).found == 3
    assert library.run(batch, ALL, 1).found == 1 + count(SEVERAL)
    parallel = library.parallel(batch, 2, 2)
    assert (parallel.puzzles, parallel.found) == (2, 3)


@pytest.mark.parametrize(
    ("mistake", "message"),
    [(1, r"\b1\b.*\blimit 2\b"), (2, r"\bsignal 6\b"), (4, r"\b1\b.*\brow 1\b"), (5, r"\blimit 2\b")],
)
def test_a_library_with_wrong_answers_is_excluded(build: Build, mistake: int, message: str) -> None:
    with pytest.raises(Excluded, match=message):
        check.check_library(entry(build("wrong.so", mistake=mistake)))


def test_a_known_library_may_count_beyond_the_limit(build: Build) -> None:
    found = entry(build("tdoku.eager.so", entry=2, mistake=5))
    eager = Library(found, check.check_library(found))
    assert eager.run(BOTH, 2, 1).found == 3
    assert eager.run(BOTH, 1, 1).found == 2


def test_an_endless_library_is_excluded(build: Build) -> None:
    with pytest.raises(Excluded, match=r"\b3 s\b"):
        check.check_library(entry(build("endless.so", mistake=3)), seconds=3)


def test_an_unsupported_library_and_a_missing_path_are_reported(tmp_path: Path) -> None:
    unsupported = tmp_path / "unsupported.so"
    unsupported.write_bytes(b"\0nothing\0")
    assert list(entries(tmp_path)) == []
    for path, name in ((unsupported, "unsupported.so"), (tmp_path / "missing", str(tmp_path / "missing"))):
        (refusal,) = entries(path)
        assert isinstance(refusal, str)
        assert refusal.startswith(f"{name}: ")


# --- the whole command ----------------------------------------------------------------------------------


def test_the_command_measures_correct_solvers_and_reports_the_others(build: Build, tmp_path: Path) -> None:
    puzzles = tmp_path / "easy.txt"
    puzzles.write_text(f"# two of them\n{EASY}\n{SEVERAL}\n", encoding="ascii")
    wrong, missing = build("wrong.so", mistake=1), tmp_path / "missing"
    rivals = [f"--rivals={path}" for path in (build("good.so"), wrong, missing)]
    words = ["--only", "original-c", "good", "wrong", "qqwing", "--reference", "original-c"]
    sizes = ["--rounds", "3", "--turn", "0.005", "--draw", "20", "--cores", "2", "--out", str(tmp_path)]
    assert main(["--lists", str(puzzles), *rivals, *words, *sizes]) == 0
    found = json.loads((tmp_path / "rivals.json").read_text(encoding="utf-8"))
    assert {"wrong", str(missing)} <= set(found["unavailable"])
    names = [row["name"] for row in found["lists"][0]["scores"]]
    assert {"good", "original-c"} <= set(names)
    assert "wrong" not in names
    good = next(row for row in found["lists"][0]["scores"] if row["name"] == "good")
    assert good["parallel_rate"] > 0
    value, low, high = good["ratio"]
    assert low <= value <= high
    page = (tmp_path / "rivals.md").read_text(encoding="utf-8")
    assert page == report.page(found)
    assert "| good |" in page
    assert found["unavailable"]["wrong"] in page


def test_a_file_without_puzzles_is_refused(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("not a puzzle\n", encoding="ascii")
    with pytest.raises(SystemExit, match=r"\bline 1\b"):
        lists.read(tmp_path / "list.txt")


def test_without_lists_the_puzzles_are_those_of_the_suite() -> None:
    (puzzles,) = lists.default_lists()
    assert len(puzzles.lines) >= 10


# --- puzzles --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_a_transformed_puzzle_has_as_many_solutions(seed: int) -> None:
    move = lists.symmetry(random.Random(seed))
    transformed = move(SEVERAL.encode()).decode()
    assert transformed != SEVERAL
    assert transformed.count("0") == SEVERAL.count("0")
    assert count(transformed) == count(SEVERAL)


def test_a_sample_depends_on_the_seed_and_has_all_puzzles_equally_often() -> None:
    puzzles = lists.Puzzles("some", (EASY.encode(), SEVERAL.encode()))
    assert puzzles.draw(7, 1) == puzzles.draw(7, 1) != puzzles.draw(7, 2)
    empty = sorted(line.count(b"0") for line in puzzles.draw(8, 1).puzzles)
    assert empty == [EASY.count("0")] * 4 + [SEVERAL.count("0")] * 4


@pytest.mark.parametrize(
    ("solution", "wrong"),
    [
        (SOLVED, None),
        (SOLVED.translate(str.maketrans("12", "21")), "not a solution"),
        (SOLVED[:1] + "2" + SOLVED[2:], "2 twice in row 1"),
        (SOLVED[:-1] + "0", "not a solution"),
        ("1", "1 character"),
    ],
)
def test_a_solution_is_checked(solution: str, wrong: str | None) -> None:
    found = solution_error(solution.encode(), EASY.replace("0", ".").encode())
    assert found is None if wrong is None else wrong in str(found)


# --- rounds and ratios ----------------------------------------------------------------------------------


class Fake(BenchSolver):
    """A solver with simulated times: `each` seconds per puzzle, times noise."""

    kind, how = "fake", "nothing"

    def __init__(self, name: str, each: float, *, build: str = "", wrong: bool = False) -> None:
        self.name, self.build, self.each, self.wrong = name, build, each, wrong
        self.batches: list[int] = []
        self.noise = random.Random(name)

    def run(self, batch: Batch, limit: int, seconds: float) -> Answer:
        self.batches.append(len(batch))
        mistake = self.wrong and len(self.batches) > 8
        seconds_taken = self.each * len(batch) * self.noise.lognormvariate(0, 0.02)
        return Answer(len(batch), len(batch) + mistake, seconds_taken)


BATCH = Batch((EASY.replace("0", ".").encode(),) * 1000)


def benchmark(*solvers: BenchSolver) -> tuple[dict[str, rounds.Score], rounds.Benchmark]:
    measured = rounds.Benchmark(
        BATCH, rounds.Plan(), [1] * len(BATCH), log=lambda line: None, runner=rounds.run_round
    )
    return {score.solver.id: score for score in measured.run(solvers)}, measured


def test_the_fast_run_the_whole_batch_and_the_slow_a_part() -> None:
    scores, measured = benchmark(Fake("fast", 1e-6), Fake("slow", 1e-3), Fake("hopeless", 5.0))
    assert scores["fast"].is_whole_batch
    assert scores["fast"].repeats(len(BATCH), measured.plan) > 1
    assert not scores["slow"].is_whole_batch
    assert scores["slow"].puzzles in (50, 100)
    assert list(measured.excluded) == ["hopeless"]
    assert {len(score.turns) for score in scores.values()} == {measured.plan.rounds}


def test_only_the_fastest_builds_of_a_solver_are_measured() -> None:
    scores, _ = benchmark(Fake("it", 1e-6, build="a"), Fake("it", 1.2e-6, build="b"), Fake("other", 2e-6))
    assert set(scores) == {"it a", "other"}


def test_a_solver_with_a_wrong_answer_in_a_round_is_excluded() -> None:
    scores, measured = benchmark(Fake("right", 1e-6), Fake("wrong", 1e-6, wrong=True))
    assert set(scores) == {"right"}
    assert list(measured.excluded) == ["wrong"]
    assert "1,000" in measured.excluded["wrong"]


def test_a_faster_solver_is_detected_and_an_equal_one_is_not() -> None:
    scores, _ = benchmark(Fake("one", 1e-6), Fake("again", 1e-6), Fake("half", 2e-6))
    same = scores["one"].speed_ratio(scores["again"])
    assert same is not None
    assert same.low < 1.02
    assert same.high > 0.98
    twice = scores["one"].speed_ratio(scores["half"])
    assert twice is not None
    assert 1.8 < twice.low <= twice.value <= twice.high < 2.2


def test_a_ratio_compares_the_puzzles_that_both_ran_with_the_interval_of_compare() -> None:
    scores, _ = benchmark(Fake("fast", 1e-6), Fake("slow", 1e-3))
    fast, slow = scores["fast"], scores["slow"]
    found = fast.speed_ratio(slow)
    assert found is not None
    part = fast.parts[slow.puzzles]
    assert {turn.puzzles % slow.puzzles for turn in [*part, *slow.turns]} == {0}
    assert found.value == pytest.approx(rounds.rate(part) / slow.rate)
    logs = [math.log(one.rate / other.rate) for one, other in zip(part, slow.turns, strict=True)]
    assert found == interval(logs)


def test_one_round_has_no_interval() -> None:
    turn = rounds.Turn(10, 1.0)
    assert rounds.ratio([turn], [turn]) is None


def test_every_round_runs_in_a_new_process(tmp_path: Path) -> None:
    recorder = tmp_path / "with_recorder.py"
    recorder.write_text(
        f'''"""Records the process id of the parent."""
PACKAGE, = ["pytest"]
import os

def solve(grid):
    with open({str(tmp_path / "rounds")!r}, "a") as file:
        file.write(f"{{os.getppid()}}\\n")
    return {SOLVED!r}
''',
        encoding="utf-8",
    )
    adapter = Adapter("recorder", recorder, "pytest", "", "first", "Records.", "", False)
    measured = rounds.Benchmark(
        BATCH.part(0, 1), rounds.Plan(limit=1, rounds=3, turn=0.01), [1], lambda line: None
    )
    package = packages.Package(adapter)
    try:
        (score,) = measured.run([package])
    finally:
        package.close()
    assert len(score.turns) == 3
    processes_seen = dict.fromkeys((tmp_path / "rounds").read_text().split())
    assert len(processes_seen) == 1 + 3  # the calibration, and the rounds


# --- packages -------------------------------------------------------------------------------------------


def package(tmp_path: Path, body: str, *, grace: float = 20.0) -> packages.Package:
    """A fake package with the name of an installed one, pytest."""
    path = tmp_path / "with_mine.py"
    path.write_text(
        f'"""Mine."""\nPACKAGE, = ["pytest"]\nimport time\n\ndef solve(grid):\n    {body}\n', encoding="utf-8"
    )
    adapter = Adapter("mine", path, "pytest", "", "all", "Mine.", "", False)
    return packages.Package(adapter, grace=grace)


BOTH = Batch(tuple(grid.replace("0", ".").encode() for grid in (EASY, SEVERAL)))


def test_a_package_runs_in_a_child_process_which_measures_its_cpu_time(tmp_path: Path) -> None:
    """The fake package advances the CPU clock by a quarter of a second per grid."""
    clock = "time.spent = getattr(time, 'spent', 0) + 0.25; time.process_time = lambda: time.spent"
    mine = package(tmp_path, f"{clock}; print('noise'); yield '{SOLVED}'; yield '{SOLVED}'; yield '{SOLVED}'")
    try:
        answer = mine.run(BOTH, 2, 5.0)
    finally:
        mine.close()
    assert (answer.puzzles, answer.found) == (2, 4)
    assert answer.solutions == (SOLVED.encode(),) * 2
    assert answer.seconds == 0.5


def test_an_error_or_timeout_of_a_package_is_reported_in_one_line(tmp_path: Path) -> None:
    broken = package(tmp_path, "raise ValueError('no idea')")
    with pytest.raises(Excluded, match=r"^ValueError: no idea$"):  # the message of the package
        broken.run(BOTH, 2, 0.1)
    broken.close()
    endless = package(tmp_path, f"time.sleep(0 if grid == '{packages.WARM_UP_GRID}' else 60)", grace=0.5)
    with pytest.raises(Excluded, match=r"\b0\.6 s"):
        endless.run(Batch(BOTH.puzzles[1:]), 2, 0.1)
    endless.close()


def test_a_package_that_is_not_installed_is_excluded(tmp_path: Path) -> None:
    adapter = Adapter("none", tmp_path / "with_none.py", "no-such-package", "", "all", "", "", False)
    with pytest.raises(Excluded, match="no-such-package"):
        packages.Package(adapter)


def test_every_adapter_can_be_read() -> None:
    names = {adapter.name for adapter in packages.adapters()}
    assert {"py_sudoku", "ortools", "rustoku"} <= names
    tuned = [adapter.path.parent.name for adapter in packages.adapters() if adapter.name == "python_sat"]
    assert tuned == ["tuned"]


def test_the_tuned_adapter_finds_all_solutions_of_each_grid(tmp_path: Path) -> None:
    if find_spec("pysat") is None:
        skip_or_fail("oracle", "python-sat is not installed")
    (adapter,) = (each for each in packages.adapters() if each.name == "python_sat")
    sat = packages.Package(adapter)
    try:
        answer = sat.run(Batch(BOTH.puzzles[::-1]), ALL, 30.0)
        assert answer.found == count(SEVERAL) + 1
        assert answer.solutions is not None
        assert answer.solutions[1] == SOLVED.encode()
    finally:
        sat.close()


def test_the_results_of_all_cores_are_summed() -> None:
    found, seconds = processes.run_on_cores([lambda: 2, lambda: 40])
    assert found == 42
    assert seconds > 0


def crash() -> int:
    """Die without output; after a real crash Python would print a traceback."""
    os.kill(os.getpid(), signal.SIGKILL)
    return 0


def test_a_crashed_process_is_reported_and_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    children: list[int] = []
    fork = os.fork

    def recording_fork() -> int:
        children.append(fork())
        return children[-1]

    monkeypatch.setattr(os, "fork", recording_fork)
    with pytest.raises(Excluded, match=r"\b2 cores\b.*\bsignal 9$"):
        processes.run_on_cores([lambda: 2, crash])
    for child in children:
        with pytest.raises(ChildProcessError):
            os.waitpid(child, os.WNOHANG)


class Crashing(Fake):
    """It crashes in parallel only."""

    def parallel(self, batch: Batch, limit: int, cores: int) -> Answer:
        found, seconds = processes.run_on_cores([crash] * cores)
        return Answer(len(batch), found, seconds)


def test_a_crash_in_parallel_does_not_affect_the_other_solvers() -> None:
    measured = rounds.Benchmark(
        BATCH, rounds.Plan(cores=2), [1] * len(BATCH), log=lambda line: None, runner=rounds.run_round
    )
    scores = measured.run([Fake("right", 1e-6), Crashing("crashing", 1e-6)])
    assert {score.solver.id for score in scores} == {"right", "crashing"}
    assert "by signal 9" in measured.excluded["crashing"]


def test_a_given_instruction_set_is_used_to_count_all_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    if fast_c.lib is None:
        skip_or_fail("core", "the fast core is not built")
    used = []

    def recording_count(puzzles: bytes, *, instruction_set: str | None, threads: int | None = None) -> object:
        used.append(instruction_set)
        return count_many(puzzles, instruction_set=instruction_set, threads=threads)

    monkeypatch.setattr(many, "count_many", recording_count)
    ours = FastMany("portable")
    assert ours.run(BOTH, ALL, 1).found == 1 + count(SEVERAL)
    assert ours.counts(BOTH, ALL) == [1, count(SEVERAL)]
    assert used == ["portable", "portable"]


def test_the_example_grids_are_as_named() -> None:
    assert count(EASY) == 1
    assert 1 < count(SEVERAL) < check.MAX_SOLUTIONS
    assert str(Grid(SOLVED)) == SOLVED
