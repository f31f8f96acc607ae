"""The sdist and the wheel contain the right files, and the wheel installs without a compiler.

They are built once from a copy of the files that git knows, with the `build` dependency group. The build is not
isolated, so it needs no network.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from demand import skip_or_fail

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project, without files that git does not know."""
    if not (ROOT / "pyproject.toml").is_file():
        skip_or_fail("packaging", "the project is not around the tests")
    for module in ("build", "scikit_build_core", "cffi"):
        if subprocess.run([sys.executable, "-c", f"import {module}"], capture_output=True).returncode != 0:
            skip_or_fail("packaging", f"{module} is not installed (dependency group: build)")
    copy = tmp_path_factory.mktemp("checkout") / "project"
    left_out = shutil.ignore_patterns(
        ".git", ".venv*", "build", "dist", "__pycache__", ".*_cache", ".hypothesis", "*.so", "node_modules"
    )
    shutil.copytree(ROOT, copy, ignore=left_out)
    return copy


def built(kind: str, source: Path, target: Path, **environment: str) -> Path:
    """The archive, built in a fresh copy of the source."""
    copy = target / "source"
    shutil.copytree(source, copy)
    command = [
        sys.executable,
        "-m",
        "build",
        f"--{kind}",
        "--no-isolation",
        "--outdir",
        str(target),
        str(copy),
    ]
    run = subprocess.run(command, capture_output=True, text=True, env=os.environ | environment)
    assert run.returncode == 0, run.stdout[-3000:] + run.stderr[-3000:]
    (archive,) = target.glob("*.tar.gz" if kind == "sdist" else "*.whl")
    return archive


@pytest.fixture(scope="session")
def sdist(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built("sdist", checkout, tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="session")
def unpacked(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(sdist) as archive:
        safe = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # not in 3.11 before 3.11.4
        archive.extractall(folder, **safe)  # type: ignore[arg-type]
    (project,) = folder.iterdir()
    return project


@pytest.fixture(scope="session")
def wheel(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("cc") is None and shutil.which("gcc") is None:
        skip_or_fail("cc", "no C compiler")
    return built("wheel", unpacked, tmp_path_factory.mktemp("wheel"), SUDOKU_ROSETTA_REQUIRE_CORE="1")


def package_files(folder: Path) -> set[str]:
    """The files of the package that every archive must contain."""
    package = folder / "implementations" / "sudoku_rosetta"
    kinds = {".py", ".toml", ".typed", ".json", ".html", ".css", ".js"}
    found = {path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    found = {path for path in found if path.suffix != ".so"}
    drivers = {path.suffix for path in found if "external" in path.parts}
    assert {path.suffix or path.name for path in found} <= kinds | drivers | {"py.typed"}
    return {path.relative_to(package.parent).as_posix() for path in found}


def test_the_sdist_has_the_package_the_c_and_the_tests_and_nothing_else(sdist: Path, checkout: Path) -> None:
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    folders = {name.split("/")[0] for name in names if "/" in name}
    assert folders <= {"implementations", "csrc", "docs", "tests", "examples", "bench"}
    assert {name for name in names if "/" not in name} == set(
        "CHANGELOG.md CITATION.cff CONTRIBUTING.md LICENSE Makefile PKG-INFO README.md pyproject.toml".split()
    )
    inside = {name.removeprefix("implementations/") for name in names if name.startswith("implementations/")}
    assert inside == package_files(checkout)
    c_files = {
        path.relative_to(checkout).as_posix() for path in (checkout / "csrc").rglob("*") if path.is_file()
    }
    in_csrc = {name for name in names if name.startswith("csrc/")}
    assert in_csrc == {name for name in c_files if ".gitignore" not in name}


def test_the_wheel_has_the_package_its_extension_and_nothing_else(wheel: Path, unpacked: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    (info,) = {name.split("/")[0] for name in names if ".dist-info/" in name}
    extensions = {name for name in names if re.search(r"\.(so|pyd)$", name)}
    assert {name.partition(".")[0] for name in extensions} == {
        "sudoku_rosetta/solvers/_original_c",
        "sudoku_rosetta/solvers/_fast_c",
        "sudoku_rosetta/generate/_make",
        "sudoku_rosetta/study/_near",
    }
    about = {name for name in names if name.startswith(info)}
    assert {name.removeprefix(info + "/") for name in about} == {
        "METADATA",
        "RECORD",
        "WHEEL",
        "entry_points.txt",
        "licenses/LICENSE",
    }
    assert names - extensions - about == package_files(unpacked)


def test_the_wheel_is_for_the_stable_abi(wheel: Path) -> None:
    assert "-cp311-abi3-" in wheel.name


def test_without_a_compiler_the_wheel_is_pure_python_and_works(
    unpacked: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    work = tmp_path_factory.mktemp("pure")
    wheel = built("wheel", unpacked, work, CC="/nowhere/cc", CXX="/nowhere/cc")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert not {name for name in names if name.endswith((".so", ".pyd"))}
    assert "-py3-none-any" in wheel.name
    (work / "site").mkdir()
    zipfile.ZipFile(wheel).extractall(work / "site")
    program = (
        "import sudoku_rosetta as r; print(r.solve('.' * 81, solver='deduction-style').is_full);"
        "print(*(s.id for s in r.solvers() if s.missing() is not None))"
    )
    alone = [sys.executable, "-S", "-c", program]  # without site-packages, where the project may be installed
    environment = os.environ | {"PYTHONPATH": str(work / "site")}
    run = subprocess.run(alone, capture_output=True, text=True, env=environment)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines() == ["True", "original-c fast-c"]


def test_with_require_core_a_missing_compiler_fails_the_build(
    unpacked: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with pytest.raises(AssertionError):
        built(
            "wheel",
            unpacked,
            tmp_path_factory.mktemp("no"),
            CC="/nowhere/cc",
            SUDOKU_ROSETTA_REQUIRE_CORE="1",
        )
