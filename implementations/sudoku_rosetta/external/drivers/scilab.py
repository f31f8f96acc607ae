"""Scilab: the functions of a file, which are defined without running the other statements."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ..driver import Driver
from ..reading import Reading
from . import matrix_source
from .matrix_source import SCILAB

FORMS = ("rows", "flat", "text", "rows:None", "text:.", "characters")
_DRIVER = "driver_main.sce"


def calls(source: str) -> list[tuple[str, str]]:
    """The calls of a source, each in the usual forms."""
    return matrix_source.calls(source, SCILAB, FORMS)


def files(reading: Reading, source: str) -> Mapping[str, str]:
    """The driver, and the functions of the copy."""
    functions = "\n\n".join(each.text for each in matrix_source.definitions(source, SCILAB))
    driver = Path(__file__).with_name("driver.sce").read_text(encoding="utf-8")
    return {_DRIVER: driver, "driver_copy.sci": f"{functions}\n"}


def request(reading: Reading, grid: str, is_trial: bool) -> str:
    """The form, the grid, the call before its last part, and that part, separated by tabs."""
    if not grid:
        return "load"
    before, _, last = reading.call.rpartition("; ")
    return "\t".join([reading.form, grid, f"{before} ", last])


DRIVER = Driver(
    calls=calls,
    files=files,
    run=("scilab-cli", "-nb", "-nouserstartup", "-quit", "-f", _DRIVER),
    request=request,
)
