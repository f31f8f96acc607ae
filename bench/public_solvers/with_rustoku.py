"""rustoku, `solve_all`: a list of all solutions; written in Rust. Its `solve` finds one solution and does not check
whether it is unique."""

from __future__ import annotations

from collections.abc import Iterator

import rustoku

PACKAGE = "rustoku"
VERSION_SEEN = "0.16.0"
LEVEL = "all"
NOTE = "By design: `solve_all` has no limit, so a grid with millions of solutions fills the memory."


def solve(grid: str) -> Iterator[str]:
    yield from rustoku.solve_all(grid)
