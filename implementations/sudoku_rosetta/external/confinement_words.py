"""Which confinement holds on this machine, in words."""

from __future__ import annotations

import sys

from ..messages import Message
from ..runtime import sandbox

__all__ = ["confinement"]


def confinement(*, sandboxed: bool = True) -> Message:
    """What holds a program that runs under limits; `sandboxed`: what was asked for."""
    limits = Message("confinement.limits_tree" if sys.platform == "linux" else "confinement.limits_group")
    if not sandboxed:
        return Message("confinement.not_asked", limits=limits)
    if reason := sandbox.why_not():
        return Message("confinement.unavailable", limits=limits, reason=reason)
    return Message("confinement.bubblewrap", limits=limits)
