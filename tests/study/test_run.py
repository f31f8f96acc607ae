"""A run: the same end with any workers, through kills, around heavy grids."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NoReturn

import pytest
from naming import naming
from sudoku_rosetta.solvers import solver_named
from sudoku_rosetta.study import Plan, PlanError, Store, StoreError, run, worker_pools
from sudoku_rosetta.study import _work as work
from sudoku_rosetta.study._plan import Tasks
from sudoku_rosetta.study._work import Counted, Piece, count_chunk, count_piece, split_grid
from sudoku_rosetta.study.worker_pools import WorkerPool, dask_pool, local_pool, pool_of
from waiting import HANG_GUARD_S

PLAN = Plan(1, (28, 36), 60, seed=5, chunk=7)
NAME = "study.sqlite"
SkipOrFail = Callable[[str, str], NoReturn]
run_module = sys.modules[run.__module__]


@pytest.fixture
def _kept_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer is kept as it comes, and told, so that what happens then happens in the middle of the run."""
    monkeypatch.setattr(run_module, "SECONDS_PER_COMMIT", 0)


def bytes_of(
    folder: Path, plan: Plan = PLAN, pool: WorkerPool | None = None, grid_timeout: float = 60
) -> bytes:
    run(plan, folder, pool=pool, grid_timeout=grid_timeout)
    return (folder / NAME).read_bytes()


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """By one worker after another, without any run."""
    folder = tmp_path_factory.mktemp("expected")
    plan = PLAN.ready()
    with Store.begun(folder, plan) as store:
        for task in Tasks(plan):
            store.add([(task.clues, task.chunk, count_chunk(task, 60).counts)])
        store.finish()
    return (folder / NAME).read_bytes()


def test_one_thread_or_several_or_processes(tmp_path: Path, expected: bytes) -> None:
    assert bytes_of(tmp_path / "own") == expected
    with ThreadPoolExecutor(3) as threads:
        assert bytes_of(tmp_path / "threads", pool=pool_of(threads, 3)) == expected
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        assert bytes_of(tmp_path / "processes", pool=pool_of(processes, 2)) == expected


def test_grids_that_are_parted_are_counted_whole(tmp_path: Path, expected: bytes) -> None:
    """Without any grid_timeout, all that takes five milliseconds is split_grid, down to the last cell."""
    assert bytes_of(tmp_path, grid_timeout=0.0) == expected


def test_the_parts_of_a_grid_add_up() -> None:
    grid = b"100007090030020008009600500005300900010080002600004000300000010040000007007000000"
    whole = count_piece(Piece(grid, solver_named(None).id, None), 60)
    pieces = [piece for first in split_grid(grid) for piece in split_grid(first)]
    assert whole == 90 == sum(count_piece(Piece(p, solver_named(None).id, None), 60) or 0 for p in pieces)


def test_a_limit_holds_for_parted_grids_too(tmp_path: Path) -> None:
    plan = Plan(2, (30,), 20, seed=1, limit=7, chunk=20)
    assert bytes_of(tmp_path / "whole", plan) == bytes_of(tmp_path / "parts", plan, grid_timeout=0.0)
    with Store.opened(tmp_path / "whole") as store:
        (counts,) = store.counts(30)
    assert max(counts) == 7


class AtOnce(Executor):
    """Answers as it is asked, with what `answer` says of the work and what the work is of."""

    def __init__(self, answer: Callable[[Any, Any], Any]) -> None:
        self.answer = answer

    def submit(self, work: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(self.answer(work, arguments[0]))
        except Exception as error:
            future.set_exception(error)
        return future


def test_a_grid_that_has_enough_is_counted_no_further(tmp_path: Path) -> None:
    """It is split_grid into many pieces; two of them already make up the limit."""
    pieces: list[Piece] = []

    def answer(work: Any, job: Any) -> Any:
        if work is count_chunk:
            return Counted([-1], {0: job.made()})
        pieces.append(job)
        return None if len(pieces) == 1 else 5

    run(Plan(2, (2,), 1, limit=7), tmp_path, pool=WorkerPool(lambda: AtOnce(answer), 1))
    assert len(pieces) <= 4 < len(split_grid(pieces[0].grid))  # the whole, and three that were out together
    with Store.opened(tmp_path) as store:
        assert list(store.counts(2)) == [[7]]


def test_a_chunk_is_back_soon_however_many_of_its_grids_are_heavy(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock of its own: each heavy grid takes all the seconds that it is given."""
    looked_at: list[float] = []

    def heavy(grid: bytes, solver: object, limit: object, grid_timeout: float) -> None:
        looked_at.append(grid_timeout)

    monkeypatch.setattr(work, "_count", heavy)
    monkeypatch.setattr(work, "_in_a_batch", lambda grids, *_: [None] * len(grids))
    monkeypatch.setattr(work, "time", SimpleNamespace(monotonic=lambda: sum(looked_at)))
    (task,) = Tasks(Plan(2, (17,), 20, chunk=20).ready())
    assert len(count_chunk(task, 3.0).heavy) == 20
    assert looked_at == [3.0]


class LastFirst(Executor):
    """Finishes what it is given in the reverse order, as far as it can."""

    def __init__(self) -> None:
        self.waiting: list[tuple[Future[Any], Any]] = []

    def submit(self, work: Any, /, *arguments: Any, **named: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, lambda: work(*arguments, **named)))
        if len(self.waiting) == 3:
            for each, do in reversed(self.waiting):
                each.set_result(do())
            self.waiting.clear()
        return future


def test_chunks_may_end_in_any_order(tmp_path: Path, expected: bytes) -> None:
    plan = Plan(
        1, (28, 36), 60, seed=5, chunk=5
    )  # 24 chunks: a multiple of three, so that none waits for ever
    assert bytes_of(tmp_path / "a", plan, pool=pool_of(LastFirst(), 1)) == bytes_of(tmp_path / "b", plan)


@pytest.mark.usefixtures("_kept_at_once")
def test_a_worker_that_dies_costs_nothing(tmp_path: Path, expected: bytes) -> None:
    made: list[ProcessPoolExecutor] = []

    def pool() -> Executor:
        made.append(ProcessPoolExecutor(2, get_context("spawn")))
        return made[-1]

    def on_progress(grids: int) -> None:
        if grids and len(made) == 1:
            for process in list(made[0]._processes.values()):
                process.kill()

    run(PLAN, tmp_path, pool=WorkerPool(pool, 2), on_progress=on_progress, grid_timeout=60)
    assert (tmp_path / NAME).read_bytes() == expected
    assert len(made) == 2


class Broken(Executor):
    """Its workers are dead: found out when it is asked, or with the answer."""

    def __init__(self, when_asked: bool) -> None:
        self.when_asked = when_asked

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        broken = BrokenProcessPool("a process ended")
        if self.when_asked:
            raise broken
        future: Future[Any] = Future()
        future.set_exception(broken)
        return future


@pytest.mark.parametrize("when_asked", [True, False])
def test_a_pool_that_is_found_broken_is_replaced(tmp_path: Path, expected: bytes, when_asked: bool) -> None:
    with ThreadPoolExecutor(1) as threads:
        pools = iter([Broken(when_asked), threads])
        assert bytes_of(tmp_path, pool=WorkerPool(lambda: next(pools), 1)) == expected


@pytest.mark.parametrize("when_asked", [True, False])
def test_a_task_that_kills_whoever_takes_it_ends_the_study(tmp_path: Path, when_asked: bool) -> None:
    named = naming("a process ended", run_module.ATTEMPTS) + r".*\b(28|36)\b"
    with pytest.raises(StoreError, match=named):
        run(PLAN, tmp_path, pool=WorkerPool(lambda: Broken(when_asked), 1))


def test_many_tasks_may_each_lose_a_worker(tmp_path: Path) -> None:
    class KilledWorker(Exception):
        pass

    met: set[int] = set()

    def answer(work: Any, task: Any) -> Any:
        if task.chunk not in met:  # the task itself is not held: another may take its place in memory
            met.add(task.chunk)
            raise KilledWorker
        return Counted([1] * task.grids)

    run(Plan(1, (28,), 300, chunk=1), tmp_path, pool=WorkerPool(lambda: AtOnce(answer), 1))
    assert len(met) == 300


# A run that is killed, as by kill -9, in one of its phases: at one of its main thread's calls and returns once it
# has kept so many grids, or from another thread so many seconds after that. It prints the calls of each phase.
KILLED = """
import os, signal, sys, threading
from sudoku_rosetta.study import Plan, Store, run

folder, plan, phase, grids, call, delay = sys.argv[1], Plan.from_json(sys.argv[2]), *map(float, sys.argv[3:])
sys.modules[run.__module__].SECONDS_PER_COMMIT = 0
now, kept, calls = 0, -1, [0, 0, 0]
finish = Store.finish

def die():
    os.kill(os.getpid(), signal.SIGKILL)

def count(frame, event, argument):
    calls[now] += now != 1 or kept >= grids
    if (now, calls[now]) == (phase, call):
        threading.Timer(delay, die).start() if delay else die()
    elif now > phase >= 0 or (now == phase and calls[now] > call + 300):
        die()  # the other thread has not had its turn

def on_progress(grids):
    global now, kept
    now, kept = 1, 0 if kept < 0 else kept + grids

def finishing(store):
    global now
    now = 2
    finish(store)

Store.finish = finishing
plan.ready()  # what this imports is no moment of a study
sys.setprofile(count)
run(plan, folder, on_progress=on_progress)
sys.setprofile(None)
print(*calls)
"""
BEGINNING, WORKING, FINISHING = range(3)


def killed_or_done(
    folder: Path, plan: Plan, phase: int = -1, grids: int = 0, call: int = 0, delay: float = 0
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", KILLED, str(folder), plan.ready().to_json()]
    command += map(str, (phase, grids, call, delay))
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)


def killed_at_random(folder: Path, plan: Plan, kills: int, calls: list[int]) -> int:
    """Kill -9 in each of the phases, then go on to the end; how many of the kills came before it."""
    chance = random.Random(kills)
    # half of the kills fall into the work, which they must not come to the end of
    share = plan.grids * len(plan.clues) // kills

    def moments(phase: int, times: int, most: int) -> list[tuple[int, int, int]]:
        return [(phase, chance.randint(0, share), chance.randint(1, most)) for _ in range(times)]

    early = moments(BEGINNING, kills // 4, calls[BEGINNING]) + moments(WORKING, kills // 2, 200)
    chance.shuffle(early)
    late = sorted(moments(FINISHING, kills // 4, calls[FINISHING]), key=lambda moment: moment[2])
    fatal = 0
    for number, moment in enumerate(early + late):
        delay = chance.uniform(0.0001, 0.002) * (number % 2)
        fatal += killed_or_done(folder, plan, *moment, delay).returncode == -signal.SIGKILL
    assert killed_or_done(folder, plan).returncode == 0
    return fatal


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize(("kills", "grids"), [(3, 2_000), pytest.param(60, 50_000, marks=pytest.mark.slow)])
def test_killed_at_any_moment_the_end_is_the_same(tmp_path: Path, kills: int, grids: int) -> None:
    plan = Plan(2, (44, 45, 46, 47), grids, seed=11)
    whole = killed_or_done(tmp_path / "whole", plan)
    calls = [int(number) for number in whole.stdout.split()]
    assert killed_at_random(tmp_path / "killed", plan, kills, calls) >= kills // 2
    assert (tmp_path / "killed" / NAME).read_bytes() == (tmp_path / "whole" / NAME).read_bytes()


@pytest.mark.slow
@pytest.mark.usefixtures("_kept_at_once")
def test_a_cluster_with_one_worker_killed(
    tmp_path: Path, skip_or_fail: SkipOrFail, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A real one: a scheduler and three worker processes."""
    try:
        import distributed
    except ImportError:
        skip_or_fail("dask", "distributed is not installed")
    monkeypatch.setattr(worker_pools, "SECONDS_TO_ANSWER", HANG_GUARD_S)
    made: Any = distributed.LocalCluster
    plan = Plan(1, (28, 36), 600, seed=5, chunk=5)
    with made(n_workers=3, threads_per_worker=1, dashboard_address=None, processes=True) as cluster:
        killed: list[int] = []

        def on_progress(grids: int) -> None:
            if grids and not killed:
                nanny = next(iter(cluster.workers.values()))
                killed.append(nanny.pid)
                os.kill(nanny.pid, signal.SIGKILL)

        run(
            plan,
            tmp_path / "cluster",
            pool=dask_pool(cluster.scheduler_address),
            on_progress=on_progress,
            grid_timeout=60,
        )
    assert killed
    assert (tmp_path / "cluster" / NAME).read_bytes() == bytes_of(tmp_path / "here", plan)


@pytest.mark.parametrize(
    ("plan", "named"),
    [
        (Plan(3, (30,), 1), [1, 2, 3]),  # type: ignore[arg-type]
        (Plan(1, (82,), 1), [0, 81]),
        (Plan(1, (30,), 0), ["grid"]),
        (Plan(2, (30,), 1, start="uniform", rng="scilab"), ["Scilab"]),
        (Plan(2, (30,), 1, rng="scilab", seed=2**31), ["Scilab"]),
        (Plan(2, (30,), 1, start="0" * 81), [81]),
        (Plan(1, (30,), 1, seed=-1), ["seed", 0]),
        (Plan(1, (30, 31), 10**14), ["100,000,000,000,000", "25,000,000,000", "fast-c"]),
    ],
)
def test_what_cannot_be_is_said(plan: Plan, named: list[object], tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=naming(*named)):
        run(plan, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_local_crew_has_as_many_workers_as_it_is_told() -> None:
    with local_pool(solver_named(None), 3) as pool:
        assert pool.size == 3


def test_each_number_of_clues_has_chance_of_its_own() -> None:
    made = {task.made() for task in Tasks(Plan(2, (40, 41), 10, start="uniform", chunk=5).ready())}
    assert len(made) == 4
    other = {task.made() for task in Tasks(Plan(2, (41,), 10, start="uniform", chunk=5).ready())}
    assert other < made
