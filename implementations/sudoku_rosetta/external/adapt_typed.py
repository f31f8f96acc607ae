"""The wrappers in languages with types: the type of the parameter says how the grid is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from .adapt_c import c_wrapper
from .adapt_cpp import cpp_wrapper
from .adapt_go import go_wrapper
from .adapt_java import java_wrapper
from .driven import driver_of
from .reading import Reading
from .recognise import source_text

_WRITERS: Mapping[str, Callable[[Reading, str, list[str], str], str | None]] = {
    "C": c_wrapper,
    "C++": cpp_wrapper,
    "Go": go_wrapper,
    "Java": java_wrapper,
}


def typed_wrapper(reading: Reading, copy: Path, comments: list[str], name: str) -> str | None:
    """The text of the wrapper; None if none is known. `name` is that of its file, without suffix."""
    writer = _WRITERS.get(reading.language)
    if writer is None or reading.answer not in ("returned", "in place", "in place and returned"):
        return None
    driver = driver_of(reading.language)
    read = driver.read if driver and driver.read else source_text
    return writer(reading, read(copy), comments, name)
