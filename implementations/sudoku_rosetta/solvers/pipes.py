"""A worker's two pipes, put where the code that it runs cannot disturb them.

It imports next to nothing: what a worker takes to start is measured.
"""

from __future__ import annotations

import os
from typing import TextIO


def pipes_to_ourselves() -> tuple[TextIO, TextIO]:
    """The pipes that the process was born with; in their place nothing to read, and stderr to print on."""
    requests = os.fdopen(os.dup(0), "r", encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.dup2(2, 1)
    return requests, answers
