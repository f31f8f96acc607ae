"""What the pages load to run programs: Python (Pyodide, by npm), the package's own files, and the two programs in C
as WebAssembly (by PyPI's ziglang). Made when the site is built; kept in build/live until a source changes.
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

from .kept import made_once
from .sections import ROOT, WRITINGS
from .walks import FUNCTIONS

HERE = Path(__file__).resolve().parents[1] / "run"
KEPT = ROOT / "build" / "live"
PACKAGE = ROOT / "implementations" / "sudoku_rosetta"

# Of Pyodide's own files those that a browser asks for; the rest is for node, or for whoever builds on it.
PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
FILES = ("__init__.py", "grid.py", "formats.py", "trace.py")
ROOMS = (
    *(f"{room}/*.py" for room in "bulk conformance documents external messages runtime solvers".split()),
    "conformance/cases/*.toml",
    "messages/*.toml",
)

CORE = sorted(file for file in (ROOT / "csrc" / "fast").glob("*.c") if not file.name.startswith("binding"))
SEEN = ("grid", "first", "limit", "solutions", "search")
PROGRAMS = {
    "original": ([HERE / "original.c"], ROOT / "csrc" / "original", (*SEEN, "calls", "tests", "placements")),
    "fast": ([HERE / "fast.c", *CORE], ROOT / "csrc" / "fast", (*SEEN, "more", "guesses")),
}


class MissingError(RuntimeError):
    """Something that this is made with is not there; the message says what to do."""


def prepare(out: Path) -> None:
    """All of it, in that folder."""
    pyodide = _kept("pyodide", (HERE / "package.json", HERE / "package-lock.json"), _pyodide)
    shutil.copytree(pyodide, out / "pyodide")
    sources = [
        file for sources, folder, _ in PROGRAMS.values() for file in (*sources, *folder.glob("*.[ch]"))
    ]
    for file in _kept("wasm", (*sources, Path(__file__)), _webassembly).iterdir():
        shutil.copy(file, out)
    (out / "documents").mkdir()
    for writing in FUNCTIONS:
        shutil.copy(WRITINGS[writing].files[0], out / "documents")
    _zipped(out / "package.zip")


def _kept(name: str, sources: Iterable[Path], make: Callable[[Path], None]) -> Path:
    """A folder that `make` fills, once for the same sources."""
    state = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(set(sources)))).hexdigest()[:16]
    return made_once(KEPT / f"{name}-{state}", make)


def _pyodide(folder: Path) -> None:
    npm = shutil.which("npm")
    if npm is None:
        raise MissingError("the page Run has Python from npm, which is not installed: apt-get install npm")
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if ran.returncode:
        said = [line for line in ran.stderr.splitlines() if "error" in line.lower()] or ["no word from it"]
        raise MissingError(f"npm cannot install Pyodide for the page Run: {said[0]}")
    for name in PYODIDE:
        (folder / "node_modules" / "pyodide" / name).rename(folder / name)
    shutil.rmtree(folder / "node_modules")
    for name in ("package.json", "package-lock.json"):
        (folder / name).unlink()


def _webassembly(folder: Path) -> None:
    if find_spec("ziglang") is None:
        raise MissingError(
            "the page Run has its C compiled by ziglang, which is not installed: pip install --group docs"
        )
    cache = {name: str(KEPT / "zig") for name in ("ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR")}
    for name, (sources, headers, exported) in PROGRAMS.items():
        command = [sys.executable, "-m", "ziglang", "cc", "-target", "wasm32-wasi", "-mexec-model=reactor"]
        command += ["-O3", "-msimd128", "-Wl,--strip-all", f"-I{headers}", *map(str, sources)]
        command += [f"-Wl,--export={each}" for each in exported]
        command += ["-o", str(folder / f"{name}.wasm")]
        ran = subprocess.run(command, env=os.environ | cache, capture_output=True, text=True, check=False)
        if ran.returncode:
            raise MissingError(f"{name}.c does not compile for the page Run: {ran.stderr.strip()[-2000:]}")


def _zipped(out: Path) -> None:
    """The package's files as they are, and page.py beside them; the same bytes for the same files."""
    files = [PACKAGE / name for name in FILES]
    files += sorted(file for room in ROOMS for file in PACKAGE.glob(room))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for file, name in [(HERE / "page.py", "page.py")] + [
            (file, file.relative_to(PACKAGE.parent).as_posix()) for file in files
        ]:
            archive.writestr(zipfile.ZipInfo(name), file.read_bytes(), zipfile.ZIP_DEFLATED)
