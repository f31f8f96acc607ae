"""Running a study gives the same bytes with any workers, after kills, and with slow grids."""

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
from sudoku_rosetta.study._plan import tasks_of
from sudoku_rosetta.study._work import ChunkCounts, Subproblem, count_chunk, count_subproblem, split_grid
from sudoku_rosetta.study.worker_pools import WorkerPool, dask_pool, local_pool, pool_from_executor
from waiting import HANG_GUARD_S

PLAN = Plan(1, (28, 36), 60, seed=5, chunk=7)
NAME = "study.sqlite"
SkipOrFail = Callable[[str, str], NoReturn]
run_module = sys.modules[run.__module__]


@pytest.fixture
def _commit_every_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commit and report each result immediately, so that a test can act in the middle of the run."""
    monkeypatch.setattr(run_module, "COMMIT_INTERVAL_S", 0)


def bytes_of(
    folder: Path, plan: Plan = PLAN, pool: WorkerPool | None = None, grid_timeout: float = 60
) -> bytes:
    run(plan, folder, pool=pool, grid_timeout=grid_timeout)
    return (folder / NAME).read_bytes()


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of the study, made task by task without `run`."""
    folder = tmp_path_factory.mktemp("expected")
    plan = PLAN.resolved()
    with Store.open_for_writing(folder, plan) as store:
        for task in tasks_of(plan):
            store.add([(task.clues, task.chunk, count_chunk(task, 60).counts)])
        store.finish()
    return (folder / NAME).read_bytes()


def test_threads_and_processes_give_the_same_bytes(tmp_path: Path, expected: bytes) -> None:
    assert bytes_of(tmp_path / "own") == expected
    with ThreadPoolExecutor(3) as threads:
        assert bytes_of(tmp_path / "threads", pool=pool_from_executor(threads, 3)) == expected
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        assert bytes_of(tmp_path / "processes", pool=pool_from_executor(processes, 2)) == expected


def test_split_grids_have_the_right_counts(tmp_path: Path, expected: bytes) -> None:
    """With a time limit of 0, each grid is split until its parts are counted within a few milliseconds."""
    assert bytes_of(tmp_path, grid_timeout=0.0) == expected


def test_the_counts_of_the_parts_add_up() -> None:
    grid = b"100007090030020008009600500005300900010080002600004000300000010040000007007000000"
    whole = count_subproblem(Subproblem(grid, solver_named(None).id, None), 60)
    parts = [part for first in split_grid(grid) for part in split_grid(first)]
    assert (
        whole
        == 90
        == sum(count_subproblem(Subproblem(p, solver_named(None).id, None), 60) or 0 for p in parts)
    )


def test_a_limit_holds_for_split_grids(tmp_path: Path) -> None:
    plan = Plan(2, (30,), 20, seed=1, limit=7, chunk=20)
    assert bytes_of(tmp_path / "whole", plan) == bytes_of(tmp_path / "parts", plan, grid_timeout=0.0)
    with Store.open(tmp_path / "whole") as store:
        (counts,) = store.counts(30)
    assert max(counts) == 7


class ImmediateExecutor(Executor):
    """Returns finished futures; the result of a job is `answer(function, first argument)`."""

    def __init__(self, answer: Callable[[Any, Any], Any]) -> None:
        self.answer = answer

    def submit(self, work: Any, /, *arguments: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(self.answer(work, arguments[0]))
        except Exception as error:
            future.set_exception(error)
        return future


def test_counting_a_grid_stops_at_the_limit(tmp_path: Path) -> None:
    """The grid is split into many parts; two of them reach the limit."""
    parts: list[Subproblem] = []

    def answer(work: Any, job: Any) -> Any:
        if work is count_chunk:
            return ChunkCounts([-1], {0: job.make_grids()})
        parts.append(job)
        return None if len(parts) == 1 else 5

    run(Plan(2, (2,), 1, limit=7), tmp_path, pool=WorkerPool(lambda: ImmediateExecutor(answer), 1))
    assert (
        len(parts) <= 4 < len(split_grid(parts[0].grid))
    )  # the grid itself, and three parts that ran together
    with Store.open(tmp_path) as store:
        assert list(store.counts(2)) == [[7]]


def test_the_time_for_a_chunk_does_not_grow_with_its_slow_grids(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a fake clock: each slow grid uses the whole time limit."""
    time_limits: list[float] = []

    def slow(grid: bytes, solver: object, limit: object, grid_timeout: float) -> None:
        time_limits.append(grid_timeout)

    monkeypatch.setattr(work, "_count", slow)
    monkeypatch.setattr(work, "_count_batch", lambda grids, *_: [None] * len(grids))
    monkeypatch.setattr(work, "time", SimpleNamespace(monotonic=lambda: sum(time_limits)))
    (task,) = tasks_of(Plan(2, (17,), 20, chunk=20).resolved())
    assert len(count_chunk(task, 3.0).slow) == 20
    assert time_limits == [3.0]


class ReversingExecutor(Executor):
    """Runs its jobs in groups of three, each group in reverse order."""

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


def test_chunks_may_finish_in_any_order(tmp_path: Path, expected: bytes) -> None:
    plan = Plan(
        1, (28, 36), 60, seed=5, chunk=5
    )  # 24 chunks: a multiple of three, so that no job waits in an incomplete group
    assert bytes_of(tmp_path / "a", plan, pool=pool_from_executor(ReversingExecutor(), 1)) == bytes_of(
        tmp_path / "b", plan
    )


@pytest.mark.usefixtures("_commit_every_result")
def test_a_dead_worker_loses_no_results(tmp_path: Path, expected: bytes) -> None:
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


class BrokenPool(Executor):
    """An executor with dead workers: `submit` raises the error, or the future does."""

    def __init__(self, on_submit: bool) -> None:
        self.on_submit = on_submit

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        broken = BrokenProcessPool("a process ended")
        if self.on_submit:
            raise broken
        future: Future[Any] = Future()
        future.set_exception(broken)
        return future


@pytest.mark.parametrize("on_submit", [True, False])
def test_a_broken_pool_is_replaced(tmp_path: Path, expected: bytes, on_submit: bool) -> None:
    with ThreadPoolExecutor(1) as threads:
        pools = iter([BrokenPool(on_submit), threads])
        assert bytes_of(tmp_path, pool=WorkerPool(lambda: next(pools), 1)) == expected


@pytest.mark.parametrize("on_submit", [True, False])
def test_a_task_that_kills_every_worker_ends_the_run(tmp_path: Path, on_submit: bool) -> None:
    named = naming("a process ended", run_module.MAX_ATTEMPTS) + r".*\b(28|36)\b"
    with pytest.raises(StoreError, match=named):
        run(PLAN, tmp_path, pool=WorkerPool(lambda: BrokenPool(on_submit), 1))


def test_each_task_may_lose_a_worker_once(tmp_path: Path) -> None:
    class KilledWorker(Exception):
        pass

    met: set[int] = set()

    def answer(work: Any, task: Any) -> Any:
        if task.chunk not in met:  # by its number: the identity of a task may be reused
            met.add(task.chunk)
            raise KilledWorker
        return ChunkCounts([1] * task.grids)

    run(Plan(1, (28,), 300, chunk=1), tmp_path, pool=WorkerPool(lambda: ImmediateExecutor(answer), 1))
    assert len(met) == 300


# A run that kills itself with SIGKILL in one of its phases: after a number of grids is stored, at the n-th call or
# return of its main thread, or from another thread a delay later. It prints the number of calls of each phase.
KILLED = """
import os, signal, sys, threading
from sudoku_rosetta.study import Plan, Store, run

folder, plan, phase, grids, call, delay = sys.argv[1], Plan.from_json(sys.argv[2]), *map(float, sys.argv[3:])
sys.modules[run.__module__].COMMIT_INTERVAL_S = 0
now, stored, calls = 0, -1, [0, 0, 0]
finish = Store.finish

def die():
    os.kill(os.getpid(), signal.SIGKILL)

def count(frame, event, argument):
    calls[now] += now != 1 or stored >= grids
    if (now, calls[now]) == (phase, call):
        threading.Timer(delay, die).start() if delay else die()
    elif now > phase >= 0 or (now == phase and calls[now] > call + 300):
        die()  # the other thread was not scheduled in time

def on_progress(grids):
    global now, stored
    now, stored = 1, 0 if stored < 0 else stored + grids

def finishing(store):
    global now
    now = 2
    finish(store)

Store.finish = finishing
plan.resolved()  # import everything before calls are counted
sys.setprofile(count)
run(plan, folder, on_progress=on_progress)
sys.setprofile(None)
print(*calls)
"""
BEGINNING, WORKING, FINISHING = range(3)


def killed_or_done(
    folder: Path, plan: Plan, phase: int = -1, grids: int = 0, call: int = 0, delay: float = 0
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", KILLED, str(folder), plan.resolved().to_json()]
    command += map(str, (phase, grids, call, delay))
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)


def killed_at_random(folder: Path, plan: Plan, kills: int, calls: list[int]) -> int:
    """Kill the run in each of its phases, then let it finish. Returns how many kills came before the end."""
    rng = random.Random(kills)
    # half of the kills are in the working phase, which must not finish before the last of them
    share = plan.grids * len(plan.clues) // kills

    def moments(phase: int, times: int, most: int) -> list[tuple[int, int, int]]:
        return [(phase, rng.randint(0, share), rng.randint(1, most)) for _ in range(times)]

    early = moments(BEGINNING, kills // 4, calls[BEGINNING]) + moments(WORKING, kills // 2, 200)
    rng.shuffle(early)
    late = sorted(moments(FINISHING, kills // 4, calls[FINISHING]), key=lambda moment: moment[2])
    fatal = 0
    for number, moment in enumerate(early + late):
        delay = rng.uniform(0.0001, 0.002) * (number % 2)
        fatal += killed_or_done(folder, plan, *moment, delay).returncode == -signal.SIGKILL
    assert killed_or_done(folder, plan).returncode == 0
    return fatal


@pytest.mark.skipif(os.name == "nt", reason="signals of Unix")
@pytest.mark.parametrize(("kills", "grids"), [(3, 2_000), pytest.param(60, 50_000, marks=pytest.mark.slow)])
def test_a_run_killed_at_any_moment_ends_with_the_same_bytes(tmp_path: Path, kills: int, grids: int) -> None:
    plan = Plan(2, (44, 45, 46, 47), grids, seed=11)
    whole = killed_or_done(tmp_path / "whole", plan)
    calls = [int(number) for number in whole.stdout.split()]
    assert killed_at_random(tmp_path / "killed", plan, kills, calls) >= kills // 2
    assert (tmp_path / "killed" / NAME).read_bytes() == (tmp_path / "whole" / NAME).read_bytes()


@pytest.mark.slow
@pytest.mark.usefixtures("_commit_every_result")
def test_a_cluster_with_a_killed_worker_gives_the_same_bytes(
    tmp_path: Path, skip_or_fail: SkipOrFail, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Dask cluster with a scheduler and three worker processes."""
    try:
        import distributed
    except ImportError:
        skip_or_fail("dask", "distributed is not installed")
    monkeypatch.setattr(worker_pools, "CONNECT_TIMEOUT_S", HANG_GUARD_S)
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
def test_an_impossible_plan_is_an_error(plan: Plan, named: list[object], tmp_path: Path) -> None:
    with pytest.raises(PlanError, match=naming(*named)):
        run(plan, tmp_path)
    assert not list(tmp_path.iterdir())


def test_a_local_pool_has_the_requested_size() -> None:
    with local_pool(solver_named(None), 3) as pool:
        assert pool.size == 3


def test_each_number_of_clues_has_its_own_random_stream() -> None:
    made = {
        task.make_grids() for task in tasks_of(Plan(2, (40, 41), 10, start="uniform", chunk=5).resolved())
    }
    assert len(made) == 4
    other = {task.make_grids() for task in tasks_of(Plan(2, (41,), 10, start="uniform", chunk=5).resolved())}
    assert other < made
