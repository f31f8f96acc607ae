"""The live table of a running comparison on standard error, if that is a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from statistics import fmean
from types import TracebackType
from typing import TYPE_CHECKING, Self

from ..compare import CONTROL, SolverSamples
from ..compare.report import duration, three
from ..compare.statistics import medians

if TYPE_CHECKING:
    import rich.live
    from rich.table import Table


class Live:
    """Shows the samples so far, between the timed runs."""

    def __init__(self) -> None:
        self._live: rich.live.Live | None = None
        self._began = time.monotonic()

    def __enter__(self) -> Self:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.live import Live as Shown

            self._live = Shown(console=Console(stderr=True), auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._live is not None:
            self._live.stop()

    def tell(self, solvers: Sequence[SolverSamples], doing: str, over: float) -> None:
        """Called between the timed runs, never during one: drawing takes processor time too."""
        if self._live is not None:
            self._live.update(self._drawn(solvers, doing, over), refresh=True)

    def _drawn(self, solvers: Sequence[SolverSamples], doing: str, over: float) -> Table:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        seconds = time.monotonic() - self._began
        drawn = Table(box=box.SIMPLE_HEAD, padding=(0, 1), caption_justify="left", caption=Text(
            f"{doing}; {seconds:.0f} s, {over:.0%} of the time (Ctrl-C ends)"))  # fmt: skip
        heads = ("solver", "puzzles", "a puzzle", "rounds", "") if solvers else ()
        for head in heads:
            drawn.add_column(head, justify="left" if head in ("solver", "") else "right", no_wrap=True)
        for solver in solvers:
            drawn.add_row(*map(Text, self._row(solver)))
        return drawn

    @staticmethod
    def _row(solver: SolverSamples) -> list[str]:
        name = "the reference again" if solver.name == CONTROL else solver.name
        if solver.failed:
            return [name, "-", "-", "-", solver.failed[:60]]
        times = medians(solver.rounds) or solver.costs
        rounds = len(solver.rounds)
        mean = fmean(times.values()) if times else 0.0
        rate = f"{three(1e9 / mean)} a second" if mean else ""
        return [name, str(len(solver.share) or len(solver.costs)), duration(mean) if mean else "-",
                str(rounds) if rounds else "-", rate]  # fmt: skip
