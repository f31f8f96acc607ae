"""The extension module: it compiles without warnings, and Python uses it without sanitizer errors."""

import os
import shutil
import subprocess
import sys
import sysconfig
import textwrap
from pathlib import Path

import pytest
from demand import skip_or_fail

SOURCES = Path(__file__).parents[2] / "csrc" / "original"
SEARCHES = """
    import importlib.util, sys
    name = "sudoku_rosetta.solvers._original_c"
    spec = importlib.util.spec_from_file_location(name, sys.argv[1])
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    from sudoku_rosetta import Grid, count, solutions, solve, solver_named
    grid = Grid("123750089000089003984100760400860091200591034091200000300600500000012040002000000")
    waiting = solutions(grid)
    next(waiting)
    print(count(grid), len(list(waiting)), solve("." * 81).is_full)
    waiting = solutions(grid)
    next(waiting)
    waiting.close()
    print(solver_named("original-c").search(grid, watch=True).counts["placements"])
"""


@pytest.fixture(scope="module")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if not SOURCES.is_dir() or shutil.which("gcc") is None:
        skip_or_fail("cc", "no gcc, or the C sources are not beside the tests")
    folder = tmp_path_factory.mktemp("binding")
    generated = folder / "generated.c"
    binding = [SOURCES / "binding.cdef.h", SOURCES / "binding.csrc.c"]
    generate = [sys.executable, "-m", "cffi.gen_src", "read-sources", "sudoku_rosetta.solvers._original_c"]
    subprocess.run([*generate, *binding, generated], check=True, capture_output=True)
    built = folder / "_original_c.so"
    flags = [
        "-std=c11",
        "-O1",
        "-g",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-fPIC",
        "-shared",
        "-fvisibility=hidden",
    ]
    flags += ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    include = [f"-I{sysconfig.get_paths()['include']}", f"-I{SOURCES}"]
    run = subprocess.run(["gcc", *flags, *include, generated, "-o", built], capture_output=True, text=True)
    if "cannot find" in run.stderr or "Python.h" in run.stderr:
        skip_or_fail("cc", "gcc comes without the sanitizers, or Python without its headers")
    assert run.returncode == 0, run.stderr
    return built


def test_the_binding_has_no_sanitizer_errors(extension: Path) -> None:
    library = subprocess.run(
        ["gcc", "-print-file-name=libasan.so"], capture_output=True, text=True
    ).stdout.strip()
    environment = os.environ | {
        "LD_PRELOAD": library,
        "ASAN_OPTIONS": "detect_leaks=0",
    }  # leaks of Python itself
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(SEARCHES), str(extension)],
        capture_output=True,
        text=True,
        env=environment,
    )
    assert run.stderr == ""
    assert run.stdout == "20 19 True\n701\n"
