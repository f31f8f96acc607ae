"""The fence `case`: one case of the conformance suite as in its file, or a table of the files.

id: document-c-grid
show: files
"""

import html as escaping
import re
from collections import Counter
from importlib.resources import files
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name
from sudoku_rosetta.conformance.case import case_named, cases

from .fences import StaleError
from .numbers import number

WORDS = {
    "fr": ("fichier", "unique", "plusieurs", "aucune", "contradictoires", "cas", "total"),
    "en": ("file", "unique", "multiple", "none", "invalid", "cases", "total"),
}
EXPECTED = ("unique", "multiple", "none", "invalid")


def html(options: dict[str, Any], language: str) -> str:
    if options == {"show": "files"}:
        return _files(language)
    if set(options) != {"id"}:
        raise StaleError("a case fence needs either an id, or show: files")
    return _one(options["id"])


def _one(name: str) -> str:
    try:
        case = case_named(name)
    except LookupError as error:
        raise StaleError(str(error)) from None
    text = (files("sudoku_rosetta.conformance") / "cases" / f"{case.group}.toml").read_text(encoding="utf-8")
    table = next(
        each for each in re.split(r"^(?=\[\[case\]\])", text, flags=re.MULTILINE) if f'"{name}"' in each
    )
    code = highlight(table.strip(), get_lexer_by_name("toml"), HtmlFormatter(nowrap=True))
    return (
        f'<div class="highlight"><pre tabindex="0" role="group" aria-label="{escaping.escape(name)}">'
        f"<code>{code}</code></pre></div>"
    )


def _files(language: str) -> str:
    """A table with the number of cases of each kind per file."""
    first, *kinds, total, last = WORDS[language]
    found: Counter[tuple[str, str]] = Counter((case.group, case.expect) for case in cases())
    groups = sorted({case.group for case in cases()})
    rows = [_row(f"{group}.toml", [found[group, kind] for kind in EXPECTED], language) for group in groups]
    rows.append(_row(last, [sum(found[group, kind] for group in groups) for kind in EXPECTED], language))
    headings = "".join(f'<th scope="col">{head}</th>' for head in (first, *kinds, total))
    return (
        f'<div class="measured" role="group" tabindex="0" aria-label="{total}"><table>'
        f"<thead><tr>{headings}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _row(name: str, counts: list[int], language: str) -> str:
    cells = "".join(f"<td>{number(count, language)}</td>" for count in (*counts, sum(counts)))
    return f'<tr><th scope="row">{name}</th>{cells}</tr>'
