"""A browser for those that ask one, with axe: the packages that tests/conformance/axe pins, and Chromium."""

import shutil
import subprocess
from pathlib import Path

from demand import skip_or_fail
from waiting import HANG_GUARD_S

PINNED = Path(__file__).parent / "conformance" / "axe"


class NoBrowserError(Exception):
    """It says what is missing."""


def made_ready(place: Path, pinned: Path = PINNED) -> str:
    """For a test: Chromium's name, after the pinned packages have been installed in that folder."""
    try:
        return installed(place, pinned)
    except NoBrowserError as missing:
        skip_or_fail("browser", str(missing))


def installed(place: Path, pinned: Path = PINNED) -> str:
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        raise NoBrowserError("chromium is not installed")
    if shutil.which("node") is None or shutil.which("npm") is None:
        raise NoBrowserError("node and npm are not installed")
    for name in ("package.json", "package-lock.json"):
        shutil.copy(pinned / name, place)
    command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
    made = subprocess.run(
        command, cwd=place, capture_output=True, text=True, timeout=HANG_GUARD_S, check=False
    )
    if made.returncode:
        raise NoBrowserError(f"npm cannot install what {pinned.name} pins: {made.stderr[-300:]}")
    return chromium
