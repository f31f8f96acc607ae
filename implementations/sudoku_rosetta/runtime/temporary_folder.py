"""A folder for temporary files, which is removed when this process ends, however it ends.

Another process removes it once its pipe from this one closes: this file, run with `python -I -S`.
"""

from __future__ import annotations

import contextlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

_ATTEMPTS, _PAUSE_S = 100, 0.01


class TemporaryFolder:
    """Leaving the `with` removes it, as `close()` does."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="sudoku-rosetta-"))
        command = [sys.executable, "-I", "-S", __file__, str(self.path)]
        self._remover = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C in the terminal is for this process
        )

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._remover.communicate()
        remove(self.path)  # where the remover was killed


def remove(folder: Path) -> None:
    """Remove a folder, even if a process that is just ending still writes into it."""
    for _ in range(_ATTEMPTS):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(_PAUSE_S)


if __name__ == "__main__":
    for _ignored in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        with contextlib.suppress(ValueError):
            signal.signal(_ignored, signal.SIG_IGN)
    sys.stdin.buffer.read()
    remove(Path(sys.argv[1]))
