"""Solvers in shared libraries, built by the user and called through ctypes.

A library can be used if it exports one of these functions:

    rival_solve              the interface of this benchmark (bench/README.md)
    TdokuSolverDpllTriadSimd, OtherSolver...    the interface of tdoku, also for the solvers that tdoku wraps
    rust_solve_sudoku        the interface of the Rust crate in tdoku's benchmark

A file name is NAME.BUILD.so, for example tdoku.clang-19.so. Only the fastest builds of a solver are measured.
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

from .bench_solver import ALL, STRIDE, Answer, Batch, BenchSolver, Excluded
from .processes import run_on_cores

NO_LIMIT = 2**31 - 1
"""The largest C int, because some libraries take the limit as an int."""
TDOKU_SYMBOLS = {
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
"""The exported function and the flags of each solver, as in tdoku's header."""
FILE_NAME = re.compile(r"(lib)?(?P<name>[^.]+)([.](?P<build>.+?))?[.]so([.][0-9.]+)?")
Solve = Callable[[object, int, int, int, object], int]
"""(puzzles, number of puzzles, stride, limit, buffer for solutions or None) -> the sum of the counts"""
_SIZE, _ANY = ctypes.c_size_t, ctypes.c_void_p


@dataclass(frozen=True)
class Entry:
    """A solver in a library that is not loaded yet."""

    path: Path
    name: str
    build: str
    symbol: str
    flags: int = 0

    def load(self) -> Solve:
        """Load the library. `check` does this first in a child process, because the code may crash."""
        library = ctypes.CDLL(str(self.path), os.RTLD_LOCAL | os.RTLD_NOW)
        function = getattr(library, self.symbol)
        if self.symbol == "rival_solve":
            return _direct_call(function)
        if self.symbol == "rust_solve_sudoku":
            return _looped_call(
                call_loops().each_like_rust, function, [_ANY, _SIZE, _SIZE, _SIZE], solutions=False
            )
        rest = [ctypes.c_uint32, _ANY, _SIZE, _SIZE, _SIZE, _ANY]
        return _looped_call(call_loops().each_like_tdoku, function, rest, self.flags)


def entries(where: Path) -> Iterator[Entry | str]:
    """The solvers in the libraries of a folder, or in one library; error messages are yielded as text."""
    if not where.exists():
        yield f"{where}: no such file or folder"
        return
    for path in sorted(where.rglob("*.so*")) if where.is_dir() else [where]:
        named = FILE_NAME.fullmatch(path.name)
        if not path.is_file() or named is None:
            continue
        exported = exported_names(path)
        build = named["build"] or ""
        found = [
            Entry(path, name, build or path.parent.name, symbol, flags)
            for name, (symbol, flags) in TDOKU_SYMBOLS.items()
            if symbol in exported
        ]
        if "rival_solve" in exported:
            found = [Entry(path, named["name"], build, "rival_solve")]
        elif "rust_solve_sudoku" in exported and "OtherSolverRustSudoku" not in exported:
            found.append(Entry(path, "rust_sudoku", build or path.parent.name, "rust_solve_sudoku"))
        if found:
            yield from found
        elif where == path:
            yield f"{path.name}: exports none of the supported functions"


def exported_names(path: Path) -> set[str]:
    """The supported function names in the file. The library is not loaded."""
    content = path.read_bytes()
    known = {"rival_solve", "rust_solve_sudoku", *(symbol for symbol, _ in TDOKU_SYMBOLS.values())}
    return {name for name in known if b"\0" + name.encode() + b"\0" in content}


class Library(BenchSolver):
    """A solver in a library that has passed the check."""

    kind = "library"

    def __init__(self, entry: Entry, limits: frozenset[int]) -> None:
        self.entry = entry
        self.name, self.build, self.limits = entry.name, entry.build, limits
        self.how = f"{entry.symbol}{f', flags {entry.flags}' if entry.flags else ''} of {entry.path.name}"
        self._solve = entry.load()

    def __reduce__(self) -> tuple[type[Library], tuple[object, ...]]:
        return Library, (self.entry, self.limits)

    def run(self, batch: Batch, limit: int, seconds: float) -> Answer:
        puzzles, began = batch.padded, time.process_time()
        found = self._solve(puzzles, len(batch), STRIDE, limit if limit != ALL else NO_LIMIT, None)
        return Answer(len(batch), found, time.process_time() - began)

    def parallel(self, batch: Batch, limit: int, cores: int) -> Answer:
        """Use one process per core, because most libraries keep their state in global variables."""
        share = -(-len(batch) // cores)
        parts = [batch.part(start, share) for start in range(0, len(batch), share)]
        for part in parts:
            _ = part.padded  # cached before the timer starts
        found, seconds = run_on_cores([functools.partial(self._count, part, limit) for part in parts])
        return Answer(len(batch), found, seconds)

    def _count(self, part: Batch, limit: int) -> int:
        return self.run(part, limit, 0).found


def _direct_call(function: ctypes._NamedFuncPointer) -> Solve:
    function.restype = ctypes.c_uint64
    function.argtypes = [_ANY, _SIZE, _SIZE, _SIZE, _ANY, _ANY]
    guesses = ctypes.c_uint64()
    return lambda puzzles, n, stride, limit, solutions: int(
        function(puzzles, n, stride, limit, solutions, ctypes.byref(guesses))
    )


def _looped_call(
    loop: ctypes._NamedFuncPointer,
    function: object,
    types: Sequence[Any],
    *flags: int,
    solutions: bool = True,
) -> Solve:
    """Call a function that solves one puzzle in a loop over the puzzles, in C."""
    loop.restype = ctypes.c_uint64
    loop.argtypes = [_ANY, *types]
    address = ctypes.cast(function, _ANY)  # type: ignore[arg-type]
    if not solutions:
        return lambda puzzles, n, stride, limit, _: int(loop(address, *flags, puzzles, n, stride, limit))
    return lambda puzzles, n, stride, limit, out: int(loop(address, *flags, puzzles, n, stride, limit, out))


@functools.cache
def call_loops() -> ctypes.CDLL:
    """The compiled loops of each.c."""
    compiler = os.environ.get("CC") or shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if not compiler:
        raise Excluded("a C compiler is needed to build each.c")
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "each.so"
        source = Path(__file__).with_name("each.c")
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", made, source], check=True)
        return ctypes.CDLL(str(made))
