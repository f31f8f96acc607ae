"""readings.csv: how each copy was read, which a teacher may correct and give back."""

from __future__ import annotations

import contextlib
import csv
import io
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePath
from typing import get_args

from ..external.driver import MAIN
from ..external.languages import languages
from ..external.reading import ANSWERS, Reading, Sure, Unread, is_form
from ..external.recognise import copy_at
from ..messages import Language, Message
from .marks_table import BYTE_ORDER_MARK, FORMULA_PREFIXES, as_text
from .submissions import Submission

COLUMNS = ("copy", "language", "file", "entry", "form", "answer", "sure", "odd", "in_words")


class InvalidReadings(ValueError):
    """The file is not a table of readings. The message says what is wrong in which line."""


def readings_csv(rows: Iterable[tuple[Submission, Message | None]], language: Language) -> str:
    """Write the table: each copy, and why it is unread. The columns and the codes are the same in both languages,
    so that the file can be read back."""
    french = language == "fr"
    out = io.StringIO()
    out.write(BYTE_ORDER_MARK if french else "")
    writer = csv.writer(out, delimiter=";" if french else ",", lineterminator="\n")
    writer.writerow(COLUMNS)
    for copy, unread in rows:
        reading = copy.reading or _empty_reading(copy)
        cells = [copy.name, reading.language, reading.file, reading.call, reading.form, reading.answer]
        cells.append(reading.sure if copy.reading else "")
        odd = reading.odd or ([unread] if unread else [])
        cells.append(" ; ".join(" ".join(each.in_language(language).split()) for each in odd))
        cells.append(copy.sentence.in_language(language) if copy.sentence else "")
        writer.writerow([as_text(cell) for cell in cells])
    return out.getvalue()


def _empty_reading(copy: Submission) -> Reading:
    """What is known of an unread copy: its language and its first file."""
    language, file = "", ""
    if copy.path is not None:
        with contextlib.suppress(Unread):
            found = copy_at(copy.path)
            language, file = found.language, found.files[0]
            found.close()
    return Reading(language, file, "", "", "")


def readings_in(path: Path) -> Mapping[str, Reading]:
    """The readings in a file that `readings_csv` wrote, by copy. A row without a form has none: that copy is read
    again."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        text = path.read_text(encoding="cp1252")
    lines = csv.DictReader(io.StringIO(text), delimiter=_delimiter(text))
    if missing := {"copy", "form"} - set(lines.fieldnames or ()):
        raise InvalidReadings(
            f"no column {sorted(missing)[0]} in line 1; the columns are: {', '.join(COLUMNS)}"
        )
    readings = {}
    try:
        for fields in lines:
            cells = {name: _without_quote(fields.get(name) or "") for name in COLUMNS}
            if cells["form"]:
                readings[cells["copy"]] = _reading(cells)
    except (InvalidReadings, csv.Error) as error:
        raise InvalidReadings(f"line {lines.line_num}: {error}") from None
    return readings


def _delimiter(text: str) -> str:
    first = text.partition("\n")[0]
    return max(",;\t", key=first.count)


def _without_quote(cell: str) -> str:
    """The cell without the sign that `as_text` adds."""
    cell = cell.strip() if len(cell) > 1 else cell
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(FORMULA_PREFIXES) else cell


def _reading(cells: Mapping[str, str]) -> Reading:
    language, call, form = cells["language"], cells["entry"], cells["form"]
    _check("language", language, languages())
    _check("answer", cells["answer"], ANSWERS)
    _check("sure", cells["sure"] or "sure", get_args(Sure))
    is_program = call in ("", MAIN)
    if not is_form(form, is_program=is_program):
        kind = "of a program" if is_program else "of a function"
        raise InvalidReadings(
            f'{form!r} is not a form {kind}; the forms are listed on the page "What it can read"'
        )
    if not is_program and "GRID" not in call:
        raise InvalidReadings(
            f"the entry {call!r} does not contain GRID, which stands for the grid: solve(GRID)"
        )
    file = PurePath(cells["file"])
    if not cells["file"] or file.is_absolute() or ".." in file.parts:
        raise InvalidReadings(f"the file {cells['file']!r} is not a path inside the copy")
    return Reading(language, cells["file"], call, form, cells["answer"], cells["sure"] or "sure")  # type: ignore[arg-type]


def _check(column: str, value: str, values: Iterable[str]) -> None:
    if value not in (known := tuple(values)):
        raise InvalidReadings(f"unknown {column} {value!r}; choose one of: {', '.join(known)}")
