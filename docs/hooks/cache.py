"""Cache folders that take a long time to make."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path


def cached_folder(folder: Path, make: Callable[[Path], None]) -> Path:
    """The folder; if it does not exist, `make` fills it first."""
    if not folder.is_dir():
        making = folder.with_suffix(f".{os.getpid()}")
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(parents=True)
        make(making)
        try:
            making.rename(folder)
        except OSError:  # another build was first
            shutil.rmtree(making)
    return folder
