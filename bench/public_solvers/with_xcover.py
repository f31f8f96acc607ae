"""xcover, `covers`: a generator of all exact covers, compiled by numba."""

from __future__ import annotations

from collections.abc import Iterator

from xcover import covers

PACKAGE = "xcover"
VERSION_SEEN = "0.2.6"
LEVEL = "fast"

_ITEMS = [f"{kind}{a}{b}" for kind in "prcb" for a in range(9) for b in range(9)]


def solve(grid: str) -> Iterator[str]:
    placed = [
        (cell, digit)
        for cell in range(81)
        for digit in range(9)
        if grid[cell] == "0" or int(grid[cell]) == digit + 1
    ]
    options = []
    for cell, digit in placed:
        row, column = divmod(cell, 9)
        box = row // 3 * 3 + column // 3
        options.append([f"p{row}{column}", f"r{row}{digit}", f"c{column}{digit}", f"b{box}{digit}"])
    for cover in covers(options, primary=_ITEMS):
        yield "".join(str(digit + 1) for _, digit in sorted(placed[number] for number in cover))
