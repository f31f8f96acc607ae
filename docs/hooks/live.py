"""Prepare the files that pages load to run programs: Pyodide (from npm), the package, and the two C programs as
WebAssembly (compiled by ziglang from PyPI). They are cached in build/live until a source changes.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterable
from importlib.util import find_spec
from pathlib import Path

from .cache import cached_folder
from .sections import ROOT, WRITINGS
from .walks import FUNCTIONS

HERE = Path(__file__).resolve().parents[1] / "run"
CACHE = ROOT / "build" / "live"
PACKAGE = ROOT / "implementations" / "sudoku_rosetta"

# The files of Pyodide that a browser needs.
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
# The files of the package that run there.
FILES = ("__init__.py", "grid.py", "trace.py")
PATTERNS = (
    *(
        f"{name}/*.py"
        for name in "bulk conformance documents external formats messages runtime solvers".split()
    ),
    "conformance/cases/*.toml",
    "messages/*.toml",
)

CORE = sorted(file for file in (ROOT / "csrc" / "fast").glob("*.c") if not file.name.startswith("binding"))
SHARED = ("grid", "first", "limit", "solutions", "search")
PROGRAMS = {
    "original": (
        [HERE / "original.c"],
        ROOT / "csrc" / "original",
        (*SHARED, "calls", "tests", "placements"),
    ),
    "fast": ([HERE / "fast.c", *CORE], ROOT / "csrc" / "fast", (*SHARED, "more", "guesses")),
}


class MissingError(RuntimeError):
    """A tool that the build needs is missing; the message says what to do."""


def prepare(out: Path) -> None:
    """Write all files into this folder."""
    pyodide = _cached("pyodide", (HERE / "package.json", HERE / "package-lock.json"), _pyodide)
    shutil.copytree(pyodide, out / "pyodide")
    sources = [
        file for sources, folder, _ in PROGRAMS.values() for file in (*sources, *folder.glob("*.[ch]"))
    ]
    for file in _cached("wasm", (*sources, Path(__file__)), _webassembly).iterdir():
        shutil.copy(file, out)
    (out / "documents").mkdir()
    for writing in FUNCTIONS:
        shutil.copy(WRITINGS[writing].files[0], out / "documents")
    _zipped(out / "package.zip")


def _cached(name: str, sources: Iterable[Path], make: Callable[[Path], None]) -> Path:
    """A folder that `make` fills when the sources change."""
    state = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(set(sources)))).hexdigest()[:16]
    return cached_folder(CACHE / f"{name}-{state}", make)


def _pyodide(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise MissingError("the page Run needs npm, which is not installed: apt-get install npm")
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode:
        errors = [line for line in ran.stderr.splitlines() if "error" in line.lower()] or ["no error message"]
        raise MissingError(f"npm cannot install Pyodide for the page Run: {errors[0]}")
    for name in PYODIDE:
        (folder / "node_modules" / "pyodide" / name).rename(folder / name)
    shutil.rmtree(folder / "node_modules")
    for name in ("package.json", "package-lock.json"):
        (folder / name).unlink()


def _webassembly(folder: Path) -> None:
    if find_spec("ziglang") is None:
        raise MissingError("the page Run needs ziglang, which is not installed: pip install --group docs")
    cache = {name: str(CACHE / "zig") for name in ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR")}
    for name, (sources, headers, exported) in PROGRAMS.items():
        command = [sys.executable, "-m", "ziglang", "cc", "-target", "wasm32-wasi", "-mexec-model=reactor"]
        command += ["-O3", "-msimd128", "-Wl,--strip-all", f"-I{headers}", *map(str, sources)]
        command += [f"-Wl,--export={each}" for each in exported]
        command += ["-o", str(folder / f"{name}.wasm")]
        ran = subprocess.run(command, env=os.environ | cache, capture_output=True, text=True, check=False)
        if ran.returncode:
            raise MissingError(f"{name}.c does not compile for the page Run: {ran.stderr.strip()[-2000:]}")


def _zipped(out: Path) -> None:
    """Zip the files of the package and page.py. The same files give the same bytes."""
    files = [PACKAGE / name for name in FILES]
    files += sorted(file for pattern in PATTERNS for file in PACKAGE.glob(pattern))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, name in [(HERE / "page.py", "page.py")] + [
            (file, file.relative_to(PACKAGE.parent).as_posix()) for file in files
        ]:
            archive.writestr(zipfile.ZipInfo(name), file.read_bytes(), zipfile.ZIP_DEFLATED)
