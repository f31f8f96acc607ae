"""Builds the site: two languages from one base file, what they share beside them, a redirect at the root.

    python docs/build.py [--out FOLDER]         strict: a stale section, pattern or link fails
    python docs/build.py --zip FILE             and packs it, to be carried away
    python docs/build.py --with zensical        by the tool that follows mkdocs-material, from the same sources
    python docs/build.py --serve [--port 8000]  and again whenever a source changes

What a page shows of the project is read by docs/hooks while mkdocs runs; what it loads is put beside it here.
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
Maker = Callable[[str, Path], None]  # a language's pages, and the folder for them
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
    # not --quiet: what mkdocs does not say, it does not count as a reason to fail either
    told = run("mkdocs", "build", "--strict", "-f", settings, "-d", str(out))
    sys.stderr.writelines(line for line in told if not line.startswith(("INFO", "DEBUG")))


def zensical(language: str, out: Path) -> None:
    """It writes beside its settings and nowhere else: they, and the pages, are put where it may."""
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
    """What it told, where it was done; where not, it is told on and CalledProcessError raised."""
    ours = {"PYTHONPATH": str(HERE), "SUDOKU_ROSETTA_CODE": str(ROOT / "implementations")}
    theirs = {"NO_MKDOCS_2_WARNING": "1", "NO_COLOR": "1", "SOURCE_DATE_EPOCH": str(offline.when())}
    environment = os.environ | ours | theirs
    ran = subprocess.run(
        [sys.executable, "-m", *command], env=environment, stderr=subprocess.PIPE, text=True, check=False
    )
    told = ran.stderr.splitlines(keepends=True)
    if ran.returncode:
        sys.stderr.writelines(line for line in told if not line.startswith(("INFO", "DEBUG")))
    ran.check_returncode()
    return told


def build(out: Path, pages: Maker = mkdocs) -> None:
    """The whole site in `out`, in the place of an older one; CalledProcessError where its maker finds something
    wrong."""
    if out.exists() and not may_go(out):
        raise live.MissingError(
            f"{out} has something else in it than a site: give an empty folder, or a new one"
        )
    making = out.with_name(out.name + ".making")
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(parents=True)
    make(making, pages)
    shutil.rmtree(out, ignore_errors=True)
    making.rename(out)


def may_go(out: Path) -> bool:
    return out.is_dir() and ((out / offline.LIST).exists() or not any(out.iterdir()))


def make(out: Path, pages: Maker) -> None:
    for language in LANGUAGES:
        pages(language, out / language)
        leave_out_what_nobody_loads(out / language)
    shutil.copytree(HERE / "assets", out / "assets", ignore=COMPILED)
    shutil.copytree(SOLVERS, out / "assets" / "solvers", ignore=COMPILED)
    notebooks.written(out / "assets" / "class")
    for picture in (HERE / "data").rglob("*.svg"):
        to = out / "assets" / "data" / picture.relative_to(HERE / "data")
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(picture, to)
    walks.record(out / "assets" / "walks")
    (out / "assets" / "run").mkdir()
    live.prepare(out / "assets" / "run")
    show_the_way(out)
    (out / "index.html").write_text(REDIRECT, encoding="utf-8")
    offline.keep(out)


def leave_out_what_nobody_loads(pages: Path) -> None:
    """The theme brings every language's stemmer, and maps of its sources: more than all that is ours."""
    for file in pages.glob("assets/javascripts/lunr/**/*.js"):
        if file.name not in {"lunr.stemmer.support.min.js", f"lunr.{pages.name}.min.js"}:
            file.unlink()
    for mapped in sorted(pages.rglob("*.map")):
        mapped.unlink()
        code = mapped.with_suffix("")
        text = code.read_text(encoding="utf-8")
        code.write_text(SOURCE_MAP.sub("", text), encoding="utf-8")


def show_the_way(out: Path) -> None:
    """A fence does not know on which page it stands: it writes assets:, the way there is put in here."""
    for file in out.rglob("*.html"):
        text = file.read_text(encoding="utf-8")
        way = "../" * (len(file.relative_to(out).parts) - 1) + "assets/"
        if '="assets:' in text:
            file.write_text(text.replace('="assets:', f'="{way}'), encoding="utf-8")


def serve(out: Path, port: int, pages: Maker) -> None:
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
                build(out, pages)
            except subprocess.CalledProcessError:
                print("not built: see above", file=sys.stderr)
            except live.MissingError as missing:
                print(f"not built: {missing}", file=sys.stderr)
        time.sleep(1)


def changed() -> set[tuple[Path, float]]:
    """Which sources there are, and when each was last changed."""
    files = (file for folder in SOURCES for file in folder.rglob("*") if file.suffix != ".pyc")
    return {(file, file.stat().st_mtime) for file in files if file.is_file()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--out", type=Path, help="build/site, or build/site-zensical; an older site there is replaced"
    )
    parser.add_argument("--with", choices=MAKERS, default="mkdocs", dest="maker")
    parser.add_argument("--zip", type=Path, metavar="FILE")
    parser.add_argument("--serve", action="store_true")
    parser.add_argument("--port", type=int, default=8000)
    given = parser.parse_args()
    if given.serve and given.zip:
        parser.error("--serve and --zip exclude each other")
    out = given.out or ROOT / "build" / ("site" if given.maker == "mkdocs" else f"site-{given.maker}")
    out, pages = out.resolve(), MAKERS[given.maker]  # mkdocs takes a relative one from where its settings are
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
