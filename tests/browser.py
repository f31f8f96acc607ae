"""A browser for the tests that ask one, with axe: the packages that tests/conformance/axe pins, and Chromium."""

import shutil
import subprocess
from pathlib import Path

from demand import skip_or_fail

PINNED = Path(__file__).parent / "conformance" / "axe"


def made_ready(place: Path) -> str:
    """Chromium's name, after axe-core and playwright-core have been installed in that folder."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        skip_or_fail("browser", "chromium is not installed")
    if shutil.which("node") is None or shutil.which("npm") is None:
        skip_or_fail("browser", "node and npm are not installed")
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PINNED / name, place)
    made = subprocess.run(
        ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"],
        cwd=place,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    if made.returncode:
        skip_or_fail("browser", f"npm cannot install axe-core and playwright-core: {made.stderr[-300:]}")
    return chromium
