"""Describes the confinement of untrusted programs on this machine."""

from __future__ import annotations

import sys

from ..messages import Message
from ..runtime import sandbox

__all__ = ["confinement_message"]


def confinement_message(*, sandboxed: bool = True) -> Message:
    """Describe the limits and the sandbox in effect. `sandboxed` is whether a sandbox was requested."""
    limits = Message("confinement.limits_tree" if sys.platform == "linux" else "confinement.limits_group")
    if not sandboxed:
        return Message("confinement.not_asked", limits=limits)
    if reason := sandbox.unavailable_reason():
        return Message("confinement.unavailable", limits=limits, reason=reason)
    return Message("confinement.bubblewrap", limits=limits)
