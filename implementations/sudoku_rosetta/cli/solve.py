"""`sudoku-rosetta solve`: print the solutions of grids. `solve -` follows the program contract."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, closing, nullcontext
from dataclasses import dataclass
from functools import partial

import click

from ..bulk import Block, NoSolution, ReadFile, stream_solver
from ..formats import Entry, read_grids
from ..grid import Grid, GridError
from ..solvers import Report, Solver
from . import help_pages, options
from .exits import BAD_INPUT, NEGATIVE_ANSWER, Failure, Interrupted
from .inputs import InputGrid, InputGrids, is_file, reads_terminal, single_grid_from_stdin
from .outputs import json_line, source_fields
from .progress import Progress


@dataclass
class TextOutput:
    """Writes solutions as lines of text. `found` is called with each solution, `finished` after each grid."""

    progress: Progress
    solver: Solver
    counting: bool

    def found(self, solution: Grid) -> None:
        self.progress.write(str(solution))

    def finished(self, item: InputGrid, report: Report) -> None:
        if self.counting:
            self.progress.write(str(report.solutions))
        elif not report.solutions:
            self.progress.write(f"# {item.location}: no solution")


class GridOutput(TextOutput):
    """Writes solutions as drawings with a blank line between them; `solve` can read them."""

    _separator = ""

    def found(self, solution: Grid) -> None:
        self.progress.write(self._separator + solution.pretty())
        self._separator = "\n"


class JsonOutput(TextOutput):
    """Writes one JSON object per grid, after its search."""

    def __init__(self, progress: Progress, solver: Solver, counting: bool) -> None:
        super().__init__(progress, solver, counting)
        self._solutions: list[str] = []

    def found(self, solution: Grid) -> None:
        self._solutions.append(str(solution))

    def finished(self, item: InputGrid, report: Report) -> None:
        answer: dict[str, object] = (
            {"count": report.solutions} if self.counting else {"solutions": self._solutions}
        )
        answer = source_fields(item) | {"solver": self.solver.id} | answer | {"complete": report.complete}
        self._solutions = []
        self.progress.write(json_line(answer))


OutputFactory = Callable[[Progress], TextOutput]
FORMATS: Mapping[str, type[TextOutput]] = {"text": TextOutput, "grid": GridOutput, "json": JsonOutput}


@help_pages.command(
    short_help="Solve grids.",
    groups={"What to print": ("--first", "--all", "--limit", "--count", "--format")},
)
@options.grids
@click.option("--first", is_flag=True, help="Print one solution of each grid (default, except with -).")
@click.option("--all", "every", is_flag=True, help="Print all solutions of each grid.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Stop at N solutions of each grid.")
@click.option(
    "--count",
    is_flag=True,
    help="Print the number of solutions of each grid.",
)
@click.option(
    "--format",
    "style",
    type=click.Choice(list(FORMATS)),
    help="Output format (default: grid if GRIDS is a single grid and the output is a terminal, else text).",
)
@options.column
@options.strict
@options.solver
def command(
    grids: tuple[str, ...],
    first: bool,
    every: bool,
    limit: int | None,
    count: bool,
    column: str | None,
    strict: bool,
    solver: str | None,
    style: str | None,
) -> int:
    """Print the solutions of Sudoku grids.

    Each of GRIDS is a file, or a grid of 81 characters with 0 or . for an empty cell.
    Without GRIDS, read grids from standard input.

    The format of a file is found by its content: one grid per line, nine rows per grid,
    CSV, JSON, OpenSudoku, HoDoKu, .sdk, .sdm, .ss and others. It may be compressed with
    gzip, bzip2 or xz. Headings are skipped. "Puzzle files" in the documentation lists
    the formats.

    Solutions are printed in the order of the grids. For a grid without a solution,
    the comment "# FILE:LINE: no solution" is printed. Invalid grids are reported on
    standard error; the other grids are still solved.

    With - instead of GRIDS, read a single grid from standard input and print all its
    solutions, one per line. The exit code is then 0 even if there is no solution.

    \b
    Examples:
      sudoku-rosetta solve grids.txt > solved.txt
      sudoku-rosetta solve grids.txt --all --solver scilab-style --format json
      sudoku-rosetta solve grids.txt --solver mine.py:solve
      zcat grids.txt.gz | sudoku-rosetta solve --count --limit 2
      sudoku-rosetta solve puzzles.csv --column quizzes
      sudoku-rosetta generate --format json | sudoku-rosetta solve
      head -1 grids.txt | sudoku-rosetta solve - | wc -l

    \b
    Exit codes:
      0    every grid has a solution
      1    some grid has no solution
      2    invalid input or usage error
      130  interrupted
    """
    if sum((first, every, limit is not None)) > 1:
        raise click.UsageError("--first, --all and --limit exclude each other")
    if count and (first or every):
        raise click.UsageError(f"--count and --{'first' if first else 'all'} exclude each other")
    interactive = reads_terminal(grids)
    if style is None:
        alone = len(grids) == 1 and grids != ("-",) and not is_file(grids[0])
        style = "grid" if alone and sys.stdout.isatty() else "text"
    if first or not (every or limit or count or grids == ("-",)):
        limit = 1
    chosen = options.any_solver(solver)
    output = partial(FORMATS[style], solver=chosen, counting=count)
    if "-" in grids:
        return _solve_by_contract(grids, output, limit, only_solutions=style != "json")
    read_file = partial(read_grids, column=column, strict=strict)
    reader: AbstractContextManager[ReadFile] = nullcontext(read_file)
    batches = chosen.takes_batches and style == "text" and (count or limit == 1)
    if batches and not interactive and column is None:
        reader = stream_solver(chosen, count=count, limit=limit, strict=strict)
    return _solve_all(grids, reader, output, limit, interactive)


def _solve_all(
    operands: tuple[str, ...],
    reader: AbstractContextManager[ReadFile],
    make_output: OutputFactory,
    limit: int | None,
    interactive: bool,
) -> int:
    """Solve the grids and return the exit code. The reader may yield blocks of grids already solved."""
    solved = True
    with Progress(interactive=interactive) as progress:
        grids, output = InputGrids(operands, progress.write_stderr), make_output(progress)
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
    return BAD_INPUT if grids.invalid else 0 if solved else NEGATIVE_ANSWER


def _solve_one(item: InputGrid, limit: int | None, output: TextOutput) -> bool:
    assert item.grid is not None
    report = output.solver.search(item.grid, None if output.counting else output.found, limit=limit)
    output.finished(item, report)
    return report.solutions > 0


def _write_block(block: Block, grids: InputGrids, output: TextOutput) -> bool:
    """Write the solutions of a block and report its invalid grids. Return whether every grid has a solution."""
    lines: list[bytes | memoryview] = []
    solved = True
    for part in block.parts:
        if isinstance(part, NoSolution):
            solved = False
            line = "0" if output.counting else f"# {grids.name}:{part.line}: no solution"
            lines.append(f"{line}\n".encode(errors="backslashreplace"))
        elif isinstance(part, Entry):
            grids.report_invalid(part)
        else:
            lines.append(part)
    output.progress.write_bytes(lines[0] if len(lines) == 1 else b"".join(lines))
    return solved


def _solve_by_contract(
    grids: tuple[str, ...], make_output: OutputFactory, limit: int | None, *, only_solutions: bool
) -> int:
    """Solve one grid from standard input. With `only_solutions`, write nothing if there is none."""
    if len(grids) > 1:
        raise click.UsageError("- cannot be combined with other grids")
    try:
        grid = single_grid_from_stdin()
    except GridError as error:
        raise Failure(str(error)) from None
    with Progress() as progress:
        output = make_output(progress)
        report = output.solver.search(grid, None if output.counting else output.found, limit=limit)
        if report.solutions or output.counting or not only_solutions:
            output.finished(InputGrid("stdin", 1, 1, "stdin", grid), report)
    return 0
