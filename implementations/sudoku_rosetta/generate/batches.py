"""Make grids in batches: in C if the core is built, else in Python. Both make the same grids."""

from __future__ import annotations

try:
    from ._in_c import document_grids, full_grids, remove_clues, scilab_rng_grids

    IN_C = True
except ImportError:
    from ._in_python import document_grids, full_grids, remove_clues, scilab_rng_grids

    IN_C = False

__all__ = ["IN_C", "document_grids", "full_grids", "remove_clues", "scilab_rng_grids"]
