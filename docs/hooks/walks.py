"""The walks that the player shows: recorded by sudoku_rosetta.trace when the site is built, not again until a
program changes.
"""

import hashlib
import shutil
from pathlib import Path

from .kept import made_once
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
# The document of rules stops at its first solution; the others are seen to the end of their tree.
STOPS = {"deduction-style": 1}
KEPT = ROOT / "build" / "walks"


def record(out: Path) -> None:
    shutil.copytree(kept(), out)


def kept() -> Path:
    """A file for each grid and writing, grid-1.c-style.json; those of the same programs are made once."""
    return made_once(KEPT / _state(), _walked)


def _walked(folder: Path) -> None:
    from sudoku_rosetta.trace import traced

    for grid, text in GRIDS.items():
        for writing in FUNCTIONS:
            file = folder / f"{grid}.{writing}.json"
            file.write_text(traced(writing, text, limit=STOPS.get(writing)).text(), encoding="utf-8")


def _state() -> str:
    """What the walks depend on, in a word."""
    package = ROOT / "implementations" / "sudoku_rosetta"
    files = [file for name in FUNCTIONS for file in WRITINGS[name].files]
    files += [package / "documents" / "scilab.py", package / "solvers" / "documents.py", package / "trace.py"]
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in (*files, Path(__file__))))
    return digest.hexdigest()[:16]
