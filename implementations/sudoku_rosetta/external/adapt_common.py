"""What the modules that write wrappers share."""

from __future__ import annotations

import re

from ..messages import Message


class NoWrapper(Exception):
    """No wrapper is known for this reading."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.en)
        self.message = message


def free_name(name: str, source: str) -> str:
    """The name, or a longer one if the source has it."""
    while re.search(rf"(?<!\w){name}(?!\w)", source):
        name += "_"
    return name
