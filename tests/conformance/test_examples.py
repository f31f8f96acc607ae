"""The worked solvers in examples/solvers solve: with the program contract, or as a function."""

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
PATIENT = Limits(seconds=HANG_GUARD_S)
GRID_2 = "080107060004000100050609020013000240200000006075000310090805000001000700030402090"
GRID_OF_002 = "103050089006089000000120000000000091060001034890234000040078012008900300002300070"
FULL = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"

GRIDS = {
    "one solution": GRID_2,
    "13 solutions": GRID_OF_002,
    "full and right": FULL,
    "the last cell empty": FULL[:80] + "0",
}
NONE = {
    "two clues clash in a row": "5" + "0" * 7 + "5" + "0" * 72,
    "two clues clash in a column": "5" + "0" * 71 + "5" + "0" * 8,
    "two clues clash in a square": "5" + "0" * 9 + "5" + "0" * 70,
    "full and wrong": FULL[1] + FULL[0] + FULL[2:],
    "no digit fits in the first cell": "012345678" + "9" + "0" * 71,
    "no place for a 3 in the first row": "120000000000300000000000300" + "0" * 18 + "003" + "0" * 33,
}


def of_python(_: Path) -> ExternalSolver:
    # its form is said: one that is found out by trial has a few seconds for each
    return FunctionSolver(f"{EXAMPLES / 'python' / 'solver.py'}:solve", limits=PATIENT, form="str")


def of_c(folder: Path) -> ExternalSolver:
    compiler = shutil.which("cc")
    if compiler is None:
        skip_or_fail("cc", "no C compiler")
    built = folder / "solver"
    warnings = ["-Wall", "-Wextra", "-Werror", "-std=c99", "-pedantic"]
    subprocess.run([compiler, "-O2", *warnings, "-o", built, EXAMPLES / "c" / "solver.c"], check=True)
    return ProgramSolver([str(built)], limits=PATIENT)


def of_javascript(_: Path) -> ExternalSolver:
    if shutil.which("node") is None:
        skip_or_fail("node", "no node")
    return ProgramSolver(["node", str(EXAMPLES / "javascript" / "solver.js")], limits=PATIENT)


def of_scilab(_: Path) -> ExternalSolver:
    if shutil.which("scilab-cli") is None:
        skip_or_fail("scilab", "no scilab-cli")
    return ProgramSolver(["scilab-cli", "-nb", "-f", str(EXAMPLES / "scilab" / "solver.sce")], limits=PATIENT)


def of_shell(_: Path) -> ExternalSolver:
    if shutil.which("awk") is None:
        skip_or_fail("awk", "no awk")
    return ProgramSolver(["sh", str(EXAMPLES / "shell" / "solver.sh")], limits=PATIENT)


@pytest.fixture(
    scope="module",
    params=[of_python, of_c, of_javascript, of_scilab, of_shell],
    ids=lambda of: of.__name__.removeprefix("of_"),
)
def example(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[ExternalSolver]:
    begin: Callable[[Path], ExternalSolver] = request.param
    solver = begin(tmp_path_factory.mktemp("example"))
    yield solver
    if isinstance(solver, FunctionSolver):
        solver.close()


@pytest.mark.parametrize("grid", GRIDS.values(), ids=GRIDS.keys())
def test_an_example_finds_every_solution_in_order(example: ExternalSolver, grid: str) -> None:
    expected = [str(solution) for solution in solver_named("c-style").solutions(Grid(grid))]
    assert example.raw_search(grid) == expected


@pytest.mark.parametrize("grid", NONE.values(), ids=NONE.keys())
def test_an_example_has_no_solution_for_what_has_none(example: ExternalSolver, grid: str) -> None:
    assert example.raw_search(grid) == []


def test_an_example_gives_its_solutions_as_it_finds_them(example: ExternalSolver) -> None:
    """An empty grid has more than anyone would wait for."""
    assert len(example.raw_search("0" * 81, 5)) == 5


def test_every_example_says_how_to_check_it() -> None:
    files = [path for path in EXAMPLES.glob("*/*") if path.is_file()]
    assert len(files) >= 5
    manual = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for path in files:
        head = path.read_text(encoding="utf-8")[:900]
        command = next(line for line in head.splitlines() if "sudoku-rosetta conform" in line)
        assert command.strip(" #/") in manual
