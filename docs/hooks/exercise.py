"""A program as it stands in its file, and links to carry it away.

file: loop_gap.py        to_carry: of docs/assets/class, also as a notebook where it has gaps
file: c/solver.c         worked: of examples/solvers
"""

from pathlib import Path
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename

from .data import ASSETS
from .fences import StaleError, only
from .sections import ROOT

FILES = ROOT / "docs" / "assets" / "class"
SOLVERS = ROOT / "examples" / "solvers"


def to_carry(asked: dict[str, Any], language: str) -> str:
    only(asked, "file", needed=("file",))
    name = asked["file"]
    notebook = name.replace(".py", ".ipynb") if name.endswith("_gap.py") else None
    return _shown(FILES / name, [f"class/{each}" for each in (name, notebook) if each], language)


def worked(asked: dict[str, Any], language: str) -> str:
    only(asked, "file", needed=("file",))
    return _shown(SOLVERS / asked["file"], [f"solvers/{asked['file']}"], language)


def _shown(file: Path, carried: list[str], language: str) -> str:
    if not file.is_file():
        raise StaleError(f"no {file.relative_to(ROOT).as_posix()}")
    lexer = get_lexer_for_filename(file.name)
    code = highlight(file.read_text(encoding="utf-8"), lexer, HtmlFormatter(nowrap=True))
    carry = "Télécharger" if language == "fr" else "Download"
    links = " · ".join(
        f'<a href="{ASSETS}{each}" download>{carry} {each.rpartition("/")[2]}</a>' for each in carried
    )
    return (
        f'<div class="highlight"><pre tabindex="0" role="group" aria-label="{file.name}"><code>{code}</code></pre>'
        f"</div><p>{links}</p>"
    )
