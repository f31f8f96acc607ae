"""Run the node scripts of tests/docs in Chromium, with the npm packages that tests/conformance/axe pins."""

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from demand import skip_or_fail
from waiting import HANG_GUARD_S

PINNED = Path(__file__).parent / "conformance" / "axe"
SCRIPTS = Path(__file__).parent / "docs"
SHARED = "chromium.mjs"


class NoBrowserError(Exception):
    """The message says what is missing."""


@dataclass(frozen=True)
class Browser:
    chromium: str
    place: Path  # where the npm packages are installed

    def run_json(self, script: str, *arguments: object) -> Any:
        """Run the script and parse the JSON that it prints."""
        return json.loads(self.run(script, *arguments))

    def run(self, script: str, *arguments: object) -> str:
        """Run the script and return its output."""
        for file in (script, SHARED):
            shutil.copy(SCRIPTS / file, self.place)
        command = ["node", script, self.chromium, *map(str, arguments)]
        ran = subprocess.run(
            command, cwd=self.place, capture_output=True, text=True, timeout=6 * HANG_GUARD_S, check=False
        )
        assert ran.returncode == 0, ran.stderr[-3000:]
        return ran.stdout


def require_chromium(place: Path, pinned: Path = PINNED) -> str:
    """The name of Chromium, after installing the pinned packages in the folder; skips the test if impossible."""
    try:
        return install(place, pinned)
    except NoBrowserError as missing:
        skip_or_fail("browser", str(missing))


def install(place: Path, pinned: Path = PINNED) -> str:
    """Install the pinned packages in the folder and return the name of Chromium."""
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
