"""What the tests of the site ask a browser: a script of tests/docs, run by node, which prints JSON."""

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from waiting import HANG_GUARD_S

SCRIPTS = Path(__file__).parent / "docs"
SHARED = "chromium.mjs"


@dataclass(frozen=True)
class Browser:
    chromium: str
    place: Path  # where axe-core and playwright-core are installed

    def asked(self, script: str, *given: object) -> Any:
        """The JSON that it printed."""
        return json.loads(self.told(script, *given))

    def told(self, script: str, *given: object) -> str:
        for file in (script, SHARED):
            shutil.copy(SCRIPTS / file, self.place)
        command = ["node", script, self.chromium, *map(str, given)]
        ran = subprocess.run(
            command, cwd=self.place, capture_output=True, text=True, timeout=6 * HANG_GUARD_S, check=False
        )
        assert ran.returncode == 0, ran.stderr[-3000:]
        return ran.stdout
