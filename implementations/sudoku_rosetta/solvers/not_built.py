"""What is said where a C extension of ours is not there, and what to do about it."""

from __future__ import annotations

from ..messages import Message


def not_built(error: ImportError) -> Message:
    """For the solver whose extension could not be imported."""
    return Message("missing.not_built", error=str(error))
