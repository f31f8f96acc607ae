"""The example solvers in examples/solvers are correct, as programs or as functions."""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from demand import skip_or_fail
from sudoku_rosetta import Grid
from sudoku_rosetta.external.function import FunctionSolver
from sudoku_rosetta.external.program import ProgramSolver
from sudoku_rosetta.external.solver import ExternalSolver
from sudoku_rosetta.runtime.limits import Limits
from sudoku_rosetta.solvers.registry import solver_named
from waiting import HANG_GUARD_S

EXAMPLES = Path(__file__).parents[2] / "examples" / "solvers"
LIMITS = Limits(seconds=HANG_GUARD_S)
GRID_2 = "080107060004000100050609020013000240200000006075000310090805000001000700030402090"
SCILAB_GRID = "103050089006089000000120000000000091060001034890234000040078012008900300002300070"
FULL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"

GRIDS = {
    "one solution": GRID_2,
    "13 solutions": SCILAB_GRID,
    "full and right": FULL,
    "the last cell empty": FULL[:80] + "0",
}
NONE = {
    "two clues clash in a row": "5" + "0" * 7 + "5" + "0" * 72,
    "two clues clash in a column": "5" + "0" * 71 + "5" + "0" * 8,
    "two clues clash in a box": "5" + "0" * 9 + "5" + "0" * 70,
    "full and wrong": FULL[1] + FULL[0] + FULL[2:],
    "no digit fits in the first cell": "012345678" + "9" + "0" * 71,
    "no place for a 3 in the first row": "120000000000300000000000300" + "0" * 18 + "003" + "0" * 33,
}


def start_python(_: Path) -> ExternalSolver:
    # the form is given, because its detection has a short timeout per form
    return FunctionSolver(f"{EXAMPLES / 'python' / 'solver.py'}:solve", limits=LIMITS, form="text")


def start_c(folder: Path) -> ExternalSolver:
    compiler = shutil.which("cc")
    if compiler is None:
        skip_or_fail("cc", "no C compiler")
    built = folder / "solver"
    warnings = ["-Wall", "-Wextra", "-Werror", "-std=c99", "-pedantic"]
    subprocess.run([compiler, "-O2", *warnings, "-o", built, EXAMPLES / "c" / "solver.c"], check=True)
    return ProgramSolver([str(built)], limits=LIMITS)


def start_javascript(_: Path) -> ExternalSolver:
    if shutil.which("node") is None:
        skip_or_fail("node", "no node")
    return ProgramSolver(["node", str(EXAMPLES / "javascript" / "solver.js")], limits=LIMITS)


def start_scilab(_: Path) -> ExternalSolver:
    if shutil.which("scilab-cli") is None:
        skip_or_fail("scilab", "no scilab-cli")
    return ProgramSolver(["scilab-cli", "-nb", "-f", str(EXAMPLES / "scilab" / "solver.sce")], limits=LIMITS)


def start_shell(_: Path) -> ExternalSolver:
    if shutil.which("awk") is None:
        skip_or_fail("awk", "no awk")
    return ProgramSolver(["sh", str(EXAMPLES / "shell" / "solver.sh")], limits=LIMITS)


@pytest.fixture(
    scope="module",
    params=[start_python, start_c, start_javascript, start_scilab, start_shell],
    ids=lambda start: start.__name__.removeprefix("start_"),
)
def example(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ExternalSolver]:
    start: Callable[[Path], ExternalSolver] = request.param
    solver = start(tmp_path_factory.mktemp("example"))
    yield solver
    if isinstance(solver, FunctionSolver):
        solver.close()


@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS.keys())
def test_an_example_finds_every_solution_in_order(example: ExternalSolver, grid: str) -> None:
    expected = [str(solution) for solution in solver_named("c-style").solutions(Grid(grid))]
    assert example.raw_search(grid) == expected


@pytest.mark.parametrize("grid", NONE.values(), ids=NONE.keys())
def test_an_example_gives_no_solution_if_there_is_none(example: ExternalSolver, grid: str) -> None:
    assert example.raw_search(grid) == []


def test_an_example_prints_solutions_as_it_finds_them(example: ExternalSolver) -> None:
    """An empty grid has too many solutions to compute them all before printing."""
    assert len(example.raw_search("0" * 81, 5)) == 5


def test_every_example_names_the_command_that_checks_it() -> None:
    files = [path for path in EXAMPLES.glob("*/*") if path.is_file()]
    assert len(files) >= 5
    manual = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for path in files:
        head = path.read_text(encoding="utf-8")[:900]
        command = next(line for line in head.splitlines() if "sudoku-rosetta conform" in line)
        assert command.strip(" #/") in manual
