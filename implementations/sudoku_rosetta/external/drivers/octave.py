"""Octave and MATLAB: the functions of a file, which are defined without running the other statements."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..driver import Driver
from ..reading import Reading
from . import matrix_source
from .matrix_source import OCTAVE

FORMS = ("rows", "text", "text:.", "flat", "rows:None", "characters", "characters:0", "lines")
_DRIVER = "driver_main.m"


def calls(source: str) -> list[tuple[str, str]]:
    """The calls of a source, each in the usual forms."""
    return matrix_source.calls(source, OCTAVE, FORMS)


def files(reading: Reading, source: str) -> Mapping[str, str]:
    """The driver, and the functions of the copy as a script file."""
    functions = "\n\n".join(each.text for each in matrix_source.definitions(source, OCTAVE))
    driver = Path(__file__).with_name("driver.m").read_text(encoding="utf-8")
    return {_DRIVER: driver, "driver_copy.m": f"1;\n{functions}\n"}


def request(reading: Reading, grid: str, is_trial: bool) -> str:
    """The form, the grid and the call, separated by tabs.

    An empty line follows, since fgetl waits for the first character of the next line."""
    return "\t".join([reading.form, grid, reading.call] if grid else ["load"] * 3) + "\n"


DRIVER = Driver(
    calls=calls,
    files=files,
    run=("octave-cli", "--quiet", "--norc", "--no-history", _DRIVER),
    request=request,
)
