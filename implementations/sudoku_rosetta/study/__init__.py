"""The experiments of document scilab (sections 3 and 4) at any scale: make grids and count their solutions.

>>> from sudoku_rosetta.study import Plan, run, summaries
>>> import tempfile
>>> folder = tempfile.mkdtemp()
>>> run(Plan(method=2, clues=(45, 50), grids=20, seed=1), folder)
>>> [summary.grids for summary in summaries(folder)]
[20, 20]
"""

from ._plan import Plan, PlanError
from ._store import DamagedError, Store, StoreBusyError, StoreError
from ._summary import Summary, summaries
from .run import run

__all__ = [
    "DamagedError",
    "Plan",
    "PlanError",
    "Store",
    "StoreBusyError",
    "StoreError",
    "Summary",
    "run",
    "summaries",
]
