"""The fence `formats`: the formats of puzzle files, each with its example, which the tests read.

show: all
"""

import html as escaping
import tomllib
from importlib.resources import files
from typing import Any

from .fences import check_options

LINE = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
FULL = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TEXTS = {"LINE": LINE, "DOTS": LINE.replace("0", "."), "FULL": FULL}

COLON = {"en": ":", "fr": "\N{NO-BREAK SPACE}:"}


def html(options: dict[str, Any], language: str) -> str:
    check_options(options, "show", needed=("show",))
    table = tomllib.loads((files("sudoku_rosetta.formats") / "examples.toml").read_text(encoding="utf-8"))
    return "".join(_one(form, language) for form in table["format"])


def _one(form: dict[str, Any], language: str) -> str:
    text = form["text"].strip("\n")
    for name, value in TEXTS.items():
        text = text.replace(name, value)
    name, note = (escaping.escape(form[f"{key}_{language}"]) for key in ("name", "note"))
    return (
        f"<p><strong>{name}</strong>{COLON[language]} {note}.</p>"
        f'<div class="highlight"><pre tabindex="0" role="group" aria-label="{name}">'
        f"<code>{escaping.escape(text)}</code></pre></div>"
    )
