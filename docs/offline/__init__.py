"""Offline use: a service worker that caches the site, and a zip that works from any folder.

The caches are named after digests of the built files, so a browser downloads the site again only if it changed. The
files of assets/run (Pyodide, WebAssembly) have a cache of their own, because they are large and rarely change.
"""

import hashlib
import json
import os
import subprocess
import time
import zipfile
from collections.abc import Iterable
from pathlib import Path

WORKER = Path(__file__).with_name("sw.js")
LIST = "offline.json"
HEAVY = "assets/run/"
LANGUAGES = ("fr", "en")


def write_worker(out: Path) -> None:
    """Write the worker and the list of files that it caches in advance."""
    (out / LIST).write_text(json.dumps(lists(out), separators=(",", ":")), encoding="utf-8")
    worker = WORKER.read_text(encoding="utf-8")
    worker = worker.replace("DIGEST", digest(_files(out, heavy=False), out))
    worker = worker.replace("HEAVY", digest(_files(out, heavy=True), out))
    (out / "sw.js").write_text(worker, encoding="utf-8")


def lists(out: Path) -> dict[str, list[str]]:
    """The URLs of each language, and those that both languages need."""
    urls: dict[str, list[str]] = {"all": [], **{language: [] for language in LANGUAGES}}
    for file in _files(out, heavy=False):
        if file.suffix != ".gz" and file.name != "404.html":
            first = file.relative_to(out).parts[0]
            name = _name(file, out)
            address = name.removesuffix("index.html") if file.name == "index.html" else name
            urls[first if first in LANGUAGES else "all"].append(address)
    return urls


def pack(site: Path, to: Path) -> None:
    """Zip the site. The same commit gives the same bytes: names are sorted, and times are those of the commit."""
    moment = time.gmtime(source_time())[:6]
    to.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(site.rglob("*")):
            if file.is_file():
                entry = zipfile.ZipInfo(f"{to.stem}/{_name(file, site)}", moment)
                entry.external_attr = 0o644 << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, file.read_bytes())


def source_time() -> int:
    """SOURCE_DATE_EPOCH if set, else the time of the last commit; without git, of the last changed page."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    command = ["git", "-C", str(WORKER.parent), "log", "-1", "--format=%ct"]
    try:
        return int(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return int(max(file.stat().st_mtime for file in WORKER.parents[1].rglob("*.md")))


def digest(files: Iterable[Path], out: Path) -> str:
    total = hashlib.sha256()
    for file in files:
        total.update(f"{_name(file, out)}\n".encode() + hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()[:12]


def _files(out: Path, *, heavy: bool) -> list[Path]:
    generated = {out / "sw.js", out / LIST}
    files = sorted(file for file in out.rglob("*") if file.is_file() and file not in generated)
    return [file for file in files if _name(file, out).startswith(HEAVY) == heavy]


def _name(file: Path, out: Path) -> str:
    return file.relative_to(out).as_posix()
