"""`solve_many` and `count_many`: forms of input and output, correct answers, errors and interrupts."""

from __future__ import annotations

import gzip
import io
import random
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import numpy
import pytest
import sudoku_rosetta
from demand import skip_or_fail
from naming import names
from sudoku_rosetta import Grid, GridError, count_many, solve_many, solver_named
from sudoku_rosetta.bulk import many
from sudoku_rosetta.conformance.case import cases
from sudoku_rosetta.runtime.stoppable_thread import Stopped
from sudoku_rosetta.solvers import fast_c
from waiting import ended

if fast_c.lib is None:
    skip_or_fail("core", "the fast core is not built")

UNIQUE = [case.grid for case in cases() if case.expect == "unique" and case.limit is None]
SEVERAL = [case.grid for case in cases() if case.expect == "multiple" and case.limit is None]
NONE = [case.grid for case in cases() if case.expect == "none"]
CLASHES = [case.grid for case in cases() if case.expect == "invalid"]
ALL = [case for case in cases() if case.limit is None]
each_instruction_set = pytest.mark.parametrize("instruction_set", fast_c.instruction_sets())


@each_instruction_set
def test_all_conformance_cases_are_solved_on_every_instruction_set(instruction_set: str) -> None:
    solved = solve_many([case.grid for case in ALL], instruction_set=instruction_set)
    expected = {"unique": 1, "multiple": 2, "none": 0, "invalid": 0}
    assert list(solved.counts) == [expected[case.expect] for case in ALL]
    for case, solution in zip(ALL, solved.solutions, strict=True):
        assert (solution is None) == (case.expect in ("none", "invalid"))
        if case.solutions:
            assert solution == min(case.solutions)


@each_instruction_set
@pytest.mark.parametrize("number", [1, 2, 7, 15, 16, 17, 31, 32, 33, 63, 64, 65, 100, 1000])
def test_a_batch_of_any_size_is_solved(instruction_set: str, number: int) -> None:
    grids = [random.Random(number).choice(UNIQUE + SEVERAL + NONE + CLASHES) for _ in range(number)]
    alone = {grid: solve_many([grid], instruction_set="portable") for grid in set(grids)}
    solved = solve_many(grids, instruction_set=instruction_set)
    assert solved.solutions == [alone[grid].solutions[0] for grid in grids]
    assert list(solved.counts) == [alone[grid].counts[0] for grid in grids]


@pytest.mark.slow
def test_results_do_not_depend_on_the_number_of_threads() -> None:
    grids = (UNIQUE + SEVERAL + NONE) * 200
    assert len(grids) > 2 * many.CHUNK_GRIDS
    assert solve_many(grids, threads=1) == solve_many(grids, threads=5) == solve_many(grids)
    few = (UNIQUE + NONE)[:100] * 3
    assert count_many(few, threads=1) == count_many(few, threads=3)


class TestForms:
    line = UNIQUE[0]
    solution = str(solver_named("c-style").solve(Grid(UNIQUE[0])))

    @pytest.mark.parametrize(
        ("given", "like"),
        [
            ("{0}{0}", "{1}{1}"),
            ("{0}\n{0}\n", "{1}\n{1}\n"),
            ("{0}\n{0}", "{1}\n{1}\n"),
            ("{0}\r\n{0}\r\n", "{1}\n{1}\n"),
            ("", ""),
        ],
    )
    def test_bytes(self, given: str, like: str) -> None:
        text = given.format(self.line, self.solution).encode()
        solved = solve_many(text)
        assert solved.solutions.decode() == like.format(self.line, self.solution)
        assert solve_many(bytearray(text)) == solve_many(memoryview(text)) == solved
        assert count_many(text) == [1] * text.count(self.line.encode())

    @pytest.mark.parametrize(
        "given",
        [
            "# a list\n\n{0}\n   \n# another\n{1}\n#\n",
            "\ufeff{0}\n{1}\n\n",
            "{0}\r\n\r\n{1}\n",
            "{0}\n#" + 80 * "-" + "\n{1}\n",
            "#" + 5000 * "-" + "\n{0}\n{1}",
        ],
    )
    def test_comments_and_blank_lines_are_skipped(self, given: str) -> None:
        text = given.format(self.line, NONE[0]).encode()
        assert solve_many(text) == solve_many(f"{self.line}\n{NONE[0]}\n".encode())
        assert count_many(text) == list(count_many(io.BytesIO(text))) == [1, 0]

    def test_a_list_may_contain_anything_that_grid_accepts(self) -> None:
        rows = [self.line[start : start + 9] for start in range(0, 81, 9)]
        digits = [[int(digit) for digit in row] for row in rows]
        array = numpy.array(digits)
        given = [self.line, self.line.encode(), rows, digits, array, Grid(self.line)]
        assert solve_many(given).solutions == [self.solution] * 6

    @pytest.mark.parametrize("empty", "0.*_")
    def test_texts(self, empty: str) -> None:
        assert solve_many([self.line.replace("0", empty)]).solutions == [self.solution]
        assert solve_many([Grid(self.line).pretty(), self.line]).solutions == [self.solution] * 2
        assert solve_many([Grid(self.line)]).solutions == [self.solution]
        assert solve_many([]) == ([], b"")

    def test_an_array(self) -> None:
        grids = numpy.array([list(map(int, grid)) for grid in (self.line, NONE[0], self.line)])
        for array in (grids, grids.astype(numpy.uint8), grids.reshape(3, 9, 9), numpy.asfortranarray(grids)):
            before = array.copy()
            solved = solve_many(array)
            assert solved.solutions.shape == array.shape
            assert "".join(map(str, solved.solutions.ravel()[:81])) == self.solution
            assert not solved.solutions.reshape(3, 81)[1].any()
            assert solved.counts.tolist() == [1, 0, 1]
            assert (array == before).all()
        assert count_many(grids).tolist() == [1, 0, 1]
        assert count_many(grids).dtype == numpy.uint64

    def test_a_file(self, tmp_path: Path) -> None:
        lines = "".join(f"{grid}\n" for grid in UNIQUE + NONE)
        path = tmp_path / "grids.txt"
        path.write_text(lines, encoding="ascii")
        pairs = list(zip(*solve_many(UNIQUE + NONE), strict=True))
        assert list(solve_many(path)) == list(solve_many(io.BytesIO(lines.encode()))) == pairs
        assert list(solve_many(str(path))) == list(solve_many(io.StringIO(lines))) == pairs
        with gzip.open(tmp_path / "grids.gz", "wb") as file:
            file.write(lines.encode())
        assert list(solve_many(tmp_path / "grids.gz")) == pairs
        assert list(count_many(path)) == [number for _, number in pairs]

    @pytest.mark.parametrize(
        ("given", "named"),
        [
            (b"12", (1, 2, 79)),  # the grid, its number of characters, the number of missing ones
            (UNIQUE[0].encode() + b"x" * 81, (2, "'x'")),
            (f"{UNIQUE[0]}5\n{UNIQUE[0]}\n".encode(), (1, 82)),
            (f"{UNIQUE[0]}{200 * '1'}\n{UNIQUE[0]}\n".encode(), (1, 281, 200)),
            (f"# two\n{UNIQUE[0]}\n\n12\n".encode(), (2, 2, 79)),
            ([UNIQUE[0].encode() + b"5"], (1, 82)),
            ([[1, 2], [3]], (1, 2, 79)),
            ([1, 2], (1, "int")),
            ([UNIQUE[0], "12"], (2, 2, 79)),
            (numpy.zeros((2, 80), dtype=int), ("(2, 80)",)),
            (numpy.full((1, 81), 10), (0, 9)),
            (numpy.zeros((1, 81)), (0, 9)),
        ],
    )
    def test_an_invalid_grid_is_an_error(self, given: Any, named: tuple[object, ...]) -> None:
        with pytest.raises(GridError) as error:
            solve_many(given)
        assert names(str(error.value), *named)

    def test_the_error_for_an_invalid_grid_in_a_file_gives_its_number(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(many, "READ_BYTES", 100)
        answers = count_many(io.StringIO(f"# four\n{self.line}\n\n{self.line}\n{self.line}\n12\n"))
        assert [next(answers), next(answers)] == [1, 1]
        with pytest.raises(GridError) as error:
            next(answers)
        assert names(str(error.value), 4, 2, 79)

    @pytest.mark.parametrize("work", [solve_many, count_many])
    def test_invalid_arguments_are_errors_before_the_first_item(
        self, work: Callable[..., object], tmp_path: Path
    ) -> None:
        with pytest.raises(FileNotFoundError):
            work(tmp_path / "nowhere")
        (tmp_path / "grids.txt").write_text(self.line)
        with pytest.raises(ValueError, match=r"\b0\b"):
            work(tmp_path / "grids.txt", threads=0)
        with pytest.raises(GridError):  # a single string must be the path of a file
            work(self.line)


class TestCounting:
    def test_all_solutions_are_counted(self) -> None:
        known = [case for case in cases() if case.limit is None and case.count is not None]
        assert count_many([case.grid for case in known]) == [case.count for case in known]

    @pytest.mark.parametrize("limit", [1, 2, 3, 50, 10**6])
    def test_counts_stop_at_the_limit(self, limit: int) -> None:
        numbers = {case.grid: case.count for case in cases() if case.limit is None and case.count is not None}
        assert count_many(list(numbers), limit=limit) == [min(limit, number) for number in numbers.values()]

    @pytest.mark.parametrize("solver", ["c-style", "fast-c"])
    @pytest.mark.parametrize("limit", [1, 2, 3])
    def test_every_solver_counts_a_batch(self, solver: str, limit: int) -> None:
        grids = [UNIQUE[0], SEVERAL[0], UNIQUE[1]]
        expected = [sudoku_rosetta.count(grid, limit=limit) for grid in grids]
        for end in ("", "\n"):
            batch = "".join(grid + end for grid in grids).encode()
            found = solver_named(solver).count_batch(batch, size=81 + len(end), limit=limit)
            assert list(found) == expected

    def test_limits_1_and_2_need_no_counting_search(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(fast_c, "count_of", None)
        assert count_many(SEVERAL, limit=1) == [1] * len(SEVERAL)
        assert count_many(SEVERAL, limit=2) == [2] * len(SEVERAL)

    @each_instruction_set
    def test_the_instruction_set_can_be_chosen(self, instruction_set: str) -> None:
        assert count_many(
            NONE[:1] + UNIQUE[:1] + ["." * 80 + "1"], limit=5, instruction_set=instruction_set
        ) == [0, 1, 5]

    def test_a_grid_with_a_huge_number_of_solutions_is_counted_up_to_the_limit(self) -> None:
        grid = "123456789" + "0" * 72
        assert sudoku_rosetta.count(grid, limit=10**5) == 10**5


class TestInterrupts:
    """Interrupts of searches that would take years otherwise."""

    endless: ClassVar[dict[str, Callable[[], object]]] = {
        "count": lambda: sudoku_rosetta.count("." * 81),
        "count_many": lambda: count_many(["." * 81] * 100),
        "count_many of one": lambda: count_many(["." * 81]),
        "solutions": lambda: sum(1 for _ in sudoku_rosetta.solutions("." * 81)),
    }

    def test_an_event_stops_a_long_count(self) -> None:
        stop = threading.Event()
        threading.Timer(0.2, stop.set).start()
        with pytest.raises(Stopped):
            ended(lambda: fast_c.FastC().count(Grid("." * 81), stop=stop))

    @pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs Unix signals")
    @pytest.mark.parametrize("work", endless)
    def test_ctrl_c_interrupts_the_core(self, work: str) -> None:
        handler = signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))

        def interrupted() -> None:
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            self.endless[work]()

        try:
            with pytest.raises(KeyboardInterrupt):
                interrupted()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, handler)
        assert sudoku_rosetta.solve(UNIQUE[0]) == solver_named("c-style").solve(Grid(UNIQUE[0]))


def test_the_number_of_threads_must_be_positive() -> None:
    with pytest.raises(ValueError, match=r"\b0\b"):
        solve_many(UNIQUE, threads=0)


@pytest.mark.parametrize("work", [solve_many, count_many])
def test_an_unknown_instruction_set_is_an_error(work: Callable[..., object]) -> None:
    with pytest.raises(sudoku_rosetta.SolverMissing) as missing:
        work(UNIQUE, instruction_set="mmx")
    assert names(str(missing.value), "mmx", *fast_c.instruction_sets())


def test_enough_memory_is_allocated_for_an_enumeration() -> None:
    walk = fast_c._Walk(Grid(UNIQUE[0]), 0)
    assert fast_c.ffi.sizeof(walk._memory) >= fast_c.lib.fast_walk_size()
