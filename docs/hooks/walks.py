"""Record the searches that the player shows, with sudoku_rosetta.trace. They are cached until a program changes."""

import hashlib
import shutil
from pathlib import Path

from .cache import cached_folder
from .sections import ROOT, WRITINGS

GRIDS = {
    "grid-1": "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
    "grid-2": "080107060004000100050609020013000240200000006075000310090805000001000700030402090",
    "scilab": "103050089006089000000120000000000091060001034890234000040078012008900300002300070",
}
FUNCTIONS = {
    "c-style": "arbre",
    "scilab-style": "Sudoku",
    "pseudocode-style": "Programme_Principal",
    "deduction-style": "algorithme",
}
# Solution limits: deduction-style stops at its first solution, the others search the whole tree.
LIMITS = {"deduction-style": 1}
CACHE = ROOT / "build" / "walks"


def record(out: Path) -> None:
    shutil.copytree(recordings(), out)


def recordings() -> Path:
    """The folder of the recordings, such as grid-1.c-style.json."""
    return cached_folder(CACHE / _state(), _record_all)


def _record_all(folder: Path) -> None:
    from sudoku_rosetta.trace import trace_program

    for grid, text in GRIDS.items():
        for writing in FUNCTIONS:
            file = folder / f"{grid}.{writing}.json"
            file.write_text(trace_program(writing, text, limit=LIMITS.get(writing)).text(), encoding="utf-8")


def _state() -> str:
    """A digest of the files that the recordings depend on."""
    package = ROOT / "implementations" / "sudoku_rosetta"
    files = [file for name in FUNCTIONS for file in WRITINGS[name].files]
    files += [package / "documents" / "scilab.py", package / "solvers" / "documents.py", package / "trace.py"]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in (*files, Path(__file__))))
    return digest.hexdigest()[:16]
