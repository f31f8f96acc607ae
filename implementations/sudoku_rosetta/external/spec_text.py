"""Splits the text of a solver spec, and shortens it to a name for reports."""

from __future__ import annotations

import os
import re


def split(text: str) -> tuple[str, str | None]:
    """Split a spec into the file or module and the name of the function, if any.

    >>> split("copies/mine.py:solve"), split("mine.py"), split("package.module:Solver.solve")
    (('copies/mine.py', 'solve'), ('mine.py', None), ('package.module', 'Solver.solve'))
    """
    where, colon, name = text.rpartition(":")
    if colon and where and name.replace(".", "").isidentifier():
        return where, name
    return text, None


def is_file(where: str) -> bool:
    """Whether the text is a path rather than the name of a module."""
    return where.endswith(".py") or "/" in where or os.sep in where


def readable_name(text: str) -> str:
    """A name for reports and tests: one word, without characters that are special in a shell or in HTML.

    >>> readable_name("node examples/mine.js")
    'node-mine.js'
    """
    words = (word.rstrip("/").rpartition("/")[2] for word in text.split())
    return re.sub(r"[^\w.:+-]+", "-", "-".join(words)).strip("-")[:60] or "program"
