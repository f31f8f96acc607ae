"""Each erratum is in its document, and each correction is needed.

The printed text of each erratum is in the document (the project does not contain the documents;
SUDOKU_ROSETTA_DOCUMENTS names their folder). With all corrections, the programs give the right answers. If only
this correction is undone, the program shows the symptom of the erratum. It is endless if it makes too many calls.
"""

import functools
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

import pytest
import sudoku_rosetta
from demand import skip_or_fail
from sudoku_rosetta import Grid, GridError, solver_named
from sudoku_rosetta.documents import c_style
from sudoku_rosetta.solvers.documents import fresh_module
from waiting import HANG_GUARD_S

PACKAGE = Path(sudoku_rosetta.__file__).parent
C_SOURCES = Path(__file__).parents[2] / "csrc" / "original"
ERRATA: list[dict[str, Any]] = tomllib.loads(
    (PACKAGE / "documents" / "errata.toml").read_text(encoding="utf-8")
)["erratum"]
SYMPTOMS = set(
    "wrong-answer rejects-valid out-of-range endless no-compile "
    "undefined stack-overflow fewer-clues other-tree none".split()
)
GRID_1 = "100007090030020008009600500005300900010080002600004000300000010040000007007000300"


# ------------------------------------------------------------------ errata.toml


def test_errata_have_unique_ids_known_symptoms_and_one_test_each() -> None:
    ids = [erratum["id"] for erratum in ERRATA]
    assert len(ids) == len(set(ids)) >= 21
    for erratum in ERRATA:
        assert erratum["symptom"] in SYMPTOMS, erratum["id"]
        assert len({"undo", "scenario", "reading_only"} & erratum.keys()) == 1, erratum["id"]
        for key in ("document", "copies", "place", "kind", "printed", "corrected", "why"):
            assert erratum[key], (erratum["id"], key)


def test_every_mark_in_a_document_has_its_erratum() -> None:
    known = {erratum["id"] for erratum in ERRATA}
    for module in (PACKAGE / "documents").glob("*_style.py"):
        marks = set(re.findall(r"\[([A-Z]\d+\w?)\]", module.read_text(encoding="utf-8")))
        assert marks <= known, module.name
        assert marks, module.name


@pytest.mark.parametrize("erratum", ERRATA, ids=lambda erratum: erratum["id"])
def test_the_printed_text_is_in_the_document(erratum: dict[str, Any]) -> None:
    folder = os.environ.get("SUDOKU_ROSETTA_DOCUMENTS")
    if not folder:
        skip_or_fail("documents", "SUDOKU_ROSETTA_DOCUMENTS does not name the folder of the documents")
    for copy in erratum["copies"]:
        (path,) = Path(str(folder)).glob(f"{copy}_*.txt")
        text = path.read_text(encoding="utf-8")
        printed = erratum["printed"]
        assert printed in text or " ".join(printed.split()) in " ".join(text.split()), path.name


# ------------------------------------------------------------------ programs with one correction undone

BUDGET = 8_000_000
"""Maximum calls of a program; the corrected programs need fewer on the grids of the errata."""


class Endless(Exception):
    """The program made too many calls."""


def undone(text: str, erratum: dict[str, Any]) -> str:
    """The text of the program without this correction: on the marked lines or, in C, everywhere."""
    in_c = erratum["file"].startswith("csrc/")
    lines = text.splitlines(keepends=True)
    for change in erratum["undo"]:
        places = [
            number
            for number, line in enumerate(lines)
            if change["now"] in line and (in_c or re.search(rf"\[{erratum['id']}\]", line))
        ]
        assert places, f"{change['now']!r} is not on a line marked [{erratum['id']}]"
        for number in places:
            lines[number] = lines[number].replace(change["now"], change["then"])
    return "".join(lines)


def within_budget(run: Callable[[], object]) -> None:
    left = BUDGET

    def per_call(frame: FrameType, event: str, argument: object) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            raise Endless

    sys.settrace(per_call)
    try:
        run()
    finally:
        sys.settrace(None)


def module_from(text: str, name: str) -> Any:
    module = ModuleType(f"sudoku_rosetta.documents.{name}")
    module.__package__ = "sudoku_rosetta.documents"
    exec(compile(text, name, "exec"), module.__dict__)
    return module


def answers(document: Any, name: str, grid: Grid) -> list[object]:
    """The solutions that the program shows; for deduction, also its placements."""
    shown: list[object] = []
    if name == "pseudocode_style":  # it stops at the first solution
        document.disp = lambda thing: shown.append(
            thing if isinstance(thing, str) else "".join(map(str, thing.T))
        )
        within_budget(lambda: document.Programme_Principal(document.Matrix(list(grid))))
        return [] if shown == ["Aucune solution trouvée"] else shown
    if name == "deduction_style":
        place, placed = document.placer, []

        def placing(case: int, chiffre: int) -> None:
            placed.append((case, chiffre))
            place(case, chiffre)

        document.placer = placing
        document.commencer(list(grid))
        within_budget(lambda: shown.append(document.algorithme()))
        return ["".join(map(str, document.grille)), placed] if shown == [True] else []
    solver: Any = solver_named("scilab-style")
    within_budget(lambda: solver.run(document, grid, lambda digits: shown.append(tuple(digits)), None))
    return shown


@functools.cache
def expected_answers(name: str, grid: Grid) -> list[object]:
    """The answers of the corrected program, cached."""
    return answers(fresh_module(name), name, grid)


def symptom_of(text: str, erratum: dict[str, Any]) -> str:
    """The symptom of this program, compared with the corrected one."""
    name = Path(erratum["file"]).stem
    grid = Grid(erratum.get("grid", GRID_1))
    expected = expected_answers(name, grid)
    try:
        document = module_from(text, name)
        if erratum["id"] == "S5":  # sudokuSol is only for the statistics
            document.disp = lambda *_: None
            document.statSudoku(1, 79)
            return "none"
        found = answers(document, name, grid)
    except SyntaxError:
        return "no-compile"
    except NameError:
        return "undefined"
    except IndexError:
        return "out-of-range"
    except RecursionError:
        return "stack-overflow"
    except Endless:
        return "endless"
    if found == expected:
        return "none"
    if expected and not found:
        return "rejects-valid"
    if name == "deduction_style" and found[0] == expected[0]:
        return "other-tree"
    return "wrong-answer"


PYTHON = [erratum for erratum in ERRATA if erratum.get("file", "").startswith("documents/")]
C = [erratum for erratum in ERRATA if erratum.get("file", "").startswith("csrc/")]


@pytest.mark.parametrize("erratum", PYTHON, ids=lambda erratum: erratum["id"])
def test_undoing_one_correction_shows_its_symptom(erratum: dict[str, Any]) -> None:
    text = (PACKAGE / erratum["file"]).read_text(encoding="utf-8")
    assert symptom_of(undone(text, erratum), erratum) == erratum["symptom"]


@pytest.mark.parametrize("erratum", C, ids=lambda erratum: erratum["id"])
def test_undoing_one_correction_in_c_shows_its_symptom(erratum: dict[str, Any], tmp_path: Path) -> None:
    if not C_SOURCES.is_dir():
        skip_or_fail("cc", "the C sources are not beside the tests")
    if shutil.which("cc") is None:
        skip_or_fail("cc", "no C compiler")
    sources = tmp_path / "original"
    shutil.copytree(C_SOURCES, sources, ignore=shutil.ignore_patterns("build"))
    assert symptom_in_c(sources) == "none"
    file = sources / Path(erratum["file"]).name
    file.write_text(undone(file.read_text(encoding="utf-8"), erratum), encoding="utf-8")
    assert symptom_in_c(sources) == erratum["symptom"]


def symptom_in_c(sources: Path) -> str:
    build = ["cc", "-std=c11", "-O1", "-w", "-o", "texte", "texte.c"]
    if subprocess.run(build, cwd=sources, capture_output=True).returncode != 0:
        return "no-compile"
    program = ["./texte", "-"]
    run = subprocess.run(
        program, cwd=sources, input=GRID_1 + "\n", capture_output=True, text=True, timeout=HANG_GUARD_S
    )
    return "none" if run.stdout.split() == [str(sudoku_rosetta.solve(GRID_1))] else "wrong-answer"


# ------------------------------------------------------------------ scenarios


def a_second_run_in_the_same_globals() -> str:
    document: Any = fresh_module("c_style")
    document.dessin = lambda: None
    document.conditionsinitiales()
    document.arbre(0)
    assert document.nbsolutions == 1
    document.conditionsinitiales()
    assert document.nbcasesaremplir == 2 * 58
    document.arbre(0)
    return "rejects-valid" if document.nbsolutions == 1 else "none"


def the_table_of_copy_003_taken_for_the_grid() -> str:
    """The table, read by its tabs: the last row has no 7, and most columns are shifted to the right."""
    slipped = Grid("100007009030002008009600005005300090010008002600000400300000001040000007000000003")
    moved = [cell for cell in range(81) if slipped[cell] != Grid(GRID_1)[cell]]
    assert moved
    return "none" if sudoku_rosetta.solve(slipped) == sudoku_rosetta.solve(GRID_1) else "wrong-answer"


def unistd_h_before_the_declarations() -> str:
    if shutil.which("cc") is None:
        skip_or_fail("cc", "no C compiler")
    clash = "#include <unistd.h>\nvoid pause(void);\nint main(void) { return 0; }\n"
    for text, compiles in ((clash.replace("#include <unistd.h>", ""), True), (clash, False)):
        run = subprocess.run(
            ["cc", "-x", "c", "-", "-fsyntax-only"], input=text, text=True, capture_output=True
        )
        assert (run.returncode == 0) is compiles
    return "no-compile"


def a_count_that_is_never_reset() -> str:
    document: Any = fresh_module("scilab_style")
    document.disp = lambda *_: None
    document.rand("seed", 1)
    as_printed = 81 - len(document.find(document.MR(27) == 0)[0])
    text = (PACKAGE / "documents" / "scilab_style.py").read_text(encoding="utf-8")
    reset = module_from(text.replace('disp("NoMatrixFound")', "count = 0"), "scilab_style")
    reset.rand("seed", 1)
    with_reset = 81 - len(reset.find(reset.MR(27) == 0)[0])
    assert as_printed == 24
    return "fewer-clues" if as_printed < with_reset else "none"


def a_digit_found_on_the_hundredth_try() -> str:
    """The second digit of MR(2) conflicts with the first one until the last of `tries` draws."""
    document: Any = fresh_module("scilab_style")
    document.disp = lambda *_: None

    def clues(tries: int) -> int:
        drawn = iter([1, 1, 1, 1, 1, 2, *[1] * (tries - 1), 2])  # y l c, y l c, then y of each attempt
        document.rand = lambda: (next(drawn) - 0.5) / 9
        matrix = document.MR(2)
        assert next(drawn, None) is None
        return 81 - len(document.find(matrix == 0)[0])

    assert clues(tries=99) == 2
    return "fewer-clues" if clues(tries=100) == 1 else "none"


def more_digits_than_cells() -> str:
    """If every move is possible, MR(81) fills the grid and MR(82) never finds an empty cell."""
    document: Any = fresh_module("scilab_style")
    document.MoveIsPossible = lambda *_: 1
    document.rand("seed", 0)
    within_budget(lambda: document.MR(81))
    document.rand("seed", 0)
    try:
        within_budget(lambda: document.MR(82))
    except Endless:
        return "endless"
    return "none"


def a_full_wrong_grid() -> str:
    wrong = "9" * 81
    with pytest.raises(GridError):
        Grid(wrong)
    shown: list[object] = []
    document: Any = fresh_module("pseudocode_style")
    document.disp = shown.append
    document.Programme_Principal(document.Matrix([9] * 81))
    assert [type(thing).__name__ for thing in shown] == ["Matrix"]
    document = fresh_module("c_style")
    document.a, document.dessin = [0] * 81, lambda: shown.append("c")
    document.conditionsinitiales()
    document.chiffre = [[9] * 10 for _ in range(10)]
    document.nbcasesaremplir = 0
    document.arbre(0)
    return "wrong-answer" if len(shown) == 2 else "none"


SCENARIOS: dict[str, Callable[[], str]] = {
    scenario.__name__.replace("_", " "): scenario
    for scenario in (
        a_second_run_in_the_same_globals,
        the_table_of_copy_003_taken_for_the_grid,
        a_count_that_is_never_reset,
        a_digit_found_on_the_hundredth_try,
        more_digits_than_cells,
        a_full_wrong_grid,
    )
} | {"unistd.h before the declarations": unistd_h_before_the_declarations}


@pytest.mark.parametrize(
    "erratum",
    [
        pytest.param(erratum, id=erratum["id"], marks=[pytest.mark.slow] if erratum["id"] == "S6" else [])
        for erratum in ERRATA
        if "scenario" in erratum
    ],
)
def test_a_scenario_shows_its_symptom(erratum: dict[str, Any]) -> None:
    assert SCENARIOS[erratum["scenario"]]() == erratum["symptom"]


def test_the_documents_modules_are_not_modified() -> None:
    """The tests do not change the globals of the real modules."""
    module: Any = c_style
    assert module.nbcasesaremplir == module.nbsolutions == 0
    assert not any(module.a)
