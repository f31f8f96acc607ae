"""Programs that use the public names pass mypy --strict."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import sudoku_rosetta
from demand import skip_or_fail

README = Path(__file__).parents[2] / "README.md"
CALLS = """
from collections.abc import Iterator
from pathlib import Path
from typing import assert_type

import numpy
from numpy.typing import NDArray

from sudoku_rosetta import Grid, count_many, solve_many

line, grid, array = "." * 81, Grid("." * 81), numpy.zeros((2, 81), dtype=numpy.uint8)
assert_type(solve_many([line]).solutions, list[str | None])
assert_type(solve_many([grid, grid]).counts, bytes)
assert_type(solve_many((line, grid)).solutions, list[str | None])
assert_type(solve_many(line.encode()).solutions, bytes)
assert_type(solve_many(bytearray(81)).counts, bytes)
assert_type(solve_many(array).solutions, NDArray[numpy.uint8])
assert_type(solve_many(Path("grids.txt")), Iterator[tuple[str | None, int]])
assert_type(solve_many("grids.txt"), Iterator[tuple[str | None, int]])
with open("grids.txt", "rb") as file:
    assert_type(solve_many(file), Iterator[tuple[str | None, int]])
    assert_type(count_many(file), Iterator[int])
assert_type(count_many([line, grid], limit=2), list[int])
assert_type(count_many(b""), list[int])
assert_type(count_many(array), NDArray[numpy.uint64])
assert_type(grid.rows, tuple[tuple[int, ...], ...])
"""


def readme_example() -> str:
    found = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.slow
@pytest.mark.parametrize("program", [readme_example(), CALLS], ids=["readme", "forms"])
def test_programs_that_use_the_public_names_pass_mypy_strict(program: str, tmp_path: Path) -> None:
    if importlib.util.find_spec("mypy") is None:
        skip_or_fail("mypy", "mypy is not installed")
    (tmp_path / "program.py").write_text(program, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--config-file=",
        "--follow-imports=silent",
        "program.py",
    ]
    package = str(Path(sudoku_rosetta.__file__).parents[1])
    environment = os.environ | {"MYPYPATH": package}
    ran = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_the_example_of_the_readme_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "grids.txt").write_text("." * 80 + "1\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.print", lambda *_: None)
    exec(compile(readme_example(), str(README), "exec"), {})
