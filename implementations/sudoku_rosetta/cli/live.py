"""The table that lives on standard error while a comparison runs; nothing where nobody looks on."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from statistics import fmean
from types import TracebackType
from typing import TYPE_CHECKING, Self

from ..compare.measure import CONTROL, Standing
from ..compare.ratios import typical
from ..compare.words import duration, three

if TYPE_CHECKING:
    import rich.live
    from rich.table import Table


class Live:
    """Told of the standings, it shows them."""

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

    def tell(self, standings: Sequence[Standing], doing: str, over: float) -> None:
        """Between the timed runs, never during one: drawing takes processor time too."""
        if self._live is not None:
            self._live.update(self._drawn(standings, doing, over), refresh=True)

    def _drawn(self, standings: Sequence[Standing], doing: str, over: float) -> Table:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        seconds = time.monotonic() - self._began
        drawn = Table(box=box.SIMPLE_HEAD, padding=(0, 1), caption_justify="left", caption=Text(
            f"{doing}; {seconds:.0f} s, {over:.0%} of the time (Ctrl-C ends)"))  # fmt: skip
        heads = ("solver", "puzzles", "a puzzle", "rounds", "") if standings else ()
        for head in heads:
            drawn.add_column(head, justify="left" if head in ("solver", "") else "right", no_wrap=True)
        for standing in standings:
            drawn.add_row(*map(Text, self._row(standing)))
        return drawn

    @staticmethod
    def _row(standing: Standing) -> list[str]:
        name = "the reference again" if standing.name == CONTROL else standing.name
        if standing.failed:
            return [name, "-", "-", "-", standing.failed[:60]]
        times = typical(standing.samples) or standing.costs
        rounds = sum(map(len, standing.samples.values()))
        mean = fmean(times.values()) if times else 0.0
        rate = f"{three(1e9 / mean)} a second" if mean else ""
        return [name, str(len(standing.share) or len(standing.costs)), duration(mean) if mean else "-",
                str(rounds) if rounds else "-", rate]  # fmt: skip
