"""How answers look: the formats of solutions, JSON lines, and tables for a person or for a pipe."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Mapping, Sequence

from ..grid import Grid
from ..solvers import Report, Solver
from .inputs import Asked

Write = Callable[[str], object]


class Solutions:
    """A format of solutions: told of each when it is found, and of each grid's end. Here as lines of text."""

    def __init__(self, write: Write, solver: Solver, *, counting: bool) -> None:
        self.write = write
        self.solver = solver
        self.counting = counting

    def found(self, solution: Grid) -> None:
        self.write(str(solution))

    def ended(self, asked: Asked, report: Report) -> None:
        if self.counting:
            self.write(str(report.solutions))
        elif not report.solutions:
            self.write(f"# {asked.place}: no solution")


class Drawings(Solutions):
    """Framed grids, a blank line between two; `solve` reads them back."""

    _between = ""

    def found(self, solution: Grid) -> None:
        self.write(self._between + solution.pretty())
        self._between = "\n"


class Json(Solutions):
    """One object a line for each grid; its solutions are kept until its end."""

    def __init__(self, write: Write, solver: Solver, *, counting: bool) -> None:
        super().__init__(write, solver, counting=counting)
        self._solutions: list[str] = []

    def found(self, solution: Grid) -> None:
        self._solutions.append(str(solution))

    def ended(self, asked: Asked, report: Report) -> None:
        answer: dict[str, object] = (
            {"count": report.solutions} if self.counting else {"solutions": self._solutions}
        )
        self._solutions = []
        self.write(
            json_line(place(asked) | {"solver": self.solver.id} | answer | {"complete": report.complete})
        )


FORMATS: Mapping[str, type[Solutions]] = {"text": Solutions, "grid": Drawings, "json": Json}


def place(asked: Asked) -> dict[str, object]:
    """Which grid an answer in JSON is about."""
    grid = str(asked.grid) if asked.grid else None
    return {"input": asked.input, "number": asked.number, "line": asked.line, "grid": grid}


def json_line(answer: Mapping[str, object]) -> str:
    import json

    return json.dumps(answer)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Fitted to the terminal; in a pipe, aligned, one row a line, nothing cut."""
    if sys.stdout.isatty():
        _table_for_a_person(heads, rows)
        return
    lines = [[" ".join(cell.splitlines()) for cell in row] for row in (heads, *rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def _table_for_a_person(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    width = min(shutil.get_terminal_size().columns, 140)
    columns = list(zip(heads, *rows, strict=True))
    longest = [max(map(len, " ".join(column).split())) for column in columns]
    gaps = len(heads) + 1
    # Left to itself, rich breaks words in one column where another has room to spare.
    tight = sum(longest) + gaps <= width < sum(max(map(len, column)) for column in columns) + gaps
    drawn = Table(box=box.SIMPLE_HEAD, padding=0, pad_edge=False)
    for number, (head, least) in enumerate(zip(heads, longest, strict=True)):
        ends = number in (0, len(heads) - 1)  # short names: an id, a symptom
        drawn.add_column(head, no_wrap=ends, overflow="fold", width=least if tight else None)
    for row in rows:
        drawn.add_row(*(Text(cell) for cell in row))
    Console(width=width).print(drawn)
