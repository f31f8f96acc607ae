"""The clock that limits of time go by in these tests. It is so slow that nothing right meets one, however busy the
machine; what hangs says so by making a file, and then the clock jumps over any limit.

Loaded by pytest (-p conformance.clock), it is the clock of the whole run, and the file is `it hangs` in its folder.
"""

import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from sudoku_rosetta.solvers import confined
from waiting import HANG_GUARD_S

HANGING = "it hangs"
LONGEST = 10.0
"""The longest of the limits: it is met after HANG_GUARD_S at the earliest."""
JUMP = 1000.0


def clock(hanging: Path) -> Any:
    """In the place of the module `time`."""
    return SimpleNamespace(monotonic=_monotonic(hanging), sleep=time.sleep)


def _monotonic(hanging: Path) -> Callable[[], float]:
    jumped = 0.0

    def monotonic() -> float:
        nonlocal jumped
        if hanging.exists():
            hanging.unlink()
            jumped += JUMP
        return jumped + time.monotonic() * LONGEST / HANG_GUARD_S

    return monotonic


def pytest_configure() -> None:
    vars(confined)["time"] = clock(Path(HANGING).absolute())
