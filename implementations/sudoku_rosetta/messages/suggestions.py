"""Suggests a correction for a misspelt name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

__all__ = ["did_you_mean"]

CUTOFF = 0.7
"""Minimum difflib ratio. "slove" and "solve" have 0.8, "budget" and "set" 0.4."""


def did_you_mean(typed: str, names: Iterable[str]) -> str:
    """A question to append to an error message, or an empty string.

    >>> did_you_mean("slove", ["solve", "study"]), did_you_mean("--budget", ["--set", "--cap"])
    ("; did you mean 'solve'?", '')
    """
    plain = {name.lstrip("-"): name for name in names}
    close = difflib.get_close_matches(typed.lstrip("-"), plain, 1, CUTOFF)
    return f"; did you mean {plain[close[0]]!r}?" if close else ""
