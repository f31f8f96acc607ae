"""What the tests of the site ask a browser: a script of tests/docs, run by node, which prints JSON."""

import json
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SCRIPTS = Path(__file__).parent / "docs"


@dataclass(frozen=True)
class Browser:
    chromium: str
    place: Path  # where axe-core and playwright-core are installed

    def asked(self, script: str, *given: object, timeout: int = 400) -> Any:
        """The JSON that it printed."""
        return json.loads(self.told(script, *given, timeout=timeout))

    def told(self, script: str, *given: object, timeout: int = 400) -> str:
        shutil.copy(SCRIPTS / script, self.place)
        command = ["node", script, self.chromium, *map(str, given)]
        ran = subprocess.run(
            command, cwd=self.place, capture_output=True, text=True, timeout=timeout, check=False
        )
        assert ran.returncode == 0, ran.stderr[-3000:]
        return ran.stdout
