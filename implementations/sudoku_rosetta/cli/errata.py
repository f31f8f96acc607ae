"""`sudoku-rosetta errata`: the errors of the documents, their corrections and their symptoms."""

from __future__ import annotations

import shutil
import tomllib
from importlib.resources import files
from textwrap import indent, wrap
from typing import Any

import click

from . import options
from .exits import Failure
from .outputs import json_line, table

SHOWN = ("id", "document", "place", "printed", "corrected", "symptom")
IN_FULL = ("document", "copies", "place", "kind", "printed", "corrected", "symptom", "why")


@click.command(short_help="Show the errata of the documents, with their symptoms.")
@click.option("--id", "wanted", metavar="ID", help="Show this erratum in full.")
@click.option("--document", metavar="NAME", help="Only the errata of this document.")
@options.text_or_json
def command(wanted: str | None, document: str | None, style: str) -> int:
    """Show the errata of the documents: the printed text, the smallest correction, and
    the symptom of the program when that correction alone is undone.

    \b
    Examples:
      sudoku-rosetta errata
      sudoku-rosetta errata --document pseudocode
      sudoku-rosetta errata --id S1

    Exit codes: 0 finished; 2 no such erratum or document.
    """
    chosen = _picked(_picked(_errata(), "document", document), "id", wanted)
    if style == "json":
        for erratum in chosen:
            click.echo(json_line({key: erratum[key] for key in ("id", *IN_FULL) if key in erratum}))
    elif wanted is not None:
        click.echo("\n\n".join(map(_in_full, chosen)))
    else:
        table(SHOWN, [[_visible(erratum.get(key, "-")) for key in SHOWN] for erratum in chosen])
    return 0


def _errata() -> list[dict[str, Any]]:
    text = files("sudoku_rosetta.documents").joinpath("errata.toml").read_text("utf-8")
    errata: list[dict[str, Any]] = tomllib.loads(text)["erratum"]
    return errata


def _picked(errata: list[dict[str, Any]], key: str, wanted: str | None) -> list[dict[str, Any]]:
    if wanted is None:
        return errata
    found = [erratum for erratum in errata if str(erratum[key]).lower() == wanted.lower()]
    if not found:
        there = ", ".join(dict.fromkeys(str(erratum[key]) for erratum in errata))
        raise Failure(f"no erratum has the {key} {wanted!r}; there are: {there}")
    return found


def _in_full(erratum: dict[str, Any]) -> str:
    width = min(shutil.get_terminal_size().columns, 100)
    parts = [erratum["id"]]
    for key in IN_FULL:
        value = erratum.get(key, "")
        if text := ", ".join(value) if isinstance(value, list) else value.strip():
            parts.append(_part(key, text, width))
    return "\n".join(parts)


def _part(key: str, text: str, width: int) -> str:
    """Wrapped to the width; code keeps its lines and spaces."""
    margin = " " * 12
    room = max(width - len(margin), 20)
    lines = [part for line in _visible(text).splitlines() for part in wrap(line, room) or [""]]
    return f"  {key:<10}" + indent("\n".join(lines), margin).removeprefix(margin)


def _visible(text: str) -> str:
    """Tabs made visible: one of the errors is a tab."""
    return text.replace("\t", "→")
