"""Speed across styles: solvers on sets of puzzles, ratios with intervals, and where a difference comes from.

    from sudoku_rosetta.compare import compare
    results = compare(["c-style", "original-c"], "documents", budget=20)
    results.named("c-style").ratio          # how many times as long, with its 95% interval
    results.chains                          # the difference taken apart

`statistics` has the one method for ratios and intervals; docs/comparing.md says how times are taken. Names here are
imported on first use: the processes that are measured import this package too.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._measure import CONTROL, OnProgress, SolverSamples
    from .comparison import NothingToCompare, compare
    from .difference import Change, changes
    from .growth import Growth, grow
    from .results import Results, SchemaError, from_json
    from .sets import PuzzleSet, UnknownSet, set_named, set_of, shipped
    from .statistics import Ratio

__all__ = [
    "CONTROL",
    "Change",
    "Growth",
    "NothingToCompare",
    "OnProgress",
    "PuzzleSet",
    "Ratio",
    "Results",
    "SchemaError",
    "SolverSamples",
    "UnknownSet",
    "changes",
    "compare",
    "from_json",
    "grow",
    "set_named",
    "set_of",
    "shipped",
]
_MODULES = {
    "_measure": ("CONTROL", "OnProgress", "SolverSamples"),
    "difference": ("Change", "changes"),
    "comparison": ("NothingToCompare", "compare"),
    "growth": ("Growth", "grow"),
    "results": ("Results", "SchemaError", "from_json"),
    "sets": ("PuzzleSet", "UnknownSet", "set_named", "set_of", "shipped"),
    "statistics": ("Ratio",),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(importlib.import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
