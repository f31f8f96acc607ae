"""The site, built once for all that look at it."""

import fcntl
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import browser
import pytest
from demand import demanded, skip_or_fail
from seeing import Browser
from served import host

DOCS = Path(__file__).resolve().parents[2] / "docs"

# The suite also runs where the site's sources or its tools are not, from a wheel.
ABSENT = not (DOCS / "build.py").exists() or find_spec("mkdocs") is None
if ABSENT and not demanded("docs"):
    collect_ignore_glob = ["test_*.py"]


Refusal = Callable[[Callable[..., str], str], str]


class Once(Protocol):
    def __call__(self, name: str, make: Callable[[Path], object]) -> Path: ...


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """What takes long, made at a path by the first of several workers and there for all."""
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
def site(once: Once) -> Path:
    """The folder of the built site."""
    if ABSENT:
        skip_or_fail("docs", "no sources of the site, or no mkdocs")
    if shutil.which("npm") is None:
        skip_or_fail("node", "npm is not installed: the site has Python for its pages from there")

    def build(out: Path) -> None:
        command = [sys.executable, str(DOCS / "build.py"), "--out", str(out)]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr[-3000:]

    return once("site", build)


@pytest.fixture(scope="session")
def asked_once(site: Path, chromium: Browser, once: Once) -> Callable[..., Any]:
    """What a script says of the site: the name of the script, then what it is given after the address."""

    def asked(script: str, *given: object) -> Any:
        def ask(answer: Path) -> None:
            with host(site) as address:
                answer.write_text(chromium.told(script, address, *given), encoding="utf-8")

        return json.loads(once(f"{script}.json", ask).read_text(encoding="utf-8"))

    return asked


@pytest.fixture
def refusal() -> Refusal:
    """What is said of a fence that cannot be shown, without the fence itself, which stands below it."""
    from pymdownx.superfences import SuperFencesException

    def said(render: Callable[..., str], asked: str) -> str:
        with pytest.raises(SuperFencesException) as refused:
            render(asked)
        assert isinstance(refused.value.__cause__, ValueError)
        return str(refused.value.__cause__)

    return said


@pytest.fixture(scope="session")
def chromium(tmp_path_factory: pytest.TempPathFactory) -> Browser:
    place = tmp_path_factory.mktemp("seeing")
    return Browser(browser.made_ready(place), place)
