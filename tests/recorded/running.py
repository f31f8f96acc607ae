"""Runs the commands of `commands.py`, and removes what may change from their answers: sentences and last digits."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

from recorded.commands import AREAS, RENAMED
from waiting import HANG_GUARD_S

INPUTS = Path(__file__).parent / "inputs"
ANSWERS = Path(__file__).parent / "answers"
PROGRAM = (sys.executable, "-m", "sudoku_rosetta")
UNRECORDED_KEYS = ("clash", "corrected", "missing", "place", "title", "why")
"""JSON keys with sentences or machine-dependent values."""
KEYS = {"errata": "id", "solvers": "name"}
"""Areas whose JSON objects are recorded one by one, under this key, so that objects can be added."""
SIGNIFICANT_DIGITS = 9
"""Computed numbers are rounded to this many digits: the last ones may depend on the machine."""
MAX_LINES = 6
"""For a longer answer, only the first line, the last line and a digest are recorded."""

Answer = dict[str, Any]


def answers_of(area: str, folder: Path) -> dict[str, Answer]:
    """Run the commands of an area one after another in the folder and return their answers."""
    for path in INPUTS.iterdir():
        shutil.copy(path, folder)
    return {command: answer_to(command, folder, KEYS.get(area)) for command in AREAS[area]}


def answer_to(command: str, folder: Path, key: str | None = None) -> Answer:
    for recorded, current in RENAMED.items():
        command = command.replace(recorded, current)
    words = shlex.split(command)
    stdin, written = pop_file(words, "<"), pop_file(words, ">")
    given = (folder / stdin).read_bytes() if stdin else b""
    ran = subprocess.run(
        [*PROGRAM, *words], input=given, capture_output=True, cwd=folder, timeout=HANG_GUARD_S, check=False
    )
    assert b"Traceback" not in ran.stderr, f"{command}: {ran.stderr.decode()}"
    lines = list(map(without_sentences, ran.stdout.decode().splitlines()))
    answer = {"exit": ran.returncode} | (shortened(lines) if key is None else one_by_one(lines, key))
    return answer | ({written: content_of(folder / written)} if written else {})


def pop_file(words: list[str], sign: str) -> str | None:
    """Remove the sign and the file name after it from the words, and return the name."""
    if sign not in words:
        return None
    place = words.index(sign)
    _, name = words[place : place + 2]
    del words[place : place + 2]
    return name


def without_sentences(line: str) -> str:
    """A line without comment text, sentences in JSON, and last digits of numbers."""
    if line.startswith("#"):
        return "#"
    if line.startswith("{"):
        answer = json.loads(line, parse_float=rounded)
        return json.dumps({key: answer[key] for key in answer if key not in UNRECORDED_KEYS}, sort_keys=True)
    if "," in line:
        return re.sub(r"\d+\.\d+(e[+-]?\d+)?", lambda number: str(rounded(number[0])), line)
    return line


def rounded(number: str) -> float:
    return float(f"{float(number):.{SIGNIFICANT_DIGITS}g}")


def one_by_one(lines: list[str], key: str) -> Answer:
    answers = [json.loads(line) for line in lines]
    return {answer[key]: json.dumps(answer, sort_keys=True) for answer in answers}


def content_of(path: Path) -> Answer:
    if path.suffix == ".sqlite":
        return content_of_database(path)
    return shortened(path.read_text(encoding="utf-8").splitlines())


def content_of_database(path: Path) -> Answer:
    """Digests of the file and its rows. Bytes 96 to 99 hold the version of SQLite: they are ignored."""
    content = bytearray(path.read_bytes())
    content[96:100] = bytes(4)
    with sqlite3.connect(path) as database:
        rows = "\n".join(database.iterdump())
    database.close()
    return {"bytes": len(content), "sha256": digest(content), "rows": digest(rows.encode())}


def shortened(lines: list[str]) -> Answer:
    if len(lines) <= MAX_LINES:
        return {"out": lines}
    content = "\n".join(lines).encode()
    return {"lines": len(lines), "first": lines[0], "last": lines[-1], "sha256": digest(content)}


def digest(content: bytes | bytearray) -> str:
    return hashlib.sha256(content).hexdigest()
