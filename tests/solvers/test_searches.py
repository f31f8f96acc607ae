"""Tests of every solver: limits, lazy iteration, stopping, nested calls, threads and processes."""

import contextlib
import importlib.abc
import importlib.machinery
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
from naming import names
from sudoku_rosetta import Grid, Solver, SolverMissing, UnknownSolver, solver_named, solvers
from sudoku_rosetta.conformance.case import cases
from sudoku_rosetta.runtime.stoppable_thread import Stopped, run_until
from sudoku_rosetta.solvers import original_c
from waiting import HANG_GUARD_S, ended

SOLVERS = solvers()
each_solver = pytest.mark.parametrize("solver", SOLVERS, ids=lambda solver: solver.id)

TWENTY = Grid("123750089000089003984100760400860091200591034091200000300600500000012040002000000")
"""Has 20 solutions, and a search tree small enough for the slowest solver."""
ONE = Grid("080107060004000100050609020013000240200000006075000310090805000001000700030402090")
EMPTY = Grid("0" * 81)
HOURS = Grid("000000000000003085001020000000507000004000100090000000500000073002010000000040009")
"""Has one solution. The row-major search finds it after hundreds of millions of placements."""


@pytest.fixture(autouse=True)
def _demand_the_core(request: pytest.FixtureRequest) -> None:
    solver = request.node.callspec.params.get("solver") if hasattr(request.node, "callspec") else None
    if isinstance(solver, Solver) and (reason := solver.missing()):
        skip_or_fail("core", str(reason))


def grid_that_takes_hours(solver: Solver) -> Grid:
    """Return a grid that takes the solver hours. Solvers with rules solve HOURS quickly."""
    return HOURS if "row-major" in solver.promises else EMPTY


@each_solver
def test_a_limit_ends_the_search_and_the_report_is_incomplete(solver: Solver) -> None:
    assert [solver.count(TWENTY, limit=limit) for limit in (1, 2, 19, 20, 21)] == [1, 2, 19, 20, 20]
    assert solver.search(TWENTY, limit=3).complete is False
    assert solver.search(TWENTY, limit=21).complete is True
    assert len(list(solver.solutions(EMPTY, limit=5))) == 5
    for method in (solver.count, solver.solutions):
        with pytest.raises(ValueError, match=r"\b0\b"):
            method(ONE, limit=0)


@each_solver
def test_an_unsolvable_grid_has_no_solution(solver: Solver) -> None:
    grid = Grid("123456780000000009" + "0" * 63)
    assert solver.solve(grid) is None
    assert list(solver.solutions(grid)) == []


@each_solver
def test_solutions_are_only_searched_for_when_requested(
    solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The empty grid has too many solutions to compute all, so the iterator must only search for those that are
    requested."""
    found: list[Grid] = []
    search = solver.search

    def recorded(grid: Grid, on_solution: Callable[[Grid], object], **options: Any) -> object:
        def record(solution: Grid) -> None:
            found.append(solution)
            on_solution(solution)

        return search(grid, record, **options)

    monkeypatch.setattr(solver, "search", recorded)
    solutions = solver.solutions(EMPTY)
    assert found == []
    first = ended(lambda: [next(solutions) for _ in range(3)])
    assert len(set(first)) == 3
    assert found in (first, [])  # a solver may implement `solutions` without `search`
    solutions.close()  # type: ignore[attr-defined]


@each_solver
def test_a_closed_iterator_leaves_no_thread_behind(solver: Solver) -> None:
    before = set(threading.enumerate())
    found = solver.solutions(EMPTY)
    next(found)
    assert len(set(threading.enumerate()) - before) <= 1
    found.close()  # type: ignore[attr-defined]
    assert set(threading.enumerate()) <= before


@each_solver
def test_an_exception_in_the_callback_is_propagated_and_the_next_call_is_correct(solver: Solver) -> None:
    def consumer(_: Grid) -> None:
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        solver.search(TWENTY, consumer)
    assert solver.count(TWENTY) == 20


@each_solver
def test_nested_and_unfinished_searches_are_independent(solver: Solver) -> None:
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
def test_searches_in_several_threads_are_correct(solver: Solver) -> None:
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
def test_a_forked_process_can_solve_and_continues_or_refuses_an_iterator_of_its_parent(
    solver: Solver,
) -> None:
    if not hasattr(os, "fork"):
        pytest.skip("this system has no fork")
    waiting = solver.solutions(TWENTY)
    next(waiting)

    def child(answers: Any) -> None:
        answers.put(solver.count(TWENTY))
        try:
            answers.put(len(list(waiting)))
        except RuntimeError:
            answers.put("refused")

    context: Any = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    process = context.Process(target=child, args=(answers,))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of Python 3.12, for a fork with threads
        process.start()
    assert answers.get() == 20
    assert answers.get() in (19, "refused")
    process.join()
    assert len(list(waiting)) == 19


@each_solver
def test_another_thread_can_stop_a_long_search(solver: Solver) -> None:
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    with pytest.raises(Stopped):
        ended(lambda: solver.count(grid_that_takes_hours(solver), stop=stop))
    assert solver.count(TWENTY) == 20


def test_work_that_suppresses_the_first_stop_is_stopped_by_the_next() -> None:
    stop, over = threading.Event(), threading.Event()

    def work() -> None:
        with contextlib.suppress(Stopped):
            stop.set()
            while not over.is_set():
                time.sleep(0.001)
        while not over.is_set():
            time.sleep(0.001)

    try:
        with pytest.raises(Stopped):
            ended(lambda: run_until(stop, work))
    finally:
        over.set()


def test_the_original_c_polls_for_a_stop_every_100_000_calls_on_average(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if reason := _missing("original-c"):
        skip_or_fail("core", str(reason))
    polls: list[object] = []
    monkeypatch.setattr(original_c._Receiver, "receive", lambda self, solution: polls.append(solution))
    sized = [case for case in cases() if case.limit is None and 500_000 < (case.placements or 0) < 20_000_000]
    case = min(sized, key=lambda case: case.placements or 0)
    report = solver_named("original-c").search(Grid(case.grid), watch=True)
    assert report.counts["calls"] / (len(polls) + 1) < 100_000  # about 10 ms


@each_solver
def test_a_stop_event_that_is_never_set_changes_nothing(solver: Solver) -> None:
    assert solver.count(TWENTY, stop=threading.Event()) == 20


INTERRUPTED = """
    import os, signal, sys, threading
    from sudoku_rosetta import Grid, solver_named
    solver, how, grid, other = sys.argv[1:]
    solver = solver_named(solver)
    try:
        threading.Timer(0.4, os.kill, (os.getpid(), signal.SIGINT)).start()
        if how == "count":
            solver.count(Grid(grid))
        else:
            for _ in solver.solutions(Grid(grid)): pass
    except KeyboardInterrupt:
        print("interrupted", solver.count(Grid(other)))
"""


@each_solver
@pytest.mark.parametrize("how", ["count", pytest.param("solutions", marks=pytest.mark.slow)])
def test_ctrl_c_ends_a_long_search_and_the_next_call_is_correct(solver: Solver, how: str) -> None:
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            textwrap.dedent(INTERRUPTED),
            solver.id,
            how,
            str(grid_that_takes_hours(solver)),
            str(TWENTY),
        ],
        capture_output=True,
        text=True,
        timeout=HANG_GUARD_S,
    )
    assert (run.stderr, run.stdout) == ("", "interrupted 20\n")


STOPPED_BY_AN_EVENT = """
    import sys, threading
    from sudoku_rosetta import Grid, solver_named
    from sudoku_rosetta.runtime.stoppable_thread import Stopped, run_until
    sys.setswitchinterval(3600)
    stop = threading.Event()
    stop.set()
    try:
        solver_named("original-c").count(Grid(sys.argv[1]), stop=stop)
    except Stopped:
        print("stopped")
"""


def test_the_original_c_releases_the_gil() -> None:
    """The switch interval is an hour, so the thread that polls the event only runs if C releases the GIL."""
    if reason := _missing("original-c"):
        skip_or_fail("core", str(reason))
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(STOPPED_BY_AN_EVENT), str(HOURS)],
        capture_output=True,
        text=True,
        timeout=HANG_GUARD_S,
    )
    assert (run.stderr, run.stdout) == ("", "stopped\n")


def _missing(name: str) -> str | None:
    return next(solver for solver in solvers() if solver.id == name).declared().missing


def test_the_documents_do_not_depend_on_how_their_modules_are_imported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """pytest replaces the importer for packages that provide a pytest plugin."""
    from sudoku_rosetta.solvers import documents

    class Theirs(importlib.abc.MetaPathFinder, importlib.abc.Loader):
        def find_spec(self, name: str, *_: object) -> Any:
            return importlib.machinery.ModuleSpec(name, self) if name.startswith("sudoku_rosetta.") else None

    monkeypatch.setattr(sys, "meta_path", [Theirs(), *sys.meta_path])
    documents._compiled.cache_clear()
    assert solver_named("c-style").count(TWENTY) == 20


def test_the_error_for_an_unknown_name_lists_the_known_names() -> None:
    with pytest.raises(UnknownSolver) as caught:
        solver_named("c-stile")
    assert names(str(caught.value), "c-stile", "c-style", "original-c")
    assert str(caught.value).count("c-style") == 2  # as a suggestion, and in the list


def test_the_error_for_an_extension_that_is_not_built_explains_how_to_build_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from sudoku_rosetta.solvers import fast_c, registry
    from sudoku_rosetta.solvers.not_built import not_built

    monkeypatch.setattr(registry, "_default", registry._default.__wrapped__)
    for core, next_default in ((fast_c, "original-c"), (original_c, "c-style")):
        (name,) = (solver.id for solver in solvers() if type(solver).__module__ == core.__name__)
        monkeypatch.setattr(core, "_NOT_BUILT", not_built(ImportError("no such module")))
        with pytest.raises(SolverMissing) as caught:
            solver_named(name)
        assert names(str(caught.value), name, "no such module", "apt install")
        assert solver_named().id == next_default


@pytest.mark.parametrize("name", ["original-c", "fast-c"])
def test_the_c_extensions_are_built_if_the_environment_demands_it(name: str) -> None:
    if reason := _missing(name):
        skip_or_fail("core", f"{name}: {reason}")


def test_a_solver_of_another_package_is_registered_by_an_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    from importlib.metadata import EntryPoint

    from sudoku_rosetta.solvers import registry

    group = "sudoku_rosetta.solvers"
    found = [
        EntryPoint("theirs", f"{__name__}:Theirs", group),
        EntryPoint("broken", "there_is_no_such_module:Solver", group),
        EntryPoint("odd", "os:sep", group),
    ]
    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__, _this_module()))
    monkeypatch.setattr(registry, "entry_points", lambda group: found)
    with pytest.warns(UserWarning, match="broken|odd") as warned:
        known = registry.solvers.__wrapped__()
    assert all(names(str(each.message), entry) for each, entry in zip(warned, ("broken", "odd"), strict=True))
    assert [solver.id for solver in known] == [*(solver.id for solver in SOLVERS), "theirs"]


def _this_module() -> Any:
    module = type(sys)(__name__)
    module.__dict__.update(globals())
    return module


class Theirs(type(solver_named("c-style"))):  # type: ignore[misc]
    id = "theirs"


def test_signal_handlers_are_not_changed() -> None:
    handler: Callable[..., Any] | int | None = signal.getsignal(signal.SIGINT)
    sudoku_rosetta.count(TWENTY)
    assert signal.getsignal(signal.SIGINT) is handler
