"""Whole batches of grids, by the C core where it is built; the grids are the same without it."""

from __future__ import annotations

try:
    from ._in_c import by_document, by_scilab, fulls, shrunk

    IN_C = True
except ImportError:
    from ._in_python import by_document, by_scilab, fulls, shrunk

    IN_C = False

__all__ = ["IN_C", "by_document", "by_scilab", "fulls", "shrunk"]
