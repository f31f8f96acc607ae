"""Builds the site: two languages from one base file, what they share beside them, a redirect at the root.

    python docs/build.py [--out FOLDER]         strict: a stale section, pattern or link fails
    python docs/build.py --serve [--port 8000]  and again whenever a source changes

What a page shows of the project is read by docs/hooks while mkdocs runs; what it loads is put beside it here.
"""

import argparse
import functools
import http.server
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

from hooks import walks

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
LANGUAGES = ("fr", "en")
SOURCES = (HERE, ROOT / "implementations" / "sudoku_rosetta" / "documents", ROOT / "csrc" / "original")

REDIRECT = """<!doctype html>
<html lang="fr">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>sudoku-rosetta</title>
<script>location.replace((navigator.language || "fr").startsWith("fr") ? "fr/" : "en/")</script>
<noscript><meta http-equiv="refresh" content="0; url=fr/"></noscript>
<main><h1>sudoku-rosetta</h1>
<p><a href="fr/" hreflang="fr">Français</a> · <a href="en/" hreflang="en" lang="en">English</a></p></main>
</html>
"""


def build(out: Path) -> None:
    """The whole site in `out`; CalledProcessError where mkdocs finds something wrong."""
    shutil.rmtree(out, ignore_errors=True)
    for language in LANGUAGES:
        pages(language, out / language)
    shutil.copytree(HERE / "assets", out / "assets")
    for picture in (HERE / "data").rglob("*.svg"):
        to = out / "assets" / "data" / picture.relative_to(HERE / "data")
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(picture, to)
    walks.record(out / "assets" / "walks")
    show_the_way(out)
    (out / "index.html").write_text(REDIRECT, encoding="utf-8")


def pages(language: str, out: Path) -> None:
    settings = HERE / f"mkdocs.{language}.yml"
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
        "--strict",
        "-f",
        str(settings),
        "-d",
        str(out),
    ]
    environment = os.environ | {"PYTHONPATH": str(HERE), "NO_MKDOCS_2_WARNING": "1"}
    # not --quiet: what mkdocs does not say, it does not count as a reason to fail either
    ran = subprocess.run(command, env=environment, stderr=subprocess.PIPE, text=True, check=False)
    told = [line for line in ran.stderr.splitlines(keepends=True) if not line.startswith(("INFO", "DEBUG"))]
    sys.stderr.writelines(told)
    ran.check_returncode()


def show_the_way(out: Path) -> None:
    """A fence does not know on which page it stands: it writes assets:, the way there is put in here."""
    for file in out.rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        way = "../" * (len(file.relative_to(out).parts) - 1) + "assets/"
        if '="assets:' in text:
            file.write_text(text.replace('="assets:', f'="{way}'), encoding="utf-8")


def serve(out: Path, port: int) -> None:
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(out))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{port}/")
    built = None
    while True:
        state = changed()
        if state != built:
            built = state
            try:
                build(out)
            except subprocess.CalledProcessError:
                print("not built: see above", file=sys.stderr)
        time.sleep(1)


def changed() -> float:
    """When a source was last changed."""
    files = (file for folder in SOURCES for file in folder.rglob("*") if file.suffix != ".pyc")
    return max(file.stat().st_mtime for file in files if file.is_file())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "site")
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--port", type=int, default=8000)
    given = parser.parse_args()
    try:
        serve(given.out, given.port) if given.serve else build(given.out)
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
