"""The message for a C extension of this package that is not built."""

from __future__ import annotations

from ..messages import Message


def not_built(error: ImportError) -> Message:
    """Explain how to build the extension. `error` is what its import raised."""
    return Message("missing.not_built", error=str(error))
