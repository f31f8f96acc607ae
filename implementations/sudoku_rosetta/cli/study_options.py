"""Options, checks and number formats that the `study` commands share."""

from __future__ import annotations

import math
from importlib.util import find_spec
from pathlib import Path

import click

from .exits import Failure

FOLDER = click.Path(path_type=Path, file_okay=False)
PROGRESS_INTERVAL_S = 60.0
"""Time between two lines of progress, if standard error is not a terminal."""


def clue_range(clues: tuple[int | None, int | None]) -> range:
    """The numbers of clues of an option --clues A..B."""
    least, most = clues
    return range(least or 0, (most if most is not None else 81) + 1)


def format_number(number: float) -> str:
    return "-" if math.isnan(number) else f"{number:,.4g}" if abs(number) < 1000 else f"{number:,.0f}"


def require_module(module: str, message: str) -> None:
    """Fail before the work starts if the module is not installed."""
    if find_spec(module) is None:
        raise Failure(message)
