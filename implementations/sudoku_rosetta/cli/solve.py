"""`sudoku-rosetta solve`: grids in, solutions out, by any solver; `-` is the program contract."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from functools import partial

import click

from ..bulk import Block, ReadFile, Unsolved, stream_solver
from ..formats import Entry, read_grids
from ..grid import Grid, GridError
from ..solvers import Report, Solver
from . import options
from .exits import BAD_INPUT, NOT_SO, Failure, Interrupted
from .inputs import Asked, Grids, from_keyboard, is_file, only_grid_of_stdin
from .outputs import json_line, place
from .progress import Progress


@dataclass
class Solutions:
    """A format of answers: `found` receives each solution, `ended` the report on each grid. Here: lines of text."""

    progress: Progress
    solver: Solver
    counting: bool

    def found(self, solution: Grid) -> None:
        self.progress.write(str(solution))

    def ended(self, asked: Asked, report: Report) -> None:
        if self.counting:
            self.progress.write(str(report.solutions))
        elif not report.solutions:
            self.progress.write(f"# {asked.place}: no solution")


class Drawings(Solutions):
    """Framed grids, a blank line between two; `solve` reads them back."""

    _between = ""

    def found(self, solution: Grid) -> None:
        self.progress.write(self._between + solution.pretty())
        self._between = "\n"


class Json(Solutions):
    """One object a line for each grid; its solutions are kept until its end."""

    def __init__(self, progress: Progress, solver: Solver, counting: bool) -> None:
        super().__init__(progress, solver, counting)
        self._solutions: list[str] = []

    def found(self, solution: Grid) -> None:
        self._solutions.append(str(solution))

    def ended(self, asked: Asked, report: Report) -> None:
        answer: dict[str, object] = (
            {"count": report.solutions} if self.counting else {"solutions": self._solutions}
        )
        answer = place(asked) | {"solver": self.solver.id} | answer | {"complete": report.complete}
        self._solutions = []
        self.progress.write(json_line(answer))


OutputTo = Callable[[Progress], Solutions]
FORMATS: Mapping[str, type[Solutions]] = {"text": Solutions, "grid": Drawings, "json": Json}


@click.command(short_help="Solve grids: the first solution of each, all, or how many.")
@options.grids
@click.option("--first", is_flag=True, help="The first solution of each grid (default, except for -).")
@click.option("--all", "every", is_flag=True, help="All solutions of each grid.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="At most N solutions per grid.")
@click.option("--count", is_flag=True, help="The number of solutions of each grid, --limit at most.")
@options.solver
@click.option("--format", "style", type=click.Choice(list(FORMATS)), help="Format of standard output.")
def command(
    grids: tuple[str, ...],
    first: bool,
    every: bool,
    limit: int | None,
    count: bool,
    solver: str | None,
    style: str | None,
) -> int:
    """Solve GRIDS: files, or grids of 81 characters with 0 or . for an empty cell.

    A file holds one grid a line, nine rows each, or JSON lines as generate writes
    them; it may be compressed (gzip, bzip2, xz). Without GRIDS, standard input is
    such a file. Answers keep the order of the grids; in text, a grid without
    solution gives a comment, "# FILE:LINE: no solution". Invalid grids are reported
    on stderr; the rest are still solved.

    With - as the only operand, the program contract: one grid on standard input;
    all its solutions, each a line of 81 digits, unless --first or --limit is given;
    exit code 0 when that is done, even with none.

    \b
    Examples:
      sudoku-rosetta solve grids.txt > solved.txt
      zcat grids.txt.gz | sudoku-rosetta solve --count --limit 2
      sudoku-rosetta solve grids.txt --all --solver scilab-style --format json
      sudoku-rosetta solve grids.txt --solver mine.py:solve
      sudoku-rosetta generate --format json | sudoku-rosetta solve
      head -1 grids.txt | sudoku-rosetta solve - | wc -l

    \b
    Format: grid for one grid given here if stdout is a terminal, else text.
    Exit codes: 0 each grid solved; 1 some grid has no solution; 2 bad input;
    130 interrupted.
    """
    if sum((first, every, limit is not None)) > 1:
        raise click.UsageError("--first, --all and --limit exclude each other")
    if count and (first or every):
        raise click.UsageError(f"--count gives a number, and --{'first' if first else 'all'} gives solutions")
    typing = from_keyboard(grids)
    if style is None:
        alone = len(grids) == 1 and grids != ("-",) and not is_file(grids[0])
        style = "grid" if alone and sys.stdout.isatty() else "text"
    if first or not (every or limit or count or grids == ("-",)):
        limit = 1
    chosen = options.any_solver(solver)
    output = partial(FORMATS[style], solver=chosen, counting=count)
    if "-" in grids:
        return _contract(grids, output, limit, bare=style != "json")
    reader: AbstractContextManager[ReadFile] = nullcontext(read_grids)
    if chosen.takes_batches and style == "text" and (count or limit == 1) and not typing:
        reader = stream_solver(chosen, count=count, limit=limit)
    return _solve_all(grids, reader, output, limit, typing)


def _solve_all(
    operands: tuple[str, ...],
    reader: AbstractContextManager[ReadFile],
    output_to: OutputTo,
    limit: int | None,
    typing: bool,
) -> int:
    """The exit code. A reader of files may solve their grids itself, in blocks."""
    solved = True
    with Progress(typing=typing) as progress:
        grids, output = Grids(operands, progress.tell), output_to(progress)
        try:
            with reader as read_file, closing(grids.read(read_file)) as items:
                for item in items:
                    if isinstance(item, Block):
                        solved &= _write_block(item, grids, output)
                        progress.done += item.number
                    else:
                        solved &= _solve_one(item, limit, output)
                        progress.done += 1
        except KeyboardInterrupt:
            raise Interrupted(f": {progress.done} grid{'s' * (progress.done != 1)} done.") from None
    return BAD_INPUT if grids.bad else 0 if solved else NOT_SO


def _solve_one(asked: Asked, limit: int | None, output: Solutions) -> bool:
    assert asked.grid is not None
    report = output.solver.search(asked.grid, None if output.counting else output.found, limit=limit)
    output.ended(asked, report)
    return report.solutions > 0


def _write_block(block: Block, grids: Grids, output: Solutions) -> bool:
    """Write the answers; whether there is one for each grid. Those that are none are reported."""
    lines: list[bytes | memoryview] = []
    solved = True
    for part in block.parts:
        if isinstance(part, Unsolved):
            solved = False
            line = "0" if output.counting else f"# {grids.name}:{part.line}: no solution"
            lines.append(f"{line}\n".encode(errors="backslashreplace"))
        elif isinstance(part, Entry):
            grids.complain_of(part)
        else:
            lines.append(part)
    output.progress.put(lines[0] if len(lines) == 1 else b"".join(lines))
    return solved


def _contract(grids: tuple[str, ...], output_to: OutputTo, limit: int | None, *, bare: bool) -> int:
    """One grid on standard input. `bare`: nothing is written for no solution."""
    if len(grids) > 1:
        raise click.UsageError("- stands alone: it is one grid on standard input")
    try:
        grid = only_grid_of_stdin()
    except GridError as error:
        raise Failure(str(error)) from None
    with Progress() as progress:
        output = output_to(progress)
        report = output.solver.search(grid, None if output.counting else output.found, limit=limit)
        if report.solutions or output.counting or not bare:
            output.ended(Asked("stdin", 1, 1, "stdin", grid), report)
    return 0
