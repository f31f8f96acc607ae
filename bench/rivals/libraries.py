"""Rivals as shared libraries, found under a path that the user gives: built by the user, called through ctypes.

A library takes part if it exports one of these:

    rival_solve              our own face for anything (bench/README.md)
    TdokuSolverDpllTriadSimd, OtherSolver...    the face of tdoku's header, for itself and the solvers that it wraps
    rust_solve_sudoku        what the crate in tdoku's benchmark exports

The contestant's name is that of the solver; what stands between the first dot of the file's name and the last is
the build (tdoku.clang-19.so): of several builds of one solver, the best on a list stands for it.
"""

from __future__ import annotations

import ctypes
import functools
import os
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .contestant import ALL, STRIDE, Absent, Answer, Batch, Contestant
from .processes import on_cores

NO_LIMIT = 2**31 - 1
"""Some take the limit as an int."""
TDOKU_LIKE = {
    "tdoku": ("TdokuSolverDpllTriadSimd", 0),
    "sk_bforce2": ("OtherSolverSKBFORCE2", 0),
    "fsss2": ("OtherSolverFsss2", 0),
    "fsss2_locked": ("OtherSolverFsss2", 1),
    "jczsolve": ("OtherSolverJCZSolve", 0),
    "rust_sudoku": ("OtherSolverRustSudoku", 0),
    "jsolve": ("OtherSolverJSolve", 0),
    "fsss": ("OtherSolverFsss", 0),
    "bb_sudoku": ("OtherSolverBBSudoku", 0),
    "kudoku": ("OtherSolverKudoku", 0),
    "fast_solv_9r2": ("OtherSolverFastSolv9r2", 0),
    "zerodoku": ("OtherSolverZeroDoku", 0),
    "norvig": ("OtherSolverNorvig", 0),
}
"""Which solver is behind which function, with which flags: as tdoku's header lists them."""
NAMED = re.compile(r"(lib)?(?P<name>[^.]+)([.](?P<build>.+?))?[.]so([.][0-9.]+)?")
Solve = Callable[[object, int, int, int, object], int]
"""puzzles, how many, stride, limit, solutions or None -> the sum of the counts"""
_SIZE, _ANY = ctypes.c_size_t, ctypes.c_void_p


@dataclass(frozen=True)
class Entry:
    """One solver in one library."""

    path: Path
    name: str
    build: str
    symbol: str
    flags: int = 0

    def load(self) -> Solve:
        """Only here does code of others run: trial.py does it in a process of its own first."""
        library = ctypes.CDLL(str(self.path), os.RTLD_LOCAL | os.RTLD_NOW)
        function = getattr(library, self.symbol)
        if self.symbol == "rival_solve":
            return _directly(function)
        if self.symbol == "rust_solve_sudoku":
            return _through(each().each_like_rust, function, [_ANY, _SIZE, _SIZE, _SIZE], solutions=False)
        rest = [ctypes.c_uint32, _ANY, _SIZE, _SIZE, _SIZE, _ANY]
        return _through(each().each_like_tdoku, function, rest, self.flags)


def entries(where: Path) -> Iterator[Entry | str]:
    """Every solver in every library there; where one cannot be read, a line that says so."""
    if not where.exists():
        yield f"{where}: no such file or folder"
        return
    for path in sorted(where.rglob("*.so*")) if where.is_dir() else [where]:
        named = NAMED.fullmatch(path.name)
        if not path.is_file() or named is None:
            continue
        exported = symbols(path)
        build = named["build"] or ""
        found = [
            Entry(path, name, build or path.parent.name, symbol, flags)
            for name, (symbol, flags) in TDOKU_LIKE.items()
            if symbol in exported
        ]
        if "rival_solve" in exported:
            found = [Entry(path, named["name"], build, "rival_solve")]
        elif "rust_solve_sudoku" in exported and "OtherSolverRustSudoku" not in exported:
            found.append(Entry(path, "rust_sudoku", build or path.parent.name, "rust_solve_sudoku"))
        if found:
            yield from found
        elif where == path:
            yield f"{path.name}: exports none of the functions that are known here"


def symbols(path: Path) -> set[str]:
    """Which of the names that we know stand in it: read, not loaded."""
    content = path.read_bytes()
    known = {"rival_solve", "rust_solve_sudoku", *(symbol for symbol, _ in TDOKU_LIKE.values())}
    return {name for name in known if b"\0" + name.encode() + b"\0" in content}


class Library(Contestant):
    """One solver in one library, already tried."""

    kind = "library"

    def __init__(self, entry: Entry, limits: frozenset[int]) -> None:
        self.entry = entry
        self.name, self.build, self.limits = entry.name, entry.build, limits
        self.how = f"{entry.symbol}{f', flags {entry.flags}' if entry.flags else ''} of {entry.path.name}"
        self._solve = entry.load()

    def __reduce__(self) -> tuple[type[Library], tuple[object, ...]]:
        return Library, (self.entry, self.limits)

    def run(self, batch: Batch, limit: int, seconds: float) -> Answer:
        puzzles, began = batch.apart, time.process_time()
        found = self._solve(puzzles, len(batch), STRIDE, limit if limit != ALL else NO_LIMIT, None)
        return Answer(len(batch), found, time.process_time() - began)

    def parallel(self, batch: Batch, limit: int, cores: int) -> Answer:
        """One process a core: most keep what they work on in globals."""
        share = -(-len(batch) // cores)
        parts = [batch.part(start, share) for start in range(0, len(batch), share)]
        for part in parts:
            _ = part.apart  # made before the clock runs
        found, seconds = on_cores([functools.partial(self._count, part, limit) for part in parts])
        return Answer(len(batch), found, seconds)

    def _count(self, part: Batch, limit: int) -> int:
        return self.run(part, limit, 0).found


def _directly(function: ctypes._NamedFuncPointer) -> Solve:
    function.restype = ctypes.c_uint64
    function.argtypes = [_ANY, _SIZE, _SIZE, _SIZE, _ANY, _ANY]
    guesses = ctypes.c_uint64()
    return lambda puzzles, n, stride, limit, solutions: int(
        function(puzzles, n, stride, limit, solutions, ctypes.byref(guesses))
    )


def _through(
    loop: ctypes._NamedFuncPointer,
    function: object,
    types: Sequence[Any],
    *flags: int,
    solutions: bool = True,
) -> Solve:
    """Our loop around their function."""
    loop.restype = ctypes.c_uint64
    loop.argtypes = [_ANY, *types]
    address = ctypes.cast(function, _ANY)  # type: ignore[arg-type]
    if not solutions:
        return lambda puzzles, n, stride, limit, _: int(loop(address, *flags, puzzles, n, stride, limit))
    return lambda puzzles, n, stride, limit, out: int(loop(address, *flags, puzzles, n, stride, limit, out))


@functools.cache
def each() -> ctypes.CDLL:
    """each.c, compiled."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        raise Absent("a C compiler is needed for the loop around it (each.c)")
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "each.so"
        source = Path(__file__).with_name("each.c")
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", made, source], check=True)
        return ctypes.CDLL(str(made))
