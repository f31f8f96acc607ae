"""External solvers that are Python functions: their arguments, their return values and their failures."""

import contextlib
import errno
import json
import math
import os
import sys
import textwrap
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conformance.clock import HANGING, clock
from demand import skip_or_fail
from external.parallel_searches import search_in_threads
from naming import names
from sudoku_rosetta import Grid, SolverMissing
from sudoku_rosetta.external.errors import SolverError, exit_message
from sudoku_rosetta.external.forms import VALUES, codes, value_of
from sudoku_rosetta.external.function import FunctionSolver
from sudoku_rosetta.external.function_values import answers_of_value
from sudoku_rosetta.runtime import limits as limiting
from sudoku_rosetta.runtime import sandbox
from sudoku_rosetta.runtime.limits import Limits

FULL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"
OTHER = "312645978645978312978312645123456789456789123789123456231564897564897231897231564"
PUZZLE = "0" + FULL[1:]
ROWS = [[int(digit) for digit in FULL[start : start + 9]] for start in range(0, 81, 9)]
CELLS = [int(digit) for digit in FULL]
TIGHT = Limits(seconds=2.0, memory_mb=300, output_bytes=200_000, processes=10)

Written = Callable[..., FunctionSolver]


@pytest.fixture
def mark(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Mark all processes of the test with an environment variable. At the end, check that none is left."""
    word = uuid.uuid4().hex
    monkeypatch.setenv("STARTED_BY_A_TEST", word)
    yield word
    left = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if word.encode() in (folder / "environ").read_bytes():
                left.append((folder / "cmdline").read_text())
    assert left == []


@pytest.fixture(autouse=True)
def hanging(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that a function creates before it hangs. The clock of the time limit only advances once it exists."""
    monkeypatch.setattr(limiting, "time", clock(tmp_path / HANGING))
    return tmp_path / HANGING


@pytest.fixture
def written(tmp_path: Path, mark: str, hanging: Path) -> Iterator[Written]:
    """A function that writes a file with the given text, and returns a solver for the file's function.

    The text may call `_hang()`.
    """
    solvers: list[FunctionSolver] = []
    prelude = f"""\
FULL = {FULL!r}
def _hang():
    open({str(hanging)!r}, "w").close()
    while True: pass
"""

    def write(text: str, name: str = ":solve", **options: Any) -> FunctionSolver:
        path = tmp_path / "mine.py"
        path.write_text(prelude + textwrap.dedent(text), encoding="utf-8")
        solvers.append(FunctionSolver(f"{path}{name}", **{"limits": TIGHT, **options}))
        return solvers[-1]

    yield write
    for solver in solvers:
        solver.close()


FILL = """
def _fill(g):
    for cell in range(81):
        r, c = divmod(cell, 9)
        if not g[r][c]:
            for digit in range(1, 10):
                if digit not in g[r] and all(row[c] != digit for row in g) and not any(
                    g[r // 3 * 3 + k // 3][c // 3 * 3 + k % 3] == digit for k in range(9)
                ):
                    g[r][c] = digit
                    if _fill(g): return True
            g[r][c] = 0
            return False
    return True
"""
"""A correct solver that fills its list."""


def error_of(solver: FunctionSolver) -> SolverError:
    with pytest.raises(SolverError) as caught:
        solver.raw_search(PUZZLE)
    assert "\n" not in str(caught.value)
    assert caught.value.message.fr
    return caught.value


# --- return values ------------------------------------------------------------------------------------------


class Array:
    """A minimal substitute for a numpy array."""

    def __init__(self, items: list[Any]) -> None:
        self._items = items

    def tolist(self) -> list[Any]:
        return self._items


ONE: dict[str, Any] = {
    "a text of 81": FULL,
    "bytes": FULL.encode(),
    "a text of 9 rows": "\n".join(FULL[start : start + 9] for start in range(0, 81, 9)),
    "a drawn grid": Grid(FULL).pretty(),
    "9 rows": ROWS,
    "9 tuples": tuple(map(tuple, ROWS)),
    "9 texts": [FULL[start : start + 9] for start in range(0, 81, 9)],
    "9 lists of characters": [list(FULL[start : start + 9]) for start in range(0, 81, 9)],
    "81 cells": CELLS,
    "81 characters": list(FULL),
    "an array of 9 by 9": Array(ROWS),
    "an array of 81": Array(CELLS),
    "a grid": Grid(FULL),
    "an iterator of rows": iter(ROWS),
    "an iterator of arrays": iter([Array(row) for row in ROWS]),
    "an iterator of cells": iter(CELLS),
    "an iterator of iterators": (iter(row) for row in ROWS),
}


@pytest.mark.parametrize("returned", ONE.values(), ids=ONE.keys())
def test_one_grid_is_one_solution(returned: Any) -> None:
    assert list(answers_of_value(returned)) == [FULL]


@pytest.mark.parametrize(
    "returned",
    [
        [FULL, OTHER],
        (FULL, OTHER),
        f"{FULL}\n{OTHER}\n",
        [ROWS, OTHER],
        [CELLS, OTHER],
        iter([ROWS, OTHER]),
        iter([Array(ROWS), OTHER]),
        [iter(ROWS), OTHER],
        Array([CELLS, [int(digit) for digit in OTHER]]),
    ],
)
def test_several_grids_are_several_solutions(returned: Any) -> None:
    assert list(answers_of_value(returned)) == [FULL, OTHER]


@pytest.mark.parametrize("number", [8, 9, 10, 81, 82])
def test_nine_or_81_grids_are_not_read_as_rows_or_cells_of_one_grid(number: int) -> None:
    for grid in (FULL, ROWS, CELLS):
        assert list(answers_of_value([grid] * number)) == [FULL] * number


@pytest.mark.parametrize("returned", [None, False, "", [], (), iter(()), Array([]), "\n"])
def test_empty_values_mean_no_solution(returned: Any) -> None:
    assert list(answers_of_value(returned)) == []


def test_a_number_is_an_answer_of_a_function_that_counts() -> None:
    assert list(answers_of_value(3, counts=True)) == [3]
    assert list(answers_of_value(0, counts=True)) == [0]
    assert list(answers_of_value(FULL, counts=True)) == [FULL]
    assert list(answers_of_value(None, counts=True)) == []


def test_an_incomplete_or_illegal_grid_reaches_the_checks() -> None:
    assert list(answers_of_value(PUZZLE.replace("0", "."))) == [PUZZLE]
    assert list(answers_of_value([["1"] * 9] * 9)) == ["1" * 81]


def test_solutions_of_an_iterator_are_requested_one_by_one() -> None:
    def endless() -> Iterator[str]:
        while True:
            yield FULL

    answers = answers_of_value(endless())
    assert [next(answers) for _ in range(3)] == [FULL] * 3


@pytest.mark.parametrize(
    ("returned", "named"),
    [
        (3, ("3",)),
        (3.5, ("float",)),
        (True, ("True",)),
        ("no solution", ("'no solution'",)),
        (FULL[1:], (80,)),
        (ROWS[1:], (8,)),
        ([10] * 81, (10,)),
        ({}, ("dict",)),
        (object(), ("object",)),
        ([ROWS, None], ("None",)),
        ([FULL, 3], ("int",)),
        (print, ("builtin_function_or_method",)),
        pytest.param(10**5000, (18,), id="a long number"),
        ([FULL, 10**5000], (18,)),
        ([[-(10**5000)] * 9] * 9, (18,)),
        ([[math.nan] * 9] * 9, ("nan",)),
        ([math.inf] * 81, ("inf",)),
        (math.nan, ("float",)),
        ([[1j] * 9] * 9, ("complex",)),
    ],
)
def test_any_other_value_is_an_error_that_names_the_expected_values(
    returned: Any, named: tuple[object, ...]
) -> None:
    with pytest.raises(SolverError) as caught:
        list(answers_of_value(returned))
    assert caught.value.kind == "unreadable"
    assert str(caught.value) != caught.value.message.fr
    for text in (str(caught.value), caught.value.message.fr):
        assert names(text, *named, 81, "None")  # expected: 81 cells in some form, or None
        assert "\n" not in text


# --- arguments ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "form"),
    [
        ("return FULL if g.index('0') == 40 or g[0] == '0' else None", "text"),
        ("return FULL if len(g[8]) == 9 and g[8][8] == 5 else None", "rows"),
        ("return FULL if g[80] == 5 else None", "flat"),
        ("return FULL if ''.join(g[0]).isascii() and '.' in g[4] + g[0] else None", "characters"),
        ("assert g.replace('0', '1').isdigit(); return FULL", "text"),
        ("return g", "rows"),
        ("return 7", "rows"),
        ("g[0][0] + 1; _hang()", "rows"),
        ("for row in g: row[0] = row[0]\n    return [[1] * 9] * 9", "rows"),
    ],
)
def test_the_form_of_the_argument_is_detected(written: Written, body: str, form: str) -> None:
    assert written(f"def solve(g):\n    {body}").form == form


def test_a_function_that_needs_a_numpy_array_receives_one(written: Written) -> None:
    pytest.importorskip("numpy")
    solver = written(
        "def solve(g):\n    g[g == 0] = 5 if g[4, 4] == 0 else 1\n    return g if g[0, 1] == 2 else 0"
    )
    solver.raw_search(PUZZLE)
    assert (solver.form, solver.changed_argument) == ("array", True)


def test_the_form_can_be_chosen() -> None:
    assert FunctionSolver.from_function(lambda rows: rows[0][1] == 2 and ROWS, form="rows").raw_search(
        PUZZLE
    ) == [FULL]
    with pytest.raises(ValueError, match=r"'matrix'.* auto, rows, characters"):
        FunctionSolver.from_function(print, form="matrix")


@pytest.mark.parametrize("form", [form for form in codes(VALUES) if form != "array:nan"])
def test_every_form_is_81_cells(form: str) -> None:
    assert list(answers_of_value(value_of(form, PUZZLE))) == [PUZZLE]


def test_the_trials_of_forms_do_not_change_the_state_of_the_function(written: Written) -> None:
    solver = written(
        "calls = []\ndef solve(g):\n    calls.append(g)\n    return FULL if len(calls) == 1 else None"
    )
    assert solver.raw_search(PUZZLE) == [FULL]
    assert solver.raw_search(PUZZLE) == []  # the state remains between calls


# --- changed arguments --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "changed", "in_place"),
    [
        ("_fill(g); return True", True, True),
        ("_fill(g)", True, True),
        ("_fill(g); return g", True, True),
        ("g = [row[:] for row in g]; _fill(g); return g", False, False),
    ],
)
def test_a_change_of_the_argument_is_detected(
    written: Written, body: str, changed: bool, in_place: bool
) -> None:
    solver = written(f"{FILL}\ndef solve(g):\n    {body}")
    assert solver.raw_search(PUZZLE) == [FULL]
    assert (solver.changed_argument, solver.in_place) == (changed, in_place)


def test_a_function_that_fails_in_place_has_no_solution(written: Written) -> None:
    solver = written("def solve(g):\n    g[4][4] = 9\n    return g[0][0] != 0")
    assert solver.raw_search(PUZZLE) == []
    assert (solver.form, solver.in_place) == ("rows", False)


# --- finding the function -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["solve", "resoudre", "résoudre", "solve_sudoku", "main", "anything"])
def test_without_a_name_the_usual_function_or_the_only_one_is_chosen(written: Written, name: str) -> None:
    solver = written(
        f"def {name}(g):\n{textwrap.indent(FILL, '    ')}    return g if _fill(g) else None", name=""
    )
    assert solver.raw_search(PUZZLE) == [FULL]
    assert solver.reading.call == f"{name}(GRID)"


@pytest.mark.parametrize(
    ("text", "name", "named"),
    [
        ("", "", ("mine.py", "solve")),
        ("def a(g): 1", ":solve", ("mine.py", "solve", "a")),
        ("def solve(g:\n", "", ("SyntaxError",)),
        ("import nowhere", "", ("ModuleNotFoundError: No module named 'nowhere'",)),
        ("input()", "", ("EOFError",)),
        ("_hang()", "", (2,)),
        ("raise SystemExit(0)", "", ("SystemExit: 0",)),
        ("import os; os._exit(3)", "", (3,)),
    ],
)
def test_a_file_without_a_usable_function_is_an_error_with_the_reason(
    written: Written, text: str, name: str, named: tuple[object, ...]
) -> None:
    error = error_of(written(text, name=name))
    assert error.while_loading
    assert names(str(error), *named)


@pytest.mark.parametrize("name", ["bound", "static", "of_class"])
def test_a_method_is_called_on_an_instance_of_its_class_if_it_needs_one(written: Written, name: str) -> None:
    text = """\
        class Solver:
            def __init__(self):
                self.answer = FULL

            def bound(self, grid):
                return self.answer

            @staticmethod
            def static(grid):
                return FULL

            @classmethod
            def of_class(cls, grid):
                return FULL
        """
    assert written(text, name=f":Solver.{name}").raw_search(PUZZLE) == [FULL]


def test_a_file_that_does_not_exist_is_missing() -> None:
    with pytest.raises(SolverMissing, match=r"no/such\.py"):
        FunctionSolver("no/such.py:solve").raw_search(PUZZLE)


def test_a_function_in_a_package_of_the_current_folder(
    tmp_path: Path, mark: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mypackage").mkdir()
    (tmp_path / "mypackage" / "mymodule.py").write_text(f"def solve(g): return {FULL!r}")
    monkeypatch.chdir(tmp_path)
    with FunctionSolver("mypackage.mymodule:solve") as solver:
        assert solver.raw_search(PUZZLE) == [FULL]


def test_modules_of_its_folder_can_be_imported_but_do_not_shadow_those_of_the_worker(
    written: Written, tmp_path: Path
) -> None:
    (tmp_path / "data.py").write_text("from mine import FULL")
    (tmp_path / "json.py").write_text("raise RuntimeError")
    (tmp_path / "sudoku_rosetta.py").write_text("raise RuntimeError")
    assert written("def solve(g):\n    import data\n    return data.FULL").raw_search(PUZZLE) == [FULL]


# --- failures -----------------------------------------------------------------------------------------------


ODD_EXCEPTIONS = """
class Odd(type):
    @property
    def __name__(cls): raise RuntimeError
class OddName(Exception, metaclass=Odd): pass
class OddText(Exception):
    def __str__(self): sys.exit(4)
"""


@pytest.mark.parametrize(
    ("body", "kind", "named"),
    [
        ("_hang()", "timed out", (2,)),
        ("raise KeyError('oh')", "raised", ("KeyError: 'oh'",)),
        ("sys.exit(1)", "raised", ("SystemExit",)),
        ("raise KeyboardInterrupt", "raised", ("KeyboardInterrupt",)),
        ("return solve(g)", "raised", ("RecursionError",)),
        ("os._exit(3)", "crashed", (3,)),
        ("os.kill(os.getpid(), 11)", "crashed", (11,)),
        ("raise OddName", "raised", ("OddName",)),
        ("raise OddText", "raised", ("OddText",)),
        ("e = SyntaxError('oh'); e.lineno = 'x'; e.text = 3; raise e", "raised", ("SyntaxError",)),
        ("e = KeyError('oh'); e.add_note('a note'); raise e", "raised", ("KeyError: 'oh'",)),
        ("raise ValueError('.' * 10 ** 7)", "raised", ("ValueError",)),
        ("raise ValueError('oh \\udcff \\x1b[31m')", "raised", ("ValueError: oh \\udcff \\x1b[31m",)),
        ("import json; json.dumps = None; return FULL", "crashed", (1,)),
        ("import builtins; vars(builtins).clear()", "crashed", (1,)),
        ("os.closerange(3, 99); return FULL", "crashed", (1,)),
        ("return 10 ** 5000", "unreadable", (18,)),
        ("return 3", "unreadable", (3,)),
        ("yield 3", "unreadable", (1, 80)),  # one cell, 80 are missing
        ("yield FULL; raise OSError('oh')", "raised", ("OSError: oh",)),
        ("while True: yield FULL", "too much output", (200_000,)),
        ("return [0] * 10 ** 11", "too much memory", ()),
        ("while True: KEPT.append(bytearray(9999999))", "too much memory", (300,)),
        ("while True: print('.' * 9999)", "too much output", (200_000,)),
        (
            "for _ in range(20): os.fork() and time.sleep(0.1)\n    time.sleep(9999)",
            "too many processes",
            (10,),
        ),
    ],
)
def test_a_failure_is_reported_and_the_function_is_restarted(
    written: Written, body: str, kind: str, named: tuple[object, ...]
) -> None:
    text = f"import os, sys, time\nKEPT = []\ndef solve(g):\n    if g[1] == '0': return FULL\n    {body}"
    solver = written(text + ODD_EXCEPTIONS, form="text")
    error = error_of(solver)
    assert error.kind == kind
    assert names(str(error), *named)
    assert not error.while_loading
    if "yield" not in body:
        assert solver.raw_search("00" + FULL[2:]) == [FULL]


def test_the_end_of_the_traceback_is_kept_without_the_frames_of_the_worker(written: Written) -> None:
    detail = error_of(written("def solve(g):\n    return inner()\ndef inner():\n    1 / 0")).detail
    assert detail.endswith("ZeroDivisionError: division by zero")
    assert "inner()" in detail
    assert "worker_child.py" not in detail


@pytest.mark.parametrize("way", ["print('hello')", "os.write(1, b'hello')", "os.system('echo hello')"])
def test_output_to_stdout_is_not_an_answer(written: Written, way: str) -> None:
    solver = written(f"import os\nprint('hi')\ndef solve(g):\n    {way}\n    return FULL")
    assert solver.raw_search(PUZZLE) == [FULL]


FORGED = [
    "junk",
    "[1, 2]",
    "[" * 100_000,
    '{"result": null}',
    '{"result": "x"}',
    '{"result": {}}',
    '{"result": {"argument": 3, "stream": []}}',
    '{"result": {"argument": 3, "returned": {"x": 1}}}',
    '{"result": {"argument": 3, "returned": [[{"type": 5}]]}}',
    '{"result": {"argument": 3, "returned": %s}}' % ("9" * 5000),
    '{"result": {"argument": 3, "stream": "list"}}\n{"result": {"items": 3}}',
    '{"result": {"argument": 3, "stream": "list"}}\n{"result": {"items": [{}]}}',
    '{"error": "x"}',
    '{"error": {}}',
    '{"error": {"type": "T", "line": [1]}}',
    '{"error": {"type": "T", "memory": true, "traceback": 4}}',
    '{"error": {"type": "T", "code": "no.such", "arguments": {}}}',
    '{"error": {"type": "T", "code": "function.which", "arguments": {}}}',
    '{"error": {"type": "T", "code": [], "arguments": 3}}',
]


def forging(written: Written, forged: str) -> FunctionSolver:
    """A solver whose function writes this line to the pipe of its process before it returns."""
    text = f"""
import gc, io
def solve(g):
    if g[1] == '0': return FULL
    for pipe in gc.get_objects():
        if isinstance(pipe, io.TextIOWrapper) and pipe.mode == 'w' and pipe.fileno() > 2:
            pipe.write({forged!r} + chr(10))
            pipe.flush()
    return FULL
"""
    return written(text, form="text")


@pytest.mark.parametrize("forged", FORGED, ids=range(len(FORGED)))
def test_a_forged_reply_is_rejected(written: Written, forged: str) -> None:
    solver = forging(written, forged)
    error = error_of(solver)
    assert (error.kind, error.detail) == ("unreadable", "")
    assert error.message.code == "function.wrote_into_pipe"
    assert solver.raw_search("00" + FULL[2:]) == [FULL]


def test_a_forged_error_message_is_one_line(written: Written) -> None:
    forged = json.dumps({"error": {"type": "T", "line": "a\nb\ud800", "traceback": ""}})
    assert names(str(error_of(forging(written, forged))), "a b\\ud800")


@pytest.mark.parametrize(
    ("before", "body"),
    [
        ("", "return FULL if os.fork() else '1' * 81"),
        ("", "if not os.fork(): return '1' * 81\n    time.sleep(0.2); return FULL"),
        ("", "if not os.fork(): 1 / 0\n    time.sleep(0.2); return FULL"),
        ("", "os.fork()\n    yield FULL"),
        ("", "os.fork() or os._exit(0); os.wait(); return FULL"),
        ("os.fork()", "return FULL"),
        ("signal.signal(signal.SIGCHLD, signal.SIG_IGN)", "return FULL"),
        ("signal.signal(signal.SIGCHLD, lambda *_: os.wait())", "return FULL"),
        ("", "print('\\udcff \\ud800'); return FULL"),
        ("", "sys.stdout.close(); return FULL"),
        ("import atexit", "atexit.register(_hang); return FULL"),
        ("import threading", "threading.Thread(target=time.sleep, args=(999,)).start(); return FULL"),
    ],
)
def test_forks_signals_and_threads_of_the_function_do_not_affect_its_answer(
    written: Written, before: str, body: str
) -> None:
    text = f"import os, signal, sys, time\n{before}\ndef solve(g):\n    g[8][8]\n    {body}"
    solver = written(text)  # the first form is wrong, so that trials of several forms are needed
    assert [solver.raw_search(PUZZLE) for _ in range(2)] == [[FULL]] * 2
    assert solver.form == "rows"


@pytest.mark.parametrize("code", [3, -11, -40])
def test_an_exit_code_is_described_in_both_languages(code: int) -> None:
    message = exit_message(code)
    assert all(names(text, abs(code)) for text in (message.en, message.fr))
    assert code < 0 or message.en != message.fr


def test_the_child_processes_of_a_function_are_killed(written: Written) -> None:
    text = "import os, time\ndef solve(g):\n    if os.fork() == 0:\n        os.setsid()\n        time.sleep(300)\n"
    assert written(text + "    return FULL").raw_search(PUZZLE) == [FULL]


# --- limits, threads, forks ---------------------------------------------------------------------------------


def test_the_search_stops_at_its_limit(written: Written) -> None:
    solver = written("def solve(g):\n    while True: yield FULL")
    report = solver.search(Grid(PUZZLE), limit=3)
    assert (report.solutions, report.complete) == (3, False)
    assert solver.solve(Grid(PUZZLE)) == Grid(FULL)


def test_an_exception_in_the_callback_is_propagated(written: Written) -> None:
    solver = written("def solve(g):\n    while True: yield FULL")
    with pytest.raises(ZeroDivisionError):
        solver.search(Grid(PUZZLE), lambda _: 1 // 0)
    assert solver.raw_search(PUZZLE, 2) == [FULL] * 2


def test_the_level_determines_the_meaning_of_the_answers(written: Written) -> None:
    assert written("def solve(g): return 13", level="count").count(Grid(PUZZLE)) == 13
    first = written("def solve(g): return FULL", level="first")
    assert first.can == {"first"}
    assert first.solve(Grid(PUZZLE)) == Grid(FULL)


def test_nested_calls_and_calls_from_several_threads_are_independent(written: Written) -> None:
    text = "import time\ndef solve(g):\n    time.sleep(0.2)\n    yield g.replace('0', '1')"
    solver = written(text, form="text")
    inner: list[str] = []
    solver.search(Grid(PUZZLE), lambda _: inner.extend(solver.raw_search("0" * 81)))
    assert inner == ["1" * 81]
    grids = [str(digit) * 81 for digit in range(2, 6)]
    assert search_in_threads(solver, grids) == {grid: [grid] for grid in grids}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_a_forked_process_starts_its_own_worker(written: Written) -> None:
    solver = written(
        "calls = []\ndef solve(g):\n    calls.append(g)\n    return [FULL] * len(calls)", form="text"
    )
    assert solver.raw_search(PUZZLE) == [FULL]
    child = os.fork()
    if child == 0:
        try:
            correct = solver.raw_search(PUZZLE) == [FULL]
            solver.close()
        finally:
            os._exit(0 if correct else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert solver.raw_search(PUZZLE) == [FULL] * 2


def test_a_deleted_solver_leaves_no_process(tmp_path: Path, mark: str) -> None:
    (tmp_path / "mine.py").write_text(f"def solve(g): return {FULL!r}")
    solver = FunctionSolver(str(tmp_path / "mine.py"))
    assert solver.raw_search(PUZZLE) == [FULL]
    del solver


def test_a_function_can_be_called_in_this_process() -> None:
    solver = FunctionSolver.from_function(lambda grid: iter([FULL, OTHER]), name="two")
    assert (solver.id, solver.count(Grid(PUZZLE)), solver.raw_search(PUZZLE, 1)) == ("two", 2, [FULL])
    assert error_of(FunctionSolver.from_function(lambda grid: 1 // 0)).kind == "raised"
    assert error_of(FunctionSolver.from_function(sys.exit)).kind == "raised"


def test_a_function_in_the_sandbox_solves_but_cannot_write_files(written: Written) -> None:
    if reason := sandbox.unavailable_reason():
        skip_or_fail("bwrap", reason)
    assert written("def solve(g): return FULL", sandbox=True).raw_search(PUZZLE) == [FULL]
    error = error_of(written("def solve(g): open('/tmp/../usr/new', 'w')", sandbox=True))
    assert (error.kind, os.strerror(errno.EROFS) in str(error)) == ("raised", True)
