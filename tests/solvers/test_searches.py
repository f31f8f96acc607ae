"""What holds for every solver: limits, laziness, stopping, nesting, threads, processes, and what comes out."""

import importlib.abc
import importlib.machinery
import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any

import pytest
import sudoku_rosetta
from demand import skip_or_fail
from sudoku_rosetta import Grid, Solver, SolverMissing, UnknownSolver, solver_named, solvers
from sudoku_rosetta.solvers.apart import Stopped

SOLVERS = solvers()
each_solver = pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.id)

TWENTY = Grid("123750089000089003984100760400860091200591034091200000300600500000012040002000000")
"""Twenty solutions, and a tree small enough for the slowest writing."""
ONE = Grid("080107060004000100050609020013000240200000006075000310090805000001000700030402090")
EMPTY = Grid("0" * 81)
HOURS = Grid("000000000000003085001020000000507000004000100090000000500000073002010000000040009")
"""One solution, which the row-major tree meets after hundreds of millions of placements."""


@pytest.fixture(autouse=True)
def _demand_the_core(request: pytest.FixtureRequest) -> None:
    solver = request.node.callspec.params.get("solver") if hasattr(request.node, "callspec") else None
    if isinstance(solver, Solver) and (reason := solver.missing()):
        skip_or_fail("core", reason)


def search_for_hours(solver: Solver) -> Grid:
    """A grid that keeps it busy: the rules would solve the other one at once."""
    return HOURS if "row-major" in solver.promises else EMPTY


@each_solver
def test_a_limit_ends_the_search_and_the_report_says_so(solver: Solver) -> None:
    assert [solver.count(TWENTY, limit=limit) for limit in (1, 2, 19, 20, 21)] == [1, 2, 19, 20, 20]
    assert solver.search(TWENTY, limit=3).complete is False
    assert solver.search(TWENTY, limit=21).complete is True
    assert len(list(solver.solutions(EMPTY, limit=5))) == 5
    with pytest.raises(ValueError, match="at least 1"):
        solver.count(ONE, limit=0)
    with pytest.raises(ValueError, match="at least 1"):
        solver.solutions(ONE, limit=0)


@each_solver
def test_an_unsolvable_grid_has_no_solution(solver: Solver) -> None:
    grid = Grid("123456780000000009" + "0" * 63)
    assert solver.solve(grid) is None
    assert list(solver.solutions(grid)) == []


@each_solver
def test_solutions_are_searched_for_only_when_asked_for(solver: Solver) -> None:
    began = time.perf_counter()
    first = list(itertools.islice(solver.solutions(EMPTY), 3))
    assert len(set(first)) == 3
    assert time.perf_counter() - began < 20


@each_solver
def test_a_closed_iterator_leaves_no_thread_behind(solver: Solver) -> None:
    before = threading.active_count()
    found = solver.solutions(EMPTY)
    next(found)
    assert threading.active_count() <= before + 1
    found.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before


@each_solver
def test_what_the_consumer_raises_comes_out_and_the_next_call_is_right(solver: Solver) -> None:
    def consumer(_: Grid) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        solver.search(TWENTY, consumer)
    assert solver.count(TWENTY) == 20


@each_solver
def test_a_search_inside_a_search_and_another_left_half_way_disturb_nothing(solver: Solver) -> None:
    waiting = solver.solutions(TWENTY)
    head = [next(waiting) for _ in range(3)]
    inner: list[Grid | None] = []
    outer: list[Grid] = []

    def consumer(solution: Grid) -> None:
        outer.append(solution)
        inner.append(solver.solve(ONE))

    solver.search(TWENTY, consumer, limit=4)
    assert outer[:3] == head
    assert set(inner) == {solver.solve(ONE)}
    assert len(head + list(waiting)) == 20


@each_solver
def test_two_threads_at_once_get_right_answers(solver: Solver) -> None:
    counts: list[int] = []
    threads = [threading.Thread(target=lambda: counts.append(solver.count(TWENTY))) for _ in range(3)]
    solutions: list[Grid | None] = []
    threads += [threading.Thread(target=lambda: solutions.append(solver.solve(ONE))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counts == [20, 20, 20]
    assert set(solutions) == {sudoku_rosetta.solve(ONE)}


@each_solver
def test_a_forked_process_solves_and_goes_on_with_its_parents_iterators_or_refuses(solver: Solver) -> None:
    if not hasattr(os, "fork"):
        pytest.skip("this system has no fork")
    waiting = solver.solutions(TWENTY)
    next(waiting)

    def child(answers: Any) -> None:
        answers.put(solver.count(TWENTY))
        try:
            answers.put(f"{len(list(waiting))} more")
        except RuntimeError as error:
            answers.put(str(error))

    context: Any = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    process = context.Process(target=child, args=(answers,))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of Python 3.12 on: a fork beside threads
        process.start()
    assert answers.get() == 20
    told = answers.get()
    assert told == "19 more" or "process that began" in told
    process.join()
    assert len(list(waiting)) == 19


@each_solver
def test_another_thread_can_stop_a_search_of_hours(solver: Solver) -> None:
    stop = threading.Event()
    timer = threading.Timer(0.3, stop.set)
    timer.start()
    began = time.perf_counter()
    with pytest.raises(Stopped):
        solver.count(search_for_hours(solver), stop=stop)
    assert time.perf_counter() - began < 5
    assert solver.count(TWENTY) == 20


@each_solver
def test_a_stop_that_does_not_come_changes_nothing(solver: Solver) -> None:
    assert solver.count(TWENTY, stop=threading.Event()) == 20


INTERRUPTED = """
    import signal, sys, threading, time, os
    from sudoku_rosetta import Grid, solver_named
    solver, how, grid, other = sys.argv[1:]
    solver = solver_named(solver)
    sent = []
    def interrupt():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)
    threading.Timer(0.4, interrupt).start()
    try:
        if how == "count":
            solver.count(Grid(grid))
        else:
            for _ in solver.solutions(Grid(grid)): pass
    except KeyboardInterrupt:
        print(time.perf_counter() - sent[0], solver.count(Grid(other)))
"""


@each_solver
@pytest.mark.parametrize("how", ["count", "solutions"])
def test_ctrl_c_ends_a_search_of_hours_at_once_and_the_next_call_is_right(solver: Solver, how: str) -> None:
    """At once is 0.2 s; a loaded machine is given ten times that."""
    grid = search_for_hours(solver)
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(INTERRUPTED), solver.id, how, str(grid), str(TWENTY)],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.stderr == ""
    seconds, count = run.stdout.split()
    assert float(seconds) < 2
    assert count == "20"


def test_the_gil_is_free_while_the_c_searches() -> None:
    solver = solver_named("original-c") if not _missing("original-c") else skip_or_fail("core", "not built")
    stop = threading.Event()
    searching = threading.Thread(target=_count_until, args=(solver, stop))
    searching.start()
    steps, end = 0, time.perf_counter() + 0.5
    while time.perf_counter() < end:
        steps += 1
    stop.set()
    searching.join()
    alone, end = 0, time.perf_counter() + 0.5
    while time.perf_counter() < end:
        alone += 1
    assert steps > alone / 10  # a held GIL would leave it next to nothing


def _missing(name: str) -> bool:
    return next(solver for solver in solvers() if solver.id == name).missing() is not None


def _count_until(solver: Solver, stop: threading.Event) -> None:
    with pytest.raises(Stopped):
        solver.count(HOURS, stop=stop)


def test_the_documents_run_where_an_importer_of_someone_elses_finds_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """pytest puts its own before Python's, for every package that brings it a plugin."""
    from sudoku_rosetta.solvers import documents

    class Theirs(importlib.abc.MetaPathFinder, importlib.abc.Loader):
        def find_spec(self, name: str, *_: object) -> Any:
            return importlib.machinery.ModuleSpec(name, self) if name.startswith("sudoku_rosetta.") else None

    monkeypatch.setattr(sys, "meta_path", [Theirs(), *sys.meta_path])
    documents._compiled.cache_clear()
    assert solver_named("c-style").count(TWENTY) == 20


def test_an_unknown_name_is_told_which_there_are() -> None:
    with pytest.raises(UnknownSolver, match=r"did you mean c-style\?\).*original-c"):
        solver_named("c-stile")


def test_a_core_that_is_not_built_says_why_and_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from sudoku_rosetta.solvers import fast_c, original_c, registry

    monkeypatch.setattr(registry, "_default", registry._default.__wrapped__)
    for core, then in ((fast_c, "original-c"), (original_c, "c-style")):
        (name,) = (solver.id for solver in solvers() if type(solver).__module__ == core.__name__)
        monkeypatch.setattr(core, "_NOT_BUILT", "not built: install a C compiler")
        with pytest.raises(SolverMissing, match=f"{name}: not built: install"):
            solver_named(name)
        assert solver_named().id == then


@pytest.mark.parametrize("name", ["original-c", "fast-c"])
def test_the_core_is_there_where_it_is_demanded(name: str) -> None:
    if _missing(name):
        skip_or_fail("core", f"{name} is not built")


def test_someone_elses_solver_comes_in_by_an_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import EntryPoint

    from sudoku_rosetta.solvers import registry

    group = "sudoku_rosetta.solvers"
    brought = [
        EntryPoint("theirs", f"{__name__}:Theirs", group),
        EntryPoint("broken", "there_is_no_such_module:Solver", group),
        EntryPoint("odd", "os:sep", group),
    ]
    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__, _this_module()))
    monkeypatch.setattr(registry, "entry_points", lambda group: brought)
    with pytest.warns(UserWarning, match="cannot be loaded|is not a Solver"):
        known = registry.solvers.__wrapped__()
    assert [solver.id for solver in known] == [*(solver.id for solver in SOLVERS), "theirs"]


def _this_module() -> Any:
    module = type(sys)(__name__)
    module.__dict__.update(globals())
    return module


class Theirs(type(solver_named("c-style"))):  # type: ignore[misc]
    id = "theirs"


def test_signals_are_left_as_they_were() -> None:
    handler: Callable[..., Any] | int | None = signal.getsignal(signal.SIGINT)
    sudoku_rosetta.count(TWENTY)
    assert signal.getsignal(signal.SIGINT) is handler
