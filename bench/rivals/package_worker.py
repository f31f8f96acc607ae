"""The other side of packages.py: one adapter, asked with a line of JSON at a time. What it prints is dropped.

python package_worker.py WITH_SOMETHING.py
{"grids": [...], "limit": 2, "seconds": 0.2}  ->  {"puzzles": 12, "found": 12, "seconds": 0.21, "solutions": [...]}
"""

from __future__ import annotations

import importlib.util
import itertools
import json
import os
import sys
import time
from collections.abc import Callable
from typing import Any


def adapter(path: str) -> Callable[[str], Any]:
    spec = importlib.util.spec_from_file_location("adapter", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    solve: Callable[[str], Any] = module.solve
    return solve


def asked(solve: Callable[[str], Any], grid: str, limit: int) -> list[str]:
    """Its solutions, `limit` at most (0: all of them); an adapter gives None, one of them, or one after another."""
    given = solve(grid)
    if given is None or isinstance(given, str):
        return [given] if given else []
    return list(itertools.islice(given, limit or None))


def answer(solve: Callable[[str], Any], question: dict[str, Any]) -> dict[str, Any]:
    found, solutions, began = 0, [], time.process_time()
    for grid in question["grids"]:
        some = asked(solve, grid, question["limit"])
        found += len(some)
        solutions.append(some[0] if some else None)
        if time.process_time() - began > question["seconds"]:
            break
    seconds = time.process_time() - began
    return {"puzzles": len(solutions), "found": found, "seconds": seconds, "solutions": solutions}


def main() -> None:
    out = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    solve = None
    for line in sys.stdin:
        try:
            solve = solve or adapter(sys.argv[1])
            told = answer(solve, json.loads(line))
        except Exception as error:
            told = {"error": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps(told), file=out, flush=True)


if __name__ == "__main__":
    main()
