"""Progress of long work on standard error: a live line in a terminal, after a second without output.

rich is imported only then, in a thread, so that short work stays fast. Where standard error is no terminal there is
no output, or, for work that may take hours, a line from time to time.
"""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO

if TYPE_CHECKING:
    from rich.live import Live

DELAY_S = 1.0


class Progress:
    """Shows the number `done`; all output during the work goes through `write`, `put` and `tell`."""

    def __init__(
        self,
        what: str = "grids done",
        *,
        typing: bool = False,
        total: int | None = None,
        line_each: float | None = None,
    ) -> None:
        self.done = 0
        self.total = total
        self._before = 0
        self._line_each = line_each  # seconds between lines, without a terminal
        self._what = what
        self._typing = typing  # whether grids are typed in the same terminal: then nothing is shown
        self._began = self._last_word = time.monotonic()
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._live: Live | None = None
        self._watcher: threading.Thread | None = None

    def __enter__(self) -> Self:
        if self._line_each is not None and not sys.stderr.isatty():
            self._watcher = threading.Thread(target=self._write_lines, daemon=True, name="progress")
            self._watcher.start()
        elif sys.stderr.isatty() and not self._typing:
            self._watcher = threading.Thread(target=self._watch, daemon=True, name="progress")
            self._watcher.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._over.set()
        if self._watcher is not None:
            self._watcher.join()
            self._hide()

    def begin_at(self, done: int) -> None:
        """What an earlier run has done: it does not count for the rate."""
        self.done = self._before = done

    def write(self, line: str) -> None:
        """Write a line to standard output and flush it."""
        self._say(line, sys.stdout)

    def put(self, lines: bytes | memoryview) -> None:
        """Write whole lines to standard output, as bytes, and flush them."""
        with self._lock:
            if self._watcher is not None and sys.stdout.isatty():
                self._hide()
            sys.stdout.flush()
            sys.stdout.buffer.write(lines)
            sys.stdout.buffer.flush()

    def tell(self, line: str) -> None:
        """Write a line to standard error."""
        self._say(line, sys.stderr)

    def _say(self, line: str, stream: TextIO) -> None:
        if self._watcher is None:
            print(line, file=stream, flush=True)
            return
        with self._lock:
            if stream.isatty():
                self._hide()
            print(line, file=stream, flush=True)

    def _hide(self) -> None:
        self._last_word = time.monotonic()
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _watch(self) -> None:
        while not self._over.wait(0.2):
            with self._lock:
                if self._live is not None:
                    self._live.refresh()
                elif time.monotonic() - self._last_word > DELAY_S:
                    self._live = self._shown()

    def _write_lines(self) -> None:
        while not self._over.wait(self._line_each):
            with self._lock:
                print("".join(self._parts()), file=sys.stderr, flush=True)

    def _shown(self) -> Live:
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        console = Console(stderr=True, highlight=False)
        live = Live(
            get_renderable=lambda: Text(self._line(console.width), no_wrap=True, overflow="ellipsis"),
            console=console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        live.start(refresh=True)
        return live

    def _line(self, width: int) -> str:
        """The live line; where it is longer than the terminal is wide, without the rate, and without the clock."""
        count, rate, clock, left = self._parts()
        hint = " (Ctrl-C ends)"
        lines = [
            count + rate + clock + left + hint,
            count + clock + left + hint,
            count + (left or clock) + hint,
        ]
        return next((line for line in lines if len(line) <= width), lines[-1])

    def _parts(self) -> tuple[str, str, str, str]:
        """The number done, the rate, the time since the beginning and the time that is left."""
        seconds = time.monotonic() - self._began
        rate = (self.done - self._before) / max(seconds, 1e-9)
        count, left = f"{self._what}: {self.done:,}", ""
        if self.total is not None:
            count += f" of {self.total:,} ({100 * self.done // max(self.total, 1)}%)"
            if self.done > self._before:
                left = f", {_clock((self.total - self.done) / rate)} left"
        return count, f", {rate:,.0f} a second" if rate > 1 else "", f", {_clock(seconds)}", left


def _clock(seconds: float) -> str:
    return f"{seconds // 3600:.0f}:{seconds // 60 % 60:02.0f}:{seconds % 60:02.0f}"
