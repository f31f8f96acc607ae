"""Fixtures: the built site, and a browser."""

import fcntl
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import pytest
from browser import Browser, require_chromium
from demand import demanded, skip_or_fail
from http_host import serve

DOCS = Path(__file__).resolve().parents[2] / "docs"

# The tests also run from a wheel, without the sources of the site or mkdocs.
ABSENT = not (DOCS / "build.py").exists() or find_spec("mkdocs") is None
if ABSENT and not demanded("docs"):
    collect_ignore_glob = ["test_*.py"]


Refusal = Callable[[Callable[..., str], str], str]


class MakeOnce(Protocol):
    def __call__(self, name: str, make: Callable[[Path], object]) -> Path: ...


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> MakeOnce:
    """Make a file or folder once and share it between the pytest workers."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if base.name.startswith("popen-") else base

    def made(name: str, make: Callable[[Path], object]) -> Path:
        with (shared / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (shared / name).exists():
                make(shared / f"{name}.new")
                (shared / f"{name}.new").rename(shared / name)
        return shared / name

    return made


@pytest.fixture(scope="session")
def site(once: MakeOnce) -> Path:
    """The folder of the built site."""
    if ABSENT:
        skip_or_fail("docs", "the sources of the site or mkdocs are missing")
    if shutil.which("npm") is None:
        skip_or_fail("node", "npm, which installs Pyodide, is missing")

    def build(out: Path) -> None:
        command = [sys.executable, str(DOCS / "build.py"), "--out", str(out)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr[-3000:]

    return once("site", build)


@pytest.fixture(scope="session")
def run_once(site: Path, chromium: Browser, once: MakeOnce) -> Callable[..., Any]:
    """The JSON output of a browser script, run once on the site with the given arguments."""

    def run(script: str, *given: object) -> Any:
        def write(answer: Path) -> None:
            with serve(site) as address:
                answer.write_text(chromium.run(script, address, *given), encoding="utf-8")

        return json.loads(once(f"{script}.json", write).read_text(encoding="utf-8"))

    return run


@pytest.fixture
def refusal() -> Refusal:
    """The error message of a fence, without the text of the fence."""
    from pymdownx.superfences import SuperFencesException

    def message(render: Callable[..., str], asked: str) -> str:
        with pytest.raises(SuperFencesException) as refused:
            render(asked)
        assert isinstance(refused.value.__cause__, ValueError)
        return str(refused.value.__cause__)

    return message


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    place = tmp_path_factory.mktemp("browser")
    return Browser(require_chromium(place), place)
