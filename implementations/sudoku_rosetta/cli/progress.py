"""Long work says how far it is, on standard error, where a person looks on: after a second without a word.

rich is imported only then, in a thread, so that quick work stays quick. Where nobody looks on there is silence, or,
if the work may take hours, a line now and then.
"""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self, TextIO

if TYPE_CHECKING:
    from rich.live import Live

PATIENCE = 1.0


class Progress:
    """Counts what is `done`; all that is written during the work is written through it."""

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
        self._line_each = line_each  # seconds between lines where nobody looks on
        self._what = what
        self._typing = typing  # whether grids come from the keyboard: they would mingle
        self._began = self._last_word = time.monotonic()
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._live: Live | None = None
        self._watcher: threading.Thread | None = None

    def __enter__(self) -> Self:
        if self._line_each is not None and not sys.stderr.isatty():
            self._watcher = threading.Thread(target=self._tell_lines, daemon=True, name="progress")
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
        """So much was done before, in another run: it is no part of the rate."""
        self.done = self._before = done

    def write(self, line: str) -> None:
        """A line of output, out at once."""
        self._say(line, sys.stdout)

    def put(self, lines: bytes | memoryview) -> None:
        """Whole lines of output, as bytes, out at once."""
        with self._lock:
            if self._watcher is not None and sys.stdout.isatty():
                self._hide()
            sys.stdout.flush()
            sys.stdout.buffer.write(lines)
            sys.stdout.buffer.flush()

    def tell(self, line: str) -> None:
        """A line on standard error."""
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
                elif time.monotonic() - self._last_word > PATIENCE:
                    self._live = self._shown()

    def _tell_lines(self) -> None:
        while not self._over.wait(self._line_each):
            with self._lock:
                print(self._state(ends=False), file=sys.stderr, flush=True)

    def _shown(self) -> Live:
        from rich.console import Console
        from rich.live import Live

        live = Live(
            get_renderable=lambda: self._state(),
            console=Console(stderr=True, highlight=False),
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        )
        live.start(refresh=True)
        return live

    def _state(self, *, ends: bool = True) -> str:
        seconds = time.monotonic() - self._began
        rate = (self.done - self._before) / max(seconds, 1e-9)
        told = f"{self._what}: {self.done:,}"
        if self.total is not None:
            told += f" of {self.total:,} ({100 * self.done // max(self.total, 1)}%)"
        if rate > 1:
            told += f", {rate:,.0f} a second"
        told += f", {_clock(seconds)}"
        if self.total is not None and self.done > self._before:
            told += f", {_clock((self.total - self.done) / rate)} left"
        return told + " (Ctrl-C ends)" * ends


def _clock(seconds: float) -> str:
    return f"{seconds // 3600:.0f}:{seconds // 60 % 60:02.0f}:{seconds % 60:02.0f}"
