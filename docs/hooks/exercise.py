"""A file of docs/assets/class: its code, and a link to carry it away."""

from pathlib import Path
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_by_name

from .data import ASSETS
from .fences import StaleError, only

FILES = Path(__file__).resolve().parents[1] / "assets" / "class"


def html(asked: dict[str, Any], language: str) -> str:
    only(asked, "file", needed=("file",))
    file = FILES / asked["file"]
    if not file.is_file():
        raise StaleError(f"no docs/assets/class/{asked['file']}")
    code = highlight(
        file.read_text(encoding="utf-8"), get_lexer_by_name("python"), HtmlFormatter(nowrap=True)
    )
    carry = "Télécharger" if language == "fr" else "Download"
    return (
        f'<div class="highlight"><pre tabindex="0" role="group" aria-label="{file.name}"><code>{code}</code></pre>'
        f'</div><p><a href="{ASSETS}class/{file.name}" download>{carry} {file.name}</a></p>'
    )
