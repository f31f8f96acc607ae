"""`sudoku-rosetta errata`: show the errors of the documents, their corrections and their symptoms."""

from __future__ import annotations

import shutil
import tomllib
from importlib.resources import files
from textwrap import indent, wrap
from typing import Any

import click

from . import help_pages, options
from .exits import Failure
from .outputs import json_line, table

COLUMNS = ("id", "document", "place", "printed", "corrected", "symptom")
FIELDS = ("document", "copies", "place", "kind", "printed", "corrected", "symptom", "why")


@help_pages.command(short_help="Show the errors of the documents and their corrections.")
@click.option("--id", "wanted", metavar="ID", help="Show the details of one erratum.")
@click.option(
    "--document",
    metavar="NAME",
    help="Show only the errata of this document: c, scilab, pseudocode or deduction.",
)
@options.text_or_json
def command(wanted: str | None, document: str | None, style: str) -> int:
    """Show the errors in the printed programs of the documents.

    Each erratum has the printed text, the smallest correction, and a symptom: how the
    program fails without this correction.

    \b
    Examples:
      sudoku-rosetta errata
      sudoku-rosetta errata --document pseudocode
      sudoku-rosetta errata --id S1

    \b
    Exit codes:
      0    success
      2    no such erratum or document
    """
    chosen = _selected(_selected(_errata(), "document", document), "id", wanted)
    if style == "json":
        for erratum in chosen:
            click.echo(json_line({key: erratum[key] for key in ("id", *FIELDS) if key in erratum}))
    elif wanted is not None:
        click.echo("\n\n".join(map(_details, chosen)))
    else:
        table(COLUMNS, [[_visible(erratum.get(key, "-")) for key in COLUMNS] for erratum in chosen])
    return 0


def _errata() -> list[dict[str, Any]]:
    text = files("sudoku_rosetta.documents").joinpath("errata.toml").read_text("utf-8")
    errata: list[dict[str, Any]] = tomllib.loads(text)["erratum"]
    return errata


def _selected(errata: list[dict[str, Any]], key: str, wanted: str | None) -> list[dict[str, Any]]:
    if wanted is None:
        return errata
    found = [erratum for erratum in errata if str(erratum[key]).lower() == wanted.lower()]
    if not found:
        known = ", ".join(dict.fromkeys(str(erratum[key]) for erratum in errata))
        raise Failure(f"no erratum has the {key} {wanted!r}; choose one of: {known}")
    return found


def _details(erratum: dict[str, Any]) -> str:
    width = min(shutil.get_terminal_size().columns, 100)
    parts = [erratum["id"]]
    for key in FIELDS:
        value = erratum.get(key, "")
        if text := ", ".join(value) if isinstance(value, list) else value.strip():
            parts.append(_field(key, text, width))
    return "\n".join(parts)


def _field(key: str, text: str, width: int) -> str:
    """A field wrapped to the width; its own line breaks and spaces are kept."""
    margin = " " * 12
    room = max(width - len(margin), 20)
    lines = [part for line in _visible(text).splitlines() for part in wrap(line, room) or [""]]
    return f"  {key:<10}" + indent("\n".join(lines), margin).removeprefix(margin)


def _visible(text: str) -> str:
    """Show tabs as arrows: an erratum is about tabs."""
    return text.replace("\t", "→")
