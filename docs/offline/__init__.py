"""The site without a network: a service worker that keeps it, and a zip that works from any folder.

The worker's name changes with what was built, and only then: a browser that finds another one fetches all anew.
Pyodide and the like, under assets/run, has a name of its own: a word changed in a page does not fetch it again.
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


def keep(out: Path) -> None:
    """The worker beside the root's page, and the list of what it fetches before it is asked for."""
    (out / LIST).write_text(json.dumps(lists(out), separators=(",", ":")), encoding="utf-8")
    worker = WORKER.read_text(encoding="utf-8")
    worker = worker.replace("DIGEST", digest(_files(out, heavy=False), out))
    worker = worker.replace("HEAVY", digest(_files(out, heavy=True), out))
    (out / "sw.js").write_text(worker, encoding="utf-8")


def lists(out: Path) -> dict[str, list[str]]:
    """For each language its pages and what they load, and for all what both load; addresses as a browser asks."""
    told: dict[str, list[str]] = {"all": [], **{language: [] for language in LANGUAGES}}
    for file in _files(out, heavy=False):
        if file.suffix != ".gz" and file.name != "404.html":
            first = file.relative_to(out).parts[0]
            name = _name(file, out)
            address = name.removesuffix("index.html") if file.name == "index.html" else name
            told[first if first in LANGUAGES else "all"].append(address)
    return told


def pack(site: Path, to: Path) -> None:
    """The same commit, the same bytes: names in order, and one time that is later than an older commit's."""
    moment = time.gmtime(when())[:6]
    to.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for file in sorted(site.rglob("*")):
            if file.is_file():
                entry = zipfile.ZipInfo(f"{to.stem}/{_name(file, site)}", moment)
                entry.external_attr = 0o644 << 16
                entry.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(entry, file.read_bytes())


def when() -> int:
    """SOURCE_DATE_EPOCH where it is set, or when the last commit was made; outside of git the last change here."""
    if given := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(given)
    asked = ["git", "-C", str(WORKER.parent), "log", "-1", "--format=%ct"]
    try:
        return int(subprocess.run(asked, capture_output=True, text=True, check=True).stdout)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return int(max(file.stat().st_mtime for file in WORKER.parents[1].rglob("*.md")))


def digest(files: Iterable[Path], out: Path) -> str:
    told = hashlib.sha256()
    for file in files:
        told.update(f"{_name(file, out)}\n".encode() + hashlib.sha256(file.read_bytes()).digest())
    return told.hexdigest()[:12]


def _files(out: Path, *, heavy: bool) -> list[Path]:
    ours = {out / "sw.js", out / LIST}
    files = sorted(file for file in out.rglob("*") if file.is_file() and file not in ours)
    return [file for file in files if _name(file, out).startswith(HEAVY) == heavy]


def _name(file: Path, out: Path) -> str:
    return file.relative_to(out).as_posix()
