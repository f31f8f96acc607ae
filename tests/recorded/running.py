"""Runs the commands of `commands.py`, and takes out of their answers what may change: sentences, last digits."""

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
PROSE = ("clash", "corrected", "missing", "place", "title", "why")
"""Keys of JSON objects whose values are sentences, or depend on the machine."""
KEYS = {"errata": "id", "solvers": "name"}
"""Areas whose JSON objects are recorded one by one, under this key: another one may be added."""
SIGNIFICANT = 9
"""Digits of a computed number: the last ones may depend on the machine."""
LONG = 6
"""Lines of an answer; a longer one is kept as a digest, with its first and its last line."""

Answer = dict[str, Any]


def answers_of(area: str, folder: Path) -> dict[str, Answer]:
    """What each command of the area answers, run one after another in the folder."""
    for path in INPUTS.iterdir():
        shutil.copy(path, folder)
    return {command: answer_to(command, folder, KEYS.get(area)) for command in AREAS[area]}


def answer_to(command: str, folder: Path, key: str | None = None) -> Answer:
    for recorded, today in RENAMED.items():
        command = command.replace(recorded, today)
    words = shlex.split(command)
    stdin, written = taken_out(words, "<"), taken_out(words, ">")
    given = (folder / stdin).read_bytes() if stdin else b""
    ran = subprocess.run(
        [*PROGRAM, *words], input=given, capture_output=True, cwd=folder, timeout=HANG_GUARD_S, check=False
    )
    assert b"Traceback" not in ran.stderr, f"{command}: {ran.stderr.decode()}"
    lines = list(map(without_prose, ran.stdout.decode().splitlines()))
    answer = {"exit": ran.returncode} | (shortened(lines) if key is None else one_by_one(lines, key))
    return answer | ({written: content_of(folder / written)} if written else {})


def taken_out(words: list[str], sign: str) -> str | None:
    """The name of the file behind the sign; both leave the words."""
    if sign not in words:
        return None
    place = words.index(sign)
    _, name = words[place : place + 2]
    del words[place : place + 2]
    return name


def without_prose(line: str) -> str:
    """Of a comment only that there is one; JSON without its sentences; numbers without their last digits."""
    if line.startswith("#"):
        return "#"
    if line.startswith("{"):
        answer = json.loads(line, parse_float=rounded)
        return json.dumps({key: answer[key] for key in answer if key not in PROSE}, sort_keys=True)
    if "," in line:
        return re.sub(r"\d+\.\d+(e[+-]?\d+)?", lambda number: str(rounded(number[0])), line)
    return line


def rounded(number: str) -> float:
    return float(f"{float(number):.{SIGNIFICANT}g}")


def one_by_one(lines: list[str], key: str) -> Answer:
    answers = [json.loads(line) for line in lines]
    return {answer[key]: json.dumps(answer, sort_keys=True) for answer in answers}


def content_of(path: Path) -> Answer:
    if path.suffix == ".sqlite":
        return content_of_database(path)
    return shortened(path.read_text(encoding="utf-8").splitlines())


def content_of_database(path: Path) -> Answer:
    """Its bytes, but for those four that name the version of SQLite that wrote it."""
    content = bytearray(path.read_bytes())
    content[96:100] = bytes(4)
    with sqlite3.connect(path) as database:
        rows = "\n".join(database.iterdump())
    database.close()
    return {"bytes": len(content), "sha256": digest(content), "rows": digest(rows.encode())}


def shortened(lines: list[str]) -> Answer:
    if len(lines) <= LONG:
        return {"out": lines}
    content = "\n".join(lines).encode()
    return {"lines": len(lines), "first": lines[0], "last": lines[-1], "sha256": digest(content)}


def digest(content: bytes | bytearray) -> str:
    return hashlib.sha256(content).hexdigest()
