"""A clock for tests of time limits: so slow that no correct solver meets a limit on a busy machine. A solver that
hangs creates a file first, and then the clock jumps past every limit.

Loaded by pytest (-p conformance.clock), it is the clock of the whole run, with the file in the run's folder.
"""

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sudoku_rosetta.runtime import limits as confined
from waiting import HANG_GUARD_S

HANGING = "hanging"
LONGEST = 10.0
"""Seconds of the longest limit: this clock takes HANG_GUARD_S to reach it."""
JUMP = 1000.0


def clock(hanging: Path) -> Any:
    """Replaces the module `time`."""
    return SimpleNamespace(monotonic=_monotonic(hanging), sleep=time.sleep)


def _monotonic(hanging: Path) -> Callable[[], float]:
    jumped = 0.0

    def monotonic() -> float:
        nonlocal jumped
        with contextlib.suppress(FileNotFoundError):
            hanging.unlink()
            jumped += JUMP
        return jumped + time.monotonic() * LONGEST / HANG_GUARD_S

    return monotonic


def pytest_configure() -> None:
    vars(confined)["time"] = clock(Path(HANGING).absolute())
