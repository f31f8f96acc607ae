"""exact-cover, `get_all_solutions`: all covers of a matrix, which the adapter builds. It returns a set, so the
adapter calls it with a growing limit."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from exact_cover import get_all_solutions
from exact_cover.error import NoSolution

PACKAGE = "exact-cover"
VERSION_SEEN = "1.5.0"
LEVEL = "fast"
NOTE = (
    "For a full grid get_all_solutions returns one empty cover; get_exact_cover returns the right 81 rows. "
    "The padding of a cover to the width of the array is removed wrongly if there is none."
)


def solve(grid: str) -> Iterator[str]:
    options = [
        (cell, digit)
        for cell in range(81)
        for digit in range(9)
        if grid[cell] == "0" or int(grid[cell]) == digit + 1
    ]
    matrix = np.zeros((len(options), 324), dtype=bool)
    for number, (cell, digit) in enumerate(options):
        row, column = divmod(cell, 9)
        units = (cell, row * 9 + digit, column * 9 + digit, (row // 3 * 3 + column // 3) * 9 + digit)
        matrix[number, [place + 81 * kind for kind, place in enumerate(units)]] = True
    seen: set[tuple[int, ...]] = set()
    most = 4
    while True:
        try:
            covers = get_all_solutions(matrix, max_count=most)
        except NoSolution:
            return
        for cover in sorted(covers - seen):
            digits = sorted(options[number] for number in cover)
            yield "".join(str(digit + 1) for _, digit in digits)
        if len(covers) < most:
            return
        seen, most = covers, most * 16
