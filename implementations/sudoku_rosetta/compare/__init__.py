"""Compare the speed of solvers on a set of puzzles: time ratios with 95% confidence intervals, and their factors.

    from sudoku_rosetta.compare import compare
    results = compare(["c-style", "original-c"], "documents", budget=20)
    results.solver("c-style").ratio         # its time relative to the reference, with the interval
    results.chains                          # the ratio as a product: implementation, language, algorithm

docs/comparing.md describes the method. The names below are imported on first use: the timed processes
import this package too, and should start fast.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._measure import CONTROL, OnProgress, SolverSamples
    from .comparison import NothingToCompare, compare
    from .difference import Change, changes
    from .growth import Growth, measure_growth
    from .results import Results, SchemaError, from_json
    from .sets import PuzzleSet, UnknownSet, load_set, set_from_grids, set_names
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
    "load_set",
    "measure_growth",
    "set_from_grids",
    "set_names",
]
_MODULES = {
    "_measure": ("CONTROL", "OnProgress", "SolverSamples"),
    "difference": ("Change", "changes"),
    "comparison": ("NothingToCompare", "compare"),
    "growth": ("Growth", "measure_growth"),
    "results": ("Results", "SchemaError", "from_json"),
    "sets": ("PuzzleSet", "UnknownSet", "load_set", "set_from_grids", "set_names"),
    "statistics": ("Ratio",),
}


def __getattr__(name: str) -> object:
    for module, names in _MODULES.items():
        if name in names:
            return getattr(importlib.import_module(f".{module}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
