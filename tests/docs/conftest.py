"""The site, built once for all that look at it."""

import fcntl
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from demand import demanded, skip_or_fail

DOCS = Path(__file__).resolve().parents[2] / "docs"

# The suite also runs where the site's sources or its tools are not, from a wheel.
ABSENT = not (DOCS / "build.py").exists() or find_spec("mkdocs") is None
if ABSENT and not demanded("docs"):
    collect_ignore_glob = ["test_*.py"]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site; with several workers, the first of them builds it."""
    if ABSENT:
        skip_or_fail("docs", "no sources of the site, or no mkdocs")
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if base.name.startswith("popen-") else base
    with (shared / "site.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "site").exists():
            command = [sys.executable, str(DOCS / "build.py"), "--out", str(shared / "site.new")]
            ran = subprocess.run(command, capture_output=True, text=True, check=False)
            assert ran.returncode == 0, ran.stderr[-3000:]
            (shared / "site.new").rename(shared / "site")
    return shared / "site"
