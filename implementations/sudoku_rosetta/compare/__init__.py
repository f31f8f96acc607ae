"""Speed across styles: solvers on sets of puzzles, how much of a difference is sure, and where it comes from.

    from sudoku_rosetta.compare import compare
    results = compare(["c-style", "original-c"], "documents", budget=20)
    results.named("c-style").ratio          # how many times as long, and between which bounds
    results.chains                          # the difference taken apart

docs/comparing.md says how times are taken, and why so. Nothing is imported here before it is asked for: the
processes that are measured import this package too.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .comparison import NothingToCompare, compare
    from .difference import Change, changes
    from .entrants import Entrant, program
    from .growth import Growth, grow
    from .ratios import Ratio
    from .results import Results, from_json
    from .sets import PuzzleSet, UnknownSet, set_named, set_of, shipped

__all__ = [
    "Change",
    "Entrant",
    "Growth",
    "NothingToCompare",
    "PuzzleSet",
    "Ratio",
    "Results",
    "UnknownSet",
    "changes",
    "compare",
    "from_json",
    "grow",
    "program",
    "set_named",
    "set_of",
    "shipped",
]
_WHERE = {
    "difference": ("Change", "changes"),
    "comparison": ("NothingToCompare", "compare"),
    "entrants": ("Entrant", "program"),
    "growth": ("Growth", "grow"),
    "ratios": ("Ratio",),
    "results": ("Results", "from_json"),
    "sets": ("PuzzleSet", "UnknownSet", "set_named", "set_of", "shipped"),
}


def __getattr__(name: str) -> object:
    for module, names in _WHERE.items():
        if name in names:
            return getattr(importlib.import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
