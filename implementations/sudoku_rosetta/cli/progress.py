"""Progress on standard error: in a terminal, a line that is updated, shown after a second without output.

rich is imported only then, in a thread, so that short commands stay fast. If standard error is not a terminal,
nothing is written, or one line at a regular interval for commands that may run for hours.
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
    """Shows `done`. While it is open, all output must use `write`, `write_bytes` and `write_stderr`."""

    def __init__(
        self,
        label: str = "grids done",
        *,
        interactive: bool = False,
        total: int | None = None,
        log_interval_s: float | None = None,
    ) -> None:
        self.done = 0
        self.total = total
        self._resumed_at = 0
        self._log_interval_s = log_interval_s
        self._label = label
        self._interactive = interactive  # grids are typed in the same terminal: show nothing
        self._start = self._last_output = time.monotonic()
        self._lock = threading.Lock()
        self._finished = threading.Event()
        self._live: Live | None = None
        self._watcher: threading.Thread | None = None

    def __enter__(self) -> Self:
        if self._log_interval_s is not None and not sys.stderr.isatty():
            self._watcher = threading.Thread(target=self._write_lines, daemon=True, name="progress")
            self._watcher.start()
        elif sys.stderr.isatty() and not self._interactive:
            self._watcher = threading.Thread(target=self._watch, daemon=True, name="progress")
            self._watcher.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._finished.set()
        if self._watcher is not None:
            self._watcher.join()
            self._hide()

    def resume_at(self, done: int) -> None:
        """Start at the number that an earlier run has done. The rate does not include it."""
        self.done = self._resumed_at = done

    def write(self, line: str) -> None:
        """Write a line to standard output and flush it."""
        self._print(line, sys.stdout)

    def write_bytes(self, lines: bytes | memoryview) -> None:
        """Write complete lines to standard output and flush them."""
        with self._lock:
            if self._watcher is not None and sys.stdout.isatty():
                self._hide()
            sys.stdout.flush()
            sys.stdout.buffer.write(lines)
            sys.stdout.buffer.flush()

    def write_stderr(self, line: str) -> None:
        """Write a line to standard error."""
        self._print(line, sys.stderr)

    def _print(self, line: str, stream: TextIO) -> None:
        if self._watcher is None:
            print(line, file=stream, flush=True)
            return
        with self._lock:
            if stream.isatty():
                self._hide()
            print(line, file=stream, flush=True)

    def _hide(self) -> None:
        self._last_output = time.monotonic()
        if self._live is not None:
            self._live.stop()
            self._live = None

    def _watch(self) -> None:
        while not self._finished.wait(0.2):
            with self._lock:
                if self._live is not None:
                    self._live.refresh()
                elif time.monotonic() - self._last_output > DELAY_S:
                    self._live = self._started_live()

    def _write_lines(self) -> None:
        while not self._finished.wait(self._log_interval_s):
            with self._lock:
                print("".join(self._parts()), file=sys.stderr, flush=True)

    def _started_live(self) -> Live:
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
        """The live line. If it does not fit the terminal, the rate is left out, then the elapsed time."""
        count, rate, clock, left = self._parts()
        hint = " (Ctrl-C to stop)"
        lines = [
            count + rate + clock + left + hint,
            count + clock + left + hint,
            count + (left or clock) + hint,
        ]
        return next((line for line in lines if len(line) <= width), lines[-1])

    def _parts(self) -> tuple[str, str, str, str]:
        """The number done, the rate, the elapsed time and the remaining time."""
        seconds = time.monotonic() - self._start
        rate = (self.done - self._resumed_at) / max(seconds, 1e-9)
        count, left = f"{self._label}: {self.done:,}", ""
        if self.total is not None:
            count += f" of {self.total:,} ({100 * self.done // max(self.total, 1)}%)"
            if self.done > self._resumed_at:
                left = f", {_clock((self.total - self.done) / rate)} left"
        return count, f", {rate:,.0f} per second" if rate > 1 else "", f", {_clock(seconds)}", left


def _clock(seconds: float) -> str:
    return f"{seconds // 3600:.0f}:{seconds // 60 % 60:02.0f}:{seconds % 60:02.0f}"
