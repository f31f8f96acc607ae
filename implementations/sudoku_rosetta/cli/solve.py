"""`sudoku-rosetta solve`: grids in, solutions out, by any of the writings; `-` is the program contract."""

from __future__ import annotations

import sys

import click

from ..grid import GridError
from ..solvers import Solver, solver_named
from ..solvers.fast_c import FastC
from . import options
from .failures import BAD_INPUT, NOT_SO, Failure, Interrupted
from .inputs import Asked, Grids, from_keyboard, is_file, only_grid_of_stdin
from .outputs import FORMATS, Solutions
from .progress import Progress


@click.command(short_help="Solve grids: the first solution of each, all, or how many.")
@options.grids
@click.option("--first", is_flag=True, help="The first solution of each grid (the default, but for -).")
@click.option("--all", "every", is_flag=True, help="All solutions of each grid.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="No more than N solutions a grid.")
@click.option("--count", is_flag=True, help="How many solutions each grid has, --limit at most.")
@options.solver
@click.option(
    "--format", "style", type=click.Choice(list(FORMATS)), help="Lines, drawings, or a JSON object a grid."
)
def command(
    grids: tuple[str, ...],
    first: bool,
    every: bool,
    limit: int | None,
    count: bool,
    solver: str | None,
    style: str | None,
) -> int:
    """Solve GRIDS: files, or grids as 81 characters with 0 or . for an empty cell.

    A file holds one grid a line, or nine rows each; it may be compressed (gzip, bzip2, xz). Without GRIDS,
    standard input is such a file. Answers keep the order of the grids; in text, a grid without solution
    gives a comment, "# FILE:LINE: no solution". A bad grid is told on standard error and the others go on.

    With - as the only operand, the program contract: one grid on standard input; all its solutions,
    each a line of 81 digits, unless --first or --limit; exit code 0 when that is done, even with none.

    \b
    Examples:
      sudoku-rosetta solve grids.txt > solved.txt
      sudoku-rosetta solve 8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..
      zcat grids.txt.gz | sudoku-rosetta solve --count --limit 2
      sudoku-rosetta solve grids.txt --all --solver scilab-style --format json
      echo 1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...... \\
        | sudoku-rosetta solve - | wc -l

    \b
    Format: grid for one grid given here when standard output is a terminal, text else.
    Exit codes: 0 each grid solved; 1 some grid has no solution; 2 bad input; 130 interrupted.
    """
    if sum((first, every, limit is not None)) > 1:
        raise click.UsageError("--first, --all and --limit exclude each other")
    chosen = solver_named(solver)
    if first or not (every or limit or count or grids == ("-",)):
        limit = 1
    if "-" in grids:
        return _contract(grids, chosen, limit, count, style or "text")
    if style is None:
        style = "grid" if len(grids) == 1 and not is_file(grids[0]) and sys.stdout.isatty() else "text"
    with Progress(typing=from_keyboard(grids)) as progress:
        output = FORMATS[style](progress.write, chosen, counting=count)
        asked = Grids(grids, progress.tell)
        by_lines = style == "text" and (count or limit == 1) and not from_keyboard(grids)
        try:
            if by_lines and isinstance(chosen, FastC) and sys.stdin is not None:
                solved = _solve_lines(asked, chosen, limit, output, progress)
            else:
                solved = _solve_all(asked, chosen, limit, output, progress)
        except KeyboardInterrupt:
            raise Interrupted(f": {progress.done} grid{'s' * (progress.done != 1)} done.") from None
    return BAD_INPUT if asked.bad else 0 if solved else NOT_SO


def _solve_lines(grids: Grids, core: FastC, limit: int | None, output: Solutions, progress: Progress) -> bool:
    from .lines import Solving

    solving = Solving(
        core, limit, output.counting, grids, progress, lambda asked: _solve_one(asked, core, limit, output)
    )
    solving.go()
    return not solving.unsolved


def _solve_all(
    grids: Grids, solver: Solver, limit: int | None, output: Solutions, progress: Progress
) -> bool:
    solved = True
    for asked in grids:
        solved &= _solve_one(asked, solver, limit, output)
        progress.done += 1
    return solved


def _solve_one(asked: Asked, solver: Solver, limit: int | None, output: Solutions) -> bool:
    assert asked.grid is not None
    report = solver.search(asked.grid, None if output.counting else output.found, limit=limit)
    output.ended(asked, report)
    return report.solutions > 0


def _contract(grids: tuple[str, ...], solver: Solver, limit: int | None, count: bool, style: str) -> int:
    if len(grids) > 1:
        raise click.UsageError("- stands alone: it is one grid on standard input")
    try:
        grid = only_grid_of_stdin()
    except GridError as error:
        raise Failure(str(error)) from None
    with Progress() as progress:
        output = FORMATS[style](progress.write, solver, counting=count)
        report = solver.search(grid, None if count else output.found, limit=limit)
        if report.solutions or count or style == "json":  # in the contract, no line says: no solution
            output.ended(Asked("stdin", 1, 1, "stdin", grid), report)
    return 0
