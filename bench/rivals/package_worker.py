"""The child process of packages.py: it runs one adapter and reads requests as lines of JSON.

Everything that the adapter prints is discarded.

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


def load_solve(path: str) -> Callable[[str], Any]:
    spec = importlib.util.spec_from_file_location("adapter", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    solve: Callable[[str], Any] = module.solve
    return solve


def solutions_of(solve: Callable[[str], Any], grid: str, limit: int) -> list[str]:
    """At most `limit` solutions (0: all). An adapter returns None, one solution, or an iterator of solutions."""
    result = solve(grid)
    if result is None or isinstance(result, str):
        return [result] if result else []
    return list(itertools.islice(result, limit or None))


def run(solve: Callable[[str], Any], request: dict[str, Any]) -> dict[str, Any]:
    found, solutions, began = 0, [], time.process_time()
    for grid in request["grids"]:
        some = solutions_of(solve, grid, request["limit"])
        found += len(some)
        solutions.append(some[0] if some else None)
        if time.process_time() - began > request["seconds"]:
            break
    seconds = time.process_time() - began
    return {"puzzles": len(solutions), "found": found, "seconds": seconds, "solutions": solutions}


def main() -> None:
    out = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    solve = None
    for line in sys.stdin:
        try:
            solve = solve or load_solve(sys.argv[1])
            reply = run(solve, json.loads(line))
        except Exception as error:
            reply = {"error": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps(reply), file=out, flush=True)


if __name__ == "__main__":
    main()
