"""The files that the page Run loads are sufficient. (test_run.py tests the page in a browser.)"""

import json
import subprocess
import sys
import zipfile
from pathlib import Path

from hooks import live
from sudoku_rosetta.documents import c_style
from waiting import HANG_GUARD_S

EXAMINED = """
import sys
sys.path.insert(0, ".")
import page
page.examine("c-style", sys.stdin.read(), "fr", print)
"""


def test_the_conformance_suite_runs_with_the_files_of_the_page_alone(tmp_path: Path) -> None:
    live._zipped(tmp_path / "package.zip")
    with zipfile.ZipFile(tmp_path / "package.zip") as archive:
        archive.extractall(tmp_path)
    wrong = Path(c_style.__file__).read_text(encoding="utf-8").replace("range(9)", "range(8)", 1)
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", EXAMINED],  # no installed packages
        cwd=tmp_path,
        input=wrong,
        capture_output=True,
        text=True,
        timeout=HANG_GUARD_S,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    said = [json.loads(line) for line in ran.stdout.splitlines()]
    assert said[-1]["verdicts"]["failed"]
    assert any("l'arbre" in each["failed"]["reason"] for each in said if "failed" in each)
