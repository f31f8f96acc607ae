"""The fences `exercise` and `worked`: a program with download links.

file: loop_gap.py        exercise: a file of docs/assets/class; a file with gaps is also a notebook
file: c/solver.c         worked: a file of examples/solvers
"""

from pathlib import Path
from typing import Any

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import get_lexer_for_filename

from .data import ASSETS
from .fences import StaleError, check_options
from .sections import ROOT

FILES = ROOT / "docs" / "assets" / "class"
SOLVERS = ROOT / "examples" / "solvers"


def exercise(options: dict[str, Any], language: str) -> str:
    check_options(options, "file", needed=("file",))
    name = options["file"]
    notebook = name.replace(".py", ".ipynb") if name.endswith("_gap.py") else None
    return _shown(FILES / name, [f"class/{each}" for each in (name, notebook) if each], language)


def worked(options: dict[str, Any], language: str) -> str:
    check_options(options, "file", needed=("file",))
    return _shown(SOLVERS / options["file"], [f"solvers/{options['file']}"], language)


def _shown(file: Path, downloads: list[str], language: str) -> str:
    if not file.is_file():
        raise StaleError(f"no {file.relative_to(ROOT).as_posix()}")
    lexer = get_lexer_for_filename(file.name)
    code = highlight(file.read_text(encoding="utf-8"), lexer, HtmlFormatter(nowrap=True))
    label = "Télécharger" if language == "fr" else "Download"
    links = " · ".join(
        f'<a href="{ASSETS}{each}" download>{label} {each.rpartition("/")[2]}</a>' for each in downloads
    )
    return (
        f'<div class="highlight"><pre tabindex="0" role="group" aria-label="{file.name}"><code>{code}</code></pre>'
        f"</div><p>{links}</p>"
    )
