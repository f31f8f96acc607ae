"""Build the site: two languages, shared assets, and a redirect at the root.

    python docs/build.py [--out FOLDER]         fails if a fence or a link refers to nothing
    python docs/build.py --zip FILE             and pack it into a zip file
    python docs/build.py --with zensical        with zensical, from the same sources
    python docs/build.py --serve [--port 8000]  and rebuild whenever a source changes

docs/hooks renders the fences of the pages while mkdocs runs; this script adds the files that pages load.
"""

import argparse
import functools
import http.server
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import offline
from hooks import live, notebooks, walks
from hooks.exercise import SOLVERS

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
LANGUAGES = ("fr", "en")
COMPILED = shutil.ignore_patterns("__pycache__")
Maker = Callable[[str, Path], None]  # builds a language into a folder
SOURCE_MAP = re.compile(r"(?:/[/*]#\s*sourceMappingURL=\S+(?:\s*\*/)?)\s*$")
SOURCES = (HERE, ROOT / "implementations" / "sudoku_rosetta", ROOT / "csrc", SOLVERS)

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


def mkdocs(language: str, out: Path) -> None:
    settings = str(HERE / f"mkdocs.{language}.yml")
    # not with --quiet: --strict fails only for warnings that mkdocs prints
    log = run("mkdocs", "build", "--strict", "-f", settings, "-d", str(out))
    sys.stderr.writelines(line for line in log if not line.startswith(("INFO", "DEBUG")))


def zensical(language: str, out: Path) -> None:
    """Build with copies of the settings and pages in a temporary folder: zensical writes next to its settings."""
    with tempfile.TemporaryDirectory() as made:
        place = Path(made)
        for name in (f"mkdocs.{language}.yml", "mkdocs.base.yml"):
            shutil.copy(HERE / name, place)
        for name in (language, "overrides"):
            shutil.copytree(HERE / name, place / name)
        sys.stderr.writelines(
            run("zensical", "build", "--strict", "-f", str(place / f"mkdocs.{language}.yml"))
        )
        shutil.move(place / "site" / language, out)


MAKERS = {"mkdocs": mkdocs, "zensical": zensical}


def run(*command: str) -> list[str]:
    """Run a Python module and return its stderr. If it fails, print stderr and raise CalledProcessError."""
    paths = {"PYTHONPATH": str(HERE), "SUDOKU_ROSETTA_CODE": str(ROOT / "implementations")}
    settings = {"NO_MKDOCS_2_WARNING": "1", "NO_COLOR": "1", "SOURCE_DATE_EPOCH": str(offline.source_time())}
    environment = os.environ | paths | settings
    ran = subprocess.run(
        [sys.executable, "-m", *command], env=environment, stderr=subprocess.PIPE, text=True, check=False
    )
    log = ran.stderr.splitlines(keepends=True)
    if ran.returncode:
        sys.stderr.writelines(line for line in log if not line.startswith(("INFO", "DEBUG")))
    ran.check_returncode()
    return log


def build(out: Path, pages: Maker = mkdocs) -> None:
    """Build the whole site in `out`, replacing an older one. CalledProcessError if a page has an error."""
    if out.exists() and not is_replaceable(out):
        raise live.MissingError(f"{out} is not empty and not a site; choose an empty or a new folder")
    making = out.with_name(out.name + ".making")
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    make(making, pages)
    shutil.rmtree(out, ignore_errors=True)
    making.rename(out)


def is_replaceable(out: Path) -> bool:
    return out.is_dir() and ((out / offline.LIST).exists() or not any(out.iterdir()))


def make(out: Path, pages: Maker) -> None:
    for language in LANGUAGES:
        pages(language, out / language)
        remove_unused_files(out / language)
    shutil.copytree(HERE / "assets", out / "assets", ignore=COMPILED)
    shutil.copytree(SOLVERS, out / "assets" / "solvers", ignore=COMPILED)
    notebooks.write_all(out / "assets" / "class")
    for picture in (HERE / "data").rglob("*.svg"):
        to = out / "assets" / "data" / picture.relative_to(HERE / "data")
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(picture, to)
    walks.record(out / "assets" / "walks")
    (out / "assets" / "run").mkdir()
    live.prepare(out / "assets" / "run")
    resolve_asset_links(out)
    (out / "index.html").write_text(REDIRECT, encoding="utf-8")
    offline.write_worker(out)


def remove_unused_files(pages: Path) -> None:
    """Remove the theme's stemmers for other languages and its source maps, which are larger than the pages."""
    for file in pages.glob("assets/javascripts/lunr/**/*.js"):
        if file.name not in {"lunr.stemmer.support.min.js", f"lunr.{pages.name}.min.js"}:
            file.unlink()
    for mapped in sorted(pages.rglob("*.map")):
        mapped.unlink()
        code = mapped.with_suffix("")
        text = code.read_text(encoding="utf-8")
        code.write_text(SOURCE_MAP.sub("", text), encoding="utf-8")


def resolve_asset_links(out: Path) -> None:
    """Replace "assets:" in the links of fences with the relative path from the page to the assets."""
    for file in out.rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        path = "../" * (len(file.relative_to(out).parts) - 1) + "assets/"
        if '="assets:' in text:
            file.write_text(text.replace('="assets:', f'="{path}'), encoding="utf-8")


def serve(out: Path, port: int, pages: Maker) -> None:
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(out))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(f"http://127.0.0.1:{port}/")
    built = None
    while True:
        state = source_state()
        if state != built:
            built = state
            try:
                build(out, pages)
            except subprocess.CalledProcessError:
                print("not built: see above", file=sys.stderr)
            except live.MissingError as missing:
                print(f"not built: {missing}", file=sys.stderr)
        time.sleep(1)


def source_state() -> set[tuple[Path, float]]:
    """The source files and their modification times."""
    files = (file for folder in SOURCES for file in folder.rglob("*") if file.suffix != ".pyc")
    return {(file, file.stat().st_mtime) for file in files if file.is_file()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--out",
        type=Path,
        help="output folder (default: build/site, or build/site-zensical); an older site is replaced",
    )
    parser.add_argument("--with", choices=MAKERS, default="mkdocs", dest="maker", help="site generator")
    parser.add_argument("--zip", type=Path, metavar="FILE", help="also pack the site into FILE")
    parser.add_argument("--serve", action="store_true", help="serve the site and rebuild it after changes")
    parser.add_argument("--port", type=int, default=8000, help="for --serve (default: 8000)")
    given = parser.parse_args()
    if given.serve and given.zip:
        parser.error("--serve and --zip exclude each other")
    out = given.out or ROOT / "build" / ("site" if given.maker == "mkdocs" else f"site-{given.maker}")
    out, pages = out.resolve(), MAKERS[given.maker]  # mkdocs resolves relative paths from its settings file
    try:
        if given.serve:
            serve(out, given.port, pages)
        build(out, pages)
        if given.zip:
            offline.pack(out, given.zip)
    except subprocess.CalledProcessError as failed:
        sys.exit(failed.returncode)
    except live.MissingError as missing:
        sys.exit(str(missing))
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
