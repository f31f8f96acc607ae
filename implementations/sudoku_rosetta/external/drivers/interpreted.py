"""Requests and files of the drivers of interpreted languages, which load the copy once and make any call in it."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

from ..driver import MAIN
from ..entries import split_parameters
from ..forms import INPUTS, input_of, value_of
from ..reading import Reading


def request(reading: Reading, grid: str, trial: bool) -> str:
    """A line of JSON: {"load": true}, {"call": TEXT, "first": ITS STATEMENTS, "last": ITS LAST EXPRESSION,
    "grid": VALUE, "trial": BOOLEAN}, or {"main": TEXT OF STDIN, "arguments": [...]}."""
    return json.dumps(request_of(reading, grid, trial))


def request_of(reading: Reading, grid: str, trial: bool) -> dict[str, Any]:
    """The request as a value."""
    if reading.call == MAIN:
        is_input = reading.form.partition(":")[0] in INPUTS
        text = input_of(reading.form, grid) if is_input else ""
        return {"main": text, "arguments": [] if is_input else [grid]}
    if not grid:
        return {"load": True}
    *first, last = split_parameters(reading.call, ";")
    return {
        "call": reading.call,
        "first": "; ".join(first),
        "last": last,
        "grid": value_of(reading.form, grid),
        "numeric": reading.form.partition(":")[0] in ("rows", "flat"),
        "trial": trial,
    }


def template(name: str) -> str:
    """The text of a driver's program."""
    return (files(__package__) / name).read_text(encoding="utf-8")
