"""The exercise files fail `conform`, and their solutions pass.

An exercise file is its solution without the code between `# TROU n ... / GAP n` and `# FIN / END`.
"""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from naming import naming
from waiting import HANG_GUARD_S

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
CLASS = ROOT / "docs" / "assets" / "class"
NAMES = ["fewest_candidates", "first_backtracking", "recursion_against_loop"]
GAP = re.compile(r"^( *)(# TROU (\d).*\n)(?:.*\n)*?\1# FIN / END\n", re.MULTILINE)


def conform(file: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "sudoku_rosetta", "conform", f"{CLASS / file}:solve", "--level", "first"]
    command += ["--seconds", str(HANG_GUARD_S)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def flowing(text: str) -> str:
    return " ".join(text.split())


def read(file: str) -> str:
    return (CLASS / file).read_text(encoding="utf-8")


def lesson(name: str, language: str) -> str:
    """The page with this exercise file in a fence."""
    texts = [page.read_text("utf-8") for page in (ROOT / "docs" / language / "class").glob("*.md")]
    return next(text for text in texts if f"file: {name}_gap.py" in text)


def test_every_file_is_tested() -> None:
    assert sorted(path.stem for path in CLASS.glob("*.py")) == sorted([*NAMES, *(f"{n}_gap" for n in NAMES)])


@pytest.mark.parametrize("name", NAMES)
def test_a_solution_passes(name: str) -> None:
    judged = conform(f"{name}.py")
    assert judged.returncode == 0, judged.stdout + judged.stderr


@pytest.mark.parametrize("name", NAMES)
def test_an_exercise_fails_and_names_the_gap(name: str) -> None:
    judged = conform(f"{name}_gap.py")
    assert judged.returncode in (1, 3)
    assert re.search(naming("NotImplementedError") + r".*\btrou (\d) / gap \1\b", flowing(judged.stdout))


@pytest.mark.parametrize("name", NAMES)
def test_an_exercise_is_its_solution_without_the_gaps(name: str) -> None:
    gapped = GAP.sub(r'\1\2\1raise NotImplementedError("trou \3 / gap \3")' + "\n", read(f"{name}.py"))
    gapped = gapped.replace(f"{name}.py", f"{name}_gap.py")
    gapped = gapped.replace("la correction.", "à compléter.").replace("the answer.", "to complete.")
    assert gapped == read(f"{name}_gap.py")


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_the_solutions_on_the_page_are_those_of_the_file(name: str, language: str) -> None:
    shown = re.findall(r"```python\n(.*?)```", lesson(name, language), re.DOTALL)
    solved = re.findall(r"# TROU.*\n((?:.*\n)*?) *# FIN", read(f"{name}.py"))
    assert [bare(part) for part in shown] == [bare(part) for part in solved]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_each_gap_has_three_hints_and_a_solution(name: str, language: str) -> None:
    text = lesson(name, language)
    unfolded = re.findall(r"^\?\?\? (tip|success) .*\n((?:(?:    .*)?\n)*)", text, re.MULTILINE)
    steps = [kind for kind, body in unfolded if kind == "tip" or "```python" in body]
    gaps = read(f"{name}.py").count("# TROU")
    assert steps == ["tip", "tip", "tip", "success"] * gaps
    assert "??? question" in text


def bare(code: str) -> list[str]:
    return [line.strip() for line in code.splitlines() if line.strip()]


def test_the_counts_of_the_third_lesson_are_correct() -> None:
    ran = subprocess.run(
        [sys.executable, CLASS / "fewest_candidates.py"],
        capture_output=True,
        text=True,
        check=True,
        timeout=HANG_GUARD_S,
    )
    recorded = json.loads((ROOT / "docs" / "data" / "class.json").read_text(encoding="utf-8"))
    assert [int(number) for number in re.findall(r": (\d+)$", ran.stdout, re.MULTILINE)] == [
        recorded["first"],
        recorded["fewest"],
    ]
