"""A fake clock for tests of time limits.

It runs so slowly that no correct solver reaches a limit, even on a busy machine. A solver that is about to hang
creates a file; then the clock jumps past every limit. As a pytest plugin (-p conformance.clock), it is the clock of
the whole run, with the file in the current folder.
"""

import contextlib
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sudoku_rosetta.runtime import limits
from waiting import HANG_GUARD_S

HANGING = "hanging"
LONGEST_LIMIT_S = 10.0
"""The clock shows this time after HANG_GUARD_S real seconds."""
JUMP_S = 1000.0


def clock(hanging: Path) -> Any:
    """A replacement for the module `time`."""
    return SimpleNamespace(monotonic=_monotonic(hanging), sleep=time.sleep)


def _monotonic(hanging: Path) -> Callable[[], float]:
    jumped = 0.0

    def monotonic() -> float:
        nonlocal jumped
        with contextlib.suppress(FileNotFoundError):
            hanging.unlink()
            jumped += JUMP_S
        return jumped + time.monotonic() * LONGEST_LIMIT_S / HANG_GUARD_S

    return monotonic


def pytest_configure() -> None:
    vars(limits)["time"] = clock(Path(HANGING).absolute())
