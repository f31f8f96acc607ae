"""What takes long is made once, in a folder named after the state of its sources, by the build that is first."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path


def made_once(kept: Path, make: Callable[[Path], None]) -> Path:
    """That folder, filled by `make` if it is not there."""
    if not kept.is_dir():
        making = kept.with_suffix(f".{os.getpid()}")
        shutil.rmtree(making, ignore_errors=True)
        making.mkdir(parents=True)
        make(making)
        try:
            making.rename(kept)
        except OSError:  # another build was first
            shutil.rmtree(making)
    return kept
