"""A temporary folder that is removed when this process ends, even if it is killed.

A helper process (this file, run with `python -I -S`) removes the folder when its stdin closes.
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
    """`close()`, or the end of the `with` block, removes the folder."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="sudoku-rosetta-"))
        command = [sys.executable, "-I", "-S", __file__, str(self.path)]
        self._remover = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # so that Ctrl-C does not reach it
        )

    def __enter__(self) -> Path:
        return self.path

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._remover.communicate()
        remove(self.path)  # in case the helper was killed


def remove(folder: Path) -> None:
    """Remove a folder. Try again if it still exists, since a process that is ending may still write to it."""
    for _ in range(_ATTEMPTS):
        shutil.rmtree(folder, ignore_errors=True)
        if not folder.exists():
            return
        time.sleep(_PAUSE_S)


if __name__ == "__main__":
    for _signal in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        with contextlib.suppress(ValueError):
            signal.signal(_signal, signal.SIG_IGN)
    sys.stdin.buffer.read()
    remove(Path(sys.argv[1]))
