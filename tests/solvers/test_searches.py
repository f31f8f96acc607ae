"""What holds for every solver: limits, laziness, stopping, nesting, threads, processes, and what comes out."""

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
from sudoku_rosetta.runtime.stopping_threads import Stopped, run_until
from sudoku_rosetta.solvers import original_c
from waiting import HANG_GUARD_S, ended

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
        skip_or_fail("core", str(reason))


def search_for_hours(solver: Solver) -> Grid:
    """A grid that keeps it busy: the rules would solve the other one at once."""
    return HOURS if "row-major" in solver.promises else EMPTY


@each_solver
def test_a_limit_ends_the_search_and_the_report_says_so(solver: Solver) -> None:
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
def test_solutions_are_searched_for_only_when_asked_for(
    solver: Solver, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty grid has more solutions than anyone can wait for; where `search` shows them, it shows no more than
    were asked for."""
    shown: list[Grid] = []
    search = solver.search

    def noting(grid: Grid, found: Callable[[Grid], object], **options: Any) -> object:
        def note(solution: Grid) -> None:
            shown.append(solution)
            found(solution)

        return search(grid, note, **options)

    monkeypatch.setattr(solver, "search", noting)
    solutions = solver.solutions(EMPTY)
    assert shown == []
    first = ended(lambda: [next(solutions) for _ in range(3)])
    assert len(set(first)) == 3
    assert shown in (first, [])  # a solver may have another way than `search`
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
            answers.put(len(list(waiting)))
        except RuntimeError:
            answers.put("refused")

    context: Any = multiprocessing.get_context("fork")
    answers = context.SimpleQueue()
    process = context.Process(target=child, args=(answers,))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of Python 3.12 on: a fork beside threads
        process.start()
    assert answers.get() == 20
    assert answers.get() in (19, "refused")
    process.join()
    assert len(list(waiting)) == 19


@each_solver
def test_another_thread_can_stop_a_search_of_hours(solver: Solver) -> None:
    """It did not run to its end: that would be a number, in hours."""
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    with pytest.raises(Stopped):
        ended(lambda: solver.count(search_for_hours(solver), stop=stop))
    assert solver.count(TWENTY) == 20


def test_work_that_catches_the_stop_once_is_stopped_too() -> None:
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


def test_the_c_can_be_stopped_every_so_many_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """The C looks for a stop now and then: a stop waits for at most the calls in between."""
    if reason := _missing("original-c"):
        skip_or_fail("core", str(reason))
    looks: list[object] = []
    monkeypatch.setattr(original_c._Hearing, "hear", lambda self, solution: looks.append(solution))
    sized = [case for case in cases() if case.limit is None and 500_000 < (case.placements or 0) < 20_000_000]
    case = min(sized, key=lambda case: case.placements or 0)
    report = solver_named("original-c").search(Grid(case.grid), watch=True)
    assert report.counts["calls"] / (len(looks) + 1) < 100_000  # some 10 ms


@each_solver
def test_a_stop_that_does_not_come_changes_nothing(solver: Solver) -> None:
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
def test_ctrl_c_ends_a_search_of_hours_and_the_next_call_is_right(solver: Solver, how: str) -> None:
    run = subprocess.run(
        [
            sys.executable,
            "-c",
            textwrap.dedent(INTERRUPTED),
            solver.id,
            how,
            str(search_for_hours(solver)),
            str(TWENTY),
        ],
        capture_output=True,
        text=True,
        timeout=HANG_GUARD_S,
    )
    assert (run.stderr, run.stdout) == ("", "interrupted 20\n")


BESIDE_THE_C = """
    import sys, threading
    from sudoku_rosetta import Grid, solver_named
    from sudoku_rosetta.runtime.stopping_threads import Stopped, run_until
    sys.setswitchinterval(3600)
    stop = threading.Event()
    stop.set()
    try:
        solver_named("original-c").count(Grid(sys.argv[1]), stop=stop)
    except Stopped:
        print("stopped")
"""


def test_the_gil_is_free_while_the_c_searches() -> None:
    """No thread is made to hand over the GIL: the one that looks at the stop gets it only if the C gives it up."""
    if reason := _missing("original-c"):
        skip_or_fail("core", str(reason))
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(BESIDE_THE_C), str(HOURS)],
        capture_output=True,
        text=True,
        timeout=HANG_GUARD_S,
    )
    assert (run.stderr, run.stdout) == ("", "stopped\n")


def _missing(name: str) -> str | None:
    return next(solver for solver in solvers() if solver.id == name).declared().missing


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
    with pytest.raises(UnknownSolver) as caught:
        solver_named("c-stile")
    assert names(str(caught.value), "c-stile", "c-style", "original-c")
    assert str(caught.value).count("c-style") == 2  # meant, perhaps; and among those that there are


def test_a_core_that_is_not_built_says_why_and_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from sudoku_rosetta.solvers import fast_c, registry
    from sudoku_rosetta.solvers.not_built import not_built

    monkeypatch.setattr(registry, "_default", registry._default.__wrapped__)
    for core, then in ((fast_c, "original-c"), (original_c, "c-style")):
        (name,) = (solver.id for solver in solvers() if type(solver).__module__ == core.__name__)
        monkeypatch.setattr(core, "_NOT_BUILT", not_built(ImportError("no such module")))
        with pytest.raises(SolverMissing) as caught:
            solver_named(name)
        assert names(str(caught.value), name, "apt install", "no such module")
        assert solver_named().id == then


@pytest.mark.parametrize("name", ["original-c", "fast-c"])
def test_the_core_is_there_where_it_is_demanded(name: str) -> None:
    if reason := _missing(name):
        skip_or_fail("core", f"{name}: {reason}")


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


def test_signals_are_left_as_they_were() -> None:
    handler: Callable[..., Any] | int | None = signal.getsignal(signal.SIGINT)
    sudoku_rosetta.count(TWENTY)
    assert signal.getsignal(signal.SIGINT) is handler
