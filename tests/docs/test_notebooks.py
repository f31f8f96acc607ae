"""The notebooks of the lessons: valid, independent of the package, and correct with the gaps filled in."""

import ast
import contextlib
import io
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from hooks import exercise, notebooks
from hooks.exercise import FILES
from hooks.fences import fence
from waiting import HANG_GUARD_S

pytestmark = pytest.mark.slow

NAMES = sorted(file.stem for file in FILES.glob("*_gap.py"))


def made(name: str) -> dict[str, Any]:
    return notebooks.notebook((FILES / f"{name}.py").read_text(encoding="utf-8"))


def code_of(notebook: dict[str, Any]) -> list[str]:
    return ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run(cells: list[str]) -> str:
    """The output of the cells, run in order in one namespace."""
    room = {"__name__": "__main__"}
    with contextlib.redirect_stdout(io.StringIO()) as values:
        for cell in cells:
            exec(compile(cell, "cell", "exec"), room)
    return values.getvalue()


def test_every_exercise_file_has_a_notebook() -> None:
    assert len(NAMES) == 3


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_is_valid_and_in_the_site(site: Path, name: str) -> None:
    written = json.loads((site / "assets" / "class" / f"{name}.ipynb").read_text(encoding="utf-8"))
    assert written == made(name)
    nbformat.validate(written, relax_add_props=False)
    assert (written["nbformat"], len(written["cells"]) > 5) == (4, True)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_links_to_the_notebook_and_the_file(name: str) -> None:
    shown = fence(exercise.exercise, "fr")(f"file: {name}.py")
    assert f'href="assets:class/{name}.ipynb" download' in shown
    assert f'href="assets:class/{name}.py" download' in shown


@pytest.mark.parametrize("name", NAMES)
def test_the_cells_are_the_file_and_import_nothing_else(name: str) -> None:
    cells = code_of(made(name))
    program = ast.parse((FILES / f"{name}.py").read_text(encoding="utf-8"))
    values = {ast.dump(node) for node in program.body[1:]}
    kept = {ast.dump(node) for cell in cells for node in ast.parse(cell).body}
    assert values <= kept
    asked = (ast.Import, ast.ImportFrom)
    assert not any(isinstance(node, asked) for cell in cells for node in ast.walk(ast.parse(cell)))


@pytest.mark.parametrize("name", NAMES)
def test_gaps_are_described_above_their_cells_and_by_the_trial(name: str) -> None:
    notebook = made(name)
    gaps = sum("# TROU" in line for cell in code_of(notebook) for line in cell.splitlines())
    values = sum("".join(cell["source"]).count("**Trou ") for cell in notebook["cells"] if "**" in str(cell))
    assert gaps == values >= 2
    until_the_trial = code_of(notebook)[
        : 1 + next(n for n, c in enumerate(code_of(notebook)) if "def trial" in c)
    ]
    assert re.search(r"il reste à faire / still to do: trou (\d) / gap \1", run(until_the_trial))


@pytest.mark.parametrize("name", NAMES)
def test_with_the_solution_every_cell_runs_and_every_grid_is_solved(name: str) -> None:
    assert "toutes justes / all correct" in run(code_of(made(name.removesuffix("_gap"))))


def test_a_wrong_answer_is_shown_with_its_grid() -> None:
    cells = code_of(made("first_backtracking"))
    wrong = [cell.replace("return True", "return cells.__setitem__(0, 9) or True") for cell in cells]
    assert "faux / wrong\ngrille / grid: 7304" in run(wrong)


@pytest.mark.parametrize("name", NAMES)
def test_conform_can_test_the_exported_notebook(name: str, tmp_path: Path) -> None:
    for program, status in ((name.removesuffix("_gap"), {0}), (name, {1, 3})):
        file = tmp_path / f"{program}.py"
        file.write_text("\n\n".join(code_of(made(program))), encoding="utf-8")
        command = [sys.executable, "-m", "sudoku_rosetta", "conform", f"{file}:solve", "--level", "first"]
        command += ["--seconds", str(HANG_GUARD_S)]
        judged = subprocess.run(command, capture_output=True, text=True, check=False)
        assert judged.returncode in status, judged.stdout + judged.stderr
