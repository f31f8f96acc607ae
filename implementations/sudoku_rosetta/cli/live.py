"""The live table of a running comparison on stderr, if stderr is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from statistics import fmean
from types import TracebackType
from typing import TYPE_CHECKING, Self

from ..compare import CONTROL, SolverSamples
from ..compare.report import duration, three_digits
from ..compare.statistics import medians

if TYPE_CHECKING:
    import rich.live
    from rich.table import Table


class Live:
    """Shows the measurements so far, between timed runs."""

    def __init__(self) -> None:
        self._live: rich.live.Live | None = None
        self._began = time.monotonic()

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live as LiveDisplay

            self._live = LiveDisplay(console=Console(stderr=True), auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def update(self, solvers: Sequence[SolverSamples], activity: str, elapsed: float) -> None:
        """Draw the table. Must not be called during a timed run, because drawing takes CPU time."""
        if self._live is not None:
            self._live.update(self._table(solvers, activity, elapsed), refresh=True)

    def _table(self, solvers: Sequence[SolverSamples], activity: str, elapsed: float) -> Table:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        seconds = time.monotonic() - self._began
        table = Table(box=box.SIMPLE_HEAD, padding=(0, 1), caption_justify="left", caption=Text(
            f"{activity}; {seconds:.0f} s, {elapsed:.0%} of the budget (Ctrl-C ends)"))  # fmt: skip
        heads = ("solver", "puzzles", "time/puzzle", "rounds", "") if solvers else ()
        for head in heads:
            table.add_column(head, justify="left" if head in ("solver", "") else "right", no_wrap=True)
        for solver in solvers:
            table.add_row(*map(Text, self._row(solver)))
        return table

    @staticmethod
    def _row(solver: SolverSamples) -> list[str]:
        name = "control" if solver.name == CONTROL else solver.name
        if solver.failed:
            return [name, "-", "-", "-", solver.failed[:60]]
        times = medians(solver.rounds) or solver.costs
        rounds = len(solver.rounds)
        mean = fmean(times.values()) if times else 0.0
        rate = f"{three_digits(1e9 / mean)} puzzles/s" if mean else ""
        return [name, str(len(solver.share) or len(solver.costs)), duration(mean) if mean else "-",
                str(rounds) if rounds else "-", rate]  # fmt: skip
